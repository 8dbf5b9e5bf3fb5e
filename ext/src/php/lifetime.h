/* State that outlives calls, from the start to the end of a thread or process. */
#ifndef BRINE_LIFETIME_H
#define BRINE_LIFETIME_H

#include "php.h"
#include "globals.h"

/* For the start and end of a thread or process. */
void brine_globals_init(zend_brine_globals *globals);
void brine_globals_destroy(zend_brine_globals *globals);

/* A request begins: clears worn caches if no value of the previous one is left. */
void brine_request_begin(void);

/*
 * A request has ended: structures that a fatal error left busy become available. Caches stay, because what PHP destroys
 * later, such as its own hash tables, may still use cached strings.
 */
void brine_request_end(void);

#endif
