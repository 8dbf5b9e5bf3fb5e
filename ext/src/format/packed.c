#include "format/packed.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/cursor.h"

const uint16_t brine_packed_codes[256] = {0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x100D, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x100F, 0x1010, 0x100A, 0x100C, 0x1010, 0x0000, 0x0101, 0x0202,
	0x0303, 0x0404, 0x0505, 0x0606, 0x0707, 0x0808, 0x0909, 0x100B, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x100E, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x0A10, 0x0B10, 0x0C10, 0x0D10, 0x0E10, 0x0F10, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010,
	0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010, 0x1010};

static const char alphabets[2][16] = {
	{'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', ':', '.', ' ', 'T', '+'},
	{'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'},
};

/* Where a UUID has its dashes. */
static const unsigned char dashes[4] = {8, 13, 18, 23};

/* The codes of four characters together. */
static zend_always_inline unsigned codes_of_four(const char *bytes)
{
	const unsigned char *p = (const unsigned char *) bytes;

	return brine_packed_codes[p[0]] | brine_packed_codes[p[1]] | brine_packed_codes[p[2]] | brine_packed_codes[p[3]];
}

/* The same byte in each of eight. */
#define EIGHT_TIMES(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Digits, of which each byte has the four bits, as hexadecimal characters. */
static zend_always_inline uint64_t hex_of(uint64_t digits)
{
	uint64_t letters = ((digits + EIGHT_TIMES(6)) >> 4) & EIGHT_TIMES(1);

	return digits + EIGHT_TIMES('0') + letters * ('a' - '0' - 10);
}

/* The four bits of eight characters that are hexadecimal, in a byte each; of others, those of another character. */
static zend_always_inline uint64_t digits_of(uint64_t characters)
{
	return ((characters & EIGHT_TIMES(15)) + ((characters >> 6) & EIGHT_TIMES(1)) * 9) & EIGHT_TIMES(15);
}

static zend_always_inline bool are_hex(uint64_t characters)
{
	return hex_of(digits_of(characters)) == characters;
}

/* Eight bytes with four bits each as four bytes: the first of two is the lower half. */
static zend_always_inline uint32_t join_digits(uint64_t digits)
{
	digits = (digits | digits >> 4) & UINT64_C(0x00FF00FF00FF00FF);
	digits = (digits | digits >> 8) & UINT64_C(0x0000FFFF0000FFFF);
	return (uint32_t) (digits | digits >> 16);
}

static zend_always_inline uint64_t split_digits(uint64_t joined)
{
	joined = (joined | joined << 16) & UINT64_C(0x0000FFFF0000FFFF);
	joined = (joined | joined << 8) & UINT64_C(0x00FF00FF00FF00FF);
	return (joined | joined << 4) & EIGHT_TIMES(15);
}

/* The 32 characters of a UUID without its dashes. */
static zend_always_inline void load_uuid(const char *bytes, uint64_t characters[4])
{
	const unsigned char *p = (const unsigned char *) bytes;

	characters[0] = brine_load_le(p, 8);
	characters[1] = brine_load_le(p + 9, 4) | brine_load_le(p + 14, 4) << 32;
	characters[2] = brine_load_le(p + 19, 4) | brine_load_le(p + 24, 4) << 32;
	characters[3] = brine_load_le(p + 28, 8);
}

/* True for a UUID; *letters says whether it has any. */
static bool is_uuid(const char *bytes, bool *letters)
{
	uint64_t characters[4], seen;

	for (unsigned i = 0; i < 4; i++) {
		if (bytes[dashes[i]] != '-') {
			return false;
		}
	}
	load_uuid(bytes, characters);
	seen = characters[0] | characters[1] | characters[2] | characters[3];
	*letters = (seen & EIGHT_TIMES(0x40)) != 0;
	return are_hex(characters[0]) && are_hex(characters[1]) && are_hex(characters[2]) && are_hex(characters[3]);
}

/* True if all bytes from a place on are hexadecimal characters; eight come before it. */
static bool rest_is_hex(const char *bytes, size_t from, size_t size)
{
	for (; from + 8 < size; from += 8) {
		if (!are_hex(brine_load_le((const unsigned char *) bytes + from, 8))) {
			return false;
		}
	}
	/* The last eight overlap what was looked at before. */
	return are_hex(brine_load_le((const unsigned char *) bytes + size - 8, 8));
}

unsigned brine_packed_tag(const char *bytes, size_t size)
{
	unsigned codes = 0;
	bool letters;

	BRINE_ASSERT(size >= BRINE_PACKED_MIN && size <= BRINE_PACKED_MAX);
	if (size == BRINE_UUID_SIZE && is_uuid(bytes, &letters)) {
		return letters ? BRINE_TAG_UUID : BRINE_TAG_DIGITS;
	}
	/* The last four overlap what was looked at before. */
	for (size_t i = 0; i + 4 < size; i += 4) {
		codes |= codes_of_four(bytes + i);
		if (codes & BRINE_NOT_A_DIGIT) {
			return !(codes & BRINE_NOT_A_HEX) && rest_is_hex(bytes, i, size) ? BRINE_TAG_HEX : 0;
		}
	}
	codes |= codes_of_four(bytes + size - 4);
	if (codes & BRINE_NOT_A_DIGIT) {
		return codes & BRINE_NOT_A_HEX ? 0 : BRINE_TAG_HEX;
	}
	return BRINE_TAG_DIGITS;
}

/* The four bits of a character that is in the alphabet. */
static zend_always_inline unsigned nibble(char character, unsigned shift)
{
	return (unsigned char) (brine_packed_codes[(unsigned char) character] >> shift);
}

static zend_always_inline unsigned char *pack(unsigned char *p, unsigned shift, const char *bytes, size_t size)
{
	for (; size >= 8; size -= 8, bytes += 8, p += 4) {
		p[0] = (unsigned char) (nibble(bytes[0], shift) | nibble(bytes[1], shift) << 4);
		p[1] = (unsigned char) (nibble(bytes[2], shift) | nibble(bytes[3], shift) << 4);
		p[2] = (unsigned char) (nibble(bytes[4], shift) | nibble(bytes[5], shift) << 4);
		p[3] = (unsigned char) (nibble(bytes[6], shift) | nibble(bytes[7], shift) << 4);
	}
	for (; size >= 2; size -= 2, bytes += 2) {
		*p++ = (unsigned char) (nibble(bytes[0], shift) | nibble(bytes[1], shift) << 4);
	}
	if (size > 0) {
		*p++ = (unsigned char) nibble(*bytes, shift);
	}
	return p;
}

static unsigned char *pack_hex(unsigned char *p, const char *bytes, size_t size)
{
	for (; size >= 8; size -= 8, bytes += 8) {
		p = brine_write_le(p, join_digits(digits_of(brine_load_le((const unsigned char *) bytes, 8))), 4);
	}
	return pack(p, 8, bytes, size);
}

unsigned char *brine_write_packed(unsigned char *p, unsigned tag, const char *bytes, size_t size)
{
	uint64_t characters[4];

	BRINE_ASSERT(tag == BRINE_TAG_DIGITS || tag == BRINE_TAG_HEX || (tag == BRINE_TAG_UUID && size == BRINE_UUID_SIZE));
	if (tag == BRINE_TAG_DIGITS) {
		return pack(p, 0, bytes, size);
	}
	if (tag == BRINE_TAG_HEX) {
		return pack_hex(p, bytes, size);
	}
	load_uuid(bytes, characters);
	for (unsigned i = 0; i < 4; i++) {
		p = brine_write_le(p, join_digits(digits_of(characters[i])), 4);
	}
	return p;
}

static void unpack(char *bytes, const char *alphabet, const unsigned char *p, size_t size)
{
	for (; size >= 2; size -= 2, p++) {
		*bytes++ = alphabet[*p & 15];
		*bytes++ = alphabet[*p >> 4];
	}
	if (size > 0) {
		*bytes = alphabet[*p & 15];
	}
}

static void unpack_hex(char *bytes, const unsigned char *p, size_t size)
{
	for (; size >= 8; size -= 8, bytes += 8, p += 4) {
		brine_write_le((unsigned char *) bytes, hex_of(split_digits(brine_load_le(p, 4))), 8);
	}
	unpack(bytes, alphabets[1], p, size);
}

static void unpack_uuid(char *bytes, const unsigned char *p)
{
	unsigned char *out = (unsigned char *) bytes;
	uint64_t characters = hex_of(split_digits(brine_load_le(p + 4, 4)));

	brine_write_le(out, hex_of(split_digits(brine_load_le(p, 4))), 8);
	brine_write_le(out + 9, characters, 4);
	brine_write_le(out + 14, characters >> 32, 4);
	characters = hex_of(split_digits(brine_load_le(p + 8, 4)));
	brine_write_le(out + 19, characters, 4);
	brine_write_le(out + 24, characters >> 32, 4);
	brine_write_le(out + 28, hex_of(split_digits(brine_load_le(p + 12, 4))), 8);
	for (unsigned i = 0; i < 4; i++) {
		bytes[dashes[i]] = '-';
	}
}

bool brine_read_packed(char *bytes, unsigned tag, const unsigned char *p, size_t size)
{
	if (tag == BRINE_TAG_UUID) {
		unpack_uuid(bytes, p);
		return true;
	}
	if (tag == BRINE_TAG_HEX) {
		unpack_hex(bytes, p, size);
	} else {
		unpack(bytes, alphabets[0], p, size);
	}
	return size % 2 == 0 || p[size / 2] < 16;
}
