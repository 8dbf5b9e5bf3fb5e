/*
 * Packed strings, with four bits per character: digits (dates, times, decimal numbers), lower-case hexadecimal, and
 * UUIDs.
 */
#ifndef BRINE_PACKED_H
#define BRINE_PACKED_H

#include "php.h"
#include "format/format.h"

/* Per byte: its four bits in DIGITS and, shifted by eight, in HEX; otherwise bits that no valid character has. */
extern const uint16_t brine_packed_codes[256];
#define BRINE_NOT_A_DIGIT 0x0010
#define BRINE_NOT_A_HEX 0x1000

/*
 * Tests the first 8 bytes; false means that the string cannot be packed. Of the bytes with bit 6, as letters have, only
 * a to g and P to W pass: bit 3 clear, exactly one of bits 4 and 5 set.
 */
static zend_always_inline bool brine_maybe_packed(uint64_t first, size_t size)
{
	return (size - BRINE_PACKED_MIN <= BRINE_PACKED_MAX - BRINE_PACKED_MIN)
		& ((first & (first << 3 | ~(first << 2 ^ first << 1)) & UINT64_C(0x4040404040404040)) == 0);
}

/*
 * Writes a string of BRINE_PACKED_MIN to BRINE_PACKED_MAX bytes in packed form; returns its end. NULL if there is no
 * packed form; bytes from p on may still be overwritten.
 */
unsigned char *brine_write_packed(unsigned char *p, const char *bytes, size_t size);

/* Packed size of a string of `size` bytes. */
static zend_always_inline size_t brine_packed_size(unsigned tag, size_t size)
{
	return tag == BRINE_TAG_UUID ? 16 : size / 2 + size % 2;
}

/* Unpacks a string of `size` bytes. False if there are bits set beyond its end. */
bool brine_read_packed(char *bytes, unsigned tag, const unsigned char *p, size_t size);

#endif
