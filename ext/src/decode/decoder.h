/* The life of a decoder, and one call from the first byte to the result. */
#ifndef BRINE_DECODER_H
#define BRINE_DECODER_H

#include "php.h"
#include "error.h"
#include "options.h"
#include "core/compat.h"
#include "core/memory.h"
#include "format/format.h"

struct brine_decoder;

/* True for bytes that begin as a payload written in igbinary's place; brine_decode() reads these too, at start 0. */
static inline bool brine_is_in_place(const char *bytes, size_t size)
{
	return size >= BRINE_IN_PLACE_PREFIX_SIZE && memcmp(bytes, BRINE_IN_PLACE_PREFIX, BRINE_IN_PLACE_PREFIX_SIZE) == 0;
}

/* True if the value neither contains nor is an object or a PHP reference. */
ZEND_ATTRIBUTE_NONNULL bool brine_decoder_is_pure(const struct brine_decoder *decoder);

/*
 * Decodes payload[start .. size) into *result; options may be NULL for defaults. On FAILURE *result is null and an
 * exception is pending, with offsets from payload[0]. The caller keeps the payload alive, since user code may run.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_decode(
	zval *result, const char *payload, size_t start, size_t size, const brine_decode_options *options);

/*
 * Reads the payload from the decoder's cursor to its end into *value, which is complete or, after a recorded error
 * (false), valid to dismantle.
 */
typedef bool (*brine_decode_read)(struct brine_decoder *decoder, zval *value);

/* brine_decode() for another format, whose payload `read` reads. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5)
zend_result brine_decode_by(
	zval *result, const char *payload, size_t size, const brine_decode_options *options, brine_decode_read read);

/* Creates a decoder in advance, with little memory, so that processes forked for requests share it. */
ZEND_ATTRIBUTE_NONNULL void brine_decoders_prepare(brine_pooled **pool);

/* Number of payloads that the decoders of a pool have decoded. */
uint64_t brine_decoders_calls(const brine_pooled *pool);

/* A request has ended: makes decoders that a fatal error left busy available again. */
void brine_decoders_abandon(void);

/* Destroys all decoders of a pool. */
void brine_decoders_destroy(brine_pooled *pool);

#endif
