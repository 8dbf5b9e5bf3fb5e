/* Encoding of arrays. decode/array.c is the mirror image. */
#include "encode/heights.h"
#include "encode/keys.h"
#include "encode/value.h"

static bool encode_elements(brine_encoder *encoder, HashTable *array)
{
	bool is_packed = HT_IS_PACKED(array);
	zval *failed = is_packed ? brine_encode_values(encoder, array->arPacked, sizeof(zval), array->nNumUsed)
							 : brine_encode_values(encoder, &array->arData->val, sizeof(Bucket), array->nNumUsed);

	if (EXPECTED(!failed)) {
		return true;
	}
	if (is_packed) {
		brine_path_add_key(&encoder->path, (zend_ulong) (failed - array->arPacked), NULL);
	} else {
		brine_path_add_key(&encoder->path, ((Bucket *) failed)->h, ((Bucket *) failed)->key);
	}
	return false;
}

/* The array as it is to be written, LIST or MAP: a list without holes. */
static zend_always_inline HashTable *sort_out(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	*form = BRINE_ARRAY_MAP;
	if (HT_IS_PACKED(array)) {
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			return brine_encode_packed_to_map(encoder, array);
		}
		*form = BRINE_ARRAY_LIST;
	} else if (brine_map_is_list(array)) {
		*form = BRINE_ARRAY_LIST;
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			return brine_encode_map_to_packed(encoder, array);
		}
	}
	return array;
}

/* Writes an array that has elements, and its transcript. */
static bool encode_array_body(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	array = sort_out(encoder, array, form);
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
	brine_put_shared(&encoder->out, number);
	brine_array_dictionary_note(&encoder->array_dictionary, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
}

/*
 * Closes a pure array that was written from `start` on as array `number`: where an equal one was written before, the output is taken back
 * in favour of a reference. Everything inside an array that is found was found itself, so that no other number needs to be taken back.
 */
static uint32_t close_pure_array(
	brine_encoder *encoder, size_t start, uint32_t transcript_start, uint32_t number, brine_array_form form)
{
	uint32_t canonical = number;
	bool found = form == BRINE_ARRAY_PURE_RUN
		? brine_array_dictionary_find_or_add_run(&encoder->array_dictionary, encoder->out.start, start,
			brine_buffer_offset(&encoder->out) - start, &canonical)
		: brine_array_dictionary_find_or_add(&encoder->array_dictionary, transcript_start, &canonical);

	if (found) {
		brine_buffer_truncate(&encoder->out, start);
		encoder->array_count = number;
		encode_shared(encoder, canonical);
	} else {
		brine_array_dictionary_note(&encoder->array_dictionary, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
	}
	return canonical;
}

/* Encodes an array, but for what is only so of one that more than one place holds. */
static zend_never_inline bool encode_array(brine_encoder *encoder, HashTable *array, bool held_elsewhere)
{
	size_t start = brine_buffer_offset(&encoder->out);
	uint32_t transcript_start = encoder->array_dictionary.open_count;
	uint32_t number = encoder->array_count;
	uint32_t impurities = encoder->impurities;
	uint32_t outer_deepest = encoder->deepest;
	brine_array_form form;
	bool success;

	if (UNEXPECTED(!brine_encode_enter(encoder))) {
		return false;
	}
	/* A hook may drop or change the array: held by one more, it stays as it is. */
	GC_TRY_ADDREF(array);
	encoder->array_count = number + 1;
	encoder->deepest = encoder->depth;
	success = encode_array_body(encoder, array, &form);
	/* Nothing comes after the outermost array. */
	if (EXPECTED(success && encoder->depth > 1)) {
		if (EXPECTED(encoder->impurities == impurities)) {
			uint32_t levels_inside = encoder->deepest - encoder->depth;

			if (UNEXPECTED(levels_inside >= encoder->cycles.highest)) {
				encoder->cycles.highest = levels_inside + 1;
			}
			number = close_pure_array(encoder, start, transcript_start, number, form);
			if (held_elsewhere) {
				brine_identity_add(&encoder->arrays, array, number, levels_inside + 1);
			}
		} else {
			encoder->array_dictionary.open_count = transcript_start;
			success = brine_encode_close_impure_array(encoder);
		}
	}
	if (outer_deepest > encoder->deepest) {
		encoder->deepest = outer_deepest;
	}
	if (EXPECTED(!(GC_FLAGS(array) & GC_IMMUTABLE))) {
		brine_encode_let_go(encoder, (zend_refcounted *) array);
	}
	brine_encode_leave(encoder);
	return success;
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
	encoder->array_dictionary.hits++;
	encode_shared(encoder, earlier->number);
	return true;
}

/* An array that more than one place holds can be met again; so can what is in it. */
static zend_never_inline bool encode_held_array(brine_encoder *encoder, HashTable *array)
{
	bool held_elsewhere = encoder->depth > 0;
	bool outer_in_shared_array = encoder->in_shared_array;
	brine_open_shared open = {array, encoder->open_shared};
	const brine_identity_entry *earlier;
	bool success;

	if (held_elsewhere && (earlier = brine_identity_find(&encoder->arrays, array))) {
		return encode_array_again(encoder, earlier);
	}
	encoder->open_shared = &open;
	encoder->in_shared_array = outer_in_shared_array || held_elsewhere;
	success = encode_array(encoder, array, held_elsewhere);
	encoder->in_shared_array = outer_in_shared_array;
	encoder->open_shared = open.outer;
	return success;
}

bool brine_encode_array(brine_encoder *encoder, HashTable *array)
{
	BRINE_ASSERT(zend_hash_num_elements(array) > 0);
	return UNEXPECTED(GC_REFCOUNT(array) > 1) ? encode_held_array(encoder, array) : encode_array(encoder, array, false);
}
