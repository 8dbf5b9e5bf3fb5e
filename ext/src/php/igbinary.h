/* igbinary's format, and Brine's behind igbinary's header. php_brine.h says what the first two do. */
#ifndef BRINE_PHP_IGBINARY_H
#define BRINE_PHP_IGBINARY_H

#include "php.h"
#include "php_brine.h"
#include "core/compat.h"

#define BRINE_IGBINARY_HEADER_SIZE 4

ZEND_ATTRIBUTE_NONNULL zend_result brine_igbinary_serialize(zend_string **bytes, zval *value, unsigned flags);

ZEND_ATTRIBUTE_NONNULL php_brine_outcome brine_igbinary_unserialize(
	zval *result, const char *bytes, size_t size, unsigned flags, zend_string **message);

/* True if the bytes begin with igbinary's header, version 1 or 2; a payload of Brine may follow (brine_is_in_place). */
ZEND_ATTRIBUTE_NONNULL bool brine_is_igbinary(const char *bytes, size_t size);

#endif
