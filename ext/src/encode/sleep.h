/* The properties that __sleep() names. */
#ifndef BRINE_ENCODE_SLEEP_H
#define BRINE_ENCODE_SLEEP_H

#include "encode/state.h"

/*
 * The values of the named properties as a list that the caller owns, if all are slots with a value. Class and property
 * names are then in the reserved space of the seen shapes. Otherwise NULL, without side effects.
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_choose_sleep_slots(
	brine_encoder *encoder, zend_object *object, HashTable *names);

/* The named properties by mangled name, with PHP's warnings; the caller owns the map. NULL after an exception. */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_choose_sleep_properties(zend_object *object, HashTable *names);

/* Raises PHP's warning about the return value of a __sleep(). */
ZEND_ATTRIBUTE_NONNULL void brine_warn_about_sleep(const zend_object *object);

#endif
