/*
 * The layout of a class: the mangled names of its properties with a slot. Its fingerprint also covers the versions that
 * the class and its ancestors declare (#[Brine\Version(2)]). Only classes of PHP code have one.
 */
#ifndef BRINE_LAYOUT_H
#define BRINE_LAYOUT_H

#include "php.h"
#include "format/class_heads.h"

typedef enum {
	BRINE_VERSION_NONE,
	BRINE_VERSION_LITERAL,
	/* Evaluating it may run user code. */
	BRINE_VERSION_EXPRESSION,
} brine_version_kind;

static zend_always_inline bool brine_class_has_layout(const zend_class_entry *ce)
{
	return ce->type == ZEND_USER_CLASS;
}

/* The versions of a class and its ancestors. */
ZEND_ATTRIBUTE_NONNULL brine_version_kind brine_class_version_kind(const zend_class_entry *ce);

/* True if user code says what a CUSTOM of the class holds: its fingerprint covers versions only. */
static inline bool brine_class_has_own_form(const zend_class_entry *ce)
{
	return ce->__serialize && ce->__serialize->type == ZEND_USER_FUNCTION;
}

ZEND_ATTRIBUTE_NONNULL bool brine_layout_has(const zend_class_entry *ce, const zend_string *name);

/*
 * True if these distinct names are those of the class's layout, or it declares none and takes any. They lie `stride`
 * bytes apart, NULL for a number; without `names`, only `count` is compared.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1)
bool brine_layout_is_said(const zend_class_entry *ce, zend_string *const *names, size_t stride, uint32_t count);

/* True if a CUSTOM of the class, which has no version, needs no fingerprint. */
ZEND_ATTRIBUTE_NONNULL bool brine_layout_is_said_by_custom(const zend_class_entry *ce);

/*
 * Finds the fingerprint; may run user code if a version is an expression, and fails instead if at_fault is NULL. On
 * FAILURE an exception is pending, or *at_fault is the class whose version is not an integer.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3)
zend_result brine_layout_fingerprint(
	uint32_t *fingerprint, brine_class_heads *heads, zend_class_entry *ce, const zend_class_entry **at_fault);

/* The message about that class. */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_bad_version_message(const zend_class_entry *ce);

/*
 * True if the fingerprint covers more than the slots, which resident values compare unless the class has
 * __unserialize().
 */
static inline bool brine_layout_is_beyond_slots(const zend_class_entry *ce)
{
	return brine_class_has_layout(ce)
		&& (brine_class_version_kind(ce) != BRINE_VERSION_NONE || (ce->__unserialize && !brine_class_has_own_form(ce)));
}

#endif
