/* How often PHP's cycle collector has run. */
#ifndef BRINE_COLLECTOR_H
#define BRINE_COLLECTOR_H

#include "php.h"
#include "globals.h"

/*
 * Has PHP tell of each run. zend_gc_get_status() has their number, too, but reads a clock since PHP 8.3, which takes longer than to encode an integer or
 * short string, and objects with hooks ask several times each. For MINIT and MSHUTDOWN.
 */
void brine_collector_startup(void);
void brine_collector_shutdown(void);

/* Runs in this thread, modulo 2^32. One that found nothing to look at counts. */
static zend_always_inline uint32_t brine_collections(void)
{
	return BRINE_G(collections);
}

#endif
