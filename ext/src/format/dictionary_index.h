/* The entries of a dictionary by content, for a writer. */
#ifndef BRINE_DICTIONARY_INDEX_H
#define BRINE_DICTIONARY_INDEX_H

#include "core/hash.h"
#include "core/identity.h"
#include "core/index.h"
#include "format/dictionary.h"
#include "format/packed.h"

/* What a payload has in place of a string, a shape or an array of the dictionary. */
typedef struct {
	/* Tag and number, as they lie in memory: so many bytes. */
	uint32_t bytes;
	uint8_t size;
	/* Another array of the dictionary has the fingerprint of this one: by it, only the first is found. */
	bool is_ambiguous;
	/* The number by which the encoder knows it; see encode/dictionary.h. */
	uint32_t number;
	/* How many bytes more than one its strings take at least where a payload has them in full. */
	uint32_t gain;
} brine_dictionary_name;

/* The number that comes first of those that follow their tag. */
#define BRINE_DICTIONARY_FIRST_LONG (BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT)

/* A bit for each array of a dictionary, by its size and first element: one whose bit is missing is not there. */
#define BRINE_DICTIONARY_FILTER_BITS 15
/* The same by its size and first key, which is asked before. */
#define BRINE_DICTIONARY_KEYS_BITS 12

struct brine_dictionary_index {
	brine_index strings;
	brine_index shapes;
	brine_index arrays;
	/* By number. */
	brine_dictionary_name *string_names;
	brine_dictionary_name *shape_names;
	brine_dictionary_name *array_names;
	/* Elements of the array that has most. */
	zend_ulong most_elements;
	uint64_t first_keys[(1u << BRINE_DICTIONARY_KEYS_BITS) / 64];
	uint64_t filter[(1u << BRINE_DICTIONARY_FILTER_BITS) / 64];
};

/* What these return for what the dictionary has not. */
#define BRINE_NOT_IN_DICTIONARY UINT32_MAX

/* The number of the tail of a string from `skip` on, which has at least 2 bytes and this fingerprint; see strings.h. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_search_string(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint);

/* True of most strings that the dictionary has not: their slot is empty. */
static zend_always_inline bool brine_dictionary_has_no_string(const brine_dictionary *dictionary, uint32_t fingerprint)
{
	const brine_index *index = &dictionary->index->strings;

	return index->slots[fingerprint & index->mask].stamp < index->base;
}

/* The number of such a tail by its slot, which is not empty; BRINE_NOT_IN_DICTIONARY where only a search can tell. */
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

/* The number of a shape, by its keys as they are in brine_dictionary_shape. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_shape(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count);

/* The bit of an array without holes that has elements: the same for equal ones, however they are stored. */
static zend_always_inline uint32_t brine_dictionary_keys_bit(const HashTable *array)
{
	uint64_t first = HT_IS_PACKED(array) ? 0 : array->arData[0].h;

	return brine_mix(first + zend_hash_num_elements(array) * BRINE_HASH_FACTOR_2) >> (32 - BRINE_DICTIONARY_KEYS_BITS);
}

/* False of most arrays that the dictionary has not. */
static zend_always_inline bool brine_dictionary_may_have_array(
	const brine_dictionary *dictionary, const HashTable *array)
{
	uint32_t bit = brine_dictionary_keys_bit(array);

	return (dictionary->index->first_keys[bit / 64] >> (bit % 64) & 1) || UNEXPECTED(!HT_IS_WITHOUT_HOLES(array));
}

/* The same of a map, an array that is not packed and has elements, whose keys are copied where there is room for them. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_map(
	const brine_dictionary *dictionary, const HashTable *map, brine_shape_key *keys);

/* The number of an array that has elements and is equal, as docs/reference/dictionary-format.md, section 5, has it. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_array(const brine_dictionary *dictionary, HashTable *array);

/*
 * How many bytes more than one a string takes at least where a payload has it in full: of 8 to 128 bytes it may be packed, a UUID to 17.
 */
static zend_always_inline uint32_t brine_string_gain(const char *bytes, size_t size)
{
	if (size >= BRINE_PACKED_MIN && UNEXPECTED(brine_maybe_packed(brine_load_native(bytes, 8), size))) {
		return (uint32_t) size / 2 - 2;
	}
	return (uint32_t) size;
}

/*
 * Makes the index of a dictionary whose parts are there, in memory that is none of a request, and adds what it takes to dictionary->memory. It is
 * made once, when a dictionary is loaded.
 */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_make_index(brine_dictionary *dictionary);

/* Frees it; index may be NULL. */
void brine_dictionary_index_free(struct brine_dictionary_index *index);

#endif
