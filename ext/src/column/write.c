/* Columns, encode: writes the bytes. Mirror image of read.c. */
#include "core/identity.h"
#include "format/numbers.h"
#include "column/column.h"
#include "column/decimals.h"

static size_t body_size(const brine_column_writer *column)
{
	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			return brine_bitmap_size(column->members);
		case BRINE_COLUMN_DELTAS:
			return (size_t) (column->members - 1) * column->width;
		default:
			return (size_t) column->members * column->width;
	}
}

size_t brine_column_size(const brine_column_writer *column)
{
	return 2 + (column->flag ? brine_bitmap_size(column->count) : 0) + 2 * BRINE_UV_MAX_SIZE + body_size(column);
}

void brine_column_put_head(brine_buffer *out, brine_column_writer *column)
{
	unsigned kind = column->kind | column->flag;
	size_t size = body_size(column);

	BRINE_ASSERT(brine_has_room(out, brine_column_size(column)));
	if (column->kind >= BRINE_COLUMN_INTEGERS) {
		kind |= column->width - 1;
	}
	column->head = brine_buffer_offset(out);
	brine_put_u8(out, kind);
	column->bitmap = brine_buffer_offset(out);
	if (column->flag) {
		/* The bits are written with the cells. */
		out->p += brine_bitmap_size(column->count);
	}
	if (column->kind == BRINE_COLUMN_DECIMALS) {
		brine_put_u8(out, column->exponent);
	}
	if (column->kind == BRINE_COLUMN_AFFINE || column->kind >= BRINE_COLUMN_INTEGERS) {
		brine_put_sv(out, column->start);
	}
	if (column->kind == BRINE_COLUMN_AFFINE || column->kind == BRINE_COLUMN_DELTAS) {
		brine_put_sv(out, column->step);
	}
	column->body = brine_buffer_offset(out);
	column->next = 0;
	if (column->kind == BRINE_COLUMN_BOOLEANS) {
		memset(out->p, 0, size);
	}
	out->p += size;
}

/* Writes exactly the bytes of the cells: other output may already follow them. With `is_plain`, no cell is wrapped. */
static zend_always_inline void put_integers(unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to,
	uint64_t base, unsigned width, bool is_plain)
{
	if (is_plain) {
		uint32_t pairs = to - (to - from) % 2;

		BRINE_EACH_TWO_STORED_CELLS(cells, from, pairs, cell, next, {
			p = brine_write_le(p, (uint64_t) Z_LVAL_P(cell) - base, width);
			p = brine_write_le(p, (uint64_t) Z_LVAL_P(next) - base, width);
		});
		from = pairs;
	}
	BRINE_EACH_STORED_CELL(
		cells, from, to, cell, p = brine_write_le(p, (uint64_t) Z_LVAL_P(brine_unwrap_unshared(cell)) - base, width));
}

static zend_always_inline void put_decimals(
	unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to, uint64_t base, double scale, unsigned width)
{
	BRINE_EACH_STORED_CELL(cells, from, to, cell,
		p = brine_write_le(
			p, (uint64_t) brine_scaled_integer(Z_DVAL_P(brine_unwrap_unshared(cell)), scale) - base, width));
}

static bool is_member(const brine_column_writer *column, zval *cell)
{
	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			return Z_TYPE_P(cell) == IS_FALSE || Z_TYPE_P(cell) == IS_TRUE;
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			return Z_TYPE_P(cell) == IS_DOUBLE;
		case BRINE_COLUMN_DECIMALS:
			return Z_TYPE_P(cell) == IS_DOUBLE
				&& (column->members == column->doubles
					|| brine_is_scaled(Z_DVAL_P(cell), brine_powers_of_ten[column->exponent]));
		case BRINE_COLUMN_CONSTANT:
			return brine_is_identical(column->pattern, cell);
		default:
			return Z_TYPE_P(cell) == IS_LONG;
	}
}

/* Shifts a bit in from the top, without a branch on its value: the last one is the highest bit of the word. */
static zend_always_inline uint64_t add_bit(uint64_t bits, bool bit)
{
	return bits >> 1 | (uint64_t) bit << 63;
}

/* Moves `count` bits added by add_bit(), at least one, to the bottom: the first is the lowest bit. */
static zend_always_inline uint64_t added_bits(uint64_t bits, uint32_t count)
{
	return bits >> (64 - count);
}

/* Bits written at once, after up to seven that are already in their first byte. */
#define BOOLEANS_AT_ONCE 56

static void put_booleans(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	for (uint32_t i = from, end; i < to; i = end) {
		unsigned char *p = out->start + column->body + column->next / 8;
		unsigned first = column->next % 8;
		uint64_t bits = 0;

		end = to - i > BOOLEANS_AT_ONCE ? i + BOOLEANS_AT_ONCE : to;
		BRINE_EACH_STORED_CELL(
			cells, i, end, cell, bits = add_bit(bits, Z_TYPE_P(brine_unwrap_unshared(cell)) == IS_TRUE));
		column->next += end - i;
		for (bits = added_bits(bits, end - i) << first; bits > 0; bits >>= 8) {
			*p++ |= (unsigned char) bits;
		}
	}
}

static zend_always_inline void put_differences(unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to,
	int64_t *previous, uint64_t step, unsigned width)
{
	uint64_t last = (uint64_t) *previous + step;

	BRINE_EACH_STORED_CELL(cells, from, to, cell, {
		uint64_t value = (uint64_t) Z_LVAL_P(brine_unwrap_unshared(cell));

		p = brine_write_le(p, value - last, width);
		last = value + step;
	});
	*previous = (int64_t) (last - step);
}

/* Writes the cells of DELTAS: the first is where they start. */
static void put_deltas(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	unsigned char *p = out->start + column->body;

	if (column->next == 0 && from < to) {
		column->previous = Z_LVAL_P(brine_cell(cells, from++));
		column->next = 1;
	}
#define PUT(width) put_differences(p, cells, from, to, &column->previous, (uint64_t) column->step, width)
	BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
	column->body += (size_t) (to - from) * column->width;
}

/* Writes cells of which none is marked. */
static void put_members(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	unsigned char *p = out->start + column->body;

	switch (column->kind) {
		case BRINE_COLUMN_INTEGERS:
#define PUT(width) put_integers(p, cells, from, to, (uint64_t) column->start, width, !column->has_wrapped)
			BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
			break;
		case BRINE_COLUMN_DECIMALS:
#define PUT(width) \
	put_decimals(p, cells, from, to, (uint64_t) column->start, brine_powers_of_ten[column->exponent], width)
			BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
			break;
		case BRINE_COLUMN_F32:
			BRINE_EACH_STORED_CELL(
				cells, from, to, cell, p = brine_write_f32(p, Z_DVAL_P(brine_unwrap_unshared(cell))));
			break;
		case BRINE_COLUMN_F64:
			BRINE_EACH_STORED_CELL(
				cells, from, to, cell, p = brine_write_f64(p, Z_DVAL_P(brine_unwrap_unshared(cell))));
			break;
		case BRINE_COLUMN_BOOLEANS:
			put_booleans(out, column, cells, from, to);
			return;
		case BRINE_COLUMN_DELTAS:
			put_deltas(out, column, cells, from, to);
			return;
		default:
			/* VALUES, CONSTANT, AFFINE: cells without bytes. */
			return;
	}
	column->body += (size_t) (to - from) * column->width;
}

/* The type of the members if the type alone identifies them, with the bits *ignored set; otherwise IS_UNDEF. */
static unsigned type_of_members(const brine_column_writer *column, unsigned *ignored)
{
	*ignored = 0;
	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			*ignored = IS_FALSE ^ IS_TRUE;
			return IS_FALSE | IS_TRUE;
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			return IS_DOUBLE;
		case BRINE_COLUMN_DECIMALS:
			return column->members == column->doubles ? IS_DOUBLE : IS_UNDEF;
		case BRINE_COLUMN_CONSTANT:
			return IS_UNDEF;
		default:
			return IS_LONG;
	}
}

/* Copies a cell to `place` and shifts in its mark, without a branch. Returns the place of the next one. */
static zend_always_inline zval *gather_member(zval *place, const zval *cell, bool is_other, uint64_t *marks)
{
	memcpy(place, cell, sizeof(*place));
	*marks = add_bit(*marks, is_other);
	return place + !is_other;
}

/*
 * Packs the members among one word's worth of cells side by side, without a branch per cell; returns the marks of the
 * others.
 */
static uint64_t gather_members(const brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to,
	zval *members, uint32_t *count)
{
	unsigned ignored, type = type_of_members(column, &ignored);
	uint64_t marks = 0;
	zval *place = members;
	uint32_t i = from;

	if (type == IS_UNDEF) {
		BRINE_EACH_STORED_CELL(cells, from, to, cell, {
			cell = brine_unwrap_unshared(cell);
			place = gather_member(place, cell, !is_member(column, cell), &marks);
		});
		i = to;
	} else if (!column->has_wrapped) {
		i = to - (to - from) % 2;
		BRINE_EACH_TWO_STORED_CELLS(cells, from, i, cell, next, {
			place = gather_member(place, cell, (Z_TYPE_P(cell) | ignored) != type, &marks);
			place = gather_member(place, next, (Z_TYPE_P(next) | ignored) != type, &marks);
		});
	}
	BRINE_EACH_STORED_CELL(cells, i, to, cell, {
		cell = brine_unwrap_unshared(cell);
		place = gather_member(place, cell, (Z_TYPE_P(cell) | ignored) != type, &marks);
	});
	*count = (uint32_t) (place - members);
	return added_bits(marks, to - from);
}

void brine_column_put_cells(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	zval members[BRINE_MARKS_AT_ONCE];
	const brine_cells side_by_side = {.first = (const char *) members, .stride = sizeof(*members)};

	BRINE_ASSERT(from % BRINE_MARKS_AT_ONCE == 0 && to <= column->count && column->body <= brine_buffer_offset(out));
	if (!column->flag) {
		put_members(out, column, cells, from, to);
		return;
	}
	for (uint32_t i = from, end; i < to; i = end) {
		uint64_t marks;
		uint32_t count;

		end = to - i > BRINE_MARKS_AT_ONCE ? i + BRINE_MARKS_AT_ONCE : to;
		marks = gather_members(column, cells, i, end, members, &count);
		brine_write_le(out->start + column->bitmap + i / 8, marks, (unsigned) brine_bitmap_size(end - i));
		put_members(out, column, &side_by_side, 0, count);
	}
}
