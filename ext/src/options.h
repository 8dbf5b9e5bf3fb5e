/* Parsed options of PHP functions. */
#ifndef BRINE_OPTIONS_H
#define BRINE_OPTIONS_H

#include "php.h"
#include "core/class_list.h"
#include "core/compat.h"
#include "zend_smart_str.h"

struct brine_decode_observer;

/* Who decodes. */
typedef enum {
	BRINE_READER_FUNCTION,
	BRINE_READER_SESSION,
	BRINE_READER_APCU,
	BRINE_READER_IGBINARY,
} brine_reader;

/* Limits and permissions of one decode. */
typedef struct {
	/* NULL allows the classes of the setting brine.allowed_classes, see decode/guard.h. */
	brine_class_list *allowed_classes;
	/* Deepest nesting of arrays and objects, 1 to BRINE_MAX_DEPTH. */
	uint32_t max_depth;
	/* The elements and properties that are allowed in total, at least 1. */
	zend_ulong max_elements;
	/*
	 * Bytes that may be allocated, by the estimate of decode/limits.h; 0 for the default, which depends on the
	 * payload's size.
	 */
	zend_ulong max_memory;
	/* An allowed but missing class is an error instead of an incomplete object. */
	bool refuses_missing;
	/* An object whose class has changed since it was written is an error. */
	bool refuses_stale;
	brine_reader reader;
	/* A lower-case class for which loaders have just failed, so that they are not called again; or NULL. */
	const zend_string *unknown_class;
	/* The value may be a resident one; see resident/resident.h. */
	bool resident;
	/* A Closure that returns the payload inside the bytes, or NULL if the bytes are the payload. Owns a reference. */
	zend_object *open;
	/* Called when the value is built, before hooks run; or NULL. */
	struct brine_decode_observer *observer;
} brine_decode_options;

extern const brine_decode_options brine_default_decode_options;
/* The options of readers that have none of their own, by reader and by the setting brine.stale_classes. */
extern const brine_decode_options brine_setting_options[][2];

/*
 * Value of allowed_classes that rejects all objects, as BRINE_ERR_BAD_DICTIONARY: before the first request, none can be
 * created.
 */
extern brine_class_list brine_no_objects;

/* Sets every option to its default. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_options_init(brine_decode_options *options);

/* Groups of options that functions take. */
#define BRINE_OPTIONS_DECODE 1
#define BRINE_OPTIONS_CONTEXT 2
#define BRINE_OPTIONS_OPEN 4
#define BRINE_OPTIONS_DICTIONARY 8
/* Of Brine's own format only. */
#define BRINE_OPTIONS_BRINE 16
#define BRINE_OPTIONS_LAYOUTS 32

/*
 * These read the options array of `function_name`, or NULL if there is none; names, types and ranges are checked as
 * strictly as by unserialize(). On FAILURE an exception is pending.
 */

/* Adds the name of an option to the list that brine_unknown_option_throw() takes. */
ZEND_ATTRIBUTE_NONNULL void brine_option_name_append(smart_str *list, const char *name, size_t length);

/* Throws. The option is `name`, or `number` if that is NULL; `names` is freed, and has one name at least. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 4)
void brine_unknown_option_throw(
	const char *function_name, const zend_string *name, zend_ulong number, smart_str *names);

/* Rejects options that are in none of `groups`. */
ZEND_ATTRIBUTE_NONNULL_ARGS(3)
zend_result brine_options_check_names(HashTable *array, unsigned groups, const char *function_name);

/* Reads the value of an integer option, `name`. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_int_option_parse(const zval *value, const char *name, zend_long smallest,
	zend_long largest, zend_long *number, const char *function_name);

/* Reads a boolean option into *flag, if present; `array` may be NULL. */
ZEND_ATTRIBUTE_NONNULL_ARGS(2, 3, 4)
zend_result brine_bool_option_parse(HashTable *array, const char *name, bool *flag, const char *function_name);

/* May run user code. The caller always calls brine_decode_options_destroy(). */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
zend_result brine_decode_options_parse(brine_decode_options *options, HashTable *array, const char *function_name);
ZEND_ATTRIBUTE_NONNULL void brine_decode_options_destroy(brine_decode_options *options);

/*
 * Fast path for at most "resident", "missing_classes", "stale_classes", and "context" (or "open" if `context` is NULL),
 * all valid. *context as by brine_string_option_parse(). Then the caller calls brine_decode_options_destroy(); on false
 * there is nothing to destroy.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1)
bool brine_options_take_simple(brine_decode_options *options, zend_string **context, HashTable *array);

/* True if "resident" is the only option and is true, as in nearly all frequent calls with options. */
static zend_always_inline bool brine_options_only_resident(const HashTable *array)
{
	const Bucket *only = array->arData;

	return array->nNumUsed == 1 && !HT_IS_PACKED(array) && Z_TYPE(only->val) == IS_TRUE && only->key
		&& zend_string_equals_literal(only->key, "resident");
}

/* On SUCCESS *string is a string option such as "context", which the caller releases; NULL if absent. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 4)
zend_result brine_string_option_parse(
	zend_string **string, const char *name, HashTable *array, const char *function_name);

#endif
