/* Decoding of objects in all of PHP's forms. Mirror image of encode/object.c. */
#include "decode/guard.h"
#include "decode/object.h"
#include "globals.h"
#include "core/names.h"
#include "core/slots.h"
#include "format/shape_cache.h"
#include "decode/array.h"
#include "decode/class.h"
#include "decode/decode.h"
#include "decode/layout.h"
#include "decode/property.h"
#include "decode/refuse.h"
#include "decode/storage.h"
#include "ext/date/php_date.h"
#include "ext/standard/php_incomplete_class.h"

bool brine_decode_begin_special_object(
	brine_decoder *decoder, zval *out, zend_class_entry *ce, bool is_missing, const unsigned char *at)
{
	size_t used = zend_memory_usage(false), now;

	ZVAL_OBJ(out, ce->create_object(ce));
	now = zend_memory_usage(false);
	if (UNEXPECTED(!brine_decode_number_object(decoder, Z_OBJ_P(out), is_missing ? BRINE_NODE_HOLDS : 0, at))) {
		return false;
	}
	if (UNEXPECTED(EG(exception))) {
		return brine_decode_refuse_state(decoder, ce, at);
	}
	return is_missing || brine_decode_charge(decoder, now > used ? now - used : 0, at);
}

void brine_decode_add_hook(
	brine_decoder *decoder, brine_hook_kind kind, zend_object *object, zval *argument, const unsigned char *at)
{
	brine_hook *hook;

	BRINE_GROWABLE_ENSURE(decoder->hooks, decoder->hook_capacity, decoder->hook_count);
	hook = &decoder->hooks[decoder->hook_count++];
	GC_ADDREF(object);
	hook->object = object;
	hook->kind = kind;
	hook->has_properties = false;
	hook->at = at;
	if (argument) {
		ZVAL_COPY_VALUE(&hook->argument, argument);
	} else {
		ZVAL_UNDEF(&hook->argument);
	}
}

void brine_decode_add_wakeup(brine_decoder *decoder, zend_object *object, const unsigned char *at)
{
	if (object->ce != PHP_IC_ENTRY && zend_hash_exists(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP))) {
		brine_decode_add_hook(decoder, BRINE_HOOK_WAKEUP, object, NULL, at);
	}
}

/* Charged for each private name of an undeclared class, because PHP calls class loaders for it every time. */
#define MEMORY_OF_LOOKUP 1024
/* Charged per earlier scoped name: an internal class may compare names with each other after demangling. */
#define MEMORY_OF_SCOPED_NAME 8

/*
 * Charges a mangled name that an internal class will demangle, looking up the class of its scope; `before` is the
 * number of earlier ones. Fails if that class is neither declared nor allowed.
 */
static bool count_scoped_name(brine_decoder *decoder, const zend_string *name, uint32_t before, const unsigned char *at)
{
	uint64_t memory = ZSTR_LEN(name) + (uint64_t) MEMORY_OF_SCOPED_NAME * before;
	size_t skip = brine_name_skip(name);
	zend_string *class_name, *lower_name;
	bool success = true;

	if (skip == 0 || (skip == 3 && ZSTR_VAL(name)[1] == '*')) {
		return brine_decode_charge(decoder, memory, at);
	}
	class_name = zend_string_init(ZSTR_VAL(name) + 1, skip - 2, false);
	lower_name = zend_string_tolower(class_name);
	if (!zend_hash_exists(EG(class_table), lower_name)) {
		memory += MEMORY_OF_LOOKUP;
		success = (decoder->allowed_classes ? brine_class_list_has(decoder->allowed_classes, lower_name)
											: !brine_guard_refuses(class_name, lower_name, decoder->reader))
			|| brine_decode_refuse_scope(decoder, class_name, at);
	}
	zend_string_release(lower_name);
	zend_string_release(class_name);
	return success && brine_decode_charge(decoder, memory, at);
}

/*
 * Charged per byte that an internal class parses: a date of a megabyte takes 0.4 s, a number of half a megabyte as
 * long.
 */
#define MEMORY_OF_PARSED_BYTE 64
/* Shorter strings are free. */
#define SHORT_STRING 64

/* Charged for a possible time zone in a date object: PHP reads the zone's table for each spelling, and keeps it. */
#define MEMORY_OF_ZONE 4096

/* True if a short string may name a time zone, because it has a letter; dates as PHP writes them have none. */
static zend_always_inline bool may_name_zone(const zend_string *string)
{
	const char *p = ZSTR_VAL(string);
	size_t left = ZSTR_LEN(string);
	uint64_t bits = 0;

	for (; left >= 8; p += 8, left -= 8) {
		bits |= brine_load_native(p, 8);
	}
	return (bits | brine_load_native(p, (unsigned) left)) & UINT64_C(0x4040404040404040);
}

/* Charges a date object's short string, once per decode. */
static zend_always_inline bool count_zone(brine_decoder *decoder, zend_string *zone, const unsigned char *at)
{
	uint32_t known = decoder->meaning_count;

	if (EXPECTED(known > 0 && decoder->last_zone == zone)) {
		return true;
	}
	decoder->last_zone = zone;
	/* The interface has no objects, so its meanings are free for this use. */
	brine_decode_meaning(decoder, php_date_get_interface_ce(), zone);
	return decoder->meaning_count == known || brine_decode_charge(decoder, MEMORY_OF_ZONE, at);
}

/*
 * Charges the strings in an array for an internal class, at all depths: the class may parse them each time, although
 * the payload has them once.
 */
static bool count_parsed_strings(
	brine_decoder *decoder, zend_array *array, uint32_t levels, bool has_zones, const unsigned char *at)
{
	zval *element;

	ZEND_HASH_FOREACH_VAL(array, element) {
		ZVAL_DEREF(element);
		if (Z_TYPE_P(element) == IS_STRING) {
			zend_string *string = Z_STR_P(element);
			bool success = true;

			if (UNEXPECTED(ZSTR_LEN(string) > SHORT_STRING)) {
				success = brine_decode_charge(decoder, (uint64_t) MEMORY_OF_PARSED_BYTE * ZSTR_LEN(string), at);
			} else if (has_zones && may_name_zone(string)) {
				success = count_zone(decoder, string, at);
			}
			if (UNEXPECTED(!success)) {
				return false;
			}
		}
		if (Z_TYPE_P(element) == IS_ARRAY && levels > 1
			&& UNEXPECTED(!count_parsed_strings(decoder, Z_ARRVAL_P(element), levels - 1, false, at))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/*
 * Charges what an internal class parses. Containers of the Standard PHP Library keep values as they are, and are free.
 */
static bool count_parsed(
	brine_decoder *decoder, const zend_function *method, zend_array *array, const unsigned char *at)
{
	const zend_module_entry *module = method->internal_function.module;

	if (module && strcmp(module->name, "SPL") == 0) {
		return true;
	}
	return count_parsed_strings(decoder, array, 2, module && strcmp(module->name, "date") == 0, at);
}

/*
 * Charges an array that an internal __unserialize() iterates over: elements may become properties, the array may be
 * shared by many objects, and colliding keys are slow to insert.
 */
static bool count_hook_array(brine_decoder *decoder, zend_array *array, const unsigned char *at)
{
	uint32_t count = zend_hash_num_elements(array), scoped = 0;
	zend_string *key;

	decoder->hook_elements += count;
	if (count > 0
		&& !brine_decode_charge(decoder, brine_memory_of_map(count) + (uint64_t) BRINE_MEMORY_OF_NAME * count, at)) {
		return false;
	}
	if (count == 0 || HT_IS_PACKED(array)) {
		return true;
	}
	ZEND_HASH_MAP_FOREACH_STR_KEY(array, key) {
		if (UNEXPECTED(key && ZSTR_VAL(key)[0] == '\0' && ZSTR_LEN(key) > 0)
			&& !count_scoped_name(decoder, key, scoped++, at)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return brine_decode_charge(decoder, brine_map_cost_of_keys(array, decoder->memory_left), at);
}

/*
 * The internal __unserialize() that receives an object's array, directly or from a user's override: that of the nearest
 * internal ancestor, or NULL.
 */
static zend_always_inline const zend_function *hook_of_php(const zend_class_entry *ce)
{
	while (ce && ce->type != ZEND_INTERNAL_CLASS) {
		ce = ce->parent;
	}
	return ce ? ce->__unserialize : NULL;
}

bool brine_decode_add_unserialize(brine_decoder *decoder, zend_object *object, zval *array, const unsigned char *at)
{
	const zend_function *method = hook_of_php(object->ce);
	zval *element;

	brine_decode_add_hook(decoder, BRINE_HOOK_UNSERIALIZE, object, array, at);
	if (EXPECTED(!method)) {
		return true;
	}
	decoder->has_storages = decoder->has_storages || brine_decode_storage(&decoder->hooks[decoder->hook_count - 1]);
	if (UNEXPECTED(!count_hook_array(decoder, Z_ARRVAL_P(array), at))) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), element) {
		ZVAL_DEREF(element);
		if (Z_TYPE_P(element) == IS_ARRAY && UNEXPECTED(!count_hook_array(decoder, Z_ARRVAL_P(element), at))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return count_parsed(decoder, method, Z_ARRVAL_P(array), at);
}

static ZEND_COLD zend_never_inline void add_slot_to_path(
	brine_decoder *decoder, const zend_object *object, uint32_t slot)
{
	uint32_t number = OBJ_PROP_TO_NUM(decoder->slots[slot].offset);

	brine_path_add_property(&decoder->path, brine_property_of_slot(object->ce, number)->name);
}

static BRINE_HOT bool decode_slots(
	brine_decoder *decoder, zend_object *object, uint32_t first, uint32_t count, brine_cell_source *rows)
{
	for (uint32_t i = 0; i < count; i++) {
		/* Slots may move while values are decoded. */
		brine_property_slot target = decoder->slots[first + i];
		zval *slot = OBJ_PROP(object, target.offset);

		if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
			/* The default value is replaced. */
			brine_decode_discard(decoder, slot);
		}
		Z_PROP_FLAG_P(slot) = 0;
		if (UNEXPECTED(!brine_decode_property(decoder, slot, target.typed, rows, i))) {
			add_slot_to_path(decoder, object, first + i);
			return false;
		}
	}
	return true;
}

/* The map's first element, if it is not a value, is the name of a missing class. */
static bool decode_dynamic_properties(
	brine_decoder *decoder, zend_object *object, const brine_decoded_shape *shape, brine_cell_source *rows)
{
	const zend_array *layout = shape->layout;
	uint32_t first = shape->incomplete ? 1 : 0;
	zend_array *map;

	if (!layout) {
		if (first > 0) {
			object->properties = brine_decode_incomplete_map(shape->class_name, 0);
		}
		return true;
	}
	map = object->properties = rows ? brine_map_clone_layout(layout) : brine_map_clone_keys(layout);
	if (first > 0) {
		if (rows) {
			brine_map_take_key(map->arData, layout->arData, false);
		}
		ZVAL_STR_COPY(&map->arData[0].val, shape->class_name);
	}
	if (UNEXPECTED(!(rows ? brine_decode_map_cells(decoder, map, layout, first, shape->count, rows)
						  : brine_decode_map_values(decoder, map, first, shape->count)))) {
		brine_decode_path_property(decoder, map);
		return false;
	}
	return true;
}

/* Decodes the values of an object's shape into the array for __unserialize(). */
static bool decode_hook_array(brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count,
	brine_cell_source *rows, const unsigned char *at)
{
	zval array;

	if (count == 0) {
		ZVAL_EMPTY_ARRAY(&array);
	} else {
		ZVAL_ARR(&array, rows ? brine_map_clone_layout(layout) : brine_map_clone_keys(layout));
		if (UNEXPECTED(!(rows ? brine_decode_map_cells(decoder, Z_ARR(array), layout, 0, count, rows)
							  : brine_decode_map_values(decoder, Z_ARR(array), 0, count)))) {
			brine_decode_path_property(decoder, Z_ARR(array));
			brine_decode_discard(decoder, &array);
			return false;
		}
	}
	if (UNEXPECTED(!brine_decode_add_unserialize(decoder, object, &array, at))) {
		return false;
	}
	decoder->hooks[decoder->hook_count - 1].has_properties = true;
	return true;
}

/* Creates an object of a shape defined by OBJECT and decodes its values. */
static BRINE_HOT bool decode_object_values(
	brine_decoder *decoder, zval *out, uint32_t number, brine_cell_source *rows, const unsigned char *at)
{
	/* Shapes may move while values are decoded. */
	const brine_decoded_shape shape = decoder->shapes[number];
	bool success = false;

	if (UNEXPECTED(!brine_decode_begin_object(decoder, out, &shape, at))) {
		return false;
	}
	decoder->objects[decoder->object_count - 1].shape = number;
	switch (shape.build) {
		case BRINE_BUILD_SLOTS:
			success = rows ? decode_slots(decoder, Z_OBJ_P(out), shape.first, shape.count, rows)
						   : decode_slots(decoder, Z_OBJ_P(out), shape.first, shape.count, NULL);
			break;
		case BRINE_BUILD_DYNAMIC:
			success = decode_dynamic_properties(decoder, Z_OBJ_P(out), &shape, rows);
			break;
		case BRINE_BUILD_HOOK_ARRAY:
			success = decode_hook_array(decoder, Z_OBJ_P(out), shape.layout, shape.count, rows, at);
			break;
		case BRINE_BUILD_BY_NAME:
			success = brine_decode_by_name(decoder, Z_OBJ_P(out), shape.layout, shape.count, rows);
			break;
	}
	if (EXPECTED(success) && shape.has_wakeup) {
		brine_decode_add_hook(decoder, BRINE_HOOK_WAKEUP, Z_OBJ_P(out), NULL, at);
	}
	return success;
}

/* Decodes an instance of a shape defined by OBJECT. */
static BRINE_HOT bool decode_properties(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_decoded_shape *shape = &decoder->shapes[number];
	brine_open_node open;

	if (UNEXPECTED(shape->count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_decode_enter(decoder, shape->count, shape->memory, at))) {
		return false;
	}
	brine_decode_open_object(decoder, &open);
	if (UNEXPECTED(!decode_object_values(decoder, out, number, NULL, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	return brine_decode_close_object(decoder, &open);
}

bool brine_decode_row_object(brine_decoder *decoder, zval *out, uint32_t shape, brine_cell_source *rows)
{
	brine_open_node open;

	decoder->depth++;
	brine_decode_open_object(decoder, &open);
	if (UNEXPECTED(!decode_object_values(decoder, out, shape, rows, rows->at))) {
		return false;
	}
	brine_decode_leave(decoder);
	return brine_decode_close_object(decoder, &open);
}

/* Prepares a shape from a cached one, taking over the reference. */
static zend_always_inline void take_head(brine_decoder *decoder, brine_decoded_shape *shape, brine_cached_shape *cached)
{
	uint32_t count = cached->count;

	*shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ready = true,
		.cached = cached,
		.count = count,
		.layout = cached->layout,
		.ce = cached->ce,
		.class_name = cached->class_name,
		.incomplete = cached->ce == PHP_IC_ENTRY,
		.has_wakeup = cached->has_wakeup,
		.covers_all_slots = cached->covers_all_slots,
		.holds = cached->has_wakeup ? 0 : BRINE_NODE_HOLDS,
		.build = cached->layout ? BRINE_BUILD_DYNAMIC : BRINE_BUILD_SLOTS,
		.first = decoder->slot_count,
		.memory = cached->memory,
	};
	if (!cached->layout) {
		if (UNEXPECTED(decoder->slot_capacity - decoder->slot_count < count)) {
			decoder->slots = brine_growable_extend(
				decoder->slots, &decoder->slot_capacity, decoder->slot_count + count, sizeof(*decoder->slots));
		}
		memcpy(decoder->slots + decoder->slot_count, cached->slots, count * sizeof(*decoder->slots));
		decoder->slot_count += count;
	}
}

/* Looks for a missing class again, as each call must. False if it exists now, or after an error, reported at `at`. */
static zend_never_inline bool is_still_missing(
	brine_decoder *decoder, const brine_cached_shape *cached, const unsigned char *at)
{
	brine_named_class class_reference;

	return brine_decode_named_class(decoder, cached->class_name, &class_reference, at) && class_reference.incomplete;
}

/* A new reference to the cached shape of the decoder's definition; NULL if there is none, or after an error. */
static zend_always_inline brine_cached_shape *find_head(brine_decoder *decoder, const unsigned char *at)
{
	brine_cached_shape *cached = brine_shape_cache_find(BRINE_G(shapes), &decoder->definition);

	if (!cached) {
		return NULL;
	}
	if (UNEXPECTED(cached->ce == PHP_IC_ENTRY)) {
		if (!is_still_missing(decoder, cached, at)) {
			return NULL;
		}
		/*
		 * A class loader may have changed the cache. If it had ended with a fatal error, a reference would have been
		 * lost.
		 */
		cached = brine_shape_cache_find(BRINE_G(shapes), &decoder->definition);
		if (UNEXPECTED(!cached || cached->ce != PHP_IC_ENTRY)) {
			return NULL;
		}
	}
	cached->refcount++;
	return cached;
}

static bool decode_cached_head(brine_decoder *decoder, brine_decoded_shape *shape)
{
	brine_cached_shape *cached = find_head(decoder, decoder->definition.start);

	if (!cached) {
		return false;
	}
	brine_definition_take(&decoder->definition, cached, &decoder->in, &decoder->strings);
	take_head(decoder, shape, cached);
	return true;
}

bool brine_decode_find_head(brine_decoder *decoder, brine_decoded_shape *shape, const unsigned char *at)
{
	brine_cached_shape *cached = find_head(decoder, at);

	if (!cached) {
		return false;
	}
	take_head(decoder, shape, cached);
	return true;
}

BRINE_HOT void brine_decode_keep_head(brine_decoder *decoder, const brine_decoded_shape *shape, uint32_t first_string)
{
	brine_cached_shape *cached;

	if (shape->count == 0 || (shape->build != BRINE_BUILD_SLOTS && shape->build != BRINE_BUILD_DYNAMIC)) {
		return;
	}
	/* A class loader may have changed the setting since the class was found. */
	if (UNEXPECTED(BRINE_G(guard) != NULL) && !brine_class_cache_has(BRINE_G(shapes), shape->class_name)) {
		return;
	}
	cached = brine_shape_cache_add(BRINE_G(shapes), &decoder->definition, &decoder->strings, first_string,
		shape->layout, shape->build == BRINE_BUILD_SLOTS ? decoder->slots + shape->first : NULL);
	if (cached) {
		BRINE_ASSERT(shape->memory <= UINT32_MAX);
		cached->ce = shape->ce;
		cached->memory = (uint32_t) shape->memory;
		cached->class_name = shape->class_name;
		cached->has_wakeup = shape->has_wakeup;
		cached->covers_all_slots = shape->covers_all_slots;
	}
}

static zend_always_inline bool read_object_head(brine_decoder *decoder, uint32_t *number, const unsigned char *at)
{
	uint32_t first_string = decoder->strings.count;
	brine_named_class class_reference;
	brine_decoded_shape shape;
	const unsigned char *count_at;
	uint64_t count;
	bool readable, success;

	*number = brine_decode_new_shape(decoder, BRINE_SHAPE_OBJECT, at);
	if (UNEXPECTED(*number == BRINE_MAX_NUMBERS)) {
		return false;
	}
	readable =
		!decoder->allowed_classes && brine_definition_read_class(&decoder->definition, &decoder->in, &decoder->strings);
	if (EXPECTED(readable && decode_cached_head(decoder, &decoder->shapes[*number]))) {
		return decoder->definition.count <= decoder->elements_left
			|| brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	/* A class loader may have failed. */
	if (UNEXPECTED(decoder->error != BRINE_OK || !brine_decode_class(decoder, &class_reference))) {
		return false;
	}
	if (UNEXPECTED(!brine_decode_uv(decoder, &count, &count_at))) {
		return false;
	}
	if (UNEXPECTED(count > BRINE_MAX_ELEMENTS_OF_ARRAY)) {
		return brine_decode_refuse_number(
			decoder, "number of properties", count, 0, BRINE_MAX_ELEMENTS_OF_ARRAY, count_at);
	}
	if (UNEXPECTED(count > brine_cursor_left(&decoder->in) / 2)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, count_at);
	}
	if (UNEXPECTED(!brine_decode_prepare_class(decoder, class_reference.ce, at))) {
		return false;
	}
	/* Check before the names take memory. */
	if (UNEXPECTED(count > decoder->elements_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ce = class_reference.ce,
		.class_name = class_reference.name,
		.incomplete = class_reference.incomplete,
	};
	success = brine_decode_names(decoder, &shape, (uint32_t) count, NULL, at);
	decoder->shapes[*number] = shape;
	if (EXPECTED(success && readable)) {
		brine_decode_keep_head(decoder, &shape, first_string);
	}
	return success;
}

BRINE_HOT bool brine_decode_object_head(brine_decoder *decoder, uint32_t *number, const unsigned char *at)
{
	return read_object_head(decoder, number, at) && brine_decode_check_layout(decoder, &decoder->shapes[*number], at);
}

BRINE_HOT bool brine_decode_object(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number;

	return brine_decode_object_head(decoder, &number, at) && decode_properties(decoder, out, number, at);
}

bool brine_decode_object_instance(brine_decoder *decoder, zval *out, uint32_t shape, const unsigned char *at)
{
	return decoder->shapes[shape].kind == BRINE_SHAPE_CUSTOM ? brine_decode_custom_array(decoder, out, shape, at)
															 : decode_properties(decoder, out, shape, at);
}
