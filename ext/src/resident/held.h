/*
 * Values without objects that a script holds which runs for more than a minute, as servers' workers and consumers do:
 * ordinary values of its heap, so what it still uses when one is evicted lives on.
 */
#ifndef BRINE_RESIDENT_HELD_H
#define BRINE_RESIDENT_HELD_H

#include "php.h"
#include "decode/state.h"
#include "resident/entry.h"

/* A table of one thread and request. */
typedef struct brine_held brine_held;

/* At most so many bytes, and a part of memory_limit. */
ZEND_ATTRIBUTE_NONNULL brine_held *brine_held_new(size_t max);

/* In RSHUTDOWN: afterwards PHP frees strings that arrays may have as keys. */
ZEND_ATTRIBUTE_NONNULL void brine_held_free(brine_held *held);

/* The entry with these bytes, or NULL. */
ZEND_ATTRIBUTE_NONNULL const brine_resident_entry *brine_held_find(
	brine_held *held, uint64_t hash, const char *payload, size_t size);

/* How often a value must have been seen after the first time, as brine_resident_sights() says it. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_held_sights(brine_held *held);

/* Holds a new value that has neither objects nor references; false if it is too large. May end the request. */
ZEND_ATTRIBUTE_NONNULL bool brine_held_add(brine_held *held, uint64_t hash, const brine_resident_source *source,
	const brine_decoder *decoder, const zval *value, const brine_decode_options *options);

typedef struct {
	size_t limit;
	size_t bytes;
	uint32_t entries;
	uint64_t evicted;
} brine_held_status;

ZEND_ATTRIBUTE_NONNULL brine_held_status brine_held_get_status(const brine_held *held);

#endif
