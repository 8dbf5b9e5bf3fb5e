/* Makes payloads in which a few bytes demand much work. */
#ifndef BRINE_FUZZ_AMPLIFY_H
#define BRINE_FUZZ_AMPLIFY_H

#include "walk.h"

/* Writes a payload in which a part is repeated, long, or referenced many times. */
void amplify(tape *out, const walk *w, dice *d);

#endif
