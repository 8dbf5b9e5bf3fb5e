/*
 * Interned strings for short keys, found by their bytes: the keys of a small payload cost neither an allocation nor a hash. They outlive the call. The
 * cache is bounded, one a thread, and begins with one page, so that a forked child touches few.
 */
#ifndef BRINE_KEY_CACHE_H
#define BRINE_KEY_CACHE_H

#include "php.h"
#include "core/compat.h"

#define BRINE_KEY_CACHE_WAYS 4
/* Sets at first, and at most. */
#define BRINE_KEY_CACHE_FIRST_SETS 64
#define BRINE_KEY_CACHE_MAX_SETS 4096
#define BRINE_KEY_CACHE_SLOTS (BRINE_KEY_CACHE_MAX_SETS * BRINE_KEY_CACHE_WAYS)
#define BRINE_KEY_CACHE_MAX_SIZE 64
/* Of keys that find no place, one in so many displaces another: keys that occur only once rarely do. */
#define BRINE_KEY_CACHE_TURN 4
/* Most displaced strings. They may be in use until the request ends, and are freed after that. */
#define BRINE_KEY_CACHE_DISPLACED 16384

/* Places for keys, taken in order; NULL behind the last. */
typedef struct {
	zend_string *keys[BRINE_KEY_CACHE_WAYS];
} brine_key_set;

/* Memory for strings, which are freed all together. */
typedef struct brine_key_block {
	struct brine_key_block *next;
} brine_key_block;

typedef struct brine_key_cache {
	/* Room for the most sets; mask + 1 of them, a power of two, are in use. */
	brine_key_set *sets;
	uint32_t mask;
	uint32_t used;
	/* Keys that found no place; some of them displaced another. */
	uint32_t homeless_count;
	uint32_t displaced_count;
	brine_key_block *blocks;
	/* What is left of the newest block, or of the room before the sets. */
	char *place;
	size_t left;
	void *memory;
} brine_key_cache;

brine_key_cache *brine_key_cache_new(void);
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_free(brine_key_cache *cache);

/*
 * Returns a string of these bytes whose hash is computed: an interned one where the cache has it or takes it up, otherwise a new
 * one. The caller owns a reference.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_key_cache_get(
	brine_key_cache *cache, const char *bytes, size_t size, uint64_t secret);

/* True where it has filled up, or displaced so much, that it is to be cleared when no value is left. */
static inline bool brine_key_cache_is_worn(const brine_key_cache *cache)
{
	return cache->used > BRINE_KEY_CACHE_SLOTS / 4 * 3 || cache->displaced_count > BRINE_KEY_CACHE_DISPLACED / 2;
}

/* Frees all strings: nothing is left that could use them. */
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_clear(brine_key_cache *cache);

#endif
