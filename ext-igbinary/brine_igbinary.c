/*
 * The module in igbinary's place: its entry is named igbinary, which is what clients look for. It does not depend on
 * the module brine, which may be loaded before or after it, and names igbinary among its own dependencies.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "brine_igbinary.h"
#include "igbinary.h"
#include "igbinary_arginfo.h"
#include "ext/standard/info.h"

ZEND_DECLARE_MODULE_GLOBALS(brine_igbinary)

/* Whether both were registered, for phpinfo(). */
static bool has_session_handler, has_apcu_serializer;

static bool is_brine_loaded(void)
{
	return zend_hash_str_exists(&module_registry, ZEND_STRL("brine"));
}

const char *brine_igbinary_lack(void)
{
	return is_brine_loaded()
		? "brine.so is of another release than brine_igbinary.so, so no entry can be read or written"
		: "brine.so is not loaded, so no entry can be read or written, not even those of igbinary";
}

void brine_igbinary_tell_lack(const char *function)
{
	if (!BRINE_IGBINARY_G(lack_told)) {
		BRINE_IGBINARY_G(lack_told) = true;
		zend_error(
			E_WARNING, "%s(): %s. Later calls of this process fail without a warning", function, brine_igbinary_lack());
	}
}

PHP_FUNCTION(igbinary_serialize)
{
	zend_string *bytes;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();

	if (brine_igbinary_write(&bytes, value) == SUCCESS) {
		RETURN_STR(bytes);
	}
}

PHP_FUNCTION(igbinary_unserialize)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();

	if (UNEXPECTED(ZSTR_LEN(bytes) == 0)) {
		RETURN_FALSE;
	}
	brine_igbinary_read(return_value, ZSTR_VAL(bytes), ZSTR_LEN(bytes));
}

static PHP_INI_MH(on_format)
{
	bool *as_brine = (bool *) ZEND_INI_GET_ADDR();

	(void) entry;
	(void) mh_arg3;
	(void) stage;
	if (!zend_string_equals_literal(new_value, "brine") && !zend_string_equals_literal(new_value, "igbinary")) {
		zend_error(E_WARNING, "igbinary.format must be \"igbinary\" or \"brine\", \"%s\" given", ZSTR_VAL(new_value));
		return FAILURE;
	}
	*as_brine = zend_string_equals_literal(new_value, "brine");
	return SUCCESS;
}

PHP_INI_BEGIN()
	STD_PHP_INI_BOOLEAN("igbinary.compact_strings", "1", PHP_INI_ALL, OnUpdateBool, compact_strings,
		zend_brine_igbinary_globals, brine_igbinary_globals)
	STD_PHP_INI_ENTRY("igbinary.format", "igbinary", PHP_INI_ALL, on_format, as_brine, zend_brine_igbinary_globals,
		brine_igbinary_globals)
PHP_INI_END()

static PHP_MINFO_FUNCTION(marker)
{
	(void) zend_module;
	php_info_print_table_start();
	php_info_print_table_row(2, "Brine in igbinary's place", "in charge; see igbinary");
	php_info_print_table_row(2, "Version", PHP_BRINE_VERSION);
	php_info_print_table_end();
}

/* Distinguishes this extension from igbinary, also for installers that ask for a module of the package's name. */
static zend_module_entry marker = {
	STANDARD_MODULE_HEADER,
	"brine_igbinary",
	NULL,
	NULL,
	NULL,
	NULL,
	NULL,
	PHP_MINFO(marker),
	PHP_BRINE_VERSION,
	STANDARD_MODULE_PROPERTIES,
};

static PHP_GINIT_FUNCTION(brine_igbinary)
{
#ifdef ZTS
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(brine_igbinary_globals, 0, sizeof(*brine_igbinary_globals));
}

static PHP_MINIT_FUNCTION(brine_igbinary)
{
	REGISTER_INI_ENTRIES();
	has_session_handler = brine_igbinary_register_session_handler();
	has_apcu_serializer = brine_igbinary_register_apcu_serializer();
	if (!is_brine_loaded()) {
		zend_error(E_CORE_WARNING, "brine_igbinary: %s", brine_igbinary_lack());
	}
	/* A module loaded by dl() goes away after the request, and the marker would stay. */
	return type == MODULE_PERSISTENT ? zend_startup_module(&marker) : SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(brine_igbinary)
{
	(void) type;
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(brine_igbinary)
{
	(void) type;
	(void) module_number;
#ifdef ZTS
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	BRINE_IGBINARY_G(brine) = php_brine_get_api();
	/* MINIT may run before brine.so is started, so only here its version is known. */
	if (UNEXPECTED(!BRINE_IGBINARY_G(brine) && is_brine_loaded() && !BRINE_IGBINARY_G(complained))) {
		BRINE_IGBINARY_G(complained) = true;
		zend_error(E_CORE_WARNING, "brine_igbinary: %s", brine_igbinary_lack());
	}
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(brine_igbinary)
{
	const zend_module_entry *brine = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("brine"));

	(void) zend_module;
	php_info_print_table_start();
	php_info_print_table_row(2, "igbinary support", "enabled, by Brine in igbinary's place");
	php_info_print_table_row(
		2, "igbinary version", PHP_IGBINARY_VERSION " (the interface of this version, not its code)");
	php_info_print_table_row(2, "brine_igbinary.so", PHP_BRINE_VERSION);
	php_info_print_table_row(2, "brine.so", brine ? brine->version : "not loaded");
	php_info_print_table_row(2, "Reads", brine_igbinary_api() ? "igbinary, Brine" : "nothing");
	php_info_print_table_row(2, "Writes",
		!brine_igbinary_api()            ? "nothing"
			: BRINE_IGBINARY_G(as_brine) ? "Brine; igbinary for scalars, null and empty arrays"
										 : "igbinary");
	php_info_print_table_row(2, "igbinary APCu serializer ABI", has_apcu_serializer ? "0" : "no");
	php_info_print_table_row(2, "igbinary session support", has_session_handler ? "yes" : "no");
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

static const zend_module_dep dependencies[] = {ZEND_MOD_OPTIONAL("session") ZEND_MOD_OPTIONAL("apcu") ZEND_MOD_END};

static zend_module_entry igbinary_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	dependencies,
	"igbinary",
	ext_functions,
	PHP_MINIT(brine_igbinary),
	PHP_MSHUTDOWN(brine_igbinary),
	PHP_RINIT(brine_igbinary),
	NULL,
	PHP_MINFO(brine_igbinary),
	PHP_IGBINARY_VERSION,
	PHP_MODULE_GLOBALS(brine_igbinary),
	PHP_GINIT(brine_igbinary),
	NULL,
	NULL,
	STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(igbinary)
