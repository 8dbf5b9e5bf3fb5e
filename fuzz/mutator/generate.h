/* Writes random values that follow the format, or nearly. */
#ifndef BRINE_FUZZ_GENERATE_H
#define BRINE_FUZZ_GENERATE_H

#include "tape.h"

typedef struct {
	tape *out;
	dice *dice;
	/* What has a number where the value begins, and then what the value adds. */
	numbering seen;
	/* How many more values there may be; scalars follow then. */
	unsigned budget;
} generator;

void generate_value(generator *g);

#endif
