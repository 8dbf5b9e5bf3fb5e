/* The options arrays of PHP functions. */
#include "options.h"
#include "globals.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "core/limits.h"
#include "core/text.h"
#include "zend_closures.h"
#include "zend_exceptions.h"

const brine_decode_options brine_default_decode_options = {
	.allowed_classes = NULL,
	.max_depth = BRINE_MAX_DEPTH,
	.max_elements = BRINE_DEFAULT_MAX_ELEMENTS,
	.max_memory = 0,
	.refuses_missing = false,
	.refuses_stale = false,
	.reader = BRINE_READER_FUNCTION,
	.unknown_class = NULL,
	.resident = false,
	.open = NULL,
	.observer = NULL,
};

#define SETTING_OPTIONS(by, refuses) \
	{ \
		.max_depth = BRINE_MAX_DEPTH, .max_elements = BRINE_DEFAULT_MAX_ELEMENTS, .refuses_stale = (refuses), \
		.reader = (by) \
	}

const brine_decode_options brine_setting_options[][2] = {
	[BRINE_READER_SESSION] = {SETTING_OPTIONS(BRINE_READER_SESSION, false),
		SETTING_OPTIONS(BRINE_READER_SESSION, true)},
	[BRINE_READER_APCU] = {SETTING_OPTIONS(BRINE_READER_APCU, false), SETTING_OPTIONS(BRINE_READER_APCU, true)},
	[BRINE_READER_IGBINARY] = {SETTING_OPTIONS(BRINE_READER_IGBINARY, false),
		SETTING_OPTIONS(BRINE_READER_IGBINARY, true)},
};

brine_class_list brine_no_objects;

void brine_decode_options_init(brine_decode_options *options)
{
	*options = brine_default_decode_options;
}

void brine_decode_options_destroy(brine_decode_options *options)
{
	if (options->allowed_classes) {
		brine_class_list_free(options->allowed_classes);
		options->allowed_classes = NULL;
	}
	if (options->open) {
		OBJ_RELEASE(options->open);
		options->open = NULL;
	}
}

/* A class name in an option; of an object, the result of __toString(), which may call us again. NULL if it threw. */
static zend_string *class_name_of(zval *name)
{
	zend_string *string;

	if (EXPECTED(Z_TYPE_P(name) == IS_STRING)) {
		return zend_string_copy(Z_STR_P(name));
	}
	if (UNEXPECTED(brine_levels_left() == 0)) {
		/* Nothing will be decoded, so __toString() is not called. */
		return ZSTR_EMPTY_ALLOC();
	}
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	string = zval_try_get_string(name);
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	return string;
}

static zend_result add_allowed_class(brine_class_list *allowed, zval *name, const char *function_name)
{
	zend_string *string;

	ZVAL_DEREF(name);
	if (Z_TYPE_P(name) != IS_STRING && Z_TYPE_P(name) != IS_OBJECT) {
		zend_type_error("%s(): Option \"allowed_classes\" must be an array of class names, %s given", function_name,
			brine_type_name(name));
		return FAILURE;
	}
	string = class_name_of(name);
	if (!string) {
		return FAILURE;
	}
	if (!brine_class_list_add(allowed, ZSTR_VAL(string), ZSTR_LEN(string))) {
		zend_value_error("%s(): Option \"allowed_classes\" must be an array of class names, \"%s\" given",
			function_name, ZSTR_VAL(string));
		zend_string_release(string);
		return FAILURE;
	}
	zend_string_release(string);
	return SUCCESS;
}

static zend_result parse_allowed_classes(brine_decode_options *options, zval *value, const char *function_name)
{
	HashTable *names;
	zend_result result = SUCCESS;
	zval *name;

	if (Z_TYPE_P(value) == IS_TRUE) {
		if (UNEXPECTED(BRINE_G(guard) != NULL)) {
			options->allowed_classes = brine_class_list_new(false);
			options->allowed_classes->has_all = true;
		}
		return SUCCESS;
	}
	if (Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_FALSE) {
		zend_type_error("%s(): Option \"allowed_classes\" must be of type array|bool, %s given", function_name,
			brine_type_name(value));
		return FAILURE;
	}
	options->allowed_classes = brine_class_list_new(false);
	if (Z_TYPE_P(value) == IS_FALSE) {
		return SUCCESS;
	}
	/* Copied, because an object's __toString() may change the array. */
	names = zend_array_dup(Z_ARRVAL_P(value));
	ZEND_HASH_FOREACH_VAL(names, name) {
		result = add_allowed_class(options->allowed_classes, name, function_name);
		if (result != SUCCESS) {
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_array_release(names);
	return result;
}

zend_result brine_int_option_parse(const zval *value, const char *name, zend_long smallest, zend_long largest,
	zend_long *number, const char *function_name)
{
	if (Z_TYPE_P(value) != IS_LONG) {
		zend_type_error(
			"%s(): Option \"%s\" must be of type int, %s given", function_name, name, brine_type_name(value));
		return FAILURE;
	}
	if (Z_LVAL_P(value) < smallest || Z_LVAL_P(value) > largest) {
		if (largest == ZEND_LONG_MAX) {
			zend_value_error(
				"%s(): Option \"%s\" must be greater than or equal to " ZEND_LONG_FMT, function_name, name, smallest);
		} else {
			zend_value_error("%s(): Option \"%s\" must be between " ZEND_LONG_FMT " and " ZEND_LONG_FMT, function_name,
				name, smallest, largest);
		}
		return FAILURE;
	}
	*number = Z_LVAL_P(value);
	return SUCCESS;
}

/* Reads an integer option into *number, if present. */
static zend_result parse_int(HashTable *array, const char *name, zend_long smallest, zend_long largest,
	zend_long *number, const char *function_name)
{
	const zval *value = zend_hash_str_find_deref(array, name, strlen(name));

	return value ? brine_int_option_parse(value, name, smallest, largest, number, function_name) : SUCCESS;
}

zend_result brine_bool_option_parse(HashTable *array, const char *name, bool *flag, const char *function_name)
{
	const zval *value = !array ? NULL : zend_hash_str_find_deref(array, name, strlen(name));

	if (value && Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		zend_type_error(
			"%s(): Option \"%s\" must be of type bool, %s given", function_name, name, brine_type_name(value));
		return FAILURE;
	}
	if (value) {
		*flag = Z_TYPE_P(value) == IS_TRUE;
	}
	return SUCCESS;
}

/* Reads an option that is "throw", or the word `other`; false if it is neither. */
static bool take_word(const zval *value, const char *other, bool *throws)
{
	if (Z_TYPE_P(value) != IS_STRING) {
		return false;
	}
	*throws = zend_string_equals_literal(Z_STR_P(value), "throw");
	return *throws || zend_string_equals_cstr(Z_STR_P(value), other, strlen(other));
}

static zend_result parse_word(
	HashTable *array, const char *name, const char *other, bool *throws, const char *function_name)
{
	const zval *value = zend_hash_str_find_deref(array, name, strlen(name));

	if (!value || take_word(value, other, throws)) {
		return SUCCESS;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		zend_type_error(
			"%s(): Option \"%s\" must be of type string, %s given", function_name, name, brine_type_name(value));
	} else {
		zend_value_error("%s(): Option \"%s\" must be \"%s\" or \"throw\"", function_name, name, other);
	}
	return FAILURE;
}

static bool is_closure(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == zend_ce_closure;
}

static zend_result parse_open(HashTable *array, zend_object **open, const char *function_name)
{
	zval *value = zend_hash_str_find_deref(array, "open", sizeof("open") - 1);

	if (value && !is_closure(value)) {
		zend_type_error(
			"%s(): Option \"open\" must be of type Closure, %s given", function_name, brine_type_name(value));
		return FAILURE;
	}
	if (value) {
		*open = Z_OBJ_P(value);
		GC_ADDREF(*open);
	}
	return SUCCESS;
}

/* In the order in which messages name them. */
static const struct {
	const char *name;
	size_t length;
	unsigned group;
} known[] = {
	{ZEND_STRL("allowed_classes"), BRINE_OPTIONS_DECODE},
	{ZEND_STRL("missing_classes"), BRINE_OPTIONS_DECODE},
	{ZEND_STRL("stale_classes"), BRINE_OPTIONS_BRINE},
	{ZEND_STRL("max_depth"), BRINE_OPTIONS_DECODE},
	{ZEND_STRL("max_elements"), BRINE_OPTIONS_DECODE},
	{ZEND_STRL("max_memory"), BRINE_OPTIONS_DECODE},
	{ZEND_STRL("resident"), BRINE_OPTIONS_BRINE},
	{ZEND_STRL("open"), BRINE_OPTIONS_OPEN},
	{ZEND_STRL("dictionary"), BRINE_OPTIONS_DICTIONARY},
	{ZEND_STRL("context"), BRINE_OPTIONS_CONTEXT},
	{ZEND_STRL("layouts"), BRINE_OPTIONS_LAYOUTS},
};

static unsigned group_of(const zend_string *name)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (zend_string_equals_cstr(name, known[i].name, known[i].length)) {
			return known[i].group;
		}
	}
	return 0;
}

void brine_option_name_append(smart_str *list, const char *name, size_t length)
{
	brine_text_appends(list, list->s ? ", \"" : "\"");
	brine_text_append(list, name, length);
	brine_text_appends(list, "\"");
}

void brine_unknown_option_throw(const char *function_name, const zend_string *name, zend_ulong number, smart_str *names)
{
	const char *verb;

	smart_str_0(names);
	verb = strchr(ZSTR_VAL(names->s), ',') ? "are" : "is";
	if (name) {
		zend_value_error(
			"%s(): Unknown option \"%s\": there %s %s", function_name, ZSTR_VAL(name), verb, ZSTR_VAL(names->s));
	} else {
		zend_value_error("%s(): Unknown option " ZEND_LONG_FMT ": there %s %s", function_name, (zend_long) number, verb,
			ZSTR_VAL(names->s));
	}
	smart_str_free(names);
}

zend_result brine_options_check_names(HashTable *array, unsigned groups, const char *function_name)
{
	zend_string *name;
	zend_ulong number;

	if (!array) {
		return SUCCESS;
	}
	ZEND_HASH_FOREACH_KEY(array, number, name) {
		if (!name || !(group_of(name) & groups)) {
			smart_str names = {0};

			for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
				if (known[i].group & groups) {
					brine_option_name_append(&names, known[i].name, known[i].length);
				}
			}
			brine_unknown_option_throw(function_name, name, number, &names);
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

zend_result brine_decode_options_parse(brine_decode_options *options, HashTable *array, const char *function_name)
{
	zend_long max_depth, max_elements, max_memory = 0;
	zval *classes;

	brine_decode_options_init(options);
	if (!array) {
		return SUCCESS;
	}
	max_depth = options->max_depth;
	max_elements = (zend_long) options->max_elements;
	if (parse_open(array, &options->open, function_name) != SUCCESS
		|| parse_int(array, "max_depth", 1, BRINE_MAX_DEPTH, &max_depth, function_name) != SUCCESS
		|| parse_int(array, "max_elements", 1, ZEND_LONG_MAX, &max_elements, function_name) != SUCCESS
		|| parse_int(array, "max_memory", 1, ZEND_LONG_MAX, &max_memory, function_name) != SUCCESS
		|| parse_word(array, "missing_classes", "incomplete", &options->refuses_missing, function_name) != SUCCESS
		|| parse_word(array, "stale_classes", "accept", &options->refuses_stale, function_name) != SUCCESS
		|| brine_bool_option_parse(array, "resident", &options->resident, function_name) != SUCCESS) {
		return FAILURE;
	}
	options->max_depth = (uint32_t) max_depth;
	options->max_elements = (zend_ulong) max_elements;
	options->max_memory = (zend_ulong) max_memory;
	classes = zend_hash_str_find_deref(array, "allowed_classes", sizeof("allowed_classes") - 1);
	return classes ? parse_allowed_classes(options, classes, function_name) : SUCCESS;
}

bool brine_options_take_simple(brine_decode_options *options, zend_string **context, HashTable *array)
{
	zend_string *name, *found = NULL;
	zend_object *open = NULL;
	zval *value;

	brine_decode_options_init(options);
	if (array) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(array, name, value) {
			if (!name) {
				return false;
			}
			if (zend_string_equals_literal(name, "resident")
				&& (Z_TYPE_P(value) == IS_TRUE || Z_TYPE_P(value) == IS_FALSE)) {
				options->resident = Z_TYPE_P(value) == IS_TRUE;
			} else if (zend_string_equals_literal(name, "missing_classes")) {
				if (!take_word(value, "incomplete", &options->refuses_missing)) {
					return false;
				}
			} else if (zend_string_equals_literal(name, "stale_classes")) {
				if (!take_word(value, "accept", &options->refuses_stale)) {
					return false;
				}
			} else if (context && zend_string_equals_literal(name, "context") && Z_TYPE_P(value) == IS_STRING) {
				found = Z_STR_P(value);
			} else if (!context && zend_string_equals_literal(name, "open") && is_closure(value)) {
				open = Z_OBJ_P(value);
			} else {
				return false;
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	if (context) {
		*context = found ? zend_string_copy(found) : NULL;
	} else if (open) {
		GC_ADDREF(open);
		options->open = open;
	}
	return true;
}

zend_result brine_string_option_parse(
	zend_string **string, const char *name, HashTable *array, const char *function_name)
{
	zval *value = array ? zend_hash_str_find_deref(array, name, strlen(name)) : NULL;

	*string = NULL;
	if (value && Z_TYPE_P(value) != IS_STRING) {
		zend_type_error(
			"%s(): Option \"%s\" must be of type string, %s given", function_name, name, brine_type_name(value));
		return FAILURE;
	}
	if (value) {
		*string = zend_string_copy(Z_STR_P(value));
	}
	return SUCCESS;
}
