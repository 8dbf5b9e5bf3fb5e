/*
 * The output of an encode.
 *
 * Writing has two layers. brine_reserve() is the checked one: it makes room, or moves the output to a larger place. The
 * brine_put_* functions below it write one wire form each and check nothing; their caller has reserved.
 *
 * Output starts in scratch memory that outlives the call. A payload that fits is copied once, into a string of its exact size; a
 * longer one moves into a string that grows and becomes the result, so that long strings are copied once.
 */
#ifndef BRINE_BUFFER_H
#define BRINE_BUFFER_H

#include "php.h"
#include "format.h"

#define BRINE_BUFFER_SCRATCH_SIZE 16384

/* Bytes beyond a short string that brine_put_string() may write over. */
#define BRINE_BUFFER_SLACK 8

typedef struct {
	/* Next byte to write; start <= p <= end. */
	unsigned char *p;
	unsigned char *end;
	unsigned char *start;
	/* The growing result that start points into, or NULL while start points to scratch. */
	zend_string *string;
	unsigned char scratch[BRINE_BUFFER_SCRATCH_SIZE];
} brine_buffer;

/* Cold half of brine_reserve(): moves the output so that `size` more bytes fit. */
void brine_buffer_grow(brine_buffer *buffer, size_t size);

/* Returns the output as a string that the caller owns, and empties the buffer. */
zend_string *brine_buffer_finish(brine_buffer *buffer);

/* Forgets the output. */
void brine_buffer_discard(brine_buffer *buffer);

static zend_always_inline void brine_buffer_start(brine_buffer *buffer)
{
	buffer->p = buffer->start = buffer->scratch;
	buffer->end = buffer->scratch + BRINE_BUFFER_SCRATCH_SIZE;
	buffer->string = NULL;
}

static zend_always_inline size_t brine_buffer_offset(const brine_buffer *buffer)
{
	return (size_t) (buffer->p - buffer->start);
}

/* Takes back everything from `offset` on. */
static zend_always_inline void brine_buffer_truncate(brine_buffer *buffer, size_t offset)
{
	ZEND_ASSERT(offset <= brine_buffer_offset(buffer));
	buffer->p = buffer->start + offset;
}

static zend_always_inline void brine_reserve(brine_buffer *buffer, size_t size)
{
	if (UNEXPECTED((size_t) (buffer->end - buffer->p) < size)) {
		brine_buffer_grow(buffer, size);
	}
}

static zend_always_inline void brine_put_u8(brine_buffer *buffer, unsigned value)
{
	*buffer->p++ = (unsigned char) value;
}

/* Writes the `size` low bytes of value, little-endian; size is a constant of at most 8. */
static zend_always_inline void brine_put_le(brine_buffer *buffer, uint64_t value, unsigned size)
{
#ifdef WORDS_BIGENDIAN
	for (unsigned i = 0; i < size; i++) {
		buffer->p[i] = (unsigned char) (value >> (8 * i));
	}
#else
	memcpy(buffer->p, &value, size);
#endif
	buffer->p += size;
}

/* True if a binary32 gives back the same double. False for NaN, whose payload would be cut. */
static zend_always_inline bool brine_fits_f32(double value)
{
	return (double) (float) value == value;
}

static zend_always_inline void brine_put_f32(brine_buffer *buffer, double value)
{
	float narrow = (float) value;
	uint32_t bits;

	memcpy(&bits, &narrow, sizeof(bits));
	brine_put_le(buffer, bits, 4);
}

static zend_always_inline void brine_put_f64(brine_buffer *buffer, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	brine_put_le(buffer, bits, 8);
}

/*
 * Writes the first `size` bytes of a zend_string. Short ones are copied in words: their allocation is a multiple of 8 bytes, and the
 * caller has reserved BRINE_BUFFER_SLACK more than `size`.
 */
static zend_always_inline void brine_put_string(brine_buffer *buffer, const zend_string *string, size_t size)
{
	if (EXPECTED(size <= 16)) {
		memcpy(buffer->p, ZSTR_VAL(string), 8);
		if (size > 8) {
			memcpy(buffer->p + 8, ZSTR_VAL(string) + 8, 8);
		}
	} else {
		memcpy(buffer->p, ZSTR_VAL(string), size);
	}
	buffer->p += size;
}

static zend_always_inline void brine_put_bytes(brine_buffer *buffer, const char *bytes, size_t size)
{
	memcpy(buffer->p, bytes, size);
	buffer->p += size;
}

static zend_always_inline void brine_put_uv(brine_buffer *buffer, uint64_t value)
{
	if (EXPECTED(value < BRINE_UV_2)) {
		brine_put_u8(buffer, (unsigned) value);
	} else if (value < BRINE_UV_3) {
		value -= BRINE_UV_2;
		brine_put_u8(buffer, BRINE_UV_2_LEAD + (unsigned) (value >> 8));
		brine_put_u8(buffer, (unsigned) value & 0xFF);
	} else if (value < BRINE_UV_5) {
		value -= BRINE_UV_3;
		brine_put_u8(buffer, BRINE_UV_3_LEAD + (unsigned) (value >> 16));
		brine_put_le(buffer, value, 2);
	} else if (value <= UINT32_MAX) {
		brine_put_u8(buffer, BRINE_UV_5_LEAD);
		brine_put_le(buffer, value, 4);
	} else {
		brine_put_u8(buffer, BRINE_UV_9_LEAD);
		brine_put_le(buffer, value, 8);
	}
}

/* Zigzag: small magnitudes of either sign become small numbers. */
static zend_always_inline void brine_put_sv(brine_buffer *buffer, int64_t value)
{
	brine_put_uv(buffer, ((uint64_t) value << 1) ^ (value < 0 ? UINT64_MAX : 0));
}

#endif
