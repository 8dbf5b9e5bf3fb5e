/* Resident values from the start to the end of a process, of a thread and of a request; and their statistics. */
#ifndef BRINE_RESIDENT_LIFE_H
#define BRINE_RESIDENT_LIFE_H

#include "php.h"
#include "resident/entry.h"
#include "resident/held.h"
#include "resident/region.h"

/* Statistics of the thread, and of the process; if it shares its values, of all processes of the user. */
typedef struct {
	brine_region_status shared;
	/* The extension beside which no value is kept, or NULL. */
	const char *intruder;
	zend_ulong limit;
	zend_ulong entries;
	zend_ulong templates;
	zend_ulong bytes;
	uint64_t admitted;
	uint64_t evicted;
	uint64_t hits;
	uint64_t misses;
	uint64_t fallbacks;
	uint64_t refused[BRINE_REFUSED_COUNT];
	/* Of the script that runs; all 0 if it holds no values. */
	brine_held_status held;
} brine_resident_status_data;

/* For the start and end of the process. */
void brine_resident_startup(void);
void brine_resident_shutdown(void);

/* Bytes that all entries may take; 0 keeps none, and no other number does beside brine_resident_intruder(). */
void brine_resident_set_limit(size_t limit);

ZEND_ATTRIBUTE_NONNULL void brine_resident_get_status(brine_resident_status_data *status);

/* Per-thread state; created and freed with the thread. */
struct brine_resident_thread *brine_resident_thread_new(void);
ZEND_ATTRIBUTE_NONNULL void brine_resident_thread_free(struct brine_resident_thread *thread);

/*
 * Hold and release, in RINIT and RSHUTDOWN: in between, a script may hold values. Begin: no value of an earlier request
 * is left, so unused entries may be evicted. End: the request's classes are gone.
 */
void brine_resident_hold(void);
void brine_resident_begin_request(void);
void brine_resident_release(void);
void brine_resident_end_request(void);

#endif
