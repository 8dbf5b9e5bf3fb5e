/*
 * Cache of what is written for a class before its first object: class name, property names, and data derived from them.
 * For objects whose slots all have a value. Bounded, per thread, invalid after the request, as classes are.
 */
#ifndef BRINE_CLASS_HEADS_H
#define BRINE_CLASS_HEADS_H

#include "php.h"
#include "core/hash.h"
#include "format/shapes.h"

#define BRINE_CLASS_HEADS 64

/* A name: `string` from `skip` on. */
typedef struct {
	zend_string *string;
	uint32_t skip;
	/* The scope byte before the name, or BRINE_SCOPE_STAYS. */
	unsigned scope;
} brine_head_name;

#define BRINE_SCOPE_STAYS 0xFF

typedef struct {
	zend_class_entry *ce;
	uint32_t request;
	/* Number of keys: the class name and its properties' names; 0 if the class cannot be written this way. */
	uint32_t count;
	brine_shape_key *keys;
	brine_head_name *names;
	/* The dictionary that was last searched for the class, or NULL; and the result. */
	const struct brine_dictionary *dictionary;
	uint32_t dictionary_shape;
} brine_class_head;

/* The fingerprint of a class; see format/layout.h. */
typedef struct {
	const zend_class_entry *ce;
	uint32_t request;
	uint32_t fingerprint;
} brine_class_fingerprint;

typedef struct brine_class_heads {
	brine_class_head heads[BRINE_CLASS_HEADS];
	brine_class_fingerprint fingerprints[BRINE_CLASS_HEADS];
	/* Number of the current request. */
	uint32_t request;
} brine_class_heads;

static inline unsigned brine_class_head_place(const zend_class_entry *ce)
{
	return (unsigned) (brine_mix((uint64_t) (uintptr_t) ce) % BRINE_CLASS_HEADS);
}

/* Returns the head of a class, or NULL if a property is private to an ancestor. */
brine_class_head *brine_class_head_of(brine_class_heads *heads, zend_class_entry *ce);

/* Call when a request ends: its classes become invalid. */
static inline void brine_class_heads_deactivate(brine_class_heads *heads)
{
	heads->request++;
}

void brine_class_heads_destroy(brine_class_heads *heads);

/* The scope of a property whose mangled name has its plain part at `skip`: a BRINE_SCOPE constant. */
unsigned brine_name_scope(const zend_string *class_name, const zend_string *name, uint32_t skip);

#endif
