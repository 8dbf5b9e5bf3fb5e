/* Encoding of arrays, and of adjacent values. Mirror image of decode/array.c. */
#include "encode/dictionary.h"
#include "encode/heights.h"
#include "encode/keys.h"
#include "encode/value.h"

/* Adds the step to an element that could not be encoded. */
static ZEND_COLD void add_element_to_path(brine_encoder *encoder, const HashTable *array, zval *element)
{
	if (HT_IS_PACKED(array)) {
		brine_path_add_key(&encoder->path, (zend_ulong) (element - array->arPacked), NULL);
	} else {
		brine_path_add_key(&encoder->path, ((Bucket *) element)->h, ((Bucket *) element)->key);
	}
}

static zend_always_inline bool encode_elements(brine_encoder *encoder, HashTable *array)
{
	bool is_packed = HT_IS_PACKED(array);
	zval *first = is_packed ? array->arPacked : &array->arData->val;
	zval *failed = brine_encode_values(encoder, first, is_packed ? sizeof(zval) : sizeof(Bucket), array->nNumUsed);

	if (EXPECTED(!failed)) {
		return true;
	}
	add_element_to_path(encoder, array, failed);
	return false;
}

/* The array to write, and its form: LIST, without holes, or MAP. */
static zend_always_inline HashTable *normalize(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	*form = BRINE_ARRAY_MAP;
	if (HT_IS_PACKED(array)) {
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			return brine_encode_copy_without_holes(encoder, array, false);
		}
		*form = BRINE_ARRAY_LIST;
	} else if (brine_map_is_list(array)) {
		*form = BRINE_ARRAY_LIST;
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			return brine_encode_copy_without_holes(encoder, array, true);
		}
	}
	return array;
}

/* Writes an array's elements and its transcript; it must not be empty. */
static zend_always_inline bool encode_array_body(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	array = normalize(encoder, array, form);
	if (zend_hash_num_elements(array) >= BRINE_TABLE_MIN) {
		if (UNEXPECTED(!brine_encode_if_table(encoder, array, form))
			|| (*form == BRINE_ARRAY_LIST && UNEXPECTED(!brine_encode_if_run(encoder, array, form)))) {
			return false;
		}
	}
	if (*form == BRINE_ARRAY_LIST) {
		brine_encode_list_head(encoder, zend_hash_num_elements(array));
	} else if (*form == BRINE_ARRAY_MAP) {
		brine_encode_map_head(encoder, array);
	} else {
		return true;
	}
	return encode_elements(encoder, array);
}

static zend_always_inline void encode_shared(brine_encoder *encoder, uint32_t number)
{
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_shared(encoder, number);
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
}

/*
 * Closes pure array `number`, whose output begins at `start`. If it equals an earlier one, a reference replaces the
 * output; its inner arrays were then found too, so no other number is taken back.
 */
static uint32_t close_pure_array(
	brine_encoder *encoder, size_t start, uint32_t transcript_start, uint32_t number, brine_array_form form)
{
	uint32_t canonical = number;
	bool found = form == BRINE_ARRAY_PURE_RUN
		? brine_seen_arrays_find_or_add_run(
			&encoder->seen_arrays, encoder->out.start, start, brine_buffer_offset(&encoder->out) - start, &canonical)
		: brine_seen_arrays_find_or_add(&encoder->seen_arrays, transcript_start, &canonical);

	BRINE_ASSERT(canonical <= number && number < encoder->array_count);
	if (found) {
		brine_buffer_truncate(&encoder->out, start);
		encoder->array_count = number;
		encode_shared(encoder, canonical);
	} else {
		brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
	}
	return canonical;
}

static zend_never_inline bool encode_array_again(brine_encoder *encoder, const brine_identity_entry *earlier)
{
	uint32_t deepest = encoder->depth + earlier->height;

	if (UNEXPECTED(deepest > encoder->max_depth)) {
		return brine_encode_fail_depth(encoder);
	}
	if (deepest > encoder->deepest) {
		encoder->deepest = deepest;
	}
	encoder->seen_arrays.hits++;
	encode_shared(encoder, earlier->number);
	return true;
}

/*
 * Opens an array with several holders: it and its content may appear again. Returns the earlier entry if it was already
 * written, otherwise NULL.
 */
static BRINE_HOT zend_never_inline const brine_identity_entry *open_held_array(
	brine_encoder *encoder, const HashTable *array, brine_open_shared *open)
{
	const brine_identity_entry *earlier;

	if (encoder->depth > 0 && (earlier = brine_identity_find(&encoder->arrays, array))) {
		return earlier;
	}
	*open = (brine_open_shared){array, encoder->open_shared, encoder->in_shared_array};
	encoder->open_shared = open;
	encoder->in_shared_array |= encoder->depth > 0;
	return NULL;
}

static zend_always_inline void close_held_array(brine_encoder *encoder, const brine_open_shared *open)
{
	encoder->in_shared_array = open->outer_in_shared_array;
	encoder->open_shared = open->outer;
}

/* Closes an inner array, pure or not. */
static zend_always_inline bool close_array(brine_encoder *encoder, HashTable *array, bool is_held, bool is_pure,
	size_t start, uint32_t transcript_start, uint32_t number, brine_array_form form)
{
	uint32_t levels_inside = encoder->deepest - encoder->depth;

	if (UNEXPECTED(!is_pure)) {
		encoder->seen_arrays.open_count = transcript_start;
		return brine_encode_close_impure_array(encoder);
	}
	encoder->cycles.highest = MAX(encoder->cycles.highest, levels_inside + 1);
	number = close_pure_array(encoder, start, transcript_start, number, form);
	if (UNEXPECTED(is_held)) {
		brine_identity_add(&encoder->arrays, array, number, levels_inside + 1);
	}
	return true;
}

/*
 * Writes a property table with unset slots from a copy without them. While it is written, the copy has a second holder,
 * so that it is found again by its address.
 */
static zend_never_inline bool encode_without_unset_slots(brine_encoder *encoder, HashTable *array)
{
	zval copy;
	bool success;

	if (brine_encode_is_outermost(encoder, array) && !brine_encode_track_all(encoder)) {
		return false;
	}
	ZVAL_ARR(&copy, brine_encode_copy_slots(encoder, array));
	Z_ADDREF(copy);
	success = brine_encode_value(encoder, &copy);
	Z_DELREF(copy);
	return success;
}

/*
 * Encodes an array that is not empty. In line, so that a nesting level takes one call: processors predict only a
 * limited number of nested returns.
 */
static zend_always_inline bool encode_array(brine_encoder *encoder, HashTable *array)
{
	bool is_held = GC_REFCOUNT(array) > encoder->max_unshared;
	size_t start = brine_buffer_offset(&encoder->out);
	uint32_t transcript_start = encoder->seen_arrays.open_count;
	uint32_t number = encoder->array_count;
	uint32_t identity_count = encoder->identity_count;
	uint32_t outer_deepest = encoder->deepest;
	const brine_identity_entry *earlier;
	brine_open_shared open;
	brine_array_form form;
	bool success;

	if (UNEXPECTED(is_held)) {
		/* Property tables come here, too: their objects hold them. */
		if (UNEXPECTED(brine_may_have_unset_slots(array))) {
			return encode_without_unset_slots(encoder, array);
		}
		if (encoder->dictionary) {
			if (brine_encode_dictionary_array(encoder, array)) {
				return true;
			}
			number = encoder->array_count;
			is_held = GC_REFCOUNT(array) > 1;
		}
		if (brine_encode_is_outermost(encoder, array) && !brine_encode_track_all(encoder)) {
			return false;
		}
		if (is_held && (earlier = open_held_array(encoder, array, &open))) {
			return encode_array_again(encoder, earlier);
		}
	}
	success = brine_encode_enter(encoder);
	if (EXPECTED(success)) {
		/* The extra reference protects the array from hooks that change or release it. */
		GC_TRY_ADDREF(array);
		encoder->array_count = number + 1;
		encoder->deepest = encoder->depth;
		success = encode_array_body(encoder, array, &form);
		/* Nothing can refer to the outermost array after it ends. */
		if (EXPECTED(success && encoder->depth > 1)) {
			success = close_array(encoder, array, is_held, encoder->identity_count == identity_count, start,
				transcript_start, number, form);
		}
		encoder->deepest = MAX(encoder->deepest, outer_deepest);
		if (EXPECTED(!(GC_FLAGS(array) & GC_IMMUTABLE))) {
			brine_encode_let_go(encoder, (zend_refcounted *) array);
		}
		brine_encode_leave(encoder);
	}
	if (UNEXPECTED(is_held)) {
		close_held_array(encoder, &open);
	}
	return success;
}

BRINE_HOT zval *brine_encode_values(brine_encoder *encoder, zval *value, size_t stride, uint32_t count)
{
	brine_seen_arrays *seen = &encoder->seen_arrays;

	for (; count > 0; value = (zval *) ((char *) value + stride), count--) {
		zend_uchar type = Z_TYPE_P(value);

		brine_reserve(&encoder->out, BRINE_ELEMENT_ROOM);
		brine_seen_arrays_reserve_scalar(seen);
		if (EXPECTED(type == IS_STRING)) {
			brine_seen_arrays_put(seen, brine_encode_string(encoder, Z_STR_P(value), true));
		} else if (type == IS_LONG) {
			brine_put_noted_int(encoder, Z_LVAL_P(value));
		} else if (type == IS_ARRAY) {
			if (zend_hash_num_elements(Z_ARRVAL_P(value)) == 0) {
				brine_put_u8(&encoder->out, BRINE_TAG_EMPTY_ARRAY);
				brine_seen_arrays_put(seen, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_EMPTY_ARRAY));
			} else if (UNEXPECTED(!encode_array(encoder, Z_ARRVAL_P(value)))) {
				return value;
			}
		} else if (type >= IS_NULL && type <= IS_TRUE) {
			brine_put_u8(&encoder->out, BRINE_TAG_NULL + type - IS_NULL);
			brine_seen_arrays_put(seen, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_NULL + type - IS_NULL));
		} else if (type == IS_DOUBLE) {
			uint32_t others = brine_encode_floats(encoder, value, stride, count) - 1;

			value = (zval *) ((char *) value + others * stride);
			count -= others;
		} else if (EXPECTED(type != IS_UNDEF || stride != sizeof(Bucket))
			&& UNEXPECTED(!brine_encode_uncommon(encoder, value))) {
			return value;
		}
	}
	return NULL;
}
