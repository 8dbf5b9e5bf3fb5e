/* Unpacking of values that only PHP code or another extension can create. */
#include "core/fiber.h"
#include "msgpack/types.h"
#include "msgpack/unpack.h"
#include "zend_interfaces.h"

/* The callable for a type, or NULL. */
static const zval *find_callable(const brine_unpacker *unpacker, int *type)
{
	const brine_unpack_options *options = unpacker->options;
	const zval *callable = NULL;

	if (Z_TYPE(options->extensions) == IS_ARRAY) {
		callable = zend_hash_index_find_deref(Z_ARRVAL(options->extensions), (zend_ulong) (zend_long) *type);
	}
	if (!callable && Z_TYPE(options->other) != IS_UNDEF) {
		*type = BRINE_OTHER_EXT;
		callable = &options->other;
	}
	return callable;
}

void brine_unpack_forget_callable(brine_unpacker *unpacker)
{
	if (unpacker->ext_type != BRINE_NO_EXT) {
		unpacker->ext_type = BRINE_NO_EXT;
		brine_callable_let_go(&unpacker->extension);
	}
	zval_ptr_dtor(&unpacker->function);
	ZVAL_UNDEF(&unpacker->function);
}

/* Loads the callable for a type, unless it is loaded already. False if there is none, or it is not callable. */
static bool load_callable(brine_unpacker *unpacker, int type, const unsigned char *at)
{
	int listed_type = type;
	const zval *callable;

	if (type == unpacker->ext_type) {
		return true;
	}
	callable = find_callable(unpacker, &listed_type);
	if (!callable) {
		brine_throw_unknown_ext(type, (size_t) (at - unpacker->in.start));
		return false;
	}
	if (listed_type == unpacker->ext_type) {
		return true;
	}
	brine_unpack_forget_callable(unpacker);
	/* The called code may replace elements of the list by reference. */
	ZVAL_COPY(&unpacker->function, callable);
	if (zend_fcall_info_init(&unpacker->function, 0, &unpacker->extension.info, &unpacker->extension.cache, NULL, NULL)
		!= SUCCESS) {
		zend_type_error("brine_msgpack_unpack(): The callable for extension type %d is not callable any more", type);
		return false;
	}
	/* A trampoline of __call() or __callStatic() is valid for one call only, so it is released each time. */
	zend_release_fcall_info_cache(&unpacker->extension.cache);
	brine_callable_hold(&unpacker->extension);
	unpacker->ext_type = listed_type;
	return true;
}

/* The library's type for an extension type without a callable. */
static brine_type built_in_type(const brine_unpacker *unpacker, int type)
{
	int listed_type = type;
	const zval *given = type == unpacker->ext_type ? NULL : find_callable(unpacker, &listed_type);

	if (!given || Z_TYPE_P(given) != IS_TRUE) {
		return BRINE_TYPE_NONE;
	}
	if (listed_type == BRINE_OTHER_EXT) {
		return BRINE_TYPE_EXT;
	}
	/* An element set by reference may have become true since it was checked. */
	return listed_type == BRINE_MSGPACK_TIMESTAMP ? BRINE_TYPE_TIMESTAMP : BRINE_TYPE_NONE;
}

const unsigned char *brine_unpack_ext(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out)
{
	size_t left = (size_t) (unpacker->in.end - p);
	/* Listed types pass the arguments from the second one on; the last one only on request. */
	zval arguments[3], result;
	uint32_t first, count;
	brine_type built_in;
	bool success;
	int type;

	if (UNEXPECTED(left < 1 || size > left - 1)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, at);
	}
	type = (int8_t) *p++;
	built_in = built_in_type(unpacker, type);
	if (EXPECTED(built_in != BRINE_TYPE_NONE)) {
		return built_in == BRINE_TYPE_EXT ? brine_unpack_ext_object(unpacker, at, p, size, type, out)
										  : brine_unpack_timestamp(unpacker, at, p, size, out);
	}
	if (UNEXPECTED(!load_callable(unpacker, type, at))) {
		return NULL;
	}
	ZVAL_LONG(&arguments[0], type);
	ZVAL_STR(&arguments[1], zend_string_init_fast((const char *) p, size));
	ZVAL_LONG(&arguments[2], unpacker->depth);
	first = unpacker->ext_type == BRINE_OTHER_EXT ? 0 : 1;
	count = (unpacker->options->pass_depth ? 3 : 2) - first;
	success = brine_msgpack_call(&unpacker->extension, &result, count, &arguments[first], unpacker->depth);
	zval_ptr_dtor(&arguments[1]);
	if (UNEXPECTED(!success)) {
		return NULL;
	}
	ZVAL_COPY_VALUE(out, &result);
	return p + size;
}

zend_string *brine_bigint_digits(uint64_t bits, bool is_negative)
{
	char digits[MAX_LENGTH_OF_LONG + 12];
	int size = is_negative ? snprintf(digits, sizeof(digits), "%" PRId64, (int64_t) bits)
						   : snprintf(digits, sizeof(digits), "%" PRIu64, bits);

	return zend_string_init(digits, (size_t) size, 0);
}

static void make_gmp(zval *digits, zval *result)
{
	zval function;

	ZVAL_STRING(&function, "gmp_init");
	call_user_function(NULL, NULL, &function, result, 1, digits);
	zval_ptr_dtor(&function);
}

static void make_decimal(zval *digits, zval *result)
{
	zend_string *name = zend_string_init("Decimal\\Decimal", sizeof("Decimal\\Decimal") - 1, 0);
	zend_class_entry *ce = zend_lookup_class(name);

	zend_string_release(name);
	if (ce && object_init_ex(result, ce) == SUCCESS && ce->constructor) {
		zend_call_known_instance_method_with_1_params(ce->constructor, Z_OBJ_P(result), NULL, digits);
	}
}

bool brine_unpack_bigint(const brine_unpacker *unpacker, uint64_t bits, bool is_negative, zval *out)
{
	zval digits, result;

	ZVAL_STR(&digits, brine_bigint_digits(bits, is_negative));
	if (unpacker->options->bigint == BRINE_BIGINT_STR) {
		ZVAL_COPY_VALUE(out, &digits);
		return true;
	}
	ZVAL_NULL(&result);
	brine_use_levels(unpacker->depth);
	if (unpacker->options->bigint == BRINE_BIGINT_GMP) {
		make_gmp(&digits, &result);
	} else {
		make_decimal(&digits, &result);
	}
	brine_return_levels(unpacker->depth);
	zval_ptr_dtor(&digits);
	if (UNEXPECTED(EG(exception))) {
		zval_ptr_dtor(&result);
		return false;
	}
	ZVAL_COPY_VALUE(out, &result);
	return true;
}
