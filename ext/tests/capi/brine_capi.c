/*
 * A test extension that uses Brine's C interface as others would: through the installed header, not linked to Brine,
 * and without a module dependency.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"
#include "zend_exceptions.h"
#include "ext/brine/php_brine.h"

/* NULL if Brine is not loaded. */
static const php_brine_api *brine;

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_capi_available, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_capi_serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_capi_serialize_variable, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, variable, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_capi_unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_capi_igbinary_serialize, 0, 2, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, flags, IS_LONG, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

static PHP_FUNCTION(brine_capi_available)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(brine);
}

static void serialize(zval *return_value, zval *value)
{
	zend_string *payload;

	if (brine->serialize(&payload, value) == SUCCESS) {
		RETURN_STR(payload);
	}
	if (payload || !EG(exception)) {
		zend_error(E_WARNING, "serialize() failed without an exception or with a payload");
	}
	RETURN_THROWS();
}

static PHP_FUNCTION(brine_capi_serialize)
{
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();

	serialize(return_value, value);
}

/* Takes the value by reference, because a copy would be another holder. */
static PHP_FUNCTION(brine_capi_serialize_variable)
{
	zval *variable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(variable)
	ZEND_PARSE_PARAMETERS_END();

	ZVAL_DEREF(variable);
	serialize(return_value, variable);
}

static PHP_FUNCTION(brine_capi_unserialize)
{
	zend_string *payload;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(payload)
	ZEND_PARSE_PARAMETERS_END();

	if (brine->unserialize(return_value, ZSTR_VAL(payload), ZSTR_LEN(payload)) == SUCCESS) {
		return;
	}
	if (Z_TYPE_P(return_value) != IS_NULL || !EG(exception)) {
		zend_error(E_WARNING, "unserialize() failed without an exception or with a value");
	}
	RETURN_THROWS();
}

static PHP_FUNCTION(brine_capi_igbinary_serialize)
{
	zend_string *bytes;
	zend_long flags;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();

	if (brine->igbinary_serialize(&bytes, value, (unsigned) flags) == SUCCESS) {
		RETURN_STR(bytes);
	}
	if (bytes || !EG(exception)) {
		zend_error(E_WARNING, "igbinary_serialize() failed without an exception or with bytes");
	}
	RETURN_THROWS();
}

/* Returns the value, or "refused: " and the message. */
static PHP_FUNCTION(brine_capi_igbinary_unserialize)
{
	zend_string *bytes, *message = NULL;
	php_brine_outcome outcome;
	zend_long flags = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(bytes)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();

	outcome = brine->igbinary_unserialize(return_value, ZSTR_VAL(bytes), ZSTR_LEN(bytes), (unsigned) flags, &message);
	if ((outcome == PHP_BRINE_THROWN) != (EG(exception) != NULL) || (outcome == PHP_BRINE_REFUSED) != (message != NULL)
		|| (outcome != PHP_BRINE_READ && Z_TYPE_P(return_value) != IS_NULL)) {
		zend_error(E_WARNING, "igbinary_unserialize() leaves what does not belong to its outcome");
	}
	if (message) {
		RETVAL_STR(strpprintf(0, "refused: %s", ZSTR_VAL(message)));
		zend_string_release(message);
	}
}

/* clang-format off */
static const zend_function_entry functions[] = {
	ZEND_FE(brine_capi_available, arginfo_brine_capi_available)
	ZEND_FE(brine_capi_serialize, arginfo_brine_capi_serialize)
	ZEND_FE(brine_capi_serialize_variable, arginfo_brine_capi_serialize_variable)
	ZEND_FE(brine_capi_unserialize, arginfo_brine_capi_unserialize)
	ZEND_FE(brine_capi_igbinary_serialize, arginfo_brine_capi_igbinary_serialize)
	ZEND_FE(brine_capi_igbinary_unserialize, arginfo_brine_capi_unserialize)
	ZEND_FE_END
};
/* clang-format on */

/* A class whose object creation throws. */
static zend_object *make_nothing(zend_class_entry *ce)
{
	zend_object *object = zend_objects_new(ce);

	object_properties_init(object, ce);
	zend_throw_exception(NULL, "Nobody makes such an object", 0);
	return object;
}

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_serialize, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_unserialize, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_ARRAY, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

/* Returns the value behind its property's reference. */
static PHP_METHOD(BrineCapiReader, __serialize)
{
	zval *value = OBJ_PROP_NUM(Z_OBJ_P(ZEND_THIS), 0);

	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	ZVAL_DEREF(value);
	Z_TRY_ADDREF_P(value);
	add_next_index_zval(return_value, value);
}

static PHP_METHOD(BrineCapiReader, __unserialize)
{
	HashTable *data;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(data)
	ZEND_PARSE_PARAMETERS_END();

	value = zend_hash_index_find(data, 0);
	if (value) {
		zend_update_property(Z_OBJCE_P(ZEND_THIS), Z_OBJ_P(ZEND_THIS), "value", sizeof("value") - 1, value);
	}
}

/* clang-format off */
static const zend_function_entry reader_methods[] = {
	ZEND_ME(BrineCapiReader, __serialize, arginfo_serialize, ZEND_ACC_PUBLIC)
	ZEND_ME(BrineCapiReader, __unserialize, arginfo_unserialize, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};
/* clang-format on */

static PHP_MINIT_FUNCTION(brine_capi)
{
	zend_class_entry ce;

	(void) type;
	(void) module_number;
	INIT_CLASS_ENTRY(ce, "BrineCapiNothing", NULL);
	zend_register_internal_class(&ce)->create_object = make_nothing;
	INIT_CLASS_ENTRY(ce, "BrineCapiReader", reader_methods);
	zend_declare_property_null(zend_register_internal_class(&ce), "value", sizeof("value") - 1, ZEND_ACC_PUBLIC);
	return SUCCESS;
}

/* In RINIT, all modules are started, whatever their load order. */
static PHP_RINIT_FUNCTION(brine_capi)
{
	(void) type;
	(void) module_number;
	brine = php_brine_get_api();
	return SUCCESS;
}

zend_module_entry brine_capi_module_entry = {
	STANDARD_MODULE_HEADER,
	"brine_capi",
	functions,
	PHP_MINIT(brine_capi),
	NULL,
	PHP_RINIT(brine_capi),
	NULL,
	NULL,
	PHP_BRINE_VERSION,
	STANDARD_MODULE_PROPERTIES,
};

ZEND_GET_MODULE(brine_capi)
