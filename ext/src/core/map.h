/*
 * Maps that are built bucket by bucket: by the layout of an equal one, whose hash part is copied and whose buckets give keys, hashes and collision
 * chains, or key by key, compared when all are there. list.h is the same for lists.
 */
#ifndef BRINE_MAP_H
#define BRINE_MAP_H

#include "php.h"
#include "core/compat.h"

/* True for a map whose hash part is there: what the functions of this file work on. */
static inline bool brine_map_is_ready(const HashTable *map)
{
	return !(HT_FLAGS(map) & (HASH_FLAG_UNINITIALIZED | HASH_FLAG_PACKED));
}

/*
 * Returns a new array with the layout of `exemplar`, a map of `count` keys without holes, and no element yet. The
 * caller fills the buckets in order with brine_map_take_key() and a value each, and calls brine_map_finish() whether all were filled or not.
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_map_clone_layout(const HashTable *exemplar);

/*
 * The same with all keys: the caller gives each bucket a value, in order, and calls brine_map_finish(). Where only the first `filled` of `count` got one,
 * the keys of the others are to be dropped.
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_map_clone_keys(const HashTable *exemplar);
ZEND_ATTRIBUTE_NONNULL void brine_map_drop_keys(HashTable *map, uint32_t filled, uint32_t count);

/*
 * Copies key, hash and collision chain of a bucket, whose value becomes null; static_keys says that no key of the exemplar is
 * reference-counted.
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
 * Appends a key, whose reference is taken over, to a map that was created with room for it. The value becomes null. Keys are not
 * compared; see brine_map_keys_distinct().
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_map_append_key(HashTable *map, zend_ulong h, zend_string *key);

/*
 * Puts key number `index` into a map that the caller gives its number of elements afterwards; as above otherwise. False if the key may be equal to one
 * before it: then brine_map_keys_distinct() tells.
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
 * True if no two keys of a map made by brine_map_append_key() are equal. Linear, also for keys that were chosen to share their
 * collision chains; `secret` is a number that whoever chose the keys does not know. Adds the bytes of long keys that were looked at to *work:
 * where keys are given to many maps, these are not bounded by the bytes that give them.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_map_keys_distinct(const HashTable *map, uint64_t secret, uint64_t *work);

/*
 * What it costs to put the keys of a map into another one of PHP, which compares each with those in its chain: 4 for each comparison beyond those
 * of ordinary keys, and the bytes of long keys that have one hash. Stops soon after `most` is reached.
 */
ZEND_ATTRIBUTE_NONNULL uint64_t brine_map_cost_of_keys(const HashTable *map, uint64_t most);

/*
 * Makes keys of such a map distinct: of equal ones the last one's value stays, in the first one's place. Linear as well. Values that give way
 * are released, which may run destructors.
 */
ZEND_ATTRIBUTE_NONNULL void brine_map_merge_keys(HashTable *map, uint64_t secret);

#endif
