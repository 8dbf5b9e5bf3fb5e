/* Decoding of objects, in all the forms that PHP knows. encode/object.c is the mirror image. */
#include "globals.h"
#include "core/names.h"
#include "decode/value.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"
#include "ext/standard/php_var.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* Makes an object as the engine does, with its default property values unless `bare`. */
static zend_always_inline zend_object *new_plain_object(zend_class_entry *ce, bool bare)
{
	zend_object *object = zend_objects_new(ce);

	if (bare) {
		for (int i = 0; i < ce->default_properties_count; i++) {
			ZVAL_UNDEF(&object->properties_table[i]);
			Z_PROP_FLAG_P(&object->properties_table[i]) = 0;
		}
	} else {
		object_properties_init(object, ce);
	}
	return object;
}

/*
 * Makes an object of a class that has a function of its own for that, and charges what it has taken: an exception, for one, notes where it was
 * made. The function may have thrown.
 */
static zend_never_inline bool begin_special_object(
	brine_decoder *decoder, zval *out, zend_class_entry *ce, zend_string *missing_class, const unsigned char *at)
{
	size_t used = zend_memory_usage(false), now;

	ZVAL_OBJ(out, ce->create_object(ce));
	if (missing_class) {
		php_store_class_name(out, missing_class);
	}
	now = zend_memory_usage(false);
	if (UNEXPECTED(!brine_decode_count_object(decoder, Z_OBJ_P(out), at))) {
		return false;
	}
	if (UNEXPECTED(EG(exception))) {
		return brine_decode_refuse_state(decoder, ce, at);
	}
	return missing_class || brine_decode_charge(decoder, now > used ? now - used : 0, at);
}

/* Makes the object of a shape; its level, elements and memory were counted. */
static zend_always_inline bool begin_object(
	brine_decoder *decoder, zval *out, const brine_decoded_shape *shape, const unsigned char *at)
{
	if (UNEXPECTED(shape->ce->create_object)) {
		return begin_special_object(decoder, out, shape->ce, shape->incomplete ? shape->class_name : NULL, at);
	}
	ZVAL_OBJ(out, new_plain_object(shape->ce, shape->build == BRINE_BUILD_SLOTS && shape->covers_all_slots));
	return brine_decode_count_object(decoder, Z_OBJ_P(out), at);
}

static void add_hook(
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

static void add_wakeup(brine_decoder *decoder, zend_object *object, const unsigned char *at)
{
	if (object->ce != PHP_IC_ENTRY && zend_hash_exists(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP))) {
		add_hook(decoder, BRINE_HOOK_WAKEUP, object, NULL, at);
	}
}

/* Verifies the value that was put into the slot of a typed property. */
static zend_always_inline bool accept_typed(
	brine_decoder *decoder, zval *value, zend_property_info *info, const unsigned char *at)
{
	if (EXPECTED(!Z_ISREF_P(value) && ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(value)))) {
		return true;
	}
	if (UNEXPECTED(!zend_verify_prop_assignable_by_ref(info, value, true))) {
		if (Z_ISREF_P(value)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), info);
		}
		return brine_decode_fail(decoder, BRINE_ERR_PROPERTY, at);
	}
	if (Z_ISREF_P(value)) {
		ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), info);
	}
	return true;
}

/* Decodes value i of an object into a slot, or an element of a property table, that holds nothing. */
static zend_always_inline bool decode_property(
	brine_decoder *decoder, zval *place, zend_property_info *typed, brine_rows *rows, uint32_t i)
{
	const unsigned char *at = decoder->in.p;

	if (UNEXPECTED(!brine_decode_instance_value(decoder, rows, i, place))) {
		if (typed && Z_ISREF_P(place)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(place), typed);
		}
		return false;
	}
	if (!typed) {
		return true;
	}
	return accept_typed(decoder, place, typed, rows && decoder->in.p == at ? rows->at : at);
}

static ZEND_COLD zend_never_inline void add_slot_to_path(
	brine_decoder *decoder, const zend_object *object, uint32_t slot)
{
	uint32_t number = OBJ_PROP_TO_NUM(decoder->slots[slot].offset);

	brine_path_add_property(&decoder->path, object->ce->properties_info_table[number]->name);
}

static bool decode_slots(brine_decoder *decoder, zend_object *object, uint32_t first, uint32_t count, brine_rows *rows)
{
	for (uint32_t i = 0; i < count; i++) {
		/* Slots may move while values are decoded. */
		brine_property_slot target = decoder->slots[first + i];
		zval *slot = OBJ_PROP(object, target.offset);

		if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
			/* The default gives way. */
			brine_decode_discard(decoder, slot);
		}
		Z_PROP_FLAG_P(slot) = 0;
		if (UNEXPECTED(!decode_property(decoder, slot, target.typed, rows, i))) {
			add_slot_to_path(decoder, object, first + i);
			return false;
		}
	}
	return true;
}

static bool decode_table(
	brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count, brine_rows *rows)
{
	if (count == 0) {
		return true;
	}
	object->properties = brine_map_clone_layout(layout);
	if (UNEXPECTED(!(rows ? brine_decode_map_cells(decoder, object->properties, layout, count, rows)
						  : brine_decode_map_values(decoder, object->properties, layout, count)))) {
		brine_decode_path_property(decoder, object->properties);
		return false;
	}
	return true;
}

/* The table in which an object's properties are found by name, as unserialize() finds them. */
typedef struct {
	zend_object *object;
	HashTable *table;
	/* How many elements the table had at first, the declared properties among them. Those after them have names of the payload. */
	uint32_t known;
	/* The table is kept by the engine: only the known elements can have a name that comes, since the names of a payload all differ. */
	bool is_standard;
} property_table;

static property_table property_table_of(zend_object *object)
{
	HashTable *table = object->handlers->get_properties(object);

	return (property_table){
		.object = object,
		.table = table,
		.known = table->nNumUsed,
		.is_standard = object->handlers->get_properties == zend_std_get_properties,
	};
}

/*
 * The element under a mangled name; INDIRECT if it is declared. A standard table is not asked by hash: the payload can choose names whose hashes
 * are equal.
 */
static zval *find_in_table(const property_table *properties, zend_string *name)
{
	HashTable *table = properties->table;
	zend_ulong h = zend_string_hash_val(name);

	if (UNEXPECTED(!properties->is_standard)) {
		return zend_hash_find(table, name);
	}
	for (uint32_t i = 0; i < properties->known; i++) {
		Bucket *bucket = table->arData + i;

		if (bucket->h == h && bucket->key && zend_string_equals(bucket->key, name)) {
			return &bucket->val;
		}
	}
	return NULL;
}

/* Adds a dynamic property that is not there. In a standard table nothing is looked up. */
static zval *add_dynamic(const property_table *properties, zend_string *name)
{
	HashTable *table = properties->table;
	zval null;

	ZVAL_NULL(&null);
	if (UNEXPECTED(!properties->is_standard)) {
		return zend_hash_add(table, name, &null);
	}
	if (HT_FLAGS(table) & HASH_FLAG_UNINITIALIZED) {
		zend_hash_real_init_mixed(table);
	}
	if (table->nNumUsed >= table->nTableSize) {
		zend_hash_extend(table, table->nTableSize + 1, false);
	}
	return _zend_hash_append(table, name, &null);
}

/* Names in a deprecation are cut off here. A payload can have a long one for each class that there is. */
#define SHOWN_OF_NAME 200

/* Most deprecations that a call raises: a few bytes can stand for any number of integers, which are names where an array becomes properties. */
#define MOST_DEPRECATIONS 100

/* True if PHP lets a dynamic property be made in an object of this class. PHP's deprecation is raised once for a name in a class. */
static bool may_add_dynamic(
	brine_decoder *decoder, const zend_class_entry *ce, zend_string *name, const unsigned char *at)
{
	const char *plain_name = ZSTR_VAL(name) + brine_name_skip(name);
	brine_meaning *meaning;

	if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES)) {
		zend_throw_error(NULL, "Cannot create dynamic property %s::$%s", ZSTR_VAL(ce->name), plain_name);
		return brine_decode_fail(decoder, BRINE_ERR_PROPERTY, at);
	}
	if (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES) {
		return true;
	}
	if (decoder->deprecations >= MOST_DEPRECATIONS) {
		return true;
	}
	meaning = brine_decode_meaning(decoder, ce, name);
	if (meaning->deprecated) {
		return true;
	}
	meaning->deprecated = true;
	decoder->deprecations++;
	zend_error(E_DEPRECATED, "Creation of dynamic property %s::$%.*s%s is deprecated", ZSTR_VAL(ce->name),
		SHOWN_OF_NAME, plain_name, strlen(plain_name) > SHOWN_OF_NAME ? "..." : "");
	return !EG(exception) || brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
}

/*
 * The place of a property by its mangled name, ready to be written: a slot (*typed is its declaration if that has a type), or an
 * element of the table of dynamic properties. A declaration whose visibility has changed is found too. NULL after an error.
 */
static zval *find_property(brine_decoder *decoder, const property_table *properties, zend_string *name,
	zend_property_info **typed, const unsigned char *at)
{
	const zend_class_entry *ce = properties->object->ce;
	zval *place = find_in_table(properties, name);
	zend_property_info *info = NULL;

	*typed = NULL;
	/* No declared name looks like an integer: such names may be many, and nothing is remembered of them. */
	if ((!place || Z_TYPE_P(place) != IS_INDIRECT) && ZSTR_VAL(name)[0] != '-'
		&& !isdigit((unsigned char) ZSTR_VAL(name)[0])) {
		info = brine_decode_meaning(decoder, ce, name)->declaration;
	}
	if (info) {
		name = info->name;
		place = find_in_table(properties, name);
	}
	if (UNEXPECTED(info && brine_property_is_virtual(info))) {
		zend_throw_error(NULL, "Cannot unserialize value for virtual property %s::$%s", ZSTR_VAL(info->ce->name),
			zend_get_unmangled_property_name(name));
		brine_decode_fail(decoder, BRINE_ERR_PROPERTY, at);
		return NULL;
	}
	if (!place) {
		return info || may_add_dynamic(decoder, ce, name, at) ? add_dynamic(properties, name) : NULL;
	}
	if (Z_TYPE_P(place) == IS_INDIRECT) {
		place = Z_INDIRECT_P(place);
		*typed = zend_get_typed_property_info_for_slot(properties->object, place);
		if (*typed && Z_ISREF_P(place)) {
			ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(place), *typed);
		}
		Z_PROP_FLAG_P(place) = 0;
	}
	if (Z_REFCOUNTED_P(place)) {
		brine_decode_discard(decoder, place);
	}
	ZVAL_NULL(place);
	return place;
}

static bool decode_by_name(
	brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count, brine_rows *rows)
{
	property_table properties = property_table_of(object);

	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *at = rows ? rows->at : decoder->in.p;
		zend_string *name = layout->arData[i].key;
		zend_property_info *typed;
		zval *place;

		place = find_property(decoder, &properties, name, &typed, at);
		if (UNEXPECTED(!place || !decode_property(decoder, place, typed, rows, i))) {
			brine_path_add_property(&decoder->path, name);
			return false;
		}
	}
	return true;
}

/* Decodes the values of an object's shape into the array for its __unserialize(). */
static bool decode_hook_array(brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count,
	brine_rows *rows, const unsigned char *at)
{
	zval array;

	if (count == 0) {
		ZVAL_EMPTY_ARRAY(&array);
	} else {
		ZVAL_ARR(&array, brine_map_clone_layout(layout));
		if (UNEXPECTED(!(rows ? brine_decode_map_cells(decoder, Z_ARR(array), layout, count, rows)
							  : brine_decode_map_values(decoder, Z_ARR(array), layout, count)))) {
			brine_decode_path_property(decoder, Z_ARR(array));
			brine_decode_discard(decoder, &array);
			return false;
		}
	}
	add_hook(decoder, BRINE_HOOK_UNSERIALIZE, object, &array, at);
	decoder->hooks[decoder->hook_count - 1].has_properties = true;
	return true;
}

/* Makes an object of a shape that was defined by OBJECT, and decodes its values. */
static bool decode_object_values(
	brine_decoder *decoder, zval *out, uint32_t number, brine_rows *rows, const unsigned char *at)
{
	/* Shapes may move while values are decoded. */
	const brine_decoded_shape shape = decoder->shapes[number];
	bool success = false;

	if (UNEXPECTED(!begin_object(decoder, out, &shape, at))) {
		return false;
	}
	switch (shape.build) {
		case BRINE_BUILD_SLOTS:
			success = rows ? decode_slots(decoder, Z_OBJ_P(out), shape.first, shape.count, rows)
						   : decode_slots(decoder, Z_OBJ_P(out), shape.first, shape.count, NULL);
			break;
		case BRINE_BUILD_TABLE:
			success = decode_table(decoder, Z_OBJ_P(out), shape.layout, shape.count, rows);
			break;
		case BRINE_BUILD_HOOK_ARRAY:
			success = decode_hook_array(decoder, Z_OBJ_P(out), shape.layout, shape.count, rows, at);
			break;
		case BRINE_BUILD_BY_NAME:
			success = decode_by_name(decoder, Z_OBJ_P(out), shape.layout, shape.count, rows);
			break;
	}
	if (EXPECTED(success) && shape.has_wakeup) {
		add_hook(decoder, BRINE_HOOK_WAKEUP, Z_OBJ_P(out), NULL, at);
	}
	return success;
}

/* Decodes the values of an instance of a shape that was defined by OBJECT. */
static bool decode_properties(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_decoded_shape *shape = &decoder->shapes[number];
	brine_open_thing open;

	if (UNEXPECTED(shape->count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!brine_decode_enter(decoder, shape->count, brine_memory_of_object(shape->ce, shape->count), at))) {
		return false;
	}
	brine_open_object(decoder, &open);
	if (UNEXPECTED(!decode_object_values(decoder, out, number, NULL, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	brine_close_object(decoder, &open);
	return true;
}

bool brine_decode_row_object(brine_decoder *decoder, zval *out, uint32_t shape, brine_rows *rows)
{
	brine_open_thing open;

	decoder->depth++;
	brine_open_object(decoder, &open);
	if (UNEXPECTED(!decode_object_values(decoder, out, shape, rows, rows->at))) {
		return false;
	}
	brine_decode_leave(decoder);
	brine_close_object(decoder, &open);
	return true;
}

/* Takes a class and names that are in the cache, and makes their shape ready. */
static bool decode_cached_head(brine_decoder *decoder, brine_decoded_shape *shape, const brine_definition *definition)
{
	brine_cached_shape *cached = brine_shape_cache_find(BRINE_G(shapes), definition);
	uint32_t count = definition->count;

	if (!cached) {
		return false;
	}
	brine_definition_take(definition, cached, &decoder->in, &decoder->strings);
	cached->refcount++;
	*shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ready = true,
		.cached = cached,
		.count = count,
		.layout = cached->layout,
		.ce = cached->ce,
		.class_name = cached->class_name,
		.has_wakeup = cached->has_wakeup,
		.covers_all_slots = cached->covers_all_slots,
		.build = cached->layout ? BRINE_BUILD_TABLE : BRINE_BUILD_SLOTS,
		.first = decoder->slot_count,
	};
	for (uint32_t i = 0; !cached->layout && i < count; i++) {
		BRINE_GROWABLE_ENSURE(decoder->slots, decoder->slot_capacity, decoder->slot_count);
		decoder->slots[decoder->slot_count++] = cached->slots[i];
	}
	return true;
}

/* Keeps the shape of a class and names that were read, if it can be used by other payloads of this request. */
static void keep_head(brine_decoder *decoder, const brine_decoded_shape *shape, uint32_t first_string)
{
	brine_cached_shape *cached;

	if (shape->incomplete || shape->count == 0
		|| (shape->build != BRINE_BUILD_SLOTS && shape->build != BRINE_BUILD_TABLE)) {
		return;
	}
	cached = brine_shape_cache_add(BRINE_G(shapes), &decoder->definition, &decoder->strings, first_string,
		shape->layout, shape->build == BRINE_BUILD_SLOTS ? decoder->slots + shape->first : NULL);
	if (cached) {
		cached->ce = shape->ce;
		cached->class_name = shape->class_name;
		cached->has_wakeup = shape->has_wakeup;
		cached->covers_all_slots = shape->covers_all_slots;
	}
}

bool brine_decode_object_head(brine_decoder *decoder, uint32_t *number, const unsigned char *at)
{
	uint32_t first_string = decoder->strings.count;
	brine_class_reference class_reference;
	brine_decoded_shape shape;
	const unsigned char *count_at;
	uint64_t count;
	bool readable, success;

	*number = brine_decode_new_shape(decoder, BRINE_SHAPE_OBJECT, at);
	if (UNEXPECTED(*number == BRINE_MAX_IDS)) {
		return false;
	}
	readable =
		!decoder->allowed_classes && brine_definition_read_class(&decoder->definition, &decoder->in, &decoder->strings);
	if (EXPECTED(readable && decode_cached_head(decoder, &decoder->shapes[*number], &decoder->definition))) {
		return decoder->definition.count <= decoder->elements_left
			|| brine_decode_fail(decoder, BRINE_ERR_ELEMENTS, at);
	}
	if (UNEXPECTED(!brine_decode_class(decoder, &class_reference))) {
		return false;
	}
	if (UNEXPECTED(!brine_decode_uv(decoder, &count, &count_at))) {
		return false;
	}
	if (UNEXPECTED(count > BRINE_MAX_ELEMENTS_OF_ARRAY)) {
		return brine_decode_fail(decoder, BRINE_ERR_COUNT, count_at);
	}
	if (UNEXPECTED(count > brine_cursor_left(&decoder->in) / 2)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, count_at);
	}
	if (UNEXPECTED(!brine_decode_check_class(decoder, class_reference.ce, at))) {
		return false;
	}
	/* Before names take memory. */
	if (UNEXPECTED(count > decoder->elements_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_ELEMENTS, at);
	}
	shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ce = class_reference.ce,
		.class_name = class_reference.name,
		.incomplete = class_reference.incomplete,
	};
	success = brine_decode_names(decoder, &shape, (uint32_t) count, at);
	decoder->shapes[*number] = shape;
	if (EXPECTED(success && readable)) {
		keep_head(decoder, &shape, first_string);
	}
	return success;
}

bool brine_decode_object(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number;

	return brine_decode_object_head(decoder, &number, at) && decode_properties(decoder, out, number, at);
}

/* An integer key as the name of a property, which lives until the decode ends. */
static zend_string *name_of_integer(brine_decoder *decoder, zend_ulong h)
{
	zend_string *name = zend_long_to_str((zend_long) h);

	brine_string_table_own(&decoder->strings, name);
	return name;
}

/*
 * Gives an object without __unserialize() the properties that an array names. The array may be one that others have too: properties are charged
 * for each object.
 */
static bool assign_properties(brine_decoder *decoder, zend_object *object, HashTable *array, const unsigned char *at)
{
	uint32_t count = zend_hash_num_elements(array);
	property_table properties;
	zend_ulong h;
	zend_string *key;
	zval *value;

	if (UNEXPECTED(
			!brine_decode_charge(decoder, brine_memory_of_map(count) + (uint64_t) BRINE_MEMORY_OF_NAME * count, at))) {
		return false;
	}
	properties = property_table_of(object);
	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		zend_string *name = key ? key : name_of_integer(decoder, h);
		zend_property_info *typed;
		zval *place;

		if (UNEXPECTED(object->ce == PHP_IC_ENTRY && brine_name_is_class_name(name))) {
			return brine_decode_fail(decoder, BRINE_ERR_NAME, at);
		}
		place = find_property(decoder, &properties, name, &typed, at);
		if (EXPECTED(place)) {
			Z_TRY_ADDREF_P(value);
			ZVAL_COPY_VALUE(place, value);
		}
		if (UNEXPECTED(!place || (typed && !accept_typed(decoder, place, typed, at)))) {
			brine_path_add_property(&decoder->path, name);
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	add_wakeup(decoder, object, at);
	return true;
}

/* Decodes the array of an instance of a shape that was defined by CUSTOM. */
static bool decode_custom_array(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_decoded_shape shape = decoder->shapes[number];
	const unsigned char *array_at;
	brine_open_thing open;
	zend_object *object;
	zval array;

	if (UNEXPECTED(!brine_decode_enter(decoder, shape.count, brine_memory_of_object(shape.ce, 0), at))) {
		return false;
	}
	brine_open_object(decoder, &open);
	if (UNEXPECTED(!begin_object(decoder, out, &shape, at))) {
		return false;
	}
	object = Z_OBJ_P(out);
	array_at = decoder->in.p;
	if (UNEXPECTED(!brine_decode_plain_value(decoder, &array))) {
		brine_decode_discard(decoder, &array);
		return false;
	}
	if (UNEXPECTED(Z_TYPE(array) != IS_ARRAY)) {
		brine_decode_discard(decoder, &array);
		return brine_decode_refuse_data(decoder, shape.class_name, &array, array_at);
	}
	brine_decode_leave(decoder);
	brine_close_object(decoder, &open);
	if (EXPECTED(!shape.incomplete && shape.ce->__unserialize)) {
		add_hook(decoder, BRINE_HOOK_UNSERIALIZE, object, &array, at);
		return true;
	}
	brine_decode_discard(decoder, &array);
	return assign_properties(decoder, object, Z_ARRVAL(array), at);
}

bool brine_decode_custom(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number = brine_decode_new_shape(decoder, BRINE_SHAPE_CUSTOM, at);
	brine_class_reference class_reference;

	if (UNEXPECTED(number == BRINE_MAX_IDS || !brine_decode_class(decoder, &class_reference)
			|| !brine_decode_check_class(decoder, class_reference.ce, at))) {
		return false;
	}
	if (UNEXPECTED(class_reference.ce->serialize && !class_reference.ce->__unserialize)) {
		return brine_decode_refuse_form(decoder, class_reference.ce, at);
	}
	decoder->shapes[number] = (brine_decoded_shape){
		.kind = BRINE_SHAPE_CUSTOM,
		.ready = true,
		.ce = class_reference.ce,
		.class_name = class_reference.name,
		.incomplete = class_reference.incomplete,
		.build = BRINE_BUILD_HOOK_ARRAY,
	};
	return decode_custom_array(decoder, out, number, at);
}

bool brine_decode_object_instance(brine_decoder *decoder, zval *out, uint32_t shape, const unsigned char *at)
{
	return decoder->shapes[shape].kind == BRINE_SHAPE_CUSTOM ? decode_custom_array(decoder, out, shape, at)
															 : decode_properties(decoder, out, shape, at);
}

bool brine_decode_enum(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_class_reference class_reference;
	zend_string *case_name;
	zend_class_constant *constant;

	if (UNEXPECTED(!brine_decode_class(decoder, &class_reference))) {
		return false;
	}
	case_name = brine_decode_key_string(decoder);
	if (UNEXPECTED(!case_name || !brine_decode_enter(decoder, 0, 0, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	if (UNEXPECTED(class_reference.incomplete || !(class_reference.ce->ce_flags & ZEND_ACC_ENUM))) {
		return brine_decode_refuse_enum(decoder, &class_reference, case_name, at);
	}
	constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(class_reference.ce), case_name);
	if (UNEXPECTED(!constant || !(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE))) {
		return brine_decode_refuse_enum(decoder, &class_reference, case_name, at);
	}
	if (Z_TYPE(constant->value) == IS_CONSTANT_AST
		&& UNEXPECTED(zval_update_constant_ex(&constant->value, constant->ce) == FAILURE)) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
	}
	ZVAL_COPY(out, &constant->value);
	return brine_decode_count_object(decoder, Z_OBJ_P(out), at);
}

bool brine_decode_serializable(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_class_reference class_reference;
	zend_class_entry *ce;
	const unsigned char *size_at;
	uint64_t size;
	bool success;
	zval data;

	if (UNEXPECTED(!brine_decode_class(decoder, &class_reference))) {
		return false;
	}
	ce = class_reference.ce;
	if (UNEXPECTED(!brine_decode_uv(decoder, &size, &size_at))) {
		return false;
	}
	if (UNEXPECTED(size > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	/* Only the class can read its string, and only zend_user_unserialize() leaves the object to be made by us. */
	if (UNEXPECTED(class_reference.incomplete || ce->unserialize != zend_user_unserialize)) {
		return brine_decode_refuse_string_form(decoder, &class_reference, at);
	}
	if (UNEXPECTED(!brine_decode_check_class(decoder, ce, at)
			|| !brine_decode_enter(decoder, 0, brine_memory_of_object(ce, 0), at))) {
		return false;
	}
	brine_decode_leave(decoder);
	if (ce->create_object) {
		success = begin_special_object(decoder, out, ce, NULL, at);
	} else {
		ZVAL_OBJ(out, new_plain_object(ce, false));
		success = brine_decode_count_object(decoder, Z_OBJ_P(out), at);
	}
	if (UNEXPECTED(!success)) {
		return false;
	}
	ZVAL_STRINGL(&data, (const char *) decoder->in.p, (size_t) size);
	decoder->in.p += size;
	add_hook(decoder, BRINE_HOOK_SERIALIZABLE, Z_OBJ_P(out), &data, at);
	return true;
}
