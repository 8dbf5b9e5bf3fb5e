/* The MessagePack codec: declarations shared by its files and the PHP functions. */
#ifndef BRINE_MSGPACK_H
#define BRINE_MSGPACK_H

#include "php.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/cursor.h"
#include "msgpack/format.h"

extern zend_class_entry *brine_packing_failed_ce;
extern zend_class_entry *brine_unpacking_failed_ce;
extern zend_class_entry *brine_insufficient_data_ce;
extern zend_class_entry *brine_invalid_option_ce;

/* X(name, key, message): getReason() returns the key; the message is for people. */
#define BRINE_UNPACK_ERRORS(X) \
	X(TRUNCATED, "truncated", "the message ends too early") \
	X(TRAILING_BYTES, "trailing_bytes", "there are bytes after the message") \
	X(UNKNOWN_BYTE, "unknown_byte", "the byte 0xC1 begins no value") \
	X(BAD_KEY, "bad_key", "a map key must be an integer, a string or a binary") \
	X(MAX_DEPTH, "max_depth", "the message is nested deeper than max_depth") \
	X(MAX_ELEMENTS, "max_elements", "the message has more elements than max_elements") \
	X(BAD_UTF8, "bad_utf8", "a string is not valid UTF-8") \
	X(BAD_COUNT, "bad_count", "a count is too large")

#define BRINE_UNPACK_ERROR_ENUM(name, key, message) BRINE_UNPACK_ERR_##name,
typedef enum {
	BRINE_UNPACK_ERRORS(BRINE_UNPACK_ERROR_ENUM)
} brine_unpack_error;
#undef BRINE_UNPACK_ERROR_ENUM

/* Throws UnpackingFailedException at `offset`, or InsufficientDataException if the message is truncated. */
void brine_throw_unpack_error(brine_unpack_error error, size_t offset);

/* Throws UnpackingFailedException for an extension type without a callable. */
void brine_throw_unknown_ext(int type, size_t offset);

/* Throws UnpackingFailedException for the timestamp at `offset`, with the formatted fault. */
ZEND_ATTRIBUTE_NONNULL void brine_throw_bad_timestamp(size_t offset, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* Throws PackingFailedException; getReason() returns `reason`. */
ZEND_ATTRIBUTE_NONNULL void brine_throw_packing_error(const char *reason, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* A PHP callable passed to a call. */
typedef struct {
	zend_fcall_info info;
	zend_fcall_info_cache cache;
} brine_callable;

/*
 * Holds the object of a method callable: with [&$object, 'method'], user code can replace it in the callable. The
 * caller holds the callable itself.
 */
static zend_always_inline void brine_callable_hold(const brine_callable *callable)
{
	if (callable->cache.object) {
		GC_ADDREF(callable->cache.object);
	}
}

static zend_always_inline void brine_callable_let_go(const brine_callable *callable)
{
	if (callable->cache.object) {
		OBJ_RELEASE(callable->cache.object);
	}
}

/* The bits of the argument $flags of brine_msgpack_pack(). */
#define BRINE_PACK_FORCE_STR 1
#define BRINE_PACK_FORCE_BIN 2
#define BRINE_PACK_DETECT_STR_BIN 4
#define BRINE_PACK_FORCE_ARR 8
#define BRINE_PACK_FORCE_MAP 16
#define BRINE_PACK_DETECT_ARR_MAP 32
#define BRINE_PACK_FORCE_FLOAT32 64
#define BRINE_PACK_FORCE_FLOAT64 128
/*
 * Flags outside the groups: classes whose objects are packed without the callable, and whether the callable receives
 * the nesting level.
 */
#define BRINE_PACK_TYPES 256
#define BRINE_PACK_TIMESTAMPS 512
#define BRINE_PACK_PASS_DEPTH 1024

typedef struct {
	/* One bit from each group. */
	unsigned strings;
	unsigned arrays;
	unsigned floats;
	/* BRINE_PACK_TYPES and BRINE_PACK_TIMESTAMPS. */
	unsigned objects;
	/* Pass the nesting level to the callable. */
	bool pass_depth;
} brine_pack_options;

/* Reads $flags. On FAILURE an exception is pending. */
ZEND_ATTRIBUTE_NONNULL zend_result brine_pack_options_parse(brine_pack_options *options, zend_long flags);

typedef enum {
	BRINE_BIGINT_STR,
	BRINE_BIGINT_GMP,
	BRINE_BIGINT_DEC,
} brine_bigint;

typedef struct {
	brine_bigint bigint;
	/* Validate strings. */
	bool utf8;
	/* Pass the nesting level to callables. */
	bool pass_depth;
	/* Deepest nesting of arrays and maps, 1 to BRINE_MAX_DEPTH. */
	uint32_t max_depth;
	/* The elements and entries that are allowed in total, at least 1. */
	zend_ulong max_elements;
	/*
	 * Callables by extension type, or undefined. Timestamps may have true: they become objects of the library's class.
	 */
	zval extensions;
	/* Callable for other types; true for objects of the library's class; or undefined. */
	zval other;
} brine_unpack_options;

/* Sets every option to its default. */
ZEND_ATTRIBUTE_NONNULL void brine_unpack_options_init(brine_unpack_options *options);

/*
 * Reads an options array, which may be NULL. May run class loaders. On FAILURE an exception is pending. The caller
 * always calls brine_unpack_options_destroy().
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
zend_result brine_unpack_options_parse(brine_unpack_options *options, HashTable *array, const char *function_name);
ZEND_ATTRIBUTE_NONNULL void brine_unpack_options_destroy(brine_unpack_options *options);

/*
 * Packs *value. On SUCCESS *message is a new string that the caller owns; on FAILURE it is NULL and an exception is
 * pending. `other` may be NULL.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3)
zend_result brine_msgpack_pack(
	zend_string **message, zval *value, const brine_pack_options *options, brine_callable *other);

/*
 * Unpacks the message at bytes[offset] into *result; *end becomes its end, or nothing may follow if `end` is NULL. On
 * FAILURE *result is null and an exception is pending. The caller keeps bytes and options alive: user code may run.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5)
zend_result brine_msgpack_unpack(
	zval *result, const zend_string *bytes, size_t offset, size_t *end, const brine_unpack_options *options);

/*
 * Skips values from bytes[*offset] on, until *pending were found or one is incomplete; they may have *elements elements
 * and entries. On FAILURE an exception is pending and all numbers are unchanged.
 */
ZEND_ATTRIBUTE_NONNULL zend_result brine_msgpack_scan(
	const zend_string *bytes, size_t *offset, zend_long *pending, zend_long *elements);

/* True if the bytes are UTF-8 as Unicode defines it: no surrogates, no overlong forms, nothing beyond U+10FFFF. */
bool brine_is_utf8(const unsigned char *bytes, size_t size);

/*
 * Levels charged for a call that may run user code: our stack frames and PHP's. Charged for the whole call, because
 * results of callables may have destructors.
 */
#define BRINE_MSGPACK_LEVELS 4

/*
 * Calls a PHP callable with `count` arguments; `depth` levels of the waiting call count as used. False if it threw,
 * with *result undefined; otherwise *result is not a PHP reference.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
bool brine_msgpack_call(brine_callable *callable, zval *result, uint32_t count, zval *arguments, uint32_t depth);

#endif
