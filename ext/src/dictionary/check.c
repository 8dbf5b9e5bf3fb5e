#include "dictionary/check.h"
#include "globals.h"
#include "core/map.h"
#include "core/names.h"
#include "core/text.h"

/* Largest useful preset dictionaries: zlib's window, and the most that zstd's training produces. */
static const size_t largest_preset[BRINE_PRESET_END] = {[BRINE_PRESET_ZLIB] = 1 << 15, [BRINE_PRESET_ZSTD] = 1 << 20};

static bool is_list(const zval *value)
{
	return Z_TYPE_P(value) == IS_ARRAY && zend_array_is_list(Z_ARRVAL_P(value));
}

static zend_string *check_part(HashTable **list, const zval *part, const char *name, uint32_t max)
{
	if (!is_list(part) || zend_hash_num_elements(Z_ARRVAL_P(part)) > max) {
		return strpprintf(0, "%s is no list of %u entries at most", name, max);
	}
	*list = Z_ARRVAL_P(part);
	return NULL;
}

/* An empty map with reserved capacity; nothing may be looked up before all keys are added. */
static zend_array *new_map(uint32_t count)
{
	zend_array *map = zend_new_array(count);

	zend_hash_real_init_mixed(map);
	return map;
}

static void append_string(zend_array *map, zend_string *string)
{
	zend_ulong hash = zend_string_hash_val(string);

	brine_map_append_key(map, hash, zend_string_copy(string));
}

/* True if the keys of such a map differ; linear even for hostile keys. */
static bool are_distinct(const zend_array *map)
{
	uint64_t work = 0;

	return brine_map_keys_distinct(map, BRINE_G(secret), &work);
}

static zend_string *check_strings(brine_dictionary_parts *parts, const zval *part)
{
	zend_string *fault = check_part(&parts->strings, part, "the first part", BRINE_DICTIONARY_MAX_STRINGS);
	zend_array *known;
	uint32_t i = 0;
	bool distinct;
	zval *string;

	if (fault) {
		return fault;
	}
	ZEND_HASH_FOREACH_VAL(parts->strings, string) {
		if (Z_TYPE_P(string) != IS_STRING || Z_STRLEN_P(string) < 2
			|| Z_STRLEN_P(string) > BRINE_DICTIONARY_MAX_STRING) {
			return strpprintf(
				0, "entry %u of the first part is no string of 2 to %u bytes", i, BRINE_DICTIONARY_MAX_STRING);
		}
		i++;
	}
	ZEND_HASH_FOREACH_END();
	known = new_map(i);
	ZEND_HASH_FOREACH_VAL(parts->strings, string) {
		append_string(known, Z_STR_P(string));
	}
	ZEND_HASH_FOREACH_END();
	distinct = are_distinct(known);
	zend_array_release(known);
	return distinct ? NULL : strpprintf(0, "two strings are equal");
}

static bool is_class_name(const zval *value)
{
	return Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) > 0 && Z_STRVAL_P(value)[0] != '\\'
		&& zend_is_valid_class_name(Z_STR_P(value));
}

/* True for a valid property name in mangled form. */
static bool is_name(const zval *value)
{
	const char *bytes;
	size_t size, zeros = 0;

	if (Z_TYPE_P(value) != IS_STRING || brine_names_incomplete_class(Z_STR_P(value))) {
		return false;
	}
	bytes = Z_STRVAL_P(value);
	size = Z_STRLEN_P(value);
	if (size == 0 || bytes[0] != '\0') {
		return true;
	}
	for (size_t i = 0; i < size; i++) {
		zeros += bytes[i] == '\0';
	}
	return zeros == 2 && bytes[1] != '\0' && bytes[size - 1] != '\0';
}

/* Appends a key as it is in the file; false if it is not a valid key. */
static bool append_key(zend_array *map, const zval *key)
{
	zend_ulong number;

	if (Z_TYPE_P(key) == IS_LONG) {
		brine_map_append_key(map, (zend_ulong) Z_LVAL_P(key), NULL);
		return true;
	}
	if (Z_TYPE_P(key) != IS_STRING || ZEND_HANDLE_NUMERIC_STR(Z_STRVAL_P(key), Z_STRLEN_P(key), number)) {
		return false;
	}
	append_string(map, Z_STR_P(key));
	return true;
}

/* A shape's list from `first` on as keys of a map; NULL unless they are valid and distinct keys, or names. */
static zend_array *read_keys(const HashTable *shape, uint32_t first, bool are_names)
{
	uint32_t count = zend_hash_num_elements(shape) - first;
	zend_array *map;
	bool success = count <= BRINE_DICTIONARY_MAX_KEYS;
	uint32_t i = 0;
	zval *key;

	if (!success) {
		return NULL;
	}
	map = new_map(count);
	ZEND_HASH_FOREACH_VAL((HashTable *) shape, key) {
		if (i++ < first) {
			continue;
		}
		if (!are_names) {
			success = append_key(map, key);
		} else if ((success = is_name(key))) {
			append_string(map, Z_STR_P(key));
		}
		if (!success) {
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	if (success && are_distinct(map)) {
		return map;
	}
	zend_array_release(map);
	return NULL;
}

/* Checks one shape and keeps a map's layout. */
static bool check_shape(brine_dictionary_parts *parts, uint32_t i, const zval *value)
{
	HashTable *shape = Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : NULL;
	uint32_t count = shape ? zend_hash_num_elements(shape) : 0;
	const zval *kind, *class_name;
	zend_array *names;

	if (count < 2 || !is_list(value)) {
		return false;
	}
	kind = zend_hash_index_find(shape, 0);
	if (Z_TYPE_P(kind) != IS_LONG) {
		return false;
	}
	parts->key_count += count - 1;
	class_name = zend_hash_index_find(shape, 1);
	switch (Z_LVAL_P(kind)) {
		case BRINE_SHAPE_MAP:
			parts->layouts[i] = read_keys(shape, 1, false);
			return parts->layouts[i] != NULL;
		case BRINE_SHAPE_OBJECT:
			names = is_class_name(class_name) ? read_keys(shape, 2, true) : NULL;
			if (names) {
				zend_array_release(names);
			}
			return names != NULL;
		case BRINE_SHAPE_CUSTOM:
			return is_class_name(class_name) && count == 2;
		default:
			return false;
	}
}

/* A string that is equal only for equal shapes. */
static zend_string *shape_text(const HashTable *shape)
{
	smart_str text = {0};
	zval *element;

	ZEND_HASH_FOREACH_VAL((HashTable *) shape, element) {
		if (Z_TYPE_P(element) == IS_LONG) {
			smart_str_append_printf(&text, "i" ZEND_LONG_FMT ";", Z_LVAL_P(element));
		} else {
			smart_str_append_printf(&text, "s%zu:", Z_STRLEN_P(element));
			brine_text_append_string(&text, Z_STR_P(element));
		}
	}
	ZEND_HASH_FOREACH_END();
	return smart_str_extract(&text);
}

static zend_string *check_shapes(brine_dictionary_parts *parts, const zval *part)
{
	zend_string *fault = check_part(&parts->shapes, part, "the second part", BRINE_DICTIONARY_MAX_SHAPES);
	zend_array *known;
	uint32_t i = 0;
	bool distinct;
	zval *shape;

	if (fault) {
		return fault;
	}
	parts->layouts = ecalloc(zend_hash_num_elements(parts->shapes) + 1, sizeof(*parts->layouts));
	ZEND_HASH_FOREACH_VAL(parts->shapes, shape) {
		if (!check_shape(parts, i, shape)) {
			return strpprintf(0, "entry %u of the second part is no shape", i);
		}
		i++;
	}
	ZEND_HASH_FOREACH_END();
	known = new_map(i);
	ZEND_HASH_FOREACH_VAL(parts->shapes, shape) {
		zend_string *text = shape_text(Z_ARRVAL_P(shape));

		append_string(known, text);
		zend_string_release(text);
	}
	ZEND_HASH_FOREACH_END();
	distinct = are_distinct(known);
	zend_array_release(known);
	return distinct ? NULL : strpprintf(0, "two shapes are equal");
}

/* Counts elements and levels; false if there is a NaN. The decode of the file has limited the depth. */
static bool measure(brine_registered_array *measure_of, const HashTable *array)
{
	uint32_t height = 0;
	zval *element;

	measure_of->elements = zend_hash_num_elements(array);
	ZEND_HASH_FOREACH_VAL((HashTable *) array, element) {
		if (Z_TYPE_P(element) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(element)) > 0) {
			brine_registered_array inner;

			if (!measure(&inner, Z_ARRVAL_P(element))) {
				return false;
			}
			measure_of->elements += inner.elements;
			height = MAX(height, inner.height);
		} else if (Z_TYPE_P(element) == IS_DOUBLE && zend_isnan(Z_DVAL_P(element))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	measure_of->height = height + 1;
	return true;
}

static zend_string *check_arrays(brine_dictionary_parts *parts, const zval *part)
{
	zend_string *fault = check_part(&parts->arrays, part, "the third part", BRINE_DICTIONARY_MAX_ARRAYS);
	uint32_t i = 0;
	zval *array;

	if (fault) {
		return fault;
	}
	parts->measures = ecalloc(zend_hash_num_elements(parts->arrays) + 1, sizeof(*parts->measures));
	ZEND_HASH_FOREACH_VAL(parts->arrays, array) {
		if (Z_TYPE_P(array) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(array)) == 0) {
			return strpprintf(0, "entry %u of the third part is no array with elements", i);
		}
		if (!measure(&parts->measures[i], Z_ARRVAL_P(array))) {
			return strpprintf(0, "there is a NaN in the third part");
		}
		i++;
	}
	ZEND_HASH_FOREACH_END();
	return NULL;
}

static zend_string *check_presets(brine_dictionary_parts *parts, const zval *part)
{
	bool success = Z_TYPE_P(part) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(part)) > 0;
	zend_string *name;
	zend_ulong algorithm;
	zval *preset;

	if (success) {
		parts->presets = Z_ARRVAL_P(part);
		ZEND_HASH_FOREACH_KEY_VAL(parts->presets, algorithm, name, preset) {
			success = success && !name && algorithm < BRINE_PRESET_END && Z_TYPE_P(preset) == IS_STRING
				&& Z_STRLEN_P(preset) > 0 && Z_STRLEN_P(preset) <= largest_preset[algorithm];
		}
		ZEND_HASH_FOREACH_END();
	}
	return success ? NULL : strpprintf(0, "the fourth part is no map of preset dictionaries");
}

zend_string *brine_dictionary_check_parts(brine_dictionary_parts *parts, const zval *value)
{
	uint32_t count = is_list(value) ? zend_hash_num_elements(Z_ARRVAL_P(value)) : 0;
	zend_string *fault;

	memset(parts, 0, sizeof(*parts));
	if (count != 3 && count != 4) {
		return strpprintf(0, "it is no list of three or four parts");
	}
	fault = check_strings(parts, zend_hash_index_find(Z_ARRVAL_P(value), 0));
	if (!fault) {
		fault = check_shapes(parts, zend_hash_index_find(Z_ARRVAL_P(value), 1));
	}
	if (!fault) {
		fault = check_arrays(parts, zend_hash_index_find(Z_ARRVAL_P(value), 2));
	}
	if (!fault && count == 4) {
		fault = check_presets(parts, zend_hash_index_find(Z_ARRVAL_P(value), 3));
	}
	return fault;
}

void brine_dictionary_parts_destroy(brine_dictionary_parts *parts)
{
	uint32_t count = parts->layouts ? zend_hash_num_elements(parts->shapes) : 0;

	for (uint32_t i = 0; i < count; i++) {
		if (parts->layouts[i]) {
			zend_array_release(parts->layouts[i]);
		}
	}
	if (parts->layouts) {
		efree(parts->layouts);
	}
	if (parts->measures) {
		efree(parts->measures);
	}
}
