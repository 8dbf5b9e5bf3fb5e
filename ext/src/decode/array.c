/* Decoding of values, arrays and references; objects are in decode/object.c. encode/array.c is the mirror image. */
#include "globals.h"
#include "core/key_cache.h"
#include "format/packed.h"
#include "column/column.h"
#include "decode/value.h"

bool brine_decode_fail(brine_decoder *decoder, brine_decode_error error, const unsigned char *at)
{
	if (decoder->error == BRINE_OK) {
		decoder->error = error;
		decoder->error_offset = (size_t) (at - decoder->in.start);
	}
	return false;
}

void brine_decode_discard(brine_decoder *decoder, zval *value)
{
	BRINE_GROWABLE_ENSURE(decoder->discarded, decoder->discarded_capacity, decoder->discarded_count);
	ZVAL_COPY_VALUE(&decoder->discarded[decoder->discarded_count], value);
	decoder->discarded_count++;
}

uint32_t brine_decode_new_shape(brine_decoder *decoder, brine_shape_kind kind, const unsigned char *at)
{
	if (UNEXPECTED(decoder->shape_count >= BRINE_MAX_IDS)) {
		brine_decode_fail(decoder, BRINE_ERR_IDS, at);
		return BRINE_MAX_IDS;
	}
	BRINE_GROWABLE_ENSURE(decoder->shapes, decoder->shape_capacity, decoder->shape_count);
	decoder->shapes[decoder->shape_count] = (brine_decoded_shape){.kind = kind};
	return decoder->shape_count++;
}

bool brine_decode_uv(brine_decoder *decoder, uint64_t *value, const unsigned char **at)
{
	*at = decoder->in.p;
	if (UNEXPECTED(!brine_get_uv(&decoder->in, value))) {
		return brine_decode_fail(decoder, *at == decoder->in.end ? BRINE_ERR_TRUNCATED : BRINE_ERR_NUMBER, *at);
	}
	return true;
}

static bool decode_long_string(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t size;

	if (UNEXPECTED(!brine_decode_uv(decoder, &size, &at))) {
		return false;
	}
	if (UNEXPECTED(size == 0)) {
		return brine_decode_fail(decoder, BRINE_ERR_COUNT, at);
	}
	return brine_decode_new_string(decoder, out, size);
}

/* DIGITS, HEX and UUID. */
static bool decode_packed_string(brine_decoder *decoder, zval *out, unsigned tag)
{
	brine_cursor *in = &decoder->in;
	const unsigned char *at;
	uint64_t size = BRINE_UUID_SIZE;
	zend_string *string;
	char tiny;

	if (tag != BRINE_TAG_UUID && UNEXPECTED(!brine_decode_uv(decoder, &size, &at))) {
		return false;
	}
	if (UNEXPECTED(size == 0)) {
		return brine_decode_fail(decoder, BRINE_ERR_COUNT, at);
	}
	if (UNEXPECTED(size > ZEND_LONG_MAX || brine_cursor_left(in) < brine_packed_size(tag, (size_t) size))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
	}
	if (UNEXPECTED(size == 1)) {
		if (UNEXPECTED(!brine_unpack(&tiny, tag, in->p, 1))) {
			return brine_decode_fail(decoder, BRINE_ERR_DIGITS, in->p);
		}
		ZVAL_CHAR(out, tiny);
		in->p++;
		return true;
	}
	string = zend_string_alloc((size_t) size, 0);
	ZSTR_VAL(string)[size] = '\0';
	if (UNEXPECTED(!brine_unpack(ZSTR_VAL(string), tag, in->p, (size_t) size))) {
		zend_string_efree(string);
		return brine_decode_fail(decoder, BRINE_ERR_DIGITS, in->p + size / 2);
	}
	in->p += brine_packed_size(tag, (size_t) size);
	brine_string_table_add(&decoder->strings, string);
	ZVAL_NEW_STR(out, string);
	return true;
}

static bool decode_long_string_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	return brine_decode_uv(decoder, &number, &at) && brine_decode_string_ref(decoder, out, number, at);
}

bool brine_decode_value(brine_decoder *decoder, zval *out)
{
	return brine_decode_element(decoder, out);
}

static bool decode_list(brine_decoder *decoder, zval *out, uint32_t count, const unsigned char *at)
{
	brine_open_array open;
	zend_array *list;
	zval *element;

	if (UNEXPECTED(count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_open_new_array(decoder, &open, count, brine_memory_of_list(count), at))) {
		return false;
	}
	list = brine_new_list(count);
	ZVAL_ARR(out, list);
	element = list->arPacked;
	for (uint32_t i = 0; i < count; i++, element++) {
		if (UNEXPECTED(!brine_decode_element(decoder, element))) {
			list->nNumUsed = list->nNumOfElements = i + 1;
			brine_path_add_key(&decoder->path, i, NULL);
			return false;
		}
	}
	list->nNumUsed = list->nNumOfElements = count;
	list->nNextFreeElement = count;
	brine_close_array(decoder, &open, list);
	return true;
}

static bool decode_long_list(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t count;

	return brine_decode_count(decoder, &count, 1) && decode_list(decoder, out, count, at);
}

static bool decode_run(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_open_array open;
	brine_column column;
	brine_rows rows = {.columns = &column, .at = at};
	zend_array *list;
	uint32_t count;

	if (UNEXPECTED(!brine_decode_count(decoder, &count, 0)
			|| !brine_open_new_array(decoder, &open, count, brine_memory_of_list(count), at)
			|| !brine_decode_column(decoder, &column, count))) {
		return false;
	}
	if (UNEXPECTED(column.kind == BRINE_COLUMN_VALUES)) {
		return brine_decode_fail(decoder, BRINE_ERR_COLUMN, decoder->in.p - 1);
	}
	list = brine_new_list(count);
	ZVAL_ARR(out, list);
	if (EXPECTED(!column.bitmap)) {
		brine_column_fill(&decoder->in, &column, list->arPacked, count);
	} else {
		for (; rows.row < count; rows.row++) {
			if (UNEXPECTED(!brine_decode_cell(decoder, &rows, 0, &list->arPacked[rows.row]))) {
				list->nNumUsed = list->nNumOfElements = rows.row + 1;
				brine_path_add_key(&decoder->path, rows.row, NULL);
				return false;
			}
		}
	}
	list->nNumUsed = list->nNumOfElements = count;
	list->nNextFreeElement = count;
	brine_close_array(decoder, &open, list);
	return true;
}

/* A string for a key that is not worth a place in the key cache. */
static zend_string *new_key(const unsigned char *bytes, size_t size)
{
	zend_string *string = zend_string_init((const char *) bytes, size, 0);

	zend_string_hash_val(string);
	return string;
}

zend_string *brine_decode_key_string(brine_decoder *decoder)
{
	brine_cursor *in = &decoder->in;
	const unsigned char *at = in->p;
	zend_string *string;
	uint64_t number;
	unsigned tag;
	zval value;

	if (UNEXPECTED(in->p == in->end)) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
		return NULL;
	}
	tag = *in->p;
	if (EXPECTED(tag >= BRINE_TAG_SHORT_STRING && tag <= BRINE_TAG_SHORT_STRING_LAST)) {
		size_t size = tag - BRINE_TAG_SHORT_STRING + 1;

		in->p++;
		if (UNEXPECTED(size > brine_cursor_left(in))) {
			brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
			return NULL;
		}
		string = EXPECTED(!decoder->has_data_keys || size == 1)
			? brine_key_cache_get(BRINE_G(keys), (const char *) in->p, size, BRINE_G(secret))
			: new_key(in->p, size);
		in->p += size;
		if (size > 1) {
			brine_string_table_add(&decoder->strings, string);
			brine_string_table_own(&decoder->strings, string);
		}
		return string;
	}
	if (tag < BRINE_TAG_SHORT_STRING
		|| (tag > BRINE_TAG_STRING_REF_2_LAST && tag != BRINE_TAG_STRING && tag != BRINE_TAG_EMPTY_STRING
			&& tag != BRINE_TAG_STRING_REF)) {
		brine_decode_fail(decoder, BRINE_ERR_STRING_EXPECTED, at);
		return NULL;
	}
	number = decoder->strings.count;
	if (UNEXPECTED(!brine_decode_value(decoder, &value))) {
		return NULL;
	}
	string = Z_STR(value);
	zend_string_hash_val(string);
	if (decoder->strings.count > number) {
		brine_string_table_own(&decoder->strings, string);
	} else {
		/* The table, or what it borrows from, holds the string. */
		zval_ptr_dtor_str(&value);
	}
	return string;
}

/* Reads a key and appends it to a map; `map` has room. */
static bool decode_key(brine_decoder *decoder, HashTable *map)
{
	const unsigned char *at = decoder->in.p;
	zend_string *string;
	zend_ulong h;
	unsigned tag;
	zval key;

	if (UNEXPECTED(at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	tag = *at;
	if (tag < BRINE_TAG_SHORT_STRING || (tag >= BRINE_TAG_U8 && tag <= BRINE_TAG_I64)) {
		if (UNEXPECTED(!brine_decode_value(decoder, &key))) {
			return false;
		}
		brine_map_append_key(map, (zend_ulong) Z_LVAL(key), NULL);
		return true;
	}
	string = brine_decode_key_string(decoder);
	if (UNEXPECTED(!string)) {
		if (decoder->error == BRINE_ERR_STRING_EXPECTED) {
			decoder->error = BRINE_ERR_KEY;
		}
		return false;
	}
	if (UNEXPECTED(ZEND_HANDLE_NUMERIC(string, h))) {
		brine_map_append_key(map, h, NULL);
	} else {
		brine_map_append_key(map, ZSTR_H(string), zend_string_copy(string));
	}
	return true;
}

bool brine_decode_keys(brine_decoder *decoder, HashTable *map, uint32_t count, const unsigned char *at)
{
	bool success = true;

	decoder->has_data_keys = count > BRINE_DEFINITION_MAX_ITEMS;
	for (uint32_t i = 0; i < count && success; i++) {
		success = decode_key(decoder, map);
	}
	decoder->has_data_keys = false;
	if (UNEXPECTED(!success)) {
		return false;
	}
	return brine_decode_check_distinct(decoder, map, BRINE_ERR_DUPLICATE_KEY, at);
}

bool brine_decode_check_distinct(
	brine_decoder *decoder, const HashTable *map, brine_decode_error error, const unsigned char *at)
{
	uint64_t work = 0;

	if (UNEXPECTED(!brine_map_keys_distinct(map, BRINE_G(secret), &work))) {
		return brine_decode_fail(decoder, error, at);
	}
	return brine_decode_charge(decoder, work, at);
}

bool brine_decode_cached_keys(brine_decoder *decoder, uint32_t shape, uint32_t count, bool *readable)
{
	brine_decoded_shape *entry = &decoder->shapes[shape];
	brine_cached_shape *cached;

	*readable = brine_definition_read_keys(&decoder->definition, &decoder->in, &decoder->strings, count);
	if (!*readable || !(cached = brine_shape_cache_find(BRINE_G(shapes), &decoder->definition))) {
		return false;
	}
	brine_definition_take(&decoder->definition, cached, &decoder->in, &decoder->strings);
	cached->refcount++;
	entry->cached = cached;
	entry->layout = cached->layout;
	entry->count = count;
	entry->ready = true;
	return true;
}

/* Fills a map with the cells of a row, or if `rows` is NULL with the values that come next. */
static zend_always_inline bool fill_map(
	brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t count, brine_rows *rows)
{
	bool static_keys = (HT_FLAGS(layout) & HASH_FLAG_STATIC_KEYS) != 0;
	const Bucket *exemplar = layout->arData;
	Bucket *bucket = map->arData;

	for (uint32_t i = 0; i < count; i++, bucket++, exemplar++) {
		brine_map_take_key(bucket, exemplar, static_keys);
		if (UNEXPECTED(!(rows ? brine_decode_cell(decoder, rows, i, &bucket->val)
							  : brine_decode_element(decoder, &bucket->val)))) {
			brine_map_finish(map, i + 1);
			return false;
		}
	}
	brine_map_finish(map, count);
	return true;
}

bool brine_decode_map_values(brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t count)
{
	return fill_map(decoder, map, layout, count, NULL);
}

bool brine_decode_map_cells(
	brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t count, brine_rows *rows)
{
	return fill_map(decoder, map, layout, count, rows);
}

/* Makes an instance of a map's shape, which is open as an array, from the values that come next. */
static zend_always_inline bool fill_instance(
	brine_decoder *decoder, zval *out, uint32_t shape, const brine_open_array *open)
{
	/* Shapes may move while values are decoded, but the layout does not. */
	const HashTable *layout = decoder->shapes[shape].layout;
	zend_array *map = brine_map_clone_layout(layout);

	ZVAL_ARR(out, map);
	if (UNEXPECTED(!brine_decode_map_values(decoder, map, layout, decoder->shapes[shape].count))) {
		brine_decode_path_element(decoder, map);
		return false;
	}
	brine_close_array(decoder, open, map);
	return true;
}

/* A map that defines a shape. Unless the shape is in the cache, the map is the exemplar of it. */
static bool decode_map(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t shape = brine_decode_new_shape(decoder, BRINE_SHAPE_MAP, at);
	uint32_t first_string = decoder->strings.count;
	brine_decoded_shape *entry;
	brine_open_array open;
	zend_array *map;
	uint32_t count;
	bool readable;

	if (UNEXPECTED(shape == BRINE_MAX_IDS || !brine_decode_count(decoder, &count, 2)
			|| !brine_open_new_array(decoder, &open, count, brine_memory_of_map(count), at))) {
		return false;
	}
	if (EXPECTED(brine_decode_cached_keys(decoder, shape, count, &readable))) {
		return fill_instance(decoder, out, shape, &open);
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
	for (uint32_t i = 0; i < count; i++) {
		if (UNEXPECTED(!brine_decode_element(decoder, &map->arData[i].val))) {
			brine_path_add_key(&decoder->path, map->arData[i].h, map->arData[i].key);
			return false;
		}
	}
	brine_close_array(decoder, &open, map);
	return true;
}

static bool decode_map_instance(brine_decoder *decoder, zval *out, uint32_t shape, const unsigned char *at)
{
	uint32_t count = decoder->shapes[shape].count;
	brine_open_array open;

	if (UNEXPECTED(count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_open_new_array(decoder, &open, count, brine_memory_of_map(count), at))) {
		return false;
	}
	return fill_instance(decoder, out, shape, &open);
}

static bool decode_shaped(
	brine_decoder *decoder, zval *out, uint64_t shape, const unsigned char *at, const unsigned char *number_at)
{
	if (UNEXPECTED(shape >= decoder->shape_count || !decoder->shapes[shape].ready)) {
		return brine_decode_fail(decoder, BRINE_ERR_SHAPE_ID, number_at);
	}
	return decoder->shapes[shape].kind == BRINE_SHAPE_MAP
		? decode_map_instance(decoder, out, (uint32_t) shape, at)
		: brine_decode_object_instance(decoder, out, (uint32_t) shape, at);
}

static bool decode_long_shaped(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	const unsigned char *number_at;
	uint64_t shape;

	return brine_decode_uv(decoder, &shape, &number_at) && decode_shaped(decoder, out, shape, at, number_at);
}

static bool decode_long_shared(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	const unsigned char *number_at;
	uint64_t number;

	return brine_decode_uv(decoder, &number, &number_at) && brine_decode_shared(decoder, out, number, at, number_at);
}

bool brine_decode_count_object(brine_decoder *decoder, zend_object *object, const unsigned char *at)
{
	if (UNEXPECTED(decoder->object_count >= BRINE_MAX_IDS)) {
		return brine_decode_fail(decoder, BRINE_ERR_IDS, at);
	}
	BRINE_GROWABLE_ENSURE(decoder->objects, decoder->object_capacity, decoder->object_count);
	decoder->objects[decoder->object_count++] = (brine_decoded_object){.object = object};
	decoder->impurities++;
	return true;
}

static bool decode_object_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &at))) {
		return false;
	}
	if (UNEXPECTED(number >= decoder->object_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_OBJECT_ID, at);
	}
	decoder->impurities++;
	ZVAL_OBJ_COPY(out, decoder->objects[number].object);
	return brine_decode_take_again(decoder, decoder->objects[number].height, at - 1);
}

static bool decode_reference(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_open_thing open;
	zend_reference *reference;

	if (UNEXPECTED(decoder->reference_count >= BRINE_MAX_IDS)) {
		return brine_decode_fail(decoder, BRINE_ERR_IDS, at);
	}
	ZVAL_NEW_EMPTY_REF(out);
	reference = Z_REF_P(out);
	ZVAL_NULL(&reference->val);
	GC_ADDREF(reference);
	BRINE_GROWABLE_ENSURE(decoder->references, decoder->reference_capacity, decoder->reference_count);
	brine_open_reference(decoder, &open, decoder->reference_count);
	decoder->references[decoder->reference_count++] = (brine_decoded_reference){.reference = reference};
	decoder->impurities++;
	if (UNEXPECTED(!brine_decode_plain_value(decoder, &reference->val))) {
		return false;
	}
	brine_close_reference(decoder, &open);
	return true;
}

static bool decode_reference_ref(brine_decoder *decoder, zval *out)
{
	const unsigned char *at;
	uint64_t number;

	if (UNEXPECTED(!brine_decode_uv(decoder, &number, &at))) {
		return false;
	}
	if (UNEXPECTED(number >= decoder->reference_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_REFERENCE_ID, at);
	}
	decoder->impurities++;
	GC_ADDREF(decoder->references[number].reference);
	ZVAL_REF(out, decoder->references[number].reference);
	return brine_decode_take_again(decoder, decoder->references[number].height, at - 1);
}

bool brine_decode_plain_value(brine_decoder *decoder, zval *out)
{
	const brine_cursor *in = &decoder->in;

	if (UNEXPECTED(in->p < in->end && (*in->p == BRINE_TAG_REFERENCE || *in->p == BRINE_TAG_REFERENCE_REF))) {
		ZVAL_NULL(out);
		return brine_decode_fail(decoder, BRINE_ERR_REFERENCE_PLACE, in->p);
	}
	return brine_decode_value(decoder, out);
}

/* Values that are not decoded in line; `tag` was read at `at`, and *out is null. */
bool brine_decode_composite(brine_decoder *decoder, zval *out, unsigned tag, const unsigned char *at)
{
	if (tag >= BRINE_TAG_SHAPED_1 && tag <= BRINE_TAG_SHAPED_1_LAST) {
		return decode_shaped(decoder, out, tag - BRINE_TAG_SHAPED_1, at, at);
	}
	if (tag >= BRINE_TAG_SHORT_LIST && tag <= BRINE_TAG_SHORT_LIST_LAST) {
		return decode_list(decoder, out, tag - BRINE_TAG_SHORT_LIST + 1, at);
	}
	switch (tag) {
		case BRINE_TAG_I8:
			return brine_decode_fixed_int(decoder, out, 1, true, at);
		case BRINE_TAG_I16:
			return brine_decode_fixed_int(decoder, out, 2, true, at);
		case BRINE_TAG_I32:
			return brine_decode_fixed_int(decoder, out, 4, true, at);
		case BRINE_TAG_I64:
			return brine_decode_fixed_int(decoder, out, 8, true, at);
		case BRINE_TAG_STRING:
			return decode_long_string(decoder, out);
		case BRINE_TAG_STRING_REF:
			return decode_long_string_ref(decoder, out);
		case BRINE_TAG_LIST:
			return decode_long_list(decoder, out, at);
		case BRINE_TAG_MAP:
			return decode_map(decoder, out, at);
		case BRINE_TAG_SHAPED:
			return decode_long_shaped(decoder, out, at);
		case BRINE_TAG_SHARED:
			return decode_long_shared(decoder, out, at);
		case BRINE_TAG_RUN:
			return decode_run(decoder, out, at);
		case BRINE_TAG_TABLE:
			return brine_decode_table(decoder, out, at);
		case BRINE_TAG_KEYED_TABLE:
			return brine_decode_keyed_table(decoder, out, at);
		case BRINE_TAG_OBJECT:
			return brine_decode_object(decoder, out, at);
		case BRINE_TAG_CUSTOM:
			return brine_decode_custom(decoder, out, at);
		case BRINE_TAG_ENUM:
			return brine_decode_enum(decoder, out, at);
		case BRINE_TAG_SERIALIZABLE:
			return brine_decode_serializable(decoder, out, at);
		case BRINE_TAG_OBJECT_REF:
			return decode_object_ref(decoder, out);
		case BRINE_TAG_REFERENCE:
			return decode_reference(decoder, out, at);
		case BRINE_TAG_REFERENCE_REF:
			return decode_reference_ref(decoder, out);
		case BRINE_TAG_DIGITS:
		case BRINE_TAG_HEX:
		case BRINE_TAG_UUID:
			return decode_packed_string(decoder, out, tag);
		default:
			return brine_decode_fail(decoder, BRINE_ERR_TAG, at);
	}
}
