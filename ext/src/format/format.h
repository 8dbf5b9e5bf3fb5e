/*
 * The constants of Brine's format 1: tags, limits and the header are defined only here. docs/format.md describes them;
 * `make check` compares its table of tags with this file.
 */
#ifndef BRINE_FORMAT_H
#define BRINE_FORMAT_H

#define BRINE_MAGIC 0xC1
#define BRINE_VERSION 1
#define BRINE_VERSION_BYTE (BRINE_VERSION << 4)
#define BRINE_HEADER_SIZE 2

/* The signed frame: header, key id, signature, content. */
#define BRINE_FLAG_SIGNED 4
#define BRINE_SIGNED_VERSION_BYTE (BRINE_VERSION_BYTE | BRINE_FLAG_SIGNED)
#define BRINE_FRAME_HEADER "\xC1\x14"
/* The payload uses a dictionary (format/dictionary.h), whose id follows the header. */
#define BRINE_DICTIONARY_VERSION_BYTE (BRINE_VERSION_BYTE | 2)
/* An envelope of compressed bytes (docs/reference/envelope.md); this reader only recognises it. */
#define BRINE_ENVELOPE_VERSION_BYTE (BRINE_VERSION_BYTE | 8)
#define BRINE_KEY_ID_SIZE 4
#define BRINE_FRAME_SIGNATURE_OFFSET (BRINE_HEADER_SIZE + BRINE_KEY_ID_SIZE)
#define BRINE_FRAME_HEAD_SIZE (BRINE_FRAME_SIGNATURE_OFFSET + 32)

/*
 * igbinary's header precedes a payload that was written in igbinary's place (docs/reference/envelope.md, section 2).
 * Prefix: header and BRINE_MAGIC.
 */
#define BRINE_IN_PLACE_PREFIX "\0\0\0\2\xC1"
#define BRINE_IN_PLACE_PREFIX_SIZE 5

/* Constants of tag ranges hold the first tag; the _LAST constants hold the last one. */
#define BRINE_TAG_SMALL_INT 0x00
#define BRINE_TAG_SMALL_INT_LAST 0x1F
#define BRINE_TAG_SHORT_STRING 0x20
#define BRINE_TAG_SHORT_STRING_LAST 0x5F
#define BRINE_TAG_STRING_REF_1 0x60
#define BRINE_TAG_STRING_REF_1_LAST 0x9F
#define BRINE_TAG_STRING_REF_2 0xA0
#define BRINE_TAG_STRING_REF_2_LAST 0xAF
#define BRINE_TAG_SHAPED_1 0xB0
#define BRINE_TAG_SHAPED_1_LAST 0xBF
#define BRINE_TAG_SHORT_LIST 0xC0
#define BRINE_TAG_SHORT_LIST_LAST 0xCF
#define BRINE_TAG_SHARED_2 0xD0
#define BRINE_TAG_SHARED_2_LAST 0xD7
#define BRINE_TAG_NULL 0xD8
#define BRINE_TAG_FALSE 0xD9
#define BRINE_TAG_TRUE 0xDA
#define BRINE_TAG_U8 0xDB
#define BRINE_TAG_U16 0xDC
#define BRINE_TAG_U32 0xDD
#define BRINE_TAG_I8 0xDE
#define BRINE_TAG_I16 0xDF
#define BRINE_TAG_I32 0xE0
#define BRINE_TAG_I64 0xE1
#define BRINE_TAG_F32 0xE2
#define BRINE_TAG_F64 0xE3
#define BRINE_TAG_EMPTY_STRING 0xE4
#define BRINE_TAG_STRING 0xE5
#define BRINE_TAG_STRING_REF 0xE6
#define BRINE_TAG_EMPTY_ARRAY 0xE7
#define BRINE_TAG_LIST 0xE8
#define BRINE_TAG_MAP 0xE9
#define BRINE_TAG_SHAPED 0xEA
#define BRINE_TAG_SHARED 0xEB
#define BRINE_TAG_RUN 0xEC
#define BRINE_TAG_TABLE 0xED
#define BRINE_TAG_KEYED_TABLE 0xEE
/* 0xEF is never used: see section 1 of docs/format.md. */
#define BRINE_TAG_OBJECT 0xF0
#define BRINE_TAG_CUSTOM 0xF1
#define BRINE_TAG_ENUM 0xF2
#define BRINE_TAG_SERIALIZABLE 0xF3
#define BRINE_TAG_OBJECT_REF 0xF4
#define BRINE_TAG_REFERENCE 0xF5
#define BRINE_TAG_REFERENCE_REF 0xF6
#define BRINE_TAG_DIGITS 0xF7
#define BRINE_TAG_HEX 0xF8
#define BRINE_TAG_UUID 0xF9
/* Before what defines an object's shape: the fingerprint of its class; see format/layout.h. */
#define BRINE_TAG_LAYOUT 0xFA
#define BRINE_LAYOUT_SIZE 4

/* Scope of the property names that follow. */
#define BRINE_SCOPE_PUBLIC 0x00
#define BRINE_SCOPE_PROTECTED 0x01
#define BRINE_SCOPE_PRIVATE 0x02
#define BRINE_SCOPE_PRIVATE_OF 0x03

/*
 * Kinds of columns (section 5). The last three stand for widths of 1 to 8 bytes: the low three bits are the width less
 * 1.
 */
#define BRINE_COLUMN_VALUES 0x00
#define BRINE_COLUMN_CONSTANT 0x01
#define BRINE_COLUMN_BOOLEANS 0x02
#define BRINE_COLUMN_AFFINE 0x03
#define BRINE_COLUMN_F32 0x04
#define BRINE_COLUMN_F64 0x05
#define BRINE_COLUMN_INTEGERS 0x08
#define BRINE_COLUMN_DELTAS 0x10
#define BRINE_COLUMN_DECIMALS 0x18
#define BRINE_COLUMN_WIDTH_MASK 0x07
#define BRINE_COLUMN_KIND_MASK 0x3F
/* Flags of a kind: a bitmap marks cells that are null, or that are tagged values. */
#define BRINE_COLUMN_NULLS 0x40
#define BRINE_COLUMN_OTHERS 0x80
#define BRINE_DECIMALS_MAX_EXPONENT 15

/* How many numbers each form of a back-reference, list or shape tag can hold. */
#define BRINE_STRING_REF_1_COUNT 64
#define BRINE_STRING_REF_2_COUNT 4096
#define BRINE_SHAPED_1_COUNT 16
#define BRINE_SHARED_2_COUNT 2048
#define BRINE_SHORT_LIST_MAX 16
#define BRINE_SHORT_STRING_MAX 64
#define BRINE_SMALL_INT_COUNT 32

/* Sizes of string values that may be packed. */
#define BRINE_PACKED_MIN 8
#define BRINE_PACKED_MAX 128
#define BRINE_UUID_SIZE 36

/* Smallest values of the 2-, 3- and 5-byte forms of a uv (section 2). */
#define BRINE_UV_2 192
#define BRINE_UV_3 8384
#define BRINE_UV_5 991424
#define BRINE_UV_2_LEAD 0xC0
#define BRINE_UV_3_LEAD 0xE0
#define BRINE_UV_5_LEAD 0xF0
#define BRINE_UV_9_LEAD 0xF1
#define BRINE_UV_MAX_SIZE 9

/* A tag, a uv, and the largest fixed-size content after them. */
#define BRINE_VALUE_HEAD_MAX (1 + BRINE_UV_MAX_SIZE + 10)

/* Limits (docs/reference/limits.md), beside those of core/limits.h. */
#define BRINE_MAX_ELEMENTS_OF_ARRAY (1u << 30)
#define BRINE_MAX_NUMBERS (1u << 29)

/* Default memory limit of a value: a base, plus this many bytes per byte of payload. */
#define BRINE_MEMORY_BASE (UINT64_C(32) << 20)
#define BRINE_MEMORY_PER_BYTE 256

/* A table has at most this many elements for each byte that follows their number. */
#define BRINE_TABLE_ELEMENTS_PER_BYTE 8

/* Minimum number of elements of a run, and of a table (docs/reference/writer.md). */
#define BRINE_RUN_MIN 8
#define BRINE_TABLE_MIN 8

#endif
