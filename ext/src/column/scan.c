/* Columns, encode: what is seen of the cells. */
#include "core/compat.h"
#include "column/column.h"
#include "column/identical.h"

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

	for (const zval *end = cell + BRINE_LANES; cell < end; cell += 4) {
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

	for (unsigned j = 0; j < BRINE_LANES; j++, cell++, value += step) {
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

	for (unsigned j = 0; j < BRINE_LANES; j += 4, cell += 4) {
		a |= (load_pair(cell) ^ expected) | (load_pair(cell + 1) ^ expected);
		b |= (load_pair(cell + 2) ^ expected) | (load_pair(cell + 3) ^ expected);
	}
	a |= b;
	*bits |= a[0];
	return a[1] & 0xFF;
#else
	unsigned other = 0;

	for (unsigned j = 0; j < BRINE_LANES; j++, cell++) {
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
	for (unsigned j = 0; j < BRINE_LANES; j++) {
		ZVAL_COPY_VALUE(&block[j], brine_stored_cell(cells, i + j));
	}
	return block;
}

/* Takes blocks of cells as long as they continue the affine sequence; returns where that ends. */
static uint32_t scan_affine(brine_integers *integers, const brine_cells *cells, uint32_t i, uint32_t to)
{
	uint64_t step = (uint64_t) integers->step;
	zval block[BRINE_LANES];

	if (integers->step > INT64_MAX / BRINE_LANES || integers->step < INT64_MIN / BRINE_LANES) {
		return i;
	}
	for (; to - i >= BRINE_LANES; i += BRINE_LANES) {
		int64_t end;

		if (!add_exactly(integers->last, integers->step * BRINE_LANES, &end)
			|| affine_deviation(gather(block, cells, i), (uint64_t) integers->last + step, step)) {
			break;
		}
		integers->last = end;
		integers->bits |= (uint64_t) end;
		integers->count += BRINE_LANES;
	}
	return i;
}

/* Takes blocks of cells that are integers; returns where they end. */
static uint32_t scan_any_integers(brine_integers *integers, const brine_cells *cells, uint32_t i, uint32_t to)
{
	zval block[BRINE_LANES];

	for (; to - i >= BRINE_LANES; i += BRINE_LANES) {
		uint64_t bits = 0;

		if (collect_bits(gather(block, cells, i), &bits)) {
			break;
		}
		integers->bits |= bits;
		integers->last = Z_LVAL_P(brine_stored_cell(cells, i + BRINE_LANES - 1));
		integers->count += BRINE_LANES;
	}
	return i;
}

/* Takes blocks of doubles; returns where they end. */
static uint32_t scan_doubles(const brine_cells *cells, uint32_t i, uint32_t to)
{
	for (; to - i >= BRINE_LANES; i += BRINE_LANES) {
		unsigned other = 0;

		for (unsigned j = 0; j < BRINE_LANES; j++) {
			other |= Z_TYPE_P(brine_stored_cell(cells, i + j)) ^ IS_DOUBLE;
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
		for (uint32_t end = to - i > BRINE_LANES ? i + BRINE_LANES : to; i < end; i++) {
			const zval *cell = brine_cell(cells, i);

			if (Z_TYPE_P(cell) != IS_LONG) {
				return i;
			}
			add_integer(integers, Z_LVAL_P(cell));
		}
	}
	return i;
}

/* Takes a cell that is not null as the pattern, or compares a cell with it until too many have differed. */
static zend_always_inline void compare(brine_column_writer *column, zval *cell)
{
	if (UNEXPECTED(!column->pattern)) {
		if (Z_TYPE_P(cell) != IS_NULL) {
			column->pattern = cell;
			column->compares = brine_is_comparable(cell);
			column->equal_to_pattern = column->compares;
		}
	} else if (brine_is_identical(column->pattern, cell)) {
		column->equal_to_pattern++;
	} else if (column->count - column->nulls - column->equal_to_pattern > 4 + column->count / 8) {
		column->compares = false;
	}
}

/* Counts a cell by its type. */
static zend_always_inline void count_cell(brine_column_writer *column, const zval *cell)
{
	switch (Z_TYPE_P(cell)) {
		case IS_LONG:
			add_integer(&column->integers, Z_LVAL_P(cell));
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
}

/* Counts the cells of one type that begin at `from`, many at a time where they are numbers; returns where they end. */
static zend_always_inline uint32_t count_cells(
	brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	const zval *cell = brine_cell(cells, from);
	uint32_t end = from;

	if (Z_TYPE_P(cell) == IS_LONG) {
		end = scan_integers(&column->integers, cells, from, to);
	} else if (Z_TYPE_P(cell) == IS_DOUBLE) {
		end = scan_doubles(cells, from, to);
		column->doubles += end - from;
	}
	if (end > from) {
		column->count += end - from;
		return end;
	}
	count_cell(column, cell);
	return from + 1;
}

void brine_column_scan(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	uint32_t i = from;

	/* One by one while each is compared. */
	for (; i < to && (column->compares || !column->pattern); i++) {
		zval *cell = brine_cell(cells, i);

		compare(column, cell);
		count_cell(column, cell);
	}
	while (i < to) {
		i = count_cells(column, cells, i, to);
	}
}
