/*
 * The classes of the PHP library that stand for what MessagePack has and PHP has not: Brine\MessagePack\Type\Bin, Map, Ext and Timestamp.
 *
 * They are written in PHP and known by their names. Nothing more is assumed of a class than was looked at: how many properties it has, and what is in
 * them or may be.
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

/* What a class stands for, which has as many properties then. */
ZEND_ATTRIBUTE_NONNULL brine_type brine_type_of(const zend_class_entry *ce);

/* Makes an Ext of a payload of `size` bytes at p; `at` is the value's head. Returns what is behind the payload. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_ext_object(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, int type, zval *out);

/* Likewise a Timestamp. */
ZEND_ATTRIBUTE_NONNULL const unsigned char *brine_unpack_timestamp(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out);

#endif
