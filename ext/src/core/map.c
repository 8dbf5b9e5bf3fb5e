#include "core/map.h"
#include "core/hash.h"

/* Makes an array like `exemplar`: the hash part is copied, and `buckets` bytes after it. */
static zend_always_inline HashTable *copy_of(const HashTable *exemplar, size_t buckets)
{
	HashTable *map = emalloc(sizeof(HashTable));
	void *data;

	BRINE_ASSERT(brine_map_is_ready(exemplar) && HT_IS_WITHOUT_HOLES(exemplar));
	*map = *exemplar;
	GC_SET_REFCOUNT(map, 1);
	GC_TYPE_INFO(map) = GC_ARRAY;
	brine_map_finish(map, 0);
	if (EXPECTED(exemplar->nTableSize == HT_MIN_SIZE)) {
		data = emalloc(HT_SIZE_EX(HT_MIN_SIZE, HT_SIZE_TO_MASK(HT_MIN_SIZE)));
	} else {
		data = emalloc(HT_SIZE(exemplar));
	}
	memcpy(data, HT_GET_DATA_ADDR(exemplar), HT_HASH_SIZE(exemplar->nTableMask) + buckets);
	HT_SET_DATA_ADDR(map, data);
	return map;
}

HashTable *brine_map_clone_layout(const HashTable *exemplar)
{
	return copy_of(exemplar, 0);
}

BRINE_HOT HashTable *brine_map_clone_keys(const HashTable *exemplar)
{
	uint32_t count = exemplar->nNumUsed;
	HashTable *map = copy_of(exemplar, count * sizeof(Bucket));

	if (UNEXPECTED(!(HT_FLAGS(exemplar) & HASH_FLAG_STATIC_KEYS))) {
		for (uint32_t i = 0; i < count; i++) {
			if (map->arData[i].key) {
				zend_string_addref(map->arData[i].key);
			}
		}
	}
	return map;
}

void brine_map_drop_keys(HashTable *map, uint32_t filled, uint32_t count)
{
	for (uint32_t i = filled; i < count; i++) {
		if (map->arData[i].key) {
			zend_string_release(map->arData[i].key);
		}
	}
}

BRINE_HOT void brine_map_append_key(HashTable *map, zend_ulong h, zend_string *key)
{
	uint32_t index = map->nNumUsed++;
	Bucket *bucket = map->arData + index;
	uint32_t chain = (uint32_t) h | map->nTableMask;

	BRINE_ASSERT(brine_map_is_ready(map) && index < map->nTableSize);
	/* Nothing else verifies a key's hash: a wrong one would make the array's elements unreachable. */
	BRINE_ASSERT(!key || (zend_ulong) zend_hash_func(ZSTR_VAL(key), ZSTR_LEN(key)) == h);
	map->nNumOfElements++;
	bucket->h = h;
	bucket->key = key;
	ZVAL_NULL(&bucket->val);
	Z_NEXT(bucket->val) = HT_HASH(map, chain);
	HT_HASH(map, chain) = HT_IDX_TO_HASH(index);
	if (key) {
		if (!ZSTR_IS_INTERNED(key)) {
			HT_FLAGS(map) &= ~HASH_FLAG_STATIC_KEYS;
		}
	} else if ((zend_long) h >= map->nNextFreeElement) {
		map->nNextFreeElement = (zend_long) h < ZEND_LONG_MAX ? (zend_long) h + 1 : ZEND_LONG_MAX;
	}
}

/* The bytes of longer keys are charged. */
#define SHORT_KEY 64

static zend_never_inline bool strings_equal(const zend_string *a, const zend_string *b, uint64_t *work)
{
	if (ZSTR_LEN(a) != ZSTR_LEN(b)) {
		return false;
	}
	if (ZSTR_LEN(a) > SHORT_KEY) {
		*work += ZSTR_LEN(a);
	}
	return memcmp(ZSTR_VAL(a), ZSTR_VAL(b), ZSTR_LEN(a)) == 0;
}

static zend_always_inline bool buckets_have_same_key(const Bucket *a, const Bucket *b, uint64_t *work)
{
	return a->h == b->h && (a->key == b->key || (a->key && b->key && strings_equal(a->key, b->key, work)));
}

/* A secret-keyed hash, which whoever chose the keys cannot predict. */
static uint32_t secret_hash(const Bucket *bucket, uint64_t secret, uint64_t *work)
{
	uint64_t hash = (bucket->h ^ secret) * BRINE_HASH_FACTOR;

	hash ^= hash >> 32;
	if (bucket->key) {
		const char *p = ZSTR_VAL(bucket->key);
		size_t left = ZSTR_LEN(bucket->key);

		if (left > SHORT_KEY) {
			*work += left;
		}
		while (left > 0) {
			size_t size = left < 8 ? left : 8;
			uint64_t word = 0;

			memcpy(&word, p, size);
			hash = (hash ^ word ^ secret) * BRINE_HASH_FACTOR_2;
			hash ^= hash >> 29;
			p += size;
			left -= size;
		}
	}
	return brine_mix(hash);
}

/* Index of a map's keys, for maps with long collision chains. */
typedef struct {
	/* 0, or a bucket's number plus 1. */
	uint32_t *slots;
	uint32_t mask;
} key_index;

static void key_index_init(key_index *index, const HashTable *map)
{
	index->mask = 1;
	while (index->mask < (uint64_t) map->nNumUsed * 2) {
		index->mask = index->mask * 2 + 1;
	}
	index->slots = ecalloc((size_t) index->mask + 1, sizeof(*index->slots));
}

/* The first bucket with the key of bucket i: i itself, which is then added to the index, or an earlier one. */
static uint32_t key_index_add(key_index *index, const HashTable *map, uint32_t i, uint64_t secret, uint64_t *work)
{
	uint32_t slot = secret_hash(&map->arData[i], secret, work) & index->mask;

	while (index->slots[slot]) {
		uint32_t other = index->slots[slot] - 1;

		if (buckets_have_same_key(&map->arData[i], &map->arData[other], work)) {
			return other;
		}
		slot = (slot + 1) & index->mask;
	}
	index->slots[slot] = i + 1;
	return i;
}

static bool keys_distinct_by_index(const HashTable *map, uint64_t secret, uint64_t *work)
{
	key_index index;
	bool distinct = true;

	key_index_init(&index, map);
	for (uint32_t i = 0; i < map->nNumUsed && distinct; i++) {
		distinct = key_index_add(&index, map, i, secret, work) == i;
	}
	efree(index.slots);
	return distinct;
}

void brine_map_merge_keys(HashTable *map, uint64_t secret)
{
	uint32_t count = map->nNumUsed;
	zval *replaced = safe_emalloc(count, sizeof(zval), 0);
	uint32_t replaced_count = 0;
	uint64_t work = 0;
	key_index index;

	key_index_init(&index, map);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t first = key_index_add(&index, map, i, secret, &work);
		Bucket *bucket = &map->arData[i];

		if (first != i) {
			ZVAL_COPY_VALUE(&replaced[replaced_count], &map->arData[first].val);
			replaced_count++;
			ZVAL_COPY_VALUE(&map->arData[first].val, &bucket->val);
			ZVAL_UNDEF(&bucket->val);
			if (bucket->key) {
				zend_string_release(bucket->key);
			}
			map->nNumOfElements--;
		}
	}
	efree(index.slots);
	zend_hash_rehash(map);
	for (uint32_t i = 0; i < replaced_count; i++) {
		zval_ptr_dtor(&replaced[i]);
	}
	efree(replaced);
}

BRINE_HOT bool brine_map_keys_distinct(const HashTable *map, uint64_t secret, uint64_t *work)
{
	uint32_t count = map->nNumUsed;
	/* Unattacked maps have short chains and stay below this sum of steps. */
	uint64_t budget = (uint64_t) count * 2 + 64;

	for (uint32_t i = 0; i < count; i++) {
		const Bucket *bucket = map->arData + i;
		uint32_t next = Z_NEXT(bucket->val);

		while (next != HT_INVALID_IDX) {
			const Bucket *other = HT_HASH_TO_BUCKET_EX(map->arData, next);

			if (UNEXPECTED(buckets_have_same_key(bucket, other, work))) {
				return false;
			}
			if (UNEXPECTED(--budget == 0)) {
				return keys_distinct_by_index(map, secret, work);
			}
			next = Z_NEXT(other->val);
		}
	}
	return true;
}

/* Comparisons per key that are free, and the cost of each further one. */
#define ORDINARY_STEPS 16
#define COST_OF_STEP 4

uint64_t brine_map_cost_of_keys(const HashTable *map, uint64_t most)
{
	uint64_t ordinary = (uint64_t) map->nNumUsed * ORDINARY_STEPS * COST_OF_STEP;
	uint64_t steps = 0, work = 0;

	BRINE_ASSERT(brine_map_is_ready(map));
	most = most < UINT64_MAX - ordinary ? most + ordinary : UINT64_MAX;
	for (uint32_t i = 0; i < map->nNumUsed && steps + work <= most; i++) {
		const Bucket *bucket = map->arData + i;
		uint32_t next = Z_NEXT(bucket->val);

		for (; next != HT_INVALID_IDX && steps + work <= most; steps += COST_OF_STEP) {
			const Bucket *other = HT_HASH_TO_BUCKET_EX(map->arData, next);

			/* Worst case: keys with equal hash and length are compared in full. */
			if (UNEXPECTED(bucket->h == other->h) && bucket->key && other->key && ZSTR_LEN(bucket->key) > SHORT_KEY) {
				work += ZSTR_LEN(bucket->key);
			}
			next = Z_NEXT(other->val);
		}
	}
	return (steps > ordinary ? steps - ordinary : 0) + work;
}
