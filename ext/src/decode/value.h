/*
 * Decoding of scalars, strings and back-references. In line, because most values are of these kinds and a call would
 * cost more than the value.
 */
#ifndef BRINE_DECODE_VALUE_H
#define BRINE_DECODE_VALUE_H

#include "decode/decode.h"
#include "decode/dictionary.h"
#include "decode/limits.h"
#include "format/dictionary.h"

/* A STRING whose tag was read. */
bool brine_decode_long_string(brine_decoder *decoder, zval *out);

/* One of DIGITS, HEX and UUID, whose tag was read. */
bool brine_decode_packed(brine_decoder *decoder, zval *out, unsigned tag);

/* Decodes any other value; `tag` was read at `at`, and *out is null. */
bool brine_decode_out_of_line(brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at);

static zend_always_inline bool brine_decode_string_ref(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at)
{
	if (UNEXPECTED(number >= decoder->strings.count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_STRING, at);
	}
	ZVAL_STR_COPY(out, decoder->strings.items[number]);
	return true;
}

/* A string of `size` bytes whose head was read. */
static zend_always_inline bool brine_decode_new_string(brine_decoder *decoder, zval *out, uint64_t size)
{
	brine_cursor *in = &decoder->in;
	zend_string *string;

	if (UNEXPECTED(size > brine_cursor_left(in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
	}
	if (UNEXPECTED(size == 1)) {
		ZVAL_CHAR(out, *in->p);
		in->p++;
		return true;
	}
	string = zend_string_alloc((size_t) size, 0);
	if (EXPECTED(size <= BRINE_WORDS_MAX && brine_cursor_left(in) >= 8 && BRINE_STRINGS_HAVE_WORDS)) {
		brine_copy_words(ZSTR_VAL(string), (const char *) in->p, (size_t) size);
	} else {
		memcpy(ZSTR_VAL(string), in->p, (size_t) size);
	}
	ZSTR_VAL(string)[size] = '\0';
	in->p += size;
	brine_string_registry_add(&decoder->strings, string);
	ZVAL_NEW_STR(out, string);
	return true;
}

/* A string of the selected dictionary: interned, with its hash computed. */
static zend_always_inline bool brine_decode_dictionary_string(
	brine_decoder *decoder, zval *out, uint32_t entry, const unsigned char *at)
{
	const brine_dictionary *dictionary = decoder->strings.dictionary;

	if (UNEXPECTED(entry >= dictionary->string_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_STRING, at);
	}
	ZVAL_INTERNED_STR(out, dictionary->strings[entry]);
	return true;
}

static zend_always_inline bool brine_decode_second_byte(brine_decoder *decoder, unsigned *byte)
{
	if (UNEXPECTED(decoder->in.p == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	*byte = *decoder->in.p++;
	return true;
}

/* An integer in the `size` bytes that follow; sign-extended if is_signed. */
static zend_always_inline bool brine_decode_fixed_int(
	brine_decoder *decoder, zval *out, unsigned size, bool is_signed, const unsigned char *at)
{
	uint64_t bits;
	int64_t value;

	if (UNEXPECTED(brine_cursor_left(&decoder->in) < size)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	bits = brine_load_le(decoder->in.p, size);
	decoder->in.p += size;
	if (is_signed && size < 8) {
		uint64_t sign = UINT64_C(1) << (8 * size - 1);

		bits = (bits ^ sign) - sign;
	}
	value = (int64_t) bits;
	if (UNEXPECTED(value < ZEND_LONG_MIN || value > ZEND_LONG_MAX)) {
		return brine_decode_fail(decoder, BRINE_ERR_OUT_OF_RANGE, at);
	}
	ZVAL_LONG(out, (zend_long) value);
	return true;
}

static zend_always_inline bool brine_decode_double(brine_decoder *decoder, zval *out, unsigned size)
{
	if (UNEXPECTED(brine_cursor_left(&decoder->in) < size)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	ZVAL_DOUBLE(out, size == 4 ? brine_load_f32(decoder->in.p) : brine_load_f64(decoder->in.p));
	decoder->in.p += size;
	return true;
}

/* Charges elements and levels of an array that is referred to again. */
static zend_always_inline bool brine_decode_count_again(
	brine_decoder *decoder, const brine_registered_array *entry, const unsigned char *at)
{
	if (UNEXPECTED(entry->elements > decoder->elements_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	if (UNEXPECTED(entry->height > decoder->max_depth - decoder->depth)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_DEPTH, at);
	}
	if (decoder->depth + entry->height > decoder->deepest) {
		decoder->deepest = decoder->depth + entry->height;
	}
	decoder->elements_left -= entry->elements;
	return true;
}

/* A back-reference to an array; `at` is the value's tag and `number_at` the number's position. */
static zend_always_inline bool brine_decode_shared(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at)
{
	const brine_registered_array *entry;

	if (UNEXPECTED(number >= decoder->arrays.count || !decoder->arrays.items[number].array)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_ARRAY, number_at);
	}
	entry = &decoder->arrays.items[number];
	if (UNEXPECTED(!brine_decode_count_again(decoder, entry, at))) {
		return false;
	}
	GC_ADDREF(entry->array);
	ZVAL_ARR(out, entry->array);
	return true;
}

/* Handlers of tags that no comparison recognises; consecutive small numbers keep the jump table small. */
typedef enum {
	BRINE_DISPATCH_OUT_OF_LINE,
	BRINE_DISPATCH_DICTIONARY_STRING,
	BRINE_DISPATCH_DICTIONARY_STRING_2,
	BRINE_DISPATCH_DICTIONARY_REF,
	BRINE_DISPATCH_STRING_REF_2,
	BRINE_DISPATCH_SHARED_2,
	BRINE_DISPATCH_NULL,
	BRINE_DISPATCH_FALSE,
	BRINE_DISPATCH_TRUE,
	BRINE_DISPATCH_U8,
	BRINE_DISPATCH_U16,
	BRINE_DISPATCH_U32,
	BRINE_DISPATCH_F32,
	BRINE_DISPATCH_F64,
	BRINE_DISPATCH_EMPTY_STRING,
	BRINE_DISPATCH_EMPTY_ARRAY,
	BRINE_DISPATCH_LONG_STRING,
	BRINE_DISPATCH_PACKED,
} brine_dispatch;

/* Handler by tag. With a dictionary, reference tags may name its entries. */
extern const unsigned char brine_dispatch_by_tag[UINT8_MAX + 1];
extern const unsigned char brine_dispatch_with_dictionary[UINT8_MAX + 1];

/* Decodes a value whose tag, read at `at`, is not among the frequent ones; *out is null. */
static zend_always_inline bool brine_decode_dispatched(
	brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at)
{
	unsigned byte = 0;

	switch ((brine_dispatch) decoder->dispatch[tag]) {
		case BRINE_DISPATCH_STRING_REF_2:
			return brine_decode_second_byte(decoder, &byte)
				&& brine_decode_string_ref(
					decoder, out, BRINE_STRING_REF_1_COUNT + ((tag - BRINE_TAG_STRING_REF_2) << 8) + byte, at);
		case BRINE_DISPATCH_SHARED_2:
			return brine_decode_second_byte(decoder, &byte)
				&& brine_decode_shared(decoder, out, ((tag - BRINE_TAG_SHARED_2) << 8) + byte, at, at);
		case BRINE_DISPATCH_NULL:
			return true;
		case BRINE_DISPATCH_FALSE:
			ZVAL_FALSE(out);
			return true;
		case BRINE_DISPATCH_TRUE:
			ZVAL_TRUE(out);
			return true;
		case BRINE_DISPATCH_U8:
			return brine_decode_fixed_int(decoder, out, 1, false, at);
		case BRINE_DISPATCH_U16:
			return brine_decode_fixed_int(decoder, out, 2, false, at);
		case BRINE_DISPATCH_U32:
			return brine_decode_fixed_int(decoder, out, 4, false, at);
		case BRINE_DISPATCH_F32:
			return brine_decode_double(decoder, out, 4);
		case BRINE_DISPATCH_F64:
			return brine_decode_double(decoder, out, 8);
		case BRINE_DISPATCH_EMPTY_STRING:
			ZVAL_EMPTY_STRING(out);
			return true;
		case BRINE_DISPATCH_EMPTY_ARRAY:
			ZVAL_EMPTY_ARRAY(out);
			return true;
		case BRINE_DISPATCH_LONG_STRING:
			return brine_decode_long_string(decoder, out);
		case BRINE_DISPATCH_PACKED:
			return brine_decode_packed(decoder, out, tag);
		case BRINE_DISPATCH_DICTIONARY_STRING:
			return brine_decode_dictionary_string(
				decoder, out, tag - BRINE_TAG_STRING_REF_1 - BRINE_OWN_STRING_REF_1_COUNT, at);
		case BRINE_DISPATCH_DICTIONARY_STRING_2:
			return brine_decode_second_byte(decoder, &byte)
				&& brine_decode_dictionary_string(decoder, out,
					((tag - BRINE_TAG_STRING_REF_2) << 8) + byte + BRINE_DICTIONARY_STRING_REF_1_COUNT
						- BRINE_OWN_STRING_REF_2_COUNT,
					at);
		case BRINE_DISPATCH_DICTIONARY_REF:
			return brine_decode_dictionary_ref(decoder, out, tag, at);
		case BRINE_DISPATCH_OUT_OF_LINE:
			return brine_decode_out_of_line(decoder, out, tag, at);
	}
	ZEND_UNREACHABLE();
}

/* Decodes the next tagged value: scalars and back-references without a call. *out is null. */
static zend_always_inline bool brine_decode_tagged(brine_decoder *decoder, zval *out)
{
	const unsigned char *at = decoder->in.p++;
	unsigned tag = *at;

	/* Frequent values by one comparison each: an indirect jump is usually mispredicted the first time. */
	if (tag - BRINE_TAG_SHORT_STRING < BRINE_SHORT_STRING_MAX) {
		return brine_decode_new_string(decoder, out, tag - BRINE_TAG_SHORT_STRING + 1);
	}
	if (tag < BRINE_TAG_SHORT_STRING) {
		ZVAL_LONG(out, tag - BRINE_TAG_SMALL_INT);
		return true;
	}
	if (tag <= decoder->strings.last_ref_1) {
		return brine_decode_string_ref(decoder, out, tag - BRINE_TAG_STRING_REF_1, at);
	}
	return brine_decode_dispatched(decoder, out, tag, at);
}

/* Decodes any value. */
static zend_always_inline bool brine_decode_in_line(brine_decoder *decoder, zval *out)
{
	ZVAL_NULL(out);
	if (UNEXPECTED(decoder->in.p >= decoder->stop) && UNEXPECTED(!brine_decode_pass_stop(decoder))) {
		return false;
	}
	return brine_decode_tagged(decoder, out);
}

/* Decodes a row's cell in column i. */
static zend_always_inline bool brine_decode_cell(brine_decoder *decoder, brine_cell_source *rows, uint32_t i, zval *out)
{
	brine_column_reader *column = &rows->columns[i];

	if (EXPECTED(column->kind != BRINE_COLUMN_VALUES)) {
		if (EXPECTED(!brine_column_reader_marks(column, rows->row))) {
			brine_column_next(&decoder->in, column, out);
			return true;
		}
		if (column->flag == BRINE_COLUMN_NULLS) {
			ZVAL_NULL(out);
			return true;
		}
	}
	return brine_decode_in_line(decoder, out);
}

/* Decodes value i of an instance of a shape: the next value in the input, or a row's cell. */
static zend_always_inline bool brine_decode_instance_value(
	brine_decoder *decoder, brine_cell_source *rows, uint32_t i, zval *out)
{
	return rows ? brine_decode_cell(decoder, rows, i, out) : brine_decode_in_line(decoder, out);
}

#endif
