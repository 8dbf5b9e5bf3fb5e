/*
 * Hashes of numbers and of bytes, and how bytes are loaded and compared for them.
 */
#ifndef BRINE_HASH_H
#define BRINE_HASH_H

#include "php.h"
#include "core/compat.h"

/* Odd factors with evenly spread bits; the first is 2^64 divided by the golden ratio. */
#define BRINE_HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)
#define BRINE_HASH_FACTOR_2 UINT64_C(0xD6E8FEB86659FD93)
#define BRINE_HASH_FACTOR_3 UINT64_C(0xC2B2AE3D27D4EB4F)

/* Spreads a 64-bit key over 32 bits. */
static zend_always_inline uint32_t brine_mix(uint64_t key)
{
	key *= BRINE_HASH_FACTOR;
	return (uint32_t) (key >> 32);
}

static zend_always_inline uint64_t brine_load_native(const char *p, unsigned size)
{
	uint64_t value = 0;

	BRINE_ASSERT(size <= sizeof(value));
	memcpy(&value, p, size);
	return value;
}

/* Distance from the first to the last 8-byte word of at least 2 bytes; 0 if there are fewer than 8. */
static zend_always_inline size_t brine_last_word(size_t size)
{
	return size > 8 ? size - 8 : 0;
}

/* brine_copy_words() copies at most this many bytes. */
#define BRINE_WORDS_MAX 32

/*
 * Copies 2 to BRINE_WORDS_MAX bytes by four overlapping words, and at least 8: a branch on the length would often be
 * mispredicted.
 */
static zend_always_inline void brine_copy_words(char *to, const char *from, size_t size)
{
	size_t last = brine_last_word(size), second = last < 8 ? last : 8;

	memcpy(to, from, 8);
	memcpy(to + second, from + second, 8);
	memcpy(to + last - second, from + last - second, 8);
	memcpy(to + last, from + last, 8);
}

/* Compares two runs of `size` bytes, at least 2; short ones without a function call. */
static zend_always_inline bool brine_bytes_equal(const char *a, const char *b, size_t size)
{
	BRINE_ASSERT(size >= 2);
	if (EXPECTED(size <= 16)) {
		if (size >= 8) {
			return brine_load_native(a, 8) == brine_load_native(b, 8)
				&& brine_load_native(a + size - 8, 8) == brine_load_native(b + size - 8, 8);
		}
		if (size >= 4) {
			return brine_load_native(a, 4) == brine_load_native(b, 4)
				&& brine_load_native(a + size - 4, 4) == brine_load_native(b + size - 4, 4);
		}
		return brine_load_native(a, 2) == brine_load_native(b, 2) && a[size - 1] == b[size - 1];
	}
	return memcmp(a, b, size) == 0;
}

/* Compares 2 to 32 bytes without a function call. */
static zend_always_inline bool brine_short_bytes_equal(const char *a, const char *b, size_t size)
{
	BRINE_ASSERT(size <= 32);
	if (size > 16) {
		return brine_load_native(a, 8) == brine_load_native(b, 8)
			&& brine_load_native(a + 8, 8) == brine_load_native(b + 8, 8)
			&& brine_load_native(a + size - 16, 8) == brine_load_native(b + size - 16, 8)
			&& brine_load_native(a + size - 8, 8) == brine_load_native(b + size - 8, 8);
	}
	return brine_bytes_equal(a, b, size);
}

/*
 * Both halves of a 128-bit product, xored. Identical on all platforms, because hash matches are visible in the payload.
 */
static zend_always_inline uint64_t brine_fold_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 product = (unsigned __int128) a * b;

	return (uint64_t) product ^ (uint64_t) (product >> 64);
#else
	uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
	uint64_t cross = (a >> 32) * (b & UINT32_MAX), other_cross = (a & UINT32_MAX) * (b >> 32);
	uint64_t middle = (low >> 32) + (cross & UINT32_MAX) + (other_cross & UINT32_MAX);

	return ((low & UINT32_MAX) | middle << 32) ^ (high + (cross >> 32) + (other_cross >> 32) + (middle >> 32));
#endif
}

/* The first and the last word of at least 2 bytes; in short runs they overlap. */
static zend_always_inline void brine_load_ends(const char *bytes, size_t size, uint64_t *first, uint64_t *last)
{
	BRINE_ASSERT(size >= 2);
	if (EXPECTED(size >= 8)) {
		*first = brine_load_native(bytes, 8);
		*last = brine_load_native(bytes + size - 8, 8);
	} else if (size >= 4) {
		*first = brine_load_native(bytes, 4);
		*last = brine_load_native(bytes + size - 4, 4);
	} else {
		*first = brine_load_native(bytes, 2);
		*last = brine_load_native(bytes + size - 1, 1);
	}
}

/* A hash of the length and the first, middle and last 8 bytes of at least 2. */
static zend_always_inline uint32_t brine_fingerprint(const char *bytes, size_t size)
{
	uint64_t first, last;

	brine_load_ends(bytes, size, &first, &last);
	if (size > 16) {
		first ^= brine_load_native(bytes + size / 2 - 4, 8) * BRINE_HASH_FACTOR_3;
	}
	return (uint32_t) brine_fold_product(first ^ BRINE_HASH_FACTOR, last ^ ((uint64_t) size * BRINE_HASH_FACTOR_2));
}

#endif
