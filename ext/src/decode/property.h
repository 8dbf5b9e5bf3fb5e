/* Values that become properties. */
#ifndef BRINE_DECODE_PROPERTY_H
#define BRINE_DECODE_PROPERTY_H

#include "decode/value.h"

/* Verifies the value in the slot of a typed property. */
static zend_always_inline bool brine_decode_accept_typed(
	brine_decoder *decoder, zval *value, zend_property_info *info, const unsigned char *at)
{
	if (EXPECTED(!Z_ISREF_P(value) && ZEND_TYPE_CONTAINS_CODE(info->type, Z_TYPE_P(value)))) {
		return true;
	}
	if (UNEXPECTED(!zend_verify_prop_assignable_by_ref(info, value, true))) {
		if (Z_ISREF_P(value)) {
			ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), info);
		}
		return brine_decode_fail(decoder, BRINE_ERR_BAD_PROPERTY, at);
	}
	if (Z_ISREF_P(value)) {
		ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(value), info);
	}
	return true;
}

/* Decodes value i of an object into an empty slot or map element. */
static zend_always_inline bool brine_decode_property(
	brine_decoder *decoder, zval *place, zend_property_info *typed, brine_cell_source *rows, uint32_t i)
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
	return brine_decode_accept_typed(decoder, place, typed, rows && decoder->in.p == at ? rows->at : at);
}

/*
 * Decodes the values of an object and looks up each name in the object. `layout` has the names; NULL if there are none.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
bool brine_decode_by_name(
	brine_decoder *decoder, zend_object *object, const zend_array *layout, uint32_t count, brine_cell_source *rows);

/* The map of an object's properties, keyed by mangled name. */
typedef struct {
	zend_object *object;
	HashTable *map;
	/* Initial number of elements, declared properties included. Later ones have names from the payload. */
	uint32_t known;
	/* The engine's own map: only known elements are searched, and later names are not compared with each other. */
	bool is_standard;
} brine_property_map;

ZEND_ATTRIBUTE_NONNULL brine_property_map brine_decode_property_map(zend_object *object);

/* Destination of a property's value. */
typedef struct {
	/* A slot, or an element of the dynamic properties; NULL after an error. */
	zval *value;
	/* The declaration of a slot if its type must be verified; otherwise NULL. */
	zend_property_info *typed;
} brine_property_place;

/*
 * Finds the destination of a property by mangled name, even if its declared visibility has changed, and makes it ready
 * to be written. The name must live until the decode ends.
 */
ZEND_ATTRIBUTE_NONNULL brine_property_place brine_decode_find_property(
	brine_decoder *decoder, const brine_property_map *properties, zend_string *name, const unsigned char *at);

/*
 * The same for igbinary, whose __sleep() also writes names in vain, with null: a private property of a parent and, if
 * `is_null`, a virtual one are out of reach. Such a name becomes a dynamic property.
 */
ZEND_ATTRIBUTE_NONNULL brine_property_place brine_decode_find_in_reach(brine_decoder *decoder,
	const brine_property_map *properties, zend_string *name, bool is_null, const unsigned char *at);

/*
 * Assigns an array's elements as properties to an object without __unserialize(). The array may be shared; properties
 * are charged for each object.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_assign_properties(
	brine_decoder *decoder, zend_object *object, HashTable *array, const unsigned char *at);

/* Like brine_decode_assign_properties(), for an incomplete object without any; its class name becomes the first one. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_assign_incomplete(
	brine_decoder *decoder, zend_object *object, zend_string *class_name, HashTable *array, const unsigned char *at);

/* The property map of an incomplete object: its class name, and space for `count` others. */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_decode_incomplete_map(zend_string *class_name, uint32_t count);

#endif
