/*
 * How messages name the place of a fault inside a value: "$value['orders'][3]->total".
 *
 * Nothing is recorded before something fails: then each function that went into a container adds its step while it returns.
 */
#ifndef BRINE_PATH_H
#define BRINE_PATH_H

#include "php.h"
#include "zend_smart_str.h"

/* Bytes that the name of a class, property or key may take in a message, and those that a message of PHP may. */
#define BRINE_READABLE_NAME 100
#define BRINE_READABLE_MESSAGE 300

typedef struct {
	/* Innermost step first. */
	zend_string **steps;
	uint32_t count;
	uint32_t capacity;
} brine_path;

void brine_path_destroy(brine_path *path);

/* Forgets the steps. */
ZEND_COLD void brine_path_clear(brine_path *path);

/* Adds the step to an element of an array; `key` is NULL where it is the integer h. */
ZEND_COLD void brine_path_add_key(brine_path *path, zend_ulong h, const zend_string *key);

/* Adds the step to a property, whose name may be in PHP's mangled form. */
ZEND_COLD void brine_path_add_property(brine_path *path, const zend_string *name);

/* The same for a name that is the key of an array: `key` is NULL where it is the integer h. */
ZEND_COLD void brine_path_add_property_key(brine_path *path, zend_ulong h, zend_string *key);

/* The whole path, from "$value" on; of a long one the middle is left out. The caller owns it. */
zend_string *brine_path_get(const brine_path *path);

/*
 * A text for a message: bytes that are no valid UTF-8 and control characters are escaped, and what would take more than `limit` bytes is
 * cut off. The caller owns it.
 */
zend_string *brine_readable(const char *bytes, size_t size, size_t limit);

/* The name of a class, property or enum case for a message. */
static inline zend_string *brine_readable_name(const zend_string *name)
{
	return brine_readable(ZSTR_VAL(name), ZSTR_LEN(name), BRINE_READABLE_NAME);
}

#endif
