/*
 * Builds maps bucket by bucket: by copying the layout of an equal one (hash part, keys and collision chains), or key by
 * key with one comparison at the end. memory.h has the same for lists.
 */
#ifndef BRINE_MAP_H
#define BRINE_MAP_H

#include "php.h"
#include "core/compat.h"

/* True if the hash part is allocated: precondition of this file's functions. */
static inline bool brine_map_is_ready(const HashTable *map)
{
	return !(HT_FLAGS(map) & (HASH_FLAG_UNINITIALIZED | HASH_FLAG_PACKED));
}

/*
 * Returns a new array with the layout of `exemplar`, a map without holes, and no element yet. The caller fills the
 * buckets in order, each by brine_map_take_key() and a value, and always calls brine_map_finish().
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_map_clone_layout(const HashTable *exemplar);

/*
 * Like brine_map_clone_layout(), but with all keys: the caller sets the values in order and calls brine_map_finish().
 * If it set only `filled` values, it releases the remaining keys by brine_map_drop_keys().
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_map_clone_keys(const HashTable *exemplar);
ZEND_ATTRIBUTE_NONNULL void brine_map_drop_keys(HashTable *map, uint32_t filled, uint32_t count);

/*
 * Copies key, hash and collision chain of a bucket; the value becomes null. static_keys promises that no key of the
 * exemplar is refcounted.
 */
static zend_always_inline void brine_map_take_key(Bucket *bucket, const Bucket *exemplar, bool static_keys)
{
	*bucket = *exemplar;
	ZVAL_NULL(&bucket->val);
	if (!static_keys && bucket->key) {
		zend_string_addref(bucket->key);
	}
}

/* Declares the first `filled` buckets to be the array's elements. */
static zend_always_inline void brine_map_finish(HashTable *map, uint32_t filled)
{
	BRINE_ASSERT(brine_map_is_ready(map) && filled <= map->nTableSize);
	map->nNumUsed = filled;
	map->nNumOfElements = filled;
}

/*
 * Appends a key, taking over its reference; its value becomes null. The caller has reserved space. Keys are not
 * compared: see brine_map_keys_distinct().
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_map_append_key(HashTable *map, zend_ulong h, zend_string *key);

/*
 * Puts a key at `index`; the caller sets the number of elements later. False if the key may equal an earlier one: then
 * call brine_map_keys_distinct().
 */
static zend_always_inline bool brine_map_put_string_key(HashTable *map, uint32_t index, zend_string *key)
{
	Bucket *bucket = map->arData + index;
	uint32_t chain = (uint32_t) ZSTR_H(key) | map->nTableMask;
	uint32_t next = HT_HASH(map, chain);

	BRINE_ASSERT(brine_map_is_ready(map) && index < map->nTableSize && ZSTR_H(key) != 0);
	bucket->h = ZSTR_H(key);
	bucket->key = key;
	ZVAL_NULL(&bucket->val);
	Z_NEXT(bucket->val) = next;
	HT_HASH(map, chain) = HT_IDX_TO_HASH(index);
	if (EXPECTED(next == HT_INVALID_IDX)) {
		return true;
	}
	bucket = HT_HASH_TO_BUCKET_EX(map->arData, next);
	return bucket->h != ZSTR_H(key) && Z_NEXT(bucket->val) == HT_INVALID_IDX;
}

/*
 * True if all keys of a map made by brine_map_append_key() differ. Linear even for colliding keys if `secret` is
 * unknown to whoever chose them. Adds the bytes of compared long keys to *work, since a payload can reuse a key in many
 * maps.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_map_keys_distinct(const HashTable *map, uint64_t secret, uint64_t *work);

/*
 * Cost of inserting a map's keys into another PHP array: 4 per comparison beyond ordinary collisions, plus the bytes of
 * long keys with equal hashes. Stops soon after exceeding `most`.
 */
ZEND_ATTRIBUTE_NONNULL uint64_t brine_map_cost_of_keys(const HashTable *map, uint64_t most);

/*
 * Removes duplicate keys: the last value wins, in the first key's position. Linear. Releases the replaced values, which
 * may run destructors.
 */
ZEND_ATTRIBUTE_NONNULL void brine_map_merge_keys(HashTable *map, uint64_t secret);

#endif
