/*
 * The state of a reader of igbinary's format, beside the decoder's own. Arrays, objects and targets of references are
 * numbered in one sequence; strings, class names included, in another. src/Igbinary/Reader.php lists the types.
 */
#ifndef BRINE_IGBINARY_STATE_H
#define BRINE_IGBINARY_STATE_H

#include "decode/state.h"

typedef enum {
	BRINE_IGBINARY_OPEN_ARRAY,
	BRINE_IGBINARY_ARRAY,
	BRINE_IGBINARY_OBJECT,
	BRINE_IGBINARY_REFERENCE,
} brine_igbinary_kind;

/* A value that has a number. */
typedef struct {
	/* This and the next four fields are of an array. Borrowed. */
	zend_array *array;
	/* Elements at all depths, once it is complete. */
	zend_ulong elements;
	brine_node node;
	/* Levels of arrays and objects, itself included. Back-references to objects and PHP references add no levels. */
	uint32_t levels;
	/*
	 * The highest `index`, plus 1, of open arrays that lie inside it with only arrays between; 0 for none. An array
	 * that would lie inside itself in this way becomes a PHP reference there.
	 */
	uint32_t reach;
	/*
	 * Number of the object or reference in the decoder's lists; of an array, how many objects and references were open
	 * when it began.
	 */
	uint32_t index;
	/* Number of the PHP reference to this value in the decoder's list, plus 1; 0 if none was made yet. */
	uint32_t reference;
	brine_igbinary_kind kind : 8;
	/* An array with objects or references inside. */
	bool is_impure;
} brine_igbinary_value;

/* Differs from the token of any two bytes. */
#define BRINE_IGBINARY_NO_TOKEN (UINT32_C(1) << 16)

/* A name that objects of a class had last, and the slot of its value. */
typedef struct {
	/* NULL for a property without a value. Lives until the decode ends. */
	zend_string *name;
	brine_property_slot slot;
	/*
	 * The two bytes of a back-reference to the name, as they lie in memory; BRINE_IGBINARY_NO_TOKEN if there is none of
	 * two bytes.
	 */
	uint32_t token;
} brine_igbinary_name;

/* A class by the number of its name. */
typedef struct {
	brine_named_class class_reference;
	brine_build build;
	bool has_wakeup;
	/* The class can have objects, and its defaults are evaluated. */
	bool is_prepared;
	/* The expected names are all that the class declares, each once. */
	bool covers_all_slots;
	uint32_t holds;
	/* Names of the latest object, in its order; as many as the first object had at most. */
	brine_igbinary_name *names;
	uint32_t name_count;
	uint32_t name_capacity;
	/* Grows when the names change. */
	uint32_t version;
	/* Memory of an object with this many values. */
	uint32_t memory_count;
	uint64_t memory;
} brine_igbinary_class;

/* Only a layout of at most this many keys gets tokens. */
#define BRINE_IGBINARY_TOKENS 16

/* A map whose keys later maps may share. */
typedef struct {
	/* The address of its first key; the lowest bit is set if keys are property names. */
	uintptr_t first;
	/* Borrowed. */
	zend_array *layout;
	/* The two bytes of each key's back-reference, from a map that had one for all keys; valid if has_tokens. */
	uint16_t tokens[BRINE_IGBINARY_TOKENS];
	bool has_tokens;
} brine_igbinary_layout;

#define BRINE_IGBINARY_LAYOUTS 16
#define BRINE_IGBINARY_FIRST_VALUES 64

typedef struct {
	brine_igbinary_value *values;
	uint32_t count;
	uint32_t capacity;
	/* Objects and references that are open. */
	uint32_t open_count;
	/* The deepest level inside the innermost open array, counted as for `levels`. */
	uint32_t nested;
	/* `reach` of the innermost open array, if no object or reference is open inside it. */
	uint32_t reach;
	/* The reference, plus 1, around the array or object that comes next. */
	uint32_t pending_reference;
	/* A property was given a second value, so its object does not hold the first one. */
	bool has_replaced;
	bool has_layouts;
	/* Each is allocated separately, so that its address stays the same. */
	brine_igbinary_class **classes;
	uint32_t class_count;
	uint32_t class_capacity;
	/* By the number of a string, the class with that name, plus 1. */
	uint32_t *class_of_string;
	uint32_t class_of_string_capacity;
	/* Initialised once has_layouts is set. */
	brine_igbinary_layout layouts[BRINE_IGBINARY_LAYOUTS];
	brine_igbinary_value first_values[BRINE_IGBINARY_FIRST_VALUES];
} brine_igbinary_reader;

#endif
