/* The module: PHP functions, exception classes, life of the globals. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"
#include "ext/random/php_random.h"
#include "ext/standard/info.h"
#include "zend_exceptions.h"
#include "php_brine.h"
#include "brine_arginfo.h"
#include "src/codec.h"
#include "src/error.h"
#include "src/fiber.h"
#include "src/format.h"
#include "src/php_brine_globals.h"
#include "src/scratch.h"
#include "src/glue/glue.h"

ZEND_DECLARE_MODULE_GLOBALS(brine)

PHP_FUNCTION(brine_serialize)
{
	zend_string *payload;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();

	if (brine_encode(&payload, value) != SUCCESS) {
		RETURN_THROWS();
	}
	RETURN_STR(payload);
}

PHP_FUNCTION(brine_unserialize)
{
	brine_decode_options options;
	zend_string *payload;
	HashTable *array = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(payload)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!array) {
		brine_decode(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload), NULL);
		return;
	}
	if (brine_decode_options_parse(&options, array, "brine_unserialize") == SUCCESS) {
		brine_decode(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload), &options);
	}
	brine_decode_options_destroy(&options);
}

static void return_property(zval *object, zend_class_entry *ce, const char *name, size_t size, zval *return_value)
{
	zval buffer;

	RETURN_COPY_DEREF(zend_read_property(ce, Z_OBJ_P(object), name, size, false, &buffer));
}

PHP_METHOD(Brine_EncodeException, getPath)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(ZEND_THIS, brine_encode_exception_ce, "path", sizeof("path") - 1, return_value);
}

PHP_METHOD(Brine_DecodeException, getOffset)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(ZEND_THIS, brine_decode_exception_ce, "offset", sizeof("offset") - 1, return_value);
}

PHP_METHOD(Brine_DecodeException, getReason)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_property(ZEND_THIS, brine_decode_exception_ce, "reason", sizeof("reason") - 1, return_value);
}

static PHP_GINIT_FUNCTION(brine)
{
#if defined(COMPILE_DL_BRINE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(brine_globals, 0, sizeof(*brine_globals));
	if (php_random_bytes_silent(&brine_globals->secret, sizeof(brine_globals->secret)) == FAILURE) {
		/* Without a source of random bytes an address has to do. */
		brine_globals->secret = (uint64_t) (uintptr_t) brine_globals;
	}
}

static PHP_GSHUTDOWN_FUNCTION(brine)
{
	brine_scratch_shutdown(brine_globals);
}

static PHP_MINIT_FUNCTION(brine)
{
	(void) type;
	brine_exception_ce = register_class_Brine_Exception(zend_ce_exception);
	brine_encode_exception_ce = register_class_Brine_EncodeException(brine_exception_ce);
	brine_decode_exception_ce = register_class_Brine_DecodeException(brine_exception_ce);
	brine_fiber_startup();
	brine_register_session_handler();
	brine_register_apcu_serializer();
	brine_register_api(module_number);
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(brine)
{
	(void) type;
	(void) module_number;
#if defined(COMPILE_DL_BRINE) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	return SUCCESS;
}

static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(brine)
{
	brine_scratch_deactivate();
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
	php_info_print_table_row(2, "Session serializer", brine_has_session_handler() ? "brine" : "none");
	php_info_print_table_row(2, "APCu serializer", brine_has_apcu_serializer() ? "brine" : "none");
	print_number_row("Largest max_depth", BRINE_MAX_DEPTH);
	print_number_row("Default max_elements", BRINE_DEFAULT_MAX_ELEMENTS);
	print_number_row("Key cache slots", BRINE_KEY_CACHE_SLOTS);
	php_info_print_table_end();
}

static const zend_module_dep brine_dependencies[] = {
	ZEND_MOD_OPTIONAL("session") ZEND_MOD_OPTIONAL("apcu") ZEND_MOD_END};

zend_module_entry brine_module_entry = {STANDARD_MODULE_HEADER_EX, NULL, brine_dependencies, "brine", ext_functions,
	PHP_MINIT(brine), NULL, PHP_RINIT(brine), NULL, PHP_MINFO(brine), PHP_BRINE_VERSION, PHP_MODULE_GLOBALS(brine),
	PHP_GINIT(brine), PHP_GSHUTDOWN(brine), ZEND_MODULE_POST_ZEND_DEACTIVATE_N(brine), STANDARD_MODULE_PROPERTIES_EX};

#ifdef COMPILE_DL_BRINE
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(brine)
#endif
