/*
 * Chooses the cheapest kind for a column: constant, sequence, integers, differences, decimals, floats, booleans or
 * plain values. Runs and tables call it after scan.c has counted the cells. The one idea: sample 32 cells, and scan all
 * only for a kind that the sample favours.
 */
#include "column/choose.h"
#include "column/decimals.h"
#include <math.h>

/*
 * The smallest exponent that scales a double to an integer; BRINE_MAX_EXPONENT + 1 if none does. Every larger exponent
 * within the limits works too, so the previous double's exponent is tried first.
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
 * The smallest exponent that scales seven eighths of the sampled doubles; BRINE_MAX_EXPONENT + 1 if none does.
 * Otherwise *members is how many doubles it scales; 0 if unknown, because the sample is incomplete or a double exceeds
 * the limits.
 */
static unsigned guess_exponent(const brine_column_writer *column, const brine_cells *cells, uint32_t *members)
{
	uint32_t with_exponent[BRINE_MAX_EXPONENT + 2] = {0};
	uint32_t stride = brine_sample_stride(column);
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
		if (++with_exponent[exponent] > 2 + BRINE_SAMPLES / 8 && exponent > BRINE_MAX_EXPONENT) {
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
	if (low < 0 || brine_range_width(low, high) < scaled->width) {
		scaled->start = low;
		scaled->width = brine_range_width(low, high);
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
	*scaled = (scaled_doubles){exponent, column->doubles - misses, brine_width_of(bits), 0};
	if (scaled->members == 0) {
		return false;
	}
	if (scaled->width == 1) {
		return true;
	}
	find_scaled_range(column, cells, scaled, brine_sample_stride(column), &low, &high);
	if ((int64_t) bits < 0 || (low <= high && brine_range_width(low, high) < scaled->width)) {
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
	scaled.width = low < 0 ? 8 : brine_width_of((uint64_t) high);
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

static bool take_exponent(brine_column_writer *column, const scaled_doubles *scaled, uint32_t narrow)
{
	column->kind = BRINE_COLUMN_DECIMALS;
	column->exponent = scaled->exponent;
	column->members = scaled->members;
	column->width = scaled->width;
	column->start = scaled->start;
	column->narrow = narrow;
	return true;
}

static bool choose_doubles(brine_column_writer *column, const brine_cells *cells)
{
	scaled_doubles scaled = {0};
	bool is_scaled = find_exponent(column, cells, &scaled);
	uint32_t wide, narrow;
	size_t size;

	if (is_scaled && scaled.width < 4 && scaled.members == column->doubles) {
		return take_exponent(column, &scaled, 0);
	}
	column->width = count_wide(column, cells, true) == 0 ? 4 : 8;
	size = (size_t) scaled.members * scaled.width + (size_t) (column->doubles - scaled.members) * 9;
	is_scaled = is_scaled && size < (size_t) column->doubles * column->width;
	if (is_scaled && scaled.width < 5) {
		return take_exponent(column, &scaled, 0);
	}
	column->members = column->doubles;
	column->kind = column->width == 4 ? BRINE_COLUMN_F32 : BRINE_COLUMN_F64;
	if (column->width == 4) {
		return true;
	}
	wide = count_wide(column, cells, false);
	narrow = column->doubles - wide;
	/* As values, narrow doubles take 5 bytes instead of 9: the column must save at least that elsewhere. */
	if (is_scaled && (size_t) narrow * 4 <= (size_t) scaled.members * (9 - scaled.width)) {
		return take_exponent(column, &scaled, narrow);
	}
	column->narrow = narrow;
	return (size_t) narrow * 3 <= wide;
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

/*
 * True if the other cells are all null, or at most a quarter. For booleans and doubles, half may be others if at most a
 * quarter are not null.
 */
static bool is_enough(const brine_column_writer *column, uint32_t most)
{
	uint32_t rest = column->count - most;

	return rest == column->nulls || rest <= column->count / 4
		|| (most > column->integers.count && rest <= column->count / 2 && rest - column->nulls <= column->count / 4);
}

void brine_column_choose_values(brine_column_writer *column)
{
	column->kind = BRINE_COLUMN_VALUES;
	column->flag = 0;
	column->width = 0;
	column->members = 0;
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
			chosen = brine_choose_integers(column, cells);
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
	brine_column_choose_values(column);
	return false;
}

bool brine_column_counts_pay(const brine_column_writer *column, const brine_cells *cells)
{
	size_t gain = brine_column_gain(column);
	size_t cost = column->flag ? brine_bitmap_size(column->count) : 0;

	return brine_column_is_of_integers(column) ? brine_integers_pay(column, cells, gain, cost) : gain >= cost;
}
