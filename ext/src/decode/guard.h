/* The setting brine.allowed_classes: which classes a reader without an option "allowed_classes" may build. */
#ifndef BRINE_DECODE_GUARD_H
#define BRINE_DECODE_GUARD_H

#include "php.h"
#include "globals.h"
#include "options.h"
#include "ext/standard/php_var.h"

/* True if the setting refuses a class. With brine.allowed_classes_report it refuses none, and each is logged once. */
bool brine_guard_refuses_other(const zend_string *name, zend_string *lower_name, brine_reader reader);

static zend_always_inline bool brine_guard_refuses(
	const zend_string *name, zend_string *lower_name, brine_reader reader)
{
	return UNEXPECTED(BRINE_G(guard) != NULL) && brine_guard_refuses_other(name, lower_name, reader);
}

/* The message about a refused class; the caller releases it. */
zend_string *brine_guard_message(const zend_string *name);

/*
 * An unserialize() context of its own for native text that hooks or session handlers read, in which only classes of
 * `list` are built, or without a list those of the setting.
 */
typedef struct {
	php_unserialize_data_t outer;
	php_unserialize_data_t own;
	unsigned level;
	unsigned lock;
	HashTable *allowed;
} brine_native_context;

ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
void brine_native_begin(
	brine_native_context *context, const brine_class_list *list, const char *text, size_t size, brine_reader reader);
ZEND_ATTRIBUTE_NONNULL void brine_native_end(brine_native_context *context);

/* Throws if the setting refuses a class in native text. Malformed text is left to the reader. */
ZEND_ATTRIBUTE_NONNULL bool brine_native_check(const char *text, size_t size, brine_reader reader);

#endif
