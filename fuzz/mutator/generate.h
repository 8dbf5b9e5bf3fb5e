/* Writes random values that follow the format, or nearly. */
#ifndef BRINE_FUZZ_GENERATE_H
#define BRINE_FUZZ_GENERATE_H

#include "tape.h"

typedef struct {
	tape *out;
	dice *dice;
	/* Numbers in use where the value begins; the value adds its own. */
	numbering seen;
	/* Values left in the budget; scalars follow once it is spent. */
	unsigned budget;
} generator;

void generate_value(generator *g);

#endif
