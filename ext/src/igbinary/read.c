/*
 * Reads igbinary's format: scalars, strings, and the payload as a whole. Bytes that src/Igbinary/ refuses are refused
 * for the same reason.
 */
#include "decode/decoder.h"
#include "decode/refuse.h"
#include "igbinary/codec.h"
#include "igbinary/read.h"

static bool read_string(brine_decoder *decoder, zval *out, unsigned bytes)
{
	uint64_t size;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &size, bytes))) {
		return false;
	}
	if (UNEXPECTED(size > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	brine_igbinary_new_string(decoder, out, (size_t) size);
	return true;
}

static bool read_string_again(brine_decoder *decoder, zval *out, unsigned bytes, const unsigned char *at)
{
	uint64_t number;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &number, bytes))) {
		return false;
	}
	if (UNEXPECTED(number >= decoder->strings.count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_STRING, at);
	}
	ZVAL_STR_COPY(out, decoder->strings.items[number]);
	return true;
}

bool brine_igbinary_read_integer(brine_decoder *decoder, zend_long *integer, unsigned type, const unsigned char *at)
{
	bool is_negative = type & 1;
	unsigned size = type >= BRINE_IGBINARY_LONG_64 ? 8
		: type < BRINE_IGBINARY_LONG_16            ? 1
		: type < BRINE_IGBINARY_LONG_32            ? 2
												   : 4;
	uint64_t number;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &number, size))) {
		return false;
	}
	if (UNEXPECTED(number > (uint64_t) ZEND_LONG_MAX + is_negative)) {
		brine_decode_fail(decoder, BRINE_ERR_OUT_OF_RANGE, at);
		return false;
	}
	*integer = (zend_long) (is_negative ? 0 - number : number);
	return true;
}

static bool read_double(brine_decoder *decoder, zval *out)
{
	uint64_t bits;
	double value;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &bits, 8))) {
		return false;
	}
	memcpy(&value, &bits, sizeof(value));
	ZVAL_DOUBLE(out, value);
	return true;
}

static bool read_long(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	zend_long integer;

	if (UNEXPECTED(!brine_igbinary_read_integer(decoder, &integer, type, at))) {
		return false;
	}
	ZVAL_LONG(out, integer);
	return true;
}

/* Reads a value whose type, read at `at`, is rare. *out is null. */
static bool read_rare(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	if (brine_igbinary_is_integer(type)) {
		return read_long(decoder, out, type, at);
	}
	switch (type) {
		case BRINE_IGBINARY_STRING_AGAIN_16:
			return read_string_again(decoder, out, 2, at);
		case BRINE_IGBINARY_STRING_AGAIN_32:
			return read_string_again(decoder, out, 4, at);
		case BRINE_IGBINARY_STRING_16:
			return read_string(decoder, out, 2);
		case BRINE_IGBINARY_STRING_32:
			return read_string(decoder, out, 4);
		case BRINE_IGBINARY_STRING_64:
			return read_string(decoder, out, 8);
		case BRINE_IGBINARY_REFERENCE_TYPE:
			return brine_decode_fail(decoder, BRINE_ERR_MISPLACED_REFERENCE, at);
		default:
			return (type >= 0x01 && type <= 0x03) || (type >= 0x22 && type <= 0x24)
				? brine_igbinary_read_again(decoder, out, type, at)
				: brine_decode_refuse_tag(decoder, at);
	}
}

BRINE_HOT bool brine_igbinary_read_value(brine_decoder *decoder, zval *out)
{
	const unsigned char *at = decoder->in.p;
	unsigned type;

	ZVAL_NULL(out);
	if (UNEXPECTED(at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	type = *at;
	decoder->in.p = at + 1;
	switch (type) {
		case BRINE_IGBINARY_NULL:
			return true;
		case BRINE_IGBINARY_FALSE:
			ZVAL_FALSE(out);
			return true;
		case BRINE_IGBINARY_TRUE:
			ZVAL_TRUE(out);
			return true;
		case BRINE_IGBINARY_LONG_8:
		case BRINE_IGBINARY_LONG_16:
			return read_long(decoder, out, type, at);
		case BRINE_IGBINARY_DOUBLE:
			return read_double(decoder, out);
		case BRINE_IGBINARY_EMPTY_STRING:
			ZVAL_EMPTY_STRING(out);
			return true;
		case BRINE_IGBINARY_STRING_AGAIN_8:
			return read_string_again(decoder, out, 1, at);
		case BRINE_IGBINARY_STRING_8:
			return read_string(decoder, out, 1);
		case BRINE_IGBINARY_ARRAY_8:
		case BRINE_IGBINARY_ARRAY_16:
		case BRINE_IGBINARY_ARRAY_32:
			return brine_igbinary_read_array(decoder, out, type, at);
		default:
			return type >= BRINE_IGBINARY_OBJECT_8 && type <= BRINE_IGBINARY_OBJECT_AGAIN_32
				? brine_igbinary_read_object(decoder, out, type, at)
				: read_rare(decoder, out, type, at);
	}
}

BRINE_HOT bool brine_igbinary_read_element(brine_decoder *decoder, zval *out)
{
	const unsigned char *at = decoder->in.p;

	if (UNEXPECTED(at < decoder->in.end && *at == BRINE_IGBINARY_REFERENCE_TYPE)) {
		ZVAL_NULL(out);
		decoder->in.p++;
		return brine_igbinary_read_reference(decoder, out, at);
	}
	return brine_igbinary_read_value(decoder, out);
}

bool brine_igbinary_pass_stop(brine_decoder *decoder)
{
	if (UNEXPECTED(brine_igbinary_of(decoder)->count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, decoder->in.p);
	}
	return brine_decode_pass_stop(decoder);
}

static ZEND_COLD bool refuse_header(brine_decoder *decoder)
{
	size_t size = brine_cursor_left(&decoder->in);

	if (size == 0) {
		return brine_decode_refuse_empty(decoder);
	}
	if (size < 4 && memcmp(decoder->in.p, "\0\0\0", size) == 0) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.end);
	}
	return brine_decode_fail(decoder, BRINE_ERR_NOT_IGBINARY, decoder->in.p);
}

/*
 * The bounds of cycles assume that an object holds each value that was read for it; a replaced property breaks that.
 * Then the number of all nodes must be a depth that destructors can recurse to.
 */
static bool check_replaced(brine_decoder *decoder)
{
	const brine_cycles *cycles = &decoder->cycles;

	return !cycles->found || !brine_igbinary_of(decoder)->has_replaced
		|| brine_decode_check_height(decoder, cycles->nodes + cycles->highest, decoder->in.start);
}

static void destroy_reader(brine_igbinary_reader *reader)
{
	if (UNEXPECTED(reader->values != reader->first_values)) {
		efree(reader->values);
	}
	for (uint32_t i = 0; i < reader->class_count; i++) {
		if (reader->classes[i]->names) {
			efree(reader->classes[i]->names);
		}
		efree(reader->classes[i]);
	}
	if (reader->classes) {
		efree(reader->classes);
		efree(reader->class_of_string);
	}
}

static BRINE_HOT bool read_payload(brine_decoder *decoder, zval *value)
{
	const unsigned char *p = decoder->in.p;
	brine_igbinary_reader reader;
	bool success;

	ZVAL_NULL(value);
	if (UNEXPECTED(brine_cursor_left(&decoder->in) < 4 || memcmp(p, "\0\0\0", 3) != 0 || (p[3] != 1 && p[3] != 2))) {
		return refuse_header(decoder);
	}
	decoder->in.p += 4;
	memset(&reader, 0, offsetof(brine_igbinary_reader, layouts));
	reader.values = reader.first_values;
	reader.capacity = BRINE_IGBINARY_FIRST_VALUES;
	decoder->foreign = &reader;
	success = brine_igbinary_read_value(decoder, value)
		&& (decoder->in.p == decoder->in.end || brine_decode_fail(decoder, BRINE_ERR_TRAILING_BYTES, decoder->in.p))
		&& check_replaced(decoder);
	decoder->foreign = NULL;
	destroy_reader(&reader);
	return success;
}

zend_result brine_igbinary_decode(zval *result, const char *bytes, size_t size, const brine_decode_options *options)
{
	if (UNEXPECTED(brine_decode_by(result, bytes, size, options, read_payload) != SUCCESS)) {
		return FAILURE;
	}
	/*
	 * As the decoder does for objects: PHP frees temporary results without rooting them, and an array inside itself
	 * would leak.
	 */
	if (Z_TYPE_P(result) == IS_ARRAY && Z_REFCOUNTED_P(result) && UNEXPECTED(Z_REFCOUNT_P(result) > 1)) {
		gc_check_possible_root(Z_COUNTED_P(result));
	}
	return SUCCESS;
}
