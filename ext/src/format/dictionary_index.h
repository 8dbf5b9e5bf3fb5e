/* A dictionary's entries by content, for the encoder. */
#ifndef BRINE_DICTIONARY_INDEX_H
#define BRINE_DICTIONARY_INDEX_H

#include "core/hash.h"
#include "core/identity.h"
#include "core/index.h"
#include "format/dictionary.h"
#include "format/packed.h"

/* How a payload names a string, shape or array of the dictionary. */
typedef struct {
	/* Tag and number in memory order; `size` of these bytes are valid. */
	uint32_t bytes;
	uint8_t size;
	/* Another array has this fingerprint, which finds only the first one. */
	bool is_ambiguous;
	/* The encoder's number for it; see encode/dictionary.h. */
	uint32_t number;
	/* A lower bound of the bytes saved at first use: of a string, those beyond one that it takes in full. */
	int32_t gain;
} brine_dictionary_name;

/* The first number that follows its tag. */
#define BRINE_DICTIONARY_FIRST_LONG (BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT)

/* A bit per array, by size and first element: a clear bit means that the array is absent. */
#define BRINE_DICTIONARY_FILTER_BITS 15
/* The same by size and first key, which is checked first. */
#define BRINE_DICTIONARY_KEYS_BITS 12

struct brine_dictionary_index {
	brine_index strings;
	brine_index shapes;
	brine_index arrays;
	/* By number. */
	brine_dictionary_name *string_names;
	brine_dictionary_name *shape_names;
	brine_dictionary_name *array_names;
	/* Elements of the largest array. */
	zend_ulong max_elements;
	uint64_t first_keys[(1u << BRINE_DICTIONARY_KEYS_BITS) / 64];
	uint64_t filter[(1u << BRINE_DICTIONARY_FILTER_BITS) / 64];
};

/* Result of a failed search. */
#define BRINE_NOT_IN_DICTIONARY UINT32_MAX

/*
 * Returns the number of the tail of a string from `skip` on, of at least 2 bytes; the fingerprint is that of strings.h.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_search_string(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint);

/* True if the string's slot is empty, as for most strings that are not in the dictionary. */
static zend_always_inline bool brine_dictionary_has_no_string(const brine_dictionary *dictionary, uint32_t fingerprint)
{
	const brine_index *index = &dictionary->index->strings;

	return index->slots[fingerprint & index->mask].stamp < index->base;
}

/*
 * Returns the tail's number if its slot, which must not be empty, holds it; BRINE_NOT_IN_DICTIONARY means that a search
 * is needed.
 */
static zend_always_inline uint32_t brine_dictionary_guess_string(
	const brine_dictionary *dictionary, const zend_string *string, uint32_t skip, uint32_t fingerprint)
{
	const brine_index *index = &dictionary->index->strings;
	const brine_index_slot *slot = &index->slots[fingerprint & index->mask];
	size_t size = ZSTR_LEN(string) - skip;
	const zend_string *known;
	uint32_t number;

	if (slot->hash != fingerprint) {
		return BRINE_NOT_IN_DICTIONARY;
	}
	number = slot->stamp - index->base;
	known = dictionary->strings[number];
	if (EXPECTED(skip == 0)) {
		return EXPECTED(brine_string_bytes_equal(known, string)) ? number : BRINE_NOT_IN_DICTIONARY;
	}
	return EXPECTED(ZSTR_LEN(known) == size && brine_bytes_equal(ZSTR_VAL(known), ZSTR_VAL(string) + skip, size))
		? number
		: BRINE_NOT_IN_DICTIONARY;
}

/* Returns the number of a shape; keys as in brine_dictionary_shape. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_shape(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count);

/* The filter bit of a non-empty array without holes, independent of how it is stored. */
static zend_always_inline uint32_t brine_dictionary_keys_bit(const HashTable *array)
{
	uint64_t first = HT_IS_PACKED(array) ? 0 : array->arData[0].h;

	return brine_mix(first + zend_hash_num_elements(array) * BRINE_HASH_FACTOR_2) >> (32 - BRINE_DICTIONARY_KEYS_BITS);
}

/* False for most arrays that are not in the dictionary. */
static zend_always_inline bool brine_dictionary_may_have_array(
	const brine_dictionary *dictionary, const HashTable *array)
{
	uint32_t bit = brine_dictionary_keys_bit(array);

	return (dictionary->index->first_keys[bit / 64] >> (bit % 64) & 1) || UNEXPECTED(!HT_IS_WITHOUT_HOLES(array));
}

/*
 * brine_dictionary_find_shape() for a map: not packed, not empty. Also copies its keys to `keys`, which has space for
 * all.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_map(
	const brine_dictionary *dictionary, const HashTable *map, brine_shape_key *keys);

/*
 * Returns the number of an equal array, as in section 5 of docs/reference/dictionary-format.md; `array` must not be
 * empty.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_array(const brine_dictionary *dictionary, HashTable *array);

/* Lower bound of the bytes beyond one that a string takes in full: 8 to 128 bytes may be packed, a UUID to 17. */
static zend_always_inline uint32_t brine_string_gain(const char *bytes, size_t size)
{
	if (size >= BRINE_PACKED_MIN && UNEXPECTED(brine_maybe_packed(brine_load_native(bytes, 8), size))) {
		return (uint32_t) size / 2 - 2;
	}
	return (uint32_t) size;
}

/*
 * Builds the index when a dictionary is loaded, in process memory, and adds its size to dictionary->memory. All other
 * fields must be complete.
 */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_make_index(brine_dictionary *dictionary);

/* Frees an index, which may be NULL. */
void brine_dictionary_index_free(struct brine_dictionary_index *index);

#endif
