/* Writes objects of igbinary's format in all of PHP's forms. */
#include "core/fiber.h"
#include "core/names.h"
#include "encode/hooks.h"
#include "encode/object_form.h"
#include "igbinary/writer.h"
#include "zend_exceptions.h"

/* Writes the count of an object's properties and enters its level. */
static bool enter_properties(brine_encoder *encoder, uint32_t count)
{
	brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
	encoder->out.p = brine_igbinary_put_number(encoder->out.p, BRINE_IGBINARY_ARRAY, count);
	return brine_encode_enter(encoder);
}

/* Writes the mark of an uninitialised property. */
static void write_nothing(brine_encoder *encoder)
{
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, BRINE_IGBINARY_NULL);
}

static uint32_t count_slots(const zend_class_entry *ce)
{
	uint32_t count = 0;

	for (int i = 0; i < ce->default_properties_count; i++) {
		count += ce->properties_info_table[i] != NULL;
	}
	return count;
}

/* Writes the properties of an object that are all in slots. User code may unset some meanwhile. */
static bool write_slots(brine_encoder *encoder, zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	if (UNEXPECTED(!enter_properties(encoder, count_slots(ce)))) {
		return false;
	}
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];
		zval *value;

		if (UNEXPECTED(!info)) {
			continue;
		}
		value = OBJ_PROP(object, info->offset);
		if (UNEXPECTED(Z_TYPE_P(value) == IS_UNDEF)) {
			write_nothing(encoder);
			continue;
		}
		brine_igbinary_write_string(encoder, info->name);
		if (UNEXPECTED(!brine_igbinary_write_value(encoder, value))) {
			brine_path_add_property(&encoder->path, info->name);
			return false;
		}
	}
	brine_encode_leave(encoder);
	return true;
}

static ZEND_COLD void add_to_path(brine_encoder *encoder, zend_ulong h, zend_string *name)
{
	if (name) {
		brine_path_add_property(&encoder->path, name);
	} else {
		brine_path_add_property_key(&encoder->path, h, name);
	}
}

/* Writes properties from a map that the caller holds. An incomplete object has its class name among them. */
static bool write_map(brine_encoder *encoder, HashTable *map, bool is_incomplete)
{
	bool has_class = is_incomplete && zend_hash_str_exists(map, ZEND_STRL(MAGIC_MEMBER));
	zend_ulong h;
	zend_string *name;
	zval *value;

	if (UNEXPECTED(!enter_properties(encoder, zend_hash_num_elements(map) - has_class))) {
		return false;
	}
	ZEND_HASH_FOREACH_KEY_VAL(map, h, name, value) {
		if (UNEXPECTED(has_class) && name && brine_names_incomplete_class(name)) {
			continue;
		}
		value = Z_TYPE_P(value) == IS_INDIRECT ? Z_INDIRECT_P(value) : value;
		if (Z_TYPE_P(value) == IS_UNDEF) {
			write_nothing(encoder);
			continue;
		}
		if (EXPECTED(name)) {
			brine_igbinary_write_string(encoder, name);
		} else {
			brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
			encoder->out.p = brine_igbinary_put_long(encoder->out.p, (zend_long) h);
		}
		if (UNEXPECTED(!brine_igbinary_write_value(encoder, value))) {
			add_to_path(encoder, h, name);
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	brine_encode_leave(encoder);
	return true;
}

/* Writes an object whose properties the class computes, or that must be initialised first. */
static zend_never_inline bool write_made_map(brine_encoder *encoder, zend_object *object)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	HashTable *map;
	zval self, held;

	brine_igbinary_search_all(encoder);
	brine_encode_pin(encoder);
	ZVAL_OBJ(&self, object);
	brine_use_levels(levels);
	map = zend_get_properties_for(&self, ZEND_PROP_PURPOSE_SERIALIZE);
	brine_return_levels(levels);
	if (EXPECTED(map && !(GC_FLAGS(map) & GC_IMMUTABLE))) {
		ZVAL_ARR(&held, map);
		brine_encode_hold(encoder, &held);
	}
	return !EG(exception) && write_map(encoder, map ? map : (HashTable *) &zend_empty_array, false);
}

/* Writes an object with a property map of its own, which other values may hold as an array. */
static bool write_own_map(brine_encoder *encoder, zend_object *object)
{
	HashTable *map = object->properties;
	bool success;

	if (GC_REFCOUNT(map) > 1) {
		brine_igbinary_search_all(encoder);
	}
	/* An extra reference freezes the map: a write to the object copies it first. */
	GC_TRY_ADDREF(map);
	success = write_map(encoder, map, object->ce == PHP_IC_ENTRY);
	if (!(GC_FLAGS(map) & GC_IMMUTABLE)) {
		brine_encode_let_go(encoder, (zend_refcounted *) map);
	}
	return success;
}

static bool write_plain(brine_encoder *encoder, zend_object *object)
{
	zend_string *name = object->ce->name;

	if (UNEXPECTED(object->ce == PHP_IC_ENTRY)) {
		name = brine_encode_hold_string(encoder, brine_encode_class_name(object));
	}
	brine_igbinary_write_class(encoder, name);
	if (UNEXPECTED(!brine_object_is_standard(object))) {
		return write_made_map(encoder, object);
	}
	return object->properties ? write_own_map(encoder, object) : write_slots(encoder, object);
}

/* Writes an object whose class has __serialize(). The array that it returns has no number. */
static zend_never_inline bool write_custom(brine_encoder *encoder, zend_object *object)
{
	zend_function *method = object->ce->__serialize;
	zval array;

	brine_igbinary_search_all(encoder);
	if (!brine_encode_call_method(encoder, object, method, &array)) {
		return false;
	}
	brine_encode_hold(encoder, &array);
	if (UNEXPECTED(Z_TYPE(array) != IS_ARRAY)) {
		zend_type_error("%s::__serialize() must return an array", ZSTR_VAL(object->ce->name));
		return false;
	}
	brine_igbinary_write_class(encoder, object->ce->name);
	return brine_igbinary_write_elements(encoder, Z_ARRVAL(array));
}

/* Writes null for an object that a hook leaves out, here and wherever it appears again: it takes no number. */
static void write_left_out(brine_encoder *encoder, zend_object *object)
{
	encoder->object_count--;
	brine_identity_renumber(&encoder->objects, object, BRINE_OBJECT_IS_NULL);
	write_nothing(encoder);
}

/* Writes an object whose class has only Serializable::serialize(). */
static zend_never_inline bool write_serializable(brine_encoder *encoder, zend_object *object)
{
	brine_buffer *out = &encoder->out;
	unsigned char *data = NULL;
	size_t size = 0;
	zend_result result;

	brine_igbinary_search_all(encoder);
	brine_encode_begin_hook(encoder);
	result = brine_encode_call_serializable(encoder, object, &data, &size);
	if (EXPECTED(result == SUCCESS && !EG(exception) && size <= UINT32_MAX)) {
		brine_igbinary_write_class(encoder, object->ce->name);
		brine_reserve(out, zend_safe_address_guarded(1, size, BRINE_IGBINARY_HEAD_MAX));
		out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_SERIALIZED, (uint32_t) size);
		brine_put_bytes(out, (const char *) data, size);
	}
	if (data) {
		efree(data);
	}
	if (EG(exception)) {
		return false;
	}
	if (UNEXPECTED(result != SUCCESS)) {
		write_left_out(encoder, object);
	} else if (UNEXPECTED(size > UINT32_MAX)) {
		return brine_encode_fail(encoder,
			strpprintf(0, "%s::serialize() returned more bytes than the format can hold", ZSTR_VAL(object->ce->name)));
	}
	return true;
}

static zend_never_inline bool write_enum(brine_encoder *encoder, zend_object *object)
{
	zend_string *name = brine_encode_case_name(encoder, object);

	if (UNEXPECTED(!name)) {
		return false;
	}
	brine_igbinary_write_class(encoder, object->ce->name);
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, BRINE_IGBINARY_ENUM_CASE);
	brine_igbinary_write_string(encoder, name);
	return true;
}

/* Writes the properties that __sleep() named: names and values in turn. */
static bool write_chosen(brine_encoder *encoder, const HashTable *chosen)
{
	if (UNEXPECTED(!enter_properties(encoder, zend_hash_num_elements(chosen) / 2))) {
		return false;
	}
	for (uint32_t i = 0; i < chosen->nNumUsed; i += 2) {
		zend_string *name;

		if (UNEXPECTED(Z_TYPE(chosen->arPacked[i]) == IS_NULL)) {
			write_nothing(encoder);
			continue;
		}
		name = Z_STR(chosen->arPacked[i]);
		brine_igbinary_write_string(encoder, name);
		if (UNEXPECTED(!brine_igbinary_write_value(encoder, &chosen->arPacked[i + 1]))) {
			brine_path_add_property(&encoder->path, name);
			return false;
		}
	}
	brine_encode_leave(encoder);
	return true;
}

/* Writes an object whose class has __sleep(). */
static zend_never_inline bool write_sleep(brine_encoder *encoder, zend_object *object, zend_function *method)
{
	HashTable *chosen;
	zval names;

	brine_igbinary_search_all(encoder);
	if (!brine_encode_call_method(encoder, object, method, &names)) {
		return false;
	}
	brine_encode_hold(encoder, &names);
	chosen = brine_igbinary_choose(encoder, object, &names);
	if (UNEXPECTED(EG(exception))) {
		return false;
	}
	if (UNEXPECTED(!chosen)) {
		write_left_out(encoder, object);
		return true;
	}
	brine_igbinary_write_class(encoder, object->ce->name);
	return write_chosen(encoder, chosen);
}

/* Writes an object that was not met before. */
static bool write_new_object(brine_encoder *encoder, zend_object *object)
{
	zend_class_entry *ce = object->ce;
	zend_function *sleep;

	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE)) {
		return brine_encode_fail(encoder, strpprintf(0, "Serialization of '%s' is not allowed", ZSTR_VAL(ce->name)));
	}
	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_ENUM)) {
		return write_enum(encoder, object);
	}
	if (ce->__serialize) {
		return write_custom(encoder, object);
	}
	if (UNEXPECTED(ce->serialize)) {
		return write_serializable(encoder, object);
	}
	sleep = brine_sleep_method(ce);
	return sleep ? write_sleep(encoder, object, sleep) : write_plain(encoder, object);
}

BRINE_HOT bool brine_igbinary_write_object(brine_encoder *encoder, zend_object *object, bool is_shared)
{
	return !brine_igbinary_number(encoder, object, is_shared || GC_REFCOUNT(object) > 1, BRINE_IGBINARY_OBJECT_AGAIN)
		|| write_new_object(encoder, object);
}
