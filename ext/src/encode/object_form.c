#include "encode/object_form.h"
#include "ext/standard/php_incomplete_class.h"
#include "zend_interfaces.h"

bool brine_object_has_all_slots(const zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	for (int i = 0; i < ce->default_properties_count; i++) {
		if (Z_TYPE(object->properties_table[i]) == IS_UNDEF && ce->properties_info_table[i]) {
			return false;
		}
	}
	return true;
}

bool brine_object_is_standard(zend_object *object)
{
	return object->handlers->get_properties_for == NULL && object->handlers->get_properties == zend_std_get_properties
		&& !brine_object_is_lazy(object);
}

zend_function *brine_sleep_method(const zend_class_entry *ce)
{
	zval *method =
		ce == PHP_IC_ENTRY ? NULL : zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_SLEEP));

	return method ? Z_FUNC_P(method) : NULL;
}

/* True if a table of properties has no holes; those of properties that were removed are closed, as the engine does when it needs room. */
static bool is_without_holes(HashTable *table)
{
	if (HT_IS_PACKED(table)) {
		return table->nNumUsed == 0;
	}
	if (table->nNumUsed != table->nNumOfElements && GC_REFCOUNT(table) == 1 && !(GC_FLAGS(table) & GC_IMMUTABLE)) {
		zend_hash_rehash(table);
	}
	return table->nNumUsed == table->nNumOfElements;
}

/* True if a table of properties holds the declared ones only, in the order of their slots. */
static bool is_table_of_slots(const zend_object *object)
{
	const zend_class_entry *ce = object->ce;
	HashTable *table = object->properties;
	uint32_t position = 0;

	if (!is_without_holes(table)) {
		return false;
	}
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (info) {
			if (position >= table->nNumUsed || Z_TYPE(table->arData[position].val) != IS_INDIRECT
				|| Z_INDIRECT(table->arData[position].val) != OBJ_PROP(object, info->offset)) {
				return false;
			}
			position++;
		}
	}
	return position == table->nNumUsed;
}

static bool is_table_of_names(HashTable *table)
{
	if (!is_without_holes(table) || table->nNumUsed == 0) {
		return false;
	}
	for (uint32_t i = 0; i < table->nNumUsed; i++) {
		if (!table->arData[i].key || Z_TYPE(table->arData[i].val) == IS_INDIRECT) {
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
		return !object->properties || is_table_of_slots(object) ? BRINE_ROW_SLOTS : BRINE_ROW_NONE;
	}
	return object->properties && is_table_of_names(object->properties) ? BRINE_ROW_DYNAMIC : BRINE_ROW_NONE;
}

bool brine_object_is_trackable(const brine_encoder *encoder, const zend_object *object)
{
	return encoder->in_shared_array || GC_REFCOUNT(object) > 1
		|| (object->properties && GC_REFCOUNT(object->properties) > 1);
}
