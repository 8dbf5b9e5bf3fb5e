/* Columns, encode: counts cells by type, and collects what choosing a kind needs. */
#include "core/compat.h"
#include "core/identity.h"
#include "column/column.h"

/* Computes a + b; false on overflow. */
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
	/* A small constant size: the compiler emits plain stores, without the start-up cost of `rep stos`. */
	memset(column, 0, offsetof(brine_column_writer, kind));
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

/* Zero if a block of adjacent zvals are integers from `value` on, each larger than the previous by `step`. */
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

/* Zero if a block of adjacent zvals are all integers; adds their bits to *bits. */
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

/* Copies a block of cells side by side, each with one wide store, because it is loaded by one wide load. */
static zend_always_inline const zval *gather(zval *block, const brine_cells *cells, uint32_t i)
{
	zval *place = block;

	if (!cells->bases && cells->stride == sizeof(zval)) {
		return (const zval *) cells->first + i;
	}
	BRINE_EACH_STORED_CELL(cells, i, i + BRINE_LANES, cell, memcpy(place++, cell, sizeof(*place)));
	return block;
}

/* Consumes blocks of cells while they continue the affine sequence; returns where it ends. */
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

/* Consumes blocks of integers; returns where they end. */
static uint32_t scan_any_integers(brine_integers *integers, const brine_cells *cells, uint32_t i, uint32_t to)
{
	zval block[BRINE_LANES];

	for (; to - i >= BRINE_LANES; i += BRINE_LANES) {
		uint64_t bits = 0;

		if (collect_bits(gather(block, cells, i), &bits)) {
			break;
		}
		integers->bits |= bits;
		integers->count += BRINE_LANES;
	}
	return i;
}

/* Consumes blocks of doubles; returns where they end. */
static uint32_t scan_doubles(const brine_cells *cells, uint32_t i, uint32_t to)
{
	for (; to - i >= BRINE_LANES; i += BRINE_LANES) {
		unsigned other = 0;

		BRINE_EACH_STORED_CELL(cells, i, i + BRINE_LANES, cell, other |= Z_TYPE_P(cell) ^ IS_DOUBLE);
		if (other) {
			break;
		}
	}
	return i;
}

/* Consumes blocks of the first cell's type, integers or doubles; returns where they end. */
static uint32_t scan_numbers(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	brine_integers *integers = &column->integers;
	unsigned type = Z_TYPE_P(brine_stored_cell(cells, from));
	uint32_t end = from;

	if (type == IS_DOUBLE) {
		end = scan_doubles(cells, from, to);
		column->doubles += end - from;
	} else if (type == IS_LONG && integers->count >= 2) {
		end = integers->affine ? scan_affine(integers, cells, from, to) : scan_any_integers(integers, cells, from, to);
	}
	column->count += end - from;
	return end;
}

/* Makes a cell that is not null the pattern, or compares it with the pattern until too many cells differ. */
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
		case IS_STRING:
			column->strings++;
			break;
		default:
			break;
	}
	column->count++;
}

/* Bit positions of a block's counts in one word. */
enum {
	NULLS = 0,
	BOOLEANS = 5,
	LONGS = 10,
	DOUBLES = 15,
	STRINGS = 20,
	REFERENCES = 25
};

/* The number of cells of each type in a block. */
static zend_always_inline uint32_t count_kinds(const brine_cells *cells, uint32_t i)
{
	static const uint32_t ones[16] = {
		[IS_NULL] = 1 << NULLS,
		[IS_FALSE] = 1 << BOOLEANS,
		[IS_TRUE] = 1 << BOOLEANS,
		[IS_LONG] = 1 << LONGS,
		[IS_DOUBLE] = 1 << DOUBLES,
		[IS_STRING] = 1 << STRINGS,
		[IS_REFERENCE] = 1 << REFERENCES,
		[IS_INDIRECT] = 1 << REFERENCES,
	};
	uint32_t counts = 0;

	BRINE_EACH_STORED_CELL(cells, i, i + BRINE_LANES, cell, {
		BRINE_ASSERT(Z_TYPE_P(cell) < sizeof(ones) / sizeof(*ones));
		counts += ones[Z_TYPE_P(cell)];
	});
	return counts;
}

static zend_always_inline unsigned count_of(uint32_t counts, unsigned kind)
{
	return counts >> kind & 31;
}

/* The bitwise or of the integers in a block: its highest bit bounds them all. */
static uint64_t or_of_integers(const brine_cells *cells, uint32_t i)
{
	uint64_t bits = 0;

	BRINE_EACH_STORED_CELL(
		cells, i, i + BRINE_LANES, cell, bits |= (uint64_t) Z_LVAL_P(cell) & -(uint64_t) (Z_TYPE_P(cell) == IS_LONG));
	return bits;
}

/*
 * Counts the cells of a block by type, without a branch per cell. False if it contains a PHP reference or INDIRECT, or
 * an integer that an affine sequence must examine. *numbers: the block is all integers or all doubles.
 */
static bool scan_block(brine_column_writer *column, const brine_cells *cells, uint32_t i, bool *numbers)
{
	brine_integers *integers = &column->integers;
	uint32_t counts = count_kinds(cells, i);
	unsigned longs = count_of(counts, LONGS);
	unsigned doubles = count_of(counts, DOUBLES);

	if (UNEXPECTED(count_of(counts, REFERENCES) > 0 || (longs > 0 && (integers->affine || integers->count < 2)))) {
		*numbers = longs == BRINE_LANES;
		return false;
	}
	if (longs > 0) {
		integers->bits |= or_of_integers(cells, i);
		integers->count += longs;
	}
	column->doubles += doubles;
	column->nulls += count_of(counts, NULLS);
	column->booleans += count_of(counts, BOOLEANS);
	column->strings += count_of(counts, STRINGS);
	column->count += BRINE_LANES;
	*numbers = longs == BRINE_LANES || doubles == BRINE_LANES;
	return true;
}

static zend_always_inline zval *unwrap(brine_column_writer *column, zval *cell)
{
	if (UNEXPECTED(Z_TYPE_P(cell) >= IS_REFERENCE)) {
		column->has_wrapped = true;
		return brine_unwrap_unshared(cell);
	}
	return cell;
}

static void scan_singly(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		count_cell(column, unwrap(column, brine_stored_cell(cells, i)));
	}
}

/* Numbers at the beginning of a column, compared with the first one as compare() does. */
typedef struct {
	uint32_t count;
	uint32_t equal;
	bool compares;
} first_numbers;

static zend_always_inline void add_first_number(first_numbers *numbers, bool is_equal)
{
	if (numbers->compares) {
		if (is_equal) {
			numbers->equal++;
		} else if (numbers->count - numbers->equal > 4 + numbers->count / 8) {
			numbers->compares = false;
		}
	}
	numbers->count++;
}

static zend_always_inline uint32_t take_first_numbers(
	brine_column_writer *column, const first_numbers *numbers, zval *first)
{
	column->pattern = first;
	column->compares = numbers->compares;
	column->equal_to_pattern = numbers->equal;
	column->count = numbers->count;
	return numbers->count;
}

/* Consumes the first cells while they are integers; returns where they end, or where scanning by blocks is faster. */
static uint32_t scan_first_integers(brine_column_writer *column, const brine_cells *cells, uint32_t to)
{
	zval *first_cell = brine_stored_cell(cells, 0);
	uint64_t first = (uint64_t) Z_LVAL_P(first_cell), last = first, step = 0, bits = first;
	first_numbers numbers = {1, 1, true};
	bool affine = true;

	BRINE_EACH_STORED_CELL(cells, 1, to, cell, {
		uint64_t value;

		if (UNEXPECTED(Z_TYPE_P(cell) != IS_LONG)) {
			break;
		}
		value = (uint64_t) Z_LVAL_P(cell);
		bits |= value;
		if (affine) {
			step = numbers.count == 1 ? value - last : step;
			affine = value - last == step && (int64_t) ((last ^ value) & (step ^ value)) >= 0;
			last = value;
		} else if (!numbers.compares && to - numbers.count >= BRINE_LANES) {
			break;
		}
		add_first_number(&numbers, value == first);
	});
	column->integers = (brine_integers){
		numbers.count, numbers.count > 1 && affine, (int64_t) first, (int64_t) step, (int64_t) last, bits};
	return take_first_numbers(column, &numbers, first_cell);
}

/* Like scan_first_integers(), for doubles. */
static uint32_t scan_first_doubles(brine_column_writer *column, const brine_cells *cells, uint32_t to)
{
	zval *first_cell = brine_stored_cell(cells, 0);
	uint64_t first = brine_bits_of(Z_DVAL_P(first_cell));
	first_numbers numbers = {1, 1, true};

	BRINE_EACH_STORED_CELL(cells, 1, to, cell, {
		if (UNEXPECTED(Z_TYPE_P(cell) != IS_DOUBLE) || (!numbers.compares && to - numbers.count >= BRINE_LANES)) {
			break;
		}
		add_first_number(&numbers, brine_bits_of(Z_DVAL_P(cell)) == first);
	});
	column->doubles = numbers.count;
	return take_first_numbers(column, &numbers, first_cell);
}

void brine_column_scan(brine_column_writer *column, const brine_cells *cells, uint32_t from, uint32_t to)
{
	uint32_t i = from;
	bool numbers = true;

	if (from == 0) {
		unsigned type = Z_TYPE_P(brine_stored_cell(cells, 0));

		i = type == IS_LONG     ? scan_first_integers(column, cells, to)
			: type == IS_DOUBLE ? scan_first_doubles(column, cells, to)
								: 0;
	}
	/*
	 * Cell by cell, until the pattern (the first cell that is not null) is known and too many cells differ from it, or
	 * it cannot be compared. The rest is only counted, in blocks.
	 */
	for (; i < to && (column->compares || !column->pattern); i++) {
		zval *cell = unwrap(column, brine_stored_cell(cells, i));

		compare(column, cell);
		count_cell(column, cell);
	}
	while (to - i >= BRINE_LANES) {
		if (numbers) {
			i = scan_numbers(column, cells, i, to);
			if (to - i < BRINE_LANES) {
				break;
			}
		}
		if (!scan_block(column, cells, i, &numbers)) {
			scan_singly(column, cells, i, i + BRINE_LANES);
		}
		i += BRINE_LANES;
	}
	scan_singly(column, cells, i, to);
}
