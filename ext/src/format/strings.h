/*
 * Strings by content: each distinct string is written once and decoded to one zend_string. Encode: a fingerprint of at
 * most 24 bytes finds the candidate; on a collision, a hash of all bytes does. Decode: strings by number; keys come
 * from the key cache.
 */
#ifndef BRINE_STRINGS_H
#define BRINE_STRINGS_H

#include "php.h"
#include "core/hash.h"
#include "core/index.h"
#include "core/memory.h"
#include "format/format.h"

struct brine_dictionary;

/* The content is ZSTR_VAL(string) from `skip` on: a mangled property name ends in its plain name. */
typedef struct {
	zend_string *string;
	uint32_t skip;
	/* Its string number. */
	uint32_t number;
} brine_string_entry;

/* After this many strings, no more are remembered if fewer than one in BRINE_STRINGS_PER_HIT was seen again. */
#define BRINE_STRINGS_TO_GIVE_UP 32768
#define BRINE_STRINGS_PER_HIT 16

typedef struct {
	brine_index index;
	/* Remembered strings. */
	brine_string_entry *entries;
	uint32_t count;
	/* This many strings can be remembered without checking capacity, index and usefulness. */
	uint32_t limit;
	uint32_t capacity;
	/* Strings with a number that are not remembered; and how often strings were seen again. */
	uint32_t forgotten;
	uint32_t hits;
	/* The first `pinned` entries own a reference to their string. */
	uint32_t pinned;
	brine_string_entry first_entries[2 * BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_string_entry)];
} brine_seen_strings;

/*
 * Sets `limit`, up to which a glance at the slot suffices to add a string. It is 0 while every string must first be
 * looked up elsewhere.
 */
static zend_always_inline void brine_seen_strings_set_limit(brine_seen_strings *seen)
{
	seen->limit = MIN(seen->capacity, MIN(seen->index.mask / 2, BRINE_STRINGS_TO_GIVE_UP));
}

/* Initializes the index with these slots; see brine_index_start(). */
void brine_seen_strings_init(brine_seen_strings *seen, brine_index_slot *first_slots);
void brine_seen_strings_destroy(brine_seen_strings *seen);
/* Empties the list: releases owned strings and frees memory beyond a bound. */
void brine_seen_strings_reset(brine_seen_strings *seen);

/* Cold half of emptying: frees a grown list, unless the index still has slots for as many strings. */
ZEND_COLD void brine_seen_strings_trim(brine_seen_strings *seen);

/* Empties a short list without owned strings. */
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

/* Takes a reference to every string that has none yet: call it before user code, which may free strings, runs. */
void brine_seen_strings_pin(brine_seen_strings *seen);

/* True if an entry equals `string` from `skip` on, by identity or content. */
static zend_always_inline bool brine_string_entry_is(
	const brine_string_entry *entry, const zend_string *string, uint32_t skip, const char *bytes, size_t size)
{
	return (entry->string == string && entry->skip == skip)
		|| (ZSTR_LEN(entry->string) - entry->skip == size
			&& brine_bytes_equal(ZSTR_VAL(entry->string) + entry->skip, bytes, size));
}

/*
 * The first, middle and last 8 bytes of a string. A shorter one fills each word from the top, with zeros below. Offsets
 * are computed, because a branch on the length would often be mispredicted.
 */
typedef struct {
	uint64_t first;
	uint64_t middle;
	uint64_t last;
} brine_string_words;

/*
 * The words of a whole string, if BRINE_WORDS_IN_STRINGS. Bytes before a short string are its length, which is 0 but
 * for the lowest byte.
 */
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
 * Hash of length and words of a string of at least 2 bytes. The middle word is rotated by a fraction of a byte, so that
 * differences rarely cancel; the added constant keeps zero words from zeroing the product.
 */
static zend_always_inline uint32_t brine_string_fingerprint(brine_string_words words, size_t size)
{
	uint64_t turned = words.middle << 41 | words.middle >> 23;

	return (uint32_t) brine_fold_product((words.first ^ turned) + 0x4F1BBCDD, words.last + size);
}

/*
 * Hash of all bytes of a string from `skip` on; PHP caches that of a whole string. Equal on 32-bit and 64-bit systems.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_string_hash_of_all(zend_string *string, uint32_t skip);

/* True if no more strings are remembered, because too few were seen again. */
static zend_always_inline bool brine_seen_strings_gives_up(const brine_seen_strings *seen)
{
	return seen->count >= BRINE_STRINGS_TO_GIVE_UP && seen->hits < seen->count / BRINE_STRINGS_PER_HIT;
}

/* True if a string with this fingerprint is certainly new and will not be remembered. */
static zend_always_inline bool brine_seen_strings_passes_over(const brine_seen_strings *seen, uint32_t fingerprint)
{
	return brine_index_lacks(&seen->index, fingerprint) && brine_seen_strings_gives_up(seen);
}

/* Number of numbered strings. */
static zend_always_inline uint32_t brine_seen_strings_numbers(const brine_seen_strings *seen)
{
	return seen->count + seen->forgotten;
}

static zend_always_inline brine_index_slot *brine_seen_strings_slot(
	const brine_seen_strings *seen, uint32_t fingerprint)
{
	return &seen->index.slots[fingerprint & seen->index.mask];
}

/* True if the slot shows that a string is new and can be added there. */
static zend_always_inline bool brine_seen_strings_can_add(const brine_seen_strings *seen, const brine_index_slot *slot)
{
	return slot->stamp < seen->index.base && seen->count < seen->limit;
}

/* Remembers the string from `skip` on in a free slot. Returns its number. */
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
 * Looks up the string from `skip` on, of at least 2 bytes, with this fingerprint. True, and its number, if it was seen
 * before; otherwise false, and its new number.
 */
bool brine_seen_strings_find_or_add(
	brine_seen_strings *seen, zend_string *string, uint32_t skip, uint32_t fingerprint, uint32_t *number);

/*
 * A payload's strings by number, borrowed from the decoded value, which lives until the decode ends. Strings that
 * nothing else owns (class, property and case names) are in `owned`.
 */
typedef struct {
	zend_string **items;
	uint32_t count;
	uint32_t capacity;
	zend_string **owned;
	uint32_t owned_count;
	uint32_t owned_capacity;
	/* The last tags of STRING_REF_1 and STRING_REF_2 that name the payload's own strings. */
	uint32_t last_ref_1;
	uint32_t last_ref_2;
	/* The dictionary that other tags refer to; NULL if none is used. */
	const struct brine_dictionary *dictionary;
} brine_string_registry;

/* Resets to numbers that are all the payload's own. */
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

/* Assigns the next numbers to `count` strings. */
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

/* Takes over the caller's reference and releases it at the end of the decode. */
static zend_always_inline void brine_string_registry_own(brine_string_registry *registry, zend_string *string)
{
	if (!ZSTR_IS_INTERNED(string)) {
		BRINE_GROWABLE_ENSURE(registry->owned, registry->owned_capacity, registry->owned_count);
		registry->owned[registry->owned_count++] = string;
	}
}

#endif
