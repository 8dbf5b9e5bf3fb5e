#include "encode/keys.h"
#include "encode/dictionary.h"
#include "encode/value.h"

void brine_encode_key(brine_encoder *encoder, zend_ulong h, zend_string *key)
{
	brine_seen_arrays_reserve_scalar(&encoder->seen_arrays);
	if (key) {
		brine_seen_arrays_put(&encoder->seen_arrays, brine_encode_tail(encoder, key, 0));
	} else {
		brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
		brine_put_noted_int(encoder, (zend_long) h);
	}
}

/* Writes a map's keys and copies them to its shape. */
static void encode_keys(brine_encoder *encoder, const HashTable *map, brine_shape_key *keys)
{
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		*keys++ = (brine_shape_key){bucket->h, bucket->key};
		brine_reserve(&encoder->out, BRINE_ELEMENT_ROOM);
		if (EXPECTED(bucket->key)) {
			brine_encode_string(encoder, bucket->key, false);
		} else {
			brine_put_int(&encoder->out, (zend_long) bucket->h);
		}
	}
	ZEND_HASH_FOREACH_END();
}

BRINE_HOT void brine_encode_map_head(brine_encoder *encoder, const HashTable *map)
{
	brine_buffer *out = &encoder->out;
	uint32_t shape;

	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (brine_seen_shapes_find_or_add_map(&encoder->shapes, map, &shape)) {
		brine_put_shaped(encoder, encoder->shapes.entries[shape].number);
	} else if (EXPECTED(!encoder->dictionary) || !brine_encode_dictionary_map(encoder, map, shape)) {
		brine_put_u8(out, BRINE_TAG_MAP);
		brine_put_uv(out, zend_hash_num_elements(map));
		encode_keys(encoder, map, encoder->shapes.keys + encoder->shapes.entries[shape].first_key);
	}
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_MAP, shape));
}

BRINE_HOT void brine_encode_list_head(brine_encoder *encoder, uint32_t count)
{
	brine_buffer *out = &encoder->out;

	BRINE_ASSERT(count > 0);
	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (count <= BRINE_SHORT_LIST_MAX) {
		brine_put_u8(out, BRINE_TAG_SHORT_LIST + count - 1);
	} else {
		brine_put_u8(out, BRINE_TAG_LIST);
		brine_put_uv(out, count);
	}
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_LIST, count));
}

/* Takes over an array's reference and keeps it until the encode ends. */
static void hold_array(brine_encoder *encoder, HashTable *array)
{
	zval held;

	ZVAL_ARR(&held, array);
	brine_encode_hold(encoder, &held);
}

static HashTable *new_copy(HashTable *array, bool packed)
{
	HashTable *copy = zend_new_array(zend_hash_num_elements(array));
	zend_ulong h;
	zend_string *key;
	zval *value;

	/* The elements belong to the original array. */
	copy->pDestructor = NULL;
	if (packed) {
		zend_hash_real_init_packed(copy);
	} else {
		zend_hash_real_init_mixed(copy);
	}
	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		if (key) {
			zend_hash_add_new(copy, key, value);
		} else {
			zend_hash_index_add_new(copy, h, value);
		}
	}
	ZEND_HASH_FOREACH_END();
	return copy;
}

/*
 * Holds the copy of an array, and the array, so that the copy is found by its address. `known` is the array's entry, or
 * NULL.
 */
static void keep_copy(brine_encoder *encoder, HashTable *array, HashTable *copy, const brine_identity_entry *known)
{
	hold_array(encoder, copy);
	if (known) {
		brine_identity_renumber(&encoder->rows, array, encoder->held_count);
	} else {
		brine_identity_add(&encoder->rows, array, encoder->held_count, 0);
	}
	if (!(GC_FLAGS(array) & GC_IMMUTABLE)) {
		GC_ADDREF(array);
		hold_array(encoder, array);
	}
}

HashTable *brine_encode_copy_slots(brine_encoder *encoder, HashTable *array)
{
	const brine_identity_entry *known = brine_identity_find(&encoder->rows, array);
	HashTable *copy;

	if (known && known->number > 0) {
		return Z_ARR(encoder->held[known->number - 1]);
	}
	copy = brine_copy_slots(array);
	keep_copy(encoder, array, copy, known);
	return copy;
}

HashTable *brine_encode_copy_without_holes(brine_encoder *encoder, HashTable *array, bool packed)
{
	const brine_identity_entry *known;
	HashTable *copy;

	/* A copy can have its own copy in the other form. */
	while ((known = brine_identity_find(&encoder->rows, array)) && known->number > 0) {
		array = Z_ARR(encoder->held[known->number - 1]);
		if (HT_IS_PACKED(array) == packed) {
			return array;
		}
	}
	copy = new_copy(array, packed);
	keep_copy(encoder, array, copy, known);
	return copy;
}

BRINE_HOT bool brine_map_has_list_keys(const HashTable *map)
{
	zend_ulong expected = 0;

	for (const Bucket *bucket = map->arData, *end = bucket + map->nNumUsed; bucket < end; bucket++) {
		if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
			continue;
		}
		if (bucket->key || bucket->h != expected) {
			return false;
		}
		expected++;
	}
	return true;
}
