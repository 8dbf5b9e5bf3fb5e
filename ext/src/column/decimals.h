/* Decimals: doubles that are integers divided by a power of ten, bit for bit. */
#ifndef BRINE_DECIMALS_H
#define BRINE_DECIMALS_H

#include "php.h"
#include "core/buffer.h"
#include "format/format.h"

/* Bound of scaled integers: rounding is exact up to here. */
#define BRINE_MAX_SCALED (UINT64_C(1) << 50)

/* Largest power of ten that a writer tries. */
#define BRINE_MAX_EXPONENT 9

/* Adding and subtracting it rounds a double below 2^51 to an integer. */
#define BRINE_ROUNDING 6755399441055744.0 /* 2^52 + 2^51 */

extern const double brine_powers_of_ten[BRINE_DECIMALS_MAX_EXPONENT + 1];

/* The integer nearest to a scaled double below 2^51, taken from the low bits of the sum. */
static zend_always_inline int64_t brine_scaled_integer(double value, double scale)
{
	return (int64_t) (brine_bits_of(value * scale + BRINE_ROUNDING) - brine_bits_of(BRINE_ROUNDING));
}

/* Zero if a double is, bit for bit, an integer within the limits divided by `scale`. */
static zend_always_inline uint64_t brine_scaling_error(double value, double scale)
{
	double sum = value * scale + BRINE_ROUNDING;
	uint64_t integer = brine_bits_of(sum) - brine_bits_of(BRINE_ROUNDING);

	return (brine_bits_of((sum - BRINE_ROUNDING) / scale) ^ brine_bits_of(value))
		| ((integer + BRINE_MAX_SCALED) & ~(2 * BRINE_MAX_SCALED - 1));
}

static zend_always_inline bool brine_is_scaled(double value, double scale)
{
	return brine_scaling_error(value, scale) == 0;
}

#endif
