/*
 * Interned strings for short keys, found by their bytes, so that the keys of a small payload cost neither an allocation nor a hash. They outlive
 * the call; bounded, per thread.
 *
 * A place depends on a secret of the process: nobody can choose keys that meet in the places of others. A key that finds its places taken gets
 * one of them when it is missed again soon. What it displaces may be in use anywhere until the request ends, and is freed after that.
 *
 * Memory is touched as it is used: a short life of a process, or a child of a process that has decoded nothing, pays for few pages.
 */
#ifndef BRINE_KEY_CACHE_H
#define BRINE_KEY_CACHE_H

#include "php.h"
#include "core/compat.h"

/* Keys of a set; with their tags they fill a line of the processor's cache. */
#define BRINE_KEY_CACHE_WAYS 7
/* Sets at first, and at most. */
#define BRINE_KEY_CACHE_FIRST_SETS 32
#define BRINE_KEY_CACHE_MAX_SETS 2048
#define BRINE_KEY_CACHE_SLOTS (BRINE_KEY_CACHE_MAX_SETS * BRINE_KEY_CACHE_WAYS)
#define BRINE_KEY_CACHE_MAX_SIZE 64
/* Places at which a missed key is remembered. */
#define BRINE_KEY_CACHE_MISSES 1024
/* Most displaced strings that wait for the end of a request. */
#define BRINE_KEY_CACHE_DISPLACED 16384

/* Places for keys, taken in order. */
typedef struct {
	/* Some bits of each key's hash; 0 where there is no key. */
	uint8_t tags[BRINE_KEY_CACHE_WAYS];
	/* A key whose first set this is was not taken in, and may be in its second one. */
	uint8_t turned_away;
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
	uint32_t displaced_count;
	brine_key_block *blocks;
	/* What is left of the newest block, or of the room before the sets. */
	char *place;
	size_t left;
	void *memory;
	/* Hash of a key that was missed, its lowest bit set when another one was missed after it; 0 for none. */
	uint32_t *missed;
} brine_key_cache;

brine_key_cache *brine_key_cache_new(void);
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_free(brine_key_cache *cache);

/*
 * Returns a string of these bytes whose hash is computed: an interned one where the cache has it or takes it up, otherwise a new
 * one. The caller owns a reference. From the first byte on, `readable` ones may be read, which are `size` at least.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_key_cache_get(
	brine_key_cache *cache, const char *bytes, size_t size, size_t readable, uint64_t secret);

/* True where it has filled up, or displaced so much, that it is to be cleared when no value is left. */
static inline bool brine_key_cache_is_worn(const brine_key_cache *cache)
{
	return cache->used > BRINE_KEY_CACHE_SLOTS / 4 * 3 || cache->displaced_count > BRINE_KEY_CACHE_DISPLACED / 2;
}

/* Frees all strings: nothing is left that could use them. */
ZEND_ATTRIBUTE_NONNULL void brine_key_cache_clear(brine_key_cache *cache);

#endif
