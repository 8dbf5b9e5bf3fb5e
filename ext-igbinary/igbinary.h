/*
 * igbinary's interface for other extensions, as Brine offers it in igbinary's place. Extensions that were compiled with
 * this header also run with igbinary.
 */
#ifndef IGBINARY_H
#define IGBINARY_H

#include <stdint.h>
#include "php.h"

/* The version of igbinary whose interface this is. */
#define PHP_IGBINARY_VERSION "3.2.16"

/* The version in the first four bytes of encoded values, big-endian. */
#define IGBINARY_FORMAT_VERSION 0x00000002

#if defined(__GNUC__)
#define IGBINARY_API __attribute__((visibility("default")))
#else
#define IGBINARY_API
#endif

struct igbinary_memory_manager {
	void *(*alloc)(size_t size, void *context);
	void *(*realloc)(void *memory, size_t size, void *context);
	void (*free)(void *memory, void *context);
	void *context;
};

/*
 * Encodes *z. Returns 0, and the caller frees *ret by efree(); a NUL follows its ret_len bytes. Or returns 1, with *ret
 * and *ret_len unchanged: an exception is pending, or a warning was given.
 */
IGBINARY_API int igbinary_serialize(uint8_t **ret, size_t *ret_len, zval *z);

/*
 * The same; *ret is from memory_manager->alloc() unless memory_manager is NULL. If alloc() returns NULL, so does this
 * return 1, without a warning.
 */
IGBINARY_API int igbinary_serialize_ex(
	uint8_t **ret, size_t *ret_len, zval *z, struct igbinary_memory_manager *memory_manager);

/*
 * Decodes buf[0 .. buf_len) into *z, which need not be initialised, and returns 0. Or returns 1, and *z is null: an
 * exception is pending, or a warning was given.
 */
IGBINARY_API int igbinary_unserialize(const uint8_t *buf, size_t buf_len, zval *z);

/* True if the bytes may be such a value: a header of version 1 or 2, and a byte more. */
static inline int igbinary_has_valid_header(const uint8_t *buf, size_t buf_len)
{
	return buf_len > 4 && !buf[0] && !buf[1] && !buf[2] && (buf[3] == 1 || buf[3] == 2);
}
/* Clients test for it by #ifdef. */
#define igbinary_has_valid_header(buf, buf_len) igbinary_has_valid_header((buf), (buf_len))

#endif
