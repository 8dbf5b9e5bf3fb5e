#include "decode/dictionary.h"
#include "decode/array.h"
#include "decode/class.h"
#include "decode/layout.h"
#include "decode/object.h"
#include "decode/value.h"
#include "format/dictionary.h"

void brine_decode_start_numbers(brine_decoder *decoder)
{
	brine_string_registry_start(&decoder->strings);
	decoder->dispatch = brine_dispatch_by_tag;
}

bool brine_decode_use_dictionary(brine_decoder *decoder)
{
	const unsigned char *id = decoder->in.p;
	const brine_dictionary *dictionary;

	if (brine_cursor_left(&decoder->in) < BRINE_DICTIONARY_ID_SIZE) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, id);
	}
	dictionary = brine_dictionary_find(id);
	if (!dictionary) {
		return brine_decode_fail_with(
			decoder, BRINE_ERR_UNKNOWN_DICTIONARY, id, brine_unknown_dictionary_message(id, BRINE_DICTIONARY_ID_SIZE));
	}
	decoder->in.p += BRINE_DICTIONARY_ID_SIZE;
	decoder->strings.last_ref_1 = BRINE_TAG_STRING_REF_1 + BRINE_OWN_STRING_REF_1_COUNT - 1;
	decoder->strings.last_ref_2 = 0;
	decoder->strings.dictionary = dictionary;
	decoder->dispatch = brine_dispatch_with_dictionary;
	if (decoder->dictionary_place_capacity < dictionary->shape_count) {
		/* The old places are all 0, and so are the new ones. */
		pefree(decoder->dictionary_places, 1);
		decoder->dictionary_places = pecalloc(dictionary->shape_count, sizeof(*decoder->dictionary_places), 1);
		decoder->dictionary_place_capacity = dictionary->shape_count;
	}
	return true;
}

void brine_decode_end_dictionary(brine_decoder *decoder)
{
	for (uint32_t i = 0; i < decoder->dictionary_shape_count; i++) {
		decoder->dictionary_places[decoder->dictionary_shapes[i].entry] = 0;
	}
	decoder->dictionary_shape_count = 0;
	brine_decode_start_numbers(decoder);
}

bool brine_decode_dictionary_string_ref(brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at)
{
	uint32_t count = decoder->strings.dictionary->string_count;

	return number < count ? brine_decode_dictionary_string(decoder, out, (uint32_t) number, at)
						  : brine_decode_string_ref(decoder, out, number - count, at);
}

/* Like brine_decode_shared(), for an array without refcounting. */
static bool dictionary_array(
	brine_decoder *decoder, zval *out, uint32_t entry_number, const unsigned char *at, const unsigned char *number_at)
{
	const brine_dictionary *dictionary = decoder->strings.dictionary;
	const brine_registered_array *entry;

	if (UNEXPECTED(entry_number >= dictionary->array_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_ARRAY, number_at);
	}
	entry = &dictionary->arrays[entry_number];
	if (UNEXPECTED(!brine_decode_count_again(decoder, entry, at))) {
		return false;
	}
	if (entry->height > decoder->cycles.highest) {
		decoder->cycles.highest = entry->height;
	}
	ZVAL_ARR(out, entry->array);
	Z_TYPE_INFO_P(out) = IS_ARRAY;
	return true;
}

bool brine_decode_dictionary_shared(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at)
{
	uint32_t count = decoder->strings.dictionary->array_count;

	return number < count ? dictionary_array(decoder, out, (uint32_t) number, at, number_at)
						  : brine_decode_shared(decoder, out, number - count, at, number_at);
}

/* Prepares an object's shape from the shape cache, or from its class and names. */
static bool use_object(
	brine_decoder *decoder, const brine_dictionary_shape *source, brine_decoded_shape *shape, const unsigned char *at)
{
	brine_named_class class_reference;
	bool success;

	decoder->definition.kind = BRINE_SHAPE_OBJECT;
	decoder->definition.hash = source->mark_hash;
	decoder->definition.count = source->count;
	decoder->definition.start = source->mark;
	decoder->definition.end = source->mark + sizeof(source->mark);
	decoder->definition.named_string_count = 0;
	if (!decoder->allowed_classes && brine_decode_find_head(decoder, shape, at)) {
		return brine_decode_check_layout(decoder, shape, at);
	}
	if (UNEXPECTED(decoder->error != BRINE_OK
			|| !brine_decode_named_class(decoder, source->keys[0].key, &class_reference, at)
			|| !brine_decode_prepare_class(decoder, class_reference.ce, at))) {
		return false;
	}
	*shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ce = class_reference.ce,
		.class_name = class_reference.name,
		.incomplete = class_reference.incomplete,
	};
	success = brine_decode_names(decoder, shape, source->count, source->keys + 1, at);
	if (EXPECTED(success && !decoder->allowed_classes)) {
		brine_decode_keep_head(decoder, shape, decoder->strings.count);
	}
	return success && brine_decode_check_layout(decoder, shape, at);
}

static bool use_shape(
	brine_decoder *decoder, const brine_dictionary_shape *source, brine_decoded_shape *shape, const unsigned char *at)
{
	brine_named_class class_reference;

	switch (source->kind) {
		case BRINE_SHAPE_MAP:
			shape->layout = (zend_array *) source->layout;
			shape->count = source->count;
			shape->ready = true;
			return true;
		case BRINE_SHAPE_OBJECT:
			return use_object(decoder, source, shape, at);
		default:
			return brine_decode_named_class(decoder, source->keys[0].key, &class_reference, at)
				&& brine_decode_custom_shape(decoder, shape, &class_reference, at);
	}
}

bool brine_decode_take_up_shape(brine_decoder *decoder, uint32_t entry, uint64_t *place, const unsigned char *at)
{
	const brine_dictionary_shape *source = &decoder->strings.dictionary->shapes[entry];
	uint32_t number = brine_decode_new_shape(decoder, source->kind, at);

	if (UNEXPECTED(number == BRINE_MAX_NUMBERS)) {
		return false;
	}
	BRINE_GROWABLE_ENSURE(
		decoder->dictionary_shapes, decoder->dictionary_shape_capacity, decoder->dictionary_shape_count);
	decoder->dictionary_shapes[decoder->dictionary_shape_count] =
		(brine_seen_dictionary_shape){entry, number - decoder->dictionary_shape_count};
	decoder->dictionary_shape_count++;
	decoder->dictionary_places[entry] = number + 1;
	*place = number;
	return use_shape(decoder, source, &decoder->shapes[number], at);
}

static zend_always_inline bool place_of_dictionary_shape(
	brine_decoder *decoder, uint32_t entry, uint64_t *place, const unsigned char *at)
{
	if (UNEXPECTED(entry >= decoder->strings.dictionary->shape_count)) {
		*place = UINT64_MAX;
		return true;
	}
	if (EXPECTED(decoder->dictionary_places[entry] > 0)) {
		*place = decoder->dictionary_places[entry] - 1;
		return true;
	}
	return brine_decode_take_up_shape(decoder, entry, place, at);
}

/*
 * The place of one of the payload's own shapes, which is shifted by the dictionary shapes used before it was defined.
 */
static uint64_t place_of_own(const brine_decoder *decoder, uint64_t number)
{
	uint32_t low = 0, high = decoder->dictionary_shape_count;

	if (number >= decoder->shape_count) {
		return UINT64_MAX;
	}
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (decoder->dictionary_shapes[middle].own_before <= number) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return number + low;
}

bool brine_decode_dictionary_shape_ref(brine_decoder *decoder, uint64_t *number, const unsigned char *at)
{
	uint32_t count = decoder->strings.dictionary->shape_count;

	if (*number < count) {
		return place_of_dictionary_shape(decoder, (uint32_t) *number, number, at);
	}
	*number = place_of_own(decoder, *number - count);
	return true;
}

bool brine_decode_dictionary_shaped_1(brine_decoder *decoder, uint64_t *number, const unsigned char *at)
{
	if (*number >= BRINE_OWN_SHAPED_1_COUNT) {
		return place_of_dictionary_shape(decoder, (uint32_t) *number - BRINE_OWN_SHAPED_1_COUNT, number, at);
	}
	*number = place_of_own(decoder, *number);
	return true;
}

/*
 * A dictionary shape. A map's keys are ready in the dictionary; an object's shape has a place among the payload's own
 * shapes.
 */
static zend_always_inline bool dictionary_shaped(
	brine_decoder *decoder, zval *out, uint32_t entry, const unsigned char *at, const unsigned char *number_at)
{
	const brine_dictionary_shape *source = &decoder->strings.dictionary->shapes[entry];
	uint64_t place;

	if (EXPECTED(source->kind == BRINE_SHAPE_MAP)) {
		return brine_decode_map_instance(decoder, out, source->layout, source->count, at);
	}
	return place_of_dictionary_shape(decoder, entry, &place, at)
		&& brine_decode_shaped(decoder, out, place, at, number_at);
}

bool brine_decode_dictionary_shaped(
	brine_decoder *decoder, zval *out, uint64_t number, const unsigned char *at, const unsigned char *number_at)
{
	uint32_t count = decoder->strings.dictionary->shape_count;

	return number < count ? dictionary_shaped(decoder, out, (uint32_t) number, at, number_at)
						  : brine_decode_shaped(decoder, out, place_of_own(decoder, number - count), at, number_at);
}

static zend_always_inline bool dictionary_shaped_1(
	brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	uint32_t entry = number - BRINE_OWN_SHAPED_1_COUNT;

	if (UNEXPECTED(number < BRINE_OWN_SHAPED_1_COUNT)) {
		return brine_decode_shaped(decoder, out, place_of_own(decoder, number), at, at);
	}
	if (UNEXPECTED(entry >= decoder->strings.dictionary->shape_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_SHAPE, at);
	}
	return dictionary_shaped(decoder, out, entry, at, at);
}

BRINE_HOT bool brine_decode_dictionary_ref(brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at)
{
	brine_split_number split;
	unsigned byte = 0;

	if (tag - BRINE_TAG_SHAPED_1 < BRINE_SHAPED_1_COUNT) {
		return dictionary_shaped_1(decoder, out, tag - BRINE_TAG_SHAPED_1, at);
	}
	if (tag >= BRINE_TAG_STRING_REF_2 && UNEXPECTED(!brine_decode_second_byte(decoder, &byte))) {
		return false;
	}
	if (tag >= BRINE_TAG_SHARED_2) {
		return dictionary_array(
			decoder, out, ((tag - BRINE_TAG_SHARED_2) << 8) + byte - BRINE_OWN_SHARED_2_COUNT, at, at);
	}
	split = brine_split_string_ref(tag, byte);
	return split.is_from_dictionary ? brine_decode_dictionary_string(decoder, out, split.number, at)
									: brine_decode_string_ref(decoder, out, split.number, at);
}
