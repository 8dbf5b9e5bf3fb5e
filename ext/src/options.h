/* The options arrays of PHP functions, and what they say. */
#ifndef BRINE_OPTIONS_H
#define BRINE_OPTIONS_H

#include "php.h"
#include "core/compat.h"
#include "zend_smart_str.h"

struct brine_decode_observer;

/* Limits and permissions of one decode. */
typedef struct {
	/* Lower-case names of the classes that may be built, as keys; NULL allows every class. */
	HashTable *allowed_classes;
	/* Deepest nesting of arrays and objects, 1 to BRINE_MAX_DEPTH. */
	uint32_t max_depth;
	/* Most elements and properties that the value may have in all, at least 1. */
	zend_ulong max_elements;
	/* Most bytes that may be allocated for it, by the estimate of decode/limits.h; 0 for the default, which depends on the payload's size. */
	zend_ulong max_memory;
	/* A class that is allowed and not there is an error, and its objects are not incomplete. */
	bool refuses_missing;
	/* A class, in lower case, for which loaders were asked in vain just now, so that they are not asked again; or NULL. */
	const zend_string *unknown_class;
	/* The value may be one that is kept for the process; see resident/resident.h. */
	bool resident;
	/* A Closure that gives the payload that is inside of the bytes, or NULL where they are one. Is held. */
	zend_object *open;
	/* Is told of what was built before hooks run, or NULL. */
	struct brine_decode_observer *observer;
} brine_decode_options;

extern const brine_decode_options brine_default_decode_options;

/* The allowed_classes that refuse objects as such, as BRINE_ERR_BAD_DICTIONARY: where none can be made, because no request has begun. */
static inline HashTable *brine_no_objects(void)
{
	return (HashTable *) &zend_empty_array;
}

/* Sets every option to its default. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_options_init(brine_decode_options *options);

/* Groups of options that a function takes. */
#define BRINE_OPTIONS_DECODE 1
#define BRINE_OPTIONS_CONTEXT 2
#define BRINE_OPTIONS_OPEN 4
#define BRINE_OPTIONS_DICTIONARY 8

/*
 * These read the options array of function `function_name` (names, types and ranges as strict as unserialize()'s own), which is NULL where
 * there is none. On FAILURE an exception is pending.
 */

/* Adds the name of an option to the list that brine_unknown_option_throw() takes. */
ZEND_ATTRIBUTE_NONNULL void brine_option_name_append(smart_str *list, const char *name, size_t length);

/* Throws. The option is `name`, or `number` if that is NULL; `names` is freed, and has one name at least. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 4)
void brine_unknown_option_throw(
	const char *function_name, const zend_string *name, zend_ulong number, smart_str *names);

/* Refuses options that are in none of `groups`. */
ZEND_ATTRIBUTE_NONNULL_ARGS(3)
zend_result brine_options_check_names(HashTable *array, unsigned groups, const char *function_name);

/* Reads the value of an integer option, `name`. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_int_option_parse(const zval *value, const char *name, zend_long smallest,
	zend_long largest, zend_long *number, const char *function_name);

/* May run user code. The caller calls brine_decode_options_destroy() in either case. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
zend_result brine_decode_options_parse(brine_decode_options *options, HashTable *array, const char *function_name);
ZEND_ATTRIBUTE_NONNULL void brine_decode_options_destroy(brine_decode_options *options);

/*
 * Reads options that are "resident", "missing_classes", and "open" or "context", at most, and right, as most calls have them that are to take no time. `context` is
 * NULL for the function that has "open" instead; otherwise *context is set as by brine_string_option_parse(). The caller calls
 * brine_decode_options_destroy(). False, and nothing is to be destroyed, for any others.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1)
bool brine_options_take_simple(brine_decode_options *options, zend_string **context, HashTable *array);

/* Whether "resident" is the only option, and on, as nearly all calls have it that have options and are many. */
static zend_always_inline bool brine_options_only_resident(const HashTable *array)
{
	const Bucket *only = array->arData;

	return array->nNumUsed == 1 && !HT_IS_PACKED(array) && Z_TYPE(only->val) == IS_TRUE && only->key
		&& zend_string_equals_literal(only->key, "resident");
}

/* On SUCCESS *string is an option that is a string, such as "context", which the caller releases, or NULL if there is none. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 4)
zend_result brine_string_option_parse(
	zend_string **string, const char *name, HashTable *array, const char *function_name);

#endif
