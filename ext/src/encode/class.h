/* Per-class data for encode/object.c. */
#ifndef BRINE_ENCODE_CLASS_H
#define BRINE_ENCODE_CLASS_H

#include "encode/state.h"

/* Writes the string from `skip` on as a name. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_name(brine_encoder *encoder, zend_string *string, uint32_t skip);

/* Sets a key to a string. */
ZEND_ATTRIBUTE_NONNULL void brine_set_shape_key(brine_shape_key *key, zend_string *string);

/*
 * Writes an object's head: its shape's number, or the whole shape if it is new. The reserved space of the seen shapes
 * holds the `count` keys: class name, then property names. Returns the place of the shape's entry; does not count the
 * object.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_object_head(brine_encoder *encoder, zend_class_entry *ce, uint32_t count);

/* Cold half of brine_encode_prepare_head(). */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_find_version(brine_encoder *encoder, zend_class_entry *ce);

/*
 * Call before the head of an object is written. May run user code, which evaluates the class's version; false if that
 * fails.
 */
static zend_always_inline bool brine_encode_prepare_head(brine_encoder *encoder, zend_class_entry *ce)
{
	return EXPECTED(!encoder->writes_layouts) || brine_encode_find_version(encoder, ce);
}

/* Writes a LAYOUT before the definition of a new shape, unless that says the class's layout and there is no version. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_layout(brine_encoder *encoder, zend_class_entry *ce, bool is_said);

/* Like brine_encode_object_head(), for properties in slots; `all` promises that every slot has a value. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_encode_slots_head(brine_encoder *encoder, const zend_object *object, bool all);

/* Writes the class and property names of rows like this object, or their shape's number. */
ZEND_ATTRIBUTE_NONNULL void brine_encode_row_class(brine_encoder *encoder, const zend_object *object);

static inline unsigned brine_place_of_class(const zend_class_entry *ce)
{
	return brine_mix((uint64_t) (uintptr_t) ce) % BRINE_CLASS_SHAPES;
}

/* The remembered shape of a class, or NULL. */
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

/*
 * Copies the names of a property map as keys of a shape. False if the map is packed, or contains an integer name or a
 * missing or indirect value.
 */
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
