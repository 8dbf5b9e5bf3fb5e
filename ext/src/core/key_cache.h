/*
 * Interned strings for short keys, found by their bytes, so that the keys of a small payload cost neither an allocation nor a hash. They outlive
 * the call; bounded, per thread.
 *
 * A place depends on a secret of the process: nobody can choose keys that meet in the places of others. A key that finds its places taken gets
 * one of them when it is missed again soon. What it displaces may be in use anywhere until the request ends, and is freed after that.
 */
#ifndef BRINE_KEY_CACHE_H
#define BRINE_KEY_CACHE_H

#include "php.h"
#include "core/compat.h"

#define BRINE_KEY_CACHE_SLOTS 16384
#define BRINE_KEY_CACHE_MAX_SIZE 64
/* Places at which a missed key is remembered. */
#define BRINE_KEY_CACHE_MISSES 1024
/* Most displaced strings that wait for the end of a request. */
#define BRINE_KEY_CACHE_DISPLACED 16384

typedef struct brine_key_cache {
	zend_string *slots[BRINE_KEY_CACHE_SLOTS];
	uint32_t used;
	/* Hash of a key that was missed, its lowest bit set when another one was missed after it; 0 for none. */
	uint32_t missed[BRINE_KEY_CACHE_MISSES];
	zend_string **displaced;
	uint32_t displaced_count;
	uint32_t displaced_capacity;
} brine_key_cache;

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
