/*
 * The guard against classes that have changed since their objects were written: the tag LAYOUT, and the option
 * "stale_classes".
 */
#ifndef BRINE_DECODE_LAYOUT_H
#define BRINE_DECODE_LAYOUT_H

#include "decode/state.h"

/*
 * Reads a LAYOUT at `at` after its tag, and the tag behind it: OBJECT, CUSTOM, or SHAPED for a dictionary's shape of
 * objects at its first use. Then *place is the shape's, and *number_at is where errors about its number are.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_layout(
	brine_decoder *decoder, unsigned *tag, uint64_t *place, const unsigned char **number_at, const unsigned char *at);

/* Decodes the object that a LAYOUT at `at` precedes. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_with_layout(brine_decoder *decoder, zval *out, const unsigned char *at);

/* Cold half of brine_decode_check_layout(). */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_compare_layout(
	brine_decoder *decoder, const brine_decoded_shape *shape, const unsigned char *at);

/*
 * False if such classes are refused and the class of an object's new shape has changed. The shape's definition begins
 * at `at`, with a LAYOUT or without.
 */
static zend_always_inline bool brine_decode_check_layout(
	brine_decoder *decoder, const brine_decoded_shape *shape, const unsigned char *at)
{
	return EXPECTED(!decoder->refuses_stale) || brine_decode_compare_layout(decoder, shape, at);
}

#endif
