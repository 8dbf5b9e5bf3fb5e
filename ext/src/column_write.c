/* Columns, encode: what is known of the cells, the choice of a kind, and the bytes. column_read.c is the mirror image. */
#include "column.h"
#include "strings.h"

/* Largest power of ten that a writer tries, and how far from 0 scaled integers may be: rounding to them is exact up to here. */
#define MAX_EXPONENT 9
#define MAX_SCALED 1125899906842624.0 /* 2^50 */

/* Adding and subtracting it rounds a double below 2^51 to an integer. */
#define ROUNDING 6755399441055744.0 /* 2^52 + 2^51 */

/* Doubles from which the exponent is guessed. */
#define DECIMAL_SAMPLES 32

/* An array with more elements, at all depths, is not compared with others. */
#define MAX_COMPARED_ELEMENTS 32

static const double powers_of_ten[MAX_EXPONENT + 1] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

static zend_always_inline uint64_t bits_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static size_t uv_size(uint64_t value)
{
	return value < BRINE_UV_2 ? 1 : value < BRINE_UV_3 ? 2 : value < BRINE_UV_5 ? 3 : value <= UINT32_MAX ? 5 : 9;
}

static size_t sv_size(int64_t value)
{
	return uv_size(((uint64_t) value << 1) ^ (value < 0 ? UINT64_MAX : 0));
}

static zval *plain(zval *value)
{
	return Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1 ? Z_REFVAL_P(value) : value;
}

/* True if there is neither object nor PHP reference in a value, and no more elements than *budget, which is reduced by them. */
static bool is_comparable(zval *value, uint32_t *budget)
{
	zval *element;

	if (Z_TYPE_P(value) != IS_ARRAY) {
		return Z_TYPE_P(value) < IS_ARRAY;
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(value)) > *budget) {
		return false;
	}
	*budget -= zend_hash_num_elements(Z_ARRVAL_P(value));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (!is_comparable(plain(element), budget)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool is_identical(zval *a, zval *b);

static bool arrays_identical(HashTable *a, HashTable *b)
{
	uint32_t position = 0;
	zend_ulong h;
	zend_string *key;
	zval *value;

	if (a == b) {
		return true;
	}
	if (zend_hash_num_elements(a) != zend_hash_num_elements(b)) {
		return false;
	}
	ZEND_HASH_FOREACH_KEY_VAL(a, h, key, value) {
		zend_ulong other_h = position;
		zend_string *other_key = NULL;
		zval *other;

		if (HT_IS_PACKED(b)) {
			while (Z_TYPE(b->arPacked[position]) == IS_UNDEF) {
				position++;
			}
			other_h = position;
			other = &b->arPacked[position++];
		} else {
			while (Z_TYPE(b->arData[position].val) == IS_UNDEF) {
				position++;
			}
			other_h = b->arData[position].h;
			other_key = b->arData[position].key;
			other = &b->arData[position++].val;
		}
		if (h != other_h || !key != !other_key
			|| (key && key != other_key && !zend_string_equal_content(key, other_key))
			|| !is_identical(plain(value), plain(other))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* True if two values, of which a is comparable, are the same in type, order, keys and bits. */
static zend_always_inline bool is_identical_inline(zval *a, zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	switch (Z_TYPE_P(a)) {
		case IS_LONG:
			return Z_LVAL_P(a) == Z_LVAL_P(b);
		case IS_DOUBLE:
			return bits_of(Z_DVAL_P(a)) == bits_of(Z_DVAL_P(b));
		case IS_STRING:
			return Z_STR_P(a) == Z_STR_P(b)
				|| (Z_STRLEN_P(a) == Z_STRLEN_P(b) && memcmp(Z_STRVAL_P(a), Z_STRVAL_P(b), Z_STRLEN_P(a)) == 0);
		case IS_ARRAY:
			return arrays_identical(Z_ARRVAL_P(a), Z_ARRVAL_P(b));
		default:
			return Z_TYPE_P(a) < IS_LONG;
	}
}

static bool is_identical(zval *a, zval *b)
{
	return is_identical_inline(a, b);
}

static zend_always_inline void integers_add(brine_integers *integers, int64_t value)
{
	if (EXPECTED(integers->count > 0)) {
		int64_t step = (int64_t) ((uint64_t) value - (uint64_t) integers->last);

		integers->low = value < integers->low ? value : integers->low;
		integers->high = value > integers->high ? value : integers->high;
		if (EXPECTED(integers->count > 1)) {
			integers->step_low = step < integers->step_low ? step : integers->step_low;
			integers->step_high = step > integers->step_high ? step : integers->step_high;
		} else {
			integers->step_low = integers->step_high = step;
		}
	} else {
		integers->first = integers->low = integers->high = value;
	}
	integers->last = value;
	integers->count++;
}

void brine_integers_add(brine_integers *integers, int64_t value)
{
	integers_add(integers, value);
}

void brine_column_start(brine_column_writer *column)
{
	memset(column, 0, sizeof(*column));
}

/* Looks at the integers that follow one another from `from` on; returns where they end. */
static uint32_t scan_integers(brine_integers *integers, const brine_cells *cells, uint32_t from, uint32_t to)
{
	brine_integers seen = *integers;
	uint32_t i = from;

	if (seen.count < 2) {
		for (; i < to && seen.count < 2 && Z_TYPE_P(brine_cell(cells, i)) == IS_LONG; i++) {
			integers_add(&seen, Z_LVAL_P(brine_cell(cells, i)));
		}
		if (seen.count < 2) {
			*integers = seen;
			return i;
		}
	}
	for (; i < to; i++) {
		const zval *cell = brine_cell(cells, i);
		int64_t value, step;

		if (Z_TYPE_P(cell) != IS_LONG) {
			break;
		}
		value = Z_LVAL_P(cell);
		step = (int64_t) ((uint64_t) value - (uint64_t) seen.last);
		seen.low = value < seen.low ? value : seen.low;
		seen.high = value > seen.high ? value : seen.high;
		seen.step_low = step < seen.step_low ? step : seen.step_low;
		seen.step_high = step > seen.step_high ? step : seen.step_high;
		seen.last = value;
		seen.count++;
	}
	*integers = seen;
	return i;
}

/* Compares a cell with the sample, until too many have differed from it. */
static zend_always_inline void compare_with_sample(brine_column_writer *column, zval *cell)
{
	if (is_identical_inline(column->sample, cell)) {
		column->equal++;
	} else if (column->count - column->nulls - column->equal > 4 + column->count / 8) {
		column->compared = false;
	}
}

static void take_sample(brine_column_writer *column, zval *cell)
{
	uint32_t budget = MAX_COMPARED_ELEMENTS;

	column->sample = cell;
	column->compared = is_comparable(cell, &budget);
	column->equal = column->compared;
}

void brine_column_scan(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to;) {
		zval *cell = brine_cell(cells, i);

		if (UNEXPECTED(!column->sample)) {
			if (Z_TYPE_P(cell) != IS_NULL) {
				take_sample(column, cell);
			}
		} else if (column->compared) {
			compare_with_sample(column, cell);
		}
		switch (Z_TYPE_P(cell)) {
			case IS_LONG:
				if (!column->compared) {
					uint32_t end = scan_integers(&column->integers, cells, i, to);

					column->count += end - i;
					i = end;
					continue;
				}
				integers_add(&column->integers, Z_LVAL_P(cell));
				break;
			case IS_DOUBLE:
				column->doubles++;
				break;
			case IS_NULL:
				column->nulls++;
				break;
			case IS_FALSE:
			case IS_TRUE:
				column->booleans++;
				break;
			default:
				break;
		}
		column->count++;
		i++;
	}
}

bool brine_column_is_monotonic(const brine_column_writer *column)
{
	const brine_integers *integers = &column->integers;

	if (integers->count != column->count || integers->count < 2) {
		return false;
	}
	/* Differences of numbers of one sign cannot overflow. */
	return ((integers->low < 0) == (integers->high < 0)) && (integers->step_low > 0 || integers->step_high < 0);
}

static unsigned width_of(uint64_t range)
{
	unsigned width = 1;

	while (width < 8 && range >> (8 * width)) {
		width++;
	}
	return width;
}

/* True if start + i · step is within the signed 64-bit range for all i < count. */
static bool affine_fits(int64_t start, int64_t step, uint32_t count)
{
	uint64_t room = step >= 0 ? (uint64_t) INT64_MAX - (uint64_t) start : (uint64_t) start - (uint64_t) INT64_MIN;
	uint64_t distance = step >= 0 ? (uint64_t) step : -(uint64_t) step;

	return distance == 0 || count - 1 <= room / distance;
}

void brine_integers_choose(brine_column_writer *column, const brine_integers *integers)
{
	unsigned width = width_of((uint64_t) integers->high - (uint64_t) integers->low);
	unsigned step_width = width_of((uint64_t) integers->step_high - (uint64_t) integers->step_low);

	column->members = integers->count;
	if (integers->step_low == integers->step_high && integers->count > 1
		&& affine_fits(integers->first, integers->step_low, integers->count)) {
		column->kind = BRINE_COLUMN_AFFINE;
		column->width = 0;
		column->start = integers->first;
		column->step = integers->step_low;
	} else if (step_width < width && integers->count > 1) {
		column->kind = BRINE_COLUMN_DELTAS;
		column->width = step_width;
		column->start = integers->first;
		column->step = integers->step_low;
	} else {
		column->kind = BRINE_COLUMN_INTEGERS;
		column->width = width;
		column->start = integers->low;
	}
}

/* Bytes of an integer as a value of its own. */
static zend_always_inline size_t int_size(int64_t value)
{
	if (value >= 0) {
		return value < BRINE_SMALL_INT_COUNT ? 1
			: value <= UINT8_MAX             ? 2
			: value <= UINT16_MAX            ? 3
			: value <= UINT32_MAX            ? 5
											 : 9;
	}
	return value >= INT8_MIN ? 2 : value >= INT16_MIN ? 3 : value >= INT32_MIN ? 5 : 9;
}

/* True if the column's integers, one by one, take at least `size` bytes. */
static bool integers_take_at_least(const brine_column_writer *column, const brine_cells *cells, size_t size)
{
	size_t sum = 0;

	for (uint32_t i = 0; i < column->count && sum < size; i++) {
		const zval *cell = brine_cell(cells, i);

		if (EXPECTED(Z_TYPE_P(cell) == IS_LONG)) {
			sum += int_size(Z_LVAL_P(cell));
		}
	}
	return sum >= size;
}

static bool choose_integers(brine_column_writer *column, const brine_cells *cells)
{
	brine_integers_choose(column, &column->integers);
	/* One byte is never more than a value of its own. */
	return column->width < 2 || integers_take_at_least(column, cells, (size_t) column->members * column->width);
}

/* True if a double is an integer divided by `scale`, bit for bit. */
static zend_always_inline bool is_scaled(double value, double scale, double *integer)
{
	double scaled = value * scale;
	double rounded = (scaled + ROUNDING) - ROUNDING;

	*integer = rounded;
	return scaled < MAX_SCALED && scaled > -MAX_SCALED && bits_of(rounded / scale) == bits_of(value);
}

/* The smallest exponent with which a double is a scaled integer; MAX_EXPONENT + 1 if there is none. */
static unsigned exponent_of(double value)
{
	unsigned largest = MAX_EXPONENT;
	double integer;

	while (
		largest > 0 && !(value * powers_of_ten[largest] < MAX_SCALED && value * powers_of_ten[largest] > -MAX_SCALED)) {
		largest--;
	}
	/* What is no scaled integer with the largest exponent is none with a smaller one. */
	if (!is_scaled(value, powers_of_ten[largest], &integer)) {
		return MAX_EXPONENT + 1;
	}
	for (unsigned exponent = 0; exponent < largest; exponent++) {
		if (is_scaled(value, powers_of_ten[exponent], &integer)) {
			return exponent;
		}
	}
	return largest;
}

/* The smallest exponent that is enough for seven eighths of a sample of the doubles; MAX_EXPONENT + 1 if there is none. */
static unsigned guess_exponent(const brine_column_writer *column, const brine_cells *cells)
{
	uint32_t samples[MAX_EXPONENT + 2] = {0};
	uint32_t step = column->count / DECIMAL_SAMPLES + 1;
	uint32_t taken = 0, enough = 0;

	for (uint32_t i = 0; i < column->count; i += step) {
		const zval *cell = brine_cell(cells, i);

		if (EXPECTED(Z_TYPE_P(cell) == IS_DOUBLE)) {
			samples[exponent_of(Z_DVAL_P(cell))]++;
			taken++;
		}
		if (samples[MAX_EXPONENT + 1] > 2 + DECIMAL_SAMPLES / 8) {
			return MAX_EXPONENT + 1;
		}
	}
	for (unsigned exponent = 0; exponent <= MAX_EXPONENT; exponent++) {
		enough += samples[exponent];
		if (enough >= taken - taken / 8) {
			return exponent;
		}
	}
	return MAX_EXPONENT + 1;
}

/* Looks at all doubles with one exponent; false if more than an eighth of them are no scaled integers. */
static bool try_exponent(brine_column_writer *column, const brine_cells *cells, unsigned exponent)
{
	double scale = powers_of_ten[exponent];
	double low = MAX_SCALED, high = -MAX_SCALED;
	uint32_t misses = 0;

	for (uint32_t i = 0; i < column->count; i++) {
		const zval *cell = brine_cell(cells, i);
		double integer;

		if (UNEXPECTED(Z_TYPE_P(cell) != IS_DOUBLE)) {
			continue;
		}
		if (EXPECTED(is_scaled(Z_DVAL_P(cell), scale, &integer))) {
			low = integer < low ? integer : low;
			high = integer > high ? integer : high;
		} else if (++misses > column->doubles / 8) {
			return false;
		}
	}
	column->exponent = exponent;
	column->members = column->doubles - misses;
	column->start = (int64_t) low;
	column->width = width_of((uint64_t) ((int64_t) high - (int64_t) low));
	return column->members > 0;
}

static uint32_t count_narrow(const brine_column_writer *column, const brine_cells *cells)
{
	uint32_t narrow = 0;

	for (uint32_t i = 0; i < column->count; i++) {
		const zval *cell = brine_cell(cells, i);

		narrow += Z_TYPE_P(cell) == IS_DOUBLE && brine_fits_f32(Z_DVAL_P(cell));
	}
	return narrow;
}

/* Finds an exponent with which the doubles, but for a few, are scaled integers. */
static bool choose_exponent(brine_column_writer *column, const brine_cells *cells)
{
	for (unsigned exponent = guess_exponent(column, cells); exponent <= MAX_EXPONENT; exponent++) {
		if (try_exponent(column, cells, exponent)) {
			return true;
		}
	}
	return false;
}

static bool choose_doubles(brine_column_writer *column, const brine_cells *cells)
{
	bool scaled = choose_exponent(column, cells);
	size_t scaled_size = (size_t) column->members * column->width + (size_t) (column->doubles - column->members) * 9;
	uint32_t narrow;
	unsigned width;

	if (scaled && column->width < 4 && column->members == column->doubles) {
		column->kind = BRINE_COLUMN_DECIMALS;
		return true;
	}
	narrow = count_narrow(column, cells);
	width = narrow == column->doubles ? 4 : 8;
	if (scaled && scaled_size < (size_t) column->doubles * width) {
		column->kind = BRINE_COLUMN_DECIMALS;
		return true;
	}
	column->members = column->doubles;
	column->kind = width == 4 ? BRINE_COLUMN_F32 : BRINE_COLUMN_F64;
	column->width = width;
	/* Doubles of 4 bytes among others of 8 can be smaller one by one. */
	return width == 4 || (size_t) narrow * 3 <= column->doubles - narrow;
}

/* Chooses CONSTANT where all, or nearly all cells but nulls are equal. */
static bool choose_constant(brine_column_writer *column, bool nearly)
{
	uint32_t rest = column->count - column->nulls - column->equal;

	if (column->nulls == column->count) {
		column->members = column->count;
	} else if (column->compared && rest == 0) {
		column->members = column->equal;
		column->flag = column->nulls ? BRINE_COLUMN_NULLS : 0;
	} else if (nearly && column->compared && column->count - column->equal <= column->count / 8) {
		column->members = column->equal;
		column->flag = BRINE_COLUMN_OTHERS;
	} else {
		return false;
	}
	column->kind = BRINE_COLUMN_CONSTANT;
	column->width = 0;
	return true;
}

bool brine_column_choose(brine_column_writer *column, const brine_cells *cells)
{
	uint32_t most;
	bool chosen;

	column->flag = 0;
	if (choose_constant(column, false)) {
		return true;
	}
	most = MAX(column->integers.count, MAX(column->doubles, column->booleans));
	if (most > 0 && (column->count - most == column->nulls || column->count - most <= column->count / 4)) {
		if (most == column->integers.count) {
			chosen = choose_integers(column, cells);
		} else if (most == column->doubles) {
			chosen = choose_doubles(column, cells);
		} else {
			column->kind = BRINE_COLUMN_BOOLEANS;
			column->width = 0;
			column->members = most;
			chosen = true;
		}
		if (chosen && column->members < column->count) {
			column->flag = column->count - column->members == column->nulls ? BRINE_COLUMN_NULLS : BRINE_COLUMN_OTHERS;
		}
		if (chosen && (column->width < 2 || column->equal < column->count - column->count / 8)) {
			return true;
		}
	}
	if (choose_constant(column, true)) {
		return true;
	}
	column->kind = BRINE_COLUMN_VALUES;
	column->flag = 0;
	column->width = 0;
	return false;
}

static size_t bitmap_size(uint32_t count)
{
	return ((size_t) count + 7) / 8;
}

static size_t body_size(const brine_column_writer *column)
{
	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			return bitmap_size(column->members);
		case BRINE_COLUMN_DELTAS:
			return (size_t) (column->members - 1) * column->width;
		default:
			return (size_t) column->members * column->width;
	}
}

size_t brine_column_size(const brine_column_writer *column)
{
	return 1 + (column->flag ? bitmap_size(column->count) : 0) + 1 + sv_size(column->start) + sv_size(column->step)
		+ body_size(column);
}

void brine_column_put_head(brine_buffer *out, brine_column_writer *column)
{
	unsigned kind = column->kind | column->flag;
	size_t size = body_size(column);

	if (column->kind >= BRINE_COLUMN_INTEGERS) {
		kind |= column->width - 1;
	}
	column->head = brine_buffer_offset(out);
	brine_put_u8(out, kind);
	column->bitmap = brine_buffer_offset(out);
	if (column->flag) {
		memset(out->p, 0, bitmap_size(column->count));
		out->p += bitmap_size(column->count);
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

/* Writes the low bytes of an integer, and no byte more: something may already stand behind them. */
static zend_always_inline void put_bytes(unsigned char *p, uint64_t value, unsigned width)
{
#ifdef WORDS_BIGENDIAN
	for (unsigned i = 0; i < width; i++) {
		p[i] = (unsigned char) (value >> (8 * i));
	}
#else
	memcpy(p, &value, width);
#endif
}

static zend_always_inline void put_integers(
	unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to, uint64_t base, unsigned width)
{
	for (uint32_t i = from; i < to; i++, p += width) {
		put_bytes(p, (uint64_t) Z_LVAL_P(brine_cell(cells, i)) - base, width);
	}
}

static zend_always_inline void put_decimals(
	unsigned char *p, const brine_cells *cells, uint32_t from, uint32_t to, uint64_t base, double scale, unsigned width)
{
	for (uint32_t i = from; i < to; i++, p += width) {
		double rounded = (Z_DVAL_P(brine_cell(cells, i)) * scale + ROUNDING) - ROUNDING;

		put_bytes(p, (uint64_t) (int64_t) rounded - base, width);
	}
}

/* One loop for each width, in which it is a constant. */
#define BY_WIDTH(width, statement) \
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

void brine_column_put_integer(brine_buffer *out, brine_column_writer *column, int64_t value)
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
#define PUT(width) put_bytes(p, number, width)
	BY_WIDTH(column->width, PUT)
#undef PUT
	column->body += column->width;
}

static void put_double(brine_buffer *out, brine_column_writer *column, double value)
{
	unsigned char *p = out->start + column->body;

	if (column->kind == BRINE_COLUMN_F32) {
		float narrow = (float) value;
		uint32_t bits;

		memcpy(&bits, &narrow, sizeof(bits));
		put_bytes(p, bits, 4);
	} else {
		put_bytes(p, bits_of(value), 8);
	}
	column->body += column->width;
}

/* Writes a member. */
static void put_cell(brine_buffer *out, brine_column_writer *column, const zval *cell)
{
	double integer;

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
			is_scaled(Z_DVAL_P(cell), powers_of_ten[column->exponent], &integer);
			brine_column_put_integer(out, column, (int64_t) integer);
			break;
		case BRINE_COLUMN_CONSTANT:
			break;
		default:
			brine_column_put_integer(out, column, Z_LVAL_P(cell));
			break;
	}
}

static bool is_member(const brine_column_writer *column, zval *cell)
{
	double integer;

	switch (column->kind) {
		case BRINE_COLUMN_BOOLEANS:
			return Z_TYPE_P(cell) == IS_FALSE || Z_TYPE_P(cell) == IS_TRUE;
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			return Z_TYPE_P(cell) == IS_DOUBLE;
		case BRINE_COLUMN_DECIMALS:
			return Z_TYPE_P(cell) == IS_DOUBLE && is_scaled(Z_DVAL_P(cell), powers_of_ten[column->exponent], &integer);
		case BRINE_COLUMN_CONSTANT:
			return is_identical(column->sample, cell);
		default:
			return Z_TYPE_P(cell) == IS_LONG;
	}
}

void brine_column_put_cells(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	unsigned char *p = out->start + column->body;

	if (column->flag) {
		for (uint32_t i = from; i < to; i++) {
			zval *cell = brine_cell(cells, i);

			if (is_member(column, cell)) {
				put_cell(out, column, cell);
			} else {
				out->start[column->bitmap + i / 8] |= (unsigned char) (1u << (i % 8));
			}
		}
		return;
	}
	switch (column->kind) {
		case BRINE_COLUMN_VALUES:
		case BRINE_COLUMN_CONSTANT:
		case BRINE_COLUMN_AFFINE:
			return;
		case BRINE_COLUMN_INTEGERS:
#define PUT(width) put_integers(p, cells, from, to, (uint64_t) column->start, width)
			BY_WIDTH(column->width, PUT)
#undef PUT
			break;
		case BRINE_COLUMN_DECIMALS:
#define PUT(width) put_decimals(p, cells, from, to, (uint64_t) column->start, powers_of_ten[column->exponent], width)
			BY_WIDTH(column->width, PUT)
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
