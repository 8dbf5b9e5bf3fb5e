/* How objects begin, and the hooks that they wait for. */
#ifndef BRINE_DECODE_OBJECT_H
#define BRINE_DECODE_OBJECT_H

#include "decode/limits.h"
#include "decode/refuse.h"

/* Creates an object as the engine does, with its default property values unless `bare`. */
static zend_always_inline zend_object *brine_new_plain_object(zend_class_entry *ce, bool bare)
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
 * Creates an object by its class's own function, which may throw, and charges its memory: exceptions record a trace,
 * for example.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_begin_special_object(
	brine_decoder *decoder, zval *out, zend_class_entry *ce, bool is_missing, const unsigned char *at);

/* Creates an object of a shape; its level, elements and memory were already charged. */
static zend_always_inline bool brine_decode_begin_object(
	brine_decoder *decoder, zval *out, const brine_decoded_shape *shape, const unsigned char *at)
{
	if (UNEXPECTED(shape->ce->create_object)) {
		return brine_decode_begin_special_object(decoder, out, shape->ce, shape->incomplete, at);
	}
	ZVAL_OBJ(out, brine_new_plain_object(shape->ce, shape->build == BRINE_BUILD_SLOTS && shape->covers_all_slots));
	return brine_decode_number_object(decoder, Z_OBJ_P(out), shape->holds, at);
}

/* Registers a hook that runs once the whole value is built. Takes over the argument, which may be NULL. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3, 5)
void brine_decode_add_hook(
	brine_decoder *decoder, brine_hook_kind kind, zend_object *object, zval *argument, const unsigned char *at);

/*
 * Registers a call of __unserialize() and takes over the array. Charges the arrays that an internal __unserialize()
 * would iterate over; false if that exceeds the limits.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_add_unserialize(
	brine_decoder *decoder, zend_object *object, zval *array, const unsigned char *at);

/* Registers a call of __wakeup(), if the class has it. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_add_wakeup(
	brine_decoder *decoder, zend_object *object, const unsigned char *at);

/*
 * For the decoder's definition, a class and its names: the first prepares the shape from the cache, or returns false
 * (if an error occurred, reported at `at`); the second caches a shape for the request. Its own strings start at
 * first_string.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_find_head(
	brine_decoder *decoder, brine_decoded_shape *shape, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL void brine_decode_keep_head(
	brine_decoder *decoder, const brine_decoded_shape *shape, uint32_t first_string);

/* Prepares the shape of a class with its own array form; `at` is the object's tag. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_custom_shape(brine_decoder *decoder, brine_decoded_shape *shape,
	const brine_named_class *class_reference, const unsigned char *at);

/* Decodes the array of an instance of a shape defined by CUSTOM. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_custom_array(
	brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at);

/* Gives *out the case of an enum; the name lives until the decode ends. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_named_case(brine_decoder *decoder, zval *out,
	const brine_named_class *class_reference, zend_string *case_name, const unsigned char *at);

/* Creates an object whose string, for Serializable::unserialize(), is the `size` bytes that follow. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_string_form(brine_decoder *decoder, zval *out,
	const brine_named_class *class_reference, uint64_t size, const unsigned char *at);

#endif
