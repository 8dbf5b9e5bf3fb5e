#include "core/key_cache.h"
#include "core/cursor.h"
#include "core/hash.h"
#include "core/memory.h"

/* Of a block, with what the allocator adds. */
#define BLOCK_BYTES (BRINE_PAGE - 32)
/* The cache itself, the first strings and the first sets fill a page; more sets follow. */
#define FIRST_SETS_OFFSET (BRINE_PAGE - BRINE_KEY_CACHE_FIRST_SETS * sizeof(brine_key_set))
/* The bits of a hash: from the lowest on those of the first set, of the second one, and at the top those of the tag. */
#define SET_BITS 11
#define TAG_SHIFT 24

#define EACH_BYTE UINT64_C(0x0101010101010101)
/* The highest bit of each tag, but not of what stands behind the tags. */
#define TAG_TOPS UINT64_C(0x0080808080808080)

/* The bytes of a key up to the next multiple of 16 may be read: what follows the key there is masked out, whatever it is. */
#define STEP 16
#define WITH_REST(size) (((size) + STEP - 1) & ~(size_t) (STEP - 1))

static const unsigned char mask_window[2 * STEP] = {
	0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};

/* The last 1 to 16 bytes of a key as two words, with zeros after the key. */
static zend_always_inline void load_masked(const char *rest, size_t size, uint64_t *first, uint64_t *last)
{
	const unsigned char *p = (const unsigned char *) rest, *masks = mask_window + STEP - size;

	*first = brine_load_le(p, 8) & brine_load_le(masks, 8);
	*last = brine_load_le(p + 8, 8) & brine_load_le(masks + 8, 8);
}

/* The same where what follows the key may not be read. */
static zend_always_inline void load_exactly(const char *rest, size_t size, uint64_t *first, uint64_t *last)
{
	const unsigned char *p = (const unsigned char *) rest;

	*last = 0;
	if (size > 8) {
		*first = brine_load_le(p, 8);
		*last = brine_load_le(p + size - 8, 8) >> (8 * (STEP - size));
	} else if (size >= 4) {
		*first = brine_load_le(p, 4) | brine_load_le(p + size - 4, 4) << (8 * (size - 4));
	} else {
		*first = p[0] | (uint64_t) p[size / 2] << (8 * (size / 2)) | (uint64_t) p[size - 1] << (8 * (size - 1));
	}
}

static zend_always_inline void load_rest(const char *rest, size_t size, bool at_end, uint64_t *first, uint64_t *last)
{
	if (at_end) {
		load_exactly(rest, size, first, last);
	} else {
		load_masked(rest, size, first, last);
	}
}

/* A hash of all bytes of a key of 2 to BRINE_KEY_CACHE_MAX_SIZE bytes. */
static zend_always_inline uint32_t keyed_hash(const char *bytes, size_t size, uint64_t secret, bool at_end)
{
	uint64_t hash = secret ^ ((uint64_t) size * BRINE_HASH_FACTOR_2);
	uint64_t first, last;

	for (; size > STEP; bytes += STEP, size -= STEP) {
		hash = brine_fold_product(hash ^ brine_load_native(bytes, 8), brine_load_native(bytes + 8, 8) ^ secret);
	}
	load_rest(bytes, size, at_end, &first, &last);
	return (uint32_t) brine_fold_product(first ^ BRINE_HASH_FACTOR ^ hash, last ^ secret);
}

static zend_always_inline bool is_key(const zend_string *key, const char *bytes, size_t size, bool at_end)
{
	const char *own = ZSTR_VAL(key);
	uint64_t first, last, own_first, own_last;

	if (UNEXPECTED(ZSTR_LEN(key) != size)) {
		return false;
	}
	for (; size > STEP; bytes += STEP, own += STEP, size -= STEP) {
		if (UNEXPECTED((brine_load_native(bytes, 8) ^ brine_load_native(own, 8))
				| (brine_load_native(bytes + 8, 8) ^ brine_load_native(own + 8, 8)))) {
			return false;
		}
	}
	load_rest(bytes, size, at_end, &first, &last);
	load_masked(own, size, &own_first, &own_last);
	return ((first ^ own_first) | (last ^ own_last)) == 0;
}

static zend_always_inline brine_key_set *first_set(const brine_key_cache *cache, uint32_t hash)
{
	return &cache->sets[hash & cache->mask];
}

static zend_always_inline brine_key_set *second_set(const brine_key_cache *cache, uint32_t hash)
{
	return &cache->sets[(hash >> SET_BITS) & cache->mask];
}

/* Its highest bit is set, which an empty place's is not. */
static zend_always_inline uint8_t tag_of(uint32_t hash)
{
	return (uint8_t) (hash >> TAG_SHIFT | 0x80);
}

static zend_always_inline uint64_t load_tags(const brine_key_set *set)
{
	return brine_load_le((const unsigned char *) set, 8);
}

/* Returns the key of a set that has these bytes, or NULL. */
static zend_always_inline zend_string *find(
	const brine_key_set *set, uint32_t hash, const char *bytes, size_t size, bool at_end)
{
	/*
	 * Tags that are equal become zeros. A borrow may let another key's tag after one of these look equal, but no empty place: it differs in the highest
	 * bit.
	 */
	uint64_t differences = load_tags(set) ^ tag_of(hash) * EACH_BYTE;
	uint64_t equal = (differences - EACH_BYTE) & ~differences & TAG_TOPS;

	for (; equal != 0; equal &= equal - 1) {
		zend_string *key = set->keys[brine_trailing_zeros(equal) / 8];

		if (EXPECTED(is_key(key, bytes, size, at_end))) {
			return key;
		}
	}
	return NULL;
}

/* Takes memory that lives as long as all keys do. */
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
 * Interned, so that nobody counts references to it, but not permanent: that flag would let others keep it beyond the request, after
 * which the cache may free it.
 */
static BRINE_HOT zend_string *new_interned_string(brine_key_cache *cache, const char *bytes, size_t size)
{
	zend_string *string = take_memory(cache, ZEND_MM_ALIGNED_SIZE(_ZSTR_HEADER_SIZE + MAX(size + 1, WITH_REST(size))));

	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	ZSTR_LEN(string) = size;
	for (size_t i = 0; i < size; i += STEP) {
		memcpy(ZSTR_VAL(string) + i, bytes + i, STEP);
	}
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

/* Puts a key into a set that has room. */
static zend_always_inline void put(brine_key_set *set, zend_string *key, uint8_t tag)
{
	unsigned way = brine_trailing_zeros(~load_tags(set) & TAG_TOPS) / 8;

	set->tags[way] = tag;
	set->keys[way] = key;
}

/* Doubles the number of sets: each key stays in its set, or goes to the one as far behind it as there were sets. */
static ZEND_COLD zend_never_inline void grow(brine_key_cache *cache, uint64_t secret)
{
	uint32_t old_mask = cache->mask;

	cache->mask = old_mask * 2 + 1;
	for (uint32_t i = 0; i <= old_mask; i++) {
		const brine_key_set old = cache->sets[i];
		brine_key_set *upper = &cache->sets[i + old_mask + 1];

		memset(&cache->sets[i], 0, sizeof(cache->sets[i]));
		cache->sets[i].turned_away = upper->turned_away = old.turned_away;
		for (unsigned way = 0; way < BRINE_KEY_CACHE_WAYS && old.tags[way] != 0; way++) {
			uint32_t hash = keyed_hash(ZSTR_VAL(old.keys[way]), ZSTR_LEN(old.keys[way]), secret, false);

			put((hash & old_mask) == i ? first_set(cache, hash) : second_set(cache, hash), old.keys[way],
				old.tags[way]);
		}
	}
}

/*
 * A key that both of its sets are full for: it displaces another one if it is remembered as missed. A key is remembered until
 * the second other one is missed at its place: the first only sets the lowest bit, so that two keys do not keep each other out for good.
 */
static ZEND_COLD zend_never_inline zend_string *miss(
	brine_key_cache *cache, uint32_t hash, const char *bytes, size_t size)
{
	uint32_t *missed = &cache->missed[hash % BRINE_KEY_CACHE_MISSES];

	if ((*missed | 1) == (hash | 1) && cache->displaced_count < BRINE_KEY_CACHE_DISPLACED) {
		brine_key_set *set = second_set(cache, hash);
		unsigned way = (hash >> 2) % BRINE_KEY_CACHE_WAYS;

		cache->displaced_count++;
		*missed = 0;
		set->keys[way] = new_interned_string(cache, bytes, size);
		set->tags[way] = tag_of(hash);
		return set->keys[way];
	}
	*missed = *missed == 0 || *missed & 1 ? hash & ~UINT32_C(1) : *missed | 1;
	return new_string(bytes, size);
}

/* A key that its first set does not have. */
static BRINE_HOT zend_never_inline zend_string *find_or_add(
	brine_key_cache *cache, uint32_t hash, const char *bytes, size_t size, uint64_t secret)
{
	brine_key_set *set = first_set(cache, hash);
	zend_string *key;

	if (UNEXPECTED(set->turned_away) && (key = find(second_set(cache, hash), hash, bytes, size, false))) {
		return key;
	}
	for (;;) {
		bool is_full = cache->used > (cache->mask + 1) * BRINE_KEY_CACHE_WAYS / 4 * 3;

		set = first_set(cache, hash);
		if (UNEXPECTED(set->tags[BRINE_KEY_CACHE_WAYS - 1] != 0)) {
			set->turned_away = 1;
			set = second_set(cache, hash);
			is_full |= set->tags[BRINE_KEY_CACHE_WAYS - 1] != 0;
		}
		if (EXPECTED(!is_full)) {
			break;
		}
		if (cache->mask + 1 == BRINE_KEY_CACHE_MAX_SETS) {
			if (set->tags[BRINE_KEY_CACHE_WAYS - 1] != 0) {
				return miss(cache, hash, bytes, size);
			}
			break;
		}
		/* A key without a place would keep each shape that it is in out of the shape cache. */
		grow(cache, secret);
	}
	key = new_interned_string(cache, bytes, size);
	put(set, key, tag_of(hash));
	cache->used++;
	return key;
}

/* A key of no or one byte, or one that is too long for the cache, or that ends too near to the end of what may be read. */
static zend_never_inline zend_string *get_special(
	brine_key_cache *cache, const char *bytes, size_t size, uint64_t secret)
{
	char copy[BRINE_KEY_CACHE_MAX_SIZE];
	zend_string *key;
	uint32_t hash;

	if (size <= 1) {
		return size == 0 ? ZSTR_EMPTY_ALLOC() : ZSTR_CHAR((unsigned char) bytes[0]);
	}
	if (size > BRINE_KEY_CACHE_MAX_SIZE) {
		return new_string(bytes, size);
	}
	hash = keyed_hash(bytes, size, secret, true);
	key = find(first_set(cache, hash), hash, bytes, size, true);
	if (EXPECTED(key)) {
		return key;
	}
	memset(copy, 0, sizeof(copy));
	memcpy(copy, bytes, size);
	return brine_key_cache_get(cache, copy, size, sizeof(copy), secret);
}

BRINE_HOT zend_string *brine_key_cache_get(
	brine_key_cache *cache, const char *bytes, size_t size, size_t readable, uint64_t secret)
{
	zend_string *key;
	uint32_t hash;

	if (UNEXPECTED(size - 2 > BRINE_KEY_CACHE_MAX_SIZE - 2 || WITH_REST(size) > readable)) {
		return get_special(cache, bytes, size, secret);
	}
	hash = keyed_hash(bytes, size, secret, false);
	key = find(first_set(cache, hash), hash, bytes, size, false);
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
	size_t end_of_sets = FIRST_SETS_OFFSET + BRINE_KEY_CACHE_MAX_SETS * sizeof(brine_key_set);
	void *memory;
	brine_key_cache *cache = brine_pages_new(&memory, end_of_sets + BRINE_KEY_CACHE_MISSES * sizeof(*cache->missed));

	cache->memory = memory;
	cache->sets = (brine_key_set *) ((char *) cache + FIRST_SETS_OFFSET);
	cache->missed = (uint32_t *) ((char *) cache + end_of_sets);
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
	cache->displaced_count = 0;
	begin(cache);
}

void brine_key_cache_free(brine_key_cache *cache)
{
	brine_key_cache_clear(cache);
	pefree(cache->memory, 1);
}
