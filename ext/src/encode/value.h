/* Encoding of scalars, strings and back-references. Mirror image of decode/value.h. */
#ifndef BRINE_ENCODE_VALUE_H
#define BRINE_ENCODE_VALUE_H

#include "format/packed.h"
#include "encode/encode.h"

/* Writes a reference to a numbered string, in the smallest of three forms. */
static zend_always_inline void brine_put_string_ref(brine_encoder *encoder, uint32_t number)
{
	brine_buffer *out = &encoder->out;
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
		p = brine_write_uv(p, number - encoder->bias);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shaped(brine_encoder *encoder, uint32_t number)
{
	brine_buffer *out = &encoder->out;
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE));
	if (number < BRINE_SHAPED_1_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHAPED_1 + number);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHAPED);
		p = brine_write_uv(p, number - encoder->bias);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shared(brine_encoder *encoder, uint32_t number)
{
	brine_buffer *out = &encoder->out;
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE));
	if (number < BRINE_SHARED_2_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHARED_2 + (number >> 8));
		p = brine_write_u8(p, number & 0xFF);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHARED);
		p = brine_write_uv(p, number - encoder->bias);
	}
	out->p = p;
}

/* Tags of wider integers are consecutive, except for 8 bytes; so the tag is computed without a branch per width. */
static zend_always_inline void brine_put_int(brine_buffer *out, int64_t value)
{
	/* Has as many bits as the value needs, one for the sign included. */
	uint64_t magnitude = value < 0 ? ~(uint64_t) value << 1 : (uint64_t) value;
	unsigned width = (magnitude > UINT8_MAX) + (magnitude > UINT16_MAX) + (magnitude > UINT32_MAX);
	unsigned tag = (value < 0 ? BRINE_TAG_I8 : BRINE_TAG_U8) + width;
	unsigned char *p = out->p;

	bool small = (uint64_t) value < BRINE_SMALL_INT_COUNT;

	BRINE_ASSERT(brine_has_room(out, 1 + sizeof(value)));
	tag = width == 3 ? BRINE_TAG_I64 : tag;
	p = brine_write_u8(p, small ? BRINE_TAG_SMALL_INT + (unsigned) value : tag);
	brine_write_le(p, (uint64_t) value, 8);
	out->p = p + (small ? 0 : (size_t) 1 << width);
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

/* A string of at most this many bytes is written unpacked. */
#define BRINE_STRING_ROOM(size) (1 + BRINE_UV_MAX_SIZE + BRINE_BUFFER_SLACK + (size))

/*
 * Reserved for an element or key of unknown type: the largest value head, or a string that is written without a call.
 */
#define BRINE_ELEMENT_ROOM BRINE_STRING_ROOM(BRINE_WORDS_MAX)

/* True if the string from `skip` on may have a packed form. */
static zend_always_inline bool brine_may_pack(const zend_string *string, uint32_t skip)
{
	size_t size = ZSTR_LEN(string) - skip;

	return size >= 8 && brine_maybe_packed(brine_load_native(ZSTR_VAL(string) + skip, 8), size);
}

/*
 * Parts of brine_encode_string(): strings below 2 bytes; new ones, with space reserved by the callee; and, without a
 * dictionary, those that the first slot does not show to be new.
 */
uint32_t brine_put_tiny_string(brine_buffer *out, const char *bytes, size_t size);
uint32_t brine_put_new_string(
	brine_buffer *out, const zend_string *string, uint32_t skip, bool may_pack, uint32_t number);
uint32_t brine_encode_seen_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint);

/* Defines the string from `skip` on, of 2 to 32 bytes, unpacked. The caller has reserved space. */
static zend_always_inline void brine_put_short_string(brine_buffer *out, const zend_string *string, uint32_t skip)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	unsigned char *p = brine_write_u8(out->p, BRINE_TAG_SHORT_STRING + (unsigned) size - 1);

	BRINE_ASSERT(size >= 2 && size <= BRINE_WORDS_MAX && brine_has_room(out, BRINE_STRING_ROOM(size)));
	if (BRINE_WORDS_IN_STRINGS && skip == 0) {
		brine_copy_words((char *) p, bytes, size);
	} else {
		memcpy(p, bytes, size);
	}
	out->p = p + size;
}

/*
 * Writes the string from `skip` on, of at least 2 bytes; `words` are its own. The caller has reserved
 * BRINE_ELEMENT_ROOM. Returns its token.
 */
static zend_always_inline uint32_t brine_encode_words(
	brine_encoder *encoder, zend_string *string, uint32_t skip, brine_string_words words, bool is_value)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	uint32_t fingerprint = brine_string_fingerprint(words, size);
	brine_index_slot *slot = brine_seen_strings_slot(&encoder->strings, fingerprint);
	uint32_t number;
	bool may_pack;

	if (is_value && slot->hash == fingerprint && slot->stamp >= encoder->strings.index.base) {
		const brine_string_entry *entry = &encoder->strings.entries[slot->stamp - encoder->strings.index.base];

		/* Values repeat more often than keys, since shapes hold the keys. */
		if (EXPECTED(brine_string_entry_is(entry, string, skip, bytes, size))) {
			encoder->strings.hits++;
			brine_put_string_ref(encoder, entry->number);
			return BRINE_TOKEN(BRINE_TOKEN_STRING, entry->number);
		}
	}
	if (UNEXPECTED(!brine_seen_strings_can_add(&encoder->strings, slot))) {
		return encoder->encode_seen(encoder, string, skip, is_value, fingerprint);
	}
	number = brine_seen_strings_add(&encoder->strings, slot, string, skip, fingerprint);
	may_pack = is_value && brine_maybe_packed(words.first, size);
	if (UNEXPECTED(may_pack | (size > BRINE_WORDS_MAX))) {
		return brine_put_new_string(&encoder->out, string, skip, may_pack, number);
	}
	brine_put_short_string(&encoder->out, string, skip);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

/* Writes the string from `skip` on as a name. Returns its token for transcripts. */
uint32_t brine_encode_tail(brine_encoder *encoder, zend_string *string, uint32_t skip);

/*
 * Writes a string as a key, or as a value, which may be packed. The caller has reserved BRINE_ELEMENT_ROOM. Returns its
 * token. In line only where strings are frequent.
 */
static zend_always_inline uint32_t brine_encode_string(brine_encoder *encoder, zend_string *string, bool is_value)
{
	size_t size = ZSTR_LEN(string);

	if (UNEXPECTED(size <= 1)) {
		return brine_put_tiny_string(&encoder->out, ZSTR_VAL(string), size);
	}
	return brine_encode_words(encoder, string, 0,
		BRINE_WORDS_IN_STRINGS ? brine_whole_words(string) : brine_tail_words(ZSTR_VAL(string), size), is_value);
}

/* Writes an integer. The caller has reserved a value head and an element's tokens. */
static zend_always_inline void brine_put_noted_int(brine_encoder *encoder, int64_t value)
{
	brine_put_int(&encoder->out, value);
	if (EXPECTED(value >= -(INT64_C(1) << 28) && value < INT64_C(1) << 28)) {
		brine_seen_arrays_put(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_INT, (uint32_t) value));
	} else {
		brine_seen_arrays_put_wide(&encoder->seen_arrays, BRINE_TOKEN_WIDE_INT, (uint64_t) value);
	}
}

/* Writes consecutive floats, at least one, since values mostly have none or many. Returns their number. */
uint32_t brine_encode_floats(brine_encoder *encoder, const zval *value, size_t stride, uint32_t count);

/* Object, reference, undef, or another rare type. The caller has reserved BRINE_VALUE_HEAD_MAX. */
bool brine_encode_uncommon(brine_encoder *encoder, zval *value);

#endif
