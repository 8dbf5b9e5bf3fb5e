/*
 * Strings by content: each distinct string is written once and becomes one zend_string.
 *
 * Encode: a dictionary from content to string number. A fingerprint of at most 24 bytes finds the candidate, whatever the
 * string's length; pointer equality or memcmp confirms it. A string that never repeats costs one probe. Only where another string has the same
 * fingerprint, a hash of all bytes finds it.
 * Decode: a table from string number to zend_string; keys come from the key cache.
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
	uint32_t numbers;
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

/* Cold half of brine_string_dictionary_add(): searches beyond the first slot, and decides whether to remember. */
bool brine_string_dictionary_search(
	brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number);

/*
 * Looks up the tail of `string` from `skip` on, which has at least 2 bytes. Returns true and its number if it was seen before; false and
 * the number that it has from now on if not.
 */
static zend_always_inline bool brine_string_dictionary_add(
	brine_string_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	brine_index *index = &dictionary->index;
	brine_slot *slot = &index->slots[fingerprint & index->mask];
	uint32_t count = dictionary->count;

	if (EXPECTED(slot->stamp < index->base && count < dictionary->capacity && count < index->mask / 2
			&& count < BRINE_STRINGS_TO_GIVE_UP)) {
		dictionary->entries[count] = (brine_string_entry){string, skip, dictionary->numbers};
		dictionary->count = count + 1;
		*number = dictionary->numbers++;
		*slot = (brine_slot){fingerprint, index->base + count};
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
	return brine_string_dictionary_search(dictionary, string, skip, fingerprint, number);
}

/*
 * The strings of a payload by number. The table borrows them: what was built so far holds them until the decode ends. Strings that nothing
 * else holds (class names, property names, enum cases) are in `owned`.
 */
typedef struct {
	zend_string **items;
	uint32_t count;
	uint32_t capacity;
	zend_string **owned;
	uint32_t owned_count;
	uint32_t owned_capacity;
} brine_string_table;

void brine_string_table_destroy(brine_string_table *table);
void brine_string_table_reset(brine_string_table *table);

static zend_always_inline void brine_string_table_add(brine_string_table *table, zend_string *string)
{
	BRINE_GROWABLE_ENSURE(table->items, table->capacity, table->count);
	table->items[table->count++] = string;
}

/* Gives the next numbers to `count` strings. */
static zend_always_inline void brine_string_table_add_all(
	brine_string_table *table, zend_string *const *strings, uint32_t count)
{
	if (UNEXPECTED(table->capacity - table->count < count)) {
		table->items =
			brine_growable_extend(table->items, &table->capacity, table->count + count, sizeof(*table->items));
	}
	for (uint32_t i = 0; i < count; i++) {
		table->items[table->count + i] = strings[i];
	}
	table->count += count;
}

/* Hands the caller's reference to the table, which releases it at the end of the decode. */
static zend_always_inline void brine_string_table_own(brine_string_table *table, zend_string *string)
{
	if (!ZSTR_IS_INTERNED(string)) {
		BRINE_GROWABLE_ENSURE(table->owned, table->owned_capacity, table->owned_count);
		table->owned[table->owned_count++] = string;
	}
}

#endif
