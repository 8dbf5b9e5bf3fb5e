/*
 * A column: cells of mostly one type, without a tag each. A run is one column; a table has one per property or key of
 * its rows.
 *
 *     kind  [bitmap]  fields and cells of the kind
 *
 * Encode: scan.c, choose.c, write.c. Decode: read.c.
 */
#ifndef BRINE_COLUMN_H
#define BRINE_COLUMN_H

#include <float.h>
#include "php.h"
#include "error.h"
#include "core/buffer.h"
#include "core/cursor.h"
#include "format/format.h"
#include "column/cells.h"

/* What the scan knows about the integers among the cells. */
typedef struct {
	uint32_t count;
	/* True while the integers are first + i · step, without overflow. */
	bool affine;
	int64_t first;
	int64_t step;
	/* The previous integer, while `affine`. */
	int64_t last;
	/*
	 * All integers' bits combined: its sign bit is set if one is negative, its highest bit is that of the largest
	 * magnitude.
	 */
	uint64_t bits;
} brine_integers;

/* Statistics of a column's cells, and how the column is written. */
typedef struct {
	/* Scanned cells, and how many of them are null, booleans, doubles and strings. */
	uint32_t count;
	uint32_t nulls;
	uint32_t booleans;
	uint32_t doubles;
	uint32_t strings;
	/* True if a cell is behind a PHP reference or an INDIRECT. */
	bool has_wrapped;
	brine_integers integers;
	/* The first cell that is not null; how many equal it; whether cells are still compared with it. */
	zval *pattern;
	uint32_t equal_to_pattern;
	bool compares;

	/* The choice: from here on, set by brine_column_choose(). */
	unsigned kind;
	unsigned flag;
	/* Bytes per cell; 0 for kinds without cell bytes. */
	unsigned width;
	unsigned exponent;
	/* Number of unmarked cells. */
	uint32_t members;
	/* For doubles in 5 bytes or more: how many of them take only 5 as values. */
	uint32_t narrow;
	/* Fields before the cells: base or start, and step. */
	int64_t start;
	int64_t step;

	/*
	 * Set by brine_column_put_head(): offsets of the kind, the bitmap and the next cell in the output; the next cell's
	 * number and the integer before it.
	 */
	size_t head;
	size_t bitmap;
	size_t body;
	uint32_t next;
	int64_t previous;
} brine_column_writer;

/* Begins a column. */
void brine_column_start(brine_column_writer *column);

/* Scans the cells from..to; blocks must be scanned in order. */
void brine_column_scan(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to);

/* True if all scanned cells are null, scalars or strings. */
static zend_always_inline bool brine_column_is_flat(const brine_column_writer *column)
{
	return column->count
		== column->nulls + column->booleans + column->doubles + column->strings + column->integers.count;
}

/*
 * Chooses the kind for all cells, which have been scanned. Returns false and sets VALUES if tagged values are better.
 */
bool brine_column_choose(brine_column_writer *column, const brine_cells *cells);

/* A low estimate of the bytes that a chosen column saves, without those of its head and its bitmap. */
static zend_always_inline size_t brine_column_gain(const brine_column_writer *column)
{
	size_t gain = column->flag == BRINE_COLUMN_NULLS ? column->count - column->members : 0;

	switch (column->kind) {
		case BRINE_COLUMN_VALUES:
		case BRINE_COLUMN_INTEGERS:
		case BRINE_COLUMN_DELTAS:
			return gain;
		case BRINE_COLUMN_DECIMALS:
			/* A double takes 5 or 9 bytes as a value. */
			return column->width < 5
				? gain + (size_t) column->members * (5 - column->width)
				: gain + (size_t) column->members * (9 - column->width) - (size_t) column->narrow * 4;
		case BRINE_COLUMN_F64:
			return gain + column->members - (size_t) column->narrow * 4;
		default:
			return gain + column->members;
	}
}

/* True if INTEGERS or DELTAS were chosen. */
static zend_always_inline bool brine_column_is_of_integers(const brine_column_writer *column)
{
	return column->kind == BRINE_COLUMN_INTEGERS || column->kind == BRINE_COLUMN_DELTAS;
}

/* The slow part of brine_column_pays(). */
bool brine_column_counts_pay(const brine_column_writer *column, const brine_cells *cells);

/*
 * True if a chosen column, but for its head, takes at most as many bytes as its cells as values. Of INTEGERS and
 * DELTAS, choosing has only sampled that.
 */
static zend_always_inline bool brine_column_pays(const brine_column_writer *column, const brine_cells *cells)
{
	/* Without a bitmap, only integers of two bytes and more could be smaller as values. */
	return (!column->flag && (column->width == 1 || !brine_column_is_of_integers(column)))
		|| brine_column_counts_pay(column, cells);
}

/* Chooses VALUES. */
void brine_column_choose_values(brine_column_writer *column);

/* True if the cells are strictly increasing or strictly decreasing integers, so that no two are equal. */
bool brine_column_is_monotonic(const brine_column_writer *column, const brine_cells *cells);

/* Upper bound of the column's size, without a CONSTANT's value. */
size_t brine_column_size(const brine_column_writer *column);

/*
 * Writes the kind and the fields before the cells, and reserves space for the cells. The caller has reserved
 * brine_column_size().
 */
void brine_column_put_head(brine_buffer *out, brine_column_writer *column);

/*
 * Writes the cells from..to into the reserved space and marks those that are not members; blocks must be written in
 * order.
 */
void brine_column_put_cells(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to);

/* Cells of a column with marks that are handled at once: one per bit of a word. */
#define BRINE_MARKS_AT_ONCE 64

/*
 * A word of marks: cell i's is the lowest bit, and i is a multiple of BRINE_MARKS_AT_ONCE. Reading past the bitmap is
 * safe because space for the fields before the cells was reserved.
 */
static zend_always_inline uint64_t brine_column_writer_marks_from(
	const brine_buffer *out, const brine_column_writer *column, uint32_t i)
{
	uint32_t left = column->count - i;
	uint64_t marks = brine_load_le(out->start + column->bitmap + i / 8, 8);

	BRINE_ASSERT(i % BRINE_MARKS_AT_ONCE == 0 && i < column->count);
	return left < BRINE_MARKS_AT_ONCE ? marks & ((UINT64_C(1) << left) - 1) : marks;
}

/* True if cell i was marked in the output. */
static zend_always_inline bool brine_column_writer_marks(
	const brine_buffer *out, const brine_column_writer *column, uint32_t i)
{
	return brine_bit(out->start + column->bitmap, i);
}

/* A column being read. */
typedef struct {
	/* Kind without width and flag; the flag; bytes per cell. */
	unsigned char kind;
	unsigned char flag;
	unsigned char width;
	/* Number of unmarked cells. */
	uint32_t members;
	const unsigned char *bitmap;
	/* The next member: its bytes, or its index. */
	const unsigned char *p;
	uint32_t next;
	/* Base, or the next integer; and step. */
	uint64_t start;
	uint64_t step;
	/* The power of ten of DECIMALS. */
	double scale;
	/* The decoder's list of discarded values owns it. */
	zval constant;
} brine_column_reader;

/* True if the kind, given without its width, exists and allows this flag. */
static inline bool brine_column_is_known(unsigned kind, unsigned flag)
{
	return (kind <= BRINE_COLUMN_F64 || (kind >= BRINE_COLUMN_INTEGERS && kind <= BRINE_COLUMN_DECIMALS))
		&& (kind != BRINE_COLUMN_VALUES || !flag) && flag != (BRINE_COLUMN_NULLS | BRINE_COLUMN_OTHERS);
}

/*
 * Reads a column of `count` cells up to its values; the caller reads a CONSTANT's value. On an error, returns the
 * reason and leaves the cursor at the fault.
 */
brine_decode_error brine_column_read(brine_cursor *in, brine_column_reader *column, uint32_t count);

/*
 * Reads a bitmap of `count` cells, with at least one bit set and one clear. On an error, returns the reason and leaves
 * the cursor at the bitmap.
 */
brine_decode_error brine_bitmap_read(
	brine_cursor *in, uint32_t count, const unsigned char **bitmap, uint32_t *unmarked);

/* Fills `count` zvals with the cells of a column that is not VALUES and marks none. */
void brine_column_fill(const brine_cursor *in, brine_column_reader *column, zval *cells, uint32_t count);

static zend_always_inline bool brine_column_reader_marks(const brine_column_reader *column, uint32_t i)
{
	return column->bitmap && brine_bit(column->bitmap, i);
}

/* The next cell's bytes as an unsigned integer. */
static zend_always_inline uint64_t brine_column_next_bytes(const brine_cursor *in, brine_column_reader *column)
{
	const unsigned char *p = column->p;
	unsigned width = column->width;
	uint64_t value = 0;

	column->p += width;
	if (EXPECTED(in->end - p >= 8)) {
		return brine_load_le(p, 8) & (UINT64_MAX >> (64 - 8 * width));
	}
	for (unsigned i = 0; i < width; i++) {
		value |= (uint64_t) p[i] << (8 * i);
	}
	return value;
}

/*
 * A cell of DECIMALS. The integer must be rounded to a double before the division, so it has to leave registers that
 * are wider (x87).
 */
static zend_always_inline double brine_decimal(uint64_t integer, double scale)
{
#if FLT_EVAL_METHOD == 0
	double rounded = (double) (int64_t) integer;
#else
	volatile double rounded = (double) (int64_t) integer;
#endif

	return rounded / scale;
}

/* Decodes the next member of a column that is not VALUES. */
static zend_always_inline void brine_column_next(const brine_cursor *in, brine_column_reader *column, zval *out)
{
	BRINE_ASSERT(column->kind != BRINE_COLUMN_VALUES);
	switch (column->kind) {
		case BRINE_COLUMN_INTEGERS:
			ZVAL_LONG(out, (zend_long) (column->start + brine_column_next_bytes(in, column)));
			break;
		case BRINE_COLUMN_CONSTANT:
			ZVAL_COPY(out, &column->constant);
			break;
		case BRINE_COLUMN_BOOLEANS:
			ZVAL_BOOL(out, brine_bit(column->p, column->next));
			column->next++;
			break;
		case BRINE_COLUMN_AFFINE:
			ZVAL_LONG(out, (zend_long) column->start);
			column->start += column->step;
			break;
		case BRINE_COLUMN_DECIMALS:
			ZVAL_DOUBLE(out, brine_decimal(column->start + brine_column_next_bytes(in, column), column->scale));
			break;
		case BRINE_COLUMN_F64:
			ZVAL_DOUBLE(out, brine_load_f64(column->p));
			column->p += 8;
			break;
		case BRINE_COLUMN_F32:
			ZVAL_DOUBLE(out, brine_load_f32(column->p));
			column->p += 4;
			break;
		default:
			/* DELTAS: the first integer is the start; each later one adds its difference. */
			if (column->next > 0) {
				column->start += column->step + brine_column_next_bytes(in, column);
			}
			column->next = 1;
			ZVAL_LONG(out, (zend_long) column->start);
			break;
	}
}

#endif
