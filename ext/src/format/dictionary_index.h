/* The entries of a dictionary by content, for a writer. */
#ifndef BRINE_DICTIONARY_INDEX_H
#define BRINE_DICTIONARY_INDEX_H

#include "core/hash.h"
#include "format/dictionary.h"
#include "format/packed.h"

/* What these return for what the dictionary has not. */
#define BRINE_NOT_GIVEN UINT32_MAX

/* The number of the tail of a string from `skip` on, which has at least 2 bytes and this fingerprint; see strings.h. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_string(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint);

/* The number of a shape, by its keys as they are in brine_dictionary_shape. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_find_shape(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count);

/* The number of an array that has elements and is equal, as section 13.5 has it. */
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

/* The same of the distinct strings in a shape; and of some of those in an array. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_shape_gain(const brine_dictionary *dictionary, uint32_t number);
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_array_gain(const brine_dictionary *dictionary, uint32_t number);

/*
 * Makes the index of a dictionary whose parts are there, in memory that is none of a request, and adds what it takes to dictionary->memory. It is
 * made once, when a dictionary is loaded.
 */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_make_index(brine_dictionary *dictionary);

/* Frees it; index may be NULL. */
void brine_dictionary_index_free(struct brine_dictionary_index *index);

#endif
