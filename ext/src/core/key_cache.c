/*
 * Interned strings of short keys, for the decoders: a cached key needs no allocation and not PHP's hash, only a short
 * keyed one. That hash gives each key two sets of four places; the cache grows from one page, and evicts rarely.
 */
#include "core/key_cache.h"
#include "core/hash.h"
#include "core/memory.h"

/* Size of a block: a page less the allocator's overhead. */
#define BLOCK_BYTES (BRINE_PAGE - 32)
/* The structure, the first strings and the first sets fill one page; further sets follow it. */
#define FIRST_SETS_OFFSET (BRINE_PAGE - BRINE_KEY_CACHE_FIRST_SETS * sizeof(brine_key_set))
/* The lowest bits of a hash choose a key's first set, the next SET_BITS its second one. */
#define SET_BITS 12

/*
 * Hashes all bytes of a key of 2 to BRINE_KEY_CACHE_MAX_SIZE bytes. The secret keeps attackers from choosing keys that
 * compete for the same sets.
 */
static zend_always_inline uint32_t keyed_hash(const char *bytes, size_t size, uint64_t secret)
{
	uint64_t hash = secret ^ ((uint64_t) size * BRINE_HASH_FACTOR_2);
	uint64_t first, last;

	for (; UNEXPECTED(size > 32); bytes += 16, size -= 16) {
		hash = brine_fold_product(hash ^ brine_load_native(bytes, 8), brine_load_native(bytes + 8, 8) ^ secret);
	}
	if (size > 16) {
		hash = brine_fold_product(hash ^ brine_load_native(bytes, 8), brine_load_native(bytes + 8, 8) ^ secret);
		bytes += size - 16;
		size = 16;
	}
	brine_load_ends(bytes, size, &first, &last);
	return (uint32_t) brine_fold_product(first ^ BRINE_HASH_FACTOR ^ hash, last ^ secret);
}

static zend_always_inline brine_key_set *first_set(const brine_key_cache *cache, uint32_t hash)
{
	return &cache->sets[hash & cache->mask];
}

static zend_always_inline brine_key_set *second_set(const brine_key_cache *cache, uint32_t hash)
{
	return &cache->sets[(hash >> SET_BITS) & cache->mask];
}

static zend_always_inline bool is_full(const brine_key_set *set)
{
	return set->keys[BRINE_KEY_CACHE_WAYS - 1] != NULL;
}

/* Returns the key with these bytes, or NULL. Occupied places come first. */
static zend_always_inline zend_string *find(const brine_key_set *set, const char *bytes, size_t size)
{
	for (unsigned way = 0; way < BRINE_KEY_CACHE_WAYS; way++) {
		zend_string *key = set->keys[way];

		if (!key) {
			return NULL;
		}
		if (ZSTR_LEN(key) == size && EXPECTED(brine_bytes_equal(ZSTR_VAL(key), bytes, size))) {
			return key;
		}
	}
	return NULL;
}

/* Adds a key to a set, which must have a free place. */
static zend_always_inline void put(brine_key_set *set, zend_string *key)
{
	unsigned way = 0;

	while (set->keys[way]) {
		way++;
	}
	set->keys[way] = key;
}

/* Allocates memory that lives until the cache is cleared. */
static zend_always_inline void *take_memory(brine_key_cache *cache, size_t size)
{
	void *taken;

	if (UNEXPECTED(cache->left < size)) {
		brine_key_block *block = pemalloc(BLOCK_BYTES, 1);

		block->next = cache->blocks;
		cache->blocks = block;
		cache->place = (char *) block + ZEND_MM_ALIGNED_SIZE(sizeof(*block));
		cache->left = BLOCK_BYTES - ZEND_MM_ALIGNED_SIZE(sizeof(*block));
	}
	taken = cache->place;
	cache->place += size;
	cache->left -= size;
	return taken;
}

/*
 * Interned, so not refcounted. Not IS_STR_PERMANENT: PHP and other extensions keep permanent strings after the request,
 * but this cache may free its strings then.
 */
static BRINE_HOT zend_string *new_interned_string(brine_key_cache *cache, const char *bytes, size_t size)
{
	zend_string *string = take_memory(cache, ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(size)));

	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	ZSTR_LEN(string) = size;
	memcpy(ZSTR_VAL(string), bytes, size);
	ZSTR_VAL(string)[size] = '\0';
	ZSTR_H(string) = zend_hash_func(bytes, size);
	return string;
}

static zend_string *new_string(const char *bytes, size_t size)
{
	zend_string *string = zend_string_init(bytes, size, 0);

	zend_string_hash_val(string);
	return string;
}

/* Doubles the number of sets: each key stays in its set or moves to the one `old_mask + 1` further on. */
static ZEND_COLD zend_never_inline void grow(brine_key_cache *cache, uint64_t secret)
{
	uint32_t old_mask = cache->mask;

	cache->mask = old_mask * 2 + 1;
	for (uint32_t i = 0; i <= old_mask; i++) {
		const brine_key_set old = cache->sets[i];

		memset(&cache->sets[i], 0, sizeof(cache->sets[i]));
		for (unsigned way = 0; way < BRINE_KEY_CACHE_WAYS && old.keys[way]; way++) {
			uint32_t hash = keyed_hash(ZSTR_VAL(old.keys[way]), ZSTR_LEN(old.keys[way]), secret);

			put((hash & old_mask) == i ? first_set(cache, hash) : second_set(cache, hash), old.keys[way]);
		}
	}
}

/*
 * Handles a key whose two sets are full when the cache cannot grow. One in BRINE_KEY_CACHE_TURN evicts a key of its
 * second set, until BRINE_KEY_CACHE_DISPLACED were evicted; the others become ordinary strings. Evicted strings stay
 * valid until the cache is cleared.
 */
static ZEND_COLD zend_never_inline zend_string *get_homeless(
	brine_key_cache *cache, uint32_t hash, const char *bytes, size_t size)
{
	uint32_t turn = cache->homeless_count++ / BRINE_KEY_CACHE_TURN;
	zend_string **place = &second_set(cache, hash)->keys[turn % BRINE_KEY_CACHE_WAYS];

	if (cache->homeless_count % BRINE_KEY_CACHE_TURN != 0 || cache->displaced_count >= BRINE_KEY_CACHE_DISPLACED) {
		return new_string(bytes, size);
	}
	cache->displaced_count++;
	return *place = new_interned_string(cache, bytes, size);
}

/* The key is not in its first set: looks in the second, then adds it. */
static BRINE_HOT zend_never_inline zend_string *find_or_add(
	brine_key_cache *cache, uint32_t hash, const char *bytes, size_t size, uint64_t secret)
{
	brine_key_set *set = second_set(cache, hash);
	zend_string *key = find(set, bytes, size);

	if (key) {
		return key;
	}
	/* Grow before both sets are full: the shape cache refuses shapes with keys that are not interned. */
	while (cache->mask + 1 < BRINE_KEY_CACHE_MAX_SETS
		&& ((is_full(first_set(cache, hash)) && is_full(second_set(cache, hash)))
			|| cache->used > (cache->mask + 1) * BRINE_KEY_CACHE_WAYS / 4 * 3)) {
		grow(cache, secret);
	}
	set = first_set(cache, hash);
	if (UNEXPECTED(is_full(set))) {
		set = second_set(cache, hash);
		if (UNEXPECTED(is_full(set))) {
			return get_homeless(cache, hash, bytes, size);
		}
	}
	key = new_interned_string(cache, bytes, size);
	put(set, key);
	cache->used++;
	return key;
}

BRINE_HOT zend_string *brine_key_cache_get(brine_key_cache *cache, const char *bytes, size_t size, uint64_t secret)
{
	zend_string *key;
	uint32_t hash;

	if (UNEXPECTED(size - 2 > BRINE_KEY_CACHE_MAX_SIZE - 2)) {
		return size > 1 ? new_string(bytes, size)
			: size == 1 ? ZSTR_CHAR((unsigned char) bytes[0])
						: ZSTR_EMPTY_ALLOC();
	}
	hash = keyed_hash(bytes, size, secret);
	key = find(first_set(cache, hash), bytes, size);
	return EXPECTED(key) ? key : find_or_add(cache, hash, bytes, size, secret);
}

static void begin(brine_key_cache *cache)
{
	cache->mask = BRINE_KEY_CACHE_FIRST_SETS - 1;
	cache->place = (char *) cache + ZEND_MM_ALIGNED_SIZE(sizeof(*cache));
	cache->left = FIRST_SETS_OFFSET - ZEND_MM_ALIGNED_SIZE(sizeof(*cache));
}

brine_key_cache *brine_key_cache_new(void)
{
	void *memory;
	brine_key_cache *cache =
		brine_pages_new(&memory, FIRST_SETS_OFFSET + BRINE_KEY_CACHE_MAX_SETS * sizeof(brine_key_set));

	cache->memory = memory;
	cache->sets = (brine_key_set *) ((char *) cache + FIRST_SETS_OFFSET);
	begin(cache);
	return cache;
}

void brine_key_cache_clear(brine_key_cache *cache)
{
	while (cache->blocks) {
		brine_key_block *next = cache->blocks->next;

		pefree(cache->blocks, 1);
		cache->blocks = next;
	}
	memset(cache->sets, 0, (cache->mask + 1) * sizeof(*cache->sets));
	cache->used = 0;
	cache->homeless_count = 0;
	cache->displaced_count = 0;
	begin(cache);
}

void brine_key_cache_free(brine_key_cache *cache)
{
	brine_key_cache_clear(cache);
	pefree(cache->memory, 1);
}
