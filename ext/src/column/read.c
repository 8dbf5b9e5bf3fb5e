/*
 * Columns, decode: reads the head and checks it against the input, then fills all cells at once. Mirror image of
 * write.c.
 */
#include "format/numbers.h"
#include "column/column.h"
#include "column/decimals.h"

static brine_decode_error number_error(const brine_cursor *in)
{
	return brine_cursor_left(in) == 0 ? BRINE_ERR_TRUNCATED : BRINE_ERR_BAD_NUMBER;
}

/* Number of set bits. */
static unsigned count_bits(uint64_t bits)
{
	bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
	return (unsigned) ((bits * UINT64_C(0x0101010101010101)) >> 56);
}

brine_decode_error brine_bitmap_read(brine_cursor *in, uint32_t count, const unsigned char **bitmap, uint32_t *unmarked)
{
	size_t size = brine_bitmap_size(count);
	uint32_t marked = 0;

	if (brine_cursor_left(in) < size) {
		return BRINE_ERR_TRUNCATED;
	}
	for (size_t i = 0; i < size; i += 8) {
		uint64_t bits = 0;

		memcpy(&bits, in->p + i, size - i < 8 ? size - i : 8);
		marked += count_bits(bits);
	}
	if (marked == 0 || marked >= count || (count % 8 && in->p[size - 1] >> (count % 8))) {
		return BRINE_ERR_BAD_COLUMN;
	}
	*bitmap = in->p;
	*unmarked = count - marked;
	in->p += size;
	return BRINE_OK;
}

/* Takes the bytes of the cells from the input. */
static brine_decode_error take_body(brine_cursor *in, brine_column_reader *column, uint64_t size)
{
	if (brine_cursor_left(in) < size) {
		return BRINE_ERR_TRUNCATED;
	}
	column->p = in->p;
	in->p += size;
	return BRINE_OK;
}

static brine_decode_error read_sv(brine_cursor *in, uint64_t *value)
{
	int64_t number;

	if (!brine_get_sv(in, &number)) {
		return number_error(in);
	}
	*value = (uint64_t) number;
	return BRINE_OK;
}

/* True if start + i · step is within the range of PHP's integers for all i < count. */
static bool affine_fits(int64_t start, int64_t step, uint32_t count)
{
	uint64_t room = step >= 0 ? (uint64_t) INT64_MAX - (uint64_t) start : (uint64_t) start - (uint64_t) INT64_MIN;
	uint64_t distance = step >= 0 ? (uint64_t) step : -(uint64_t) step;
	int64_t last;

	if (distance > 0 && count - 1 > room / distance) {
		return false;
	}
	last = (int64_t) ((uint64_t) start + (count - 1) * (uint64_t) step);
	return start >= ZEND_LONG_MIN && start <= ZEND_LONG_MAX && last >= ZEND_LONG_MIN && last <= ZEND_LONG_MAX;
}

/* True if this PHP can represent the integers of a column whose body was taken; with 64-bit integers, always. */
static bool integers_fit(const brine_cursor *in, const brine_column_reader *column)
{
	brine_column_reader copy = *column;

	for (uint32_t i = 0; SIZEOF_ZEND_LONG < 8 && i < column->members; i++) {
		int64_t value;

		if (column->kind == BRINE_COLUMN_INTEGERS || i > 0) {
			value = (int64_t) (copy.start + brine_column_next_bytes(in, &copy)
				+ (column->kind == BRINE_COLUMN_DELTAS ? copy.step : 0));
		} else {
			value = (int64_t) copy.start;
		}
		if (column->kind == BRINE_COLUMN_DELTAS) {
			copy.start = (uint64_t) value;
		}
		if (value < ZEND_LONG_MIN || value > ZEND_LONG_MAX) {
			return false;
		}
	}
	return true;
}

static brine_decode_error read_affine(brine_cursor *in, brine_column_reader *column, const unsigned char *at)
{
	brine_decode_error error = read_sv(in, &column->start);

	if (error == BRINE_OK) {
		error = read_sv(in, &column->step);
	}
	if (error == BRINE_OK && !affine_fits((int64_t) column->start, (int64_t) column->step, column->members)) {
		in->p = at;
		error = BRINE_ERR_OUT_OF_RANGE;
	}
	return error;
}

/* INTEGERS, DELTAS and DECIMALS. */
static brine_decode_error read_numbers(brine_cursor *in, brine_column_reader *column, const unsigned char *at)
{
	brine_decode_error error;

	if (column->kind == BRINE_COLUMN_DECIMALS) {
		if (brine_cursor_left(in) < 1) {
			return BRINE_ERR_TRUNCATED;
		}
		if (*in->p > BRINE_DECIMALS_MAX_EXPONENT) {
			return BRINE_ERR_BAD_COLUMN;
		}
		column->scale = brine_powers_of_ten[*in->p++];
	}
	error = read_sv(in, &column->start);
	if (error == BRINE_OK && column->kind == BRINE_COLUMN_DELTAS) {
		error = read_sv(in, &column->step);
	}
	if (error == BRINE_OK) {
		error = take_body(in, column,
			(uint64_t) (column->kind == BRINE_COLUMN_DELTAS ? column->members - 1 : column->members) * column->width);
	}
	if (error == BRINE_OK && column->kind != BRINE_COLUMN_DECIMALS && !integers_fit(in, column)) {
		in->p = at;
		error = BRINE_ERR_OUT_OF_RANGE;
	}
	return error;
}

brine_decode_error brine_column_read(brine_cursor *in, brine_column_reader *column, uint32_t count)
{
	const unsigned char *at = in->p;
	unsigned kind;

	if (brine_cursor_left(in) < 1) {
		return BRINE_ERR_TRUNCATED;
	}
	*column = (brine_column_reader){.flag = *at & ~BRINE_COLUMN_KIND_MASK, .members = count};
	ZVAL_UNDEF(&column->constant);
	kind = *at & BRINE_COLUMN_KIND_MASK;
	if (kind >= BRINE_COLUMN_INTEGERS) {
		column->width = (kind & BRINE_COLUMN_WIDTH_MASK) + 1;
		kind &= ~BRINE_COLUMN_WIDTH_MASK;
	}
	column->kind = kind;
	if (!brine_column_is_known(kind, column->flag)) {
		return BRINE_ERR_BAD_COLUMN;
	}
	in->p++;
	if (column->flag) {
		brine_decode_error error = brine_bitmap_read(in, count, &column->bitmap, &column->members);

		if (error != BRINE_OK) {
			return error;
		}
	}
	switch (kind) {
		case BRINE_COLUMN_VALUES:
		case BRINE_COLUMN_CONSTANT:
			return BRINE_OK;
		case BRINE_COLUMN_BOOLEANS:
			if (brine_cursor_left(in) < brine_bitmap_size(column->members)) {
				return BRINE_ERR_TRUNCATED;
			}
			if (column->members % 8 && in->p[column->members / 8] >> (column->members % 8)) {
				return BRINE_ERR_BAD_COLUMN;
			}
			return take_body(in, column, brine_bitmap_size(column->members));
		case BRINE_COLUMN_AFFINE:
			return read_affine(in, column, at);
		case BRINE_COLUMN_F32:
			return take_body(in, column, (uint64_t) column->members * 4);
		case BRINE_COLUMN_F64:
			return take_body(in, column, (uint64_t) column->members * 8);
		default:
			return read_numbers(in, column, at);
	}
}

/*
 * Reads `count` unsigned integers of `width` bytes at p and makes zvals. Widths without a load of their own read whole
 * words, as long as `left` bytes of input allow.
 */
#define FILL(make, width) \
	do { \
		uint64_t mask = UINT64_MAX >> (64 - 8 * (width)); \
		uint32_t i = 0; \
		if ((width) & ((width) -1)) { \
			for (; i < count && left >= 8; i++, p += (width), left -= (width)) { \
				make(&cells[i], brine_load_le(p, 8) & mask); \
			} \
		} \
		for (; i < count; i++, p += (width)) { \
			make(&cells[i], brine_load_le(p, (width))); \
		} \
	} while (0)

static void fill_integers(
	zval *cells, const unsigned char *p, size_t left, uint32_t count, uint64_t base, unsigned width)
{
#define MAKE(cell, bits) ZVAL_LONG((cell), (zend_long) (base + (bits)))
#define FILL_INTEGERS(width) FILL(MAKE, width)
	BRINE_BY_WIDTH(width, FILL_INTEGERS)
#undef FILL_INTEGERS
#undef MAKE
}

static void fill_decimals(
	zval *cells, const unsigned char *p, size_t left, uint32_t count, uint64_t base, double scale, unsigned width)
{
#define MAKE(cell, bits) ZVAL_DOUBLE((cell), brine_decimal(base + (bits), scale))
#define FILL_DECIMALS(width) FILL(MAKE, width)
	BRINE_BY_WIDTH(width, FILL_DECIMALS)
#undef FILL_DECIMALS
#undef MAKE
}

void brine_column_fill(const brine_cursor *in, brine_column_reader *column, zval *cells, uint32_t count)
{
	size_t left = (size_t) (in->end - column->p);

	BRINE_ASSERT(!column->bitmap && column->kind != BRINE_COLUMN_VALUES && count == column->members);
	switch (column->kind) {
		case BRINE_COLUMN_AFFINE:
			for (uint32_t i = 0; i < count; i++) {
				ZVAL_LONG(&cells[i], (zend_long) (column->start + i * column->step));
			}
			break;
		case BRINE_COLUMN_INTEGERS:
			fill_integers(cells, column->p, left, count, column->start, column->width);
			break;
		case BRINE_COLUMN_DECIMALS:
			fill_decimals(cells, column->p, left, count, column->start, column->scale, column->width);
			break;
		case BRINE_COLUMN_F64:
			for (uint32_t i = 0; i < count; i++) {
				ZVAL_DOUBLE(&cells[i], brine_load_f64(column->p + (size_t) i * 8));
			}
			break;
		default:
			for (uint32_t i = 0; i < count; i++) {
				brine_column_next(in, column, &cells[i]);
			}
			break;
	}
}
