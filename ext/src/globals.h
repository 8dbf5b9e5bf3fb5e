/*
 * Module globals, one set per thread. They only point to the folders' own structures, so that each folder sees no
 * others; php/lifetime.c creates and frees them.
 */
#ifndef BRINE_GLOBALS_H
#define BRINE_GLOBALS_H

#include "php.h"

struct brine_pooled;
struct brine_key_cache;
struct brine_shape_cache;
struct brine_class_heads;
struct brine_signing_keys;
struct brine_keyring;
struct brine_msgpack_templates;
struct brine_resident_thread;
struct brine_class_list;
struct brine_native_calls;

ZEND_BEGIN_MODULE_GLOBALS(brine)
	/* Pools of all encoders, decoders and packers ever needed at once; see core/memory.h. */
	struct brine_pooled *encoders;
	struct brine_pooled *decoders;
	struct brine_pooled *packers;
	/* Levels of the main stack; see core/fiber.h. */
	uint32_t levels_in_use;
	/* Of this thread; 0 until it is needed. */
	size_t stack_size;
	/* Of stacks that are suspended; see core/fiber.c. */
	struct brine_native_calls *native_calls;
	/* Runs of PHP's cycle collector; see core/collector.h. */
	uint32_t collections;
	struct brine_key_cache *keys;
	struct brine_shape_cache *shapes;
	struct brine_class_heads *heads;
	struct brine_signing_keys *signing_keys;
	struct brine_msgpack_templates *templates;
	/* The thread's view of resident values. */
	struct brine_resident_thread *resident;
	/*
	 * $_SESSION is being decoded; and, during an upload, it could not be decoded because classes cannot be loaded. See
	 * php/session.c.
	 */
	bool session_is_open;
	bool session_is_unread;
	/* The last request's values are gone, so caches that they used may be cleared before the next one. */
	bool request_ended;
	/*
	 * The setting brine.stale_classes, of sessions, APCu and igbinary's place: layouts are written, and stale classes
	 * refused.
	 */
	bool refuses_stale;
	/* The setting brine.allowed_classes, NULL if it is empty; and that it only reports. See decode/guard.h. */
	struct brine_class_list *guard;
	bool guard_reports;
	/* Lower-case names of classes that were reported, or NULL. */
	HashTable *reported;
	/*
	 * The settings brine.signing_key, NULL if it is empty, and brine.signing_unsigned; and whether PHP would show the
	 * key. See php/signing.h.
	 */
	struct brine_keyring *keyring;
	uint8_t signing_unsigned;
	bool key_is_shown;
	/* The setting brine.igbinary_resident. */
	bool igbinary_resident;
	/* Random: makes hashes unpredictable for keys that an attacker may have chosen. */
	uint64_t secret;
ZEND_END_MODULE_GLOBALS(brine)

ZEND_EXTERN_MODULE_GLOBALS(brine)

#define BRINE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(brine, v)

#if defined(ZTS) && defined(COMPILE_DL_BRINE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
