/*
 * Encoding of values whose tag says it all: scalars, strings, and references to what was written. In line, because most values are of these kinds.
 * decode/value.h is the mirror image.
 */
#ifndef BRINE_ENCODE_VALUE_H
#define BRINE_ENCODE_VALUE_H

#include "format/packed.h"
#include "encode/encode.h"

/* A reference to a string that has a number; the smallest of the three forms. */
static zend_always_inline void brine_put_string_ref(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE));
	if (number < BRINE_STRING_REF_1_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_STRING_REF_1 + number);
	} else if (number < BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT) {
		number -= BRINE_STRING_REF_1_COUNT;
		p = brine_write_u8(p, BRINE_TAG_STRING_REF_2 + (number >> 8));
		p = brine_write_u8(p, number & 0xFF);
	} else {
		p = brine_write_u8(p, BRINE_TAG_STRING_REF);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shaped(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE));
	if (number < BRINE_SHAPED_1_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHAPED_1 + number);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHAPED);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shared(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE));
	if (number < BRINE_SHARED_2_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHARED_2 + (number >> 8));
		p = brine_write_u8(p, number & 0xFF);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHARED);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

/* A tag and the `size` low bytes of an integer. */
static zend_always_inline void brine_put_tagged(brine_buffer *out, unsigned tag, int64_t value, unsigned size)
{
	unsigned char *p = brine_write_u8(out->p, tag);

	BRINE_ASSERT(brine_has_room(out, 1 + size));
	out->p = brine_write_le(p, (uint64_t) value, size);
}

static zend_always_inline void brine_put_int(brine_buffer *out, int64_t value)
{
	if (value >= 0) {
		if (value < BRINE_SMALL_INT_COUNT) {
			brine_put_u8(out, BRINE_TAG_SMALL_INT + (unsigned) value);
		} else if (value <= UINT8_MAX) {
			brine_put_tagged(out, BRINE_TAG_U8, value, 1);
		} else if (value <= UINT16_MAX) {
			brine_put_tagged(out, BRINE_TAG_U16, value, 2);
		} else if (value <= UINT32_MAX) {
			brine_put_tagged(out, BRINE_TAG_U32, value, 4);
		} else {
			brine_put_tagged(out, BRINE_TAG_I64, value, 8);
		}
	} else if (value >= INT8_MIN) {
		brine_put_tagged(out, BRINE_TAG_I8, value, 1);
	} else if (value >= INT16_MIN) {
		brine_put_tagged(out, BRINE_TAG_I16, value, 2);
	} else if (value >= INT32_MIN) {
		brine_put_tagged(out, BRINE_TAG_I32, value, 4);
	} else {
		brine_put_tagged(out, BRINE_TAG_I64, value, 8);
	}
}

static zend_always_inline void brine_put_float(brine_buffer *out, double value)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + sizeof(value)));
	if (brine_fits_f32(value)) {
		p = brine_write_u8(p, BRINE_TAG_F32);
		p = brine_write_f32(p, value);
	} else {
		p = brine_write_u8(p, BRINE_TAG_F64);
		p = brine_write_f64(p, value);
	}
	out->p = p;
}

/* Defines a string: the tail of `string` from `skip` on. The caller has reserved its size, BRINE_BUFFER_SLACK and a head. */
static zend_always_inline void brine_put_new_string(brine_buffer *out, zend_string *string, uint32_t skip, size_t size)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(size >= 2 && brine_has_room(out, 1 + brine_uv_size(size) + size + BRINE_BUFFER_SLACK));
	if (EXPECTED(size <= BRINE_SHORT_STRING_MAX)) {
		p = brine_write_u8(p, BRINE_TAG_SHORT_STRING + (unsigned) size - 1);
	} else {
		p = brine_write_u8(p, BRINE_TAG_STRING);
		p = brine_write_uv(p, size);
	}
	if (EXPECTED(skip == 0)) {
		p = brine_write_string(p, string, size);
	} else {
		memcpy(p, ZSTR_VAL(string) + skip, size);
		p += size;
	}
	out->p = p;
}

/* Writes a string of less than two bytes. */
static zend_always_inline void brine_put_tiny_string(brine_buffer *out, const char *bytes, size_t size, uint32_t *token)
{
	unsigned char *p;

	brine_reserve(out, 2);
	p = out->p;
	if (size == 0) {
		p = brine_write_u8(p, BRINE_TAG_EMPTY_STRING);
		*token = BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_EMPTY_STRING);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHORT_STRING);
		p = brine_write_u8(p, (unsigned char) *bytes);
		*token = BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_BYTE + (unsigned char) *bytes);
	}
	out->p = p;
}

/* Cold: defines a string in packed form, if it has one. The caller has reserved as for brine_put_new_string(). */
bool brine_put_packed_string(brine_buffer *out, const zend_string *string);

/* Writes a string of at least two bytes whose fingerprint is known; only a value can be packed. */
static zend_always_inline void brine_encode_fingerprinted_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, uint32_t fingerprint, bool is_value, uint32_t *token)
{
	brine_buffer *out = &encoder->out;
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	uint32_t number;

	BRINE_ASSERT(skip <= ZSTR_LEN(string) && fingerprint == brine_fingerprint(bytes, size) && (!is_value || skip == 0));
	if (brine_string_dictionary_find_or_add(&encoder->strings, string, skip, fingerprint, &number)) {
		brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
		brine_put_string_ref(out, number);
	} else {
		brine_reserve(out, 1 + BRINE_UV_MAX_SIZE + BRINE_BUFFER_SLACK + size);
		if (!is_value || EXPECTED(!brine_maybe_packed(bytes, size)) || !brine_put_packed_string(out, string)) {
			brine_put_new_string(out, string, skip, size);
		}
	}
	*token = BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

/* Writes the tail of a string from `skip` on, as a key or name, or a whole string as a value; *token stands for it in a transcript. */
static zend_always_inline void brine_encode_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t *token)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;

	if (UNEXPECTED(size <= 1)) {
		brine_put_tiny_string(&encoder->out, bytes, size, token);
	} else {
		brine_encode_fingerprinted_string(encoder, string, skip, brine_fingerprint(bytes, size), is_value, token);
	}
}

static zend_always_inline void brine_encode_string_tail(
	brine_encoder *encoder, zend_string *string, uint32_t skip, uint32_t *token)
{
	brine_encode_string(encoder, string, skip, false, token);
}

/* The integer as it is noted in a transcript. */
static zend_always_inline void brine_encode_note_int(brine_encoder *encoder, int64_t value)
{
	if (EXPECTED(value >= -(INT64_C(1) << 28) && value < INT64_C(1) << 28)) {
		brine_array_dictionary_note(&encoder->array_dictionary, BRINE_TOKEN(BRINE_TOKEN_INT, (uint32_t) value));
	} else {
		brine_array_dictionary_note_wide(&encoder->array_dictionary, BRINE_TOKEN_WIDE_INT, (uint64_t) value);
	}
}

static zend_always_inline bool brine_encode_constant(brine_encoder *encoder, unsigned tag, unsigned constant)
{
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, tag);
	brine_array_dictionary_note(&encoder->array_dictionary, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, constant));
	return true;
}

static zend_always_inline bool brine_encode_int(brine_encoder *encoder, int64_t value)
{
	brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
	brine_put_int(&encoder->out, value);
	brine_encode_note_int(encoder, value);
	return true;
}

static zend_always_inline bool brine_encode_double(brine_encoder *encoder, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
	brine_put_float(&encoder->out, value);
	brine_array_dictionary_note_wide(&encoder->array_dictionary, BRINE_TOKEN_DOUBLE, bits);
	return true;
}

static zend_always_inline bool brine_encode_string_value(brine_encoder *encoder, zend_string *string)
{
	uint32_t token;

	brine_encode_string(encoder, string, 0, true, &token);
	brine_array_dictionary_note(&encoder->array_dictionary, token);
	return true;
}

static zend_always_inline bool brine_encode_in_line(brine_encoder *encoder, zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return brine_encode_string_value(encoder, Z_STR_P(value));
		case IS_LONG:
			return brine_encode_int(encoder, Z_LVAL_P(value));
		case IS_ARRAY:
			return brine_encode_array(encoder, Z_ARRVAL_P(value));
		case IS_OBJECT:
			return brine_encode_object(encoder, Z_OBJ_P(value));
		case IS_TRUE:
			return brine_encode_constant(encoder, BRINE_TAG_TRUE, BRINE_CONSTANT_TRUE);
		case IS_FALSE:
			return brine_encode_constant(encoder, BRINE_TAG_FALSE, BRINE_CONSTANT_FALSE);
		case IS_NULL:
			return brine_encode_constant(encoder, BRINE_TAG_NULL, BRINE_CONSTANT_NULL);
		case IS_DOUBLE:
			return brine_encode_double(encoder, Z_DVAL_P(value));
		case IS_REFERENCE:
			return brine_encode_reference(encoder, Z_REF_P(value));
		default:
			/* A resource, which serialize() writes as 0 too. */
			return brine_encode_int(encoder, 0);
	}
}

#endif
