#include "core/key_cache.h"
#include "core/growable.h"
#include "core/hash.h"

/* A hash of all bytes of a key of 2 to BRINE_KEY_CACHE_MAX_SIZE bytes. Its lower and its upper half are two places. */
static zend_always_inline uint32_t keyed_hash(const char *bytes, size_t size, uint64_t secret)
{
	uint64_t hash = secret ^ ((uint64_t) size * BRINE_HASH_FACTOR_2);
	uint64_t first, last;

	for (; UNEXPECTED(size > 16); bytes += MIN(16, size - 16), size -= MIN(16, size - 16)) {
		hash = brine_fold_product(hash ^ brine_load_native(bytes, 8), brine_load_native(bytes + 8, 8) ^ secret);
	}
	brine_load_ends(bytes, size, &first, &last);
	return (uint32_t) brine_fold_product(first ^ BRINE_HASH_FACTOR ^ hash, last ^ secret);
}

/*
 * Interned, so that nobody counts references to it, but not permanent: that flag would let others keep it beyond the request, after
 * which the cache may free it.
 */
static zend_string *new_interned_string(const char *bytes, size_t size)
{
	zend_string *string = zend_string_init(bytes, size, 1);

	zend_string_hash_val(string);
	GC_TYPE_INFO(string) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	return string;
}

/*
 * A key that both of its places are taken from: it displaces the string in one of them if it is remembered as missed. A key is remembered until
 * the second other one is missed at its place: the first only sets the lowest bit, so that two keys do not keep each other out for good.
 */
static zend_never_inline zend_string *miss(
	brine_key_cache *cache, zend_string **slot, uint32_t hash, const char *bytes, size_t size)
{
	uint32_t *missed = &cache->missed[hash % BRINE_KEY_CACHE_MISSES];
	zend_string *string;

	if ((*missed | 1) == (hash | 1) && cache->displaced_count < BRINE_KEY_CACHE_DISPLACED) {
		BRINE_GROWABLE_ENSURE(cache->displaced, cache->displaced_capacity, cache->displaced_count);
		cache->displaced[cache->displaced_count++] = *slot;
		*missed = 0;
		*slot = new_interned_string(bytes, size);
		return *slot;
	}
	*missed = *missed == 0 || *missed & 1 ? hash & ~UINT32_C(1) : *missed | 1;
	string = zend_string_init(bytes, size, 0);
	zend_string_hash_val(string);
	return string;
}

zend_string *brine_key_cache_get(brine_key_cache *cache, const char *bytes, size_t size, uint64_t secret)
{
	zend_string **slot = NULL;
	zend_string *string;
	uint32_t hash;

	if (size <= 1) {
		return size == 0 ? ZSTR_EMPTY_ALLOC() : ZSTR_CHAR((unsigned char) bytes[0]);
	}
	if (UNEXPECTED(size > BRINE_KEY_CACHE_MAX_SIZE)) {
		string = zend_string_init(bytes, size, 0);
		zend_string_hash_val(string);
		return string;
	}
	hash = keyed_hash(bytes, size, secret);
	/* Two places for each string, so that two keys of one payload seldom keep each other out. */
	for (unsigned way = 0; way < 2; way++) {
		slot = &cache->slots[(way ? hash >> 16 : hash) % BRINE_KEY_CACHE_SLOTS];
		if (*slot == NULL) {
			*slot = new_interned_string(bytes, size);
			cache->used++;
			return *slot;
		}
		if (ZSTR_LEN(*slot) == size && brine_bytes_equal(ZSTR_VAL(*slot), bytes, size)) {
			return *slot;
		}
	}
	return miss(cache, slot, hash, bytes, size);
}

void brine_key_cache_clear(brine_key_cache *cache)
{
	for (uint32_t i = 0; i < BRINE_KEY_CACHE_SLOTS; i++) {
		if (cache->slots[i]) {
			pefree(cache->slots[i], 1);
			cache->slots[i] = NULL;
		}
	}
	for (uint32_t i = 0; i < cache->displaced_count; i++) {
		pefree(cache->displaced[i], 1);
	}
	pefree(cache->displaced, 1);
	cache->displaced = NULL;
	cache->displaced_count = 0;
	cache->displaced_capacity = 0;
	cache->used = 0;
}
