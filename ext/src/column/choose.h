/* What the files that choose a column's kind share: the sample, and widths. */
#ifndef BRINE_COLUMN_CHOOSE_H
#define BRINE_COLUMN_CHOOSE_H

#include "column/column.h"

/* Sampled cells: they decide whether a full scan is worthwhile. */
#define BRINE_SAMPLES 32

static zend_always_inline unsigned brine_width_of(uint64_t range)
{
	return 8 - brine_leading_zeros(range | 1) / 8;
}

static zend_always_inline unsigned brine_range_width(int64_t low, int64_t high)
{
	return brine_width_of((uint64_t) high - (uint64_t) low);
}

static zend_always_inline uint32_t brine_sample_stride(const brine_column_writer *column)
{
	return column->count / BRINE_SAMPLES + 1;
}

/* True if the cells of INTEGERS or DELTAS, and `cost`, take at most the bytes of the integers as values, and `gain`. */
bool brine_integers_pay(const brine_column_writer *column, const brine_cells *cells, size_t gain, size_t cost);

/* Chooses a kind for a column of mostly integers, at least one; false if they are better written as values. */
bool brine_choose_integers(brine_column_writer *column, const brine_cells *cells);

#endif
