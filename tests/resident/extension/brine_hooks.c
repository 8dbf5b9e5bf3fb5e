/*
 * A test extension that calls Brine's request hooks within a script, as application servers with workers do. The
 * setting brine_hooks.module names a module that it adds, and brine_write_into() does what no function may: it writes
 * into an array that it is given.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"

#if defined(ZTS) && defined(COMPILE_DL_BRINE_HOOKS)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_call_hook, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, hook, IS_STRING, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

/* Calls "startup", "shutdown" or "post_deactivate"; false if the module has no such hook. */
static PHP_FUNCTION(brine_call_hook)
{
	zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("brine"));
	zend_string *hook;
	zend_result (*of_request)(INIT_FUNC_ARGS) = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(hook)
	ZEND_PARSE_PARAMETERS_END();

	if (!module) {
		RETURN_FALSE;
	}
	if (zend_string_equals_literal(hook, "post_deactivate")) {
		if (module->post_deactivate_func) {
			module->post_deactivate_func();
		}
		RETURN_BOOL(module->post_deactivate_func != NULL);
	}
	if (zend_string_equals_literal(hook, "startup")) {
		of_request = module->request_startup_func;
	} else if (zend_string_equals_literal(hook, "shutdown")) {
		of_request = module->request_shutdown_func;
	}
	if (of_request) {
		of_request(module->type, module->module_number);
	}
	RETURN_BOOL(of_request != NULL);
}

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_write_into, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, array, IS_ARRAY, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

/* Makes strings of the numbers in an array, in place. */
static PHP_FUNCTION(brine_write_into)
{
	HashTable *array;
	zval *element;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	ZEND_HASH_FOREACH_VAL(array, element) {
		if (Z_TYPE_P(element) == IS_LONG) {
			convert_to_string(element);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* Moves an array's internal pointer, in place, as ldap_search() does. */
static PHP_FUNCTION(brine_move_pointer)
{
	HashTable *array;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	zend_hash_internal_pointer_end(array);
}

/* The same as a method. */
static PHP_METHOD(BrineMover, move)
{
	PHP_FN(brine_move_pointer)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const zend_function_entry mover_methods[] = {
	PHP_ME(BrineMover, move, arginfo_brine_write_into, ZEND_ACC_PUBLIC | ZEND_ACC_STATIC) PHP_FE_END};

PHP_INI_BEGIN()
	PHP_INI_ENTRY("brine_hooks.module", "", PHP_INI_SYSTEM, NULL)
PHP_INI_END()

static PHP_MINIT_FUNCTION(brine_hooks)
{
	zend_class_entry mover;
	static zend_module_entry other = {
		STANDARD_MODULE_HEADER, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

	REGISTER_INI_ENTRIES();
	INIT_CLASS_ENTRY(mover, "BrineMover", mover_methods);
	zend_register_internal_class(&mover);
	other.name = INI_STR("brine_hooks.module");
	if (*other.name != '\0') {
		zend_register_internal_module(&other);
	}
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(brine_hooks)
{
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

static const zend_function_entry functions[] = {PHP_FE(brine_call_hook, arginfo_brine_call_hook) PHP_FE(
	brine_write_into, arginfo_brine_write_into) PHP_FE(brine_move_pointer, arginfo_brine_write_into) PHP_FE_END};

zend_module_entry brine_hooks_module_entry = {STANDARD_MODULE_HEADER, "brine_hooks", functions, PHP_MINIT(brine_hooks),
	PHP_MSHUTDOWN(brine_hooks), NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

#ifdef COMPILE_DL_BRINE_HOOKS
ZEND_GET_MODULE(brine_hooks)
#endif
