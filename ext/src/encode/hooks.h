/* Calls of the methods that turn an object into what is written, for every format. */
#ifndef BRINE_ENCODE_HOOKS_H
#define BRINE_ENCODE_HOOKS_H

#include "encode/state.h"

/* The class name to write; the caller owns a reference. */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_encode_class_name(zend_object *object);

/*
 * Calls a method without arguments, separately from any running serialize(). False if it threw, or if the value must be
 * encoded again first.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_call_method(
	brine_encoder *encoder, zend_object *object, zend_function *method, zval *result);

/*
 * Calls Serializable::serialize(), after brine_encode_begin_hook(). Calls of serialize() inside it share one context,
 * separate from any running one; call_serializable() in decode/hooks.c does the same. The caller frees *data, which may
 * be set after a failure too.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_encode_call_serializable(
	const brine_encoder *encoder, zend_object *object, unsigned char **data, size_t *size);

#endif
