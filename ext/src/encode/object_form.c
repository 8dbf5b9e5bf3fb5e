#include "core/enums.h"
#include "encode/object_form.h"
#include "ext/standard/php_incomplete_class.h"
#include "zend_interfaces.h"

BRINE_HOT bool brine_object_has_all_slots(const zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	for (int i = 0; i < ce->default_properties_count; i++) {
		if (Z_TYPE(object->properties_table[i]) == IS_UNDEF && ce->properties_info_table[i]) {
			return false;
		}
	}
	return true;
}

BRINE_HOT bool brine_object_is_standard(zend_object *object)
{
	return object->handlers->get_properties_for == NULL && object->handlers->get_properties == zend_std_get_properties
		&& !brine_object_is_lazy(object);
}

BRINE_HOT zend_function *brine_sleep_method(const zend_class_entry *ce)
{
	zval *method =
		ce == PHP_IC_ENTRY ? NULL : zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));

	return method ? Z_FUNC_P(method) : NULL;
}

/*
 * True if a property map has no holes. Closes the holes of removed properties, as the engine does when it needs space.
 */
static bool is_without_holes(HashTable *map)
{
	if (HT_IS_PACKED(map)) {
		return map->nNumUsed == 0;
	}
	if (map->nNumUsed != map->nNumOfElements && GC_REFCOUNT(map) == 1 && !(GC_FLAGS(map) & GC_IMMUTABLE)) {
		zend_hash_rehash(map);
	}
	return map->nNumUsed == map->nNumOfElements;
}

/* True if a property map without holes has only the declared properties, in slot order. */
static bool holds_only_slots(const zend_object *object, const HashTable *map)
{
	const zend_class_entry *ce = object->ce;
	uint32_t position = 0;

	if (EXPECTED(map->nNumUsed == (uint32_t) ce->default_properties_count)) {
		uint64_t differences = 0;

		/* Most objects have one element per slot. */
		for (; position < map->nNumUsed; position++) {
			const zval *value = &map->arData[position].val;

			differences |= (Z_TYPE_P(value) ^ IS_INDIRECT)
				| ((uintptr_t) Z_INDIRECT_P(value) ^ (uintptr_t) &object->properties_table[position]);
		}
		return differences == 0;
	}
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (info) {
			if (position >= map->nNumUsed || Z_TYPE(map->arData[position].val) != IS_INDIRECT
				|| Z_INDIRECT(map->arData[position].val) != OBJ_PROP(object, info->offset)) {
				return false;
			}
			position++;
		}
	}
	return position == map->nNumUsed;
}

bool brine_object_is_all_slots(const zend_object *object)
{
	const HashTable *map = object->properties;

	return GC_REFCOUNT(map) == 1 && map->nNumUsed == map->nNumOfElements && !HT_IS_PACKED(map)
		&& holds_only_slots(object, map);
}

static bool has_only_dynamic_properties(HashTable *map)
{
	if (!is_without_holes(map) || map->nNumUsed == 0) {
		return false;
	}
	for (uint32_t i = 0; i < map->nNumUsed; i++) {
		if (!map->arData[i].key || Z_TYPE(map->arData[i].val) == IS_INDIRECT) {
			return false;
		}
	}
	return true;
}

brine_row_form brine_object_row_form(zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	if ((ce->ce_flags & (ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ENUM)) || ce->__serialize || ce->serialize
		|| ce == PHP_IC_ENTRY || !brine_object_is_standard(object) || brine_sleep_method(ce)) {
		return BRINE_ROW_NONE;
	}
	if (ce->default_properties_count > 0) {
		return !object->properties
				|| (is_without_holes(object->properties) && holds_only_slots(object, object->properties))
			? BRINE_ROW_SLOTS
			: BRINE_ROW_NONE;
	}
	return object->properties && has_only_dynamic_properties(object->properties) ? BRINE_ROW_DYNAMIC : BRINE_ROW_NONE;
}

BRINE_HOT bool brine_object_is_trackable(const brine_encoder *encoder, const zend_object *object)
{
	return encoder->in_shared_array || encoder->tracks_all || GC_REFCOUNT(object) > 1
		|| (object->properties && GC_REFCOUNT(object->properties) > 1);
}

zend_string *brine_encode_case_name(brine_encoder *encoder, zend_object *object)
{
	zend_string *name = brine_enum_case_name(object);

	if (UNEXPECTED(!name)) {
		zend_string *class_name = brine_readable_name(object->ce->name);

		brine_encode_fail(
			encoder, strpprintf(0, "the name of a case of the enum %s was changed", ZSTR_VAL(class_name)));
		zend_string_release(class_name);
	}
	return name;
}
