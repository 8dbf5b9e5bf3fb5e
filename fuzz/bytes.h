/* Included before each source of the extension: wraps the C library's functions to count the bytes they handle. */
#ifndef BRINE_FUZZ_BYTES_H
#define BRINE_FUZZ_BYTES_H

#include "php_config.h"
#include <string.h>
#include "count.h"

static inline size_t count_copied(size_t size)
{
	counted.copied += size;
	return size;
}

/* A constant number of bytes counts as part of its basic block. */
#define COPIED(size) (__builtin_constant_p(size) ? (size_t) (size) : count_copied((size_t) (size)))

#define memcpy(to, from, size) memcpy(to, from, COPIED(size))
#define memmove(to, from, size) memmove(to, from, COPIED(size))
#define memset(to, byte, size) memset(to, byte, COPIED(size))
#define memcmp(a, b, size) memcmp(a, b, COPIED(size))
#define memchr(bytes, byte, size) memchr(bytes, byte, COPIED(size))

#endif
