#include "format/shapes.h"
#include "core/growable.h"
#include "core/hash.h"

void brine_shape_dictionary_init(brine_shape_dictionary *dictionary)
{
	memset(dictionary, 0, sizeof(*dictionary));
	brine_index_init(&dictionary->index);
}

void brine_shape_dictionary_destroy(brine_shape_dictionary *dictionary)
{
	brine_index_destroy(&dictionary->index);
	pefree(dictionary->entries, 1);
	pefree(dictionary->keys, 1);
}

void brine_shape_dictionary_reset(brine_shape_dictionary *dictionary)
{
	for (uint32_t i = 0; i < dictionary->pinned; i++) {
		if (dictionary->keys[i].key) {
			zend_string_release(dictionary->keys[i].key);
		}
	}
	dictionary->pinned = 0;
	BRINE_GROWABLE_TRIM(dictionary->entries, dictionary->capacity);
	BRINE_GROWABLE_TRIM(dictionary->keys, dictionary->key_capacity);
	brine_index_reset(&dictionary->index, dictionary->count);
	dictionary->count = 0;
	dictionary->key_count = 0;
}

void brine_shape_dictionary_pin(brine_shape_dictionary *dictionary)
{
	for (; dictionary->pinned < dictionary->key_count; dictionary->pinned++) {
		if (dictionary->keys[dictionary->pinned].key) {
			zend_string_addref(dictionary->keys[dictionary->pinned].key);
		}
	}
}

brine_shape_key *brine_shape_dictionary_reserve(brine_shape_dictionary *dictionary, uint32_t count)
{
	if (dictionary->key_capacity - dictionary->key_count < count) {
		dictionary->keys = brine_growable_extend(
			dictionary->keys, &dictionary->key_capacity, dictionary->key_count + count, sizeof(*dictionary->keys));
	}
	return dictionary->keys + dictionary->key_count;
}

static zend_always_inline uint64_t hash_key(uint64_t hash, zend_ulong h)
{
	hash = (hash ^ h) * BRINE_HASH_FACTOR;
	return hash ^ (hash >> 32);
}

static zend_always_inline bool keys_equal(const brine_shape_key *known, zend_ulong h, const zend_string *key)
{
	if (known->h != h) {
		return false;
	}
	return known->key == key || (known->key && key && zend_string_equal_content(known->key, key));
}

static uint32_t append_entry(brine_shape_dictionary *dictionary, brine_shape_kind kind, uint32_t count)
{
	uint32_t number = dictionary->count;

	BRINE_GROWABLE_ENSURE(dictionary->entries, dictionary->capacity, dictionary->count);
	dictionary->entries[number] = (brine_shape_entry){kind, dictionary->key_count, count};
	dictionary->key_count += count;
	dictionary->count++;
	return number;
}

bool brine_shape_dictionary_find_or_add(
	brine_shape_dictionary *dictionary, brine_shape_kind kind, uint32_t count, uint32_t *number)
{
	brine_index *index = &dictionary->index;
	const brine_shape_key *keys = dictionary->keys + dictionary->key_count;
	uint64_t hash = ((uint64_t) kind << 32) | count;
	brine_probe probe;

	BRINE_ASSERT(dictionary->key_capacity - dictionary->key_count >= count);
	for (uint32_t i = 0; i < count; i++) {
		BRINE_ASSERT(!keys[i].key || ZSTR_H(keys[i].key) == keys[i].h);
		hash = hash_key(hash, keys[i].h);
	}
	probe = brine_probe_start(index, brine_mix(hash));
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_shape_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];
			uint32_t i = 0;

			if (entry->count != count || entry->kind != kind) {
				continue;
			}
			while (i < count && keys_equal(&dictionary->keys[entry->first_key + i], keys[i].h, keys[i].key)) {
				i++;
			}
			if (i == count) {
				*number = brine_probe_number(index, &probe);
				return true;
			}
		}
	}
	*number = append_entry(dictionary, kind, count);
	brine_index_insert(index, &probe, *number);
	return false;
}

static bool map_has_keys(const HashTable *map, const brine_shape_key *keys)
{
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		if (!keys_equal(keys++, bucket->h, bucket->key)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool find_or_add_map(brine_shape_dictionary *dictionary, const HashTable *map, uint32_t *number)
{
	brine_index *index = &dictionary->index;
	uint32_t count = zend_hash_num_elements(map);
	uint64_t hash = count;
	brine_probe probe;
	brine_shape_key *keys;
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		hash = hash_key(hash, bucket->h);
	}
	ZEND_HASH_FOREACH_END();
	probe = brine_probe_start(index, brine_mix(hash));
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_shape_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];

			if (entry->count == count && entry->kind == BRINE_SHAPE_MAP
				&& map_has_keys(map, dictionary->keys + entry->first_key)) {
				*number = brine_probe_number(index, &probe);
				return true;
			}
		}
	}
	keys = brine_shape_dictionary_reserve(dictionary, count);
	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		*keys++ = (brine_shape_key){bucket->h, bucket->key};
	}
	ZEND_HASH_FOREACH_END();
	*number = append_entry(dictionary, BRINE_SHAPE_MAP, count);
	brine_index_insert(index, &probe, *number);
	return false;
}

bool brine_shape_dictionary_find_or_add_map(brine_shape_dictionary *dictionary, const HashTable *map, uint32_t *number)
{
	const Bucket *first = map->arData;
	const Bucket *last = first + map->nNumUsed - 1;
	uint32_t *guess = &dictionary->guesses[(first->h + last->h * 3 + map->nNumUsed) % BRINE_SHAPE_GUESSES];
	bool found;

	BRINE_ASSERT(!HT_IS_PACKED(map) && zend_hash_num_elements(map) > 0);
	if (EXPECTED(*guess < dictionary->count)) {
		const brine_shape_entry *entry = &dictionary->entries[*guess];

		if (EXPECTED(entry->count == zend_hash_num_elements(map) && entry->kind == BRINE_SHAPE_MAP
				&& map_has_keys(map, dictionary->keys + entry->first_key))) {
			*number = *guess;
			return true;
		}
	}
	found = find_or_add_map(dictionary, map, number);
	*guess = *number;
	return found;
}
