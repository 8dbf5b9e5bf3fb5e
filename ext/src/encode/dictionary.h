/*
 * Encoding with a dictionary (docs/reference/dictionary-format.md, sections 2 and 5). The encoder numbers own and
 * dictionary entries in one sequence: first those that fit into tags, in tag order. Longer numbers are written reduced
 * by `bias`. Only new content is looked up here.
 */
#ifndef BRINE_ENCODE_DICTIONARY_H
#define BRINE_ENCODE_DICTIONARY_H

#include "encode/state.h"
#include "encode/value.h"
#include "format/class_heads.h"
#include "format/dictionary_index.h"

/* Writes a string that the first slot does not show to be new; see brine_encode_seen_function. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_dictionary_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint);

/* Begins a payload: writes header and id, and makes the encoder look up all new content. */
static zend_always_inline void brine_encode_begin_dictionary(brine_encoder *encoder, const brine_dictionary *dictionary)
{
	encoder->dictionary = dictionary;
	encoder->bias = BRINE_DICTIONARY_FIRST_LONG;
	encoder->max_unshared = 0;
	encoder->encode_seen = brine_encode_dictionary_string;
	encoder->dictionary_use = (brine_dictionary_use){0};
	encoder->called_hook = false;
	/* No string is remembered without a lookup in the dictionary. */
	encoder->dictionary_use.limit = encoder->strings.limit;
	encoder->strings.limit = 0;
	brine_put_u8(&encoder->out, BRINE_DICTIONARY_VERSION_BYTE);
	brine_put_bytes(&encoder->out, (const char *) dictionary->hash, BRINE_DICTIONARY_ID_SIZE);
}

/* Ends a payload: the encoder stops looking up content. */
static zend_always_inline void brine_encode_end_dictionary(brine_encoder *encoder)
{
	encoder->dictionary = NULL;
	encoder->bias = 0;
	encoder->max_unshared = 1;
	encoder->encode_seen = brine_encode_seen_string;
	brine_seen_strings_set_limit(&encoder->strings);
}

/* True if the payload without the dictionary would have the same bytes after its header. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_is_plain(const brine_encoder *encoder);

/* True if the payload without the dictionary is certainly longer. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_is_surely_shorter(const brine_encoder *encoder);

/*
 * Each writes the dictionary's number of a new shape, whose entry is at `place`. Returns false and assigns an own
 * number if the dictionary lacks it. The second function fills in a map's keys.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_shape(brine_encoder *encoder, uint32_t place);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_map(brine_encoder *encoder, const HashTable *map, uint32_t place);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_class(
	brine_encoder *encoder, brine_class_head *head, uint32_t place);

/* Writes the dictionary's number of a non-empty array. False if the dictionary lacks it, or if it is too deep here. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_dictionary_array(brine_encoder *encoder, HashTable *array);

#endif
