#include "encode/keys.h"
#include "encode/given.h"
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

/* Writes the keys of a map, and copies them to where those of its shape lie. */
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
	} else if (EXPECTED(!encoder->dictionary) || !brine_encode_given_map(encoder, map, shape)) {
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

/* Keeps a copy of an array until the encode ends. */
static HashTable *hold_copy(brine_encoder *encoder, HashTable *copy)
{
	zval held;

	ZVAL_ARR(&held, copy);
	brine_encode_hold(encoder, &held);
	return copy;
}

/* An element for a copy, whose own reference must not make it look like one that two places hold. */
static zval *copied(zval *value)
{
	if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
		value = Z_REFVAL_P(value);
	}
	Z_TRY_ADDREF_P(value);
	return value;
}

HashTable *brine_encode_packed_to_map(brine_encoder *encoder, const HashTable *packed)
{
	HashTable *map = zend_new_array(zend_hash_num_elements(packed));

	zend_hash_real_init_mixed(map);
	for (uint32_t i = 0; i < packed->nNumUsed; i++) {
		if (Z_TYPE(packed->arPacked[i]) != IS_UNDEF) {
			zend_hash_index_add_new(map, i, copied(&packed->arPacked[i]));
		}
	}
	return hold_copy(encoder, map);
}

/* A copy without holes, which is the last one that is held. */
static HashTable *copy_without_holes(brine_encoder *encoder, HashTable *array)
{
	return HT_IS_PACKED(array) ? brine_encode_packed_to_map(encoder, array) : hold_copy(encoder, zend_array_dup(array));
}

HashTable *brine_encode_without_holes(brine_encoder *encoder, HashTable *array)
{
	const brine_identity_entry *known;
	HashTable *copy;
	zval held;

	if (GC_REFCOUNT(array) == 1 || (GC_FLAGS(array) & GC_IMMUTABLE)) {
		return copy_without_holes(encoder, array);
	}
	known = brine_identity_find(&encoder->rows, array);
	if (known && known->number > 0) {
		return Z_ARR(encoder->held[known->number - 1]);
	}
	/* No other array gets its address. */
	GC_ADDREF(array);
	ZVAL_ARR(&held, array);
	brine_encode_hold(encoder, &held);
	copy = copy_without_holes(encoder, array);
	if (known) {
		brine_identity_renumber(&encoder->rows, array, encoder->held_count);
	} else {
		brine_identity_add(&encoder->rows, array, encoder->held_count, 0);
	}
	return copy;
}

HashTable *brine_encode_map_to_packed(brine_encoder *encoder, const HashTable *map)
{
	HashTable *packed = zend_new_array(zend_hash_num_elements(map));
	zval *value;

	zend_hash_real_init_packed(packed);
	ZEND_HASH_FILL_PACKED(packed) {
		ZEND_HASH_MAP_FOREACH_VAL((HashTable *) map, value) {
			ZEND_HASH_FILL_SET(copied(value));
			ZEND_HASH_FILL_NEXT();
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FILL_END();
	return hold_copy(encoder, packed);
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
