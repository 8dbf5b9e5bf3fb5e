/* Per-class data: classes, and the names of their properties. Mirror image of encode/class.h. */
#ifndef BRINE_DECODE_CLASS_H
#define BRINE_DECODE_CLASS_H

#include "core/names.h"
#include "decode/state.h"

/* Reads a class name and finds the class. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_class(brine_decoder *decoder, brine_named_class *class_reference);

/* Finds the class of a name that was already read and lives until the decode ends; errors are reported at `at`. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_named_class(
	brine_decoder *decoder, zend_string *name, brine_named_class *class_reference, const unsigned char *at);

/*
 * Rejects classes that cannot be instantiated or serialized; makes the others ready to instantiate. `at` is the
 * object's tag.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_prepare_class(
	brine_decoder *decoder, zend_class_entry *ce, const unsigned char *at);

/*
 * Reads the names of an object's shape, whose class is set, and prepares the shape. `known_names` is NULL, or has
 * distinct mangled names that are used instead.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5)
bool brine_decode_names(brine_decoder *decoder, brine_decoded_shape *shape, uint32_t count,
	const brine_shape_key *known_names, const unsigned char *at);

/*
 * The meaning of a name in a class; the name must live until the decode ends. The returned entry is invalid after the
 * next lookup.
 */
ZEND_ATTRIBUTE_NONNULL brine_meaning *brine_decode_meaning(
	brine_decoder *decoder, const zend_class_entry *ce, zend_string *name);

/* The declaration that a name means, whatever its visibility; or NULL. */
ZEND_ATTRIBUTE_NONNULL zend_property_info *brine_find_declaration(const zend_class_entry *ce, const zend_string *name);

/*
 * True if a property of the class can have this name. A leading zero byte needs a mangled name; a cast from an array
 * makes others, which unserialize() accepts only in classes without declarations and with dynamic properties.
 */
static inline bool brine_is_property_name(const zend_class_entry *ce, const zend_string *name)
{
	return ZSTR_VAL(name)[0] != '\0' || ZSTR_LEN(name) == 0 || brine_name_skip(name) > 0 || ce->__unserialize
		|| (zend_hash_num_elements(&ce->properties_info) == 0 && (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES));
}

/* Reads the class and names of an object's shape; *shape is its number. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_object_head(brine_decoder *decoder, uint32_t *shape, const unsigned char *at);

/*
 * The property name under which an incomplete object keeps its class, with its hash computed; the caller owns a
 * reference.
 */
zend_string *brine_decode_class_key(void);

#endif
