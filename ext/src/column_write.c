/* Columns, encode: what is known of the cells, the choice of a kind, and the bytes. column_read.c is the mirror image. */
#include "column.h"
#include "compat.h"
#include "strings.h"
#include <math.h>

/* Largest power of ten that a writer tries, and how far from 0 scaled integers may be: rounding to them is exact up to here. */
#define MAX_EXPONENT 9
#define MAX_SCALED (UINT64_C(1) << 50)

/* Adding and subtracting it rounds a double below 2^51 to an integer. */
#define ROUNDING 6755399441055744.0 /* 2^52 + 2^51 */

/* Cells from which it is guessed what is worth a look at all of them. */
#define SAMPLES 32

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

/* Computes a + b; false if the sum is out of range. */
static zend_always_inline bool add_exactly(int64_t a, int64_t b, int64_t *sum)
{
	uint64_t bits = (uint64_t) a + (uint64_t) b;

	*sum = (int64_t) bits;
	return (int64_t) (((uint64_t) a ^ bits) & ((uint64_t) b ^ bits)) >= 0;
}

static zend_always_inline void add_integer(brine_integers *integers, int64_t value)
{
	int64_t next;

	if (integers->count == 0) {
		integers->first = value;
	} else if (integers->count == 1) {
		integers->step = (int64_t) ((uint64_t) value - (uint64_t) integers->first);
		integers->affine = add_exactly(integers->first, integers->step, &next);
	} else if (integers->affine) {
		integers->affine = add_exactly(integers->last, integers->step, &next) && next == value;
	}
	integers->bits |= (uint64_t) value;
	integers->last = value;
	integers->count++;
}

void brine_column_start(brine_column_writer *column)
{
	memset(column, 0, sizeof(*column));
}

/* Cells that are looked at in one go. */
#define LANES 16

/* A cell as it is stored. */
static zend_always_inline const zval *raw_cell(const brine_cells *cells, uint32_t i)
{
	return (const zval *) (cells->bases ? cells->bases[i] + cells->offset : cells->first + i * cells->stride);
}

#ifdef BRINE_HAVE_PAIRS
/* A zval as two words: the value, and the type with what lies beside it. */
static zend_always_inline brine_pair load_pair(const zval *cell)
{
	brine_pair pair;

	memcpy(&pair, cell, sizeof(pair));
	return pair;
}
#endif

/* Zero if a block of zvals that lie side by side are integers from `value` on, each larger than the one before by `step`. */
static zend_always_inline uint64_t affine_deviation(const zval *cell, uint64_t value, uint64_t step)
{
#ifdef BRINE_HAVE_PAIRS
	brine_pair a = {value, IS_LONG}, b = {value + step, IS_LONG};
	const brine_pair difference = {step * 2, 0};
	brine_pair deviation_a = {0, 0}, deviation_b = {0, 0};

	for (const zval *end = cell + LANES; cell < end; cell += 4) {
		deviation_a |= load_pair(cell) ^ a;
		deviation_b |= load_pair(cell + 1) ^ b;
		a += difference;
		b += difference;
		deviation_a |= load_pair(cell + 2) ^ a;
		deviation_b |= load_pair(cell + 3) ^ b;
		a += difference;
		b += difference;
	}
	deviation_a |= deviation_b;
	return deviation_a[0] | (deviation_a[1] & 0xFF);
#else
	uint64_t deviation = 0;

	for (unsigned j = 0; j < LANES; j++, cell++, value += step) {
		deviation |= ((uint64_t) Z_LVAL_P(cell) ^ value) | (Z_TYPE_P(cell) ^ IS_LONG);
	}
	return deviation;
#endif
}

/* Zero if a block of zvals that lie side by side are integers, whose bits are added to *bits. */
static zend_always_inline unsigned collect_bits(const zval *cell, uint64_t *bits)
{
#ifdef BRINE_HAVE_PAIRS
	const brine_pair expected = {0, IS_LONG};
	brine_pair a = {0, 0}, b = {0, 0};

	for (unsigned j = 0; j < LANES; j += 4, cell += 4) {
		a |= (load_pair(cell) ^ expected) | (load_pair(cell + 1) ^ expected);
		b |= (load_pair(cell + 2) ^ expected) | (load_pair(cell + 3) ^ expected);
	}
	a |= b;
	*bits |= a[0];
	return a[1] & 0xFF;
#else
	unsigned other = 0;

	for (unsigned j = 0; j < LANES; j++, cell++) {
		*bits |= (uint64_t) Z_LVAL_P(cell);
		other |= Z_TYPE_P(cell) ^ IS_LONG;
	}
	return other;
#endif
}

/* Copies a block of cells side by side. */
static zend_always_inline const zval *gather(zval *block, const brine_cells *cells, uint32_t i)
{
	if (!cells->bases && cells->stride == sizeof(zval)) {
		return (const zval *) cells->first + i;
	}
	for (unsigned j = 0; j < LANES; j++) {
		ZVAL_COPY_VALUE(&block[j], raw_cell(cells, i + j));
	}
	return block;
}

/* Takes blocks of cells as long as they continue the affine sequence; returns where that ends. */
static uint32_t scan_affine(brine_integers *integers, const brine_cells *cells, uint32_t i, uint32_t to)
{
	uint64_t step = (uint64_t) integers->step;
	zval block[LANES];

	if (integers->step > INT64_MAX / LANES || integers->step < INT64_MIN / LANES) {
		return i;
	}
	for (; to - i >= LANES; i += LANES) {
		int64_t end;

		if (!add_exactly(integers->last, integers->step * LANES, &end)
			|| affine_deviation(gather(block, cells, i), (uint64_t) integers->last + step, step)) {
			break;
		}
		integers->last = end;
		integers->bits |= (uint64_t) end;
		integers->count += LANES;
	}
	return i;
}

/* Takes blocks of cells that are integers; returns where they end. */
static uint32_t scan_any_integers(brine_integers *integers, const brine_cells *cells, uint32_t i, uint32_t to)
{
	zval block[LANES];

	for (; to - i >= LANES; i += LANES) {
		uint64_t bits = 0;

		if (collect_bits(gather(block, cells, i), &bits)) {
			break;
		}
		integers->bits |= bits;
		integers->last = Z_LVAL_P(raw_cell(cells, i + LANES - 1));
		integers->count += LANES;
	}
	return i;
}

/* Takes blocks of doubles; returns where they end. */
static uint32_t scan_doubles(const brine_cells *cells, uint32_t i, uint32_t to)
{
	for (; to - i >= LANES; i += LANES) {
		unsigned other = 0;

		for (unsigned j = 0; j < LANES; j++) {
			other |= Z_TYPE_P(raw_cell(cells, i + j)) ^ IS_DOUBLE;
		}
		if (other) {
			break;
		}
	}
	return i;
}

/* Looks at the integers that follow one another from `from` on; returns where they end. */
static uint32_t scan_integers(brine_integers *integers, const brine_cells *cells, uint32_t from, uint32_t to)
{
	uint32_t i = from;

	while (i < to) {
		if (integers->count >= 2) {
			i = integers->affine ? scan_affine(integers, cells, i, to) : scan_any_integers(integers, cells, i, to);
		}
		for (uint32_t end = to - i > LANES ? i + LANES : to; i < end; i++) {
			const zval *cell = brine_cell(cells, i);

			if (Z_TYPE_P(cell) != IS_LONG) {
				return i;
			}
			add_integer(integers, Z_LVAL_P(cell));
		}
	}
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
				add_integer(&column->integers, Z_LVAL_P(cell));
				break;
			case IS_DOUBLE:
				if (!column->compared) {
					uint32_t end = scan_doubles(cells, i, to);

					column->count += end - i;
					column->doubles += end - i;
					if (end > i) {
						i = end;
						continue;
					}
				}
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

static unsigned width_of(uint64_t range)
{
	unsigned width = 1;

	while (width < 8 && range >> (8 * width)) {
		width++;
	}
	return width;
}

/* Bytes of an integer as a value of its own. */
static size_t int_size(int64_t value)
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

/* Integers among cells: the smallest and largest, and the smallest and largest difference of two that follow one another, modulo 2^64. */
typedef struct {
	uint32_t count;
	int64_t low;
	int64_t high;
	int64_t step_low;
	int64_t step_high;
	/* Bytes as values of their own. */
	size_t size;
} integer_range;

/* Looks at every `stride`-th cell that is an integer, and at the difference to the cell after it if that is one too. */
static void find_range(
	integer_range *range, const brine_column_writer *column, const brine_cells *cells, uint32_t stride)
{
	*range = (integer_range){0, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN, 0};
	for (uint32_t i = 0; i < column->count; i += stride) {
		const zval *cell = brine_cell(cells, i), *next;
		int64_t value, step;

		if (Z_TYPE_P(cell) != IS_LONG) {
			continue;
		}
		value = Z_LVAL_P(cell);
		range->count++;
		range->low = value < range->low ? value : range->low;
		range->high = value > range->high ? value : range->high;
		range->size += int_size(value);
		if (i + 1 < column->count && Z_TYPE_P(next = brine_cell(cells, i + 1)) == IS_LONG) {
			step = (int64_t) ((uint64_t) Z_LVAL_P(next) - (uint64_t) value);
			range->step_low = step < range->step_low ? step : range->step_low;
			range->step_high = step > range->step_high ? step : range->step_high;
		}
	}
}

static void find_smallest(brine_column_writer *column, const brine_cells *cells, int64_t *low, int64_t *high)
{
	*low = *high = column->integers.first;
	for (uint32_t i = 0; i < column->count; i++) {
		const zval *cell = brine_cell(cells, i);

		if (EXPECTED(Z_TYPE_P(cell) == IS_LONG)) {
			*low = Z_LVAL_P(cell) < *low ? Z_LVAL_P(cell) : *low;
			*high = Z_LVAL_P(cell) > *high ? Z_LVAL_P(cell) : *high;
		}
	}
}

/* The smallest and largest difference of two integers that follow one another, other cells passed over. */
static void find_steps(const brine_column_writer *column, const brine_cells *cells, int64_t *low, int64_t *high)
{
	uint64_t last = (uint64_t) column->integers.first;
	bool first = true;

	*low = INT64_MAX;
	*high = INT64_MIN;
	for (uint32_t i = 0; i < column->count; i++) {
		const zval *cell = brine_cell(cells, i);
		int64_t step;

		if (UNEXPECTED(Z_TYPE_P(cell) != IS_LONG)) {
			continue;
		}
		step = (int64_t) ((uint64_t) Z_LVAL_P(cell) - last);
		last = (uint64_t) Z_LVAL_P(cell);
		if (!first) {
			*low = step < *low ? step : *low;
			*high = step > *high ? step : *high;
		}
		first = false;
	}
}

static uint32_t sample_stride(const brine_column_writer *column)
{
	return column->count / SAMPLES + 1;
}

bool brine_column_is_monotonic(const brine_column_writer *column, const brine_cells *cells)
{
	const brine_integers *integers = &column->integers;
	integer_range sample;
	int64_t low, high;

	if (integers->count != column->count || integers->count < 2) {
		return false;
	}
	if (integers->affine) {
		return integers->step != 0;
	}
	find_range(&sample, column, cells, sample_stride(column));
	/* Differences of numbers of one sign cannot go around. */
	if ((sample.step_low <= 0 && sample.step_high >= 0) || (int64_t) integers->bits < 0) {
		return false;
	}
	find_steps(column, cells, &low, &high);
	return low > 0 || high < 0;
}

static unsigned range_width(int64_t low, int64_t high)
{
	return width_of((uint64_t) high - (uint64_t) low);
}

static bool choose_integers(brine_column_writer *column, const brine_cells *cells)
{
	const brine_integers *integers = &column->integers;
	bool negative = (int64_t) integers->bits < 0;
	integer_range sample;
	int64_t low, high;

	column->members = integers->count;
	if (integers->affine && integers->count > 1) {
		column->kind = BRINE_COLUMN_AFFINE;
		column->width = 0;
		column->start = integers->first;
		column->step = integers->step;
		return true;
	}
	find_range(&sample, column, cells, sample_stride(column));
	column->kind = BRINE_COLUMN_INTEGERS;
	column->start = 0;
	column->width = width_of(integers->bits);
	if (negative || range_width(sample.low, sample.high) < column->width) {
		find_smallest(column, cells, &low, &high);
		if (negative || range_width(low, high) < column->width) {
			column->width = range_width(low, high);
			column->start = low;
		}
	}
	if (sample.step_low <= sample.step_high && range_width(sample.step_low, sample.step_high) < column->width) {
		find_steps(column, cells, &low, &high);
		if (range_width(low, high) < column->width) {
			column->kind = BRINE_COLUMN_DELTAS;
			column->width = range_width(low, high);
			column->start = integers->first;
			column->step = low;
		}
	}
	return column->width < 2 || sample.size >= (size_t) sample.count * column->width;
}

/* The integer nearest to a scaled double below 2^51: the low bits of the sum, in which it stands at the end. */
static zend_always_inline int64_t scaled_integer(double value, double scale)
{
	return (int64_t) (bits_of(value * scale + ROUNDING) - bits_of(ROUNDING));
}

/* Zero for a double that is an integer within the limits divided by `scale`, bit for bit. */
static zend_always_inline uint64_t scaling_error(double value, double scale)
{
	double sum = value * scale + ROUNDING;
	uint64_t integer = bits_of(sum) - bits_of(ROUNDING);

	return (bits_of((sum - ROUNDING) / scale) ^ bits_of(value)) | ((integer + MAX_SCALED) & ~(2 * MAX_SCALED - 1));
}

static zend_always_inline bool is_scaled(double value, double scale)
{
	return scaling_error(value, scale) == 0;
}

/* The smallest exponent with which a double is a scaled integer; MAX_EXPONENT + 1 if there is none. */
static unsigned exponent_of(double value)
{
	unsigned largest = MAX_EXPONENT;

	while (largest > 0 && !(fabs(value * powers_of_ten[largest]) < (double) MAX_SCALED)) {
		largest--;
	}
	/* What is no scaled integer with the largest exponent is none with a smaller one. */
	if (!is_scaled(value, powers_of_ten[largest])) {
		return MAX_EXPONENT + 1;
	}
	for (unsigned exponent = 0; exponent < largest; exponent++) {
		if (is_scaled(value, powers_of_ten[exponent])) {
			return exponent;
		}
	}
	return largest;
}

/* The smallest exponent that is enough for seven eighths of a sample of the doubles; MAX_EXPONENT + 1 if there is none. */
static unsigned guess_exponent(const brine_column_writer *column, const brine_cells *cells)
{
	uint32_t samples[MAX_EXPONENT + 2] = {0};
	uint32_t step = column->count / SAMPLES + 1;
	uint32_t taken = 0, enough = 0;

	for (uint32_t i = 0; i < column->count; i += step) {
		const zval *cell = brine_cell(cells, i);

		if (EXPECTED(Z_TYPE_P(cell) == IS_DOUBLE)) {
			samples[exponent_of(Z_DVAL_P(cell))]++;
			taken++;
		}
		if (samples[MAX_EXPONENT + 1] > 2 + SAMPLES / 8) {
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

/* Looks at a block of doubles; false if not all are scaled integers, whose bits are added to *bits. */
static bool try_block(const double *values, double scale, uint64_t *bits)
{
	uint64_t error = 0, seen = 0;

	for (unsigned j = 0; j < LANES; j++) {
		error |= scaling_error(values[j], scale);
		seen |= (uint64_t) scaled_integer(values[j], scale);
	}
	if (error) {
		return false;
	}
	*bits |= seen;
	return true;
}

/* The smallest and largest scaled integer of every `stride`-th cell. */
static void find_scaled_range(
	const brine_column_writer *column, const brine_cells *cells, uint32_t stride, int64_t *low, int64_t *high)
{
	double scale = powers_of_ten[column->exponent];
	bool all = column->members == column->doubles;

	*low = INT64_MAX;
	*high = INT64_MIN;
	for (uint32_t i = 0; i < column->count; i += stride) {
		const zval *cell = brine_cell(cells, i);

		if (Z_TYPE_P(cell) == IS_DOUBLE && (all || is_scaled(Z_DVAL_P(cell), scale))) {
			int64_t integer = scaled_integer(Z_DVAL_P(cell), scale);

			*low = integer < *low ? integer : *low;
			*high = integer > *high ? integer : *high;
		}
	}
}

/* Looks at all doubles with one exponent; false if more than an eighth of them are no scaled integers. */
static bool try_exponent(brine_column_writer *column, const brine_cells *cells, unsigned exponent)
{
	double scale = powers_of_ten[exponent];
	uint64_t bits = 0;
	uint32_t misses = 0;
	double block[LANES];
	int64_t low, high;

	for (uint32_t i = 0; i < column->count;) {
		uint32_t end = column->count - i > LANES ? i + LANES : column->count;
		unsigned other = 0;

		if (EXPECTED(end - i == LANES)) {
			for (unsigned j = 0; j < LANES; j++) {
				const zval *cell = raw_cell(cells, i + j);

				block[j] = Z_DVAL_P(cell);
				other |= Z_TYPE_P(cell) ^ IS_DOUBLE;
			}
			if (EXPECTED(!other && try_block(block, scale, &bits))) {
				i = end;
				continue;
			}
		}
		for (; i < end; i++) {
			const zval *cell = brine_cell(cells, i);

			if (Z_TYPE_P(cell) != IS_DOUBLE) {
				continue;
			}
			if (is_scaled(Z_DVAL_P(cell), scale)) {
				bits |= (uint64_t) scaled_integer(Z_DVAL_P(cell), scale);
			} else if (++misses > column->doubles / 8) {
				return false;
			}
		}
	}
	column->exponent = exponent;
	column->members = column->doubles - misses;
	column->start = 0;
	column->width = width_of(bits);
	if (column->members == 0) {
		return false;
	}
	find_scaled_range(column, cells, sample_stride(column), &low, &high);
	if ((int64_t) bits < 0 || (low <= high && range_width(low, high) < column->width)) {
		find_scaled_range(column, cells, 1, &low, &high);
		if ((int64_t) bits < 0 || range_width(low, high) < column->width) {
			column->start = low;
			column->width = range_width(low, high);
		}
	}
	return true;
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
		put_bytes(p, (uint64_t) scaled_integer(Z_DVAL_P(brine_cell(cells, i)), scale) - base, width);
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
			put_integer(out, column, scaled_integer(Z_DVAL_P(cell), powers_of_ten[column->exponent]));
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
				&& (column->members == column->doubles || is_scaled(Z_DVAL_P(cell), powers_of_ten[column->exponent]));
		case BRINE_COLUMN_CONSTANT:
			return is_identical(column->sample, cell);
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

void brine_column_put_cells(
	brine_buffer *out, brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
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
