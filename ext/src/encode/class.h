/* What encode/class.c offers to encode/object.c. */
#ifndef BRINE_ENCODE_CLASS_H
#define BRINE_ENCODE_CLASS_H

#include "encode/state.h"

/* Writes the tail of a string from `skip` on, as a name. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_name(brine_encoder *encoder, zend_string *string, uint32_t skip);

/* Sets a key to a string. */
ZEND_ATTRIBUTE_NONNULL void brine_set_shape_key(brine_shape_key *key, zend_string *string);

/*
 * Writes the head of an object whose class name and property names lie as `count` keys in the reserved room of the shapes
 * that were seen: its shape's number, or the shape itself. Returns the place of the shape's entry. The object is not counted.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_object_head(brine_encoder *encoder, uint32_t count);

/* The same for an object whose properties are in its slots; `all` says that every slot has a value. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_slots_head(brine_encoder *encoder, const zend_object *object, bool all);

/* Writes the class and property names of rows like this object, or the number of their shape. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_row_class(brine_encoder *encoder, const zend_object *object);

#endif
