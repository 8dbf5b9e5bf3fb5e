/*
 * Back-references to values by their number, and PHP references. An array inside itself is the same array again, as in
 * the value that was written. An object or PHP reference lies between: if there is none, a reference is made.
 */
#include "igbinary/read.h"

/* State outside of a PHP reference. */
typedef struct {
	brine_open_node node;
	uint32_t reach;
} open_reference;

/* Creates a PHP reference, whose value the caller reads; `at` is its type. */
static bool begin_reference(brine_decoder *decoder, zval *out, open_reference *open, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);

	if (UNEXPECTED(!brine_decode_begin_reference(decoder, out, &open->node, at))) {
		return false;
	}
	open->reach = reader->reach;
	reader->open_count++;
	return true;
}

/* Ends a PHP reference whose value is complete, if `success`. */
static bool end_reference(brine_decoder *decoder, const open_reference *open, bool success, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);

	reader->reach = open->reach;
	reader->open_count--;
	return success && brine_decode_close_reference(decoder, &open->node, at);
}

/* Sets *out to an existing PHP reference. */
static bool give_reference(brine_decoder *decoder, zval *out, uint32_t index, const unsigned char *at)
{
	zend_reference *reference = decoder->references[index].reference;

	decoder->identity_count++;
	GC_ADDREF(reference);
	ZVAL_REF(out, reference);
	return brine_decode_again(decoder, decoder->references[index].node, at);
}

/* Sets *out to an array that is still being read. */
static bool give_open_array(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	const brine_igbinary_value *value = &reader->values[number];

	decoder->identity_count++;
	GC_ADDREF(value->array);
	ZVAL_ARR(out, value->array);
	reader->reach = MAX(reader->reach, value->index + 1);
	return brine_decode_again(decoder, value->node, at);
}

/* Sets *out to a complete array; its elements and levels count again. */
static zend_always_inline bool give_array(
	brine_decoder *decoder, zval *out, const brine_igbinary_value *value, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	uint32_t deepest = decoder->depth + value->levels;

	if (UNEXPECTED(value->elements > decoder->elements_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	if (UNEXPECTED(value->levels > decoder->max_depth - decoder->depth)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_DEPTH, at);
	}
	decoder->elements_left -= value->elements;
	reader->nested = MAX(reader->nested, deepest);
	if (UNEXPECTED(value->elements == 0)) {
		ZVAL_EMPTY_ARRAY(out);
	} else {
		GC_ADDREF(value->array);
		ZVAL_ARR(out, value->array);
	}
	if (UNEXPECTED(value->is_impure)) {
		decoder->identity_count++;
		reader->reach = MAX(reader->reach, value->reach);
		return brine_decode_again(decoder, value->node, at);
	}
	decoder->deepest = MAX(decoder->deepest, deepest);
	return true;
}

/* Sets *out to an earlier value, in a place where it does not lie inside itself with only arrays between. */
static bool give_value(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_igbinary_value *value = &brine_igbinary_of(decoder)->values[number];

	switch (value->kind) {
		case BRINE_IGBINARY_OPEN_ARRAY:
			return give_open_array(decoder, out, number, at);
		case BRINE_IGBINARY_ARRAY:
			return give_array(decoder, out, value, at);
		case BRINE_IGBINARY_OBJECT:
			decoder->identity_count++;
			ZVAL_OBJ_COPY(out, decoder->objects[value->index].object);
			return brine_decode_again(decoder, decoder->objects[value->index].node, at);
		case BRINE_IGBINARY_REFERENCE:
			ZVAL_COPY(out, &decoder->references[value->index].reference->val);
			return true;
	}
	ZEND_UNREACHABLE();
}

/*
 * Makes a PHP reference to a value that was read before. Unless `kept` is NULL, *kept (the value's `reference`)
 * becomes its number, plus 1.
 */
static bool refer_to_value(brine_decoder *decoder, zval *out, uint32_t number, uint32_t *kept, const unsigned char *at)
{
	open_reference open;

	if (UNEXPECTED(!begin_reference(decoder, out, &open, at))) {
		return false;
	}
	if (kept) {
		*kept = decoder->reference_count;
	}
	return end_reference(decoder, &open, give_value(decoder, Z_REFVAL_P(out), number, at), at);
}

BRINE_HOT bool brine_igbinary_give_again(brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at)
{
	const brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	const brine_igbinary_value *value;

	if (UNEXPECTED(number >= reader->count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_VALUE, at);
	}
	value = &reader->values[number];
	if (EXPECTED(value->kind == BRINE_IGBINARY_ARRAY && !value->is_impure)) {
		return give_array(decoder, out, value, at);
	}
	if (value->kind == BRINE_IGBINARY_OPEN_ARRAY
			? value->index == reader->open_count
			: value->kind == BRINE_IGBINARY_ARRAY && value->reach > reader->open_count) {
		return refer_to_value(decoder, out, (uint32_t) number, NULL, at);
	}
	return give_value(decoder, out, (uint32_t) number, at);
}

/* Reads the number of a value, in the width of its type. */
static bool read_number(brine_decoder *decoder, uint64_t *number, unsigned type)
{
	unsigned width = type >= 0x22 ? type - 0x22 : type - BRINE_IGBINARY_AGAIN_8;

	return brine_igbinary_number(decoder, number, 1u << width);
}

bool brine_igbinary_read_again(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	uint64_t number;

	return read_number(decoder, &number, type) && brine_igbinary_give_again(decoder, out, number, at);
}

/* A PHP reference to a value that was read before; `at` is the type of the number. */
static bool read_reference_again(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	brine_igbinary_value *value;
	uint64_t number;

	if (UNEXPECTED(!read_number(decoder, &number, type))) {
		return false;
	}
	if (UNEXPECTED(number >= reader->count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_VALUE, at);
	}
	value = &reader->values[number];
	if (value->kind == BRINE_IGBINARY_REFERENCE) {
		return give_reference(decoder, out, value->index, at);
	}
	if (value->reference > 0) {
		return give_reference(decoder, out, value->reference - 1, at);
	}
	return refer_to_value(decoder, out, (uint32_t) number, &value->reference, at);
}

bool brine_igbinary_read_reference(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	open_reference open;
	unsigned type;

	if (UNEXPECTED(decoder->in.p == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	type = *decoder->in.p;
	if ((type >= BRINE_IGBINARY_AGAIN_8 && type <= 0x03) || (type >= 0x22 && type <= 0x24)) {
		decoder->in.p++;
		return read_reference_again(decoder, out, type, decoder->in.p - 1);
	}
	if (UNEXPECTED(!begin_reference(decoder, out, &open, at))) {
		return false;
	}
	if (type >= BRINE_IGBINARY_ARRAY_8 && type <= BRINE_IGBINARY_OBJECT_AGAIN_32) {
		reader->pending_reference = decoder->reference_count;
	} else {
		brine_igbinary_number_node(reader, BRINE_IGBINARY_REFERENCE, decoder->reference_count - 1);
	}
	return end_reference(decoder, &open, brine_igbinary_read_value(decoder, Z_REFVAL_P(out)), at);
}
