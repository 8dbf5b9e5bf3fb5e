/* Reading of igbinary's values. In line where a value takes fewer instructions than a call. */
#ifndef BRINE_IGBINARY_READ_H
#define BRINE_IGBINARY_READ_H

#include "decode/limits.h"
#include "igbinary/state.h"

#define BRINE_IGBINARY_NULL 0x00
#define BRINE_IGBINARY_AGAIN_8 0x01
#define BRINE_IGBINARY_FALSE 0x04
#define BRINE_IGBINARY_TRUE 0x05
#define BRINE_IGBINARY_LONG_8 0x06
#define BRINE_IGBINARY_LONG_16 0x08
#define BRINE_IGBINARY_LONG_32 0x0A
#define BRINE_IGBINARY_NEGATIVE_32 0x0B
#define BRINE_IGBINARY_DOUBLE 0x0C
#define BRINE_IGBINARY_EMPTY_STRING 0x0D
#define BRINE_IGBINARY_STRING_AGAIN_8 0x0E
#define BRINE_IGBINARY_STRING_AGAIN_16 0x0F
#define BRINE_IGBINARY_STRING_AGAIN_32 0x10
#define BRINE_IGBINARY_STRING_8 0x11
#define BRINE_IGBINARY_STRING_16 0x12
#define BRINE_IGBINARY_STRING_32 0x13
#define BRINE_IGBINARY_ARRAY_8 0x14
#define BRINE_IGBINARY_ARRAY_16 0x15
#define BRINE_IGBINARY_ARRAY_32 0x16
#define BRINE_IGBINARY_OBJECT_8 0x17
#define BRINE_IGBINARY_OBJECT_32 0x19
#define BRINE_IGBINARY_OBJECT_AGAIN_8 0x1A
#define BRINE_IGBINARY_OBJECT_AGAIN_32 0x1C
#define BRINE_IGBINARY_STRING_FORM_8 0x1D
#define BRINE_IGBINARY_STRING_FORM_32 0x1F
#define BRINE_IGBINARY_LONG_64 0x20
#define BRINE_IGBINARY_NEGATIVE_64 0x21
#define BRINE_IGBINARY_REFERENCE_TYPE 0x25
#define BRINE_IGBINARY_STRING_64 0x26
#define BRINE_IGBINARY_ENUM 0x27

/* A key in its frequent form and the head of its value take at most this many bytes together. */
#define BRINE_IGBINARY_HEADS 8

/*
 * Each reads a value into *out, leaving u2 untouched; on failure *out can be destroyed. `at` is the type, already read.
 * Only read_element accepts a PHP reference.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_value(brine_decoder *decoder, zval *out);
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_element(brine_decoder *decoder, zval *out);
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_array(
	brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_object(
	brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_reference(brine_decoder *decoder, zval *out, const unsigned char *at);
/*
 * Gives an earlier value again, by its number, which read_again reads first. Outside of elements it is never an array
 * inside itself.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_again(
	brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_give_again(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at);

/*
 * Reads `count` elements, at least one, into *array, a new array that the caller owns; *array is set before the first
 * element is read.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_elements(
	brine_decoder *decoder, zend_array **array, uint32_t count, const unsigned char *at);
/* The same for a map; with `are_names` the keys are property names, and integers become strings. */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_map(
	brine_decoder *decoder, zend_array **map, uint32_t count, bool are_names, const unsigned char *at);
/*
 * Appends `count` elements to the map, which has room for them. Pass `distinct` if the keys so far are known to differ,
 * and `of_incomplete` for the properties of an incomplete object, which already has the name of its class.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_map_elements(brine_decoder *decoder, HashTable *map, uint32_t count,
	bool are_names, bool distinct, bool of_incomplete, const unsigned char *at);
/* Lets the last of equal keys win, in the first one's place; what it replaces lives until the decode ends. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_merge_keys(
	brine_decoder *decoder, HashTable *map, const unsigned char *at);

/*
 * Reads a string whose type, from STRING_AGAIN_8 to STRING_32 or STRING_64, was read at `at`; *number becomes its own.
 * Its hash is computed. With is_data it does not get into the key cache. The caller owns a reference; NULL after an
 * error.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_igbinary_read_key(
	brine_decoder *decoder, unsigned type, const unsigned char *at, uint32_t *number, bool is_data);

static zend_always_inline bool brine_igbinary_is_string(unsigned type)
{
	return (type >= BRINE_IGBINARY_STRING_AGAIN_8 && type <= BRINE_IGBINARY_STRING_32)
		|| type == BRINE_IGBINARY_STRING_64;
}

/*
 * Finds the class that the string with this number names, at its first use. `at` is the position of the name. NULL
 * after an error.
 */
ZEND_ATTRIBUTE_NONNULL brine_igbinary_class *brine_igbinary_find_class(
	brine_decoder *decoder, uint32_t number, const unsigned char *at);

/* Called at the stop or after it: charges strings, and checks that numbers remain. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_pass_stop(brine_decoder *decoder);

static zend_always_inline brine_igbinary_reader *brine_igbinary_of(const brine_decoder *decoder)
{
	return (brine_igbinary_reader *) decoder->foreign;
}

/* Reads an unsigned number of `size` bytes, a power of two up to 8. */
static zend_always_inline bool brine_igbinary_number(brine_decoder *decoder, uint64_t *number, unsigned size)
{
	const unsigned char *p = decoder->in.p;

	if (UNEXPECTED(brine_cursor_left(&decoder->in) < size)) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, p);
		return false;
	}
	decoder->in.p += size;
	*number = size == 1 ? *p : size == 2 ? brine_load_be(p, 2) : size == 4 ? brine_load_be(p, 4) : brine_load_be(p, 8);
	return true;
}

static zend_always_inline bool brine_igbinary_is_integer(unsigned type)
{
	return (type >= BRINE_IGBINARY_LONG_8 && type <= BRINE_IGBINARY_NEGATIVE_32) || type == BRINE_IGBINARY_LONG_64
		|| type == BRINE_IGBINARY_NEGATIVE_64;
}

/* Reads an integer whose type was read at `at`. */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_read_integer(
	brine_decoder *decoder, zend_long *integer, unsigned type, const unsigned char *at);

/* Assigns the next number to a value, whose fields the caller sets. It moves when further values come. */
static zend_always_inline brine_igbinary_value *brine_igbinary_new_value(brine_igbinary_reader *reader)
{
	if (UNEXPECTED(reader->count == reader->capacity)) {
		brine_igbinary_value *more = safe_emalloc(reader->capacity, 2 * sizeof(*more), 0);

		memcpy(more, reader->values, reader->count * sizeof(*more));
		if (reader->values != reader->first_values) {
			efree(reader->values);
		}
		reader->values = more;
		reader->capacity *= 2;
	}
	return &reader->values[reader->count++];
}

/* Assigns the next number to an object or reference that has this number in the decoder's list. */
static zend_always_inline void brine_igbinary_number_node(
	brine_igbinary_reader *reader, brine_igbinary_kind kind, uint32_t index)
{
	brine_igbinary_value *value = brine_igbinary_new_value(reader);

	value->kind = kind;
	value->index = index;
	value->reference = reader->pending_reference;
	reader->pending_reference = 0;
}

/* Creates a string of the next `size` bytes, which must exist, and gives it the next number. */
static zend_always_inline void brine_igbinary_new_string(brine_decoder *decoder, zval *out, size_t size)
{
	const char *bytes = (const char *) decoder->in.p;
	zend_string *string;

	if (UNEXPECTED(size < 2)) {
		string = size == 1 ? ZSTR_CHAR((unsigned char) *bytes) : ZSTR_EMPTY_ALLOC();
		ZVAL_INTERNED_STR(out, string);
	} else {
		string = zend_string_alloc(size, 0);
		if (EXPECTED(size <= BRINE_WORDS_MAX && brine_cursor_left(&decoder->in) >= 8 && BRINE_STRINGS_HAVE_WORDS)) {
			brine_copy_words(ZSTR_VAL(string), bytes, size);
		} else {
			memcpy(ZSTR_VAL(string), bytes, size);
		}
		ZSTR_VAL(string)[size] = '\0';
		ZVAL_NEW_STR(out, string);
	}
	decoder->in.p += size;
	brine_string_registry_add(&decoder->strings, string);
}

/* Reads the element at p, where at least three bytes are left. */
static zend_always_inline bool brine_igbinary_element_at(brine_decoder *decoder, const unsigned char *p, zval *out)
{
	unsigned type = p[0], byte = p[1];

	if (type == BRINE_IGBINARY_STRING_8) {
		decoder->in.p = p + 2;
		if (UNEXPECTED((size_t) (decoder->in.end - p - 2) < byte)) {
			ZVAL_NULL(out);
			return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, p + 2);
		}
		brine_igbinary_new_string(decoder, out, byte);
		return true;
	}
	if (type == BRINE_IGBINARY_STRING_AGAIN_8 && EXPECTED(byte < decoder->strings.count)) {
		decoder->in.p = p + 2;
		ZVAL_STR_COPY(out, decoder->strings.items[byte]);
		return true;
	}
	if (type == BRINE_IGBINARY_LONG_8) {
		decoder->in.p = p + 2;
		ZVAL_LONG(out, byte);
		return true;
	}
	if (type == BRINE_IGBINARY_ARRAY_8) {
		decoder->in.p = p + 1;
		ZVAL_NULL(out);
		return brine_igbinary_read_array(decoder, out, type, p);
	}
	if (type == BRINE_IGBINARY_AGAIN_8) {
		decoder->in.p = p + 2;
		ZVAL_NULL(out);
		return brine_igbinary_give_again(decoder, out, byte, p);
	}
	if (type == BRINE_IGBINARY_NULL || type == BRINE_IGBINARY_FALSE || type == BRINE_IGBINARY_TRUE) {
		decoder->in.p = p + 1;
		/* The types of PHP have the same order. */
		Z_TYPE_INFO_P(out) = type == BRINE_IGBINARY_NULL ? IS_NULL : type - BRINE_IGBINARY_FALSE + IS_FALSE;
		return true;
	}
	decoder->in.p = p;
	return brine_igbinary_read_element(decoder, out);
}

/* Reads the next element. */
static zend_always_inline bool brine_igbinary_next_element(brine_decoder *decoder, zval *out)
{
	return EXPECTED(decoder->stop - decoder->in.p >= 3) ? brine_igbinary_element_at(decoder, decoder->in.p, out)
														: brine_igbinary_read_element(decoder, out);
}

/* Called before a key: charges the strings that were read since the last stop, if the next one is reached. */
static zend_always_inline bool brine_igbinary_begin_element(brine_decoder *decoder)
{
	return EXPECTED(decoder->in.p < decoder->stop) || brine_igbinary_pass_stop(decoder);
}

/* Reads the number of elements or properties, each of which takes at least a byte. */
static zend_always_inline bool brine_igbinary_count(brine_decoder *decoder, uint32_t *count, unsigned type)
{
	const unsigned char *at = decoder->in.p;
	uint64_t value;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &value,
			type == BRINE_IGBINARY_ARRAY_8        ? 1
				: type == BRINE_IGBINARY_ARRAY_16 ? 2
												  : 4))) {
		return false;
	}
	if (UNEXPECTED(value > brine_cursor_left(&decoder->in) || value > BRINE_MAX_ELEMENTS_OF_ARRAY)) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
		return false;
	}
	*count = (uint32_t) value;
	return true;
}

static zend_always_inline uint16_t brine_igbinary_load_token(const unsigned char *p)
{
	uint16_t token;

	memcpy(&token, p, sizeof(token));
	return token;
}

/* The token of a string with this number. */
static zend_always_inline uint32_t brine_igbinary_token(uint32_t number)
{
	const unsigned char bytes[2] = {BRINE_IGBINARY_STRING_AGAIN_8, (unsigned char) number};

	return number <= UINT8_MAX ? brine_igbinary_load_token(bytes) : BRINE_IGBINARY_NO_TOKEN;
}

/* True if a back-reference to exactly this string comes next, which is then read. */
static zend_always_inline bool brine_igbinary_take_string(brine_decoder *decoder, const zend_string *string)
{
	const unsigned char *p = decoder->in.p;
	uint32_t number, size;

	if (UNEXPECTED(brine_cursor_left(&decoder->in) < 3)) {
		return false;
	}
	if (EXPECTED(p[0] == BRINE_IGBINARY_STRING_AGAIN_8)) {
		number = p[1];
		size = 2;
	} else if (p[0] == BRINE_IGBINARY_STRING_AGAIN_16) {
		number = (uint32_t) brine_load_be(p + 1, 2);
		size = 3;
	} else {
		return false;
	}
	if (UNEXPECTED(number >= decoder->strings.count || decoder->strings.items[number] != string)) {
		return false;
	}
	decoder->in.p += size;
	return true;
}

#endif
