/* PHP's string hash, twice as fast as zend_hash_func() from some 60 bytes on: it adds up 16 bytes at once. */
#ifndef BRINE_STRING_HASH_H
#define BRINE_STRING_HASH_H

#include "php.h"
#include "core/compat.h"

/*
 * Checks once that this PHP uses the hash implemented here. Until then, or if it does not, PHP's own function is
 * called.
 */
void brine_string_hash_startup(void);

ZEND_ATTRIBUTE_NONNULL zend_ulong brine_string_hash(const char *bytes, size_t size);

#endif
