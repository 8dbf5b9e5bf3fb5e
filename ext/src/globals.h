/*
 * Module globals: one set a thread. They only point to what the rooms keep, so that each room sees no more than its own; php/lifetime.c makes and
 * frees it.
 */
#ifndef BRINE_GLOBALS_H
#define BRINE_GLOBALS_H

#include "php.h"

struct brine_pooled;
struct brine_key_cache;
struct brine_shape_cache;
struct brine_class_heads;
struct brine_signing_keys;
struct brine_msgpack_templates;
struct brine_resident_thread;

ZEND_BEGIN_MODULE_GLOBALS(brine)
	/* All encoders, decoders and packers that were ever needed at once; see core/memory.h. */
	struct brine_pooled *encoders;
	struct brine_pooled *decoders;
	struct brine_pooled *packers;
	/* Of the main stack; see core/fiber.h. */
	uint32_t levels_in_use;
	/* Runs of PHP's cycle collector; see core/collector.h. */
	uint32_t collections;
	struct brine_key_cache *keys;
	struct brine_shape_cache *shapes;
	struct brine_class_heads *heads;
	struct brine_signing_keys *signing_keys;
	struct brine_msgpack_templates *templates;
	/* What a thread knows of the values that the process keeps. */
	struct brine_resident_thread *resident;
	/* $_SESSION is being decoded; and it was not, for want of classes, while an upload is told of. See php/session.c. */
	bool session_is_open;
	bool session_is_unread;
	/* The values of a request are gone, and caches that they used may be cleared before the next one. */
	bool request_ended;
	/* Random; makes places and the order of comparisons unpredictable where keys may have been chosen. */
	uint64_t secret;
ZEND_END_MODULE_GLOBALS(brine)

ZEND_EXTERN_MODULE_GLOBALS(brine)

#define BRINE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(brine, v)

#if defined(ZTS) && defined(COMPILE_DL_BRINE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
