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
