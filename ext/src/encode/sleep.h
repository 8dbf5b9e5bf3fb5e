/* Which properties __sleep() names. */
#ifndef BRINE_ENCODE_SLEEP_H
#define BRINE_ENCODE_SLEEP_H

#include "encode/state.h"

/*
 * The values of the properties that __sleep() named, as a list, where all are slots of the object that have a value. Their names lie with the class'
 * name as keys in the reserved room of the shapes that were seen. The caller owns the list. Otherwise NULL, and nothing was done.
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_choose_sleep_slots(
	brine_encoder *encoder, zend_object *object, HashTable *names);

/* The properties that __sleep() named, by mangled name, with the warnings that PHP gives; the caller owns the map. NULL after an exception. */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_choose_sleep_properties(zend_object *object, HashTable *names);

/* PHP's warning about what a __sleep() returned. */
ZEND_ATTRIBUTE_NONNULL void brine_warn_about_sleep(const zend_object *object);

#endif
