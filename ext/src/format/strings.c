#include "format/strings.h"

void brine_seen_strings_init(brine_seen_strings *seen, brine_index_slot *first_slots)
{
	memset(seen, 0, sizeof(*seen));
	brine_index_start(&seen->index, first_slots, BRINE_INDEX_MAX_KEPT_SIZES);
	BRINE_GROWABLE_START(seen->entries, seen->capacity, seen->first_entries);
	brine_seen_strings_set_limit(seen);
}

void brine_seen_strings_destroy(brine_seen_strings *seen)
{
	brine_index_destroy(&seen->index);
	BRINE_GROWABLE_FREE(seen->entries, seen->capacity);
}

void brine_seen_strings_trim(brine_seen_strings *seen)
{
	if (seen->capacity > 2 * BRINE_STRINGS_TO_GIVE_UP || seen->index.mask < BRINE_STRINGS_TO_GIVE_UP) {
		BRINE_GROWABLE_TRIM(seen->entries, seen->capacity);
	}
	seen->limit = MIN(seen->limit, MIN(seen->capacity, seen->index.mask / 2));
}

void brine_seen_strings_reset(brine_seen_strings *seen)
{
	for (uint32_t i = 0; i < seen->pinned; i++) {
		zend_string_release(seen->entries[i].string);
	}
	seen->pinned = 0;
	brine_index_reset(&seen->index, seen->count);
	brine_seen_strings_trim(seen);
	seen->count = 0;
	seen->forgotten = 0;
	seen->hits = 0;
	brine_seen_strings_set_limit(seen);
}

void brine_seen_strings_pin(brine_seen_strings *seen)
{
	for (; seen->pinned < seen->count; seen->pinned++) {
		zend_string_addref(seen->entries[seen->pinned].string);
	}
}

uint32_t brine_string_hash_of_all(zend_string *string, uint32_t skip)
{
	zend_ulong hash =
		skip == 0 ? zend_string_hash_val(string) : zend_hash_func(ZSTR_VAL(string) + skip, ZSTR_LEN(string) - skip);

	return brine_mix((uint64_t) hash & INT32_MAX);
}

/*
 * The next entry with the probe's hash, where the probe stays; NULL if there is none, and then the probe is where an
 * entry can be inserted.
 */
static zend_always_inline const brine_string_entry *next_with_hash(const brine_seen_strings *seen, brine_probe *probe)
{
	const brine_index *index = &seen->index;

	for (; brine_probe_live(index, probe, BRINE_PROBE_LIMIT); brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			return &seen->entries[brine_probe_number(index, probe)];
		}
	}
	return NULL;
}

/* A fingerprint finds only the first string that has it; others are found by a hash of all bytes. */
static zend_never_inline const brine_string_entry *find_by_all(
	const brine_seen_strings *seen, zend_string *string, uint32_t skip, brine_probe *probe)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	const brine_string_entry *entry;

	*probe = brine_probe_start(&seen->index, brine_string_hash_of_all(string, skip));
	while ((entry = next_with_hash(seen, probe)) && !brine_string_entry_is(entry, string, skip, bytes, size)) {
		brine_probe_next(&seen->index, probe);
	}
	return entry;
}

BRINE_HOT bool brine_seen_strings_find_or_add(
	brine_seen_strings *seen, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number)
{
	brine_index *index = &seen->index;
	brine_probe probe = brine_probe_start(index, fingerprint);
	const brine_string_entry *entry = next_with_hash(seen, &probe);

	if (entry
		&& UNEXPECTED(!brine_string_entry_is(entry, string, skip, ZSTR_VAL(string) + skip, ZSTR_LEN(string) - skip))) {
		entry = find_by_all(seen, string, skip, &probe);
	}
	if (entry) {
		*number = entry->number;
		seen->hits++;
		return true;
	}
	*number = brine_seen_strings_numbers(seen);
	if (brine_seen_strings_gives_up(seen)) {
		seen->forgotten++;
		return false;
	}
	BRINE_GROWABLE_ENSURE(seen->entries, seen->capacity, seen->count);
	seen->entries[seen->count] = (brine_string_entry){string, skip, *number};
	brine_index_insert(index, &probe, seen->count);
	seen->count++;
	brine_seen_strings_set_limit(seen);
	return false;
}

void brine_string_registry_destroy(brine_string_registry *registry)
{
	BRINE_GROWABLE_FREE(registry->items, registry->capacity);
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
