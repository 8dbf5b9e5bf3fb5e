/*
 * igbinary's format, versions 1 and 2: https://github.com/igbinary/igbinary. The codec builds on the decoder and the
 * encoder of Brine's own format.
 */
#ifndef BRINE_IGBINARY_CODEC_H
#define BRINE_IGBINARY_CODEC_H

#include "php.h"
#include "options.h"
#include "core/compat.h"

/*
 * Decodes bytes[0 .. size) into *result; options may be NULL for defaults. On FAILURE *result is null and an exception
 * is pending, with offsets from bytes[0]. The caller keeps the bytes alive, since user code may run.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_igbinary_decode(zval *result, const char *bytes, size_t size, const brine_decode_options *options);

/*
 * Encodes *value in version 2. Without compact_strings each string is written whole, as with igbinary.compact_strings =
 * 0. On SUCCESS *bytes is a new string that the caller owns. On FAILURE it is NULL and an exception is pending.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_igbinary_encode(zend_string **bytes, zval *value, bool compact_strings);

#endif
