/* Objects of PHP that keep their elements in another object of this kind. */
#ifndef BRINE_DECODE_STORAGE_H
#define BRINE_DECODE_STORAGE_H

#include "decode/state.h"

/* The object that the one of a hook will keep its elements in, if that may keep its own in a third one; otherwise NULL. */
ZEND_ATTRIBUTE_NONNULL zend_object *brine_decode_storage(const brine_hook *hook);

/* Refuses a value in which such objects keep their elements in each other: PHP would look for them without end. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_check_storages(brine_decoder *decoder, zval *value);

#endif
