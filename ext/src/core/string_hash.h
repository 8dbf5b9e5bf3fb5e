/*
 * The hash that PHP gives a string, in half the time that zend_hash_func() takes for one of some 60 bytes or more: 16 bytes are added up at once.
 */
#ifndef BRINE_STRING_HASH_H
#define BRINE_STRING_HASH_H

#include "php.h"
#include "core/compat.h"

/* Finds out whether this PHP has the hash that is known here. Before, and where it has another one, PHP's own function is called. */
void brine_string_hash_startup(void);

ZEND_ATTRIBUTE_NONNULL zend_ulong brine_string_hash(const char *bytes, size_t size);

#endif
