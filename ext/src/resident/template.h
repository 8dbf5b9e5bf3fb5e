/*
 * A value that holds objects, as it is kept. Arrays without objects are part of the value as they are. Everything else is a "node" that is made
 * each time: first the objects, in the order in which a decode makes them, then the arrays that hold objects. Nodes are copied from their images; what
 * differs, the patches, is put in afterwards. Where an image has a node, it holds null.
 */
#ifndef BRINE_RESIDENT_TEMPLATE_H
#define BRINE_RESIDENT_TEMPLATE_H

#include "php.h"
#include "resident/entry.h"
#include "options.h"

/* No node, for an array: it is part of the value as it is. */
#define BRINE_NO_NODE UINT32_MAX
/* In a patch: the slot gets the default of its class, which is not a simple one. */
#define BRINE_NODE_IS_DEFAULT (UINT32_MAX - 1)

typedef struct {
	/* In PHP's mangled form; NULL for a slot that is no property of the class. */
	zend_string *name;
	/* The types without classes, and whether there are classes. */
	uint32_t type_mask;
	bool has_classes;
	/* Images have the default if it is simple. */
	bool has_simple_default;
	zval default_value;
} brine_template_slot;

/* Whether a default is worth to be kept: a number, a boolean, null, none, and nothing but an empty string or array. */
static inline bool brine_default_is_simple(const zval *value)
{
	return Z_TYPE_P(value) <= IS_DOUBLE || (Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) == 0)
		|| (Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARR_P(value)) == 0);
}

/* A class as it was when the value was decoded, or a case of an enum. */
typedef struct {
	/* As the payload has it. */
	zend_string *name;
	zend_string *lower_name;
	/* NULL for a class. */
	zend_string *case_name;
	bool has_unserialize;
	bool has_wakeup;
	/* It declares nothing, and takes any property. */
	bool is_open;
	/* Where it has no __unserialize(). */
	uint32_t slot_count;
	const brine_template_slot *slots;
} brine_template_class;

typedef enum {
	/* Slots are copied. */
	BRINE_MAKE_SLOTS,
	/* The properties are a copy of a node. */
	BRINE_MAKE_PROPERTIES,
	/* With the defaults of its class; the last way that makes an object. */
	BRINE_MAKE_DEFAULT,
	/* The case of an enum is there already. */
	BRINE_MAKE_CASE,
	/* Nothing: the same case again. */
	BRINE_MAKE_NOTHING,
} brine_template_make;

typedef struct {
	brine_template_make make;
	uint32_t class_number;
	/* How many places hold it, and its hook. */
	uint32_t holders;
	/* The node that becomes the map of properties. */
	uint32_t properties;
	uint32_t slot_count;
	const zval *slots;
} brine_template_object;

/* A place that gets a node: so many bytes behind an object's beginning, or behind that of an array's elements. */
typedef struct {
	size_t offset;
	uint32_t container;
	uint32_t node;
} brine_template_patch;

/* A hook, in the order in which a decode calls them. */
typedef struct {
	uint32_t object;
	/* The array for __unserialize(): the node, or if it is none, what there is; undefined for __wakeup(). */
	uint32_t argument_node;
	zval argument;
} brine_template_hook;

/* An object of a class is in a slot whose type has classes. */
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
	/* There are objects whose properties are a node. */
	bool has_properties;
	/* The node that is the value. */
	uint32_t root;
	const brine_template_object *objects;
	/* Of the nodes from object_count on. */
	zend_array *const *arrays;
	/* Those in objects, then those in arrays. */
	const brine_template_patch *patches;
	const brine_template_class *classes;
	const brine_template_hook *hooks;
	const brine_template_check *checks;
} brine_template;

/*
 * Makes the value of a template. `resolved` has its classes and cases as they are now. Hooks are called in the order in which a decode calls them;
 * FAILURE with what one of them threw.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_template_build(
	zval *result, const brine_template *template, void *const *resolved);

/* A class that declares nothing and takes any property: objects of it may be made without slots. */
bool brine_class_is_open(const zend_class_entry *ce);

#endif
