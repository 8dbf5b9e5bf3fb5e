/*
 * First bytes of MessagePack's values, defined only here (https://github.com/msgpack/msgpack/blob/master/spec.md).
 * Integers, lengths and counts are big-endian.
 */
#ifndef BRINE_MSGPACK_FORMAT_H
#define BRINE_MSGPACK_FORMAT_H

/* Forms with a small number in the first byte: the lowest such byte, and how many there are. */
#define BRINE_MSGPACK_POSITIVE_INT 0x00
#define BRINE_MSGPACK_POSITIVE_INT_LAST 0x7F
#define BRINE_MSGPACK_SHORT_MAP 0x80
#define BRINE_MSGPACK_SHORT_ARRAY 0x90
#define BRINE_MSGPACK_SHORT_STR 0xA0
#define BRINE_MSGPACK_NEGATIVE_INT 0xE0
#define BRINE_MSGPACK_SHORT_COUNT 16
#define BRINE_MSGPACK_SHORT_STR_COUNT 32
#define BRINE_MSGPACK_NEGATIVE_INT_COUNT 32

#define BRINE_MSGPACK_NIL 0xC0
/* No value begins with it. */
#define BRINE_MSGPACK_UNUSED 0xC1
#define BRINE_MSGPACK_FALSE 0xC2
#define BRINE_MSGPACK_TRUE 0xC3
#define BRINE_MSGPACK_BIN_8 0xC4
#define BRINE_MSGPACK_BIN_16 0xC5
#define BRINE_MSGPACK_BIN_32 0xC6
#define BRINE_MSGPACK_EXT_8 0xC7
#define BRINE_MSGPACK_EXT_16 0xC8
#define BRINE_MSGPACK_EXT_32 0xC9
#define BRINE_MSGPACK_FLOAT_32 0xCA
#define BRINE_MSGPACK_FLOAT_64 0xCB
#define BRINE_MSGPACK_UINT_8 0xCC
#define BRINE_MSGPACK_UINT_16 0xCD
#define BRINE_MSGPACK_UINT_32 0xCE
#define BRINE_MSGPACK_UINT_64 0xCF
#define BRINE_MSGPACK_INT_8 0xD0
#define BRINE_MSGPACK_INT_16 0xD1
#define BRINE_MSGPACK_INT_32 0xD2
#define BRINE_MSGPACK_INT_64 0xD3
#define BRINE_MSGPACK_FIXEXT_1 0xD4
#define BRINE_MSGPACK_FIXEXT_2 0xD5
#define BRINE_MSGPACK_FIXEXT_4 0xD6
#define BRINE_MSGPACK_FIXEXT_8 0xD7
#define BRINE_MSGPACK_FIXEXT_16 0xD8
#define BRINE_MSGPACK_STR_8 0xD9
#define BRINE_MSGPACK_STR_16 0xDA
#define BRINE_MSGPACK_STR_32 0xDB
#define BRINE_MSGPACK_ARRAY_16 0xDC
#define BRINE_MSGPACK_ARRAY_32 0xDD
#define BRINE_MSGPACK_MAP_16 0xDE
#define BRINE_MSGPACK_MAP_32 0xDF

/* Extension type of timestamps. */
#define BRINE_MSGPACK_TIMESTAMP (-1)

/* The longest head: a byte and a number of 8 bytes, or a byte, a length of 4 bytes and an extension type. */
#define BRINE_MSGPACK_HEAD_MAX 9

#endif
