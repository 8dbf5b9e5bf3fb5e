/* What encode_class.c offers to encode_object.c. */
#ifndef BRINE_ENCODE_CLASS_H
#define BRINE_ENCODE_CLASS_H

#include "encode/state.h"

/* Writes the tail of a string from `skip` on, as a name. */
void brine_encode_name(brine_encoder *encoder, zend_string *string, uint32_t skip);

/* Keeps a string, whose reference is taken over, until the encode ends. */
zend_string *brine_encode_hold_string(brine_encoder *encoder, zend_string *string);

/* Sets a key to a string. */
void brine_put_key(brine_key *key, zend_string *string);

/*
 * Writes the head of an object whose class name and property names lie as `count` keys in the reserved room of the shape
 * dictionary: its shape's number, or the shape itself. Returns the number. The object is not counted.
 */
uint32_t brine_encode_object_head(brine_encoder *encoder, uint32_t count);

/* The same for an object whose properties are in its slots; `all` says that every slot has a value. */
uint32_t brine_encode_slots_head(brine_encoder *encoder, const zend_object *object, bool all);
bool brine_object_has_all_slots(const zend_object *object);

/* True if the engine itself keeps the properties. */
bool brine_object_is_standard(zend_object *object);

/* The __sleep() of a class, or NULL. */
zend_function *brine_sleep_method(const zend_class_entry *ce);

#endif
