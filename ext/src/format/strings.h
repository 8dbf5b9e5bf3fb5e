/*
 * Strings by content: each distinct string is written once and becomes one zend_string.
 *
 * Encode: a dictionary from content to string number. A fingerprint of at most 24 bytes finds the candidate, whatever the
 * string's length; pointer equality or memcmp confirms it. A string that never repeats costs one probe. Only where another string has the same
 * fingerprint, a hash of all bytes finds it.
 * Decode: a registry from string number to zend_string; keys come from the key cache.
 */
#ifndef BRINE_STRINGS_H
#define BRINE_STRINGS_H

#include "php.h"
#include "core/growable.h"
#include "core/hash.h"
#include "core/index.h"

/* The content is ZSTR_VAL(string) from `skip` on: mangled property names hold their plain name as a tail. */
typedef struct {
	zend_string *string;
	uint32_t skip;
	/* Its string number. */
	uint32_t number;
} brine_string_entry;

/* Where so many strings are remembered and hardly one in BRINE_STRINGS_PER_HIT was met again, no more are remembered. */
#define BRINE_STRINGS_TO_GIVE_UP 32768
#define BRINE_STRINGS_PER_HIT 16

typedef struct {
	brine_index index;
	/* Strings that are remembered. */
	brine_string_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* String numbers given so far, and how often a string was met again. */
	uint32_t number_count;
	uint32_t hits;
	/* The first `pinned` entries hold a reference to their string. */
	uint32_t pinned;
} brine_string_dictionary;

void brine_string_dictionary_init(brine_string_dictionary *dictionary);
void brine_string_dictionary_destroy(brine_string_dictionary *dictionary);
void brine_string_dictionary_reset(brine_string_dictionary *dictionary);

/* Takes a reference to every string that has none yet: user code, which may free strings, is about to run. */
void brine_string_dictionary_pin(brine_string_dictionary *dictionary);

/* True if an entry is the tail of `string` from `skip` on, by identity or by content. */
static zend_always_inline bool brine_string_entry_is(
	const brine_string_entry *entry, const zend_string *string, uint32_t skip, const char *bytes, size_t size)
{
	return (entry->string == string && entry->skip == skip)
		|| (ZSTR_LEN(entry->string) - entry->skip == size
			&& brine_bytes_equal(ZSTR_VAL(entry->string) + entry->skip, bytes, size));
}

/* Cold half of brine_string_dictionary_find_or_add(): searches beyond the first slot, and decides whether to remember. */
bool brine_string_dictionary_find_or_add_slowly(
	brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number);

/*
 * Looks up the tail of `string` from `skip` on, which has at least 2 bytes. Returns true and its number if it was seen before; false and
 * the number that it has from now on if not.
 */
static zend_always_inline bool brine_string_dictionary_find_or_add(
	brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	brine_index *index = &dictionary->index;
	brine_index_slot *slot = &index->slots[fingerprint & index->mask];
	uint32_t count = dictionary->count;

	if (EXPECTED(slot->stamp < index->base && count < dictionary->capacity && count < index->mask / 2
			&& count < BRINE_STRINGS_TO_GIVE_UP)) {
		dictionary->entries[count] = (brine_string_entry){string, skip, dictionary->number_count};
		dictionary->count = count + 1;
		*number = dictionary->number_count++;
		*slot = (brine_index_slot){fingerprint, index->base + count};
		return false;
	}
	if (EXPECTED(slot->stamp >= index->base && slot->hash == fingerprint)) {
		const brine_string_entry *entry = &dictionary->entries[slot->stamp - index->base];

		if (EXPECTED(brine_string_entry_is(entry, string, skip, bytes, size))) {
			*number = entry->number;
			dictionary->hits++;
			return true;
		}
	}
	return brine_string_dictionary_find_or_add_slowly(dictionary, string, skip, fingerprint, number);
}

/*
 * The strings of a payload by number. The registry borrows them: what was built so far holds them until the decode ends. Strings that nothing
 * else holds (class names, property names, enum cases) are in `owned`.
 */
typedef struct {
	zend_string **items;
	uint32_t count;
	uint32_t capacity;
	zend_string **owned;
	uint32_t owned_count;
	uint32_t owned_capacity;
} brine_string_registry;

void brine_string_registry_destroy(brine_string_registry *registry);
void brine_string_registry_reset(brine_string_registry *registry);

static zend_always_inline void brine_string_registry_add(brine_string_registry *registry, zend_string *string)
{
	BRINE_GROWABLE_ENSURE(registry->items, registry->capacity, registry->count);
	registry->items[registry->count++] = string;
}

/* Gives the next numbers to `count` strings. */
static zend_always_inline void brine_string_registry_add_all(
	brine_string_registry *registry, zend_string *const *strings, uint32_t count)
{
	if (UNEXPECTED(registry->capacity - registry->count < count)) {
		registry->items = brine_growable_extend(
			registry->items, &registry->capacity, registry->count + count, sizeof(*registry->items));
	}
	for (uint32_t i = 0; i < count; i++) {
		registry->items[registry->count + i] = strings[i];
	}
	registry->count += count;
}

/* Hands the caller's reference to the registry, which releases it at the end of the decode. */
static zend_always_inline void brine_string_registry_own(brine_string_registry *registry, zend_string *string)
{
	if (!ZSTR_IS_INTERNED(string)) {
		BRINE_GROWABLE_ENSURE(registry->owned, registry->owned_capacity, registry->owned_count);
		registry->owned[registry->owned_count++] = string;
	}
}

#endif
