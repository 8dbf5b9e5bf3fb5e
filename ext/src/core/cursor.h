/*
 * The input of a decode: a window of bytes. Bounds are always compared as `n <= end - p`. On failure, functions return
 * false and the caller reports the reason. Mirrors buffer.h.
 */
#ifndef BRINE_CURSOR_H
#define BRINE_CURSOR_H

#include "php.h"
#include "core/compat.h"

typedef struct {
	/* Next byte to read; start <= p <= end. */
	const unsigned char *p;
	const unsigned char *end;
	const unsigned char *start;
} brine_cursor;

static zend_always_inline size_t brine_cursor_left(const brine_cursor *cursor)
{
	return (size_t) (cursor->end - cursor->p);
}

/* Reads `size` bytes, little-endian, unchecked; size is a constant of at most 8. */
static zend_always_inline uint64_t brine_load_le(const unsigned char *p, unsigned size)
{
	uint64_t value = 0;
#ifdef WORDS_BIGENDIAN
	for (unsigned i = 0; i < size; i++) {
		value |= (uint64_t) p[i] << (8 * i);
	}
#else
	memcpy(&value, p, size);
#endif
	return value;
}

/* Reads `size` bytes, big-endian, unchecked; size is a constant: 1, 2, 4 or 8. */
static zend_always_inline uint64_t brine_load_be(const unsigned char *p, unsigned size)
{
	uint64_t value = brine_load_le(p, size);

	if (size == 2) {
		return brine_swap_16((uint16_t) value);
	}
	if (size == 4) {
		return brine_swap_32((uint32_t) value);
	}
	return size == 8 ? brine_swap_64(value) : value;
}

static zend_always_inline double brine_load_f32(const unsigned char *p)
{
	uint32_t bits = (uint32_t) brine_load_le(p, 4);
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static zend_always_inline double brine_load_f64(const unsigned char *p)
{
	uint64_t bits = brine_load_le(p, 8);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

#endif
