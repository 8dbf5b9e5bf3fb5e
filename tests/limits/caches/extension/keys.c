/* The key cache, with a secret that is known: which key finds which place depends on the secret of a process otherwise. */
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
	key.hash = keyed_hash(key.bytes, key.size, SECRET, false);
	return key;
}

static zend_string *get(brine_key_cache *cache, const test_key *key)
{
	zend_string *string = brine_key_cache_get(cache, key->bytes, key->size, sizeof(key->bytes), SECRET);

	CHECK(ZSTR_LEN(string) == key->size && memcmp(ZSTR_VAL(string), key->bytes, key->size + 1) == 0);
	CHECK(ZSTR_H(string) == zend_hash_func(key->bytes, key->size));
	return string;
}

static bool is_full(const brine_key_set *set)
{
	return set->tags[BRINE_KEY_CACHE_WAYS - 1] != 0;
}

static bool has_place(const brine_key_cache *cache, const test_key *key)
{
	return !is_full(first_set(cache, key->hash)) || !is_full(second_set(cache, key->hash));
}

/* Each key is found as the string that it was at first. */
static void check_all(brine_key_cache *cache, zend_string **strings, uint32_t count)
{
	uint32_t used = cache->used;

	for (uint32_t i = 0; i < count; i++) {
		test_key key = key_number(i);

		CHECK(!strings[i] || get(cache, &key) == strings[i]);
	}
	CHECK(cache->used == used);
}

/* The cache grows for the first key that has no place, or that three quarters of the places are taken before; nothing is lost. */
void keys_grow(brine_key_cache *cache)
{
	enum {
		COUNT = BRINE_KEY_CACHE_MAX_SETS * BRINE_KEY_CACHE_WAYS
	};
	zend_string **strings = safe_emalloc(COUNT, sizeof(*strings), 0);
	uint32_t growths = 0, turned_away = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		test_key key = key_number(i);
		uint32_t sets = cache->mask + 1;
		bool is_last = sets == BRINE_KEY_CACHE_MAX_SETS, fits = has_place(cache, &key);
		bool grows = !is_last && (!fits || cache->used > sets * BRINE_KEY_CACHE_WAYS / 4 * 3);

		strings[i] = get(cache, &key);
		CHECK(grows == (cache->mask + 1 > sets));
		if (ZSTR_IS_INTERNED(strings[i])) {
			CHECK(get(cache, &key) == strings[i]);
		} else {
			CHECK(is_last && !fits);
			zend_string_release(strings[i]);
			strings[i] = NULL;
			turned_away++;
		}
		if (grows) {
			growths++;
			check_all(cache, strings, i + 1);
		}
	}
	CHECK(growths == 6 && cache->mask + 1 == BRINE_KEY_CACHE_MAX_SETS);
	CHECK(turned_away > 0 && cache->used + turned_away == COUNT && cache->displaced_count == 0);
	CHECK(brine_key_cache_is_worn(cache));
	check_all(cache, strings, COUNT);
	efree(strings);
}

/* More keys than there is room for; one that is missed twice running takes the place of another, whose string lives on. */
void keys_have_a_bound(brine_key_cache *cache)
{
	uint32_t number = 0;
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
	displaced = set->keys[(key.hash >> 2) % BRINE_KEY_CACHE_WAYS];
	string = get(cache, &key);
	CHECK(!ZSTR_IS_INTERNED(string));
	zend_string_release(string);
	string = get(cache, &key);
	CHECK(ZSTR_IS_INTERNED(string) && string != displaced && get(cache, &key) == string);
	CHECK(cache->displaced_count == 1 && cache->used == BRINE_KEY_CACHE_SLOTS);
	CHECK(ZSTR_H(displaced) == zend_hash_func(ZSTR_VAL(displaced), ZSTR_LEN(displaced)));
	brine_key_cache_clear(cache);
	CHECK(cache->mask + 1 == BRINE_KEY_CACHE_FIRST_SETS && cache->used == 0 && !cache->blocks);
	for (size_t i = 0; i < BRINE_KEY_CACHE_MAX_SETS * sizeof(*cache->sets); i++) {
		CHECK(((const char *) cache->sets)[i] == 0);
	}
	CHECK(ZSTR_IS_INTERNED(get(cache, &key)) && cache->used == 1);
}

/* The next key after `from` with this tag and this first set, and another second one. */
static test_key key_with(const brine_key_cache *cache, uint32_t *from, const brine_key_set *set, uint8_t tag)
{
	for (;;) {
		test_key key = key_number((*from)++);

		if (first_set(cache, key.hash) == set && second_set(cache, key.hash) != set && tag_of(key.hash) == tag) {
			return key;
		}
	}
}

/* Keys with the same tag and first set are told apart; what their set has no place for is found in other ones. */
void equal_tags(brine_key_cache *cache)
{
	enum {
		COUNT = BRINE_KEY_CACHE_WAYS + 5
	};
	test_key first = key_number(0), keys[COUNT];
	brine_key_set *set = first_set(cache, first.hash);
	zend_string *strings[COUNT];
	uint32_t from = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		keys[i] = key_with(cache, &from, set, tag_of(first.hash));
		strings[i] = get(cache, &keys[i]);
		CHECK(cache->used == i + 1 && is_full(set) == (i + 1 >= BRINE_KEY_CACHE_WAYS));
		CHECK(set->turned_away == (i >= BRINE_KEY_CACHE_WAYS));
		for (uint32_t j = 0; j <= i; j++) {
			CHECK(get(cache, &keys[j]) == strings[j] && (j == i || strings[j] != strings[i]));
		}
	}
	CHECK(cache->mask + 1 == BRINE_KEY_CACHE_FIRST_SETS && cache->used == COUNT);
	for (uint32_t i = 0; i < BRINE_KEY_CACHE_WAYS; i++) {
		CHECK(set->keys[i] == strings[i]);
	}
}

/* The tag behind an equal one looks equal too if they differ in the lowest bit: its key is not taken for the one that is looked for. */
void neighbouring_tags(brine_key_cache *cache)
{
	test_key first = key_number(0), second, third;
	brine_key_set *set = first_set(cache, first.hash);
	uint8_t tag = tag_of(first.hash);
	zend_string *strings[2];
	uint32_t from = 1;

	second = key_with(cache, &from, set, tag ^ 1);
	third = key_with(cache, &from, set, tag);
	strings[0] = get(cache, &first);
	strings[1] = get(cache, &second);
	CHECK(set->tags[0] == tag && set->tags[1] == (tag ^ 1) && set->tags[2] == 0);
	CHECK(find(set, third.hash, third.bytes, third.size, false) == NULL);
	CHECK(find(set, first.hash, first.bytes, first.size, false) == strings[0]);
	CHECK(find(set, second.hash, second.bytes, second.size, false) == strings[1]);
	CHECK(get(cache, &third) == set->keys[2] && cache->used == 3);
}

/* Whatever tags there are before an empty place: nothing is looked for there. A look at its key would crash. */
void empty_places(brine_key_cache *cache)
{
	test_key stored = key_number(0), sought = key_number(1);
	zend_string *string = get(cache, &stored);

	for (unsigned filled = 0; filled <= BRINE_KEY_CACHE_WAYS; filled++) {
		for (unsigned tag = 0x80; tag <= 0xFF; tag++) {
			brine_key_set set;

			memset(&set, 0, sizeof(set));
			set.turned_away = 1;
			for (unsigned way = 0; way < BRINE_KEY_CACHE_WAYS; way++) {
				set.tags[way] = way < filled ? tag : 0;
				set.keys[way] = way < filled ? string : (zend_string *) sizeof(zend_string);
			}
			for (uint32_t hash = 0; hash <= 0xFF; hash++) {
				uint32_t whole = hash << TAG_SHIFT;
				bool hit = filled > 0 && (hash | 0x80) == tag;

				CHECK(find(&set, whole, sought.bytes, sought.size, false) == NULL);
				CHECK(find(&set, whole, stored.bytes, stored.size, false) == (hit ? string : NULL));
			}
		}
	}
}

/* A key is the same one where no byte after it may be read. The largest size would leave no room for a zero behind it here. */
void keys_at_the_end(brine_key_cache *cache)
{
	for (size_t size = 2; size < BRINE_KEY_CACHE_MAX_SIZE; size++) {
		test_key key = {.size = size};
		char *end = emalloc(size);
		uint32_t used;

		for (size_t i = 0; i < size; i++) {
			key.bytes[i] = end[i] = (char) ('a' + (size + i) % 26);
		}
		CHECK(keyed_hash(end, size, SECRET, true) == keyed_hash(key.bytes, size, SECRET, false));
		CHECK(brine_key_cache_get(cache, end, size, size, SECRET) == get(cache, &key));
		used = cache->used;
		CHECK(brine_key_cache_get(cache, end, size, size, SECRET) == get(cache, &key) && cache->used == used);
		end[size - 1]++;
		CHECK(brine_key_cache_get(cache, end, size, size, SECRET) != get(cache, &key));
		efree(end);
	}
}
