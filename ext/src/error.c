#include "error.h"
#include "ext/standard/md5.h"
#include "zend_builtin_functions.h"
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

const char *brine_decode_error_message(brine_decode_error error)
{
	return decode_errors[error].message;
}

const char *brine_decode_error_key(brine_decode_error error)
{
	return decode_errors[error].key;
}

static void set_place(zend_object *exception, brine_decode_error error, size_t offset)
{
	zend_update_property_long(brine_decode_exception_ce, exception, "offset", sizeof("offset") - 1, (zend_long) offset);
	zend_update_property_string(
		brine_decode_exception_ce, exception, "reason", sizeof("reason") - 1, decode_errors[error].key);
}

void brine_throw_decode_limit(brine_decode_error error, const zend_string *message)
{
	set_place(zend_throw_exception_ex(brine_decode_exception_ce, 0, "%s", ZSTR_VAL(message)), error, 0);
}

/* True for the path of a value inside the decoded one. */
static bool is_inside(const zend_string *path)
{
	return path && !zend_string_equals_literal(path, "$value");
}

zend_string *brine_decode_error_text(
	brine_decode_error error, const zend_string *message, size_t offset, const zend_string *path)
{
	if (message && zend_string_equals_literal(message, BRINE_EMPTY_MESSAGE)) {
		return zend_string_init(BRINE_EMPTY_MESSAGE, sizeof(BRINE_EMPTY_MESSAGE) - 1, 0);
	}
	return strpprintf(0, "%s at byte %zu%s%s", message ? ZSTR_VAL(message) : decode_errors[error].message, offset,
		is_inside(path) ? ", in " : "", is_inside(path) ? ZSTR_VAL(path) : "");
}

void brine_throw_decode_error(brine_decode_error error, const zend_string *message, size_t offset, zend_string *path)
{
	zend_string *text = brine_decode_error_text(error, message, offset, path);
	zend_object *exception = zend_throw_exception_ex(brine_decode_exception_ce, 0, "%s", ZSTR_VAL(text));

	zend_string_release(text);
	set_place(exception, error, offset);
	if (is_inside(path)) {
		zend_update_property_str(brine_decode_exception_ce, exception, "path", sizeof("path") - 1, path);
	}
}

zend_string *brine_unknown_dictionary_message(const unsigned char *id, size_t size)
{
	zend_string *hex = zend_string_alloc(size * 2, 0), *message;

	make_digest_ex(ZSTR_VAL(hex), id, (int) size);
	message = strpprintf(0, "the payload needs the dictionary %s, which is not known here,", ZSTR_VAL(hex));
	zend_string_efree(hex);
	return message;
}

/* Number of running calls. */
static uint32_t count_calls(void)
{
	uint32_t count;
	zval trace;

	zend_fetch_debug_backtrace(&trace, 0, DEBUG_BACKTRACE_IGNORE_ARGS, 0);
	count = zend_hash_num_elements(Z_ARRVAL(trace));
	zval_ptr_dtor(&trace);
	return count;
}

/* True if a trace entry is a function or method of PHP or an extension. */
static bool is_internal_call(const zval *call)
{
	const zval *name, *class_name;
	HashTable *functions = EG(function_table);
	zend_class_entry *ce;
	zend_function *function;
	zend_string *lower_name;

	if (!call || Z_TYPE_P(call) != IS_ARRAY
		|| !(name = zend_hash_find_known_hash(Z_ARRVAL_P(call), ZSTR_KNOWN(ZEND_STR_FUNCTION)))) {
		return false;
	}
	class_name = zend_hash_find_known_hash(Z_ARRVAL_P(call), ZSTR_KNOWN(ZEND_STR_CLASS));
	if (class_name) {
		ce = zend_lookup_class_ex(Z_STR_P(class_name), NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);
		functions = ce ? &ce->function_table : NULL;
	}
	lower_name = zend_string_tolower(Z_STR_P(name));
	function = functions ? zend_hash_find_ptr(functions, lower_name) : NULL;
	zend_string_release(lower_name);
	return function && function->type == ZEND_INTERNAL_FUNCTION;
}

/* True if a trace starts in the running function, beneath `calls` calls, or in an internal function that it called. */
static bool is_trace_of_here(zval *trace, uint32_t calls)
{
	uint32_t count;

	ZVAL_DEREF(trace);
	if (Z_TYPE_P(trace) != IS_ARRAY) {
		return false;
	}
	count = zend_hash_num_elements(Z_ARRVAL_P(trace));
	return (count == calls || count == calls + 1)
		&& (count == 0 || is_internal_call(zend_hash_index_find(Z_ARRVAL_P(trace), 0)));
}

bool brine_php_refused(void)
{
	zend_object *exception = EG(exception);
	uint32_t calls = count_calls();

	while (instanceof_function(exception->ce, zend_ce_throwable)) {
		zend_class_entry *base = zend_get_exception_base(exception);
		zval buffer;
		zval *previous;

		if (!is_trace_of_here(
				zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_TRACE), true, &buffer), calls)) {
			return false;
		}
		previous = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &buffer);
		ZVAL_DEREF(previous);
		if (Z_TYPE_P(previous) != IS_OBJECT) {
			return true;
		}
		exception = Z_OBJ_P(previous);
	}
	return false;
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
