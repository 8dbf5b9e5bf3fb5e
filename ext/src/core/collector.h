/* Counts the runs of PHP's cycle collector. */
#ifndef BRINE_COLLECTOR_H
#define BRINE_COLLECTOR_H

#include "php.h"
#include "globals.h"

/*
 * Registers for each run, in MINIT and MSHUTDOWN. zend_gc_get_status() counts them too, but reads a clock since PHP
 * 8.3: too slow for objects with hooks, which check several times each.
 */
void brine_collector_startup(void);
void brine_collector_shutdown(void);

/* Runs in this thread, modulo 2^32, including runs that found no roots. */
static zend_always_inline uint32_t brine_collections(void)
{
	return BRINE_G(collections);
}

#endif
