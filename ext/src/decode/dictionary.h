/*
 * Payloads with a dictionary: docs/reference/dictionary-format.md. Everything specific to them is here, off the hot
 * path: with a dictionary, tags that may name its entries are not decoded in line.
 */
#ifndef BRINE_DECODE_DICTIONARY_H
#define BRINE_DECODE_DICTIONARY_H

#include "decode/state.h"

/* Resets to a payload without a dictionary: all numbers are the payload's own. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_start_numbers(brine_decoder *decoder);

/* Reads the id after the header and selects that dictionary, if it is loaded; the second function deselects it. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_use_dictionary(brine_decoder *decoder);
ZEND_ATTRIBUTE_NONNULL void brine_decode_end_dictionary(brine_decoder *decoder);

/* Decodes a value whose tag may name a dictionary entry other than a string. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_ref(
	brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at);

/* Resolve the number of STRING_REF, SHAPED or SHARED while a dictionary is selected. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_string_ref(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shaped(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shared(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at);

/*
 * Replace *number, of SHAPED or as SHAPED_1's offset, by a place among the shapes, which may not exist. Prepare a
 * dictionary shape at first use; false if its class cannot be used. `at` is the tag.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shape_ref(
	brine_decoder *decoder, uint64_t *number, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_dictionary_shaped_1(
	brine_decoder *decoder, uint64_t *number, const unsigned char *at);

/* Assigns a place among the shapes to a dictionary shape that is used for the first time. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_take_up_shape(
	brine_decoder *decoder, uint32_t entry, uint64_t *place, const unsigned char *at);

#endif
