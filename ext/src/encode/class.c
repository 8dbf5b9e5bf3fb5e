/* Encoding of per-class data: class names and property names. Mirror image of decode/class.c. */
#include "encode/class.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/names.h"
#include "format/class_heads.h"
#include "format/layout.h"
#include "encode/dictionary.h"
#include "encode/heights.h"
#include "encode/object_form.h"
#include "encode/value.h"
#include "zend_interfaces.h"

BRINE_HOT void brine_encode_name(brine_encoder *encoder, zend_string *string, uint32_t skip)
{
	brine_encode_tail(encoder, string, skip);
}

/* Writes property names, which may be mangled, each preceded by its scope if that differs from the previous name's. */
static void write_names(brine_encoder *encoder, const zend_string *class_name, uint32_t first_key, uint32_t count)
{
	unsigned last_scope = BRINE_SCOPE_PUBLIC;
	const zend_string *last = NULL;
	uint32_t last_skip = 0;

	for (uint32_t i = 0; i < count; i++) {
		zend_string *name = encoder->shapes.keys[first_key + i].key;
		uint32_t skip = brine_name_skip(name);
		unsigned scope = brine_name_scope(class_name, name, skip);

		brine_reserve(&encoder->out, 1);
		if (scope != last_scope) {
			brine_put_u8(&encoder->out, scope);
		}
		if (scope == BRINE_SCOPE_PRIVATE_OF
			&& (scope != last_scope || skip != last_skip || memcmp(ZSTR_VAL(name), ZSTR_VAL(last), skip) != 0)) {
			if (scope == last_scope) {
				brine_put_u8(&encoder->out, scope);
			}
			brine_encode_name(
				encoder, brine_encode_hold_string(encoder, zend_string_init(ZSTR_VAL(name) + 1, skip - 2, 0)), 0);
		}
		brine_encode_name(encoder, name, skip);
		last_scope = scope;
		last_skip = skip;
		last = name;
	}
}

bool brine_encode_find_version(brine_encoder *encoder, zend_class_entry *ce)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	brine_version_kind kind = brine_class_has_layout(ce) ? brine_class_version_kind(ce) : BRINE_VERSION_NONE;
	const zend_class_entry *at_fault;
	zend_result result;

	if (EXPECTED(kind == BRINE_VERSION_NONE) || encoder->versioned_class == ce) {
		return true;
	}
	if (kind == BRINE_VERSION_EXPRESSION) {
		/* After a failure, which the caller did not notice, no code runs again. */
		if (EG(exception) || (encoder->can_restart && !brine_encode_commit(encoder))) {
			return false;
		}
		brine_encode_pin(encoder);
	}
	brine_use_levels(levels);
	result = brine_layout_fingerprint(&encoder->fingerprint, BRINE_G(heads), ce, &at_fault);
	brine_return_levels(levels);
	if (UNEXPECTED(result == FAILURE)) {
		return !EG(exception) && brine_encode_fail(encoder, brine_bad_version_message(at_fault));
	}
	encoder->versioned_class = ce;
	return true;
}

void brine_encode_layout(brine_encoder *encoder, zend_class_entry *ce, bool is_said)
{
	brine_buffer *out = &encoder->out;
	uint32_t fingerprint = encoder->fingerprint;

	if (encoder->versioned_class != ce) {
		if (EXPECTED(is_said) || !brine_class_has_layout(ce)) {
			return;
		}
		/* Without versions nothing fails. */
		brine_layout_fingerprint(&fingerprint, BRINE_G(heads), ce, NULL);
	}
	brine_reserve(out, 1 + BRINE_LAYOUT_SIZE + 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(out, BRINE_TAG_LAYOUT);
	for (unsigned i = 0; i < BRINE_LAYOUT_SIZE; i++) {
		brine_put_u8(out, fingerprint >> (8 * i) & 0xFF);
	}
}

BRINE_HOT uint32_t brine_encode_object_head(brine_encoder *encoder, zend_class_entry *ce, uint32_t count)
{
	brine_buffer *out = &encoder->out;
	const brine_shape_entry *entry;
	uint32_t shape;

	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (brine_seen_shapes_find_or_add(&encoder->shapes, BRINE_SHAPE_OBJECT, count, &shape)) {
		brine_put_shaped(encoder, encoder->shapes.entries[shape].number);
		return shape;
	}
	entry = &encoder->shapes.entries[shape];
	if (UNEXPECTED(encoder->writes_layouts)) {
		const brine_shape_key *names = &encoder->shapes.keys[entry->first_key + 1];

		brine_encode_layout(encoder, ce, brine_layout_is_said(ce, &names->key, sizeof(*names), count - 1));
	}
	if (UNEXPECTED(encoder->dictionary) && brine_encode_dictionary_shape(encoder, shape)) {
		return shape;
	}
	brine_put_u8(out, BRINE_TAG_OBJECT);
	brine_encode_name(encoder, encoder->shapes.keys[entry->first_key].key, 0);
	brine_reserve(out, BRINE_UV_MAX_SIZE);
	brine_put_uv(out, count - 1);
	write_names(encoder, encoder->shapes.keys[entry->first_key].key, entry->first_key + 1, count - 1);
	return shape;
}

void brine_set_shape_key(brine_shape_key *key, zend_string *string)
{
	key->key = string;
	key->h = zend_string_hash_val(string);
}

/* Writes the head of an object with properties in slots: its class, and the names of the slots with a value. */
static uint32_t write_some_slots_head(brine_encoder *encoder, const zend_object *object)
{
	zend_class_entry *ce = object->ce;
	brine_shape_key *keys = brine_seen_shapes_reserve(&encoder->shapes, 1 + (uint32_t) ce->default_properties_count);
	uint32_t count = 1;

	brine_set_shape_key(&keys[0], ce->name);
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (info && Z_TYPE_P(OBJ_PROP(object, info->offset)) != IS_UNDEF) {
			brine_set_shape_key(&keys[count++], info->name);
		}
	}
	return brine_encode_object_head(encoder, ce, count);
}

/* Writes the head of an object whose slots all have a value. */
static BRINE_HOT uint32_t write_full_head(brine_encoder *encoder, const zend_object *object)
{
	brine_class_head *head = brine_class_head_of(BRINE_G(heads), object->ce);
	brine_buffer *out = &encoder->out;
	uint32_t shape;

	if (UNEXPECTED(!head)) {
		return write_some_slots_head(encoder, object);
	}
	memcpy(brine_seen_shapes_reserve(&encoder->shapes, head->count), head->keys, head->count * sizeof(*head->keys));
	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (brine_seen_shapes_find_or_add(&encoder->shapes, BRINE_SHAPE_OBJECT, head->count, &shape)) {
		brine_put_shaped(encoder, encoder->shapes.entries[shape].number);
		return shape;
	}
	if (UNEXPECTED(encoder->writes_layouts)) {
		brine_encode_layout(encoder, object->ce, true);
	}
	if (UNEXPECTED(encoder->dictionary) && brine_encode_dictionary_class(encoder, head, shape)) {
		return shape;
	}
	brine_put_u8(out, BRINE_TAG_OBJECT);
	for (uint32_t i = 0; i < head->count; i++) {
		const brine_head_name *name = &head->names[i];

		brine_reserve(out, 1);
		if (name->scope != BRINE_SCOPE_STAYS) {
			brine_put_u8(out, name->scope);
		}
		brine_encode_name(encoder, name->string, name->skip);
		if (i == 0) {
			brine_reserve(out, BRINE_UV_MAX_SIZE);
			brine_put_uv(out, head->count - 1);
		}
	}
	return shape;
}

uint32_t brine_encode_slots_head(brine_encoder *encoder, const zend_object *object, bool all)
{
	return all ? write_full_head(encoder, object) : write_some_slots_head(encoder, object);
}

void brine_encode_row_class(brine_encoder *encoder, const zend_object *object)
{
	const HashTable *map = object->properties;
	brine_shape_key *keys;

	if (object->ce->default_properties_count > 0) {
		brine_encode_slots_head(encoder, object, brine_object_has_all_slots(object));
		return;
	}
	keys = brine_seen_shapes_reserve(&encoder->shapes, 1 + map->nNumUsed);
	brine_set_shape_key(&keys[0], object->ce->name);
	for (uint32_t i = 0; i < map->nNumUsed; i++) {
		brine_set_shape_key(&keys[1 + i], map->arData[i].key);
	}
	brine_encode_object_head(encoder, object->ce, 1 + map->nNumUsed);
}
