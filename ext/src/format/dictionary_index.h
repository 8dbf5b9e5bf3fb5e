/* The entries of a dictionary by content, for a writer. */
#ifndef BRINE_DICTIONARY_INDEX_H
#define BRINE_DICTIONARY_INDEX_H

#include "format/dictionary.h"

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

/* How many bytes an array of the dictionary saves at least where it is first used, were it named by two bytes. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_dictionary_array_gain(const brine_dictionary *dictionary, uint32_t number);

/*
 * Makes the index of a dictionary whose parts are there, in memory that is none of a request, and adds what it takes to dictionary->memory. It is
 * made once, when a dictionary is loaded.
 */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_make_index(brine_dictionary *dictionary);

/* Frees it; index may be NULL. */
void brine_dictionary_index_free(struct brine_dictionary_index *index);

#endif
