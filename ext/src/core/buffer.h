/*
 * The output of an encode. brine_reserve() makes space; the brine_put_* functions write one wire form each and check
 * nothing. Output starts in scratch memory and is copied once; long output moves to a growing string that becomes the
 * result.
 */
#ifndef BRINE_BUFFER_H
#define BRINE_BUFFER_H

#include "php.h"
#include "core/compat.h"

#define BRINE_BUFFER_SCRATCH_SIZE 16384

/* Bytes after a short string that brine_write_string() may overwrite. */
#define BRINE_BUFFER_SLACK 8

typedef struct {
	/* Next byte to write; start <= p <= end. */
	unsigned char *p;
	unsigned char *end;
	unsigned char *start;
	/* The growing result that start points into, or NULL while start points to scratch. */
	zend_string *string;
} brine_buffer;

/* Cold half of brine_reserve(): moves the output so that `size` more bytes fit. */
ZEND_ATTRIBUTE_NONNULL ZEND_COLD void brine_buffer_grow(brine_buffer *buffer, size_t size);

/* Returns the output as a string that the caller owns, and empties the buffer. */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_buffer_finish(brine_buffer *buffer);

/* Drops the output. */
ZEND_ATTRIBUTE_NONNULL void brine_buffer_discard(brine_buffer *buffer);

/* Output begins in scratch memory of BRINE_BUFFER_SCRATCH_SIZE. */
static zend_always_inline void brine_buffer_start(brine_buffer *buffer, unsigned char *scratch)
{
	buffer->p = buffer->start = scratch;
	buffer->end = scratch + BRINE_BUFFER_SCRATCH_SIZE;
	buffer->string = NULL;
}

static zend_always_inline size_t brine_buffer_offset(const brine_buffer *buffer)
{
	return (size_t) (buffer->p - buffer->start);
}

/* Drops everything from `offset` on. */
static zend_always_inline void brine_buffer_truncate(brine_buffer *buffer, size_t offset)
{
	BRINE_ASSERT(offset <= brine_buffer_offset(buffer));
	buffer->p = buffer->start + offset;
}

/* True if `size` bytes are reserved: the precondition of every brine_put_* function. */
static zend_always_inline bool brine_has_room(const brine_buffer *buffer, size_t size)
{
	return (size_t) (buffer->end - buffer->p) >= size;
}

static zend_always_inline void brine_reserve(brine_buffer *buffer, size_t size)
{
	if (UNEXPECTED(!brine_has_room(buffer, size))) {
		brine_buffer_grow(buffer, size);
	}
}

/*
 * The brine_write_* functions write at p and return the next position. Functions that write several values use them to
 * keep the position in a register.
 */
static zend_always_inline unsigned char *brine_write_u8(unsigned char *p, unsigned value)
{
	*p = (unsigned char) value;
	return p + 1;
}

/* Writes the `size` low bytes of value, little-endian; size is a constant of at most 8. */
static zend_always_inline unsigned char *brine_write_le(unsigned char *p, uint64_t value, unsigned size)
{
#ifdef WORDS_BIGENDIAN
	for (unsigned i = 0; i < size; i++) {
		p[i] = (unsigned char) (value >> (8 * i));
	}
#else
	memcpy(p, &value, size);
#endif
	return p + size;
}

/* Writes the `size` low bytes of value, big-endian; size is a constant: 1, 2, 4 or 8. */
static zend_always_inline unsigned char *brine_write_be(unsigned char *p, uint64_t value, unsigned size)
{
	if (size == 2) {
		value = brine_swap_16((uint16_t) value);
	} else if (size == 4) {
		value = brine_swap_32((uint32_t) value);
	} else if (size == 8) {
		value = brine_swap_64(value);
	}
	return brine_write_le(p, value, size);
}

/* Size of the pieces in brine_copy_long(): small enough that memcpy() does not use `rep movs`. */
#define BRINE_COPY_PIECE 1024

/*
 * Copies a long run of bytes. `rep movs` is ten times slower on some processors if the destination lies up to 15 bytes
 * after the source modulo 4096; then the copy is made in pieces.
 */
void brine_copy_long(unsigned char *p, const char *bytes, size_t size);

/*
 * True if PHP allocates strings in multiples of 8 bytes, so that short ones can be read in whole words. Some 32-bit
 * systems do not.
 */
#define BRINE_STRINGS_HAVE_WORDS (ZEND_MM_ALIGNMENT >= 8)

/*
 * True if a string's bytes can be read in whole words from both ends: the length field precedes them, and 8-byte words
 * stay within the allocation.
 */
#if SIZEOF_SIZE_T == 8 && !defined(WORDS_BIGENDIAN)
#define BRINE_WORDS_IN_STRINGS BRINE_STRINGS_HAVE_WORDS
#else
#define BRINE_WORDS_IN_STRINGS false
#endif

/*
 * Writes the first `size` bytes of a zend_string; short ones are copied in words where possible. The caller has
 * reserved BRINE_BUFFER_SLACK more than `size`.
 */
static zend_always_inline unsigned char *brine_write_string(unsigned char *p, const zend_string *string, size_t size)
{
	if (EXPECTED(size <= 16 && BRINE_STRINGS_HAVE_WORDS)) {
		memcpy(p, ZSTR_VAL(string), 8);
		if (size > 8) {
			memcpy(p + 8, ZSTR_VAL(string) + 8, 8);
		}
	} else if (EXPECTED(size <= BRINE_COPY_PIECE)) {
		memcpy(p, ZSTR_VAL(string), size);
	} else {
		brine_copy_long(p, ZSTR_VAL(string), size);
	}
	return p + size;
}

static zend_always_inline void brine_put_u8(brine_buffer *buffer, unsigned value)
{
	BRINE_ASSERT(brine_has_room(buffer, 1));
	buffer->p = brine_write_u8(buffer->p, value);
}

/* True if the double survives a round trip through binary32. False for NaN, whose payload would be truncated. */
static zend_always_inline bool brine_fits_f32(double value)
{
	return (double) (float) value == value;
}

static zend_always_inline unsigned char *brine_write_f32(unsigned char *p, double value)
{
	float narrow = (float) value;
	uint32_t bits;

	memcpy(&bits, &narrow, sizeof(bits));
	return brine_write_le(p, bits, 4);
}

static zend_always_inline unsigned char *brine_write_f64(unsigned char *p, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return brine_write_le(p, bits, 8);
}

static zend_always_inline void brine_put_bytes(brine_buffer *buffer, const char *bytes, size_t size)
{
	BRINE_ASSERT(brine_has_room(buffer, size));
	memcpy(buffer->p, bytes, size);
	buffer->p += size;
}

static zend_always_inline uint64_t brine_bits_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

#endif
