/*
 * Chooses the cheapest kind for a column: constant, sequence, integers, differences, decimals, floats, booleans or plain values. Runs and tables call
 * it after scan.c has counted the cells. The one idea: sample 32 cells, and scan all only for a kind that the sample favours.
 */
#include "column/column.h"
#include "column/decimals.h"
#include <math.h>

/* Sampled cells: they decide whether a full scan is worthwhile. */
#define SAMPLES 32

static zend_always_inline unsigned width_of(uint64_t range)
{
	return 8 - brine_leading_zeros(range | 1) / 8;
}

/* Bytes of a tagged integer, by its bit length. The sign counts as one bit, and negative integers have no small form. */
static zend_always_inline size_t int_size(int64_t value)
{
	static const unsigned char sizes[65] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5,
		5, 5, 5, 5, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
		9, 9, 9};
	uint64_t magnitude = value < 0 ? ~(uint64_t) value << 1 | BRINE_SMALL_INT_COUNT : (uint64_t) value;

	return sizes[64 - brine_leading_zeros(magnitude | 1)];
}

/* Packs the integers among the cells into `values`, without a branch per cell; returns their number. */
static zend_always_inline uint32_t gather_integers(
	int64_t *values, const brine_cells *cells, uint32_t from, uint32_t to)
{
	uint32_t count = 0;

	BRINE_EACH_STORED_CELL(cells, from, to, cell, {
		cell = brine_unwrap_unshared(cell);
		values[count] = (int64_t) Z_LVAL_P(cell);
		count += Z_TYPE_P(cell) == IS_LONG;
	});
	return count;
}

/* Range of the integers, and of the differences between consecutive ones, modulo 2^64. */
typedef struct {
	int64_t low;
	int64_t high;
	int64_t step_low;
	int64_t step_high;
} integer_range;

#define EMPTY_RANGE ((integer_range){INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN})

static zend_always_inline void add_value(integer_range *range, int64_t value)
{
	range->low = value < range->low ? value : range->low;
	range->high = value > range->high ? value : range->high;
}

static zend_always_inline void add_step(integer_range *range, int64_t from, int64_t to)
{
	int64_t step = (int64_t) ((uint64_t) to - (uint64_t) from);

	range->step_low = step < range->step_low ? step : range->step_low;
	range->step_high = step > range->step_high ? step : range->step_high;
}

/*
 * Range of the differences between consecutive integers, at least one; with `with_values` also of the integers. Skips other cells. `block` is scratch
 * space: afterwards it holds all integers if the column has at most SAMPLES cells.
 */
static zend_always_inline integer_range scan_integers(
	const brine_column_writer *column, const brine_cells *cells, int64_t *block, bool with_values)
{
	integer_range range = EMPTY_RANGE;
	int64_t last = column->integers.first;
	/* The first integer has no predecessor. */
	uint32_t i = 1;

	add_value(&range, last);
	for (uint32_t from = 0, to; from < column->count; from = to) {
		uint32_t count;

		to = column->count - from > SAMPLES ? from + SAMPLES : column->count;
		count = gather_integers(block, cells, from, to);
		for (; i < count; i++) {
			if (with_values) {
				add_value(&range, block[i]);
			}
			add_step(&range, last, block[i]);
			last = block[i];
		}
		i = count > 0 ? 0 : i;
	}
	return range;
}

static integer_range range_of_all(const brine_column_writer *column, const brine_cells *cells, int64_t *block)
{
	return scan_integers(column, cells, block, true);
}

static integer_range steps_of_all(const brine_column_writer *column, const brine_cells *cells)
{
	int64_t block[SAMPLES];

	return scan_integers(column, cells, block, false);
}

static void find_smallest(integer_range *range, const brine_column_writer *column, const brine_cells *cells)
{
	range->low = range->high = column->integers.first;
	BRINE_EACH_STORED_CELL(cells, 0, column->count, cell, {
		cell = brine_unwrap_unshared(cell);
		if (EXPECTED(Z_TYPE_P(cell) == IS_LONG)) {
			add_value(range, Z_LVAL_P(cell));
		}
	});
}

/* Copies the sampled integers to `sample`. Returns their range, and that of (next cell - sampled cell) if both are integers. */
static integer_range range_of_sample(
	const brine_column_writer *column, const brine_cells *cells, uint32_t stride, int64_t *sample, uint32_t *count)
{
	integer_range range = EMPTY_RANGE;

	*count = 0;
	for (uint32_t i = 0; i < column->count; i += stride) {
		const zval *cell = brine_cell(cells, i), *next;

		if (Z_TYPE_P(cell) != IS_LONG) {
			continue;
		}
		sample[(*count)++] = (int64_t) Z_LVAL_P(cell);
		add_value(&range, Z_LVAL_P(cell));
		if (i + 1 < column->count && Z_TYPE_P(next = brine_cell(cells, i + 1)) == IS_LONG) {
			add_step(&range, Z_LVAL_P(cell), Z_LVAL_P(next));
		}
	}
	return range;
}

/* True if the integers average at least `width` bytes as tagged values; `low` is the smallest. */
static bool average_size_is(unsigned width, const int64_t *values, uint32_t count, int64_t low)
{
	size_t size = 0;

	if (low >= 0 && int_size(low) >= width) {
		return true;
	}
	for (uint32_t i = 0; i < count; i++) {
		size += int_size(values[i]);
	}
	return size >= (size_t) count * width;
}

static uint32_t sample_stride(const brine_column_writer *column)
{
	return column->count / SAMPLES + 1;
}

bool brine_column_is_monotonic(const brine_column_writer *column, const brine_cells *cells)
{
	const brine_integers *integers = &column->integers;
	uint32_t stride = sample_stride(column);
	int64_t block[SAMPLES];
	uint32_t count;
	integer_range range;

	if (integers->count != column->count || integers->count < 2) {
		return false;
	}
	if (integers->affine) {
		return integers->step != 0;
	}
	/* Differences of numbers of one sign cannot overflow. */
	if ((int64_t) integers->bits < 0) {
		return false;
	}
	if (stride > 1) {
		range = range_of_sample(column, cells, stride, block, &count);
		if (range.step_low <= 0 && range.step_high >= 0) {
			return false;
		}
	}
	range = steps_of_all(column, cells);
	return range.step_low > 0 || range.step_high < 0;
}

static unsigned range_width(int64_t low, int64_t high)
{
	return width_of((uint64_t) high - (uint64_t) low);
}

/*
 * Chooses between INTEGERS and DELTAS of more than a byte. Scans all integers only if the sample promises fewer bytes; a short column that is mostly
 * integers is its own sample.
 */
static bool choose_wide_integers(brine_column_writer *column, const brine_cells *cells)
{
	bool is_negative = (int64_t) column->integers.bits < 0;
	uint32_t stride = sample_stride(column);
	bool is_whole = stride == 1 && column->integers.count > column->count / 2;
	int64_t values[SAMPLES];
	uint32_t count = column->integers.count;
	integer_range sample =
		is_whole ? range_of_all(column, cells, values) : range_of_sample(column, cells, stride, values, &count);
	integer_range all = sample;

	if (is_negative || range_width(sample.low, sample.high) < column->width) {
		if (!is_whole) {
			find_smallest(&all, column, cells);
		}
		if (is_negative || range_width(all.low, all.high) < column->width) {
			column->width = range_width(all.low, all.high);
			column->start = all.low;
		}
	}
	if (sample.step_low <= sample.step_high && range_width(sample.step_low, sample.step_high) < column->width) {
		if (!is_whole) {
			all = steps_of_all(column, cells);
		}
		if (range_width(all.step_low, all.step_high) < column->width) {
			column->kind = BRINE_COLUMN_DELTAS;
			column->width = range_width(all.step_low, all.step_high);
			column->start = column->integers.first;
			column->step = all.step_low;
		}
	}
	return column->width < 2 || average_size_is(column->width, values, count, sample.low);
}

static bool choose_integers(brine_column_writer *column, const brine_cells *cells)
{
	const brine_integers *integers = &column->integers;

	column->members = integers->count;
	if (integers->affine && integers->count > 1) {
		column->kind = BRINE_COLUMN_AFFINE;
		column->width = 0;
		column->start = integers->first;
		column->step = integers->step;
		return true;
	}
	column->kind = BRINE_COLUMN_INTEGERS;
	column->start = 0;
	column->width = width_of(integers->bits);
	return column->width == 1 || choose_wide_integers(column, cells);
}

/*
 * The smallest exponent that scales a double to an integer; BRINE_MAX_EXPONENT + 1 if none does. Every larger exponent within the limits works too,
 * so the previous double's exponent is tried first.
 */
static unsigned exponent_of(double value, unsigned exponent)
{
	int64_t integer;

	if (exponent > BRINE_MAX_EXPONENT || !(fabs(value * brine_powers_of_ten[exponent]) < (double) BRINE_MAX_SCALED)
		|| !brine_is_scaled(value, brine_powers_of_ten[exponent])) {
		exponent = BRINE_MAX_EXPONENT;
		while (exponent > 0 && !(fabs(value * brine_powers_of_ten[exponent]) < (double) BRINE_MAX_SCALED)) {
			exponent--;
		}
		if (!brine_is_scaled(value, brine_powers_of_ten[exponent])) {
			return BRINE_MAX_EXPONENT + 1;
		}
	}
	integer = brine_scaled_integer(value, brine_powers_of_ten[exponent]);
	for (; exponent > 0 && integer % 10 == 0; exponent--) {
		integer /= 10;
	}
	return exponent;
}

/*
 * The smallest exponent that scales seven eighths of the sampled doubles; BRINE_MAX_EXPONENT + 1 if none does. Otherwise *members is how many doubles
 * it scales; 0 if unknown, because the sample is incomplete or a double exceeds the limits.
 */
static unsigned guess_exponent(const brine_column_writer *column, const brine_cells *cells, uint32_t *members)
{
	uint32_t with_exponent[BRINE_MAX_EXPONENT + 2] = {0};
	uint32_t stride = sample_stride(column);
	uint32_t taken = 0, enough = 0;
	unsigned last = BRINE_MAX_EXPONENT + 1;
	double largest = 0;

	for (uint32_t i = 0; i < column->count; i += stride) {
		const zval *cell = brine_cell(cells, i);
		unsigned exponent;

		if (UNEXPECTED(Z_TYPE_P(cell) != IS_DOUBLE)) {
			continue;
		}
		taken++;
		largest = fabs(Z_DVAL_P(cell)) > largest ? fabs(Z_DVAL_P(cell)) : largest;
		exponent = exponent_of(Z_DVAL_P(cell), last);
		last = exponent <= BRINE_MAX_EXPONENT ? exponent : last;
		if (++with_exponent[exponent] > 2 + SAMPLES / 8 && exponent > BRINE_MAX_EXPONENT) {
			return exponent;
		}
	}
	for (unsigned exponent = 0; exponent <= BRINE_MAX_EXPONENT; exponent++) {
		enough += with_exponent[exponent];
		if (enough >= taken - taken / 8) {
			*members = stride == 1 && largest * brine_powers_of_ten[exponent] < (double) BRINE_MAX_SCALED ? enough : 0;
			return exponent;
		}
	}
	return BRINE_MAX_EXPONENT + 1;
}

/* Adds the bits of a block's scaled integers to *bits; false if the block has a double that is not a scaled integer. */
static bool try_block(const double *values, double scale, uint64_t *bits)
{
	uint64_t error = 0, seen = 0;

	for (unsigned j = 0; j < BRINE_LANES; j++) {
		error |= brine_scaling_error(values[j], scale);
		seen |= (uint64_t) brine_scaled_integer(values[j], scale);
	}
	if (error) {
		return false;
	}
	*bits |= seen;
	return true;
}

/* How doubles are written as scaled integers, and how many can be. */
typedef struct {
	unsigned exponent;
	uint32_t members;
	unsigned width;
	int64_t start;
} scaled_doubles;

/* Range of the scaled integers in every `stride`-th cell. */
static void find_scaled_range(const brine_column_writer *column, const brine_cells *cells, const scaled_doubles *scaled,
	uint32_t stride, int64_t *low, int64_t *high)
{
	double scale = brine_powers_of_ten[scaled->exponent];
	bool all = scaled->members == column->doubles;
	int64_t lowest = INT64_MAX, highest = INT64_MIN;

	BRINE_EACH_STORED_CELL_OF(cells, 0, column->count, stride, cell, {
		cell = brine_unwrap_unshared(cell);
		if (Z_TYPE_P(cell) == IS_DOUBLE && (all || brine_is_scaled(Z_DVAL_P(cell), scale))) {
			int64_t integer = brine_scaled_integer(Z_DVAL_P(cell), scale);

			lowest = integer < lowest ? integer : lowest;
			highest = integer > highest ? integer : highest;
		}
	});
	*low = lowest;
	*high = highest;
}

/* Makes the smallest scaled integer the base if it is negative, or if that saves bytes. */
static void take_scaled_range(scaled_doubles *scaled, int64_t low, int64_t high)
{
	if (low < 0 || range_width(low, high) < scaled->width) {
		scaled->start = low;
		scaled->width = range_width(low, high);
	}
}

/* Adds the bits of a block's scaled integers to *bits, one by one; returns how many doubles are not scaled integers. */
static uint32_t try_singly(const double *values, double scale, uint64_t *bits)
{
	uint32_t misses = 0;

	for (unsigned j = 0; j < BRINE_LANES; j++) {
		if (brine_is_scaled(values[j], scale)) {
			*bits |= (uint64_t) brine_scaled_integer(values[j], scale);
		} else {
			misses++;
		}
	}
	return misses;
}

#ifdef BRINE_HAVE_PAIRS
/* try_block() loads doubles in pairs, so they are stored in pairs: a wide load after two narrow stores has to wait. */
static zend_always_inline double *store_two(double *values, zval *cell, zval *next)
{
	brine_pair pair = {brine_bits_or_zero(cell), brine_bits_or_zero(next)};

	memcpy(values, &pair, sizeof(pair));
	return values + 2;
}
#endif

/* Copies the doubles of a block; other and missing cells become 0. */
static zend_always_inline void take_doubles(double *values, const brine_cells *cells, uint32_t from, uint32_t to)
{
	const double *end = values + BRINE_LANES;

#ifdef BRINE_HAVE_PAIRS
	uint32_t pairs = to - (to - from) % 2;

	BRINE_EACH_TWO_STORED_CELLS(cells, from, pairs, cell, next, values = store_two(values, cell, next));
	from = pairs;
#endif
	BRINE_EACH_STORED_CELL(cells, from, to, cell, *values++ = brine_double_or_zero(cell));
	while (values < end) {
		*values++ = 0;
	}
}

/* Tries one exponent on all doubles; false if none, or fewer than seven eighths, become scaled integers. */
static bool try_exponent(
	const brine_column_writer *column, const brine_cells *cells, unsigned exponent, scaled_doubles *scaled)
{
	double scale = brine_powers_of_ten[exponent];
	uint64_t bits = 0;
	uint32_t misses = 0;
	double values[BRINE_LANES];
	int64_t low, high;

	for (uint32_t i = 0, end; i < column->count; i = end) {
		end = column->count - i > BRINE_LANES ? i + BRINE_LANES : column->count;
		take_doubles(values, cells, i, end);
		if (UNEXPECTED(!try_block(values, scale, &bits))) {
			misses += try_singly(values, scale, &bits);
			if (misses > column->doubles / 8) {
				return false;
			}
		}
	}
	*scaled = (scaled_doubles){exponent, column->doubles - misses, width_of(bits), 0};
	if (scaled->members == 0) {
		return false;
	}
	if (scaled->width == 1) {
		return true;
	}
	find_scaled_range(column, cells, scaled, sample_stride(column), &low, &high);
	if ((int64_t) bits < 0 || (low <= high && range_width(low, high) < scaled->width)) {
		find_scaled_range(column, cells, scaled, 1, &low, &high);
		take_scaled_range(scaled, low, high);
	}
	return true;
}

/* Counts the doubles that lose bits as binary32; stops at the first one if `is_any_enough`. */
static zend_always_inline uint32_t count_wide(
	const brine_column_writer *column, const brine_cells *cells, bool is_any_enough)
{
	uint32_t wide = 0;

	BRINE_EACH_STORED_CELL(cells, 0, column->count, cell, {
		wide += !brine_fits_f32(brine_double_or_zero(cell));
		if (is_any_enough && wide > 0) {
			break;
		}
	});
	return wide;
}

/* The scaled form of doubles when it is known how many of them can be scaled. */
static scaled_doubles scale_few(
	const brine_column_writer *column, const brine_cells *cells, unsigned exponent, uint32_t members)
{
	scaled_doubles scaled = {exponent, members, 0, 0};
	int64_t low, high;

	find_scaled_range(column, cells, &scaled, 1, &low, &high);
	scaled.width = low < 0 ? 8 : width_of((uint64_t) high);
	take_scaled_range(&scaled, low, high);
	return scaled;
}

/* Finds an exponent that scales all doubles but a few to integers. */
static bool find_exponent(const brine_column_writer *column, const brine_cells *cells, scaled_doubles *scaled)
{
	uint32_t members;
	unsigned exponent = guess_exponent(column, cells, &members);

	if (exponent <= BRINE_MAX_EXPONENT && members > 0) {
		*scaled = scale_few(column, cells, exponent, members);
		return true;
	}
	for (; exponent <= BRINE_MAX_EXPONENT; exponent++) {
		if (try_exponent(column, cells, exponent, scaled)) {
			return true;
		}
	}
	return false;
}

static void take_exponent(brine_column_writer *column, const scaled_doubles *scaled)
{
	column->kind = BRINE_COLUMN_DECIMALS;
	column->exponent = scaled->exponent;
	column->members = scaled->members;
	column->width = scaled->width;
	column->start = scaled->start;
}

static bool choose_doubles(brine_column_writer *column, const brine_cells *cells)
{
	scaled_doubles scaled = {0};
	bool is_scaled = find_exponent(column, cells, &scaled);
	uint32_t wide;
	unsigned width;

	if (is_scaled && scaled.width < 4 && scaled.members == column->doubles) {
		take_exponent(column, &scaled);
		return true;
	}
	width = count_wide(column, cells, true) == 0 ? 4 : 8;
	if (is_scaled
		&& (size_t) scaled.members * scaled.width + (size_t) (column->doubles - scaled.members) * 9
			< (size_t) column->doubles * width) {
		take_exponent(column, &scaled);
		return true;
	}
	column->members = column->doubles;
	column->kind = width == 4 ? BRINE_COLUMN_F32 : BRINE_COLUMN_F64;
	column->width = width;
	if (width == 4) {
		return true;
	}
	/* If many doubles fit into 4 bytes, tagged values are smaller than a column of 8. */
	wide = count_wide(column, cells, false);
	return (size_t) (column->doubles - wide) * 3 <= wide;
}

/* Chooses CONSTANT if all cells but nulls are equal; with `nearly`, seven eighths of all cells are enough. */
static bool choose_constant(brine_column_writer *column, bool nearly)
{
	uint32_t rest = column->count - column->nulls - column->equal_to_pattern;

	if (column->nulls == column->count) {
		column->members = column->count;
	} else if (column->compares && rest == 0) {
		column->members = column->equal_to_pattern;
		column->flag = column->nulls ? BRINE_COLUMN_NULLS : 0;
	} else if (nearly && column->compares && column->count - column->equal_to_pattern <= column->count / 8) {
		column->members = column->equal_to_pattern;
		column->flag = BRINE_COLUMN_OTHERS;
	} else {
		return false;
	}
	column->kind = BRINE_COLUMN_CONSTANT;
	column->width = 0;
	return true;
}

/* True if the other cells are all null, or at most a quarter. For booleans and doubles, half may be others if at most a quarter are not null. */
static bool is_enough(const brine_column_writer *column, uint32_t most)
{
	uint32_t rest = column->count - most;

	return rest == column->nulls || rest <= column->count / 4
		|| (most > column->integers.count && rest <= column->count / 2 && rest - column->nulls <= column->count / 4);
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
	if (most > 0 && is_enough(column, most)) {
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
		if (chosen && (column->width < 2 || column->equal_to_pattern < column->count - column->count / 8)) {
			return true;
		}
	}
	if (choose_constant(column, true)) {
		return true;
	}
	column->kind = BRINE_COLUMN_VALUES;
	column->flag = 0;
	column->width = 0;
	column->members = 0;
	return false;
}
