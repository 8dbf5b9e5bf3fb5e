/* Encoding of objects in all of PHP's forms. Mirror image of decode/object.c. */
#include "core/fiber.h"
#include "core/names.h"
#include "core/slots.h"
#include "format/layout.h"
#include "encode/class.h"
#include "encode/encode.h"
#include "encode/dictionary.h"
#include "encode/heights.h"
#include "encode/hooks.h"
#include "encode/object_form.h"
#include "encode/sleep.h"
#include "encode/value.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"
#include "ext/standard/php_var.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"
#include "zend_interfaces.h"

/* Writes a tag that defines an object, and counts the object. Reserves the space itself. */
static void write_object_tag(brine_encoder *encoder, unsigned tag)
{
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, tag);
	encoder->object_count++;
}

/*
 * Assigns the next object's number if the object can be seen again. The first few are always remembered, since after a
 * hook any object can be seen again.
 */
static void remember_object(brine_encoder *encoder, zend_object *object, bool trackable, uint32_t number)
{
	if (trackable || encoder->tracks_all || encoder->objects.count < BRINE_IDENTITIES_COMPARED) {
		brine_identity_add(&encoder->objects, object, number, encoder->depth | BRINE_NODE_IS_OPEN);
		encoder->objects.entries[encoder->objects.count - 1].place = brine_encode_node_count(encoder);
	} else {
		encoder->has_untracked = true;
	}
}

/* The entry at `position` if it is this object's, otherwise NULL. */
static zend_always_inline brine_identity_entry *entry_of(
	brine_encoder *encoder, const zend_object *object, uint32_t position)
{
	brine_identity_entry *entry = &encoder->objects.entries[position];

	return position < encoder->objects.count && entry->node == (const zend_refcounted *) object ? entry : NULL;
}

/*
 * True if `name` is the shape's name at `position`. Values must match the announced shape even if hooks change the
 * object: new properties are skipped, vanished ones are written as null.
 */
static bool name_is_next(const brine_encoder *encoder, uint32_t shape, uint32_t position, const zend_string *name)
{
	const brine_shape_entry *entry = &encoder->shapes.entries[shape];
	const zend_string *next;

	if (position >= entry->count) {
		return false;
	}
	next = encoder->shapes.keys[entry->first_key + position].key;
	return next == name || zend_string_equal_content(next, name);
}

static bool encode_property(brine_encoder *encoder, zend_string *name, zval *value)
{
	zval null;

	if (UNEXPECTED(Z_TYPE_P(value) == IS_UNDEF)) {
		ZVAL_NULL(&null);
		value = &null;
	}
	if (UNEXPECTED(!brine_encode_inner(encoder, value))) {
		brine_path_add_property(&encoder->path, name);
		return false;
	}
	return true;
}

/* Writes the values of an object whose declared slots all had a value. */
static zend_never_inline bool encode_declared_slots(brine_encoder *encoder, zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (info && UNEXPECTED(!encode_property(encoder, info->name, OBJ_PROP(object, info->offset)))) {
			return false;
		}
	}
	return true;
}

/*
 * Writes the values of an object whose slots all had a value when its head was written; slots that a hook has unset
 * since become null.
 */
static bool encode_all_slots(brine_encoder *encoder, zend_object *object)
{
	const zend_class_entry *ce = object->ce;
	zval *failed;

	for (int i = 0; i < ce->default_properties_count; i++) {
		if (UNEXPECTED(!ce->properties_info_table[i])) {
			return encode_declared_slots(encoder, object);
		}
	}
	failed =
		brine_encode_values(encoder, object->properties_table, sizeof(zval), (uint32_t) ce->default_properties_count);
	if (UNEXPECTED(failed)) {
		brine_path_add_property(&encoder->path, ce->properties_info_table[failed - object->properties_table]->name);
	}
	return !failed;
}

/*
 * The number of properties from `number` on that the shape names from `position` on, and whose slots follow each other.
 */
static uint32_t count_named_slots(
	const brine_encoder *encoder, const zend_class_entry *ce, int number, uint32_t shape, uint32_t position)
{
	uint32_t count = 0;

	for (int i = number; i < ce->default_properties_count; i++, count++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (!info || !name_is_next(encoder, shape, position + count, info->name)
			|| brine_slot_of(info) != brine_slot_of(ce->properties_info_table[number]) + count) {
			break;
		}
	}
	return count;
}

/* Writes the values of the slots that the shape names. */
static zend_never_inline bool encode_named_slots(brine_encoder *encoder, zend_object *object, uint32_t shape)
{
	const zend_class_entry *ce = object->ce;
	uint32_t position = 1, count;

	for (int i = 0; i < ce->default_properties_count; i += MAX(count, 1)) {
		zval *first, *failed;

		count = count_named_slots(encoder, ce, i, shape, position);
		if (count == 0) {
			continue;
		}
		first = OBJ_PROP(object, ce->properties_info_table[i]->offset);
		failed = brine_encode_values(encoder, first, sizeof(zval), count);
		if (UNEXPECTED(failed)) {
			brine_path_add_property(&encoder->path, ce->properties_info_table[i + (failed - first)]->name);
			return false;
		}
		position += count;
	}
	return true;
}

/* Writes an object whose properties are all in slots. */
static bool encode_slots(brine_encoder *encoder, zend_object *object)
{
	const brine_class_shape *known = brine_find_class_shape(encoder, object->ce);
	bool all = brine_object_has_all_slots(object);
	uint32_t shape;

	if (EXPECTED(all && known)) {
		brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
		brine_put_shaped(encoder, known->number);
		encoder->object_count++;
		return encode_all_slots(encoder, object);
	}
	if (UNEXPECTED(!brine_encode_prepare_head(encoder, object->ce))) {
		return false;
	}
	shape = brine_encode_slots_head(encoder, object, all);
	encoder->object_count++;
	if (all) {
		brine_keep_class_shape(encoder, object->ce, shape);
		return encode_all_slots(encoder, object);
	}
	return encode_named_slots(encoder, object, shape);
}

/* An incomplete object stores its class name beside its properties; it is not one of them. */
static bool is_class_name_member(const zend_object *object, const zend_string *name)
{
	return object->ce == PHP_IC_ENTRY && name && brine_names_incomplete_class(name);
}

/* Writes the values of a property map whose names were taken. The caller holds the map, so that it cannot change. */
static zend_always_inline bool encode_property_values(brine_encoder *encoder, const HashTable *map)
{
	zval *failed = brine_encode_values(encoder, &map->arData->val, sizeof(Bucket), map->nNumUsed);

	if (UNEXPECTED(failed)) {
		brine_path_add_property(&encoder->path, ((const Bucket *) failed)->key);
	}
	return !failed;
}

/* Writes an object from its property map: mangled names, possibly indirect values. */
static zend_never_inline bool encode_property_map(brine_encoder *encoder, zend_object *object, HashTable *map)
{
	brine_shape_key *keys;
	uint32_t count = 1;
	uint32_t shape, position = 1;
	zend_ulong h;
	zend_string *name;
	zval *value;

	if (UNEXPECTED(!brine_encode_prepare_head(encoder, object->ce))) {
		return false;
	}
	keys = brine_seen_shapes_reserve(&encoder->shapes, 1 + zend_hash_num_elements(map));
	brine_set_shape_key(&keys[0], brine_encode_hold_string(encoder, brine_encode_class_name(object)));
	if (EXPECTED(object->ce != PHP_IC_ENTRY && brine_take_names(keys + 1, map))) {
		brine_encode_object_head(encoder, object->ce, 1 + zend_hash_num_elements(map));
		encoder->object_count++;
		return encode_property_values(encoder, map);
	}
	ZEND_HASH_FOREACH_KEY_VAL_IND(map, h, name, value) {
		if (!is_class_name_member(object, name)) {
			brine_set_shape_key(
				&keys[count++], name ? name : brine_encode_hold_string(encoder, zend_long_to_str((zend_long) h)));
		}
	}
	ZEND_HASH_FOREACH_END();
	shape = brine_encode_object_head(encoder, object->ce, count);
	encoder->object_count++;
	ZEND_HASH_FOREACH_KEY_VAL(map, h, name, value) {
		zend_string *written_name = name;

		if (position < count && !name) {
			written_name = encoder->shapes.keys[encoder->shapes.entries[shape].first_key + position].key;
		}
		if (is_class_name_member(object, name) || !name_is_next(encoder, shape, position, written_name)) {
			continue;
		}
		position++;
		if (!encode_property(encoder, written_name, Z_TYPE_P(value) == IS_INDIRECT ? Z_INDIRECT_P(value) : value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Writes an object whose property map other values may hold as an array. */
static bool encode_held_map(brine_encoder *encoder, zend_object *object)
{
	HashTable *map = object->properties;
	bool success;

	if (brine_encode_is_outermost(encoder, map) && !brine_encode_track_all(encoder)) {
		return false;
	}
	/* An extra reference freezes the map: a write to the object copies it first. */
	encoder->in_shared_array = GC_REFCOUNT(map) > 1;
	GC_ADDREF(map);
	success = encode_property_map(encoder, object, map);
	brine_encode_let_go(encoder, (zend_refcounted *) map);
	return success;
}

/* Writes an object whose class computes its properties, or that must be initialised first. */
static bool encode_made_map(brine_encoder *encoder, zend_object *object, bool trackable)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	HashTable *map;
	zval self, held;

	if (encoder->can_restart && UNEXPECTED(!brine_encode_commit(encoder))) {
		return false;
	}
	brine_encode_pin(encoder);
	remember_object(encoder, object, trackable, encoder->object_count);
	ZVAL_OBJ(&self, object);
	/* A lazy object runs its initializer. */
	brine_use_levels(levels);
	map = zend_get_properties_for(&self, ZEND_PROP_PURPOSE_SERIALIZE);
	brine_return_levels(levels);
	ZVAL_ARR(&held, map);
	/* The map may be temporary, and the encoder points to its keys and values. */
	brine_encode_hold(encoder, &held);
	return !EG(exception) && encode_property_map(encoder, object, map);
}

static bool encode_plain(brine_encoder *encoder, zend_object *object, bool trackable)
{
	HashTable *map = object->properties;

	if (UNEXPECTED(!brine_object_is_standard(object) || (map && (GC_FLAGS(map) & GC_IMMUTABLE)))) {
		return encode_made_map(encoder, object, trackable);
	}
	remember_object(encoder, object, trackable, encoder->object_count);
	return EXPECTED(!map || brine_object_is_all_slots(object)) ? encode_slots(encoder, object)
															   : encode_held_map(encoder, object);
}

/* Writes the class of an object with its own array form. */
static bool write_custom_head(brine_encoder *encoder, zend_class_entry *ce)
{
	const brine_class_shape *known = brine_find_class_shape(encoder, ce);
	uint32_t shape;

	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	encoder->object_count++;
	if (EXPECTED(known)) {
		brine_put_shaped(encoder, known->number);
		return true;
	}
	if (UNEXPECTED(!brine_encode_prepare_head(encoder, ce))) {
		return false;
	}
	brine_set_shape_key(brine_seen_shapes_reserve(&encoder->shapes, 1), ce->name);
	if (brine_seen_shapes_find_or_add(&encoder->shapes, BRINE_SHAPE_CUSTOM, 1, &shape)) {
		brine_put_shaped(encoder, encoder->shapes.entries[shape].number);
	} else {
		if (UNEXPECTED(encoder->writes_layouts)) {
			brine_encode_layout(encoder, ce, brine_layout_is_said_by_custom(ce));
		}
		if (EXPECTED(!encoder->dictionary) || !brine_encode_dictionary_shape(encoder, shape)) {
			brine_put_u8(&encoder->out, BRINE_TAG_CUSTOM);
			brine_encode_name(encoder, ce->name, 0);
		}
	}
	brine_keep_class_shape(encoder, ce, shape);
	return true;
}

/* Writes an object whose class has __serialize(). */
static zend_never_inline bool encode_custom(brine_encoder *encoder, zend_object *object, bool trackable)
{
	zval array;

	if (!brine_encode_call_method(encoder, object, object->ce->__serialize, &array)) {
		return false;
	}
	if (UNEXPECTED(Z_TYPE(array) != IS_ARRAY)) {
		brine_encode_hold(encoder, &array);
		zend_type_error("%s::__serialize() must return an array", ZSTR_VAL(object->ce->name));
		return false;
	}
	brine_encode_hold(encoder, &array);
	remember_object(encoder, object, trackable, encoder->object_count);
	return write_custom_head(encoder, object->ce) && brine_encode_value(encoder, &array);
}

/* The object has no serialized form, and no exception was thrown: writes null here and wherever it appears again. */
static bool encode_nothing(brine_encoder *encoder, zend_object *object, bool trackable)
{
	remember_object(encoder, object, trackable, BRINE_OBJECT_IS_NULL);
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, BRINE_TAG_NULL);
	return true;
}

/* Writes an object whose class has only Serializable::serialize(). */
static zend_never_inline bool encode_serializable(brine_encoder *encoder, zend_object *object, bool trackable)
{
	unsigned char *data = NULL;
	size_t size = 0;
	zend_result result;

	if (encoder->can_restart && UNEXPECTED(!brine_encode_commit(encoder))) {
		return false;
	}
	brine_encode_begin_hook(encoder);
	result = brine_encode_call_serializable(encoder, object, &data, &size);
	if (UNEXPECTED(result != SUCCESS || EG(exception))) {
		if (data) {
			efree(data);
		}
		return !EG(exception) && encode_nothing(encoder, object, trackable);
	}
	remember_object(encoder, object, trackable, encoder->object_count);
	write_object_tag(encoder, BRINE_TAG_SERIALIZABLE);
	brine_encode_name(encoder, object->ce->name, 0);
	brine_reserve(&encoder->out, zend_safe_address_guarded(1, size, BRINE_UV_MAX_SIZE));
	brine_put_uv(&encoder->out, size);
	brine_put_bytes(&encoder->out, (const char *) data, size);
	if (data) {
		efree(data);
	}
	return true;
}

static zend_never_inline bool encode_enum(brine_encoder *encoder, zend_object *object, bool trackable)
{
	zend_string *name = brine_encode_case_name(encoder, object);

	if (UNEXPECTED(!name)) {
		return false;
	}
	remember_object(encoder, object, trackable, encoder->object_count);
	write_object_tag(encoder, BRINE_TAG_ENUM);
	brine_encode_name(encoder, object->ce->name, 0);
	brine_encode_name(encoder, name, 0);
	return true;
}

/*
 * Calls __sleep(). Returns the named properties as encode/sleep.h describes, or NULL: then the object is complete, or
 * failed.
 */
static zend_never_inline HashTable *call_sleep(
	brine_encoder *encoder, zend_object *object, zend_function *method, bool trackable, bool *success)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	HashTable *chosen = NULL;
	bool has_names;
	zval names, held;

	*success = false;
	if (!brine_encode_call_method(encoder, object, method, &names)) {
		return NULL;
	}
	has_names = Z_TYPE(names) == IS_ARRAY;
	/* Error handlers are user code too. */
	brine_use_levels(levels);
	if (UNEXPECTED(!has_names)) {
		brine_warn_about_sleep(object);
	} else if (UNEXPECTED(!(chosen = brine_choose_sleep_slots(encoder, object, Z_ARRVAL(names))))) {
		chosen = brine_choose_sleep_properties(object, Z_ARRVAL(names));
	}
	zval_ptr_dtor(&names);
	brine_return_levels(levels);
	if (UNEXPECTED(!has_names)) {
		*success = !EG(exception) && encode_nothing(encoder, object, trackable);
	}
	if (!chosen) {
		return NULL;
	}
	ZVAL_ARR(&held, chosen);
	brine_encode_hold(encoder, &held);
	remember_object(encoder, object, trackable, encoder->object_count);
	return chosen;
}

/* Writes an object from the slots that __sleep() named. */
static bool encode_sleep_slots(brine_encoder *encoder, const zend_object *object, const HashTable *values)
{
	uint32_t count = zend_hash_num_elements(values);
	uint32_t shape;
	zval *failed;

	if (UNEXPECTED(!brine_encode_prepare_head(encoder, object->ce))) {
		return false;
	}
	shape = brine_encode_object_head(encoder, object->ce, 1 + count);
	encoder->object_count++;
	failed = brine_encode_values(encoder, values->arPacked, sizeof(zval), count);
	if (UNEXPECTED(failed)) {
		uint32_t key = encoder->shapes.entries[shape].first_key + 1 + (uint32_t) (failed - values->arPacked);

		brine_path_add_property(&encoder->path, encoder->shapes.keys[key].key);
	}
	return !failed;
}

/*
 * Writes an object whose class has __sleep(). The stack frames of that call are gone before the properties are encoded.
 */
static zend_never_inline bool encode_sleep(
	brine_encoder *encoder, zend_object *object, zend_function *method, bool trackable)
{
	bool success;
	HashTable *chosen = call_sleep(encoder, object, method, trackable, &success);

	if (!chosen) {
		return success;
	}
	return HT_IS_PACKED(chosen) ? encode_sleep_slots(encoder, object, chosen)
								: encode_property_map(encoder, object, chosen);
}

/* Writes an object that was not seen before. */
static bool encode_new_object(brine_encoder *encoder, zend_object *object, bool trackable)
{
	zend_class_entry *ce = object->ce;
	zend_function *sleep;

	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE)) {
		return brine_encode_fail(encoder, strpprintf(0, "Serialization of '%s' is not allowed", ZSTR_VAL(ce->name)));
	}
	if (ce->ce_flags & ZEND_ACC_ENUM) {
		return encode_enum(encoder, object, trackable);
	}
	if (ce->__serialize) {
		return encode_custom(encoder, object, trackable);
	}
	if (ce->serialize) {
		return encode_serializable(encoder, object, trackable);
	}
	sleep = brine_sleep_method(ce);
	if (sleep) {
		return encode_sleep(encoder, object, sleep, trackable);
	}
	return encode_plain(encoder, object, trackable);
}

static zend_never_inline bool encode_object_again(brine_encoder *encoder, const brine_identity_entry *earlier)
{
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	if (earlier->number == BRINE_OBJECT_IS_NULL) {
		brine_put_u8(&encoder->out, BRINE_TAG_NULL);
		return true;
	}
	brine_put_u8(&encoder->out, BRINE_TAG_OBJECT_REF);
	brine_put_uv(&encoder->out, earlier->number);
	return brine_encode_again(encoder, earlier);
}

BRINE_HOT bool brine_encode_object(brine_encoder *encoder, zend_object *object)
{
	bool trackable = brine_object_is_trackable(encoder, object);
	bool outer_in_shared_array = encoder->in_shared_array;
	const brine_open_shared *outer_open_shared = encoder->open_shared;
	uint32_t transcript_start = encoder->seen_arrays.open_count;
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position = encoder->objects.count;
	const brine_identity_entry *earlier;
	bool success;

	encoder->identity_count++;
	if (trackable && (earlier = brine_identity_find(&encoder->objects, object))) {
		return encode_object_again(encoder, earlier);
	}
	if (UNEXPECTED(!brine_encode_enter(encoder))) {
		return false;
	}
	encoder->deepest = encoder->depth;
	GC_ADDREF(object);
	encoder->in_shared_array = false;
	/*
	 * Outer arrays need no check inside: a path back to one reaches this object again, and ends there with a
	 * back-reference.
	 */
	encoder->open_shared = NULL;
	success = encode_new_object(encoder, object, trackable);
	encoder->in_shared_array = outer_in_shared_array;
	encoder->open_shared = outer_open_shared;
	encoder->seen_arrays.open_count = transcript_start;
	brine_encode_let_go(encoder, (zend_refcounted *) object);
	brine_encode_leave(encoder);
	return success && brine_encode_close_object(encoder, outer_deepest, entry_of(encoder, object, position));
}
