/* Options of packing and unpacking: the flags of one, the options array of the other. */
#include "options.h"
#include "core/fiber.h"
#include "core/limits.h"
#include "msgpack/msgpack.h"
#include "zend_closures.h"
#include "zend_exceptions.h"

/* Selects the flag that is set in a group, or its default. */
static zend_result choose(unsigned *chosen, unsigned flags, unsigned fallback, const char *names)
{
	if (flags & (flags - 1)) {
		zend_throw_exception_ex(brine_invalid_option_ce, 0, "Only one of %s can be chosen", names);
		return FAILURE;
	}
	*chosen = flags ? flags : fallback;
	return SUCCESS;
}

zend_result brine_pack_options_parse(brine_pack_options *options, zend_long flags)
{
	const unsigned strings = BRINE_PACK_FORCE_STR | BRINE_PACK_FORCE_BIN | BRINE_PACK_DETECT_STR_BIN;
	const unsigned arrays = BRINE_PACK_FORCE_ARR | BRINE_PACK_FORCE_MAP | BRINE_PACK_DETECT_ARR_MAP;
	const unsigned floats = BRINE_PACK_FORCE_FLOAT32 | BRINE_PACK_FORCE_FLOAT64;
	const unsigned others = BRINE_PACK_TYPES | BRINE_PACK_TIMESTAMPS | BRINE_PACK_PASS_DEPTH;
	unsigned bits = (unsigned) flags & (strings | arrays | floats | others);

	if (flags == 0) {
		*options =
			(brine_pack_options){BRINE_PACK_FORCE_STR, BRINE_PACK_DETECT_ARR_MAP, BRINE_PACK_FORCE_FLOAT64, 0, false};
		return SUCCESS;
	}
	if (flags != (zend_long) bits) {
		zend_throw_exception_ex(brine_invalid_option_ce, 0, "Unknown flags in " ZEND_LONG_FMT, flags);
		return FAILURE;
	}
	options->pass_depth = (bits & BRINE_PACK_PASS_DEPTH) != 0;
	if (choose(&options->strings, bits & strings, BRINE_PACK_FORCE_STR, "FORCE_STR, FORCE_BIN and DETECT_STR_BIN")
			!= SUCCESS
		|| choose(&options->arrays, bits & arrays, BRINE_PACK_DETECT_ARR_MAP, "FORCE_ARR, FORCE_MAP and DETECT_ARR_MAP")
			!= SUCCESS
		|| choose(&options->floats, bits & floats, BRINE_PACK_FORCE_FLOAT64, "FORCE_FLOAT32 and FORCE_FLOAT64")
			!= SUCCESS) {
		return FAILURE;
	}
	options->objects = bits & (BRINE_PACK_TYPES | BRINE_PACK_TIMESTAMPS);
	return SUCCESS;
}

void brine_unpack_options_init(brine_unpack_options *options)
{
	options->bigint = BRINE_BIGINT_STR;
	options->utf8 = false;
	options->pass_depth = false;
	options->max_depth = BRINE_MAX_DEPTH;
	options->max_elements = BRINE_DEFAULT_MAX_ELEMENTS;
	ZVAL_UNDEF(&options->extensions);
	ZVAL_UNDEF(&options->other);
}

void brine_unpack_options_destroy(brine_unpack_options *options)
{
	if (Z_TYPE(options->extensions) != IS_UNDEF) {
		zval_ptr_dtor(&options->extensions);
	}
	if (Z_TYPE(options->other) != IS_UNDEF) {
		zval_ptr_dtor(&options->other);
	}
}

static zend_result refuse_type(const char *function_name, const char *name, const char *type, zval *value)
{
	zend_type_error("%s(): Option \"%s\" must be %s, %s given", function_name, name, type, brine_type_name(value));
	return FAILURE;
}

static zend_result parse_bigint(brine_unpack_options *options, zval *value, const char *function_name)
{
	zend_string *name;
	bool available;

	if (Z_TYPE_P(value) != IS_STRING) {
		return refuse_type(function_name, "bigint", "of type string", value);
	}
	if (zend_string_equals_literal(Z_STR_P(value), "str")) {
		options->bigint = BRINE_BIGINT_STR;
		return SUCCESS;
	}
	if (zend_string_equals_literal(Z_STR_P(value), "gmp")) {
		options->bigint = BRINE_BIGINT_GMP;
		available = zend_hash_str_exists(CG(function_table), "gmp_init", sizeof("gmp_init") - 1);
	} else if (zend_string_equals_literal(Z_STR_P(value), "dec")) {
		options->bigint = BRINE_BIGINT_DEC;
		name = zend_string_init("Decimal\\Decimal", sizeof("Decimal\\Decimal") - 1, 0);
		available = zend_lookup_class(name) != NULL;
		zend_string_release(name);
	} else {
		zend_value_error("%s(): Option \"bigint\" must be \"str\", \"gmp\" or \"dec\"", function_name);
		return FAILURE;
	}
	if (!available && !EG(exception)) {
		zend_throw_exception_ex(brine_invalid_option_ce, 0,
			"Option \"bigint\" is \"%s\", for which the extension is not loaded",
			options->bigint == BRINE_BIGINT_GMP ? "gmp" : "dec");
	}
	return available ? SUCCESS : FAILURE;
}

/*
 * May run a class loader, which may call us again with such an option. If no level is left, nothing would be unpacked
 * or called, so the check is skipped.
 */
static bool is_callable(zval *value)
{
	bool result;

	if (EXPECTED(Z_TYPE_P(value) == IS_OBJECT && Z_OBJCE_P(value) == zend_ce_closure)) {
		return true;
	}
	if (UNEXPECTED(brine_levels_left() == 0)) {
		return true;
	}
	brine_use_levels(BRINE_MSGPACK_LEVELS);
	result = zend_is_callable(value, 0, NULL);
	brine_return_levels(BRINE_MSGPACK_LEVELS);
	return result;
}

static zend_result parse_extensions(brine_unpack_options *options, zval *value, const char *function_name)
{
	zend_string *name;
	zend_ulong type;
	zval *callable, held;
	zend_result result;

	if (Z_TYPE_P(value) != IS_ARRAY) {
		return refuse_type(function_name, "extensions", "of type array", value);
	}
	/* Held, because a class loader may replace elements of the options by reference. */
	ZVAL_COPY(&options->extensions, value);
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(options->extensions), type, name, callable) {
		ZVAL_DEREF(callable);
		if (name || (zend_long) type < INT8_MIN || (zend_long) type > INT8_MAX) {
			zend_value_error("%s(): Keys of option \"extensions\" must be between -128 and 127", function_name);
			return FAILURE;
		}
		if (Z_TYPE_P(callable) == IS_TRUE && (zend_long) type == BRINE_MSGPACK_TIMESTAMP) {
			continue;
		}
		ZVAL_COPY(&held, callable);
		result = is_callable(&held) ? SUCCESS : FAILURE;
		if (result != SUCCESS && !EG(exception)) {
			refuse_type(function_name, "extensions", "an array of callables", &held);
		}
		zval_ptr_dtor(&held);
		if (result != SUCCESS) {
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

static zend_result parse_other(brine_unpack_options *options, zval *value, const char *function_name)
{
	if (Z_TYPE_P(value) == IS_NULL) {
		return SUCCESS;
	}
	ZVAL_COPY(&options->other, value);
	if (Z_TYPE(options->other) != IS_TRUE && !is_callable(&options->other)) {
		return EG(exception) ? FAILURE
							 : refuse_type(function_name, "other", "a callable, true or null", &options->other);
	}
	return SUCCESS;
}

static zend_result parse_bool(bool *option, const char *name, zval *value, const char *function_name)
{
	if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		return refuse_type(function_name, name, "of type bool", value);
	}
	*option = Z_TYPE_P(value) == IS_TRUE;
	return SUCCESS;
}

static zend_result parse_utf8(brine_unpack_options *options, zval *value, const char *function_name)
{
	return parse_bool(&options->utf8, "utf8", value, function_name);
}

static zend_result parse_pass_depth(brine_unpack_options *options, zval *value, const char *function_name)
{
	return parse_bool(&options->pass_depth, "pass_depth", value, function_name);
}

static zend_result parse_max_depth(brine_unpack_options *options, zval *value, const char *function_name)
{
	zend_long number = 0;

	if (brine_int_option_parse(value, "max_depth", 1, BRINE_MAX_DEPTH, &number, function_name) != SUCCESS) {
		return FAILURE;
	}
	options->max_depth = (uint32_t) number;
	return SUCCESS;
}

static zend_result parse_max_elements(brine_unpack_options *options, zval *value, const char *function_name)
{
	zend_long number = 0;

	if (brine_int_option_parse(value, "max_elements", 1, ZEND_LONG_MAX, &number, function_name) != SUCCESS) {
		return FAILURE;
	}
	options->max_elements = (zend_ulong) number;
	return SUCCESS;
}

static const struct {
	const char *name;
	size_t length;
	zend_result (*parse)(brine_unpack_options *options, zval *value, const char *function_name);
} parsers[] = {
	{ZEND_STRL("extensions"), parse_extensions},
	{ZEND_STRL("other"), parse_other},
	{ZEND_STRL("bigint"), parse_bigint},
	{ZEND_STRL("utf8"), parse_utf8},
	{ZEND_STRL("pass_depth"), parse_pass_depth},
	{ZEND_STRL("max_depth"), parse_max_depth},
	{ZEND_STRL("max_elements"), parse_max_elements},
};

static zend_result parse_option(
	brine_unpack_options *options, const zend_string *name, zend_ulong number, zval *value, const char *function_name)
{
	smart_str names = {0};

	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		if (name && zend_string_equals_cstr(name, parsers[i].name, parsers[i].length)) {
			return parsers[i].parse(options, value, function_name);
		}
	}
	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		brine_option_name_append(&names, parsers[i].name, parsers[i].length);
	}
	brine_unknown_option_throw(function_name, name, number, &names);
	return FAILURE;
}

zend_result brine_unpack_options_parse(brine_unpack_options *options, HashTable *array, const char *function_name)
{
	zend_string *name;
	zend_ulong number;
	zval *value;

	brine_unpack_options_init(options);
	if (!array) {
		return SUCCESS;
	}
	ZEND_HASH_FOREACH_KEY_VAL(array, number, name, value) {
		ZVAL_DEREF(value);
		if (parse_option(options, name, number, value, function_name) != SUCCESS) {
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();
	return SUCCESS;
}
