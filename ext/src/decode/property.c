/* Properties by name, found as unserialize() finds them: regardless of their visibility when they were written. */
#include "decode/property.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "core/names.h"
#include "decode/class.h"
#include "decode/object.h"
#include "decode/refuse.h"
#include "ext/standard/php_incomplete_class.h"

brine_property_map brine_decode_property_map(zend_object *object)
{
	HashTable *map = object->handlers->get_properties(object);

	return (brine_property_map){
		.object = object,
		.map = map,
		.known = map->nNumUsed,
		.is_standard = object->handlers->get_properties == zend_std_get_properties,
	};
}

/*
 * The element under a mangled name; INDIRECT if declared. A standard map is not searched by hash, because a payload can
 * choose colliding names.
 */
static zval *find_in_map(const brine_property_map *properties, zend_string *name)
{
	HashTable *map = properties->map;
	zend_ulong h = zend_string_hash_val(name);

	if (UNEXPECTED(!properties->is_standard)) {
		return zend_hash_find(map, name);
	}
	for (uint32_t i = 0; i < properties->known; i++) {
		Bucket *bucket = map->arData + i;

		if (bucket->h == h && bucket->key && zend_string_equals(bucket->key, name)) {
			return &bucket->val;
		}
	}
	return NULL;
}

/* Adds a new dynamic property; in a standard map without a lookup. */
static zval *add_dynamic(const brine_property_map *properties, zend_string *name)
{
	HashTable *map = properties->map;
	zval null;

	ZVAL_NULL(&null);
	if (UNEXPECTED(!properties->is_standard)) {
		return zend_hash_add(map, name, &null);
	}
	if (HT_FLAGS(map) & HASH_FLAG_UNINITIALIZED) {
		zend_hash_real_init_mixed(map);
	}
	if (map->nNumUsed >= map->nTableSize) {
		zend_hash_extend(map, map->nTableSize + 1, false);
	}
	return _zend_hash_append(map, name, &null);
}

/* Names in deprecations are cut here: a payload can repeat a long one for every existing class. */
#define SHOWN_OF_NAME 200

/* An error handler may decode too. */
static void deprecate_dynamic(const brine_decoder *decoder, const zend_class_entry *ce, const char *plain_name)
{
	uint32_t levels = decoder->depth + BRINE_LEVELS_PER_HOOK;

	brine_use_levels(levels);
	zend_error(E_DEPRECATED, "Creation of dynamic property %s::$%.*s%s is deprecated", ZSTR_VAL(ce->name),
		SHOWN_OF_NAME, plain_name, strlen(plain_name) > SHOWN_OF_NAME ? "..." : "");
	brine_return_levels(levels);
}

/* True if PHP allows a dynamic property in this class. Raises PHP's deprecation once per name and class. */
static bool may_add_dynamic(
	brine_decoder *decoder, const zend_class_entry *ce, zend_string *name, const unsigned char *at)
{
	const char *plain_name = ZSTR_VAL(name) + brine_name_skip(name);
	brine_meaning *meaning;

	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES)) {
		zend_throw_error(NULL, "Cannot create dynamic property %s::$%s", ZSTR_VAL(ce->name), plain_name);
		return brine_decode_fail(decoder, BRINE_ERR_BAD_PROPERTY, at);
	}
	if (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES) {
		return true;
	}
	if (decoder->deprecations >= BRINE_MAX_DEPRECATIONS) {
		return true;
	}
	meaning = brine_decode_meaning(decoder, ce, name);
	if (meaning->deprecated) {
		return true;
	}
	meaning->deprecated = true;
	decoder->deprecations++;
	deprecate_dynamic(decoder, ce, plain_name);
	return !EG(exception) || brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
}

/* Makes an element of the map ready to be written. What it had lives until the decode ends. */
static brine_property_place clear_place(brine_decoder *decoder, const brine_property_map *properties, zval *value)
{
	brine_property_place place = {value, NULL};

	if (Z_TYPE_P(value) == IS_INDIRECT) {
		place.value = Z_INDIRECT_P(value);
		place.typed = zend_get_typed_property_info_for_slot(properties->object, place.value);
		if (place.typed && Z_ISREF_P(place.value)) {
			ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(place.value), place.typed);
		}
		Z_PROP_FLAG_P(place.value) = 0;
	}
	if (Z_REFCOUNTED_P(place.value)) {
		brine_decode_discard(decoder, place.value);
	}
	ZVAL_NULL(place.value);
	return place;
}

/* The declaration that a name means, whatever its visibility; `value` is the map's element, or NULL. */
static zend_property_info *find_meaning(
	brine_decoder *decoder, const brine_property_map *properties, zend_string *name, const zval *value)
{
	/* Integer-like names cannot be declared and may be many, so their meaning is not cached. */
	if ((value && Z_TYPE_P(value) == IS_INDIRECT) || ZSTR_VAL(name)[0] == '-'
		|| isdigit((unsigned char) ZSTR_VAL(name)[0])) {
		return NULL;
	}
	return brine_decode_meaning(decoder, properties->object->ce, name)->declaration;
}

/* The place of exactly this name: the element `value` of the map, or, if that is NULL, a new dynamic property. */
static brine_property_place place_of_name(brine_decoder *decoder, const brine_property_map *properties,
	zend_string *name, zval *value, const unsigned char *at)
{
	if (value) {
		return clear_place(decoder, properties, value);
	}
	value = may_add_dynamic(decoder, properties->object->ce, name, at) ? add_dynamic(properties, name) : NULL;
	return (brine_property_place){value, NULL};
}

static brine_property_place place_of_declaration(brine_decoder *decoder, const brine_property_map *properties,
	const zend_property_info *info, const unsigned char *at)
{
	zval *value;

	if (UNEXPECTED(brine_property_is_virtual(info))) {
		zend_throw_error(NULL, "Cannot unserialize value for virtual property %s::$%s", ZSTR_VAL(info->ce->name),
			zend_get_unmangled_property_name(info->name));
		brine_decode_fail(decoder, BRINE_ERR_BAD_PROPERTY, at);
		return (brine_property_place){NULL, NULL};
	}
	value = find_in_map(properties, info->name);
	return value ? clear_place(decoder, properties, value)
				 : (brine_property_place){add_dynamic(properties, info->name), NULL};
}

brine_property_place brine_decode_find_property(
	brine_decoder *decoder, const brine_property_map *properties, zend_string *name, const unsigned char *at)
{
	zval *value = find_in_map(properties, name);
	const zend_property_info *info = find_meaning(decoder, properties, name, value);

	return info ? place_of_declaration(decoder, properties, info, at)
				: place_of_name(decoder, properties, name, value, at);
}

brine_property_place brine_decode_find_in_reach(brine_decoder *decoder, const brine_property_map *properties,
	zend_string *name, bool is_null, const unsigned char *at)
{
	zval *value = find_in_map(properties, name);
	const zend_property_info *info = find_meaning(decoder, properties, name, value);
	bool is_in_reach = info && !((info->flags & ZEND_ACC_PRIVATE) && info->ce != properties->object->ce)
		&& !(is_null && brine_property_is_virtual(info));

	return is_in_reach ? place_of_declaration(decoder, properties, info, at)
					   : place_of_name(decoder, properties, name, value, at);
}

bool brine_decode_by_name(
	brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count, brine_cell_source *rows)
{
	brine_property_map properties = brine_decode_property_map(object);

	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *at = rows ? rows->at : decoder->in.p;
		zend_string *name = layout->arData[i].key;
		brine_property_place place = brine_decode_find_property(decoder, &properties, name, at);

		if (UNEXPECTED(!place.value || !brine_decode_property(decoder, place.value, place.typed, rows, i))) {
			brine_path_add_property(&decoder->path, name);
			return false;
		}
	}
	return true;
}

/* The property name for an integer key; lives until the decode ends. */
static zend_string *name_of_integer(brine_decoder *decoder, zend_ulong h)
{
	zend_string *name = zend_long_to_str((zend_long) h);

	brine_string_registry_own(&decoder->strings, name);
	return name;
}

HashTable *brine_decode_incomplete_map(zend_string *class_name, uint32_t count)
{
	HashTable *map = zend_new_array(count + 1);
	zend_string *key = brine_decode_class_key();
	zval name;

	zend_hash_real_init_mixed(map);
	ZVAL_STR_COPY(&name, class_name);
	_zend_hash_append(map, key, &name);
	zend_string_release(key);
	return map;
}

/*
 * Charges the properties that an array's elements become: all properties move to one map, and integers become strings.
 */
static bool charge_properties(brine_decoder *decoder, uint32_t all, uint32_t count, const unsigned char *at)
{
	return brine_decode_charge(decoder, brine_memory_of_map(MAX(all, 1)) + (uint64_t) BRINE_MEMORY_OF_NAME * count, at);
}

bool brine_decode_assign_incomplete(
	brine_decoder *decoder, zend_object *object, zend_string *class_name, HashTable *array, const unsigned char *at)
{
	uint32_t count = zend_hash_num_elements(array);
	zend_string *key;
	zend_ulong h;
	zval *value;
	HashTable *map;

	if (UNEXPECTED(!charge_properties(decoder, count + 1, count, at))) {
		return false;
	}
	map = object->properties = brine_decode_incomplete_map(class_name, count);
	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		zend_string *name = key ? key : name_of_integer(decoder, h);

		if (UNEXPECTED(brine_names_incomplete_class(name))) {
			return brine_decode_refuse_name_of_incomplete(decoder, at);
		}
		zend_string_hash_val(name);
		Z_TRY_ADDREF_P(value);
		_zend_hash_append(map, name, value);
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

bool brine_decode_assign_properties(
	brine_decoder *decoder, zend_object *object, HashTable *array, const unsigned char *at)
{
	uint32_t count = zend_hash_num_elements(array);
	brine_property_map properties;
	zend_ulong h;
	zend_string *key;
	zval *value;

	if (UNEXPECTED(!charge_properties(decoder, (uint32_t) object->ce->default_properties_count + count, count, at))) {
		return false;
	}
	properties = brine_decode_property_map(object);
	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		zend_string *name = key ? key : name_of_integer(decoder, h);
		brine_property_place place;

		if (UNEXPECTED(object->ce == PHP_IC_ENTRY && brine_names_incomplete_class(name))) {
			return brine_decode_refuse_name_of_incomplete(decoder, at);
		}
		if (UNEXPECTED(!brine_is_property_name(object->ce, name))) {
			return brine_decode_refuse_property_name(decoder, object->ce, name, at);
		}
		place = brine_decode_find_property(decoder, &properties, name, at);
		if (EXPECTED(place.value)) {
			Z_TRY_ADDREF_P(value);
			ZVAL_COPY_VALUE(place.value, value);
		}
		if (UNEXPECTED(
				!place.value || (place.typed && !brine_decode_accept_typed(decoder, place.value, place.typed, at)))) {
			brine_path_add_property(&decoder->path, name);
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	brine_decode_add_wakeup(decoder, object, at);
	return true;
}
