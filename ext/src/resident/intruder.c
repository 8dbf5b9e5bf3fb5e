#include "resident/intruder.h"
#include "php.h"
#include "resident/thread.h"

/* rrd makes strings of an array's elements. http (pecl_http) marks arrays that it visits, immutable ones too. */
static const char *const names[] = {"rrd", "http"};

/* All in lower case. ldap and solr move internal pointers of arrays, the others make strings of numbers in them. */
static struct {
	/* NULL for a function. */
	const char *class_name;
	const char *name;
	zif_handler handler;
} functions[] = {
	{NULL, "ldap_list", NULL},
	{NULL, "ldap_read", NULL},
	{NULL, "ldap_search", NULL},
	{"oauth", "generatesignature", NULL},
	{"oauth", "getrequestheader", NULL},
	{"rediscluster", "del", NULL},
	{"rediscluster", "eval", NULL},
	{"rediscluster", "eval_ro", NULL},
	{"rediscluster", "evalsha", NULL},
	{"rediscluster", "evalsha_ro", NULL},
	{"rediscluster", "mget", NULL},
	{"rediscluster", "unlink", NULL},
	{"solrclient", "adddocuments", NULL},
	{"solrinputdocument", "addchilddocuments", NULL},
#ifdef BRINE_RESIDENT_GUARD
	/* Tests. */
	{NULL, "brine_move_pointer", NULL},
	{"brinemover", "move", NULL},
#endif
};

const char *brine_resident_intruder(void)
{
#ifdef BRINE_RESIDENT_GUARD
	/* The sweep is to find them. */
	if (getenv("BRINE_TEST_INTRUDERS")) {
		return NULL;
	}
#endif
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (zend_hash_str_exists(&module_registry, names[i], strlen(names[i]))) {
			return names[i];
		}
	}
	return NULL;
}

/* Replaces arrays that may be resident by copies. */
static void copy_arrays(zval *value)
{
	zval *element;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_ARRAY && !GC_IS_RECURSIVE(Z_ARR_P(value))
		&& ((GC_FLAGS(Z_ARR_P(value)) & GC_IMMUTABLE) || brine_resident_holds_values())) {
		SEPARATE_ARRAY(value);
		GC_PROTECT_RECURSION(Z_ARR_P(value));
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
			copy_arrays(element);
		}
		ZEND_HASH_FOREACH_END();
		GC_UNPROTECT_RECURSION(Z_ARR_P(value));
	}
}

static bool is_named(const zend_string *name, const char *lower_case)
{
	return zend_binary_strcasecmp(ZSTR_VAL(name), ZSTR_LEN(name), lower_case, strlen(lower_case)) == 0;
}

static bool is_called(const zend_function *function, const char *class_name, const char *name)
{
	const zend_class_entry *scope = function->common.scope;

	return is_named(function->common.function_name, name)
		&& (class_name ? scope && is_named(scope->name, class_name) : !scope);
}

static ZEND_NAMED_FUNCTION(call_with_copies)
{
	for (uint32_t i = 1; i <= ZEND_NUM_ARGS(); i++) {
		copy_arrays(ZEND_CALL_ARG(execute_data, i));
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		if (is_called(EX(func), functions[i].class_name, functions[i].name)) {
			functions[i].handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
			return;
		}
	}
}

/* The function with this number; NULL if no extension has it. */
static zend_internal_function *find_function(size_t number)
{
	const char *class_name = functions[number].class_name, *name = functions[number].name;
	const zend_class_entry *ce =
		class_name ? zend_hash_str_find_ptr(CG(class_table), class_name, strlen(class_name)) : NULL;
	zend_internal_function *function = NULL;

	if (!class_name || ce) {
		function = zend_hash_str_find_ptr(ce ? &ce->function_table : CG(function_table), name, strlen(name));
	}
	return function && function->type == ZEND_INTERNAL_FUNCTION ? function : NULL;
}

void brine_resident_copy_arguments(void)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		zend_internal_function *function = find_function(i);

		if (function && function->handler != call_with_copies) {
			functions[i].handler = function->handler;
			function->handler = call_with_copies;
		}
	}
}

void brine_resident_pass_arguments(void)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		zend_internal_function *function = find_function(i);

		if (function && function->handler == call_with_copies) {
			function->handler = functions[i].handler;
		}
	}
}
