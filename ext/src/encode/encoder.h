/* The life of an encoder, and one call from the value to the payload. */
#ifndef BRINE_ENCODER_H
#define BRINE_ENCODER_H

#include "php.h"
#include "core/compat.h"
#include "core/memory.h"

struct brine_dictionary;

/*
 * Encodes *value. On SUCCESS *payload is a new string that the caller owns; the payload in it begins after `reserved` bytes, which are left for the
 * caller to write. On FAILURE it is NULL and an exception is pending.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_encode(zend_string **payload, zval *value, size_t reserved);

/* The same with a dictionary, unless that is NULL, where the payload is shorter so: docs/reference/dictionary-format.md, section 5. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_encode_with(
	zend_string **payload, zval *value, size_t reserved, const struct brine_dictionary *dictionary);

/* Makes the first one of a pool, so that no call has to. */
ZEND_ATTRIBUTE_NONNULL void brine_encoders_prepare(brine_pooled **pool);

/* A request has ended: those that a fatal error left in use become free. */
void brine_encoders_abandon(void);

/* Frees all of a pool. */
void brine_encoders_destroy(brine_pooled *pool);

#endif
