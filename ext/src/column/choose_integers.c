/* Chooses between an arithmetic sequence, integers above a base and differences for a column of integers. */
#include "column/choose.h"

/*
 * Bytes of a tagged integer, by its bit length. The sign counts as one bit, and negative integers have no small form.
 */
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
 * Range of the differences between consecutive integers, at least one; with `with_values` also of the integers. Skips
 * other cells. `block` is scratch space: afterwards it holds all integers if the column has at most BRINE_SAMPLES
 * cells.
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

		to = column->count - from > BRINE_SAMPLES ? from + BRINE_SAMPLES : column->count;
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
	int64_t block[BRINE_SAMPLES];

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

/*
 * Copies the sampled integers to `sample`. Returns their range, and that of (next cell - sampled cell) if both are
 * integers.
 */
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

/*
 * The sizes of integers as values, from the largest on: an integer takes `size` bytes or more from 2^bits up, and below
 * -2^(bits - 1).
 */
static const struct {
	unsigned bits;
	unsigned size;
} sizes_of_values[] = {{32, 9}, {16, 5}, {8, 3}};

/* True if the cell is an integer that is at least `limit` after `offset` is added, modulo 2^64. */
static zend_always_inline bool is_large(const zval *cell, uint64_t offset, uint64_t limit, bool is_integer)
{
	return ((uint64_t) Z_LVAL_P(cell) + offset >= limit) & (is_integer || Z_TYPE_P(cell) == IS_LONG);
}

/* Counts cells by is_large(). With `is_plain`, no cell is wrapped; with `are_integers`, all are integers. */
static zend_always_inline uint32_t count_large(const brine_cells *cells, uint32_t from, uint32_t to, uint64_t offset,
	uint64_t limit, bool is_plain, bool are_integers)
{
	/* Two sums: each comparison is added by its carry. */
	uint32_t large = 0, others = 0;

	if (is_plain) {
		uint32_t pairs = to - (to - from) % 2;

		BRINE_EACH_TWO_STORED_CELLS(cells, from, pairs, cell, next, {
			large += is_large(cell, offset, limit, are_integers);
			others += is_large(next, offset, limit, are_integers);
		});
		from = pairs;
	}
	BRINE_EACH_STORED_CELL(cells, from, to, cell, large += is_large(brine_unwrap_unshared(cell), offset, limit, false));
	return large + others;
}

/* Cells counted between two looks at the sum. */
#define COUNTED_CELLS 64

/* The same in all cells of the column, until there are `enough`. */
static uint32_t count_until(
	const brine_column_writer *column, const brine_cells *cells, uint64_t offset, uint64_t limit, size_t enough)
{
	bool are_integers = column->integers.count == column->count;
	uint32_t large = 0;

	for (uint32_t from = 0, to; from < column->count && large < enough; from = to) {
		to = column->count - from > COUNTED_CELLS ? from + COUNTED_CELLS : column->count;
		if (UNEXPECTED(column->has_wrapped)) {
			large += count_large(cells, from, to, offset, limit, false, false);
		} else if (!are_integers) {
			large += count_large(cells, from, to, offset, limit, true, false);
		} else if (offset > 0) {
			large += count_large(cells, from, to, offset, limit, true, true);
		} else {
			large += count_large(cells, from, to, 0, limit, true, true);
		}
	}
	return large;
}

/*
 * An upper bound of all integers, by bits: if bit k and all above it are 0, no integer is 2^k or more, or below
 * -2^(k-1).
 */
static uint64_t largest_bits(const brine_column_writer *column)
{
	uint64_t range = UINT64_MAX >> (64 - 8 * column->width), low = (uint64_t) column->start;

	if ((int64_t) column->integers.bits >= 0) {
		return column->integers.bits;
	}
	/* Otherwise the integers are not negative, or start is the smallest. */
	if (column->kind != BRINE_COLUMN_INTEGERS || column->width == 8) {
		return UINT64_MAX;
	}
	return ~low << 1 | ((int64_t) (low + range) < 0 ? 0 : low + range);
}

/*
 * True if the column's integers take at least this many bytes as values: those that take more than one are counted,
 * from the largest size on.
 */
static bool take_bytes(const brine_column_writer *column, const brine_cells *cells, size_t bytes)
{
	bool is_negative = (int64_t) column->integers.bits < 0;
	uint64_t largest = largest_bits(column);
	size_t taken = column->integers.count, large = 0, larger = 0;

	for (unsigned i = 0; i < 3 && taken < bytes; i++, larger = large) {
		unsigned bits = sizes_of_values[i].bits, more = sizes_of_values[i].size - 1;
		uint64_t offset = is_negative ? UINT64_C(1) << (bits - 1) : 0;

		if (largest >> bits) {
			large = count_until(
				column, cells, offset, (UINT64_C(1) << bits) + offset, larger + (bytes - taken + more - 1) / more);
			taken += (large - larger) * more;
		}
	}
	/* Only those below 32 and not negative take one byte. */
	return taken >= bytes
		|| taken + count_until(column, cells, 0, BRINE_SMALL_INT_COUNT, larger + bytes - taken) - larger >= bytes;
}

bool brine_integers_pay(const brine_column_writer *column, const brine_cells *cells, size_t gain, size_t cost)
{
	size_t bytes = (size_t) column->members * column->width + cost;
	/* The start of INTEGERS with a base, and of DELTAS that grow, is the smallest. */
	bool is_smallest =
		column->kind == BRINE_COLUMN_INTEGERS || (column->step >= 0 && (int64_t) column->integers.bits >= 0);

	/* A sample of all cells has shown that they take their width. */
	if (gain >= cost && (column->width == 1 || brine_sample_stride(column) == 1)) {
		return true;
	}
	bytes -= MIN(bytes, gain);
	return (is_smallest && column->start >= 0 && int_size(column->start) * column->members >= bytes)
		|| take_bytes(column, cells, bytes);
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

bool brine_column_is_monotonic(const brine_column_writer *column, const brine_cells *cells)
{
	const brine_integers *integers = &column->integers;
	uint32_t stride = brine_sample_stride(column);
	int64_t block[BRINE_SAMPLES];
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

/*
 * Chooses between INTEGERS and DELTAS of more than a byte. Scans all integers only if the sample promises fewer bytes;
 * a short column that is mostly integers is its own sample.
 */
static bool choose_wide_integers(brine_column_writer *column, const brine_cells *cells)
{
	bool is_negative = (int64_t) column->integers.bits < 0;
	uint32_t stride = brine_sample_stride(column);
	bool is_whole = stride == 1 && column->integers.count > column->count / 2;
	int64_t values[BRINE_SAMPLES];
	uint32_t count = column->integers.count;
	integer_range sample =
		is_whole ? range_of_all(column, cells, values) : range_of_sample(column, cells, stride, values, &count);
	integer_range all = sample;

	if (is_negative || brine_range_width(sample.low, sample.high) < column->width) {
		if (!is_whole) {
			find_smallest(&all, column, cells);
		}
		if (is_negative || brine_range_width(all.low, all.high) < column->width) {
			column->width = brine_range_width(all.low, all.high);
			column->start = all.low;
		}
	}
	if (sample.step_low <= sample.step_high && brine_range_width(sample.step_low, sample.step_high) < column->width) {
		if (!is_whole) {
			all = steps_of_all(column, cells);
		}
		if (brine_range_width(all.step_low, all.step_high) < column->width) {
			column->kind = BRINE_COLUMN_DELTAS;
			column->width = brine_range_width(all.step_low, all.step_high);
			column->start = column->integers.first;
			column->step = all.step_low;
		}
	}
	return column->width < 2 || average_size_is(column->width, values, count, sample.low);
}

bool brine_choose_integers(brine_column_writer *column, const brine_cells *cells)
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
	column->width = brine_width_of(integers->bits);
	return column->width == 1 || choose_wide_integers(column, cells);
}
