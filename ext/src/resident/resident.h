/*
 * Resident values: bytes that come again and again are decoded into memory that the process keeps, and handed out from there. docs/internals/resident.md
 * has what makes that safe.
 *
 * A payload that is seen for the first time is only remembered by a hash; the second time its value is kept. From then on it is found by
 * comparing its bytes.
 */
#ifndef BRINE_RESIDENT_H
#define BRINE_RESIDENT_H

#include "php.h"
#include "options.h"
#include "core/compat.h"
#include "resident/entry.h"

/* What a thread counts, and what the process has. */
typedef struct {
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
} brine_resident_status_data;

/* The process begins and ends. */
void brine_resident_startup(void);
void brine_resident_shutdown(void);

/* The bytes that all entries may take; 0 for none. */
void brine_resident_set_limit(size_t limit);

ZEND_ATTRIBUTE_NONNULL void brine_resident_get_status(brine_resident_status_data *status);

/* What a thread knows; begins and ends with it. */
struct brine_resident_thread *brine_resident_thread_new(void);
ZEND_ATTRIBUTE_NONNULL void brine_resident_thread_free(struct brine_resident_thread *thread);

/* No value of a request before is left: what was not needed lately may be freed. And a request has ended, whose classes are gone. */
void brine_resident_begin_request(void);
void brine_resident_end_request(void);

typedef enum {
	BRINE_RESIDENT_FOUND,
	/* An exception is pending. */
	BRINE_RESIDENT_FAILED,
	/* There is an entry, but it does not serve; or nothing is kept at all. */
	BRINE_RESIDENT_DECODE,
	BRINE_RESIDENT_UNKNOWN,
} brine_resident_answer;

/* Of some of the bytes, and what a value of them is kept under: the same, or where that is another value's, a hash of all bytes. */
typedef struct {
	uint64_t sample;
	uint64_t key;
} brine_resident_hashes;

/*
 * Looks for the value of bytes; *hashes is for brine_resident_learn() where they are unknown. Nothing of what is not verified is kept: bytes that are
 * found are those of an entry, seal included. Where a decode has to follow, a class that is not there is noted in the options.
 */
ZEND_ATTRIBUTE_NONNULL brine_resident_answer brine_resident_get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, brine_resident_hashes *hashes);

/* brine_decode() for bytes that are unknown and verified; the second time they are kept. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_resident_learn(zval *result, const brine_resident_source *source,
	const brine_decode_options *options, const brine_resident_hashes *hashes);

/* Both, for bytes without a signature. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_resident_decode(
	zval *result, const char *payload, size_t size, const brine_decode_options *options);

#endif
