/*
 * The properties that __sleep() names, as igbinary writes them: in order, repeated names too, and null for those that
 * do not exist.
 */
#include "core/fiber.h"
#include "encode/sleep.h"
#include "igbinary/writer.h"
#include "ext/standard/php_var.h"
#include "zend_exceptions.h"

/* Adds a name, which it takes over, and its value; each may be NULL. */
static void add(HashTable *chosen, zend_string *name, zval *value)
{
	zval key, null;

	ZVAL_NULL(&key);
	if (EXPECTED(name)) {
		ZVAL_STR(&key, name);
	}
	ZVAL_NULL(&null);
	if (!value) {
		value = &null;
	} else if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
		/* The list's own reference would make it look shared. */
		value = Z_REFVAL_P(value);
	}
	Z_TRY_ADDREF_P(value);
	zend_hash_next_index_insert_new(chosen, &key);
	zend_hash_next_index_insert_new(chosen, value);
}

/*
 * Looks for the name of a property as it is, as that of a private, and of a protected one. The caller owns *found_name.
 */
static zval *find(const zend_object *object, const HashTable *map, zend_string *name, zend_string **found_name)
{
	const zend_string *class_name = object->ce->name;
	zval *value = zend_hash_find(map, name);

	*found_name = zend_string_copy(name);
	if (!value) {
		zend_string_release(*found_name);
		*found_name = zend_mangle_property_name(
			ZSTR_VAL(class_name), ZSTR_LEN(class_name), ZSTR_VAL(name), ZSTR_LEN(name), false);
		value = zend_hash_find(map, *found_name);
	}
	if (!value) {
		zend_string_release(*found_name);
		*found_name = zend_mangle_property_name("*", 1, ZSTR_VAL(name), ZSTR_LEN(name), false);
		value = zend_hash_find(map, *found_name);
	}
	if (!value) {
		zend_string_release(*found_name);
		*found_name = zend_string_copy(name);
	}
	return value;
}

/*
 * Adds a property by the name that __sleep() returned. An uninitialised typed property is skipped, as serialize() does.
 * `is_name`: what was returned is a string. Of anything else, the name is only used if there is such a property.
 */
static void choose_property(
	zend_object *object, const HashTable *map, zend_string *name, bool is_name, HashTable *chosen)
{
	zend_string *found_name;
	zval *value = find(object, map, name, &found_name);

	if (value && Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
		if (Z_TYPE_P(value) == IS_UNDEF) {
			if (zend_get_typed_property_info_for_slot(object, value)) {
				zend_string_release(found_name);
				return;
			}
			value = NULL;
		}
	}
	if (UNEXPECTED(!value && !is_name)) {
		zend_string_release(found_name);
		found_name = NULL;
	}
	add(chosen, found_name, value);
	if (!value) {
		php_error_docref(
			NULL, E_WARNING, "\"%s\" returned as member variable from __sleep() but does not exist", ZSTR_VAL(name));
	}
}

static bool choose_all(zend_object *object, const HashTable *map, HashTable *names, HashTable *chosen)
{
	zval *item;

	ZEND_HASH_FOREACH_VAL_IND(names, item) {
		zend_string *name, *temporary;
		bool is_name;

		ZVAL_DEREF(item);
		is_name = Z_TYPE_P(item) == IS_STRING;
		if (UNEXPECTED(!is_name)) {
			brine_warn_about_sleep(object);
		}
		name = zval_get_tmp_string(item, &temporary);
		if (EXPECTED(!EG(exception))) {
			choose_property(object, map, name, is_name, chosen);
		}
		zend_tmp_string_release(temporary);
		if (UNEXPECTED(EG(exception))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

HashTable *brine_igbinary_choose(brine_encoder *encoder, zend_object *object, zval *names)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	HashTable *map, *chosen;
	zval self, held;
	bool success;

	/* Error handlers are user code. */
	if (UNEXPECTED(Z_TYPE_P(names) != IS_ARRAY)) {
		brine_use_levels(levels);
		brine_warn_about_sleep(object);
		brine_return_levels(levels);
		return NULL;
	}
	chosen = zend_new_array(2 * zend_hash_num_elements(Z_ARRVAL_P(names)));
	zend_hash_real_init_packed(chosen);
	ZVAL_ARR(&held, chosen);
	brine_encode_hold(encoder, &held);
	ZVAL_OBJ(&self, object);
	brine_use_levels(levels);
	map = zend_get_properties_for(&self, ZEND_PROP_PURPOSE_SERIALIZE);
	success = !EG(exception) && choose_all(object, map, Z_ARRVAL_P(names), chosen);
	zend_release_properties(map);
	brine_return_levels(levels);
	return success ? chosen : NULL;
}
