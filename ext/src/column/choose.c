/* Columns, encode: the choice of a kind. */
#include "column/column.h"
#include "column/decimals.h"
#include <math.h>

/* Cells from which it is guessed what is worth a look at all of them. */
#define SAMPLES 32

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

/* The smallest exponent with which a double is a scaled integer; BRINE_MAX_EXPONENT + 1 if there is none. */
static unsigned exponent_of(double value)
{
	unsigned largest = BRINE_MAX_EXPONENT;

	while (largest > 0 && !(fabs(value * brine_powers_of_ten[largest]) < (double) BRINE_MAX_SCALED)) {
		largest--;
	}
	/* What is no scaled integer with the largest exponent is none with a smaller one. */
	if (!brine_is_scaled(value, brine_powers_of_ten[largest])) {
		return BRINE_MAX_EXPONENT + 1;
	}
	for (unsigned exponent = 0; exponent < largest; exponent++) {
		if (brine_is_scaled(value, brine_powers_of_ten[exponent])) {
			return exponent;
		}
	}
	return largest;
}

/* The smallest exponent that is enough for seven eighths of a sample of the doubles; BRINE_MAX_EXPONENT + 1 if there is none. */
static unsigned guess_exponent(const brine_column_writer *column, const brine_cells *cells)
{
	uint32_t with_exponent[BRINE_MAX_EXPONENT + 2] = {0};
	uint32_t step = column->count / SAMPLES + 1;
	uint32_t taken = 0, enough = 0;

	for (uint32_t i = 0; i < column->count; i += step) {
		const zval *cell = brine_cell(cells, i);

		if (EXPECTED(Z_TYPE_P(cell) == IS_DOUBLE)) {
			with_exponent[exponent_of(Z_DVAL_P(cell))]++;
			taken++;
		}
		if (with_exponent[BRINE_MAX_EXPONENT + 1] > 2 + SAMPLES / 8) {
			return BRINE_MAX_EXPONENT + 1;
		}
	}
	for (unsigned exponent = 0; exponent <= BRINE_MAX_EXPONENT; exponent++) {
		enough += with_exponent[exponent];
		if (enough >= taken - taken / 8) {
			return exponent;
		}
	}
	return BRINE_MAX_EXPONENT + 1;
}

/* Looks at a block of doubles; false if not all are scaled integers, whose bits are added to *bits. */
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

/* Doubles as integers divided by a power of ten: how many of them are, and how they would be written. */
typedef struct {
	unsigned exponent;
	uint32_t members;
	unsigned width;
	int64_t start;
} scaled_doubles;

/* The smallest and largest scaled integer of every `stride`-th cell. */
static void find_scaled_range(const brine_column_writer *column, const brine_cells *cells, const scaled_doubles *scaled,
	uint32_t stride, int64_t *low, int64_t *high)
{
	double scale = brine_powers_of_ten[scaled->exponent];
	bool all = scaled->members == column->doubles;

	*low = INT64_MAX;
	*high = INT64_MIN;
	for (uint32_t i = 0; i < column->count; i += stride) {
		const zval *cell = brine_cell(cells, i);

		if (Z_TYPE_P(cell) == IS_DOUBLE && (all || brine_is_scaled(Z_DVAL_P(cell), scale))) {
			int64_t integer = brine_scaled_integer(Z_DVAL_P(cell), scale);

			*low = integer < *low ? integer : *low;
			*high = integer > *high ? integer : *high;
		}
	}
}

/* Looks at doubles one by one; returns how many are no scaled integers. */
static uint32_t try_singly(const double *values, unsigned count, double scale, uint64_t *bits)
{
	uint32_t misses = 0;

	for (unsigned j = 0; j < count; j++) {
		if (brine_is_scaled(values[j], scale)) {
			*bits |= (uint64_t) brine_scaled_integer(values[j], scale);
		} else {
			misses++;
		}
	}
	return misses;
}

/* Copies the doubles among up to as many cells as there are lanes side by side, without a branch for each; returns how many they are. */
static unsigned gather_doubles(double *values, const brine_cells *cells, uint32_t from, uint32_t to)
{
	unsigned count = 0;

	BRINE_EACH_STORED_CELL(cells, from, to, cell, {
		cell = brine_unwrap_lone(cell);
		memcpy(&values[count], &Z_DVAL_P(cell), sizeof(*values));
		count += Z_TYPE_P(cell) == IS_DOUBLE;
	});
	return count;
}

/* Looks at all doubles with one exponent; false if more than an eighth of them are no scaled integers. */
static bool try_exponent(
	const brine_column_writer *column, const brine_cells *cells, unsigned exponent, scaled_doubles *scaled)
{
	double scale = brine_powers_of_ten[exponent];
	uint64_t bits = 0;
	uint32_t misses = 0;
	double values[2 * BRINE_LANES];
	unsigned held = 0;
	int64_t low, high;

	for (uint32_t i = 0, end; i < column->count; i = end) {
		end = column->count - i > BRINE_LANES ? i + BRINE_LANES : column->count;
		held += gather_doubles(values + held, cells, i, end);
		if (held >= BRINE_LANES) {
			if (UNEXPECTED(!try_block(values, scale, &bits))) {
				misses += try_singly(values, BRINE_LANES, scale, &bits);
				if (misses > column->doubles / 8) {
					return false;
				}
			}
			held -= BRINE_LANES;
			memcpy(values, values + BRINE_LANES, held * sizeof(*values));
		}
	}
	misses += try_singly(values, held, scale, &bits);
	if (misses > column->doubles / 8) {
		return false;
	}
	*scaled = (scaled_doubles){exponent, column->doubles - misses, width_of(bits), 0};
	if (scaled->members == 0) {
		return false;
	}
	find_scaled_range(column, cells, scaled, sample_stride(column), &low, &high);
	if ((int64_t) bits < 0 || (low <= high && range_width(low, high) < scaled->width)) {
		find_scaled_range(column, cells, scaled, 1, &low, &high);
		if ((int64_t) bits < 0 || range_width(low, high) < scaled->width) {
			scaled->start = low;
			scaled->width = range_width(low, high);
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
static bool find_exponent(const brine_column_writer *column, const brine_cells *cells, scaled_doubles *scaled)
{
	for (unsigned exponent = guess_exponent(column, cells); exponent <= BRINE_MAX_EXPONENT; exponent++) {
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
	scaled_doubles scaled;
	bool is_scaled = find_exponent(column, cells, &scaled);
	uint32_t narrow;
	unsigned width;

	if (is_scaled && scaled.width < 4 && scaled.members == column->doubles) {
		take_exponent(column, &scaled);
		return true;
	}
	narrow = count_narrow(column, cells);
	width = narrow == column->doubles ? 4 : 8;
	if (is_scaled
		&& (size_t) scaled.members * scaled.width + (size_t) (column->doubles - scaled.members) * 9
			< (size_t) column->doubles * width) {
		take_exponent(column, &scaled);
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

/* True if so many cells of one type are enough for a column of them. */
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
	return false;
}
