/* Copies parts of a walked payload and adjusts their numbers to the preceding output. */
#ifndef BRINE_FUZZ_COPY_H
#define BRINE_FUZZ_COPY_H

#include "walk.h"

/* How numbers change when a value is copied or replaced: those from `from` on move to `to`. */
typedef struct {
	const uint32_t *from;
	const uint32_t *to;
	/* True if numbers below `from` belong to another payload; they must then stay below `to`. */
	bool is_foreign;
	/* True if the part was copied before: its string definitions become references, and references to strings stay. */
	bool has_strings;
} renumbering;

void copy_part(tape *out, const walk *w, uint32_t start, uint32_t end, const renumbering *r);

/* Writes what follows a replaced value, after which the numbers stand at `now`. */
void put_rest(tape *out, const walk *w, const span *old, const uint32_t *now);

/* A complete value, or NULL. */
const span *pick_span(const walk *w, dice *d);

#endif
