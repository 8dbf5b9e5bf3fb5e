/* What the codec offers to PHP functions and glue: one call each way. */
#ifndef BRINE_CODEC_H
#define BRINE_CODEC_H

#include "php.h"

/* Limits and permissions of one decode. */
typedef struct {
	/* Lower-case names of the classes that may be built, as keys; NULL allows every class. */
	HashTable *allowed_classes;
	/* Deepest nesting of arrays and objects, 1 to BRINE_MAX_DEPTH. */
	uint32_t max_depth;
	/* Most elements and properties that the value may have in all, at least 1. */
	zend_ulong max_elements;
	/* Most bytes that may be allocated for it, by the estimate of decode_limits.h; 0 for the default, which depends on the payload's size. */
	zend_ulong max_memory;
} brine_decode_options;

/*
 * Encodes *value. On SUCCESS *payload is a new string that the caller owns; the payload in it begins after `frame` bytes, which are left for the
 * caller to write. On FAILURE it is NULL and an exception is pending.
 */
zend_result brine_encode(zend_string **payload, zval *value, size_t frame);

/*
 * Decodes payload[frame .. size) into *result; options may be NULL for the defaults. On FAILURE *result is null and an exception is
 * pending, whose offset counts from payload[0]. The caller keeps the payload alive: class loaders and hooks may run.
 */
zend_result brine_decode(
	zval *result, const char *payload, size_t frame, size_t size, const brine_decode_options *options);

/* Sets every option to its default. */
void brine_decode_options_init(brine_decode_options *options);

/* Groups of options that a function takes. */
#define BRINE_OPTIONS_DECODE 1
#define BRINE_OPTIONS_CONTEXT 2

/*
 * These read the options array of function `function_name` (names, types and ranges as strict as unserialize()'s own), which is NULL where
 * there is none. On FAILURE an exception is pending.
 */

/* Refuses options that are in none of `groups`. */
zend_result brine_options_check_names(HashTable *array, unsigned groups, const char *function_name);

/* Reads the value of an integer option, `name`. */
zend_result brine_int_option_parse(const zval *value, const char *name, zend_long smallest, zend_long largest,
	zend_long *number, const char *function_name);

/* May run user code. The caller calls brine_decode_options_destroy() in either case. */
zend_result brine_decode_options_parse(brine_decode_options *options, HashTable *array, const char *function_name);
void brine_decode_options_destroy(brine_decode_options *options);

/* On SUCCESS *context is the option "context", which the caller releases, or NULL if there is none. */
zend_result brine_context_option_parse(zend_string **context, HashTable *array, const char *function_name);

/*
 * A request has ended: makes scratch memory free that a fatal error left in use. What PHP destroys after this, such as tables of its own with
 * names that a value gave it, may still use cached strings.
 */
void brine_scratch_deactivate(void);

/* A request begins, and nothing of the one before is left: clears caches that are worn. */
void brine_scratch_activate(void);

#endif
