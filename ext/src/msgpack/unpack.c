/* Unpacking of whole messages, lists, and rarer scalars. Mirror image of pack.c. */
#include "msgpack/unpack.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/memory.h"
#include "msgpack/templates.h"

const unsigned char *brine_unpack_fail(const brine_unpacker *unpacker, brine_unpack_error error, const unsigned char *p)
{
	brine_throw_unpack_error(error, (size_t) (p - unpacker->in.start));
	return NULL;
}

/* A list of `count` elements that start at p; `at` is its head. */
static const unsigned char *unpack_list(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, uint32_t count, zval *out)
{
	zend_array *list;
	zval *element;

	if (UNEXPECTED(!brine_unpack_enter(unpacker, at, p, count, 1))) {
		return NULL;
	}
	if (UNEXPECTED(count == 0)) {
		ZVAL_EMPTY_ARRAY(out);
		unpacker->depth--;
		return p;
	}
	list = brine_new_list(count);
	element = list->arPacked;
	for (uint32_t i = 0; i < count; i++, element++) {
		p = brine_unpack_in_line(unpacker, p, element);
		if (UNEXPECTED(!p)) {
			brine_list_finish(list, i);
			zend_array_destroy(list);
			return NULL;
		}
	}
	brine_list_finish(list, count);
	ZVAL_ARR(out, list);
	unpacker->depth--;
	return p;
}

/* Reads the length or count of `size` bytes after the head at p. */
static zend_always_inline bool read_length(
	const brine_unpacker *unpacker, const unsigned char *p, unsigned size, uint32_t *length)
{
	if (UNEXPECTED(!brine_unpack_has(unpacker, p, size))) {
		return false;
	}
	*length = (uint32_t) brine_load_be(p + 1, size);
	return true;
}

/* A value with a length or count of `size` bytes. */
static zend_always_inline const unsigned char *unpack_long(
	brine_unpacker *unpacker, const unsigned char *p, unsigned size, zval *out)
{
	uint32_t length;

	if (UNEXPECTED(!read_length(unpacker, p, size, &length))) {
		return NULL;
	}
	switch (*p) {
		case BRINE_MSGPACK_ARRAY_16:
		case BRINE_MSGPACK_ARRAY_32:
			return unpack_list(unpacker, p, p + 1 + size, length, out);
		case BRINE_MSGPACK_MAP_16:
		case BRINE_MSGPACK_MAP_32:
			return brine_unpack_map(unpacker, p, p + 1 + size, length, out);
		case BRINE_MSGPACK_STR_16:
		case BRINE_MSGPACK_STR_32:
			return brine_unpack_str(unpacker, p, p + 1 + size, length, out);
		case BRINE_MSGPACK_EXT_8:
		case BRINE_MSGPACK_EXT_16:
		case BRINE_MSGPACK_EXT_32:
			return brine_unpack_ext(unpacker, p, p + 1 + size, length, out);
		default:
			return brine_unpack_bytes(unpacker, p, p + 1 + size, length, out);
	}
}

const unsigned char *brine_unpack_out_of_line(brine_unpacker *unpacker, const unsigned char *p, zval *out)
{
	unsigned byte = *p;

	if (byte - BRINE_MSGPACK_SHORT_MAP < BRINE_MSGPACK_SHORT_COUNT) {
		return brine_unpack_map(unpacker, p, p + 1, byte - BRINE_MSGPACK_SHORT_MAP, out);
	}
	if (byte - BRINE_MSGPACK_SHORT_ARRAY < BRINE_MSGPACK_SHORT_COUNT) {
		return unpack_list(unpacker, p, p + 1, byte - BRINE_MSGPACK_SHORT_ARRAY, out);
	}
	switch (byte) {
		case BRINE_MSGPACK_BIN_8:
		case BRINE_MSGPACK_EXT_8:
			return unpack_long(unpacker, p, 1, out);
		case BRINE_MSGPACK_BIN_16:
		case BRINE_MSGPACK_EXT_16:
		case BRINE_MSGPACK_STR_16:
		case BRINE_MSGPACK_ARRAY_16:
		case BRINE_MSGPACK_MAP_16:
			return unpack_long(unpacker, p, 2, out);
		case BRINE_MSGPACK_BIN_32:
		case BRINE_MSGPACK_EXT_32:
		case BRINE_MSGPACK_STR_32:
		case BRINE_MSGPACK_ARRAY_32:
		case BRINE_MSGPACK_MAP_32:
			return unpack_long(unpacker, p, 4, out);
		case BRINE_MSGPACK_FLOAT_32:
			return brine_unpack_float(unpacker, p, 4, out);
		case BRINE_MSGPACK_UINT_64:
			return brine_unpack_int(unpacker, p, 8, false, out);
		case BRINE_MSGPACK_INT_8:
			return brine_unpack_int(unpacker, p, 1, true, out);
		case BRINE_MSGPACK_INT_16:
			return brine_unpack_int(unpacker, p, 2, true, out);
		case BRINE_MSGPACK_INT_32:
			return brine_unpack_int(unpacker, p, 4, true, out);
		case BRINE_MSGPACK_INT_64:
			return brine_unpack_int(unpacker, p, 8, true, out);
		case BRINE_MSGPACK_FIXEXT_1:
		case BRINE_MSGPACK_FIXEXT_2:
		case BRINE_MSGPACK_FIXEXT_4:
		case BRINE_MSGPACK_FIXEXT_8:
		case BRINE_MSGPACK_FIXEXT_16:
			return brine_unpack_ext(unpacker, p, p + 1, (size_t) 1 << (byte - BRINE_MSGPACK_FIXEXT_1), out);
		default:
			return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_UNKNOWN_BYTE, p);
	}
}

static void start_unpacker(
	brine_unpacker *unpacker, const zend_string *bytes, size_t offset, const brine_unpack_options *options)
{
	uint32_t safe_depth = brine_levels_left();

	unpacker->in.start = (const unsigned char *) ZSTR_VAL(bytes);
	unpacker->in.p = unpacker->in.start + offset;
	unpacker->in.end = unpacker->in.start + ZSTR_LEN(bytes);
	unpacker->options = options;
	unpacker->depth = 0;
	unpacker->max_depth = options->max_depth < safe_depth ? options->max_depth : safe_depth;
	unpacker->elements_left = options->max_elements;
	unpacker->claims_left = brine_cursor_left(&unpacker->in);
	unpacker->stamp = ++BRINE_G(templates)->stamp;
	unpacker->ext_type = BRINE_NO_EXT;
	ZVAL_UNDEF(&unpacker->function);
}

/* True for callables, gmp_init()'s stand-in, and the class of decimals. */
static bool may_run_user_code(const brine_unpack_options *options)
{
	return Z_TYPE(options->extensions) != IS_UNDEF || Z_TYPE(options->other) != IS_UNDEF
		|| options->bigint != BRINE_BIGINT_STR;
}

zend_result brine_msgpack_unpack(
	zval *result, const zend_string *bytes, size_t offset, size_t *end, const brine_unpack_options *options)
{
	uint32_t levels = UNEXPECTED(may_run_user_code(options)) ? BRINE_MSGPACK_LEVELS : 0;
	brine_unpacker unpacker;
	const unsigned char *p;
	zval value;

	start_unpacker(&unpacker, bytes, offset, options);
	if (UNEXPECTED(levels > 0)) {
		brine_use_levels(levels);
	}
	ZVAL_NULL(&value);
	p = EXPECTED(unpacker.max_depth > 0) ? brine_unpack_in_line(&unpacker, unpacker.in.p, &value)
										 : brine_unpack_fail(&unpacker, BRINE_UNPACK_ERR_MAX_DEPTH, unpacker.in.p);
	if (EXPECTED(p) && !end && UNEXPECTED(p != unpacker.in.end)) {
		zval_ptr_dtor(&value);
		p = brine_unpack_fail(&unpacker, BRINE_UNPACK_ERR_TRAILING_BYTES, p);
	}
	if (UNEXPECTED(Z_TYPE(unpacker.function) != IS_UNDEF)) {
		brine_unpack_forget_callable(&unpacker);
	}
	/* A destructor of a released value may have thrown. */
	if (UNEXPECTED(EG(exception))) {
		if (p) {
			zval_ptr_dtor(&value);
		}
		p = NULL;
		ZVAL_NULL(&value);
	}
	if (UNEXPECTED(levels > 0)) {
		brine_return_levels(levels);
	}
	if (end && p) {
		*end = (size_t) (p - unpacker.in.start);
	}
	ZVAL_COPY_VALUE(result, &value);
	return p ? SUCCESS : FAILURE;
}
