/*
 * Payloads with a dictionary: docs/reference/dictionary-format.md. All that differs from other payloads is here, out of their way: while a dictionary is in use,
 * the tags that may name its entries are not decoded in line.
 */
#ifndef BRINE_DECODE_DICTIONARY_H
#define BRINE_DECODE_DICTIONARY_H

#include "decode/state.h"

/* Takes every number for the payload's own, as it is where no dictionary is in use. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_start_numbers(brine_decoder *decoder);

/* Reads the id behind the header and uses that dictionary, if the process knows it; and ends its use. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_use_dictionary(brine_decoder *decoder);
ZEND_ATTRIBUTE_NONNULL void brine_decode_end_dictionary(brine_decoder *decoder);

/* Decodes a value of a tag that may name an entry of the dictionary in use, which is not a string of it. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_ref(
	brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at);

/* What STRING_REF, SHAPED and SHARED name, where a dictionary is in use. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_string_ref(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shaped(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shared(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at);

/*
 * Turn what SHAPED, or a SHAPED_1 less its first tag, says of a table's rows into a place among the shapes, which may be none. A shape of the dictionary is
 * made ready when it is seen for the first time; false if its class cannot be used. `at` is the tag.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shape_ref(
	brine_decoder *decoder, uint64_t *number, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shaped_1(
	brine_decoder *decoder, uint64_t *number, const unsigned char *at);

#endif
