/* Decoding of values out of line, and of PHP references. Mirror image of encode/value.c. */
#include "decode/value.h"
#include "format/packed.h"
#include "decode/array.h"
#include "decode/dictionary.h"
#include "decode/layout.h"
#include "decode/refuse.h"

/* Two adjacent tags of one kind. */
#define TAGS_2(kind) BRINE_DISPATCH_##kind, BRINE_DISPATCH_##kind
#define TAGS_4(kind) TAGS_2(kind), TAGS_2(kind)
#define TAGS_8(kind) TAGS_4(kind), TAGS_4(kind)
#define TAGS_16(kind) TAGS_8(kind), TAGS_8(kind)

/* Unlisted tags are decoded out of line, or are handled by comparisons before the table. */
#define TAGS_OF_EVERY_PAYLOAD \
	[BRINE_TAG_NULL] = BRINE_DISPATCH_NULL, [BRINE_TAG_FALSE] = BRINE_DISPATCH_FALSE, \
	[BRINE_TAG_TRUE] = BRINE_DISPATCH_TRUE, [BRINE_TAG_U8] = BRINE_DISPATCH_U8, [BRINE_TAG_U16] = BRINE_DISPATCH_U16, \
	[BRINE_TAG_U32] = BRINE_DISPATCH_U32, [BRINE_TAG_F32] = BRINE_DISPATCH_F32, [BRINE_TAG_F64] = BRINE_DISPATCH_F64, \
	[BRINE_TAG_EMPTY_STRING] = BRINE_DISPATCH_EMPTY_STRING, [BRINE_TAG_STRING] = BRINE_DISPATCH_LONG_STRING, \
	[BRINE_TAG_EMPTY_ARRAY] = BRINE_DISPATCH_EMPTY_ARRAY, [BRINE_TAG_DIGITS] = BRINE_DISPATCH_PACKED, \
	[BRINE_TAG_HEX] = BRINE_DISPATCH_PACKED, [BRINE_TAG_UUID] = BRINE_DISPATCH_PACKED

const unsigned char brine_dispatch_by_tag[UINT8_MAX + 1] = {
	[BRINE_TAG_STRING_REF_2] = TAGS_16(STRING_REF_2),
	[BRINE_TAG_SHARED_2] = TAGS_8(SHARED_2),
	TAGS_OF_EVERY_PAYLOAD,
};

const unsigned char brine_dispatch_with_dictionary[UINT8_MAX + 1] = {
	[BRINE_TAG_STRING_REF_1 + BRINE_OWN_STRING_REF_1_COUNT] = TAGS_16(DICTIONARY_STRING),
	TAGS_16(DICTIONARY_STRING),
	TAGS_16(DICTIONARY_STRING),
	[BRINE_TAG_STRING_REF_2] = TAGS_4(DICTIONARY_REF),
	[BRINE_TAG_STRING_REF_2 + BRINE_OWN_STRING_REF_2_COUNT / 256] = TAGS_8(DICTIONARY_STRING_2),
	TAGS_4(DICTIONARY_STRING_2),
	[BRINE_TAG_SHAPED_1] = TAGS_16(DICTIONARY_REF),
	[BRINE_TAG_SHARED_2] = TAGS_2(SHARED_2),
	[BRINE_TAG_SHARED_2 + BRINE_OWN_SHARED_2_COUNT / 256] = TAGS_4(DICTIONARY_REF),
	TAGS_2(DICTIONARY_REF),
	TAGS_OF_EVERY_PAYLOAD,
};

BRINE_HOT bool brine_decode_long_string(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t size;

	if (UNEXPECTED(!brine_decode_uv(decoder, &size, &at))) {
		return false;
	}
	if (UNEXPECTED(size == 0)) {
		return brine_decode_refuse_size(decoder, at);
	}
	return brine_decode_new_string(decoder, out, size);
}

BRINE_HOT bool brine_decode_packed(brine_decoder *decoder, zval *out, unsigned tag)
{
	brine_cursor *in = &decoder->in;
	const unsigned char *at;
	uint64_t size = BRINE_UUID_SIZE;
	zend_string *string;
	char tiny;

	if (tag != BRINE_TAG_UUID && UNEXPECTED(!brine_decode_uv(decoder, &size, &at))) {
		return false;
	}
	if (UNEXPECTED(size == 0)) {
		return brine_decode_refuse_size(decoder, at);
	}
	if (UNEXPECTED(size > ZEND_LONG_MAX || brine_cursor_left(in) < brine_packed_size(tag, (size_t) size))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
	}
	if (UNEXPECTED(size == 1)) {
		if (UNEXPECTED(!brine_read_packed(&tiny, tag, in->p, 1))) {
			return brine_decode_fail(decoder, BRINE_ERR_BAD_DIGITS, in->p);
		}
		ZVAL_CHAR(out, tiny);
		in->p++;
		return true;
	}
	string = zend_string_alloc((size_t) size, 0);
	ZSTR_VAL(string)[size] = '\0';
	if (UNEXPECTED(!brine_read_packed(ZSTR_VAL(string), tag, in->p, (size_t) size))) {
		zend_string_efree(string);
		return brine_decode_fail(decoder, BRINE_ERR_BAD_DIGITS, in->p + size / 2);
	}
	in->p += brine_packed_size(tag, (size_t) size);
	brine_string_registry_add(&decoder->strings, string);
	ZVAL_NEW_STR(out, string);
	return true;
}

static bool decode_long_string_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &at))) {
		return false;
	}
	if (UNEXPECTED(decoder->strings.dictionary)) {
		return brine_decode_dictionary_string_ref(decoder, out, number, at);
	}
	return brine_decode_string_ref(decoder, out, number, at);
}

BRINE_HOT uint32_t brine_decode_values(brine_decoder *decoder, zval *out, size_t stride, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (UNEXPECTED(!brine_decode_in_line(decoder, out))) {
			return i;
		}
		out = (zval *) ((char *) out + stride);
	}
	return count;
}

static bool decode_long_shared(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	const unsigned char *number_at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &number_at))) {
		return false;
	}
	if (UNEXPECTED(decoder->strings.dictionary)) {
		return brine_decode_dictionary_shared(decoder, out, number, at, number_at);
	}
	return brine_decode_shared(decoder, out, number, at, number_at);
}

static bool decode_object_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &at))) {
		return false;
	}
	if (UNEXPECTED(number >= decoder->object_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_OBJECT, at);
	}
	decoder->identity_count++;
	ZVAL_OBJ_COPY(out, decoder->objects[number].object);
	return brine_decode_again(decoder, decoder->objects[number].node, at - 1);
}

bool brine_decode_begin_reference(brine_decoder *decoder, zval *out, brine_open_node *open, const unsigned char *at)
{
	zend_reference *reference;

	if (UNEXPECTED(decoder->reference_count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
	}
	if (UNEXPECTED(!brine_decode_charge(decoder, BRINE_MEMORY_OF_REFERENCE, at))) {
		return false;
	}
	ZVAL_NEW_EMPTY_REF(out);
	reference = Z_REF_P(out);
	ZVAL_NULL(&reference->val);
	GC_ADDREF(reference);
	BRINE_GROWABLE_ENSURE(decoder->references, decoder->reference_capacity, decoder->reference_count);
	brine_decode_open_reference(decoder, open, decoder->reference_count);
	decoder->references[decoder->reference_count++] = (brine_decoded_reference){
		.reference = reference,
		.node = brine_decode_open_node_at(decoder, decoder->depth + 1),
	};
	decoder->cycles.has_references = true;
	decoder->identity_count++;
	return true;
}

static bool decode_reference(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_open_node open;

	if (UNEXPECTED(!brine_decode_begin_reference(decoder, out, &open, at))) {
		return false;
	}
	if (UNEXPECTED(!brine_decode_no_reference(decoder, &Z_REF_P(out)->val))) {
		return false;
	}
	return brine_decode_close_reference(decoder, &open, at);
}

static bool decode_reference_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &at))) {
		return false;
	}
	if (UNEXPECTED(number >= decoder->reference_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_REFERENCE, at);
	}
	decoder->identity_count++;
	GC_ADDREF(decoder->references[number].reference);
	ZVAL_REF(out, decoder->references[number].reference);
	return brine_decode_again(decoder, decoder->references[number].node, at - 1);
}

BRINE_HOT bool brine_decode_no_reference(brine_decoder *decoder, zval *out)
{
	const brine_cursor *in = &decoder->in;

	if (UNEXPECTED(in->p < in->end && (*in->p == BRINE_TAG_REFERENCE || *in->p == BRINE_TAG_REFERENCE_REF))) {
		ZVAL_NULL(out);
		return brine_decode_fail(decoder, BRINE_ERR_MISPLACED_REFERENCE, in->p);
	}
	return brine_decode_value(decoder, out);
}

/* Decodes values that are not decoded in line; `tag` was read at `at`, and *out is null. */
BRINE_HOT bool brine_decode_out_of_line(brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at)
{
	if (tag - BRINE_TAG_SHAPED_1 < BRINE_SHAPED_1_COUNT) {
		return brine_decode_shaped(decoder, out, tag - BRINE_TAG_SHAPED_1, at, at);
	}
	if (tag >= BRINE_TAG_SHORT_LIST && tag <= BRINE_TAG_SHORT_LIST_LAST) {
		return brine_decode_list(decoder, out, tag - BRINE_TAG_SHORT_LIST + 1, at);
	}
	switch (tag) {
		case BRINE_TAG_I8:
			return brine_decode_fixed_int(decoder, out, 1, true, at);
		case BRINE_TAG_I16:
			return brine_decode_fixed_int(decoder, out, 2, true, at);
		case BRINE_TAG_I32:
			return brine_decode_fixed_int(decoder, out, 4, true, at);
		case BRINE_TAG_I64:
			return brine_decode_fixed_int(decoder, out, 8, true, at);
		case BRINE_TAG_STRING_REF:
			return decode_long_string_ref(decoder, out);
		case BRINE_TAG_LIST:
			return brine_decode_long_list(decoder, out, at);
		case BRINE_TAG_MAP:
			return brine_decode_map(decoder, out, at);
		case BRINE_TAG_SHAPED:
			return brine_decode_long_shaped(decoder, out, at);
		case BRINE_TAG_SHARED:
			return decode_long_shared(decoder, out, at);
		case BRINE_TAG_RUN:
			return brine_decode_run(decoder, out, at);
		case BRINE_TAG_TABLE:
			return brine_decode_table(decoder, out, at);
		case BRINE_TAG_KEYED_TABLE:
			return brine_decode_keyed_table(decoder, out, at);
		case BRINE_TAG_OBJECT:
			return brine_decode_object(decoder, out, at);
		case BRINE_TAG_CUSTOM:
			return brine_decode_custom(decoder, out, at);
		case BRINE_TAG_ENUM:
			return brine_decode_enum(decoder, out, at);
		case BRINE_TAG_SERIALIZABLE:
			return brine_decode_serializable(decoder, out, at);
		case BRINE_TAG_OBJECT_REF:
			return decode_object_ref(decoder, out);
		case BRINE_TAG_REFERENCE:
			return decode_reference(decoder, out, at);
		case BRINE_TAG_REFERENCE_REF:
			return decode_reference_ref(decoder, out);
		case BRINE_TAG_LAYOUT:
			return brine_decode_with_layout(decoder, out, at);
		default:
			return brine_decode_refuse_tag(decoder, at);
	}
}
