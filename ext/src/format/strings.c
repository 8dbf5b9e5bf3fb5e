#include "format/strings.h"

static void set_limit(brine_string_dictionary *dictionary)
{
	dictionary->limit = MIN(dictionary->capacity, MIN(dictionary->index.mask / 2, BRINE_STRINGS_TO_GIVE_UP));
}

void brine_string_dictionary_init(brine_string_dictionary *dictionary)
{
	memset(dictionary, 0, sizeof(*dictionary));
	brine_index_init(&dictionary->index);
	BRINE_GROWABLE_START(dictionary->entries, dictionary->capacity, dictionary->first_entries);
	set_limit(dictionary);
}

void brine_string_dictionary_destroy(brine_string_dictionary *dictionary)
{
	brine_index_destroy(&dictionary->index);
	BRINE_GROWABLE_FREE(dictionary->entries, dictionary->capacity);
}

void brine_string_dictionary_reset(brine_string_dictionary *dictionary)
{
	for (uint32_t i = 0; i < dictionary->pinned; i++) {
		zend_string_release(dictionary->entries[i].string);
	}
	dictionary->pinned = 0;
	BRINE_GROWABLE_TRIM(dictionary->entries, dictionary->capacity);
	brine_index_reset(&dictionary->index, dictionary->count);
	dictionary->count = 0;
	dictionary->forgotten = 0;
	dictionary->hits = 0;
	set_limit(dictionary);
}

void brine_string_dictionary_pin(brine_string_dictionary *dictionary)
{
	for (; dictionary->pinned < dictionary->count; dictionary->pinned++) {
		zend_string_addref(dictionary->entries[dictionary->pinned].string);
	}
}

/* A hash of all bytes of a string; PHP keeps that of a whole one, so that it is computed once. The same for integers of 32 and 64 bits. */
static uint32_t hash_of_all(zend_string *string, uint32_t skip)
{
	zend_ulong hash =
		skip == 0 ? zend_string_hash_val(string) : zend_hash_func(ZSTR_VAL(string) + skip, ZSTR_LEN(string) - skip);

	return brine_mix((uint64_t) hash & INT32_MAX);
}

/* The next entry with the hash of a probe, which stays there; NULL if there is none, and the probe then is where one can be put. */
static zend_always_inline const brine_string_entry *next_with_hash(
	const brine_string_dictionary *dictionary, brine_probe *probe)
{
	const brine_index *index = &dictionary->index;

	for (; brine_probe_live(index, probe, BRINE_PROBE_LIMIT); brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			return &dictionary->entries[brine_probe_number(index, probe)];
		}
	}
	return NULL;
}

/* Of strings with one fingerprint, only the first is found by it; others by a hash of all bytes. */
static zend_never_inline const brine_string_entry *find_by_all(
	const brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, brine_probe *probe)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	const brine_string_entry *entry;

	*probe = brine_probe_start(&dictionary->index, hash_of_all(string, skip));
	while ((entry = next_with_hash(dictionary, probe)) && !brine_string_entry_is(entry, string, skip, bytes, size)) {
		brine_probe_next(&dictionary->index, probe);
	}
	return entry;
}

bool brine_string_dictionary_find_or_add(
	brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number)
{
	brine_index *index = &dictionary->index;
	brine_probe probe = brine_probe_start(index, fingerprint);
	const brine_string_entry *entry = next_with_hash(dictionary, &probe);

	if (entry
		&& UNEXPECTED(!brine_string_entry_is(entry, string, skip, ZSTR_VAL(string) + skip, ZSTR_LEN(string) - skip))) {
		entry = find_by_all(dictionary, string, skip, &probe);
	}
	if (entry) {
		*number = entry->number;
		dictionary->hits++;
		return true;
	}
	*number = brine_string_dictionary_numbers(dictionary);
	if (dictionary->count >= BRINE_STRINGS_TO_GIVE_UP && dictionary->hits < dictionary->count / BRINE_STRINGS_PER_HIT) {
		dictionary->forgotten++;
		return false;
	}
	BRINE_GROWABLE_ENSURE(dictionary->entries, dictionary->capacity, dictionary->count);
	dictionary->entries[dictionary->count] = (brine_string_entry){string, skip, *number};
	brine_index_insert(index, &probe, dictionary->count);
	dictionary->count++;
	set_limit(dictionary);
	return false;
}

void brine_string_registry_destroy(brine_string_registry *registry)
{
	pefree(registry->items, 1);
	pefree(registry->owned, 1);
}

void brine_string_registry_reset(brine_string_registry *registry)
{
	for (uint32_t i = 0; i < registry->owned_count; i++) {
		zend_string_release(registry->owned[i]);
	}
	registry->count = 0;
	registry->owned_count = 0;
	BRINE_GROWABLE_TRIM(registry->items, registry->capacity);
	BRINE_GROWABLE_TRIM(registry->owned, registry->owned_capacity);
}
