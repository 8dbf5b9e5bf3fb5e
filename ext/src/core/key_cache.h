/*
 * A bounded cache of interned strings for short keys, one per thread, that outlives the call. A cached key needs no
 * allocation and not PHP's hash, only a short keyed one; the cache starts with one page, so that a forked child touches
 * few.
 */
#ifndef BRINE_KEY_CACHE_H
#define BRINE_KEY_CACHE_H

#include "php.h"
#include "core/compat.h"

#define BRINE_KEY_CACHE_WAYS 4
/* Number of sets at first, and at most. */
#define BRINE_KEY_CACHE_FIRST_SETS 64
#define BRINE_KEY_CACHE_MAX_SETS 4096
#define BRINE_KEY_CACHE_SLOTS (BRINE_KEY_CACHE_MAX_SETS * BRINE_KEY_CACHE_WAYS)
#define BRINE_KEY_CACHE_MAX_SIZE 64
/* One in this many homeless keys evicts another; so keys that occur only once rarely do. */
#define BRINE_KEY_CACHE_TURN 4
/* At most this many strings are evicted. They may be in use until the request ends, and are freed later. */
#define BRINE_KEY_CACHE_DISPLACED 16384

/* Keys fill the places in order; NULL after the last one. */
typedef struct {
	zend_string *keys[BRINE_KEY_CACHE_WAYS];
} brine_key_set;

/* Memory for strings; all blocks are freed together. */
typedef struct brine_key_block {
	struct brine_key_block *next;
} brine_key_block;

typedef struct brine_key_cache {
	/* Allocated for the most sets; mask + 1 of them, a power of two, are in use. */
	brine_key_set *sets;
	uint32_t mask;
	uint32_t used;
	/* Keys for which both sets were full; some of them evicted another. */
	uint32_t homeless_count;
	uint32_t displaced_count;
	brine_key_block *blocks;
	/* Free memory: the rest of the newest block, or of the space before the sets. */
	char *place;
	size_t left;
	void *memory;
} brine_key_cache;

brine_key_cache *brine_key_cache_new(void);
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_free(brine_key_cache *cache);

/*
 * Returns a string of these bytes with its hash computed: an interned one if the cache has it or can add it, otherwise
 * a new one. The caller owns a reference.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_key_cache_get(
	brine_key_cache *cache, const char *bytes, size_t size, uint64_t secret);

/* True if the cache is so full, or has evicted so much, that it should be cleared once no value is left. */
static inline bool brine_key_cache_is_worn(const brine_key_cache *cache)
{
	return cache->used > BRINE_KEY_CACHE_SLOTS / 4 * 3 || cache->displaced_count > BRINE_KEY_CACHE_DISPLACED / 2;
}

/* Frees all strings; unsafe while any value may use them. */
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_clear(brine_key_cache *cache);

#endif
