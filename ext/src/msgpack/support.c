/* Shared by packing and unpacking: exceptions, and calls of callables. */
#include "core/fiber.h"
#include "msgpack/msgpack.h"
#include "zend_exceptions.h"

zend_class_entry *brine_packing_failed_ce;
zend_class_entry *brine_unpacking_failed_ce;
zend_class_entry *brine_insufficient_data_ce;
zend_class_entry *brine_invalid_option_ce;

static const struct {
	const char *key;
	const char *message;
} unpack_errors[] = {
#define BRINE_UNPACK_ERROR_ROW(name, key, message) {key, message},
	BRINE_UNPACK_ERRORS(BRINE_UNPACK_ERROR_ROW)
#undef BRINE_UNPACK_ERROR_ROW
};

/*
 * True if a destructor called exit() or its fiber is being destroyed. The unwinding reaches the end of the script or
 * fiber, and a new exception would be freed at once.
 */
static bool is_unwinding(void)
{
	return EG(exception) && (zend_is_unwind_exit(EG(exception)) || zend_is_graceful_exit(EG(exception)));
}

static void throw_at(zend_class_entry *ce, const char *reason, size_t offset, zend_string *message)
{
	zend_object *exception;

	if (UNEXPECTED(is_unwinding())) {
		zend_string_release(message);
		return;
	}
	exception = zend_throw_exception_ex(ce, 0, "%s at byte %zu", ZSTR_VAL(message), offset);
	zend_update_property_long(brine_unpacking_failed_ce, exception, "offset", sizeof("offset") - 1, (zend_long) offset);
	zend_update_property_string(brine_unpacking_failed_ce, exception, "reason", sizeof("reason") - 1, reason);
	zend_string_release(message);
}

void brine_throw_unpack_error(brine_unpack_error error, size_t offset)
{
	const char *message = unpack_errors[error].message;

	throw_at(error == BRINE_UNPACK_ERR_TRUNCATED ? brine_insufficient_data_ce : brine_unpacking_failed_ce,
		unpack_errors[error].key, offset, zend_string_init(message, strlen(message), 0));
}

void brine_throw_unknown_ext(int type, size_t offset)
{
	throw_at(brine_unpacking_failed_ce, "unknown_ext", offset,
		strpprintf(0, "nothing was given for extension type %d", type));
}

void brine_throw_bad_timestamp(size_t offset, const char *format, ...)
{
	zend_string *problem, *message;
	va_list arguments;

	va_start(arguments, format);
	problem = vstrpprintf(0, format, arguments);
	va_end(arguments);
	message = strpprintf(0, "Invalid timestamp: %s", ZSTR_VAL(problem));
	zend_string_release(problem);
	throw_at(brine_unpacking_failed_ce, "bad_timestamp", offset, message);
}

void brine_throw_packing_error(const char *reason, const char *format, ...)
{
	zend_object *exception;
	zend_string *message;
	va_list arguments;

	if (UNEXPECTED(is_unwinding())) {
		return;
	}
	va_start(arguments, format);
	message = vstrpprintf(0, format, arguments);
	va_end(arguments);
	exception = zend_throw_exception(brine_packing_failed_ce, ZSTR_VAL(message), 0);
	zend_update_property_string(brine_packing_failed_ce, exception, "reason", sizeof("reason") - 1, reason);
	zend_string_release(message);
}

bool brine_msgpack_call(brine_callable *callable, zval *result, uint32_t count, zval *arguments, uint32_t depth)
{
	callable->info.retval = result;
	callable->info.param_count = count;
	callable->info.params = arguments;
	ZVAL_UNDEF(result);
	brine_use_levels(depth);
	zend_call_function(&callable->info, &callable->cache);
	brine_return_levels(depth);
	if (UNEXPECTED(EG(exception))) {
		zval_ptr_dtor(result);
		ZVAL_UNDEF(result);
		return false;
	}
	if (UNEXPECTED(Z_TYPE_P(result) == IS_REFERENCE)) {
		zend_unwrap_reference(result);
	}
	return true;
}
