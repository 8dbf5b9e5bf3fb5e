/* The life of an encoder, and one call from the value to the payload. */
#ifndef BRINE_ENCODER_H
#define BRINE_ENCODER_H

#include "php.h"
#include "core/compat.h"
#include "core/memory.h"

struct brine_dictionary;
struct brine_encoder;

/*
 * Encodes *value. On SUCCESS *payload is a new string that the caller owns; the payload starts after `reserved` bytes
 * for the caller to fill. On FAILURE it is NULL and an exception is pending.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_encode(zend_string **payload, zval *value, size_t reserved);

/*
 * Like brine_encode(), with a dictionary or NULL. It is used only if that makes the payload shorter:
 * docs/reference/dictionary-format.md, section 5.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_encode_with(
	zend_string **payload, zval *value, size_t reserved, const struct brine_dictionary *dictionary, bool layouts);

/* Writes *value into the encoder's buffer; false after a recorded error. */
typedef bool (*brine_encode_write)(struct brine_encoder *encoder, zval *value, bool compact_strings);

/* brine_encode() for another format, whose payload `write` writes. */
ZEND_ATTRIBUTE_NONNULL
zend_result brine_encode_by(zend_string **payload, zval *value, bool compact_strings, brine_encode_write write);

/* Creates the first encoder of a pool in advance. */
ZEND_ATTRIBUTE_NONNULL void brine_encoders_prepare(brine_pooled **pool);

/* A request has ended: makes encoders that a fatal error left busy available again. */
void brine_encoders_abandon(void);

/* Destroys all encoders of a pool. */
void brine_encoders_destroy(brine_pooled *pool);

#endif
