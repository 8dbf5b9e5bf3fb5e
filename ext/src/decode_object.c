/* Decoding of objects, in all the forms that PHP knows. encode_object.c is the mirror image. */
#include "decode.h"
#include "names.h"
#include "php_brine_globals.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"
#include "ext/standard/php_var.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* What a payload says of an object's class. */
typedef struct {
	zend_class_entry *ce;
	/* Borrowed from the string table. */
	zend_string *name;
	bool incomplete;
} class_reference;

static bool is_class_allowed(const brine_decoder *decoder, zend_string *lower_name)
{
	return !decoder->allowed_classes || zend_hash_exists(decoder->allowed_classes, lower_name);
}

/* Asks unserialize_callback_func for a class that no loader knew. NULL if it did not bring it, or threw. */
static zend_class_entry *ask_callback(zend_string *name)
{
	zend_class_entry *ce = NULL;
	zval function, argument, result;

	if (!PG(unserialize_callback_func) || PG(unserialize_callback_func)[0] == '\0') {
		return NULL;
	}
	ZVAL_STRING(&function, PG(unserialize_callback_func));
	ZVAL_STR(&argument, name);
	ZVAL_UNDEF(&result);
	BG(serialize_lock)++;
	call_user_function(NULL, NULL, &function, &result, 1, &argument);
	zval_ptr_dtor(&result);
	if (!EG(exception)) {
		ce = zend_lookup_class(name);
		if (!ce && !EG(exception)) {
			php_error_docref(
				NULL, E_WARNING, "Function %s() hasn't defined the class it was called for", Z_STRVAL(function));
		}
	}
	BG(serialize_lock)--;
	zval_ptr_dtor(&function);
	return ce;
}

/* Finds a class by name, or leaves *ce NULL where it is not there or not allowed. False if the search threw. */
static bool find_class(brine_decoder *decoder, zend_string *name, zend_class_entry **ce)
{
	zend_string *lower_name = zend_string_tolower(name);
	bool allowed = is_class_allowed(decoder, lower_name);

	*ce = NULL;
	if (allowed) {
		BG(serialize_lock)++;
		*ce = zend_lookup_class_ex(name, lower_name, 0);
		BG(serialize_lock)--;
	}
	zend_string_release(lower_name);
	if (allowed && !*ce && !EG(exception)) {
		*ce = ask_callback(name);
	}
	return !EG(exception);
}

/* Reads a class name and finds the class. */
static bool decode_class(brine_decoder *decoder, class_reference *class_reference)
{
	const unsigned char *at = decoder->in.p;
	zend_string *name = brine_decode_key_string(decoder);

	if (UNEXPECTED(!name)) {
		return false;
	}
	if (UNEXPECTED(ZSTR_VAL(name)[0] == '\\' || !zend_is_valid_class_name(name) || ZSTR_LEN(name) == 0)) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_NAME, at);
	}
	class_reference->name = name;
	if (UNEXPECTED(!find_class(decoder, name, &class_reference->ce))) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
	}
	class_reference->incomplete = class_reference->ce == NULL;
	if (class_reference->incomplete) {
		class_reference->ce = PHP_IC_ENTRY;
	}
	return true;
}

/* Refuses classes of which there can be no object, or none that was serialised, and makes the others ready to be instantiated. */
static bool check_instantiable(brine_decoder *decoder, zend_class_entry *ce, const unsigned char *at)
{
	const uint32_t refused = ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_ENUM | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS
		| ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ANON_CLASS;

	if (UNEXPECTED(ce->ce_flags & refused)) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_KIND, at);
	}
	if (UNEXPECTED(!(ce->ce_flags & ZEND_ACC_CONSTANTS_UPDATED)) && zend_update_class_constants(ce) != SUCCESS) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
	}
	return true;
}

/* A name as the payload gives it: scope is "" for a public one and "*" for a protected one. */
typedef struct {
	const char *scope;
	size_t scope_size;
	/* The plain name is the tail of `string` from `skip` on; borrowed from the string table. */
	zend_string *string;
	uint32_t skip;
	const unsigned char *at;
} property_name;

static const char *plain_bytes(const property_name *name)
{
	return ZSTR_VAL(name->string) + name->skip;
}

static size_t plain_size(const property_name *name)
{
	return ZSTR_LEN(name->string) - name->skip;
}

static bool decode_scope(brine_decoder *decoder, property_name *name, const zend_string *class_name, unsigned kind)
{
	const zend_string *scope;

	switch (kind) {
		case BRINE_NAME_PROTECTED:
			name->scope = "*";
			name->scope_size = 1;
			return true;
		case BRINE_NAME_PRIVATE:
			scope = class_name;
			break;
		default:
			scope = brine_decode_key_string(decoder);
			if (UNEXPECTED(!scope)) {
				return false;
			}
	}
	name->scope = ZSTR_VAL(scope);
	name->scope_size = ZSTR_LEN(scope);
	return true;
}

static bool decode_name(brine_decoder *decoder, property_name *name, const zend_string *class_name)
{
	brine_cursor *in = &decoder->in;

	*name = (property_name){.scope = "", .at = in->p};
	if (in->p < in->end && *in->p >= BRINE_NAME_PROTECTED && *in->p <= BRINE_NAME_PRIVATE_OF) {
		unsigned kind = *in->p++;

		if (UNEXPECTED(!decode_scope(decoder, name, class_name, kind))) {
			return false;
		}
		name->string = brine_decode_key_string(decoder);
		if (UNEXPECTED(!name->string)) {
			return false;
		}
		/* PHP's mangled form has to give back scope and name. */
		if (UNEXPECTED(
				name->scope_size == 0 || ZSTR_LEN(name->string) == 0 || memchr(name->scope, '\0', name->scope_size))) {
			return brine_decode_fail(decoder, BRINE_ERR_NAME, name->at);
		}
		return true;
	}
	name->string = brine_decode_key_string(decoder);
	if (UNEXPECTED(!name->string)) {
		return false;
	}
	name->skip = brine_name_skip(name->string);
	if (name->skip > 0) {
		name->scope = ZSTR_VAL(name->string) + 1;
		name->scope_size = name->skip - 2;
	}
	return true;
}

/* The name in PHP's mangled form; the caller owns a reference. */
static zend_string *mangle(const property_name *name)
{
	if (name->scope_size == 0 || name->skip > 0) {
		return zend_string_copy(name->string);
	}
	return zend_mangle_property_name(name->scope, name->scope_size, plain_bytes(name), plain_size(name), false);
}

static bool name_is(const property_name *name, const zend_string *mangled)
{
	size_t plain = plain_size(name);

	if (name->scope_size == 0) {
		return mangled == name->string || zend_string_equals(mangled, name->string);
	}
	return ZSTR_LEN(mangled) == name->scope_size + 2 + plain && ZSTR_VAL(mangled)[0] == '\0'
		&& ZSTR_VAL(mangled)[name->scope_size + 1] == '\0'
		&& memcmp(ZSTR_VAL(mangled) + 1, name->scope, name->scope_size) == 0
		&& memcmp(ZSTR_VAL(mangled) + name->scope_size + 2, plain_bytes(name), plain) == 0;
}

/*
 * Returns the number of the slot of a declared property of exactly this name and scope, or -1. Names mostly come in the order of the
 * declarations, so the search begins at `hint`.
 */
static int find_slot(const zend_class_entry *ce, const property_name *name, int hint)
{
	int count = ce->default_properties_count;

	for (int i = 0; i < count; i++) {
		int slot = hint + i < count ? hint + i : hint + i - count;
		const zend_property_info *info = ce->properties_info_table[slot];

		if (info && name_is(name, info->name)) {
			return slot;
		}
	}
	return -1;
}

/*
 * Tries to resolve all names to distinct slots. On success the shape is built by slots; otherwise nothing has changed.
 */
static bool resolve_slots(
	brine_decoder *decoder, brine_decoded_shape *shape, const property_name *names, uint32_t count)
{
	zend_class_entry *ce = shape->ce;
	uint32_t first = decoder->slot_count;
	bool *taken;
	int hint = 0;
	ALLOCA_FLAG(use_heap)

	if (count > (uint32_t) ce->default_properties_count) {
		return false;
	}
	taken = do_alloca((size_t) ce->default_properties_count + 1, use_heap);
	memset(taken, 0, (size_t) ce->default_properties_count);
	for (uint32_t i = 0; i < count; i++) {
		int slot = find_slot(ce, &names[i], hint);
		zend_property_info *info;

		if (slot < 0 || taken[slot]) {
			decoder->slot_count = first;
			break;
		}
		taken[slot] = true;
		info = ce->properties_info_table[slot];
		BRINE_SCRATCH_ENSURE(decoder->slots, decoder->slot_capacity, decoder->slot_count);
		decoder->slots[decoder->slot_count++] =
			(brine_property_slot){info->offset, ZEND_TYPE_IS_SET(info->type) ? info : NULL};
		hint = slot + 1 < ce->default_properties_count ? slot + 1 : 0;
	}
	free_alloca(taken, use_heap);
	if (decoder->slot_count - first != count) {
		return false;
	}
	shape->first = first;
	shape->build = BRINE_BUILD_SLOTS;
	shape->covers_all_slots = count == (uint32_t) ce->default_properties_count;
	return true;
}

/* Makes a table with the names as keys; numeric ones become integer keys if `as_array`. NULL if two are equal. */
static zend_array *make_layout(const property_name *names, uint32_t count, bool as_array)
{
	zend_array *layout = zend_new_array(count);

	zend_hash_real_init_mixed(layout);
	for (uint32_t i = 0; i < count; i++) {
		zend_string *mangled = mangle(&names[i]);
		zend_ulong h;

		if (as_array && ZEND_HANDLE_NUMERIC(mangled, h)) {
			zend_string_release(mangled);
			brine_map_append_key(layout, h, NULL);
		} else {
			h = zend_string_hash_val(mangled);
			brine_map_append_key(layout, h, mangled);
		}
	}
	if (UNEXPECTED(!brine_map_keys_distinct(layout, BRINE_G(secret)))) {
		zend_array_release(layout);
		return NULL;
	}
	return layout;
}

static void keep_names(brine_decoder *decoder, brine_decoded_shape *shape, const property_name *names, uint32_t count)
{
	shape->first = decoder->name_count;
	for (uint32_t i = 0; i < count; i++) {
		BRINE_SCRATCH_ENSURE(decoder->names, decoder->name_capacity, decoder->name_count);
		decoder->names[decoder->name_count++] = mangle(&names[i]);
	}
}

static bool has_standard_properties(const zend_class_entry *ce)
{
	/* A class of PHP code, or one that has its objects made by the engine, keeps its properties as the engine does. */
	return ce->create_object == NULL;
}

/* Decides how the objects of a shape are built. */
static bool resolve_shape(brine_decoder *decoder, brine_decoded_shape *shape, const property_name *names,
	uint32_t count, const unsigned char *at)
{
	zend_class_entry *ce = shape->ce;

	if (!shape->incomplete && ce->__unserialize) {
		shape->build = BRINE_BUILD_HOOK_ARRAY;
	} else if (ce->serialize) {
		/* Its objects have a string form, or none. */
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_KIND, at);
	} else if (has_standard_properties(ce) && resolve_slots(decoder, shape, names, count)) {
		return true;
	} else if (has_standard_properties(ce) && ce->default_properties_count == 0 && ce != PHP_IC_ENTRY
		&& (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES) && zend_hash_num_elements(&ce->properties_info) == 0) {
		shape->build = BRINE_BUILD_TABLE;
	} else {
		shape->build = BRINE_BUILD_BY_NAME;
		keep_names(decoder, shape, names, count);
	}
	if (count == 0) {
		return true;
	}
	shape->layout = make_layout(names, count, shape->build == BRINE_BUILD_HOOK_ARRAY);
	if (UNEXPECTED(!shape->layout)) {
		return brine_decode_fail(decoder, BRINE_ERR_DUPLICATE_NAME, at);
	}
	shape->owns_layout = true;
	return true;
}

/* True for the property that would give an incomplete object another class. */
static bool gives_class_name(const zend_string *name)
{
	return zend_string_equals_literal(name, MAGIC_MEMBER);
}

/* Reads the names of an object's shape, and makes the shape ready. */
static bool decode_names(brine_decoder *decoder, brine_decoded_shape *shape, uint32_t count, const unsigned char *at)
{
	property_name *names = safe_emalloc(count + 1, sizeof(*names), 0);
	bool success = true;

	for (uint32_t i = 0; i < count && success; i++) {
		success = decode_name(decoder, &names[i], shape->class_name);
		if (UNEXPECTED(success && shape->ce == PHP_IC_ENTRY && gives_class_name(names[i].string))) {
			success = brine_decode_fail(decoder, BRINE_ERR_NAME, names[i].at);
		}
	}
	success = success && resolve_shape(decoder, shape, names, count, at);
	efree(names);
	shape->count = count;
	shape->ready = success;
	return success;
}

/* Makes an object of a class that was checked, with its default property values unless `bare`. */
static zend_object *new_object(zend_class_entry *ce, bool bare)
{
	zend_object *object;

	if (ce->create_object) {
		return ce->create_object(ce);
	}
	object = zend_objects_new(ce);
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

static bool begin_object(brine_decoder *decoder, zval *out, const brine_decoded_shape *shape, const unsigned char *at)
{
	zend_object *object;

	if (UNEXPECTED(!brine_decode_enter(decoder, shape->count, at))) {
		return false;
	}
	object = new_object(shape->ce, shape->build == BRINE_BUILD_SLOTS && shape->covers_all_slots);
	ZVAL_OBJ(out, object);
	return brine_decode_count_object(decoder, object, at);
}

static void add_hook(brine_decoder *decoder, brine_hook_kind kind, zend_object *object, zval *argument)
{
	brine_hook *hook;

	BRINE_SCRATCH_ENSURE(decoder->hooks, decoder->hook_capacity, decoder->hook_count);
	hook = &decoder->hooks[decoder->hook_count++];
	GC_ADDREF(object);
	hook->object = object;
	hook->kind = kind;
	if (argument) {
		ZVAL_COPY_VALUE(&hook->argument, argument);
	} else {
		ZVAL_UNDEF(&hook->argument);
	}
}

static void add_wakeup(brine_decoder *decoder, zend_object *object)
{
	if (object->ce != PHP_IC_ENTRY && zend_hash_exists(&object->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP))) {
		add_hook(decoder, BRINE_HOOK_WAKEUP, object, NULL);
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

/* Decodes a value into a slot, or an element of a property table, that holds nothing. */
static zend_always_inline bool decode_property(brine_decoder *decoder, zval *place, zend_property_info *typed)
{
	const unsigned char *at = decoder->in.p;

	if (UNEXPECTED(!brine_decode_value(decoder, place))) {
		if (typed && Z_ISREF_P(place)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(place), typed);
		}
		return false;
	}
	return !typed || accept_typed(decoder, place, typed, at);
}

static bool decode_slots(brine_decoder *decoder, zend_object *object, uint32_t first, uint32_t count)
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
		if (UNEXPECTED(!decode_property(decoder, slot, target.typed))) {
			return false;
		}
	}
	return true;
}

static bool decode_table(brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count)
{
	if (count == 0) {
		return true;
	}
	object->properties = brine_map_clone_layout(layout);
	return brine_decode_map_values(decoder, object->properties, layout, count);
}

/*
 * The place of a property by its mangled name, ready to be written: a slot (*typed is its declaration if that has a type), or an
 * element of the table of dynamic properties. A declaration whose visibility has changed is found too. NULL after an error.
 */
static zval *find_property(brine_decoder *decoder, zend_object *object, HashTable *table, zend_string *name,
	zend_property_info **typed, const unsigned char *at)
{
	zend_class_entry *ce = object->ce;
	zval *place = zend_hash_find(table, name);
	uint32_t skip = brine_name_skip(name);
	zend_property_info *info = NULL;
	zval null;

	*typed = NULL;
	if (!place || Z_TYPE_P(place) != IS_INDIRECT) {
		const char *scope = ZSTR_VAL(name) + 1;
		bool own_scope = skip == 0 || (skip == 3 && scope[0] == '*')
			|| (skip == ZSTR_LEN(ce->name) + 2 && strncasecmp(scope, ZSTR_VAL(ce->name), skip - 2) == 0);

		if (own_scope && zend_hash_num_elements(&ce->properties_info) > 0) {
			info = zend_hash_str_find_ptr(&ce->properties_info, ZSTR_VAL(name) + skip, ZSTR_LEN(name) - skip);
		}
		if (info) {
			name = info->name;
			place = zend_hash_find(table, name);
		}
	}
	if (place && Z_TYPE_P(place) == IS_INDIRECT) {
		place = Z_INDIRECT_P(place);
		*typed = zend_get_typed_property_info_for_slot(object, place);
		if (*typed && Z_ISREF_P(place)) {
			ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(place), *typed);
		}
		Z_PROP_FLAG_P(place) = 0;
	} else if (!place) {
		if (!info && (ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES)) {
			zend_throw_error(NULL, "Cannot create dynamic property %s::$%s", ZSTR_VAL(ce->name), ZSTR_VAL(name) + skip);
			brine_decode_fail(decoder, BRINE_ERR_PROPERTY, at);
			return NULL;
		}
		if (!info && !(ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES)) {
			zend_error(E_DEPRECATED, "Creation of dynamic property %s::$%s is deprecated", ZSTR_VAL(ce->name),
				ZSTR_VAL(name) + skip);
			if (EG(exception)) {
				brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
				return NULL;
			}
		}
		ZVAL_NULL(&null);
		return zend_hash_add(table, name, &null);
	}
	if (Z_REFCOUNTED_P(place)) {
		brine_decode_discard(decoder, place);
	}
	ZVAL_NULL(place);
	return place;
}

/* The table in which an object's properties are found by name, as unserialize() finds them. */
static HashTable *property_table_of(zend_object *object)
{
	return object->handlers->get_properties(object);
}

static bool decode_by_name(brine_decoder *decoder, zend_object *object, uint32_t first, uint32_t count)
{
	HashTable *table = property_table_of(object);

	for (uint32_t i = 0; i < count; i++) {
		const unsigned char *at = decoder->in.p;
		zend_string *name = decoder->names[first + i];
		zend_property_info *typed;
		zval *place;

		place = find_property(decoder, object, table, name, &typed, at);
		if (UNEXPECTED(!place || !decode_property(decoder, place, typed))) {
			return false;
		}
	}
	return true;
}

/* Decodes the values of an object's shape into the array for its __unserialize(). */
static bool decode_hook_array(brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count)
{
	zval array;

	if (count == 0) {
		ZVAL_EMPTY_ARRAY(&array);
	} else {
		ZVAL_ARR(&array, brine_map_clone_layout(layout));
		if (UNEXPECTED(!brine_decode_map_values(decoder, Z_ARR(array), layout, count))) {
			brine_decode_discard(decoder, &array);
			return false;
		}
	}
	add_hook(decoder, BRINE_HOOK_UNSERIALIZE, object, &array);
	return true;
}

/* Decodes the values of an instance of a shape that was defined by OBJECT. */
static bool decode_properties(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	/* Shapes may move while values are decoded. */
	const brine_decoded_shape shape = decoder->shapes[number];
	bool success = false;

	if (UNEXPECTED(shape.count > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(!begin_object(decoder, out, &shape, at))) {
		return false;
	}
	if (UNEXPECTED(shape.incomplete)) {
		php_store_class_name(out, shape.class_name);
	}
	switch (shape.build) {
		case BRINE_BUILD_SLOTS:
			success = decode_slots(decoder, Z_OBJ_P(out), shape.first, shape.count);
			break;
		case BRINE_BUILD_TABLE:
			success = decode_table(decoder, Z_OBJ_P(out), shape.layout, shape.count);
			break;
		case BRINE_BUILD_HOOK_ARRAY:
			success = decode_hook_array(decoder, Z_OBJ_P(out), shape.layout, shape.count);
			break;
		case BRINE_BUILD_BY_NAME:
			success = decode_by_name(decoder, Z_OBJ_P(out), shape.first, shape.count);
			break;
	}
	if (EXPECTED(success) && shape.build != BRINE_BUILD_HOOK_ARRAY) {
		add_wakeup(decoder, Z_OBJ_P(out));
	}
	brine_decode_leave(decoder);
	return success;
}

bool brine_decode_object(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number = brine_decode_new_shape(decoder, BRINE_SHAPE_OBJECT, at);
	class_reference class_reference;
	brine_decoded_shape shape;
	const unsigned char *count_at;
	uint64_t count;
	bool success;

	if (UNEXPECTED(number == BRINE_MAX_IDS || !decode_class(decoder, &class_reference))) {
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
	if (UNEXPECTED(!check_instantiable(decoder, class_reference.ce, at))) {
		return false;
	}
	shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_OBJECT,
		.ce = class_reference.ce,
		.class_name = class_reference.name,
		.incomplete = class_reference.incomplete,
	};
	success = decode_names(decoder, &shape, (uint32_t) count, at);
	decoder->shapes[number] = shape;
	return success && decode_properties(decoder, out, number, at);
}

/* Gives an object without __unserialize() the properties that an array names. */
static bool assign_properties(brine_decoder *decoder, zend_object *object, HashTable *array, const unsigned char *at)
{
	HashTable *table = property_table_of(object);
	zend_ulong h;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		zend_string *name = key ? zend_string_copy(key) : zend_long_to_str((zend_long) h);
		zend_property_info *typed;
		zval *place;

		if (UNEXPECTED(object->ce == PHP_IC_ENTRY && gives_class_name(name))) {
			zend_string_release(name);
			return brine_decode_fail(decoder, BRINE_ERR_NAME, at);
		}
		place = find_property(decoder, object, table, name, &typed, at);
		zend_string_release(name);
		if (UNEXPECTED(!place)) {
			return false;
		}
		Z_TRY_ADDREF_P(value);
		ZVAL_COPY_VALUE(place, value);
		if (typed && UNEXPECTED(!accept_typed(decoder, place, typed, at))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	add_wakeup(decoder, object);
	return true;
}

/* Decodes the array of an instance of a shape that was defined by CUSTOM. */
static bool decode_custom_array(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_decoded_shape shape = decoder->shapes[number];
	const unsigned char *array_at;
	zend_object *object;
	zval array;

	if (UNEXPECTED(!begin_object(decoder, out, &shape, at))) {
		return false;
	}
	object = Z_OBJ_P(out);
	if (UNEXPECTED(shape.incomplete)) {
		php_store_class_name(out, shape.class_name);
	}
	array_at = decoder->in.p;
	if (UNEXPECTED(!brine_decode_plain_value(decoder, &array))) {
		brine_decode_discard(decoder, &array);
		return false;
	}
	if (UNEXPECTED(Z_TYPE(array) != IS_ARRAY)) {
		brine_decode_discard(decoder, &array);
		return brine_decode_fail(decoder, BRINE_ERR_ARRAY_EXPECTED, array_at);
	}
	brine_decode_leave(decoder);
	if (EXPECTED(!shape.incomplete && shape.ce->__unserialize)) {
		add_hook(decoder, BRINE_HOOK_UNSERIALIZE, object, &array);
		return true;
	}
	brine_decode_discard(decoder, &array);
	return assign_properties(decoder, object, Z_ARRVAL(array), at);
}

bool brine_decode_custom(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number = brine_decode_new_shape(decoder, BRINE_SHAPE_CUSTOM, at);
	class_reference class_reference;

	if (UNEXPECTED(number == BRINE_MAX_IDS || !decode_class(decoder, &class_reference)
			|| !check_instantiable(decoder, class_reference.ce, at))) {
		return false;
	}
	if (UNEXPECTED(class_reference.ce->serialize && !class_reference.ce->__unserialize)) {
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_KIND, at);
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
	class_reference class_reference;
	zend_string *case_name;
	zend_class_constant *constant;

	if (UNEXPECTED(!decode_class(decoder, &class_reference))) {
		return false;
	}
	case_name = brine_decode_key_string(decoder);
	if (UNEXPECTED(!case_name || !brine_decode_enter(decoder, 0, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	if (UNEXPECTED(class_reference.incomplete || !(class_reference.ce->ce_flags & ZEND_ACC_ENUM))) {
		return brine_decode_fail(decoder, BRINE_ERR_ENUM, at);
	}
	constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(class_reference.ce), case_name);
	if (UNEXPECTED(!constant || !(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE))) {
		return brine_decode_fail(decoder, BRINE_ERR_ENUM, at);
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
	class_reference class_reference;
	zend_class_entry *ce;
	const unsigned char *size_at;
	uint64_t size;
	zval data;

	if (UNEXPECTED(!decode_class(decoder, &class_reference))) {
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
		return brine_decode_fail(decoder, BRINE_ERR_CLASS_KIND, at);
	}
	if (UNEXPECTED(!check_instantiable(decoder, ce, at) || !brine_decode_enter(decoder, 0, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	ZVAL_OBJ(out, new_object(ce, false));
	if (UNEXPECTED(!brine_decode_count_object(decoder, Z_OBJ_P(out), at))) {
		return false;
	}
	ZVAL_STRINGL(&data, (const char *) decoder->in.p, (size_t) size);
	decoder->in.p += size;
	add_hook(decoder, BRINE_HOOK_SERIALIZABLE, Z_OBJ_P(out), &data);
	return true;
}

static zend_function *method_of(const brine_hook *hook)
{
	zend_class_entry *ce = hook->object->ce;

	switch (hook->kind) {
		case BRINE_HOOK_UNSERIALIZE:
			return ce->__unserialize;
		case BRINE_HOOK_WAKEUP:
			return zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
		default:
			return zend_hash_str_find_ptr(&ce->function_table, "unserialize", sizeof("unserialize") - 1);
	}
}

static bool run_hook(brine_hook *hook)
{
	bool has_argument = hook->kind != BRINE_HOOK_WAKEUP;
	zval result;

	ZVAL_UNDEF(&result);
	BG(serialize_lock)++;
	zend_call_known_function(method_of(hook), hook->object, hook->object->ce, &result, has_argument ? 1 : 0,
		has_argument ? &hook->argument : NULL, NULL);
	BG(serialize_lock)--;
	zval_ptr_dtor(&result);
	return !EG(exception);
}

/* Runs, or after a failure passes over, the hooks that are Serializable::unserialize() or those that are not. */
static bool run_hooks_of_kind(brine_decoder *decoder, bool serializable, bool success)
{
	for (uint32_t i = 0; i < decoder->hook_count; i++) {
		brine_hook *hook = &decoder->hooks[i];

		if ((hook->kind == BRINE_HOOK_SERIALIZABLE) == serializable) {
			success = success && run_hook(hook);
			if (UNEXPECTED(!success)) {
				GC_ADD_FLAGS(hook->object, IS_OBJ_DESTRUCTOR_CALLED);
			}
		}
	}
	return success;
}

static void release_hooks(brine_decoder *decoder)
{
	uint32_t count = decoder->hook_count;

	decoder->hook_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		brine_hook *hook = &decoder->hooks[i];

		zval_ptr_dtor(&hook->argument);
		OBJ_RELEASE(hook->object);
	}
}

bool brine_decode_run_hooks(brine_decoder *decoder)
{
	/* unserialize() calls the older interface while it reads, hence before all others. */
	bool success = run_hooks_of_kind(decoder, true, true);

	success = run_hooks_of_kind(decoder, false, success);
	release_hooks(decoder);
	return success;
}

/* Empties an object that was being built: whatever cycle it is part of ends here. */
static void empty_object(zend_object *object)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		zval *slot = &object->properties_table[i];
		zval value;

		if (Z_ISREF_P(slot) && ZEND_REF_HAS_TYPE_SOURCES(Z_REF_P(slot))) {
			zend_property_info *info = zend_get_typed_property_info_for_slot(object, slot);

			if (info) {
				ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
			}
		}
		ZVAL_COPY_VALUE(&value, slot);
		ZVAL_UNDEF(slot);
		zval_ptr_dtor_nogc(&value);
	}
	if (object->properties && object->handlers->get_properties == zend_std_get_properties) {
		zend_array *properties = object->properties;

		object->properties = NULL;
		zend_array_release(properties);
	}
}

void brine_decode_dismantle(brine_decoder *decoder, zval *value)
{
	uint32_t count = decoder->object_count;

	for (uint32_t i = 0; i < count; i++) {
		GC_ADDREF(decoder->objects[i]);
		if (!(decoder->objects[i]->ce->ce_flags & ZEND_ACC_ENUM)) {
			GC_ADD_FLAGS(decoder->objects[i], IS_OBJ_DESTRUCTOR_CALLED);
		}
	}
	for (uint32_t i = 0; i < decoder->reference_count; i++) {
		zval held;

		ZVAL_COPY_VALUE(&held, &decoder->references[i]->val);
		ZVAL_NULL(&decoder->references[i]->val);
		zval_ptr_dtor_nogc(&held);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!(decoder->objects[i]->ce->ce_flags & ZEND_ACC_ENUM)) {
			empty_object(decoder->objects[i]);
		}
	}
	release_hooks(decoder);
	zval_ptr_dtor_nogc(value);
	for (uint32_t i = 0; i < count; i++) {
		OBJ_RELEASE(decoder->objects[i]);
	}
	decoder->object_count = 0;
}
