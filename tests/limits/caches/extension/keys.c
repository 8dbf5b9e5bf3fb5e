/* The key cache with a known secret; otherwise a key's place would depend on the process's secret. */
#include "core/key_cache.c"
#include "brine_caches.h"

typedef struct {
	char bytes[BRINE_KEY_CACHE_MAX_SIZE];
	size_t size;
	uint32_t hash;
} test_key;

static test_key key_number(uint32_t number)
{
	test_key key;

	memset(&key, 0, sizeof(key));
	key.size = (size_t) snprintf(key.bytes, sizeof(key.bytes), number % 2 ? "k%u" : "a key of some length %u", number);
	key.hash = keyed_hash(key.bytes, key.size, SECRET);
	return key;
}

static zend_string *get(brine_key_cache *cache, const test_key *key)
{
	zend_string *string = brine_key_cache_get(cache, key->bytes, key->size, SECRET);

	CHECK(ZSTR_LEN(string) == key->size && memcmp(ZSTR_VAL(string), key->bytes, key->size + 1) == 0);
	CHECK(ZSTR_H(string) == zend_hash_func(key->bytes, key->size));
	return string;
}

static bool has_place(const brine_key_cache *cache, const test_key *key)
{
	return !is_full(first_set(cache, key->hash)) || !is_full(second_set(cache, key->hash));
}

/* Each key is found as its original string. */
static void check_all(brine_key_cache *cache, zend_string **strings, uint32_t count)
{
	uint32_t used = cache->used;

	for (uint32_t i = 0; i < count; i++) {
		test_key key = key_number(i);

		CHECK(get(cache, &key) == strings[i]);
	}
	CHECK(cache->used == used);
}

/*
 * The cache grows for the first key whose sets are full, or once three quarters of the places are used; no key is lost.
 */
void keys_grow(brine_key_cache *cache)
{
	enum {
		COUNT = BRINE_KEY_CACHE_SLOTS / 8
	};
	zend_string **strings = safe_emalloc(COUNT, sizeof(*strings), 0);
	uint32_t growths = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		test_key key = key_number(i);
		uint32_t sets = cache->mask + 1;
		bool grows = !has_place(cache, &key) || cache->used > sets * BRINE_KEY_CACHE_WAYS / 4 * 3;

		strings[i] = get(cache, &key);
		CHECK(grows == (cache->mask + 1 > sets));
		CHECK(ZSTR_IS_INTERNED(strings[i]) && get(cache, &key) == strings[i]);
		if (grows) {
			growths++;
			check_all(cache, strings, i + 1);
		}
	}
	CHECK(growths > 0 && cache->mask + 1 == (uint32_t) BRINE_KEY_CACHE_FIRST_SETS << growths);
	CHECK(cache->used == COUNT && cache->homeless_count == 0 && !brine_key_cache_is_worn(cache));
	check_all(cache, strings, COUNT);
	efree(strings);
}

/* More keys than places: every BRINE_KEY_CACHE_TURN-th evicts another, whose string stays valid. */
void keys_have_a_bound(brine_key_cache *cache)
{
	uint32_t number = 0, tries = 0;
	zend_string *string, *displaced;
	brine_key_set *set;
	test_key key;

	for (; cache->used < BRINE_KEY_CACHE_SLOTS && number < 1000000; number++) {
		key = key_number(number);
		if (has_place(cache, &key)) {
			CHECK(ZSTR_IS_INTERNED(get(cache, &key)));
		}
	}
	CHECK(cache->used == BRINE_KEY_CACHE_SLOTS && cache->mask + 1 == BRINE_KEY_CACHE_MAX_SETS);
	key = key_number(number);
	set = second_set(cache, key.hash);
	displaced = set->keys[0];
	while (string = get(cache, &key), tries++ < 100 && !ZSTR_IS_INTERNED(string)) {
		zend_string_release(string);
	}
	CHECK(brine_key_cache_is_worn(cache));
	CHECK(tries == BRINE_KEY_CACHE_TURN && string == set->keys[0] && get(cache, &key) == string);
	CHECK(string != displaced && ZSTR_H(displaced) == zend_hash_func(ZSTR_VAL(displaced), ZSTR_LEN(displaced)));
	CHECK(cache->displaced_count == 1 && cache->used == BRINE_KEY_CACHE_SLOTS);
	for (uint32_t i = 0; i < 2 * BRINE_KEY_CACHE_TURN * BRINE_KEY_CACHE_DISPLACED; i++) {
		key = key_number(number + i);
		string = get(cache, &key);
		if (!ZSTR_IS_INTERNED(string)) {
			zend_string_release(string);
		}
	}
	CHECK(cache->displaced_count == BRINE_KEY_CACHE_DISPLACED && cache->used == BRINE_KEY_CACHE_SLOTS);
	brine_key_cache_clear(cache);
	CHECK(cache->mask + 1 == BRINE_KEY_CACHE_FIRST_SETS && cache->used == 0 && !cache->blocks);
	for (size_t i = 0; i < BRINE_KEY_CACHE_MAX_SETS * sizeof(*cache->sets); i++) {
		CHECK(((const char *) cache->sets)[i] == 0);
	}
	CHECK(ZSTR_IS_INTERNED(get(cache, &key)) && cache->used == 1);
}

/* The next key after `from` with this first set and a different second one. */
static test_key key_with(const brine_key_cache *cache, uint32_t *from, const brine_key_set *set)
{
	for (;;) {
		test_key key = key_number((*from)++);

		if (first_set(cache, key.hash) == set && second_set(cache, key.hash) != set) {
			return key;
		}
	}
}

/* Keys with the same first set are distinguished; those that do not fit are found in their second sets. */
void keys_of_one_set(brine_key_cache *cache)
{
	enum {
		COUNT = BRINE_KEY_CACHE_WAYS + 5
	};
	test_key first = key_number(0), keys[COUNT];
	brine_key_set *set = first_set(cache, first.hash);
	zend_string *strings[COUNT];
	uint32_t from = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		keys[i] = key_with(cache, &from, set);
		CHECK(!find(set, keys[i].bytes, keys[i].size));
		strings[i] = get(cache, &keys[i]);
		CHECK(cache->used == i + 1 && is_full(set) == (i + 1 >= BRINE_KEY_CACHE_WAYS));
		for (uint32_t j = 0; j <= i; j++) {
			CHECK(get(cache, &keys[j]) == strings[j] && (j == i || strings[j] != strings[i]));
		}
	}
	CHECK(cache->mask + 1 == BRINE_KEY_CACHE_FIRST_SETS && cache->used == COUNT);
	for (uint32_t i = 0; i < BRINE_KEY_CACHE_WAYS; i++) {
		CHECK(set->keys[i] == strings[i]);
	}
}

/* Keys that differ in one byte are distinct; nothing outside their bytes is read, which a sanitizer would detect. */
void keys_of_all_sizes(brine_key_cache *cache)
{
	for (size_t size = 2; size <= BRINE_KEY_CACHE_MAX_SIZE; size++) {
		char *bytes = emalloc(size);
		zend_string *string;
		uint32_t used;

		for (size_t i = 0; i < size; i++) {
			bytes[i] = (char) ('a' + (size + i) % 26);
		}
		string = brine_key_cache_get(cache, bytes, size, SECRET);
		CHECK(ZSTR_LEN(string) == size && memcmp(ZSTR_VAL(string), bytes, size) == 0 && ZSTR_VAL(string)[size] == 0);
		used = cache->used;
		for (size_t i = 0; i < size; i++) {
			uint32_t hash = keyed_hash(bytes, size, SECRET);

			bytes[i] ^= 1;
			CHECK(keyed_hash(bytes, size, SECRET) != hash);
			CHECK(brine_key_cache_get(cache, bytes, size, SECRET) != string && cache->used == ++used);
			bytes[i] ^= 1;
		}
		CHECK(brine_key_cache_get(cache, bytes, size, SECRET) == string && cache->used == used);
		efree(bytes);
	}
}
