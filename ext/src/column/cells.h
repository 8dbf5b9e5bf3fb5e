/* Cells: how they are addressed, and bitmaps with one bit per cell. */
#ifndef BRINE_CELLS_H
#define BRINE_CELLS_H

#include "php.h"
#include "core/identity.h"

/* Address of cells: cell i is at bases[i] + offset, or if bases is NULL at first + i · stride. */
typedef struct {
	const char *const *bases;
	size_t offset;
	const char *first;
	size_t stride;
} brine_cells;

/* A cell as it is stored. */
static zend_always_inline zval *brine_stored_cell(const brine_cells *cells, uint32_t i)
{
	return (zval *) (cells->bases ? cells->bases[i] + cells->offset : cells->first + i * cells->stride);
}

static zend_always_inline zval *brine_cell(const brine_cells *cells, uint32_t i)
{
	return brine_unwrap_unshared(brine_stored_cell(cells, i));
}

/*
 * Runs a statement for every `step`-th of the stored cells from..to. The addressing mode is chosen once, outside the
 * loop.
 */
#define BRINE_EACH_STORED_CELL_OF(cells, from, to, step, cell, statement) \
	do { \
		if ((cells)->bases) { \
			const char *const *base_ = (cells)->bases + (from), *const *last_ = (cells)->bases + (to); \
			size_t offset_ = (cells)->offset; \
			for (; base_ < last_; base_ += (step)) { \
				zval *cell = (zval *) (*base_ + offset_); \
				statement; \
			} \
		} else { \
			size_t stride_ = (cells)->stride; \
			const char *place_ = (cells)->first + (from) *stride_, *last_ = (cells)->first + (to) *stride_; \
			for (stride_ *= (step); place_ < last_; place_ += stride_) { \
				zval *cell = (zval *) place_; \
				statement; \
			} \
		} \
	} while (0)

/* Runs a statement for each of the stored cells from..to. */
#define BRINE_EACH_STORED_CELL(cells, from, to, cell, statement) \
	BRINE_EACH_STORED_CELL_OF(cells, from, to, 1, cell, statement)

/* Runs a statement for each pair of the stored cells from..to, whose number must be even. */
#define BRINE_EACH_TWO_STORED_CELLS(cells, from, to, cell, next, statement) \
	do { \
		if ((cells)->bases) { \
			const char *const *base_ = (cells)->bases + (from), *const *last_ = (cells)->bases + (to); \
			size_t offset_ = (cells)->offset; \
			for (; base_ < last_; base_ += 2) { \
				zval *cell = (zval *) (base_[0] + offset_), *next = (zval *) (base_[1] + offset_); \
				statement; \
			} \
		} else { \
			size_t stride_ = (cells)->stride; \
			const char *place_ = (cells)->first + (from) *stride_, *last_ = (cells)->first + (to) *stride_; \
			for (; place_ < last_; place_ += 2 * stride_) { \
				zval *cell = (zval *) place_, *next = (zval *) (place_ + stride_); \
				statement; \
			} \
		} \
	} while (0)

/*
 * The bits of a double, without a branch on the type; 0 for any other cell, since 0 is a scaled integer and fits into
 * an F32.
 */
static zend_always_inline uint64_t brine_bits_or_zero(zval *cell)
{
	cell = brine_unwrap_unshared(cell);
	return brine_bits_of(Z_DVAL_P(cell)) & -(uint64_t) (Z_TYPE_P(cell) == IS_DOUBLE);
}

static zend_always_inline double brine_double_or_zero(zval *cell)
{
	uint64_t bits = brine_bits_or_zero(cell);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* Bytes of a bitmap for `count` cells, and its bit i. */
static zend_always_inline size_t brine_bitmap_size(uint32_t count)
{
	return ((size_t) count + 7) / 8;
}

static zend_always_inline bool brine_bit(const unsigned char *bits, uint32_t i)
{
	return (bits[i / 8] >> (i % 8)) & 1;
}

/* Cells in a block, which small loops of constant length process. */
#define BRINE_LANES 16

/* One loop for each width, in which it is a constant. */
#define BRINE_BY_WIDTH(width, statement) \
	switch (width) { \
		case 1: \
			statement(1); \
			break; \
		case 2: \
			statement(2); \
			break; \
		case 3: \
			statement(3); \
			break; \
		case 4: \
			statement(4); \
			break; \
		case 5: \
			statement(5); \
			break; \
		case 6: \
			statement(6); \
			break; \
		case 7: \
			statement(7); \
			break; \
		default: \
			statement(8); \
			break; \
	}

#endif
