#include "error.h"
#include "zend_exceptions.h"

zend_class_entry *brine_exception_ce;
zend_class_entry *brine_encode_exception_ce;
zend_class_entry *brine_decode_exception_ce;

static const struct {
	const char *key;
	const char *message;
} decode_errors[] = {{"", ""},
#define BRINE_DECODE_ERROR_ROW(name, key, message) {key, message},
	BRINE_DECODE_ERRORS(BRINE_DECODE_ERROR_ROW)
#undef BRINE_DECODE_ERROR_ROW
};

void brine_throw_decode_error(brine_decode_error error, size_t offset)
{
	zend_object *exception =
		zend_throw_exception_ex(brine_decode_exception_ce, 0, "%s at byte %zu", decode_errors[error].message, offset);

	zend_update_property_long(brine_decode_exception_ce, exception, "offset", sizeof("offset") - 1, (zend_long) offset);
	zend_update_property_string(
		brine_decode_exception_ce, exception, "reason", sizeof("reason") - 1, decode_errors[error].key);
}

void brine_throw_encode_error(zend_string *message, zend_string *path)
{
	zend_object *exception =
		zend_throw_exception_ex(brine_encode_exception_ce, 0, "%s at %s", ZSTR_VAL(message), ZSTR_VAL(path));

	zend_update_property_str(brine_encode_exception_ce, exception, "path", sizeof("path") - 1, path);
}

void brine_return_property(zval *object, zend_class_entry *ce, const char *name, size_t size, zval *return_value)
{
	zval buffer;

	RETURN_COPY_DEREF(zend_read_property(ce, Z_OBJ_P(object), name, size, false, &buffer));
}
