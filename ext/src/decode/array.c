/* Decoding of lists and maps. encode/array.c is the mirror image. */
#include "decode/array.h"
#include "globals.h"
#include "core/memory.h"
#include "decode/dictionary.h"
#include "decode/keys.h"
#include "decode/refuse.h"
#include "decode/value.h"

BRINE_HOT bool brine_decode_list(brine_decoder *decoder, zval *out, uint32_t count, const unsigned char *at)
{
	brine_open_array open;
	zend_array *list;
	uint32_t filled;

	if (UNEXPECTED(count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_decode_open_array(decoder, &open, count, brine_memory_of_list(count), at))) {
		return false;
	}
	list = brine_new_list(count);
	ZVAL_ARR(out, list);
	filled = brine_decode_values(decoder, list->arPacked, sizeof(zval), count);
	if (UNEXPECTED(filled < count)) {
		brine_list_finish(list, filled + 1);
		brine_path_add_key(&decoder->path, filled, NULL);
		return false;
	}
	brine_list_finish(list, count);
	return brine_decode_close_array(decoder, &open, list);
}

bool brine_decode_long_list(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t count;

	return brine_decode_count(decoder, &count, 1) && brine_decode_list(decoder, out, count, at);
}

BRINE_HOT bool brine_decode_map_values(brine_decoder *decoder, HashTable *map, uint32_t first, uint32_t count)
{
	uint32_t filled = brine_decode_values(decoder, &map->arData[first].val, sizeof(Bucket), count);

	if (UNEXPECTED(filled < count)) {
		brine_map_drop_keys(map, first + filled + 1, first + count);
		brine_map_finish(map, first + filled + 1);
		return false;
	}
	brine_map_finish(map, first + count);
	return true;
}

bool brine_decode_map_cells(brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t first,
	uint32_t count, brine_cell_source *rows)
{
	bool static_keys = (HT_FLAGS(layout) & HASH_FLAG_STATIC_KEYS) != 0;
	const Bucket *exemplar = layout->arData + first;
	Bucket *bucket = map->arData + first;

	for (uint32_t i = 0; i < count; i++, bucket++, exemplar++) {
		brine_map_take_key(bucket, exemplar, static_keys);
		if (UNEXPECTED(!brine_decode_cell(decoder, rows, i, &bucket->val))) {
			brine_map_finish(map, first + i + 1);
			return false;
		}
	}
	brine_map_finish(map, first + count);
	return true;
}

/* Creates an instance of a map's shape, already opened as an array, from the values that follow. */
static zend_always_inline bool fill_instance(
	brine_decoder *decoder, zval *out, const zend_array *layout, uint32_t count, const brine_open_array *open)
{
	zend_array *map = brine_map_clone_keys(layout);

	ZVAL_ARR(out, map);
	if (UNEXPECTED(!brine_decode_map_values(decoder, map, 0, count))) {
		brine_decode_path_element(decoder, map);
		return false;
	}
	return brine_decode_close_array(decoder, open, map);
}

/* A map that defines a shape. Unless the shape is cached, the map becomes its exemplar. */
BRINE_HOT bool brine_decode_map(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t shape = brine_decode_new_shape(decoder, BRINE_SHAPE_MAP, at);
	uint32_t first_string = decoder->strings.count;
	brine_decoded_shape *entry;
	brine_open_array open;
	zend_array *map;
	uint32_t count, filled;
	bool readable;

	if (UNEXPECTED(shape == BRINE_MAX_NUMBERS || !brine_decode_count(decoder, &count, 2)
			|| !brine_decode_open_array(decoder, &open, count, brine_memory_of_map(count), at))) {
		return false;
	}
	if (EXPECTED(brine_decode_cached_keys(decoder, shape, count, &readable))) {
		return fill_instance(decoder, out, decoder->shapes[shape].layout, count, &open);
	}
	map = zend_new_array(count);
	zend_hash_real_init_mixed(map);
	ZVAL_ARR(out, map);
	if (UNEXPECTED(!brine_decode_keys(decoder, map, count, at))) {
		return false;
	}
	if (readable) {
		brine_shape_cache_add(BRINE_G(shapes), &decoder->definition, &decoder->strings, first_string, map, NULL);
	}
	entry = &decoder->shapes[shape];
	entry->count = count;
	entry->layout = map;
	entry->ready = true;
	filled = brine_decode_values(decoder, &map->arData[0].val, sizeof(Bucket), count);
	if (UNEXPECTED(filled < count)) {
		brine_path_add_key(&decoder->path, map->arData[filled].h, map->arData[filled].key);
		return false;
	}
	return brine_decode_close_array(decoder, &open, map);
}

BRINE_HOT bool brine_decode_map_instance(
	brine_decoder *decoder, zval *out, const zend_array *layout, uint32_t count, const unsigned char *at)
{
	brine_open_array open;

	if (UNEXPECTED(count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_decode_open_array(decoder, &open, count, brine_memory_of_map(count), at))) {
		return false;
	}
	return fill_instance(decoder, out, layout, count, &open);
}

BRINE_HOT bool brine_decode_shaped(
	brine_decoder *decoder, zval *out, uint64_t shape, const unsigned char *at, const unsigned char *number_at)
{
	const brine_decoded_shape *entry;

	if (UNEXPECTED(shape >= decoder->shape_count || !decoder->shapes[shape].ready)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_SHAPE, number_at);
	}
	entry = &decoder->shapes[shape];
	return entry->kind == BRINE_SHAPE_MAP ? brine_decode_map_instance(decoder, out, entry->layout, entry->count, at)
										  : brine_decode_object_instance(decoder, out, (uint32_t) shape, at);
}

bool brine_decode_long_shaped(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	const unsigned char *number_at;
	uint64_t shape;

	if (UNEXPECTED(!brine_decode_uv(decoder, &shape, &number_at))) {
		return false;
	}
	return EXPECTED(!decoder->strings.dictionary) ? brine_decode_shaped(decoder, out, shape, at, number_at)
												  : brine_decode_dictionary_shaped(decoder, out, shape, at, number_at);
}
