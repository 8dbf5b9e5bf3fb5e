/* Columns, encode: the bytes. read.c is the mirror image. */
#include "format/numbers.h"
#include "column/column.h"
#include "column/decimals.h"
#include "column/identical.h"

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
	return 1 + (column->flag ? brine_bitmap_size(column->count) : 0) + 1 + brine_sv_size(column->start)
		+ brine_sv_size(column->step) + body_size(column);
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
		memset(out->p, 0, brine_bitmap_size(column->count));
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
	if (column->kind == BRINE_COLUMN_BOOLEANS) {
		memset(out->p, 0, size);
	}
	out->p += size;
}

/* The cells are written to the byte: something may already stand behind them. */
static zend_always_inline void put_integers(
	unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to, uint64_t base, unsigned width)
{
	for (uint32_t i = from; i < to; i++, p += width) {
		brine_write_le(p, (uint64_t) Z_LVAL_P(brine_cell(cells, i)) - base, width);
	}
}

static zend_always_inline void put_decimals(
	unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to, uint64_t base, double scale, unsigned width)
{
	for (uint32_t i = from; i < to; i++, p += width) {
		brine_write_le(p, (uint64_t) brine_scaled_integer(Z_DVAL_P(brine_cell(cells, i)), scale) - base, width);
	}
}

static void put_integer(brine_buffer *out, brine_column_writer *column, int64_t value)
{
	unsigned char *p = out->start + column->body;
	uint64_t number = (uint64_t) value;

	if (column->kind == BRINE_COLUMN_AFFINE) {
		return;
	}
	if (column->kind == BRINE_COLUMN_DELTAS) {
		int64_t previous = column->previous;

		column->previous = value;
		if (column->next++ == 0) {
			return;
		}
		number -= (uint64_t) previous + (uint64_t) column->step;
	} else {
		number -= (uint64_t) column->start;
	}
#define PUT(width) brine_write_le(p, number, width)
	BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
	column->body += column->width;
}

static void put_double(brine_buffer *out, brine_column_writer *column, double value)
{
	unsigned char *p = out->start + column->body;

	if (column->kind == BRINE_COLUMN_F32) {
		brine_write_f32(p, value);
	} else {
		brine_write_f64(p, value);
	}
	column->body += column->width;
}

/* Writes a member. */
static void put_cell(brine_buffer *out, brine_column_writer *column, const zval *cell)
{
	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			out->start[column->body + column->next / 8] |=
				(unsigned char) ((Z_TYPE_P(cell) == IS_TRUE) << (column->next % 8));
			column->next++;
			break;
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			put_double(out, column, Z_DVAL_P(cell));
			break;
		case BRINE_COLUMN_DECIMALS:
			put_integer(out, column, brine_scaled_integer(Z_DVAL_P(cell), brine_powers_of_ten[column->exponent]));
			break;
		case BRINE_COLUMN_CONSTANT:
			break;
		default:
			put_integer(out, column, Z_LVAL_P(cell));
			break;
	}
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

/* Writes cells that are all members. */
static void put_members(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	unsigned char *p = out->start + column->body;

	switch (column->kind) {
		case BRINE_COLUMN_VALUES:
		case BRINE_COLUMN_CONSTANT:
		case BRINE_COLUMN_AFFINE:
			return;
		case BRINE_COLUMN_INTEGERS:
#define PUT(width) put_integers(p, cells, from, to, (uint64_t) column->start, width)
			BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
			break;
		case BRINE_COLUMN_DECIMALS:
#define PUT(width) \
	put_decimals(p, cells, from, to, (uint64_t) column->start, brine_powers_of_ten[column->exponent], width)
			BRINE_BY_WIDTH(column->width, PUT)
#undef PUT
			break;
		default:
			for (uint32_t i = from; i < to; i++) {
				put_cell(out, column, brine_cell(cells, i));
			}
			return;
	}
	column->body += (size_t) (to - from) * column->width;
}

void brine_column_put_cells(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	BRINE_ASSERT(to <= column->count && column->body <= brine_buffer_offset(out));
	if (!column->flag) {
		put_members(out, column, cells, from, to);
		return;
	}
	for (uint32_t i = from; i < to; i++) {
		uint32_t first = i;

		while (i < to && is_member(column, brine_cell(cells, i))) {
			i++;
		}
		put_members(out, column, cells, first, i);
		if (i < to) {
			out->start[column->bitmap + i / 8] |= (unsigned char) (1u << (i % 8));
		}
	}
}
