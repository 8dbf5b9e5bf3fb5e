/*
 * Reads igbinary's objects: properties or the array of __serialize(), the string of Serializable, enum cases. Objects
 * of a class mostly have the same names: those of the latest one are compared with what comes.
 */
#include "globals.h"
#include "core/names.h"
#include "core/key_cache.h"
#include "core/slots.h"
#include "decode/class.h"
#include "decode/hooks.h"
#include "decode/object.h"
#include "decode/property.h"
#include "decode/refuse.h"
#include "ext/standard/php_incomplete_class.h"
#include "igbinary/read.h"

/* Longer names of dynamic properties are charged for each object: a payload can repeat them with two bytes. */
#define LONG_NAME 64

/* Reads the name of a class, whose type was read before `name_at`. */
static zend_always_inline brine_igbinary_class *read_class(
	brine_decoder *decoder, unsigned type, const unsigned char *name_at)
{
	const brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	zend_string *name;
	uint64_t number;

	if (type <= BRINE_IGBINARY_OBJECT_32) {
		uint32_t own_number;

		name = brine_igbinary_read_key(
			decoder, BRINE_IGBINARY_STRING_8 + type - BRINE_IGBINARY_OBJECT_8, name_at, &own_number, false);
		if (UNEXPECTED(!name)) {
			return NULL;
		}
		brine_string_registry_own(&decoder->strings, name);
		return brine_igbinary_find_class(decoder, own_number, name_at);
	}
	if (UNEXPECTED(!brine_igbinary_number(decoder, &number,
			type == BRINE_IGBINARY_OBJECT_AGAIN_8        ? 1
				: type == BRINE_IGBINARY_OBJECT_AGAIN_32 ? 4
														 : 2))) {
		return NULL;
	}
	if (EXPECTED(number < reader->class_of_string_capacity && reader->class_of_string[number] > 0)) {
		return reader->classes[reader->class_of_string[number] - 1];
	}
	if (UNEXPECTED(number >= decoder->strings.count)) {
		brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_STRING, name_at);
		return NULL;
	}
	return brine_igbinary_find_class(decoder, (uint32_t) number, name_at);
}

/* Gives slots that have no value their defaults. */
static zend_never_inline void fill_defaults(zend_object *object)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		zval *slot = &object->properties_table[i];

		if (Z_TYPE_P(slot) == IS_UNDEF) {
			ZVAL_COPY_PROP(slot, &CE_DEFAULT_PROPERTIES_TABLE(object->ce)[i]);
		}
	}
}

/* The slot whose declared name is exactly this, searched from `hint` on; or -1. */
static int find_slot(const zend_class_entry *ce, const char *bytes, size_t size, int hint)
{
	int count = ce->default_properties_count;

	for (int i = 0; i < count; i++) {
		int slot = hint + i < count ? hint + i : hint + i - count;
		const zend_property_info *info = ce->properties_info_table[slot];

		if (info && ZSTR_LEN(info->name) == size && memcmp(ZSTR_VAL(info->name), bytes, size) == 0) {
			return slot;
		}
	}
	return -1;
}

/*
 * Reads a new short name if the class declares it, and returns the class's own, interned string. Otherwise returns NULL
 * and reads nothing.
 */
static zend_always_inline zend_string *read_declared_name(
	brine_decoder *decoder, const zend_class_entry *ce, int hint, int *slot)
{
	const unsigned char *p = decoder->in.p;
	zend_string *name;
	size_t size;

	if (*p != BRINE_IGBINARY_STRING_8 || decoder->in.end - p < 2 || decoder->in.end - p - 2 < p[1]) {
		return NULL;
	}
	size = p[1];
	*slot = find_slot(ce, (const char *) p + 2, size, hint);
	if (*slot < 0) {
		return NULL;
	}
	name = ce->properties_info_table[*slot]->name;
	if (UNEXPECTED(!ZSTR_IS_INTERNED(name))) {
		return NULL;
	}
	decoder->in.p = p + 2 + size;
	brine_string_registry_add(&decoder->strings, name);
	return name;
}

/* Reads any name. It lives until the decode ends; *slot is -1 if it is not declared. NULL after an error. */
static zend_string *read_name(brine_decoder *decoder, const zend_class_entry *ce, int hint, int *slot)
{
	const unsigned char *at = decoder->in.p;
	zend_string *name = read_declared_name(decoder, ce, hint, slot);
	unsigned type = *at;
	uint32_t number;

	if (EXPECTED(name)) {
		return name;
	}
	decoder->in.p = at + 1;
	if (EXPECTED(brine_igbinary_is_string(type))) {
		name = brine_igbinary_read_key(decoder, type, at, &number, false);
		if (UNEXPECTED(!name)) {
			return NULL;
		}
	} else if (type == BRINE_IGBINARY_EMPTY_STRING) {
		name = ZSTR_EMPTY_ALLOC();
	} else if (brine_igbinary_is_integer(type)) {
		zend_long integer;

		if (UNEXPECTED(!brine_igbinary_read_integer(decoder, &integer, type, at))) {
			return NULL;
		}
		name = zend_long_to_str(integer);
	} else {
		brine_decode_fail(decoder, BRINE_ERR_BAD_KEY, at);
		return NULL;
	}
	brine_string_registry_own(&decoder->strings, name);
	*slot = find_slot(ce, ZSTR_VAL(name), ZSTR_LEN(name), hint);
	return name;
}

/*
 * Reads a value into a slot; `at` is the object's type. A value that is replaced (a default, or that of an earlier
 * equal name) is freed when the decode ends.
 */
static zend_always_inline bool read_slot(
	brine_decoder *decoder, zend_object *object, brine_property_slot target, const unsigned char *at)
{
	zval *slot = OBJ_PROP(object, target.offset);

	if (UNEXPECTED(Z_REFCOUNTED_P(slot))) {
		if (UNEXPECTED(Z_ISREF_P(slot) && target.typed)) {
			ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), target.typed);
		}
		brine_igbinary_of(decoder)->has_replaced = true;
		brine_decode_discard(decoder, slot);
	}
	Z_PROP_FLAG_P(slot) = 0;
	if (UNEXPECTED(!brine_igbinary_next_element(decoder, slot))) {
		if (target.typed && Z_ISREF_P(slot)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(slot), target.typed);
		}
		return false;
	}
	return !target.typed || brine_decode_accept_typed(decoder, slot, target.typed, at);
}

/*
 * Reads a property that is not declared under exactly the payload's name: declared with another visibility, or dynamic.
 */
static zend_never_inline bool read_other_property(brine_decoder *decoder, brine_property_map *properties,
	zend_object *object, zend_string *name, const unsigned char *at)
{
	uint32_t discarded_count = decoder->discarded_count;
	brine_property_place place;
	bool is_null;

	if (UNEXPECTED(!brine_is_property_name(object->ce, name))) {
		return brine_decode_refuse_property_name(decoder, object->ce, name, at);
	}
	if (UNEXPECTED(object->ce == PHP_IC_ENTRY && brine_names_incomplete_class(name))) {
		return brine_decode_refuse_name_of_incomplete(decoder, at);
	}
	if (UNEXPECTED(ZSTR_LEN(name) > LONG_NAME) && !brine_decode_charge(decoder, ZSTR_LEN(name), at)) {
		return false;
	}
	if (!properties->map) {
		*properties = brine_decode_property_map(object);
	}
	is_null = decoder->in.p < decoder->in.end && *decoder->in.p == BRINE_IGBINARY_NULL;
	place = brine_decode_find_in_reach(decoder, properties, name, is_null, at);
	if (UNEXPECTED(decoder->discarded_count > discarded_count)) {
		brine_igbinary_of(decoder)->has_replaced = true;
	}
	if (UNEXPECTED(!place.value)) {
		return false;
	}
	if (UNEXPECTED(!brine_igbinary_next_element(decoder, place.value))) {
		if (place.typed && Z_ISREF_P(place.value)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(place.value), place.typed);
		}
		return false;
	}
	return !place.typed || brine_decode_accept_typed(decoder, place.value, place.typed, at);
}

/* Notes the names of an object while they are read: the next object of the class is expected to have the same. */
typedef struct {
	brine_igbinary_class *class;
	/* All names so far are declared, and noted. */
	bool are_noted;
	/* All names so far are in the order of declaration. */
	bool are_ascending;
} noted_names;

static void note_name(noted_names *noted, uint32_t i, zend_string *name, brine_property_slot slot, uint32_t token)
{
	if (EXPECTED(noted->are_noted)) {
		noted->class->names[i] = (brine_igbinary_name){name, slot, token};
		noted->class->name_count = MAX(noted->class->name_count, i + 1);
	}
}

/* The token of the name that begins at p. */
static uint32_t token_of_name(const brine_decoder *decoder, const unsigned char *p)
{
	if (*p == BRINE_IGBINARY_STRING_8) {
		return brine_igbinary_token(decoder->strings.count);
	}
	return *p == BRINE_IGBINARY_STRING_AGAIN_8 && decoder->in.end - p >= 2 ? brine_igbinary_load_token(p)
																		   : BRINE_IGBINARY_NO_TOKEN;
}

static void begin_notes(noted_names *noted, brine_igbinary_class *class, uint32_t count)
{
	uint32_t declared = (uint32_t) class->class_reference.ce->default_properties_count;

	if (!class->names && class->build == BRINE_BUILD_SLOTS && declared > 0) {
		class->name_capacity = MIN(count, declared);
		class->names = safe_emalloc(class->name_capacity, sizeof(*class->names), 0);
	}
	*noted = (noted_names){
		.class = class,
		.are_noted = class->build == BRINE_BUILD_SLOTS && count <= class->name_capacity,
		.are_ascending = true,
	};
	if (noted->are_noted) {
		class->version++;
		class->covers_all_slots = false;
	}
}

static void end_notes(const noted_names *noted, uint32_t count)
{
	brine_igbinary_class *class = noted->class;
	bool covers_all = noted->are_ascending && count == (uint32_t) class->class_reference.ce->default_properties_count;

	if (UNEXPECTED(!noted->are_noted)) {
		return;
	}
	class->name_count = count;
	/* Objects inside may have changed earlier names. In the order of the slots names surely differ. */
	for (uint32_t i = 1; i < count && covers_all; i++) {
		covers_all = class->names[i].slot.offset > class->names[i - 1].slot.offset;
	}
	class->covers_all_slots = covers_all;
}

/* Reads one property, with its name. `hint` is the slot after that of the property before. */
static bool read_property(brine_decoder *decoder, zend_object *object, brine_property_map *properties,
	noted_names *noted, uint32_t i, int *hint, const unsigned char *at)
{
	const unsigned char *name_at = decoder->in.p;
	uint32_t token = token_of_name(decoder, name_at);
	zend_class_entry *ce = object->ce;
	zend_string *name;
	int slot = -1;
	bool success;

	name = read_name(decoder, ce, *hint < ce->default_properties_count ? *hint : 0, &slot);
	if (UNEXPECTED(!name)) {
		return false;
	}
	if (EXPECTED(slot >= 0 && noted->class->build == BRINE_BUILD_SLOTS)) {
		zend_property_info *info = ce->properties_info_table[slot];
		brine_property_slot target = {info->offset, ZEND_TYPE_IS_SET(info->type) ? info : NULL};

		noted->are_ascending &= slot >= *hint;
		*hint = slot + 1;
		note_name(noted, i, name, target, token);
		success = read_slot(decoder, object, target, at);
	} else {
		noted->are_noted = false;
		success = read_other_property(decoder, properties, object, name, at);
	}
	if (UNEXPECTED(!success)) {
		brine_path_add_property(&decoder->path, name);
	}
	return success;
}

/* Reads properties from number i on, whose names are not the expected ones. */
static zend_never_inline bool read_properties_by_name(brine_decoder *decoder, zend_object *object,
	brine_igbinary_class *class, uint32_t i, uint32_t count, const unsigned char *at)
{
	int hint = i > 0 && class->names[i - 1].name ? (int) OBJ_PROP_TO_NUM(class->names[i - 1].slot.offset) + 1 : 0;
	brine_property_map properties = {.map = NULL};
	noted_names noted;

	begin_notes(&noted, class, count);
	for (; i < count; i++) {
		if (UNEXPECTED(!brine_igbinary_begin_element(decoder))) {
			return false;
		}
		if (*decoder->in.p == BRINE_IGBINARY_NULL) {
			decoder->in.p++;
			noted.are_ascending = false;
			note_name(&noted, i, NULL, (brine_property_slot){0, NULL}, BRINE_IGBINARY_NO_TOKEN);
			continue;
		}
		if (UNEXPECTED(!read_property(decoder, object, &properties, &noted, i, &hint, at))) {
			return false;
		}
	}
	end_notes(&noted, count);
	if (EXPECTED(!properties.map)) {
		return true;
	}
	if (UNEXPECTED(!brine_decode_charge(decoder,
			brine_memory_of_object(object->ce, count, BRINE_BUILD_BY_NAME)
				- brine_memory_of_object(object->ce, count, BRINE_BUILD_SLOTS),
			at))) {
		return false;
	}
	return !properties.is_standard || properties.map->nNumUsed < properties.known + 2
		|| brine_igbinary_merge_keys(decoder, properties.map, at);
}

/* Reads the name of a property that is expected; false, and nothing read, if it does not come. */
static zend_always_inline bool take_name(brine_decoder *decoder, const brine_igbinary_name *name)
{
	const unsigned char *p = decoder->in.p;

	if (EXPECTED(decoder->stop - p >= BRINE_IGBINARY_HEADS && brine_igbinary_load_token(p) == name->token)) {
		decoder->in.p = p + 2;
		return true;
	}
	return p < decoder->stop && name->name && brine_igbinary_take_string(decoder, name->name);
}

/*
 * Reads properties into slots. `is_bare`: the object was created without its defaults, since it should have a value for
 * each.
 */
static zend_always_inline bool read_slots(brine_decoder *decoder, zend_object *object, brine_igbinary_class *class,
	uint32_t count, bool is_bare, const unsigned char *at)
{
	uint32_t version = class->version, expected_count = MIN(count, class->name_count), i;
	bool success = true;

	for (i = 0; i < expected_count; i++) {
		const brine_igbinary_name *name = &class->names[i];
		/* Objects inside may change the entry. */
		const brine_property_slot slot = name->slot;

		if (UNEXPECTED(!take_name(decoder, name))) {
			if (!name->name && decoder->in.p < decoder->stop && *decoder->in.p == BRINE_IGBINARY_NULL) {
				decoder->in.p++;
				continue;
			}
			break;
		}
		if (UNEXPECTED(!read_slot(decoder, object, slot, at))) {
			brine_path_add_property(
				&decoder->path, brine_property_of_slot(object->ce, OBJ_PROP_TO_NUM(slot.offset))->name);
			success = false;
			break;
		}
	}
	if (UNEXPECTED(is_bare && (i < count || class->version != version))) {
		fill_defaults(object);
	}
	return success && (EXPECTED(i == count) || read_properties_by_name(decoder, object, class, i, count, at));
}

/* Reads properties that are all dynamic: those of an object whose class is missing, or declares nothing. */
static bool read_dynamic(brine_decoder *decoder, zend_object *object, const brine_igbinary_class *class, uint32_t count,
	const unsigned char *at)
{
	zend_array *map = NULL;
	bool success;

	if (!class->class_reference.incomplete) {
		success = count == 0 || brine_igbinary_read_map(decoder, &map, count, true, at);
		object->properties = map;
		return success;
	}
	map = object->properties = brine_decode_incomplete_map(class->class_reference.name, count);
	return brine_igbinary_read_map_elements(decoder, map, count + 1, true, false, true, at);
}

/* Reads the array for __unserialize(), which has no number. */
static bool read_hook_array(brine_decoder *decoder, zend_object *object, uint32_t count, const unsigned char *at)
{
	zend_array *array = NULL;
	zval argument;

	if (count == 0) {
		ZVAL_EMPTY_ARRAY(&argument);
	} else {
		bool success = brine_igbinary_read_elements(decoder, &array, count, at);

		ZVAL_ARR(&argument, array);
		if (UNEXPECTED(!success)) {
			brine_decode_discard(decoder, &argument);
			return false;
		}
	}
	return brine_decode_add_unserialize(decoder, object, &argument, at);
}

static bool prepare_class(brine_decoder *decoder, brine_igbinary_class *class, const unsigned char *at)
{
	zend_class_entry *ce = class->class_reference.ce;

	if (UNEXPECTED(!brine_decode_prepare_class(decoder, ce, at))) {
		return false;
	}
	if (UNEXPECTED(!class->class_reference.incomplete && ce->serialize && !ce->__unserialize)) {
		return brine_decode_refuse_form(decoder, ce, at);
	}
	class->is_prepared = true;
	return true;
}

/* Creates an object; its level and memory were charged. */
static zend_always_inline bool begin_object(
	brine_decoder *decoder, zval *out, const brine_igbinary_class *class, bool is_bare, const unsigned char *at)
{
	zend_class_entry *ce = class->class_reference.ce;

	brine_igbinary_number_node(brine_igbinary_of(decoder), BRINE_IGBINARY_OBJECT, decoder->object_count);
	if (UNEXPECTED(ce->create_object)) {
		return brine_decode_begin_special_object(decoder, out, ce, class->class_reference.incomplete, at);
	}
	ZVAL_OBJ(out, brine_new_plain_object(ce, is_bare));
	return brine_decode_number_object(decoder, Z_OBJ_P(out), class->holds, at);
}

static zend_always_inline bool read_content(brine_decoder *decoder, zend_object *object, brine_igbinary_class *class,
	uint32_t count, bool is_bare, const unsigned char *at)
{
	switch (class->build) {
		case BRINE_BUILD_SLOTS:
			return read_slots(decoder, object, class, count, is_bare, at);
		case BRINE_BUILD_DYNAMIC:
			return read_dynamic(decoder, object, class, count, at);
		case BRINE_BUILD_HOOK_ARRAY:
			return read_hook_array(decoder, object, count, at);
		case BRINE_BUILD_BY_NAME:
			return read_properties_by_name(decoder, object, class, 0, count, at);
	}
	ZEND_UNREACHABLE();
}

/* Reads an object that has an array of properties, or that of __serialize(); `form` is the array's type. */
static BRINE_HOT bool read_array_form(
	brine_decoder *decoder, zval *out, brine_igbinary_class *class, unsigned form, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	zend_class_entry *ce = class->class_reference.ce;
	uint32_t reach = reader->reach, count;
	brine_open_node open;
	bool is_bare;

	if (UNEXPECTED(!class->is_prepared && !prepare_class(decoder, class, at))) {
		return false;
	}
	if (UNEXPECTED(!brine_igbinary_count(decoder, &count, form))) {
		return false;
	}
	if (UNEXPECTED(class->memory_count != count)) {
		class->memory_count = count;
		class->memory =
			brine_memory_of_object(ce, count, class->build == BRINE_BUILD_BY_NAME ? BRINE_BUILD_SLOTS : class->build);
	}
	if (UNEXPECTED(!brine_decode_enter(decoder, count, class->memory, at))) {
		return false;
	}
	reader->nested = MAX(reader->nested, decoder->depth);
	brine_decode_open_object(decoder, &open);
	is_bare = class->covers_all_slots && count == class->name_count;
	if (UNEXPECTED(!begin_object(decoder, out, class, is_bare, at))) {
		return false;
	}
	reader->open_count++;
	if (UNEXPECTED(!read_content(decoder, Z_OBJ_P(out), class, count, is_bare, at))) {
		return false;
	}
	reader->open_count--;
	reader->reach = reach;
	if (class->has_wakeup) {
		brine_decode_add_hook(decoder, BRINE_HOOK_WAKEUP, Z_OBJ_P(out), NULL, at);
	}
	brine_decode_leave(decoder);
	return brine_decode_close_object(decoder, &open);
}

/* Numbers a new object without values, if its creation was a `success`; returns that. */
static bool number_leaf(brine_decoder *decoder, bool success)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);

	if (UNEXPECTED(!success)) {
		return false;
	}
	reader->nested = MAX(reader->nested, decoder->depth + 1);
	brine_igbinary_number_node(reader, BRINE_IGBINARY_OBJECT, decoder->object_count - 1);
	decoder->deepest = MAX(decoder->deepest, decoder->depth + 1);
	return true;
}

static bool read_string_form(
	brine_decoder *decoder, zval *out, const brine_igbinary_class *class, unsigned form, const unsigned char *at)
{
	uint64_t size;

	return brine_igbinary_number(decoder, &size, 1u << (form - BRINE_IGBINARY_STRING_FORM_8))
		&& number_leaf(decoder, brine_decode_string_form(decoder, out, &class->class_reference, size, at));
}

static bool read_enum(brine_decoder *decoder, zval *out, const brine_igbinary_class *class, const unsigned char *at)
{
	const unsigned char *name_at = decoder->in.p;
	zend_string *name;
	uint32_t number;

	if (UNEXPECTED(name_at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, name_at);
	}
	if (UNEXPECTED(*name_at < BRINE_IGBINARY_STRING_AGAIN_8 || *name_at > BRINE_IGBINARY_STRING_32)) {
		return brine_decode_fail(decoder, BRINE_ERR_STRING_EXPECTED, name_at);
	}
	decoder->in.p++;
	name = brine_igbinary_read_key(decoder, *name_at, name_at, &number, false);
	if (UNEXPECTED(!name)) {
		return false;
	}
	brine_string_registry_own(&decoder->strings, name);
	return number_leaf(decoder, brine_decode_named_case(decoder, out, &class->class_reference, name, at));
}

BRINE_HOT bool brine_igbinary_read_object(brine_decoder *decoder, zval *out, unsigned type, const unsigned char *at)
{
	brine_igbinary_class *class = read_class(decoder, type, at + 1);
	const unsigned char *form_at = decoder->in.p;
	unsigned form;

	if (UNEXPECTED(!class)) {
		return false;
	}
	if (UNEXPECTED(form_at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, form_at);
	}
	form = *decoder->in.p++;
	if (EXPECTED(form >= BRINE_IGBINARY_ARRAY_8 && form <= BRINE_IGBINARY_ARRAY_32)) {
		return read_array_form(decoder, out, class, form, at);
	}
	if (form >= BRINE_IGBINARY_STRING_FORM_8 && form <= BRINE_IGBINARY_STRING_FORM_32) {
		return read_string_form(decoder, out, class, form, at);
	}
	return form == BRINE_IGBINARY_ENUM ? read_enum(decoder, out, class, at) : brine_decode_refuse_tag(decoder, form_at);
}
