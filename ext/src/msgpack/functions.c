/* The functions and exceptions of MessagePack that PHP code sees. */
#include "error.h"
#include "msgpack/msgpack.h"
#include "zend_exceptions.h"

PHP_FUNCTION(brine_msgpack_pack)
{
	brine_pack_options options;
	brine_callable other;
	zend_string *message;
	zend_long flags = 0;
	zend_result result;
	zval *value;

	/* All that tells whether there is a callable. */
	other.info.size = 0;
	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(flags)
		Z_PARAM_FUNC_OR_NULL(other.info, other.cache)
	ZEND_PARSE_PARAMETERS_END();

	if (brine_pack_options_parse(&options, flags) != SUCCESS) {
		RETURN_THROWS();
	}
	if (ZEND_FCI_INITIALIZED(other.info)) {
		brine_callable_hold(&other);
		result = brine_msgpack_pack(&message, value, &options, &other);
		brine_callable_let_go(&other);
	} else {
		result = brine_msgpack_pack(&message, value, &options, NULL);
	}
	if (result == SUCCESS) {
		RETVAL_STR(message);
	}
}

PHP_FUNCTION(brine_msgpack_unpack)
{
	brine_unpack_options options;
	HashTable *array = NULL;
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR_OR_NULL(bytes)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (UNEXPECTED(!bytes)) {
		bytes = ZSTR_EMPTY_ALLOC();
	}

	if (brine_unpack_options_parse(&options, array, "brine_msgpack_unpack") == SUCCESS) {
		brine_msgpack_unpack(return_value, bytes, 0, NULL, &options);
	}
	brine_unpack_options_destroy(&options);
}

/* Reads an argument that is an integer by reference, from 0 to `largest`. On FAILURE an exception is pending. */
static zend_result read_int_argument(
	zval *argument, uint32_t number, zend_long largest, const char *range, zend_long *value)
{
	ZVAL_DEREF(argument);
	if (Z_TYPE_P(argument) != IS_LONG) {
		zend_argument_type_error(number, "must be of type int, %s given", brine_type_name(argument));
		return FAILURE;
	}
	if (Z_LVAL_P(argument) < 0 || Z_LVAL_P(argument) > largest) {
		zend_argument_value_error(number, "must be %s", range);
		return FAILURE;
	}
	*value = Z_LVAL_P(argument);
	return SUCCESS;
}

static zend_result read_offset(zval *argument, const zend_string *bytes, zend_long *offset)
{
	return read_int_argument(
		argument, 2, (zend_long) ZSTR_LEN(bytes), "between 0 and the size of argument #1 ($bytes)", offset);
}

PHP_FUNCTION(brine_msgpack_unpack_at)
{
	brine_unpack_options options;
	HashTable *array = NULL;
	zend_string *bytes;
	zend_long offset;
	zval *argument;
	size_t end;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR(bytes)
		Z_PARAM_ZVAL(argument)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (read_offset(argument, bytes, &offset) != SUCCESS) {
		RETURN_THROWS();
	}
	if (brine_unpack_options_parse(&options, array, "brine_msgpack_unpack_at") == SUCCESS
		&& brine_msgpack_unpack(return_value, bytes, (size_t) offset, &end, &options) == SUCCESS) {
		ZEND_TRY_ASSIGN_REF_LONG(argument, (zend_long) end);
	}
	brine_unpack_options_destroy(&options);
}

PHP_FUNCTION(brine_msgpack_scan)
{
	zval *offset_argument, *pending_argument, *elements_argument = NULL;
	zend_long offset, pending, elements = ZEND_LONG_MAX;
	zend_string *bytes;
	size_t end;

	ZEND_PARSE_PARAMETERS_START(3, 4)
		Z_PARAM_STR(bytes)
		Z_PARAM_ZVAL(offset_argument)
		Z_PARAM_ZVAL(pending_argument)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(elements_argument)
	ZEND_PARSE_PARAMETERS_END();

	if (read_offset(offset_argument, bytes, &offset) != SUCCESS
		|| read_int_argument(pending_argument, 3, ZEND_LONG_MAX, "greater than or equal to 0", &pending) != SUCCESS
		|| (elements_argument
			&& read_int_argument(elements_argument, 4, ZEND_LONG_MAX, "greater than or equal to 0", &elements)
				!= SUCCESS)) {
		RETURN_THROWS();
	}
	end = (size_t) offset;
	if (brine_msgpack_scan(bytes, &end, &pending, &elements) != SUCCESS) {
		RETURN_THROWS();
	}
	ZEND_TRY_ASSIGN_REF_LONG(offset_argument, (zend_long) end);
	ZEND_TRY_ASSIGN_REF_LONG(pending_argument, pending);
	if (elements_argument) {
		ZEND_TRY_ASSIGN_REF_LONG(elements_argument, elements);
	}
	RETURN_BOOL(pending == 0);
}

/* What Exception::__construct() does. */
static void construct(zval *object, zend_string *message, zend_long code, zval *previous)
{
	zend_object *exception = Z_OBJ_P(object);

	if (message) {
		zend_update_property_str(zend_ce_exception, exception, "message", sizeof("message") - 1, message);
	}
	if (code) {
		zend_update_property_long(zend_ce_exception, exception, "code", sizeof("code") - 1, code);
	}
	if (previous) {
		zend_update_property(zend_ce_exception, exception, "previous", sizeof("previous") - 1, previous);
	}
}

PHP_METHOD(Brine_MessagePack_Exception_PackingFailedException, __construct)
{
	zend_string *message = NULL, *reason = NULL;
	zval *previous = NULL;
	zend_long code = 0;

	(void) return_value;
	ZEND_PARSE_PARAMETERS_START(0, 4)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(message)
		Z_PARAM_LONG(code)
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(previous, zend_ce_throwable)
		Z_PARAM_STR(reason)
	ZEND_PARSE_PARAMETERS_END();

	construct(ZEND_THIS, message, code, previous);
	if (reason) {
		zend_update_property_str(brine_packing_failed_ce, Z_OBJ_P(ZEND_THIS), "reason", sizeof("reason") - 1, reason);
	}
}

PHP_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, __construct)
{
	zend_string *message = NULL, *reason = NULL;
	zend_long code = 0, offset = 0;
	zval *previous = NULL;

	(void) return_value;
	ZEND_PARSE_PARAMETERS_START(0, 5)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(message)
		Z_PARAM_LONG(code)
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(previous, zend_ce_throwable)
		Z_PARAM_LONG(offset)
		Z_PARAM_STR(reason)
	ZEND_PARSE_PARAMETERS_END();

	construct(ZEND_THIS, message, code, previous);
	zend_update_property_long(brine_unpacking_failed_ce, Z_OBJ_P(ZEND_THIS), "offset", sizeof("offset") - 1, offset);
	if (reason) {
		zend_update_property_str(brine_unpacking_failed_ce, Z_OBJ_P(ZEND_THIS), "reason", sizeof("reason") - 1, reason);
	}
}

PHP_METHOD(Brine_MessagePack_Exception_PackingFailedException, getReason)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_packing_failed_ce, "reason", sizeof("reason") - 1, return_value);
}

PHP_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, getOffset)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_unpacking_failed_ce, "offset", sizeof("offset") - 1, return_value);
}

PHP_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, getReason)
{
	ZEND_PARSE_PARAMETERS_NONE();
	brine_return_property(ZEND_THIS, brine_unpacking_failed_ce, "reason", sizeof("reason") - 1, return_value);
}
