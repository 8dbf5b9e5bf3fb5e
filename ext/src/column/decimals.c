#include "column/decimals.h"

const double brine_powers_of_ten[BRINE_DECIMALS_MAX_EXPONENT + 1] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
