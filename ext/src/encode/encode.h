/* The mutually recursive functions of this folder, which encode nested values. Mirror image of decode/decode.h. */
#ifndef BRINE_ENCODE_H
#define BRINE_ENCODE_H

#include "encode/state.h"

/*
 * Encodes `count` values `stride` bytes apart, skipping buckets without one. Returns NULL, or the value that failed.
 * One loop handles the frequent types, so that little code does most of the work.
 */
ZEND_ATTRIBUTE_NONNULL zval *brine_encode_values(brine_encoder *encoder, zval *value, size_t stride, uint32_t count);

/* Each encodes one value of its kind; false after an error. */
static zend_always_inline bool brine_encode_value(brine_encoder *encoder, zval *value)
{
	return brine_encode_values(encoder, value, 0, 1) == NULL;
}

/* Like brine_encode_value(), with a smaller stack frame for nested objects and references. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_inner(brine_encoder *encoder, zval *value);

ZEND_ATTRIBUTE_NONNULL bool brine_encode_object(brine_encoder *encoder, zend_object *object);
ZEND_ATTRIBUTE_NONNULL bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference);

/* How an array is written. */
typedef enum {
	BRINE_ARRAY_LIST,
	BRINE_ARRAY_MAP,
	BRINE_ARRAY_TABLE,
	/* A run with tagged values, whose bytes depend on earlier output. */
	BRINE_ARRAY_RUN,
	/* A run of plain numbers: its bytes serve as its transcript. */
	BRINE_ARRAY_PURE_RUN,
} brine_array_form;

/* Writes a list or map as a table if that is smaller, and then sets *form. A packed array must not have holes. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_if_table(brine_encoder *encoder, HashTable *array, brine_array_form *form);

/* Writes a list without holes, of 8 or more elements, as a run if suitable, and then sets *form. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_if_run(brine_encoder *encoder, HashTable *list, brine_array_form *form);

#endif
