/*
 * Resident values: payloads that repeat are decoded into process memory and handed out from there;
 * docs/internals/resident.md says why that is safe. A payload is remembered by a hash at first sight, kept at second
 * sight, and found by comparing its bytes.
 */
#ifndef BRINE_RESIDENT_H
#define BRINE_RESIDENT_H

#include "php.h"
#include "options.h"
#include "core/compat.h"
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

/* True if the script runs for long and holds values itself; see held.h. */
bool brine_resident_holds_values(void);

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

typedef enum {
	BRINE_RESIDENT_FOUND,
	/* An exception is pending. */
	BRINE_RESIDENT_FAILED,
	/* The entry does not fit, or nothing is resident: decode the payload. */
	BRINE_RESIDENT_DECODE,
	BRINE_RESIDENT_UNKNOWN,
} brine_resident_answer;

/* A hash of some bytes; and the value's key: the same, or if another value has it, a hash of all bytes. */
typedef struct {
	uint64_t sample;
	uint64_t key;
} brine_resident_hashes;

/*
 * Finds the value of a source; *hashes is for brine_resident_learn() if it is unknown. Only verified bytes are kept, so
 * a match includes the seal. If a decode must follow, a missing class is noted in the options.
 */
ZEND_ATTRIBUTE_NONNULL brine_resident_answer brine_resident_get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, brine_resident_hashes *hashes);

/* brine_decode() for unknown, verified bytes; at second sight the value becomes resident. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_resident_learn(zval *result, const brine_resident_source *source,
	const brine_decode_options *options, const brine_resident_hashes *hashes);

/* Both, for bytes without a signature. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_resident_decode(
	zval *result, const char *payload, size_t size, const brine_decode_options *options);

#endif
