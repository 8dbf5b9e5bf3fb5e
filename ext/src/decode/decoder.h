/* The life of a decoder, and one call from the first byte to the result. */
#ifndef BRINE_DECODER_H
#define BRINE_DECODER_H

#include "php.h"
#include "error.h"
#include "options.h"
#include "core/compat.h"
#include "core/memory.h"

struct brine_decoder;

/* True if the value has no object and no PHP reference inside, and is none. */
ZEND_ATTRIBUTE_NONNULL bool brine_decoder_is_pure(const struct brine_decoder *decoder);

/*
 * Decodes payload[start .. size) into *result; options may be NULL for the defaults. On FAILURE *result is null and an exception is
 * pending, whose offset counts from payload[0]. The caller keeps the payload alive: class loaders and hooks may run.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_decode(
	zval *result, const char *payload, size_t start, size_t size, const brine_decode_options *options);

/* Makes a decoder before it is needed, of little memory: a process that forks for its requests makes it once. */
ZEND_ATTRIBUTE_NONNULL void brine_decoders_prepare(brine_pooled **pool);

/* How many payloads those of a pool were given. */
uint64_t brine_decoders_calls(const brine_pooled *pool);

/* A request has ended: those that a fatal error left in use become free. */
void brine_decoders_abandon(void);

/* Frees all of a pool. */
void brine_decoders_destroy(brine_pooled *pool);

#endif
