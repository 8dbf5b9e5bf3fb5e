/*
 * Library classes for what PHP has no type for: Brine\MessagePack\Type\Bin, Map, Ext and Timestamp. Written in PHP and
 * known by name; their number of properties and the properties' types are checked before use.
 */
#ifndef BRINE_MSGPACK_TYPES_H
#define BRINE_MSGPACK_TYPES_H

#include "msgpack/unpack.h"

typedef enum {
	BRINE_TYPE_NONE,
	/* One property: the bytes. */
	BRINE_TYPE_BIN,
	/* One property: the array. */
	BRINE_TYPE_MAP,
	/* Two properties: the type, and the payload. */
	BRINE_TYPE_EXT,
	/* Two properties: seconds and nanoseconds. */
	BRINE_TYPE_TIMESTAMP,
} brine_type;

#define BRINE_NANOSECONDS_MAX 999999999

/* The type that a class represents; the class then has the expected number of properties. */
ZEND_ATTRIBUTE_NONNULL brine_type brine_type_of(const zend_class_entry *ce);

/* Makes an Ext from a payload of `size` bytes at p; `at` is the value's head. Returns the end of the payload. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_ext_object(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, int type, zval *out);

/* Makes a Timestamp likewise. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_timestamp(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out);

#endif
