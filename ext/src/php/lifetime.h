/* What lives longer than a call, from the beginning of a thread, or the process, to its end. */
#ifndef BRINE_LIFETIME_H
#define BRINE_LIFETIME_H

#include "php.h"
#include "globals.h"

/* A thread, or the process, begins and ends. */
void brine_globals_init(zend_brine_globals *globals);
void brine_globals_destroy(zend_brine_globals *globals);

/* A request begins. If nothing of the one before is left, caches that are worn are cleared. */
void brine_request_begin(void);

/*
 * A request has ended: what a fatal error left in use becomes free. What PHP destroys after this, such as hash tables of its own with names that a value
 * gave it, may still use cached strings.
 */
void brine_request_end(void);

#endif
