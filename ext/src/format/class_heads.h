/*
 * What is written of a class before its first object, kept from call to call: its name and the names of its properties, with what is known of
 * them. For objects in which every slot has a value. Bounded, per thread, forgotten at the end of the request, as classes are.
 */
#ifndef BRINE_CLASS_HEADS_H
#define BRINE_CLASS_HEADS_H

#include "php.h"
#include "format/shapes.h"

#define BRINE_CLASS_HEADS 64

/* A name: the tail of `string` from `skip` on. */
typedef struct {
	zend_string *string;
	uint32_t skip;
	/* The byte that precedes it, or BRINE_SCOPE_STAYS. */
	unsigned scope;
} brine_head_name;

#define BRINE_SCOPE_STAYS 0xFF

typedef struct {
	zend_class_entry *ce;
	uint32_t request;
	/* The class' name and those of its properties; 0 if they cannot be written so. */
	uint32_t count;
	brine_shape_key *keys;
	brine_head_name *names;
	/* The dictionary in which the class was looked for last, or NULL, and what was found. */
	const struct brine_dictionary *dictionary;
	uint32_t dictionary_shape;
} brine_class_head;

typedef struct brine_class_heads {
	brine_class_head heads[BRINE_CLASS_HEADS];
	/* Number of the present request. */
	uint32_t request;
} brine_class_heads;

/* Returns the head of a class, or NULL if a property is private to a class that it extends. */
brine_class_head *brine_class_head_of(brine_class_heads *heads, zend_class_entry *ce);

/* The request ends: its classes do. */
static inline void brine_class_heads_deactivate(brine_class_heads *heads)
{
	heads->request++;
}

void brine_class_heads_destroy(brine_class_heads *heads);

/* The scope of a property by its name in PHP's mangled form, whose plain name begins at `skip`: one of the BRINE_NAME constants. */
unsigned brine_name_scope(const zend_string *class_name, const zend_string *name, uint32_t skip);

#endif
