/* The module: PHP functions, exception classes, and the life of the globals. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"
#include "ext/standard/info.h"
#include "zend_attributes.h"
#include "zend_exceptions.h"
#include "php_brine.h"
#ifdef __GNUC__
/* A generated function registers no constant. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#include "brine_arginfo.h"
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
#include "error.h"
#include "globals.h"
#include "options.h"
#include "core/collector.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "core/key_cache.h"
#include "core/limits.h"
#include "format/dictionary.h"
#include "format/format.h"
#include "encode/encoder.h"
#include "decode/decoder.h"
#include "decode/hooks.h"
#include "sign/sign.h"
#include "resident/region.h"
#include "resident/life.h"
#include "resident/resident.h"
#include "msgpack/msgpack.h"
#include "igbinary/codec.h"
#include "php/integration.h"
#include "php/lifetime.h"
#include "php/signing.h"

ZEND_DECLARE_MODULE_GLOBALS(brine)

/* The only option of an array, with a string as its name; or NULL. */
static zend_always_inline const Bucket *only_option(const zval *options)
{
	const Bucket *first;

	if (UNEXPECTED(
			Z_TYPE_P(options) != IS_ARRAY || HT_IS_PACKED(Z_ARRVAL_P(options)) || Z_ARRVAL_P(options)->nNumUsed != 1)) {
		return NULL;
	}
	first = Z_ARRVAL_P(options)->arData;
	return EXPECTED(first->key) ? first : NULL;
}

/* True for the usual options: a dictionary that is loaded, or layouts. */
static zend_always_inline bool take_usual(const Bucket *option, const brine_dictionary **dictionary, bool *layouts)
{
	*layouts = Z_TYPE(option->val) == IS_TRUE && zend_string_equals_literal(option->key, "layouts");
	*dictionary = Z_TYPE(option->val) == IS_STRING && zend_string_equals_literal(option->key, "dictionary")
		? brine_dictionary_named(Z_STR(option->val))
		: NULL;
	return *layouts || *dictionary;
}

static const zval *find_dictionary_option(HashTable *array)
{
	return zend_hash_str_find_deref(array, "dictionary", sizeof("dictionary") - 1);
}

/* Sets *dictionary to the one that the option names, or to NULL if there is no such option. */
static zend_result parse_dictionary(const brine_dictionary **dictionary, const zval *value, const char *function_name)
{
	*dictionary = NULL;
	if (!value) {
		return SUCCESS;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		zend_type_error(
			"%s(): Option \"dictionary\" must be of type string, %s given", function_name, brine_type_name(value));
		return FAILURE;
	}
	*dictionary = brine_dictionary_named(Z_STR_P(value));
	if (!*dictionary) {
		zend_value_error("%s(): Option \"dictionary\" must be the id of a dictionary that is loaded, \"%s\" given",
			function_name, Z_STRVAL_P(value));
		return FAILURE;
	}
	return SUCCESS;
}

/* brine_serialize() with options. */
static zend_never_inline void serialize_with_options(INTERNAL_FUNCTION_PARAMETERS)
{
	const brine_dictionary *dictionary;
	bool layouts = false;
	HashTable *array = NULL;
	zend_string *payload;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (brine_options_check_names(array, BRINE_OPTIONS_DICTIONARY | BRINE_OPTIONS_LAYOUTS, "brine_serialize") == SUCCESS
		&& brine_bool_option_parse(array, "layouts", &layouts, "brine_serialize") == SUCCESS
		&& parse_dictionary(&dictionary, find_dictionary_option(array), "brine_serialize") == SUCCESS
		&& brine_encode_with(&payload, value, 0, dictionary, layouts) == SUCCESS) {
		RETVAL_STR(payload);
	}
}

/* brine_serialize() with options, of which there is usually one. */
static zend_never_inline void serialize_with_option(INTERNAL_FUNCTION_PARAMETERS)
{
	const Bucket *option = ZEND_NUM_ARGS() == 2 ? only_option(ZEND_CALL_ARG(execute_data, 2)) : NULL;
	const brine_dictionary *dictionary;
	zend_string *payload;
	bool layouts;

	if (UNEXPECTED(!option || !take_usual(option, &dictionary, &layouts))) {
		serialize_with_options(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(
				   brine_encode_with(&payload, ZEND_CALL_ARG(execute_data, 1), 0, dictionary, layouts) == SUCCESS)) {
		RETVAL_STR(payload);
	}
}

BRINE_HOT PHP_FUNCTION(brine_serialize)
{
	zend_string *payload;

	/* Most calls have no options, and nothing to parse. */
	if (UNEXPECTED(ZEND_NUM_ARGS() != 1)) {
		serialize_with_option(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (brine_encode(&payload, ZEND_CALL_ARG(execute_data, 1), 0) != SUCCESS) {
		RETURN_THROWS();
	}
	RETURN_STR(payload);
}

static zend_always_inline void decode(zval *result, zend_string *payload, brine_decode_options *options)
{
	if (UNEXPECTED(options->open != NULL)) {
		brine_decode_opened(result, payload, options);
	} else if (options->resident) {
		brine_resident_decode(result, ZSTR_VAL(payload), ZSTR_LEN(payload), options);
	} else {
		brine_decode(result, ZSTR_VAL(payload), 0, ZSTR_LEN(payload), options);
	}
}

BRINE_HOT PHP_FUNCTION(brine_unserialize)
{
	brine_decode_options options;
	HashTable *array = NULL;
	zend_string *payload;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR_OR_NULL(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (UNEXPECTED(!payload)) {
		payload = ZSTR_EMPTY_ALLOC();
	}
	if (EXPECTED(!array)) {
		brine_decode(return_value, ZSTR_VAL(payload), 0, ZSTR_LEN(payload), NULL);
		return;
	}
	if (brine_options_only_resident(array)) {
		brine_resident_decode(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload), &brine_default_decode_options);
		return;
	}
	if (brine_options_take_simple(&options, NULL, array)) {
		decode(return_value, payload, &options);
		brine_decode_options_destroy(&options);
		return;
	}
	if (brine_options_check_names(
			array, BRINE_OPTIONS_DECODE | BRINE_OPTIONS_BRINE | BRINE_OPTIONS_OPEN, "brine_unserialize")
		!= SUCCESS) {
		RETURN_THROWS();
	}
	if (brine_decode_options_parse(&options, array, "brine_unserialize") == SUCCESS) {
		decode(return_value, payload, &options);
	}
	brine_decode_options_destroy(&options);
}

/* Throws if the key is empty, or too short to sign. */
static zend_result check_signing_key(const zend_string *key)
{
	if (EXPECTED(ZSTR_LEN(key) >= BRINE_SIGNING_KEY_MIN)) {
		return SUCCESS;
	}
	if (ZSTR_LEN(key) == 0) {
		zend_argument_value_error(2, "must not be empty");
	} else {
		zend_throw_exception_ex(
			brine_encode_exception_ce, 0, BRINE_SHORT_KEY_MESSAGE, BRINE_SIGNING_KEY_MIN, ZSTR_LEN(key));
	}
	return FAILURE;
}

PHP_FUNCTION(brine_serialize_signed)
{
	const brine_dictionary *dictionary = NULL;
	bool layouts = false;
	zend_string *payload, *key, *context;
	HashTable *array = NULL;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_ZVAL(value)
		Z_PARAM_STR(key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (check_signing_key(key) != SUCCESS
		|| brine_options_check_names(array, BRINE_OPTIONS_CONTEXT | BRINE_OPTIONS_DICTIONARY | BRINE_OPTIONS_LAYOUTS,
			   "brine_serialize_signed")
			!= SUCCESS
		|| brine_string_option_parse(&context, "context", array, "brine_serialize_signed") != SUCCESS) {
		RETURN_THROWS();
	}
	/* Usually the context is the only option. */
	if ((!array || zend_hash_num_elements(array) == (context ? 1 : 0)
			|| (brine_bool_option_parse(array, "layouts", &layouts, "brine_serialize_signed") == SUCCESS
				&& parse_dictionary(&dictionary, find_dictionary_option(array), "brine_serialize_signed") == SUCCESS))
		&& brine_encode_with(&payload, value, BRINE_FRAME_HEAD_SIZE, dictionary, layouts) == SUCCESS) {
		brine_sign(ZSTR_VAL(payload), ZSTR_LEN(payload), key, context);
		RETVAL_STR(payload);
	}
	if (context) {
		zend_string_release(context);
	}
}

/* Throws unless there is at least one key and none is empty: one key, or a list of keys. */
static zend_result check_keys(const zend_string *key, HashTable *keys)
{
	zval *element;

	if (key ? ZSTR_LEN(key) == 0 : zend_hash_num_elements(keys) == 0) {
		zend_argument_value_error(2, "must not be empty");
		return FAILURE;
	}
	if (key) {
		return SUCCESS;
	}
	ZEND_HASH_FOREACH_VAL(keys, element) {
		ZVAL_DEREF(element);
		if (Z_TYPE_P(element) != IS_STRING) {
			zend_argument_type_error(2, "must contain only strings, %s given", brine_type_name(element));
			return FAILURE;
		}
		if (Z_STRLEN_P(element) == 0) {
			zend_argument_value_error(2, "must not contain an empty key");
			return FAILURE;
		}
	}
	ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

/* Decodes a frame with the key, or with the first of the keys that verifies it. */
static void decode_signed_by_any(zval *result, const zend_string *payload, const zend_string *key, HashTable *keys,
	const zend_string *context, brine_decode_options *options)
{
	zval *element;

	if (key) {
		brine_decode_signed(result, ZSTR_VAL(payload), 0, ZSTR_LEN(payload), key, context, options);
		return;
	}
	ZEND_HASH_FOREACH_VAL(keys, element) {
		zend_string *held;
		bool is_done;

		ZVAL_DEREF(element);
		/*
		 * Hold the key: a class loader may run before the next verification and change a key that the list holds by
		 * reference.
		 */
		held = zend_string_copy(Z_STR_P(element));
		is_done = brine_decode_signed(result, ZSTR_VAL(payload), 0, ZSTR_LEN(payload), held, context, options);
		zend_string_release(held);
		if (is_done) {
			return;
		}
	}
	ZEND_HASH_FOREACH_END();
}

PHP_FUNCTION(brine_unserialize_signed)
{
	zend_string *payload, *key, *context;
	HashTable *array = NULL, *keys;
	brine_decode_options options;
	bool is_simple;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR_OR_NULL(payload)
		Z_PARAM_ARRAY_HT_OR_STR(keys, key)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (UNEXPECTED(!payload)) {
		payload = ZSTR_EMPTY_ALLOC();
	}

	is_simple = brine_options_take_simple(&options, &context, array);
	if (!is_simple
		&& (brine_options_check_names(
				array, BRINE_OPTIONS_DECODE | BRINE_OPTIONS_BRINE | BRINE_OPTIONS_CONTEXT, "brine_unserialize_signed")
				!= SUCCESS
			|| brine_string_option_parse(&context, "context", array, "brine_unserialize_signed") != SUCCESS)) {
		RETURN_THROWS();
	}
	/* Parse the options first: parsing may run code that changes a key which the list holds by reference. */
	if ((is_simple || brine_decode_options_parse(&options, array, "brine_unserialize_signed") == SUCCESS)
		&& check_keys(key, keys) == SUCCESS) {
		decode_signed_by_any(return_value, payload, key, keys, context, &options);
	}
	brine_decode_options_destroy(&options);
	if (context) {
		zend_string_release(context);
	}
}

PHP_FUNCTION(brine_igbinary_serialize)
{
	bool compact_strings = true;
	zend_string *payload;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(compact_strings)
	ZEND_PARSE_PARAMETERS_END();

	if (brine_igbinary_encode(&payload, value, compact_strings) != SUCCESS) {
		RETURN_THROWS();
	}
	RETURN_STR(payload);
}

PHP_FUNCTION(brine_igbinary_unserialize)
{
	brine_decode_options options;
	HashTable *array = NULL;
	zend_string *payload;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR_OR_NULL(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!payload) {
		payload = ZSTR_EMPTY_ALLOC();
	}
	if (EXPECTED(!array)) {
		brine_igbinary_decode(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload), NULL);
		return;
	}
	if (zend_hash_str_exists(array, ZEND_STRL("stale_classes"))) {
		zend_value_error(
			"brine_igbinary_unserialize(): Option \"stale_classes\" is for Brine's own format: igbinary's bytes "
			"do not say how a class was");
		RETURN_THROWS();
	}
	if (brine_options_check_names(array, BRINE_OPTIONS_DECODE, "brine_igbinary_unserialize") != SUCCESS) {
		RETURN_THROWS();
	}
	if (brine_decode_options_parse(&options, array, "brine_igbinary_unserialize") == SUCCESS) {
		brine_igbinary_decode(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload), &options);
	}
	brine_decode_options_destroy(&options);
}

PHP_FUNCTION(brine_resident_status)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_resident_status_array(return_value);
}

PHP_FUNCTION(brine_dictionary_load)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	brine_dictionary_load_function(return_value, bytes);
}

PHP_FUNCTION(brine_dictionary_info)
{
	unsigned char id[BRINE_DICTIONARY_ID_SIZE];
	zend_string *hex = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(hex)
	ZEND_PARSE_PARAMETERS_END();
	if (hex && !brine_dictionary_id_parse(id, hex)) {
		zend_argument_value_error(1, "must be 16 hexadecimal digits");
		RETURN_THROWS();
	}
	brine_dictionary_info_function(return_value, hex ? id : NULL);
}

PHP_FUNCTION(brine_dictionary_preset)
{
	unsigned char id[BRINE_DICTIONARY_ID_SIZE];
	zend_string *hex, *algorithm;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(hex)
		Z_PARAM_STR(algorithm)
	ZEND_PARSE_PARAMETERS_END();
	if (!brine_dictionary_id_parse(id, hex)) {
		zend_argument_value_error(1, "must be 16 hexadecimal digits");
		RETURN_THROWS();
	}
	if (!brine_dictionary_preset_function(return_value, id, algorithm)) {
		zend_argument_value_error(2, "must be \"zlib\" or \"zstd\"");
		RETURN_THROWS();
	}
}

static PHP_INI_MH(on_stale_classes)
{
	bool refuses = zend_string_equals_literal(new_value, "refuse");

	(void) entry;
	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	if (!refuses && !zend_string_equals_literal(new_value, "accept")) {
		return FAILURE;
	}
	BRINE_G(refuses_stale) = refuses;
	return SUCCESS;
}

PHP_INI_BEGIN()
	PHP_INI_ENTRY("brine.resident_memory", "8M", PHP_INI_SYSTEM, brine_on_resident_memory)
	PHP_INI_ENTRY("brine.resident_shared", "0", PHP_INI_SYSTEM, brine_on_resident_shared)
	PHP_INI_ENTRY("brine.dictionaries", "", PHP_INI_SYSTEM, NULL)
	PHP_INI_ENTRY("brine.dictionary", "", PHP_INI_SYSTEM, brine_on_dictionary)
	PHP_INI_ENTRY("brine.allowed_classes", "", PHP_INI_ALL, brine_on_allowed_classes)
	PHP_INI_ENTRY_EX("brine.allowed_classes_report", "0", PHP_INI_ALL, brine_on_allowed_classes_report,
		zend_ini_boolean_displayer_cb)
	PHP_INI_ENTRY("brine.stale_classes", "accept", PHP_INI_ALL, on_stale_classes)
	STD_PHP_INI_BOOLEAN(
		"brine.igbinary_resident", "0", PHP_INI_ALL, OnUpdateBool, igbinary_resident, zend_brine_globals, brine_globals)
	PHP_INI_ENTRY("brine.signing_key", "", PHP_INI_SYSTEM | PHP_INI_PERDIR, brine_on_signing_key)
	PHP_INI_ENTRY("brine.signing_unsigned", "refuse", PHP_INI_SYSTEM | PHP_INI_PERDIR, brine_on_signing_unsigned)
PHP_INI_END()

PHP_METHOD(Brine_EncodeException, getPath)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_encode_exception_ce, "path", sizeof("path") - 1, return_value);
}

PHP_METHOD(Brine_DecodeException, getOffset)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_decode_exception_ce, "offset", sizeof("offset") - 1, return_value);
}

PHP_METHOD(Brine_DecodeException, getReason)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_decode_exception_ce, "reason", sizeof("reason") - 1, return_value);
}

PHP_METHOD(Brine_DecodeException, getPath)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_decode_exception_ce, "path", sizeof("path") - 1, return_value);
}

static PHP_GINIT_FUNCTION(brine)
{
#if defined(COMPILE_DL_BRINE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	brine_globals_init(brine_globals);
}

static PHP_GSHUTDOWN_FUNCTION(brine)
{
	brine_globals_destroy(brine_globals);
}

static PHP_MINIT_FUNCTION(brine)
{
	brine_exception_ce = register_class_Brine_Exception(zend_ce_exception);
	brine_encode_exception_ce = register_class_Brine_EncodeException(brine_exception_ce);
	brine_decode_exception_ce = register_class_Brine_DecodeException(brine_exception_ce);
	brine_packing_failed_ce = register_class_Brine_MessagePack_Exception_PackingFailedException(brine_exception_ce);
	brine_unpacking_failed_ce = register_class_Brine_MessagePack_Exception_UnpackingFailedException(brine_exception_ce);
	brine_insufficient_data_ce =
		register_class_Brine_MessagePack_Exception_InsufficientDataException(brine_unpacking_failed_ce);
	brine_invalid_option_ce = register_class_Brine_MessagePack_Exception_InvalidOptionException(brine_exception_ce);
	register_brine_symbols(module_number);
	brine_fiber_startup();
	brine_collector_startup();
	/* A module loaded by dl() goes away after the request, and observers cannot forget its functions. */
	if (type == MODULE_PERSISTENT) {
		brine_hooks_startup();
	}
	brine_resident_startup();
	if (type == MODULE_PERSISTENT) {
		brine_signing_startup();
	}
	REGISTER_INI_ENTRIES();
	if (type == MODULE_PERSISTENT) {
		brine_region_startup();
	}
	brine_register_session_handlers();
	brine_register_apcu_serializer();
	brine_register_api(module_number);
	brine_dictionaries_start();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(brine)
{
	(void) type;
	UNREGISTER_INI_ENTRIES();
	brine_signing_shutdown();
	brine_collector_shutdown();
	brine_resident_shutdown();
	brine_dictionaries_shutdown();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(brine)
{
	(void) type;
	(void) module_number;
#if defined(COMPILE_DL_BRINE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	brine_request_begin();
	if (UNEXPECTED(BRINE_G(key_is_shown))) {
		brine_signing_hide();
	}
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(brine)
{
	(void) type;
	(void) module_number;
	brine_resident_release();
	return SUCCESS;
}

static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(brine)
{
	brine_request_end();
	return SUCCESS;
}

static void print_number_row(const char *name, zend_long number)
{
	char text[MAX_LENGTH_OF_LONG + 1];

	snprintf(text, sizeof(text), ZEND_LONG_FMT, number);
	php_info_print_table_row(2, name, text);
}

static PHP_MINFO_FUNCTION(brine)
{
	(void) zend_module;
	php_info_print_table_start();
	php_info_print_table_header(2, "Brine support", "enabled");
	php_info_print_table_row(2, "Version", PHP_BRINE_VERSION);
	print_number_row("Format version", BRINE_VERSION);
	print_number_row("C API version", PHP_BRINE_API_VERSION);
	php_info_print_table_row(2, "MessagePack", "enabled");
	php_info_print_table_row(2, "Session serializer", brine_session_handlers());
	php_info_print_table_row(2, "APCu serializer", brine_has_apcu_serializer() ? "brine" : "none");
	print_number_row("Largest max_depth", BRINE_MAX_DEPTH);
	print_number_row("Default max_elements", BRINE_DEFAULT_MAX_ELEMENTS);
	print_number_row("Key cache slots", BRINE_KEY_CACHE_SLOTS);
	php_info_print_table_row(2, "SHA-256 of signatures", brine_sha256_library());
	print_number_row("Payloads decoded", (zend_long) brine_decoders_calls(BRINE_G(decoders)));
	brine_resident_print_info();
	brine_dictionaries_print_info();
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

static const zend_module_dep brine_dependencies[] = {ZEND_MOD_REQUIRED("hash") ZEND_MOD_OPTIONAL("session")
		ZEND_MOD_OPTIONAL("apcu") ZEND_MOD_OPTIONAL("igbinary") ZEND_MOD_END};

zend_module_entry brine_module_entry = {STANDARD_MODULE_HEADER_EX, NULL, brine_dependencies, "brine", ext_functions,
	PHP_MINIT(brine), PHP_MSHUTDOWN(brine), PHP_RINIT(brine), PHP_RSHUTDOWN(brine), PHP_MINFO(brine), PHP_BRINE_VERSION,
	PHP_MODULE_GLOBALS(brine), PHP_GINIT(brine), PHP_GSHUTDOWN(brine), ZEND_MODULE_POST_ZEND_DEACTIVATE_N(brine),
	STANDARD_MODULE_PROPERTIES_EX};

#ifdef COMPILE_DL_BRINE
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(brine)
#endif
