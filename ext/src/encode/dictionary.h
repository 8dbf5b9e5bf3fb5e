/*
 * Dictionaries: what a payload names instead of writing it (docs/reference/dictionary-format.md, sections 2 and 5).
 *
 * What stands for a string, shape or array in the payload is known here by one number, whether that is the payload's own or the dictionary's: as many of the lowest
 * numbers as tags can hold, in the order of the tags. A number that follows its tag is less by the encoder's `bias`. So what is written
 * again is written as without a dictionary, and only what is new is asked for here.
 */
#ifndef BRINE_ENCODE_DICTIONARY_H
#define BRINE_ENCODE_DICTIONARY_H

#include "encode/state.h"
#include "encode/value.h"
#include "format/class_heads.h"
#include "format/dictionary_index.h"

/* What becomes of a string that is not new by the first look; see brine_encode_seen_function. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_dictionary_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint);

/* The payload begins: writes header and id, and has the encoder ask for all that is new. */
static zend_always_inline void brine_encode_begin_dictionary(brine_encoder *encoder, const brine_dictionary *dictionary)
{
	encoder->dictionary = dictionary;
	encoder->bias = BRINE_DICTIONARY_FIRST_LONG;
	encoder->most_unshared = 0;
	encoder->encode_seen = brine_encode_dictionary_string;
	encoder->dictionary_use = (brine_dictionary_use){0};
	encoder->called_hook = false;
	/* No string is remembered where it is seen. */
	encoder->dictionary_use.limit = encoder->strings.limit;
	encoder->strings.limit = 0;
	brine_put_u8(&encoder->out, BRINE_DICTIONARY_VERSION_BYTE);
	brine_put_bytes(&encoder->out, (const char *) dictionary->hash, BRINE_DICTIONARY_ID_SIZE);
}

/* The payload is complete: it asks no more. */
static zend_always_inline void brine_encode_end_dictionary(brine_encoder *encoder)
{
	encoder->dictionary = NULL;
	encoder->bias = 0;
	encoder->most_unshared = 1;
	encoder->encode_seen = brine_encode_seen_string;
	brine_seen_strings_set_limit(&encoder->strings);
}

/* True if the payload without the dictionary has the same bytes behind its header. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_is_plain(const brine_encoder *encoder);

/* True if the payload without the dictionary is surely longer. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_is_surely_shorter(const brine_encoder *encoder);

/*
 * Each has the dictionary's number of a shape written where it has one, and otherwise returns false and gives the shape, whose entry is new and lies
 * at a place, a number of its own. The second fills in the keys of a map.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_shape(brine_encoder *encoder, uint32_t place);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_map(brine_encoder *encoder, const HashTable *map, uint32_t place);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_class(
	brine_encoder *encoder, brine_class_head *head, uint32_t place);

/* Writes the dictionary's number of an array that has elements, if it has it and it is not too deep here; otherwise false. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_array(brine_encoder *encoder, HashTable *array);

#endif
