/* What is said of objects once for all: classes, and the names of their properties. encode/class.h is the mirror image. */
#ifndef BRINE_DECODE_CLASS_H
#define BRINE_DECODE_CLASS_H

#include "core/names.h"
#include "decode/state.h"

/* Reads a class name and finds the class. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_class(brine_decoder *decoder, brine_named_class *class_reference);

/* The same for a name that was read, and that lives until the decode ends; `at` is where errors are. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_named_class(
	brine_decoder *decoder, zend_string *name, brine_named_class *class_reference, const unsigned char *at);

/*
 * Refuses classes of which there can be no object, or none that was serialised, and makes the others ready to be instantiated. `at` is the
 * object's tag.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_prepare_class(
	brine_decoder *decoder, zend_class_entry *ce, const unsigned char *at);

/*
 * Reads the names of an object's shape, whose class is set, and makes the shape ready. `known_names` is NULL, or has the names, in PHP's mangled form and
 * known to differ: then none are read.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5)
bool brine_decode_names(brine_decoder *decoder, brine_decoded_shape *shape, uint32_t count,
	const brine_shape_key *known_names, const unsigned char *at);

/*
 * What a name means in a class: for names that live until the decode ends. The returned entry moves when the next one is looked up.
 */
ZEND_ATTRIBUTE_NONNULL brine_meaning *brine_decode_meaning(
	brine_decoder *decoder, const zend_class_entry *ce, zend_string *name);

/* The declaration that a name means, whatever its visibility is, or NULL. */
ZEND_ATTRIBUTE_NONNULL zend_property_info *brine_find_declaration(const zend_class_entry *ce, const zend_string *name);

/*
 * Whether a property of the class can have the name: one that begins with a zero byte has to be a mangled name. A cast from an array makes others;
 * unserialize() takes these without a word only where the class declares nothing and has dynamic properties.
 */
static inline bool brine_is_property_name(const zend_class_entry *ce, const zend_string *name)
{
	return ZSTR_VAL(name)[0] != '\0' || ZSTR_LEN(name) == 0 || brine_name_skip(name) > 0 || ce->__unserialize
		|| (zend_hash_num_elements(&ce->properties_info) == 0 && (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES));
}

/* Reads the class and names of an object's shape; *shape is its number. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_object_head(brine_decoder *decoder, uint32_t *shape, const unsigned char *at);

/* The name of the property that tells what class an incomplete object is of, with its hash; the caller owns a reference. */
zend_string *brine_decode_class_key(void);

#endif
