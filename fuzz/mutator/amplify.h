/* Makes payloads of which a few bytes ask for much. */
#ifndef BRINE_FUZZ_AMPLIFY_H
#define BRINE_FUZZ_AMPLIFY_H

#include "walk.h"

/* Writes a payload in which something is repeated, long, or named again and again. */
void amplify(tape *out, const walk *w, dice *d);

#endif
