/*
 * Strings by content: each distinct string is written once and becomes one zend_string.
 *
 * Encode: the strings seen, from content to number. A fingerprint of at most 24 bytes finds the candidate, whatever the
 * string's length; pointer equality or memcmp confirms it. A string that never repeats costs one probe. Only where another string has the same
 * fingerprint, a hash of all bytes finds it.
 * Decode: a registry from string number to zend_string; keys come from the key cache.
 */
#ifndef BRINE_STRINGS_H
#define BRINE_STRINGS_H

#include "php.h"
#include "core/hash.h"
#include "core/index.h"
#include "core/memory.h"
#include "format/format.h"

struct brine_dictionary;

/* The content is ZSTR_VAL(string) from `skip` on: mangled property names hold their plain name as a tail. */
typedef struct {
	zend_string *string;
	uint32_t skip;
	/* Its string number. */
	uint32_t number;
} brine_string_entry;

/* Where so many strings are remembered and hardly one in BRINE_STRINGS_PER_HIT was seen again, no more are remembered. */
#define BRINE_STRINGS_TO_GIVE_UP 32768
#define BRINE_STRINGS_PER_HIT 16

typedef struct {
	brine_index index;
	/* Strings that are remembered. */
	brine_string_entry *entries;
	uint32_t count;
	/* So many can be remembered without a look at capacity, index and whether it is worth while. */
	uint32_t limit;
	uint32_t capacity;
	/* Strings that have a number but are not remembered, and how often a string was seen again. */
	uint32_t forgotten;
	uint32_t hits;
	/* The first `pinned` entries hold a reference to their string. */
	uint32_t pinned;
	brine_string_entry first_entries[2 * BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_string_entry)];
} brine_seen_strings;

/* Has strings be remembered by a look at their slot, up to `limit`. That is 0 while each is to be asked for elsewhere before. */
static zend_always_inline void brine_seen_strings_set_limit(brine_seen_strings *seen)
{
	seen->limit = MIN(seen->capacity, MIN(seen->index.mask / 2, BRINE_STRINGS_TO_GIVE_UP));
}

/* Makes one whose index begins with these slots; see brine_index_start(). */
void brine_seen_strings_init(brine_seen_strings *seen, brine_index_slot *first_slots);
void brine_seen_strings_destroy(brine_seen_strings *seen);
/* Empties it. The strings that it holds are released, and memory beyond a bound is given back. */
void brine_seen_strings_reset(brine_seen_strings *seen);

/* Cold half of emptying: large entries are kept as long as the index keeps slots for so many strings. */
ZEND_COLD void brine_seen_strings_trim(brine_seen_strings *seen);

/* Empties one that holds no strings and is not long. */
static zend_always_inline void brine_seen_strings_empty(brine_seen_strings *seen)
{
	uint32_t mask = seen->index.mask;

	BRINE_ASSERT(seen->pinned == 0 && seen->forgotten == 0);
	brine_index_reset(&seen->index, seen->count);
	if (UNEXPECTED(mask != seen->index.mask)) {
		brine_seen_strings_trim(seen);
	}
	seen->count = 0;
	seen->hits = 0;
}

/* Takes a reference to every string that has none yet: user code, which may free strings, is about to run. */
void brine_seen_strings_pin(brine_seen_strings *seen);

/* True if an entry is the tail of `string` from `skip` on, by identity or by content. */
static zend_always_inline bool brine_string_entry_is(
	const brine_string_entry *entry, const zend_string *string, uint32_t skip, const char *bytes, size_t size)
{
	return (entry->string == string && entry->skip == skip)
		|| (ZSTR_LEN(entry->string) - entry->skip == size
			&& brine_bytes_equal(ZSTR_VAL(entry->string) + entry->skip, bytes, size));
}

/*
 * The first, middle and last 8 bytes of a string; of a shorter one its bytes are the highest of each word, below them is 0. Where they lie is computed:
 * a branch on the length of a string is often foreseen wrongly.
 */
typedef struct {
	uint64_t first;
	uint64_t middle;
	uint64_t last;
} brine_string_words;

/* Those of a whole string, where BRINE_WORDS_IN_STRINGS; what is before a short one is the length, of which but the lowest byte is 0. */
static zend_always_inline brine_string_words brine_whole_words(const zend_string *string)
{
	size_t last = brine_last_word(ZSTR_LEN(string));
	const char *bytes = ZSTR_VAL(string) + ZSTR_LEN(string) - 8 - last;

	return (brine_string_words){
		brine_load_native(bytes, 8), brine_load_native(bytes + last / 2, 8), brine_load_native(bytes + last, 8)};
}

static zend_always_inline brine_string_words brine_tail_words(const char *bytes, size_t size)
{
	uint64_t word = 0;

	if (EXPECTED(size >= 8)) {
		return (brine_string_words){brine_load_native(bytes, 8), brine_load_native(bytes + (size - 8) / 2, 8),
			brine_load_native(bytes + size - 8, 8)};
	}
	memcpy((char *) &word + 8 - size, bytes, size);
	return (brine_string_words){word, word, word};
}

/*
 * A hash of the length and the words of a string of at least 2 bytes. The middle word is turned by no whole number of bytes, so that what differs
 * in it seldom meets what differs in the first one. The number that is added keeps words of zeros from making every product 0.
 */
static zend_always_inline uint32_t brine_string_fingerprint(brine_string_words words, size_t size)
{
	uint64_t turned = words.middle << 41 | words.middle >> 23;

	return (uint32_t) brine_fold_product((words.first ^ turned) + 0x4F1BBCDD, words.last + size);
}

/* A hash of all bytes of the tail of a string from `skip` on; PHP keeps that of a whole one. The same for integers of 32 and 64 bits. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_string_hash_of_all(zend_string *string, uint32_t skip);

/* True if no more strings are remembered, as hardly any of so many was seen again. */
static zend_always_inline bool brine_seen_strings_gives_up(const brine_seen_strings *seen)
{
	return seen->count >= BRINE_STRINGS_TO_GIVE_UP && seen->hits < seen->count / BRINE_STRINGS_PER_HIT;
}

/* True if a string with this fingerprint is certainly new, and not to be remembered. */
static zend_always_inline bool brine_seen_strings_passes_over(const brine_seen_strings *seen, uint32_t fingerprint)
{
	return brine_index_lacks(&seen->index, fingerprint) && brine_seen_strings_gives_up(seen);
}

/* How many strings have a number. */
static zend_always_inline uint32_t brine_seen_strings_numbers(const brine_seen_strings *seen)
{
	return seen->count + seen->forgotten;
}

static zend_always_inline brine_index_slot *brine_seen_strings_slot(
	const brine_seen_strings *seen, uint32_t fingerprint)
{
	return &seen->index.slots[fingerprint & seen->index.mask];
}

/* True if the slot shows that a string is new, and it can be put there. */
static zend_always_inline bool brine_seen_strings_can_add(const brine_seen_strings *seen, const brine_index_slot *slot)
{
	return slot->stamp < seen->index.base && seen->count < seen->limit;
}

/* Remembers the tail of `string` from `skip` on in a slot where it can be put. Returns its number. */
static zend_always_inline uint32_t brine_seen_strings_add(
	brine_seen_strings *seen, brine_index_slot *slot, zend_string *string, uint32_t skip, uint32_t fingerprint)
{
	uint32_t number = seen->count;

	BRINE_ASSERT(seen->forgotten == 0);
	seen->count = number + 1;
	seen->entries[number] = (brine_string_entry){string, skip, number};
	*slot = (brine_index_slot){fingerprint, seen->index.base + number};
	return number;
}

/*
 * Looks up the tail of `string` from `skip` on, which has at least 2 bytes and this fingerprint. Returns true and its number if it was seen before;
 * false and the number that it has from now on if not.
 */
bool brine_seen_strings_find_or_add(
	brine_seen_strings *seen, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number);

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
	/* The last tags of STRING_REF_1 and STRING_REF_2 that hold a number of these strings, as it is without a dictionary. */
	uint32_t last_ref_1;
	uint32_t last_ref_2;
	/* What other tags name; NULL if the payload names none. */
	const struct brine_dictionary *dictionary;
} brine_string_registry;

/* The numbers are all the payload's own. */
static inline void brine_string_registry_start(brine_string_registry *registry)
{
	registry->last_ref_1 = BRINE_TAG_STRING_REF_1_LAST;
	registry->last_ref_2 = BRINE_TAG_STRING_REF_2_LAST;
	registry->dictionary = NULL;
}

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
