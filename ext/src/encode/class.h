/* What encode/class.c offers to encode/object.c. */
#ifndef BRINE_ENCODE_CLASS_H
#define BRINE_ENCODE_CLASS_H

#include "encode/state.h"

/* Writes the tail of a string from `skip` on, as a name. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_name(brine_encoder *encoder, zend_string *string, uint32_t skip);

/* Sets a key to a string. */
ZEND_ATTRIBUTE_NONNULL void brine_set_shape_key(brine_shape_key *key, zend_string *string);

/*
 * Writes the head of an object whose class name and property names lie as `count` keys in the reserved room of the shapes
 * that were seen: its shape's number, or the shape itself. Returns the place of the shape's entry. The object is not counted.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_object_head(brine_encoder *encoder, uint32_t count);

/* The same for an object whose properties are in its slots; `all` says that every slot has a value. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_slots_head(brine_encoder *encoder, const zend_object *object, bool all);

/* Writes the class and property names of rows like this object, or the number of their shape. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_row_class(brine_encoder *encoder, const zend_object *object);

static inline unsigned brine_place_of_class(const zend_class_entry *ce)
{
	return brine_mix((uint64_t) (uintptr_t) ce) % BRINE_CLASS_SHAPES;
}

/* What is known of the shape of a class; NULL if nothing is. */
static inline const brine_class_shape *brine_find_class_shape(const brine_encoder *encoder, const zend_class_entry *ce)
{
	unsigned place = brine_place_of_class(ce);
	const brine_class_shape *known = &encoder->class_shapes[place];

	return (encoder->known_classes >> place & 1) && known->ce == ce ? known : NULL;
}

static inline void brine_keep_class_shape(brine_encoder *encoder, zend_class_entry *ce, uint32_t shape)
{
	unsigned place = brine_place_of_class(ce);

	encoder->class_shapes[place] = (brine_class_shape){ce, encoder->shapes.entries[shape].number};
	encoder->known_classes |= (uint16_t) (1u << place);
}

/* Copies the names of a map of properties as keys of a shape. False if one is an integer, or a value is missing or indirect, or the map is packed. */
static zend_always_inline bool brine_take_names(brine_shape_key *keys, const HashTable *map)
{
	const Bucket *bucket = map->arData, *end = bucket + map->nNumUsed;
	unsigned others = 0;

	if (UNEXPECTED(HT_IS_PACKED(map) || !HT_IS_WITHOUT_HOLES(map))) {
		return false;
	}
	for (; bucket < end; bucket++, keys++) {
		*keys = (brine_shape_key){bucket->h, bucket->key};
		others |= !bucket->key | (Z_TYPE(bucket->val) == IS_INDIRECT);
	}
	return !others;
}

#endif
