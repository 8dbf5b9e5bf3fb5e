/* A test extension that calls Brine's request hooks within a script, as application servers with workers do. */
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

static const zend_function_entry functions[] = {PHP_FE(brine_call_hook, arginfo_brine_call_hook) PHP_FE_END};

zend_module_entry brine_hooks_module_entry = {
	STANDARD_MODULE_HEADER, "brine_hooks", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

#ifdef COMPILE_DL_BRINE_HOOKS
ZEND_GET_MODULE(brine_hooks)
#endif
