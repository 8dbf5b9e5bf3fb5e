/*
 * The place of a fault inside a value, for messages: "$value['orders'][3]->total". Nothing is recorded before a
 * failure; then each function that entered a container adds its step while it returns.
 */
#ifndef BRINE_PATH_H
#define BRINE_PATH_H

#include "php.h"

/* A message shows at most this many bytes of a class, property or key name, and of a message by PHP. */
#define BRINE_READABLE_NAME 100
#define BRINE_READABLE_MESSAGE 300

typedef struct {
	/* Innermost step first. */
	zend_string **steps;
	uint32_t count;
	uint32_t capacity;
} brine_path;

void brine_path_destroy(brine_path *path);

/* Drops the steps. */
ZEND_COLD void brine_path_clear(brine_path *path);

/* Adds the step to an array element; `key` is NULL for the integer key h. */
ZEND_COLD void brine_path_add_key(brine_path *path, zend_ulong h, const zend_string *key);

/* Adds the step to a property; the name may be mangled. */
ZEND_COLD void brine_path_add_property(brine_path *path, const zend_string *name);

/* Adds the step to a property named by an array key; `key` is NULL for the integer key h. */
ZEND_COLD void brine_path_add_property_key(brine_path *path, zend_ulong h, zend_string *key);

/* The whole path from "$value" on, with the middle of a long one omitted. The caller owns the string. */
zend_string *brine_path_get(const brine_path *path);

/*
 * Text for a message: invalid UTF-8 and control characters are escaped, and what exceeds `limit` bytes is cut. The
 * caller owns the string.
 */
zend_string *brine_readable(const char *bytes, size_t size, size_t limit);

/* The name of a class, property or enum case for a message. */
static inline zend_string *brine_readable_name(const zend_string *name)
{
	return brine_readable(ZSTR_VAL(name), ZSTR_LEN(name), BRINE_READABLE_NAME);
}

#endif
