/*
 * State of an unpacking call, and values unpacked in line, because a call would cost more than the value. The input
 * position is passed and returned in a register; NULL means an exception, and *out then owns nothing. The u2 of *out is
 * untouched.
 */
#ifndef BRINE_MSGPACK_UNPACK_H
#define BRINE_MSGPACK_UNPACK_H

#include "msgpack/msgpack.h"

typedef struct {
	/* in.p is stale while values are read. */
	brine_cursor in;
	const brine_unpack_options *options;
	uint32_t depth;
	uint32_t max_depth;
	zend_ulong elements_left;
	/*
	 * Values that heads of arrays and maps may still announce: each needs a byte of its own. So allocations stay
	 * proportional to the message, however arrays nest.
	 */
	size_t claims_left;

	/* Stamp of this call's templates; see templates.h. */
	uint64_t stamp;

	/* The extension type whose callable is loaded in `extension` and held in `function`; or BRINE_NO_EXT. */
	int ext_type;
	brine_callable extension;
	zval function;
} brine_unpacker;

/* Pseudo-types: the callable for all unlisted types, and none. */
#define BRINE_OTHER_EXT 128
#define BRINE_NO_EXT 129

/* Throws at the byte p; always NULL. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_fail(
	const brine_unpacker *unpacker, brine_unpack_error error, const unsigned char *p);

/* Unpacks values that are not unpacked in line; p is the value's head, which is available. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_out_of_line(
	brine_unpacker *unpacker, const unsigned char *p, zval *out);

/* A map of `count` entries that start at p; `at` is its head. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_map(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, uint32_t count, zval *out);

/* An extension with `size` bytes after its type at p; `at` is its head. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_ext(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out);

/* Releases the callable that was loaded last. */
ZEND_ATTRIBUTE_NONNULL void brine_unpack_forget_callable(brine_unpacker *unpacker);

/* Converts a 64-bit integer outside PHP's range as the option "bigint" says. False if an exception was thrown. */
ZEND_ATTRIBUTE_NONNULL bool brine_unpack_bigint(
	const brine_unpacker *unpacker, uint64_t bits, bool is_negative, zval *out);

/* The decimal digits of such an integer. */
zend_string *brine_bigint_digits(uint64_t bits, bool is_negative);

/*
 * Enters a level and charges elements, each with `unit` values, whose first byte is at p. Leave the level by
 * unpacker->depth--.
 */
static zend_always_inline bool brine_unpack_enter(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, uint32_t count, unsigned unit)
{
	size_t left = (size_t) (unpacker->in.end - p);

	BRINE_ASSERT(unit > 0 && at < p && p <= unpacker->in.end);
	if (UNEXPECTED(count > left / unit || count > unpacker->claims_left / unit)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(count > unpacker->elements_left)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_MAX_ELEMENTS, at);
	}
	if (UNEXPECTED(unpacker->depth >= unpacker->max_depth)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_MAX_DEPTH, at);
	}
	unpacker->claims_left -= (size_t) count * unit;
	unpacker->elements_left -= count;
	unpacker->depth++;
	return true;
}

/* A string of the `size` bytes at p, at least 2, of which `left` are readable. */
static zend_always_inline zend_string *brine_unpack_new_string(const unsigned char *p, size_t size, size_t left)
{
	zend_string *string = zend_string_alloc(size, 0);

	BRINE_ASSERT(size >= 2 && size <= left);
	if (EXPECTED(size <= 16 && left >= 16 && BRINE_STRINGS_HAVE_WORDS)) {
		/* A short string's allocation has space for two words. */
		memcpy(ZSTR_VAL(string), p, 8);
		if (size > 8) {
			memcpy(ZSTR_VAL(string) + 8, p + 8, 8);
		}
	} else {
		memcpy(ZSTR_VAL(string), p, size);
	}
	ZSTR_VAL(string)[size] = '\0';
	return string;
}

/* A binary or, after validation if required, a string of `size` bytes at p. */
static zend_always_inline const unsigned char *brine_unpack_bytes(
	const brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out)
{
	size_t left = (size_t) (unpacker->in.end - p);

	if (UNEXPECTED(size > left)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(size <= 1)) {
		ZVAL_INTERNED_STR(out, size == 0 ? ZSTR_EMPTY_ALLOC() : ZSTR_CHAR(*p));
	} else {
		ZVAL_NEW_STR(out, brine_unpack_new_string(p, size, left));
	}
	return p + size;
}

/* True if the `size` bytes at p are valid for a string, or are not all available. */
static zend_always_inline bool brine_unpack_validate(
	const brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size)
{
	if (EXPECTED(!unpacker->options->utf8) || size > (size_t) (unpacker->in.end - p) || brine_is_utf8(p, size)) {
		return true;
	}
	return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_BAD_UTF8, at);
}

static zend_always_inline const unsigned char *brine_unpack_str(
	const brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out)
{
	if (UNEXPECTED(!brine_unpack_validate(unpacker, at, p, size))) {
		return NULL;
	}
	return brine_unpack_bytes(unpacker, at, p, size, out);
}

/* True if `size` bytes after the byte at p are available. */
static zend_always_inline bool brine_unpack_has(const brine_unpacker *unpacker, const unsigned char *p, size_t size)
{
	return EXPECTED((size_t) (unpacker->in.end - p) > size)
		|| brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, p);
}

/* The integer of `size` bytes, fewer than 8, after the byte at p. */
static zend_always_inline zend_long brine_load_int(const unsigned char *p, unsigned size, bool is_signed)
{
	uint64_t bits = brine_load_be(p + 1, size);

	if (is_signed) {
		uint64_t sign = UINT64_C(1) << (8 * size - 1);

		bits = (bits ^ sign) - sign;
	}
	return (zend_long) bits;
}

static zend_always_inline const unsigned char *brine_unpack_int(
	const brine_unpacker *unpacker, const unsigned char *p, unsigned size, bool is_signed, zval *out)
{
	uint64_t bits;
	bool fits;

	if (UNEXPECTED(!brine_unpack_has(unpacker, p, size))) {
		return NULL;
	}
	if (size < SIZEOF_ZEND_LONG || (size == SIZEOF_ZEND_LONG && is_signed)) {
		ZVAL_LONG(out, size < 8 ? brine_load_int(p, size, is_signed) : (zend_long) brine_load_be(p + 1, 8));
		return p + 1 + size;
	}
	bits = brine_load_be(p + 1, size);
	fits = is_signed ? (int64_t) bits >= ZEND_LONG_MIN && (int64_t) bits <= ZEND_LONG_MAX : bits <= ZEND_LONG_MAX;
	if (EXPECTED(fits)) {
		ZVAL_LONG(out, (zend_long) bits);
	} else if (UNEXPECTED(!brine_unpack_bigint(unpacker, bits, is_signed && (int64_t) bits < 0, out))) {
		return NULL;
	}
	return p + 1 + size;
}

static zend_always_inline const unsigned char *brine_unpack_float(
	const brine_unpacker *unpacker, const unsigned char *p, unsigned size, zval *out)
{
	uint64_t bits;
	uint32_t narrow_bits;
	double value;
	float narrow;

	if (UNEXPECTED(!brine_unpack_has(unpacker, p, size))) {
		return NULL;
	}
	bits = brine_load_be(p + 1, size);
	if (size == 4) {
		narrow_bits = (uint32_t) bits;
		memcpy(&narrow, &narrow_bits, sizeof(narrow));
		value = narrow;
	} else {
		memcpy(&value, &bits, sizeof(value));
	}
	ZVAL_DOUBLE(out, value);
	return p + 1 + size;
}

/* Unpacks any value; scalars and short strings without a call. */
static zend_always_inline const unsigned char *brine_unpack_in_line(
	brine_unpacker *unpacker, const unsigned char *p, zval *out)
{
	unsigned byte;

	if (UNEXPECTED(p == unpacker->in.end)) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, p);
	}
	byte = *p;
	if (byte <= BRINE_MSGPACK_POSITIVE_INT_LAST) {
		ZVAL_LONG(out, byte);
		return p + 1;
	}
	if (byte - BRINE_MSGPACK_SHORT_STR < BRINE_MSGPACK_SHORT_STR_COUNT) {
		return brine_unpack_str(unpacker, p, p + 1, byte - BRINE_MSGPACK_SHORT_STR, out);
	}
	switch (byte) {
		case BRINE_MSGPACK_NIL:
			ZVAL_NULL(out);
			return p + 1;
		case BRINE_MSGPACK_FALSE:
			ZVAL_FALSE(out);
			return p + 1;
		case BRINE_MSGPACK_TRUE:
			ZVAL_TRUE(out);
			return p + 1;
		case BRINE_MSGPACK_FLOAT_64:
			return brine_unpack_float(unpacker, p, 8, out);
		case BRINE_MSGPACK_UINT_8:
			return brine_unpack_int(unpacker, p, 1, false, out);
		case BRINE_MSGPACK_UINT_16:
			return brine_unpack_int(unpacker, p, 2, false, out);
		case BRINE_MSGPACK_UINT_32:
			return brine_unpack_int(unpacker, p, 4, false, out);
		case BRINE_MSGPACK_STR_8:
			if (UNEXPECTED(!brine_unpack_has(unpacker, p, 1))) {
				return NULL;
			}
			return brine_unpack_str(unpacker, p, p + 2, p[1], out);
		default:
			if (byte >= BRINE_MSGPACK_NEGATIVE_INT) {
				ZVAL_LONG(out, (zend_long) byte - 0x100);
				return p + 1;
			}
			return brine_unpack_out_of_line(unpacker, p, out);
	}
}

#endif
