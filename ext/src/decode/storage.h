/* Internal objects that keep their elements in another object of the same kind. */
#ifndef BRINE_DECODE_STORAGE_H
#define BRINE_DECODE_STORAGE_H

#include "decode/state.h"

/* The object in which a hook's object will keep its elements, if that one may do the same; otherwise NULL. */
ZEND_ATTRIBUTE_NONNULL zend_object *brine_decode_storage(const brine_hook *hook);

/* Rejects a value in which such objects form a ring, because PHP would follow it forever. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_check_storages(brine_decoder *decoder, zval *value);

#endif
