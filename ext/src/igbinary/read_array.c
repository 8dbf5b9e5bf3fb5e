/*
 * Reads igbinary's arrays: lists, maps with the keys of an earlier one, and others. An array has its number before its
 * elements, which may refer to it; so its address does not change while they are read.
 */
#include "globals.h"
#include "core/key_cache.h"
#include "core/memory.h"
#include "core/names.h"
#include "decode/refuse.h"
#include "format/shape_cache.h"
#include "igbinary/read.h"

/*
 * Runs a function of the engine that only changes arrays with one holder, on an array that may already lie inside
 * itself.
 */
static ZEND_COLD zend_never_inline void change_shared(zend_array *array, void (*change)(HashTable *array))
{
	uint32_t refcount = GC_REFCOUNT(array);

	GC_SET_REFCOUNT(array, 1);
	change(array);
	GC_SET_REFCOUNT(array, refcount);
}

static void rehash(HashTable *map)
{
	zend_hash_rehash(map);
}

static void packed_to_hash(HashTable *list)
{
	zend_hash_packed_to_hash(list);
}

static void merge_keys(HashTable *map)
{
	brine_map_merge_keys(map, BRINE_G(secret));
}

/* Creates a key of the next `size` bytes, which must exist, and gives it the next number. */
static zend_always_inline zend_string *new_key(brine_decoder *decoder, size_t size, bool is_data)
{
	zend_string *key;
	zval string;

	if (UNEXPECTED(is_data) || UNEXPECTED(size < 2)) {
		brine_igbinary_new_string(decoder, &string, size);
		zend_string_hash_val(Z_STR(string));
		return Z_STR(string);
	}
	key = brine_key_cache_get(BRINE_G(keys), (const char *) decoder->in.p, size, BRINE_G(secret));
	decoder->in.p += size;
	brine_string_registry_add(&decoder->strings, key);
	return key;
}

zend_string *brine_igbinary_read_key(
	brine_decoder *decoder, unsigned type, const unsigned char *at, uint32_t *number, bool is_data)
{
	bool is_again = type >= BRINE_IGBINARY_STRING_AGAIN_8 && type <= BRINE_IGBINARY_STRING_AGAIN_32;
	unsigned bytes = type == BRINE_IGBINARY_STRING_64 ? 8
		: is_again                                    ? 1u << (type - BRINE_IGBINARY_STRING_AGAIN_8)
													  : 1u << (type - BRINE_IGBINARY_STRING_8);
	zend_string *key;
	uint64_t value;

	if (UNEXPECTED(!brine_igbinary_number(decoder, &value, bytes))) {
		return NULL;
	}
	if (is_again) {
		if (UNEXPECTED(value >= decoder->strings.count)) {
			brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_STRING, at);
			return NULL;
		}
		*number = (uint32_t) value;
		key = zend_string_copy(decoder->strings.items[value]);
		zend_string_hash_val(key);
		return key;
	}
	if (UNEXPECTED(value > brine_cursor_left(&decoder->in))) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
		return NULL;
	}
	*number = decoder->strings.count;
	return new_key(decoder, (size_t) value, is_data);
}

bool brine_igbinary_merge_keys(brine_decoder *decoder, HashTable *map, const unsigned char *at)
{
	uint64_t work = 0;
	bool are_distinct = brine_map_keys_distinct(map, BRINE_G(secret), &work);

	if (UNEXPECTED(!are_distinct)) {
		brine_igbinary_of(decoder)->has_replaced = true;
		for (uint32_t i = 0; i < map->nNumUsed; i++) {
			Bucket *bucket = map->arData + i;

			if (bucket->key) {
				brine_string_registry_own(&decoder->strings, zend_string_copy(bucket->key));
			}
			if (Z_REFCOUNTED(bucket->val)) {
				zval held;

				ZVAL_COPY(&held, &bucket->val);
				brine_decode_discard(decoder, &held);
			}
		}
		change_shared(map, merge_keys);
	}
	return brine_decode_charge(decoder, work, at);
}

static zend_always_inline brine_igbinary_layout *layout_place(
	brine_igbinary_reader *reader, uint32_t number, uint32_t count)
{
	return &reader->layouts[(number * 3 + count) % BRINE_IGBINARY_LAYOUTS];
}

/* Keeps a map with string keys for later maps with the same keys; `first` is the number of its first key. */
static void keep_layout(brine_igbinary_reader *reader, zend_array *map, uint32_t first, bool are_names)
{
	brine_igbinary_layout *place = layout_place(reader, first, map->nNumUsed);

	if (!reader->has_layouts) {
		memset(reader->layouts, 0, sizeof(reader->layouts));
		reader->has_layouts = true;
	}
	place->first = (uintptr_t) map->arData[0].key | are_names;
	place->layout = map;
	place->has_tokens = false;
}

/* The layout that the map's first key suggests, or NULL. */
static zend_always_inline brine_igbinary_layout *expected_layout(brine_decoder *decoder, uint32_t count, bool are_names)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	const unsigned char *p = decoder->in.p;
	brine_igbinary_layout *place;
	uint32_t number;

	if (decoder->stop - p < BRINE_IGBINARY_HEADS || !reader->has_layouts) {
		return NULL;
	}
	if (p[0] == BRINE_IGBINARY_STRING_AGAIN_8) {
		number = p[1];
	} else if (p[0] == BRINE_IGBINARY_STRING_AGAIN_16) {
		number = (uint32_t) brine_load_be(p + 1, 2);
	} else {
		return NULL;
	}
	place = layout_place(reader, number, count);
	return number < decoder->strings.count && place->layout
			&& place->first == ((uintptr_t) decoder->strings.items[number] | are_names)
			&& place->layout->nNumUsed == count
		? place
		: NULL;
}

static ZEND_COLD zend_never_inline bool fail_at_element(
	brine_decoder *decoder, const HashTable *map, uint32_t i, bool are_names)
{
	const Bucket *bucket = map->arData + i;

	if (are_names && bucket->key) {
		brine_path_add_property(&decoder->path, bucket->key);
	} else {
		brine_path_add_key(&decoder->path, bucket->h, bucket->key);
	}
	return false;
}

/* What is known of the keys of a map that is being read. */
typedef struct {
	/* Number of the first key, if it is a string. */
	uint32_t first;
	bool are_strings;
	bool are_names;
	/* The keys of large maps are data: they would fill the key cache. */
	bool are_data;
	/* No key equals an earlier one. */
	bool are_distinct;
	bool has_integers;
	zend_long last_integer;
} map_keys;

static zend_always_inline void put_string_key(HashTable *map, map_keys *keys, zend_string *key, uint32_t number)
{
	uint32_t i = map->nNumUsed;

	if (UNEXPECTED(!ZSTR_IS_INTERNED(key))) {
		HT_FLAGS(map) &= ~HASH_FLAG_STATIC_KEYS;
	}
	keys->are_distinct &= brine_map_put_string_key(map, i, key);
	if (i == 0) {
		keys->first = number;
	}
	map->nNumUsed = map->nNumOfElements = i + 1;
}

static void put_integer_key(HashTable *map, map_keys *keys, zend_long integer)
{
	keys->are_strings = false;
	if (UNEXPECTED(keys->are_names)) {
		zend_string *name = zend_long_to_str(integer);

		zend_string_hash_val(name);
		put_string_key(map, keys, name, 0);
		return;
	}
	keys->are_distinct &= !keys->has_integers || integer > keys->last_integer;
	keys->has_integers = true;
	keys->last_integer = integer;
	brine_map_append_key(map, (zend_ulong) integer, NULL);
}

/* Reads a key, whose type was read at `at`: an integer or the empty string. */
static zend_never_inline bool read_other_key(
	brine_decoder *decoder, HashTable *map, map_keys *keys, unsigned type, const unsigned char *at)
{
	zend_long integer;

	if (type == BRINE_IGBINARY_EMPTY_STRING) {
		keys->are_strings = false;
		put_string_key(map, keys, ZSTR_EMPTY_ALLOC(), 0);
		return true;
	}
	if (UNEXPECTED(!brine_igbinary_is_integer(type))) {
		return brine_decode_fail(decoder, BRINE_ERR_BAD_KEY, at);
	}
	if (UNEXPECTED(!brine_igbinary_read_integer(decoder, &integer, type, at))) {
		return false;
	}
	put_integer_key(map, keys, integer);
	return true;
}

/*
 * Reads a string key at p in its frequent forms; at least three bytes are left. NULL, and nothing read, if another form
 * comes.
 */
static zend_always_inline zend_string *frequent_key(
	brine_decoder *decoder, const unsigned char *p, uint32_t *number, bool is_data)
{
	unsigned type = p[0], byte = p[1];
	zend_string *key;

	if (EXPECTED(type == BRINE_IGBINARY_STRING_8)) {
		if (UNEXPECTED(byte < 2) || UNEXPECTED((size_t) (decoder->in.end - p - 2) < byte)) {
			return NULL;
		}
		decoder->in.p = p + 2;
		*number = decoder->strings.count;
		return new_key(decoder, byte, is_data);
	}
	if (UNEXPECTED(type != BRINE_IGBINARY_STRING_AGAIN_8) || UNEXPECTED(byte >= decoder->strings.count)) {
		return NULL;
	}
	decoder->in.p = p + 2;
	*number = byte;
	key = zend_string_copy(decoder->strings.items[byte]);
	zend_string_hash_val(key);
	return key;
}

/* Reads the key at p, where the next stop is not reached, and puts it into the map. */
static zend_always_inline bool read_map_key(
	brine_decoder *decoder, HashTable *map, map_keys *keys, const unsigned char *p)
{
	uint32_t number;
	zend_string *key = EXPECTED(decoder->stop - p >= 3) ? frequent_key(decoder, p, &number, keys->are_data) : NULL;
	zend_ulong h;

	if (UNEXPECTED(!key)) {
		decoder->in.p = p + 1;
		if (!brine_igbinary_is_string(*p)) {
			return read_other_key(decoder, map, keys, *p, p);
		}
		key = brine_igbinary_read_key(decoder, *p, p, &number, keys->are_data);
		if (UNEXPECTED(!key)) {
			return false;
		}
	}
	if (UNEXPECTED((unsigned char) ZSTR_VAL(key)[0] <= '9') && !keys->are_names && ZEND_HANDLE_NUMERIC(key, h)) {
		brine_string_registry_own(&decoder->strings, key);
		put_integer_key(map, keys, (zend_long) h);
		return true;
	}
	put_string_key(map, keys, key, number);
	return true;
}

bool brine_igbinary_read_map_elements(brine_decoder *decoder, HashTable *map, uint32_t count, bool are_names,
	bool distinct, bool of_incomplete, const unsigned char *at)
{
	map_keys keys = {
		.are_strings = map->nNumUsed == 0,
		.are_names = are_names,
		.are_data = count > BRINE_DEFINITION_MAX_ITEMS,
		.are_distinct = distinct,
	};

	for (uint32_t i = map->nNumUsed; i < count; i++) {
		const unsigned char *key_at = decoder->in.p;

		if (UNEXPECTED(!brine_igbinary_begin_element(decoder))) {
			return false;
		}
		if (UNEXPECTED(*key_at == BRINE_IGBINARY_NULL)) {
			decoder->in.p++;
			keys.are_strings = false;
			continue;
		}
		if (UNEXPECTED(!read_map_key(decoder, map, &keys, key_at))) {
			return false;
		}
		if (UNEXPECTED(of_incomplete) && brine_names_incomplete_class(map->arData[map->nNumUsed - 1].key)) {
			return brine_decode_refuse_name_of_incomplete(decoder, at);
		}
		if (UNEXPECTED(!brine_igbinary_next_element(decoder, &map->arData[map->nNumUsed - 1].val))) {
			return fail_at_element(decoder, map, map->nNumUsed - 1, are_names);
		}
	}
	if (UNEXPECTED(!keys.are_distinct)) {
		keys.are_strings = keys.are_strings && map->nNumUsed == count;
		if (UNEXPECTED(!brine_igbinary_merge_keys(decoder, map, at))) {
			return false;
		}
		keys.are_strings = keys.are_strings && map->nNumOfElements == count;
	}
	if (keys.are_strings && count > 1 && !keys.are_data) {
		keep_layout(brine_igbinary_of(decoder), map, keys.first, are_names);
	}
	return true;
}

/*
 * Reads the elements of a map with the keys of a layout, as long as its tokens come. Returns the number of elements;
 * *failed if the next one failed.
 */
static zend_always_inline uint32_t read_by_tokens(
	brine_decoder *decoder, zend_array *map, const brine_igbinary_layout *known, uint32_t count, bool *failed)
{
	uint16_t tokens[BRINE_IGBINARY_TOKENS];

	/* An element may replace the layout. */
	memcpy(tokens, known->tokens, sizeof(tokens));
	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *p = decoder->in.p;

		if (UNEXPECTED(decoder->stop - p < BRINE_IGBINARY_HEADS || brine_igbinary_load_token(p) != tokens[i])) {
			return i;
		}
		if (UNEXPECTED(!brine_igbinary_element_at(decoder, p + 2, &map->arData[i].val))) {
			*failed = true;
			return i;
		}
	}
	return count;
}

/*
 * Reads further elements as long as the map's keys come as back-references. If the layout's whole map is read so, it
 * gets tokens.
 */
static zend_always_inline uint32_t read_by_names(
	brine_decoder *decoder, zend_array *map, brine_igbinary_layout *known, uint32_t i, uint32_t count, bool *failed)
{
	const zend_array *layout = known->layout;
	uint16_t tokens[BRINE_IGBINARY_TOKENS];
	bool has_all = i == 0 && count <= BRINE_IGBINARY_TOKENS;

	for (; i < count; i++) {
		const unsigned char *p = decoder->in.p;

		if (UNEXPECTED(p >= decoder->stop) || UNEXPECTED(!brine_igbinary_take_string(decoder, map->arData[i].key))) {
			return i;
		}
		if (has_all) {
			tokens[i] = brine_igbinary_load_token(p);
			has_all = *p == BRINE_IGBINARY_STRING_AGAIN_8;
		}
		if (UNEXPECTED(!brine_igbinary_next_element(decoder, &map->arData[i].val))) {
			*failed = true;
			return i;
		}
	}
	if (has_all && known->layout == layout && !known->has_tokens) {
		memcpy(known->tokens, tokens, sizeof(tokens));
		known->has_tokens = true;
	}
	return count;
}

BRINE_HOT bool brine_igbinary_read_map(
	brine_decoder *decoder, zend_array **out, uint32_t count, bool are_names, const unsigned char *at)
{
	brine_igbinary_layout *known = expected_layout(decoder, count, are_names);
	bool failed = false;
	uint32_t i = 0;
	zend_array *map;

	if (!known) {
		map = *out = zend_new_array(count);
		zend_hash_real_init_mixed(map);
		return brine_igbinary_read_map_elements(decoder, map, count, are_names, true, false, at);
	}
	map = *out = brine_map_clone_keys(known->layout);
	if (known->has_tokens) {
		i = read_by_tokens(decoder, map, known, count, &failed);
	}
	if (UNEXPECTED(i < count && !failed)) {
		i = read_by_names(decoder, map, known, i, count, &failed);
	}
	if (EXPECTED(i == count)) {
		brine_map_finish(map, count);
		return true;
	}
	brine_map_drop_keys(map, i + failed, count);
	brine_map_finish(map, i + failed);
	change_shared(map, rehash);
	return failed ? fail_at_element(decoder, map, i, are_names)
				  : brine_igbinary_read_map_elements(decoder, map, count, are_names, false, false, at);
}

/* Bytes of the key i of a list. */
static zend_always_inline unsigned size_of_list_key(uint32_t i)
{
	return i <= UINT8_MAX ? 2 : i <= UINT16_MAX ? 3 : 5;
}

/* True if the key at p is i; its bytes are there. */
static zend_always_inline bool is_list_key(const unsigned char *p, uint32_t i)
{
	return i <= UINT8_MAX ? p[0] == BRINE_IGBINARY_LONG_8 && p[1] == i
		: i <= UINT16_MAX ? p[0] == BRINE_IGBINARY_LONG_16 && brine_load_be(p + 1, 2) == i
						  : p[0] == BRINE_IGBINARY_LONG_32 && brine_load_be(p + 1, 4) == i;
}

/*
 * Reads elements from number i on as long as their keys are a list's, and the stop is far enough. Returns the elements
 * so far; *failed if the next one failed.
 */
static zend_always_inline uint32_t read_list_elements(
	brine_decoder *decoder, zend_array *list, uint32_t i, uint32_t count, bool *failed)
{
	for (; i < count; i++) {
		const unsigned char *p = decoder->in.p;

		if (UNEXPECTED(decoder->stop - p < BRINE_IGBINARY_HEADS || !is_list_key(p, i))) {
			return i;
		}
		if (UNEXPECTED(!brine_igbinary_element_at(decoder, p + size_of_list_key(i), &list->arPacked[i]))) {
			*failed = true;
			return i;
		}
	}
	return count;
}

static zend_always_inline bool read_list(
	brine_decoder *decoder, zend_array **out, uint32_t count, const unsigned char *at)
{
	zend_array *list = *out = brine_new_list(count);
	bool failed = false;
	uint32_t i = 0;

	for (;;) {
		i = read_list_elements(decoder, list, i, count, &failed);
		if (EXPECTED(i == count) || UNEXPECTED(failed)) {
			break;
		}
		if (UNEXPECTED(!brine_igbinary_begin_element(decoder))) {
			brine_list_finish(list, i);
			return false;
		}
		if (brine_cursor_left(&decoder->in) < size_of_list_key(i) || !is_list_key(decoder->in.p, i)) {
			brine_list_finish(list, i);
			change_shared(list, packed_to_hash);
			return brine_igbinary_read_map_elements(decoder, list, count, false, false, false, at);
		}
		decoder->in.p += size_of_list_key(i);
		failed = !brine_igbinary_read_element(decoder, &list->arPacked[i]);
		if (UNEXPECTED(failed)) {
			break;
		}
		i++;
	}
	brine_list_finish(list, i + failed);
	if (UNEXPECTED(failed)) {
		brine_path_add_key(&decoder->path, i, NULL);
		return false;
	}
	return true;
}

BRINE_HOT bool brine_igbinary_read_elements(
	brine_decoder *decoder, zend_array **array, uint32_t count, const unsigned char *at)
{
	const unsigned char *p = decoder->in.p;

	return brine_cursor_left(&decoder->in) >= 2 && p[0] == BRINE_IGBINARY_LONG_8 && p[1] == 0
		? read_list(decoder, array, count, at)
		: brine_igbinary_read_map(decoder, array, count, false, at);
}

/* Ends an array that has objects or references inside. */
static bool close_impure(brine_decoder *decoder, brine_igbinary_value *value)
{
	uint32_t height = decoder->deepest - decoder->depth + 1;

	value->is_impure = true;
	value->node = (brine_node){height, 0};
	decoder->cycles.nodes++;
	return EXPECTED(!decoder->cycles.found) || brine_decode_close_cycles(decoder, decoder->depth, height, &value->node);
}

BRINE_HOT bool brine_igbinary_read_array(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	uint32_t number = reader->count, deepest = decoder->deepest, nested = reader->nested, reach = reader->reach, count;
	uint32_t identity_count = decoder->identity_count;
	zend_ulong elements_left = decoder->elements_left;
	brine_igbinary_value *value;

	if (UNEXPECTED(!brine_igbinary_count(decoder, &count, type)
			|| !brine_decode_enter(decoder, count, brine_memory_of_map(count ? count : 1), at))) {
		return false;
	}
	value = brine_igbinary_new_value(reader);
	*value = (brine_igbinary_value){
		.node = {decoder->depth | BRINE_NODE_IS_OPEN, decoder->cycles.nodes},
		.index = reader->open_count,
		.reference = reader->pending_reference,
		.kind = BRINE_IGBINARY_OPEN_ARRAY,
	};
	reader->pending_reference = 0;
	reader->nested = decoder->deepest = decoder->depth;
	reader->reach = 0;
	if (UNEXPECTED(count == 0)) {
		ZVAL_EMPTY_ARRAY(out);
	} else {
		bool success = brine_igbinary_read_elements(decoder, &value->array, count, at);

		value = &reader->values[number];
		ZVAL_ARR(out, value->array);
		if (UNEXPECTED(!success)) {
			return false;
		}
	}
	value->kind = BRINE_IGBINARY_ARRAY;
	value->elements = elements_left - decoder->elements_left;
	value->levels = reader->nested - decoder->depth + 1;
	value->reach = reader->reach;
	if (UNEXPECTED(decoder->identity_count != identity_count)) {
		if (UNEXPECTED(!close_impure(decoder, value))) {
			return false;
		}
	} else if (value->levels > decoder->cycles.highest) {
		decoder->cycles.highest = value->levels;
	}
	decoder->deepest = MAX(decoder->deepest, deepest);
	reader->nested = MAX(reader->nested, nested);
	reader->reach = MAX(reader->reach, reach);
	brine_decode_leave(decoder);
	return true;
}
