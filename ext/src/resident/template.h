/*
 * A resident value with objects. Arrays without objects are shared as they are; all other arrays and objects are nodes,
 * copied from images for each request, objects first. Patches then fill in the places that hold nodes, which are null
 * in images.
 */
#ifndef BRINE_RESIDENT_TEMPLATE_H
#define BRINE_RESIDENT_TEMPLATE_H

#include "php.h"
#include "resident/entry.h"
#include "options.h"

/* Not a node: the array is shared as it is. */
#define BRINE_NO_NODE UINT32_MAX
/* In a patch: the slot gets the class's default, which is not simple. */
#define BRINE_NODE_IS_DEFAULT (UINT32_MAX - 1)

typedef struct {
	/* Mangled; NULL for a slot that is not a property. */
	zend_string *name;
	/* The type mask without classes, and whether there are classes. */
	uint32_t type_mask;
	bool has_classes;
	/* Images contain simple defaults. */
	bool has_simple_default;
	zval default_value;
} brine_template_slot;

/* True for defaults that images store: numbers, booleans, null, undef, and empty strings or arrays. */
static inline bool brine_default_is_simple(const zval *value)
{
	return Z_TYPE_P(value) <= IS_DOUBLE || (Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) == 0)
		|| (Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARR_P(value)) == 0);
}

/* A class as it was during the decode, or an enum case. */
typedef struct {
	/* As in the payload. */
	zend_string *name;
	zend_string *lower_name;
	/* NULL for a class. */
	zend_string *case_name;
	bool has_unserialize;
	bool has_wakeup;
	/* Declares nothing and accepts any property. */
	bool is_open;
	/* Of a checked entry: the form, and the fingerprint if the slots do not say the layout. */
	bool is_checked;
	bool has_serialize;
	bool has_fingerprint;
	uint32_t fingerprint;
	/* Only for classes without __unserialize(). */
	uint32_t slot_count;
	const brine_template_slot *slots;
} brine_template_class;

typedef enum {
	/* Slots are copied. */
	BRINE_MAKE_SLOTS,
	/* The properties are a copied node. */
	BRINE_MAKE_PROPERTIES,
	/* Created with the class's defaults; the last way that creates an object. */
	BRINE_MAKE_DEFAULT,
	/* The enum case already exists. */
	BRINE_MAKE_CASE,
	/* The same case again; nothing to do. */
	BRINE_MAKE_NOTHING,
} brine_template_make;

typedef struct {
	brine_template_make make;
	uint32_t class_number;
	/* Holders of the object, including its hook. */
	uint32_t holders;
	/* The node that becomes its property map. */
	uint32_t properties;
	uint32_t slot_count;
	const zval *slots;
} brine_template_object;

/* A place to fill with a node: an offset from the start of an object, or of an array's elements. */
typedef struct {
	size_t offset;
	uint32_t container;
	uint32_t node;
} brine_template_patch;

/* A hook, in the order of a decode. */
typedef struct {
	uint32_t object;
	/* The argument of __unserialize(): the node, or otherwise the value; undefined for __wakeup(). */
	uint32_t argument_node;
	zval argument;
} brine_template_hook;

/* An object in a slot whose type names classes. */
typedef struct {
	uint32_t class_number;
	uint32_t slot;
	uint32_t value_class;
} brine_template_check;

typedef struct brine_template {
	uint32_t object_count;
	uint32_t node_count;
	uint32_t class_count;
	uint32_t hook_count;
	uint32_t check_count;
	uint32_t object_patch_count;
	uint32_t patch_count;
	/* Some object's properties are a node. */
	bool has_properties;
	/* The node that is the value. */
	uint32_t root;
	const brine_template_object *objects;
	/* The nodes from object_count on. */
	zend_array *const *arrays;
	/* Patches in objects, then those in arrays. */
	const brine_template_patch *patches;
	const brine_template_class *classes;
	const brine_template_hook *hooks;
	const brine_template_check *checks;
} brine_template;

/*
 * Creates the value of a template. `resolved` has its current classes and cases. Runs hooks in the order of a decode;
 * FAILURE if one threw.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_template_build(
	zval *result, const brine_template *template, void *const *resolved);

/* True for a class that declares nothing and accepts any property: its objects may be created without slots. */
bool brine_class_is_open(const zend_class_entry *ce);

#endif
