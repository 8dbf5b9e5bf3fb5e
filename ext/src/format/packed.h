/*
 * Packed strings: texts of digits (dates, times, decimal numbers), lower-case hexadecimal numbers and UUIDs, at four bits a character.
 */
#ifndef BRINE_PACKED_H
#define BRINE_PACKED_H

#include "php.h"
#include "format/format.h"

/* For each byte, its four bits in DIGITS and, shifted by eight, in HEX; bits that no character has where it is not in the alphabet. */
extern const uint16_t brine_packed_codes[256];
#define BRINE_NOT_A_DIGIT 0x0010
#define BRINE_NOT_A_HEX 0x1000

/*
 * A guess from the first 8 bytes at once, which is right if it is false. Of the bytes with bit 6, which letters have, only a to g and P to W
 * pass: they have no bit 3, and just one of the bits 4 and 5.
 */
static zend_always_inline bool brine_maybe_packed(uint64_t first, size_t size)
{
	return (size - BRINE_PACKED_MIN <= BRINE_PACKED_MAX - BRINE_PACKED_MIN)
		& ((first & (first << 3 | ~(first << 2 ^ first << 1)) & UINT64_C(0x4040404040404040)) == 0);
}

/*
 * Writes a string of BRINE_PACKED_MIN to BRINE_PACKED_MAX bytes in packed form, with its tag and size; returns where that ends. NULL for one that
 * has no packed form; bytes from p on were written all the same.
 */
unsigned char *brine_write_packed(unsigned char *p, const char *bytes, size_t size);

/* Bytes that a string of `size` bytes takes. */
static zend_always_inline size_t brine_packed_size(unsigned tag, size_t size)
{
	return tag == BRINE_TAG_UUID ? 16 : size / 2 + size % 2;
}

/* Writes the `size` bytes of a packed string. False if there are bits beyond its end. */
bool brine_read_packed(char *bytes, unsigned tag, const unsigned char *p, size_t size);

#endif
