/* Copies parts of a payload that was walked, with their numbers adjusted to what was put down before them. */
#ifndef BRINE_FUZZ_COPY_H
#define BRINE_FUZZ_COPY_H

#include "walk.h"

/* What becomes of numbers when a value is copied or exchanged: those from `from` on are moved, so that `from` becomes `to`. */
typedef struct {
	const uint32_t *from;
	const uint32_t *to;
	/* Is what is below `from` of another payload? Then it has to be below `to`. */
	bool is_foreign;
	/* Was the part copied before? Then strings that it defines are references to those, and references to strings stay. */
	bool has_strings;
} renumbering;

void copy_part(tape *out, const walk *w, uint32_t start, uint32_t end, const renumbering *r);

/* Writes what lies behind a value that gave way to what has brought the numbers to `now`. */
void put_rest(tape *out, const walk *w, const span *old, const uint32_t *now);

/* A value that is whole, or NULL. */
const span *pick_span(const walk *w, dice *d);

#endif
