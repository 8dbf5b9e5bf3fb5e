#include "encode/sleep.h"
#include "core/slots.h"
#include "encode/class.h"
#include "encode/object_form.h"
#include "ext/standard/php_var.h"
#include "zend_exceptions.h"

/* Properties of at most this many slots are taken one by one. */
#define MAX_SLOTS 256

/*
 * True if __sleep() can name the property this way: every property but other classes' private ones is named by its
 * plain name.
 */
static zend_always_inline bool is_named(
	const zend_class_entry *ce, const zend_property_info *info, const zend_string *name)
{
	size_t skip = 0;

	if (info->flags & ZEND_ACC_PROTECTED) {
		skip = sizeof("\0*\0") - 1;
	} else if (info->flags & ZEND_ACC_PRIVATE) {
		skip = info->ce == ce ? ZSTR_LEN(ce->name) + 2 : ZSTR_LEN(info->name);
	}
	return ZSTR_LEN(info->name) - skip == ZSTR_LEN(name)
		&& memcmp(ZSTR_VAL(info->name) + skip, ZSTR_VAL(name), ZSTR_LEN(name)) == 0;
}

/*
 * The property in a slot with this name, or NULL. Tries number `next` first, because names usually follow the order of
 * declaration.
 */
static const zend_property_info *find_property(zend_class_entry *ce, const zval *name, int next)
{
	const zend_property_info *info;

	if (UNEXPECTED(Z_TYPE_P(name) != IS_STRING || Z_STRLEN_P(name) == 0)) {
		return NULL;
	}
	if (next < ce->default_properties_count && (info = ce->properties_info_table[next])
		&& EXPECTED(is_named(ce, info, Z_STR_P(name)))) {
		return info;
	}
	info = zend_hash_find_ptr(&ce->properties_info, Z_STR_P(name));
	if (!info || (info->flags & ZEND_ACC_STATIC) || brine_property_is_virtual(info)
		|| ((info->flags & ZEND_ACC_PRIVATE) && info->ce != ce)) {
		return NULL;
	}
	return info;
}

/* The value of a slot that was not taken before; otherwise NULL. */
static zval *take_slot(zend_object *object, uint32_t slot, uint64_t *taken)
{
	uint64_t bit = UINT64_C(1) << (slot & 63);

	if (UNEXPECTED(Z_TYPE(object->properties_table[slot]) == IS_UNDEF || (taken[slot >> 6] & bit))) {
		return NULL;
	}
	taken[slot >> 6] |= bit;
	return &object->properties_table[slot];
}

HashTable *brine_choose_sleep_slots(brine_encoder *encoder, zend_object *object, HashTable *names)
{
	zend_class_entry *ce = object->ce;
	uint32_t count = zend_hash_num_elements(names);
	uint64_t taken[MAX_SLOTS / 64] = {0};
	brine_shape_key *key;
	HashTable *values;
	zval *name, *value = NULL;
	int next = 0;

	if (count == 0 || count > (uint32_t) ce->default_properties_count || ce->default_properties_count > MAX_SLOTS
		|| !brine_object_is_standard(object) || (object->properties && !brine_object_is_all_slots(object))) {
		return NULL;
	}
	values = zend_new_array(count);
	zend_hash_real_init_packed(values);
	key = brine_seen_shapes_reserve(&encoder->shapes, 1 + count);
	brine_set_shape_key(key, ce->name);
	ZEND_HASH_FILL_PACKED(values) {
		ZEND_HASH_FOREACH_VAL(names, name) {
			const zend_property_info *info = find_property(ce, name, next);

			value = info ? take_slot(object, brine_slot_of(info), taken) : NULL;
			if (UNEXPECTED(!value)) {
				break;
			}
			next = (int) brine_slot_of(info) + 1;
			brine_set_shape_key(++key, info->name);
			if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
				/* Dereferenced, because the list's extra reference would make an unshared PHP reference look shared. */
				value = Z_REFVAL_P(value);
			}
			Z_TRY_ADDREF_P(value);
			ZEND_HASH_FILL_SET(value);
			ZEND_HASH_FILL_NEXT();
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FILL_END();
	if (UNEXPECTED(!value)) {
		zend_array_release(values);
		return NULL;
	}
	return values;
}

typedef enum {
	SLEEP_FOUND,
	SLEEP_SKIPPED,
	SLEEP_MISSING
} sleep_lookup;

/* Looks up a property by mangled name and adds it to the chosen ones. */
static sleep_lookup add_sleep_property(
	HashTable *chosen, HashTable *map, zend_object *object, zend_string *mangled, const zend_string *name)
{
	zval *value = zend_hash_find(map, mangled);

	if (!value) {
		return SLEEP_MISSING;
	}
	if (Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
		if (Z_TYPE_P(value) == IS_UNDEF) {
			/* An uninitialised typed property is skipped; an unset one does not exist. */
			return zend_get_typed_property_info_for_slot(object, value) ? SLEEP_SKIPPED : SLEEP_MISSING;
		}
	}
	if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
		/* Dereferenced, because the map's extra reference would make an unshared PHP reference look shared. */
		value = Z_REFVAL_P(value);
	}
	if (!zend_hash_add(chosen, mangled, value)) {
		php_error_docref(
			NULL, BRINE_LEVEL_OF_SLEEP_TWICE, "\"%s\" is returned from __sleep() multiple times", ZSTR_VAL(name));
		return SLEEP_SKIPPED;
	}
	Z_TRY_ADDREF_P(value);
	return SLEEP_FOUND;
}

/* Looks up a name from __sleep(): as public, then private to the class, then protected. */
static void choose_sleep_property(HashTable *chosen, HashTable *map, zend_object *object, zend_string *name)
{
	zend_class_entry *ce = object->ce;
	zend_string *mangled;
	sleep_lookup found = add_sleep_property(chosen, map, object, name, name);

	if (found == SLEEP_MISSING && !EG(exception)) {
		mangled =
			zend_mangle_property_name(ZSTR_VAL(ce->name), ZSTR_LEN(ce->name), ZSTR_VAL(name), ZSTR_LEN(name), false);
		found = add_sleep_property(chosen, map, object, mangled, name);
		zend_string_release(mangled);
	}
	if (found == SLEEP_MISSING && !EG(exception)) {
		mangled = zend_mangle_property_name("*", 1, ZSTR_VAL(name), ZSTR_LEN(name), false);
		found = add_sleep_property(chosen, map, object, mangled, name);
		zend_string_release(mangled);
	}
	if (found == SLEEP_MISSING && !EG(exception)) {
		php_error_docref(
			NULL, E_WARNING, "\"%s\" returned as member variable from __sleep() but does not exist", ZSTR_VAL(name));
	}
}

void brine_warn_about_sleep(const zend_object *object)
{
	php_error_docref(NULL, E_WARNING,
		"%s::__sleep() should return an array only containing the names of instance-variables to serialize",
		ZSTR_VAL(object->ce->name));
}

HashTable *brine_choose_sleep_properties(zend_object *object, HashTable *names)
{
	HashTable *chosen = zend_new_array(zend_hash_num_elements(names));
	HashTable *map;
	zval self;
	zval *item;

	ZVAL_OBJ(&self, object);
	map = zend_get_properties_for(&self, ZEND_PROP_PURPOSE_SERIALIZE);
	ZEND_HASH_FOREACH_VAL_IND(names, item) {
		zend_string *name, *temporary;

		ZVAL_DEREF(item);
		if (Z_TYPE_P(item) != IS_STRING) {
			brine_warn_about_sleep(object);
		}
		name = zval_get_tmp_string(item, &temporary);
		if (!EG(exception)) {
			choose_sleep_property(chosen, map, object, name);
		}
		zend_tmp_string_release(temporary);
		if (UNEXPECTED(EG(exception))) {
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	zend_release_properties(map);
	if (UNEXPECTED(EG(exception))) {
		zend_array_release(chosen);
		return NULL;
	}
	return chosen;
}
