/* Values in values: the functions of this room that call one another as arrays and objects are nested. decode/decode.h is the mirror image. */
#ifndef BRINE_ENCODE_H
#define BRINE_ENCODE_H

#include "encode/state.h"

/*
 * Encodes `count` values that lie `stride` bytes apart, and passes over buckets without one. Returns NULL, or the value with which it failed. What
 * most values are made of is in this one loop, so that little code does much of the work.
 */
ZEND_ATTRIBUTE_NONNULL zval *brine_encode_values(brine_encoder *encoder, zval *value, size_t stride, uint32_t count);

/* Each encodes one value of its kind; false after an error. */
static zend_always_inline bool brine_encode_value(brine_encoder *encoder, zval *value)
{
	return brine_encode_values(encoder, value, 0, 1) == NULL;
}

/* The same as brine_encode_value(), which takes less of the stack for an object or reference: where there is one in another. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_inner(brine_encoder *encoder, zval *value);

ZEND_ATTRIBUTE_NONNULL bool brine_encode_object(brine_encoder *encoder, zend_object *object);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference);

/* How an array is written. */
typedef enum {
	BRINE_ARRAY_LIST,
	BRINE_ARRAY_MAP,
	BRINE_ARRAY_TABLE,
	/* A run with values, whose bytes depend on what was written before. */
	BRINE_ARRAY_RUN,
	/* A run of plain numbers: its bytes are its transcript. */
	BRINE_ARRAY_PURE_RUN,
} brine_array_form;

/* Writes a list or map as a table if it is one, and sets *form then. A packed array has no holes. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_if_table(brine_encoder *encoder, HashTable *array, brine_array_form *form);

/* Writes a list without holes, of 8 or more elements, as a run if it is to be one, and sets *form then. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_if_run(brine_encoder *encoder, HashTable *list, brine_array_form *form);

#endif
