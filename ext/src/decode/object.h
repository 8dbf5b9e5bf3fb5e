/* How objects begin, and which hooks they wait for. */
#ifndef BRINE_DECODE_OBJECT_H
#define BRINE_DECODE_OBJECT_H

#include "decode/limits.h"
#include "decode/refuse.h"

/* Makes an object as the engine does, with its default property values unless `bare`. */
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
 * Makes an object of a class that has a function of its own for that, and charges what it has taken: an exception, for one, notes where it was
 * made. The function may have thrown.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_begin_special_object(
	brine_decoder *decoder, zval *out, zend_class_entry *ce, bool is_missing, const unsigned char *at);

/* Makes the object of a shape; its level, elements and memory were counted. */
static zend_always_inline bool brine_decode_begin_object(
	brine_decoder *decoder, zval *out, const brine_decoded_shape *shape, const unsigned char *at)
{
	if (UNEXPECTED(shape->ce->create_object)) {
		return brine_decode_begin_special_object(decoder, out, shape->ce, shape->incomplete, at);
	}
	ZVAL_OBJ(out, brine_new_plain_object(shape->ce, shape->build == BRINE_BUILD_SLOTS && shape->covers_all_slots));
	return brine_decode_number_object(decoder, Z_OBJ_P(out), shape->holds, at);
}

/* Has a hook run when the whole value is built. Takes over the argument, which may be NULL. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3, 5)
void brine_decode_add_hook(
	brine_decoder *decoder, brine_hook_kind kind, zend_object *object, zval *argument, const unsigned char *at);

/*
 * Has an object's __unserialize() called with an array, which is taken over. PHP's own, which a user's may call, go through the arrays in it as well:
 * then false, if that would cost too much.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_add_unserialize(
	brine_decoder *decoder, zend_object *object, zval *array, const unsigned char *at);

/* Has __wakeup() called, if the class has it. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_add_wakeup(
	brine_decoder *decoder, zend_object *object, const unsigned char *at);

/*
 * The decoder's definition is one of a class and names, which may be of any class: makes their shape ready if it is in the cache, otherwise false, also after an
 * error, which is at `at`; and puts a shape that was made of them into the cache, where other payloads of this request can use it. Its own strings are those
 * from first_string on.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_find_head(
	brine_decoder *decoder, brine_decoded_shape *shape, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL void brine_decode_keep_head(
	brine_decoder *decoder, const brine_decoded_shape *shape, uint32_t first_string);

/* Makes the shape of a class with an array form of its own; `at` is the object's tag. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_custom_shape(brine_decoder *decoder, brine_decoded_shape *shape,
	const brine_named_class *class_reference, const unsigned char *at);

/* Decodes the array of an instance of a shape that was defined by CUSTOM. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_custom_array(
	brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at);

#endif
