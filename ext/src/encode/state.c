/* Operations on the encoder's state: failing, counting levels, holding values. Mirror image of decode/state.c. */
#include "encode/state.h"
#include "core/collector.h"
#include "core/fiber.h"

bool brine_encode_fail(brine_encoder *encoder, zend_string *message)
{
	if (encoder->error) {
		zend_string_release(message);
	} else {
		encoder->error = message;
	}
	return false;
}

bool brine_encode_was_collected(const brine_encoder *encoder)
{
	return encoder->called_user_code && brine_collections() != encoder->collections;
}

void brine_encode_pin(brine_encoder *encoder)
{
	if (!encoder->called_user_code) {
		encoder->called_user_code = true;
		encoder->collections = brine_collections();
	}
	brine_seen_strings_pin(&encoder->strings);
	brine_seen_shapes_pin(&encoder->shapes);
	brine_identity_pin(&encoder->arrays);
	brine_identity_pin(&encoder->objects);
	brine_identity_pin(&encoder->references);
}

void brine_encode_begin_hook(brine_encoder *encoder)
{
	encoder->called_hook = true;
	brine_encode_pin(encoder);
}

bool brine_encode_track_all(brine_encoder *encoder)
{
	encoder->tracks_all = true;
	encoder->must_restart |= encoder->has_untracked;
	return !encoder->must_restart;
}

void brine_encode_hold(brine_encoder *encoder, zval *value)
{
	BRINE_GROWABLE_ENSURE(encoder->held, encoder->held_capacity, encoder->held_count);
	ZVAL_COPY_VALUE(&encoder->held[encoder->held_count], value);
	encoder->held_count++;
}

void brine_encode_let_go_slowly(brine_encoder *encoder, zend_refcounted *node)
{
	zval value;

	if (EXPECTED(GC_REFCOUNT(node) > 1)) {
		/* This decrement must usually not create a cycle collector root. */
		GC_DELREF(node);
		if (UNEXPECTED(brine_encode_was_collected(encoder))) {
			gc_check_possible_root(node);
		}
		return;
	}
	switch (GC_TYPE(node)) {
		case IS_ARRAY:
			ZVAL_ARR(&value, (zend_array *) node);
			break;
		case IS_OBJECT:
			ZVAL_OBJ(&value, (zend_object *) node);
			break;
		default:
			ZVAL_REF(&value, (zend_reference *) node);
			break;
	}
	brine_encode_hold(encoder, &value);
}

bool brine_encode_fail_depth(brine_encoder *encoder)
{
	return brine_encode_fail(encoder,
		brine_levels_in_use() > 0
			? strpprintf(0, "the value and the hooks around it are nested deeper than %u levels", brine_safe_depth())
			: strpprintf(0, "the value is nested deeper than %u levels", encoder->max_depth));
}

bool brine_encode_enter_slowly(brine_encoder *encoder)
{
	/* Leaves a margin, because numbers are larger with a dictionary. */
	uint32_t max = BRINE_MAX_NUMBERS - (encoder->dictionary ? 2 * BRINE_MAX_DICTIONARY_ENTRIES : 0);

	if (encoder->depth >= encoder->max_depth) {
		return brine_encode_fail_depth(encoder);
	}
	if (brine_seen_strings_numbers(&encoder->strings) >= max || encoder->shapes.count >= max
		|| encoder->array_count >= BRINE_MAX_NUMBERS || encoder->object_count >= BRINE_MAX_NUMBERS
		|| encoder->reference_count >= BRINE_MAX_NUMBERS || encoder->seen_arrays.open_count >= BRINE_MAX_NUMBERS * 2
		|| encoder->seen_arrays.kept_count >= BRINE_MAX_NUMBERS * 2) {
		return brine_encode_fail(
			encoder, strpprintf(0, "the value has more than %u strings, arrays or objects", BRINE_MAX_NUMBERS));
	}
	encoder->depth++;
	return true;
}

bool brine_encode_is_open(const brine_encoder *encoder, const HashTable *array)
{
	const brine_open_shared *open = encoder->open_shared;

	while (open && open->array != array) {
		open = open->outer;
	}
	return open != NULL;
}

zend_string *brine_encode_hold_string(brine_encoder *encoder, zend_string *string)
{
	zval value;

	ZVAL_STR(&value, string);
	if (!ZSTR_IS_INTERNED(string)) {
		brine_encode_hold(encoder, &value);
	}
	return string;
}
