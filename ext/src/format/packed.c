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

/* Characters that are worked on at once: those of one number, or of two. */
#ifdef BRINE_HAVE_PAIRS
typedef brine_pair hex_word;
#else
typedef uint64_t hex_word;
#endif
#define LANES (sizeof(hex_word) / sizeof(uint64_t))
#define UUID_WORDS (4 / LANES)

/* The same byte in each of eight. */
#define EIGHT_TIMES(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Digits, of which each byte has the four bits, as hexadecimal characters. */
static zend_always_inline hex_word hex_of(hex_word digits)
{
	hex_word letters = ((digits + EIGHT_TIMES(6)) >> 4) & EIGHT_TIMES(1);

	return digits + EIGHT_TIMES('0') + (((letters << 8) - letters) & EIGHT_TIMES('a' - '0' - 10));
}

/* The four bits of characters that are hexadecimal, in a byte each; of others, those of another character. */
static zend_always_inline hex_word digits_of(hex_word characters)
{
	hex_word letters = (characters >> 6) & EIGHT_TIMES(1);

	return ((characters & EIGHT_TIMES(15)) + (letters << 3) + letters) & EIGHT_TIMES(15);
}

/* Zero for hexadecimal characters. */
static zend_always_inline hex_word hex_error(hex_word characters)
{
	return hex_of(digits_of(characters)) ^ characters;
}

static zend_always_inline hex_word load_characters(const char *bytes)
{
	hex_word characters;

#ifdef BRINE_HAVE_PAIRS
	memcpy(&characters, bytes, sizeof(characters));
#else
	characters = brine_load_le((const unsigned char *) bytes, 8);
#endif
	return characters;
}

/* All bits that are set in any eight bytes. */
static zend_always_inline uint64_t fold_lanes(hex_word word)
{
#ifdef BRINE_HAVE_PAIRS
	return word[0] | word[1];
#else
	return word;
#endif
}

/* Writes two digits to a byte, the first of them as its lower half. */
static zend_always_inline unsigned char *write_digits(unsigned char *p, hex_word digits)
{
	digits = (digits | digits >> 4) & UINT64_C(0x00FF00FF00FF00FF);
	digits = (digits | digits >> 8) & UINT64_C(0x0000FFFF0000FFFF);
	digits |= digits >> 16;
#ifdef BRINE_HAVE_PAIRS
	p = brine_write_le(p, digits[0], 4);
	return brine_write_le(p, digits[1], 4);
#else
	return brine_write_le(p, digits, 4);
#endif
}

/* Reads the characters of as many digits. */
static zend_always_inline hex_word read_characters(const unsigned char *p)
{
#ifdef BRINE_HAVE_PAIRS
	hex_word joined = {brine_load_le(p, 4), brine_load_le(p + 4, 4)};
#else
	hex_word joined = brine_load_le(p, 4);
#endif

	joined = (joined | joined << 16) & UINT64_C(0x0000FFFF0000FFFF);
	joined = (joined | joined << 8) & UINT64_C(0x00FF00FF00FF00FF);
	return hex_of((joined | joined << 4) & EIGHT_TIMES(15));
}

/* The 32 characters of a UUID without its dashes. */
static zend_always_inline void load_uuid(const char *bytes, hex_word words[UUID_WORDS])
{
	const unsigned char *p = (const unsigned char *) bytes;
	const uint64_t second = brine_load_le(p + 9, 4) | brine_load_le(p + 14, 4) << 32;
	const uint64_t third = brine_load_le(p + 19, 4) | brine_load_le(p + 24, 4) << 32;

#ifdef BRINE_HAVE_PAIRS
	words[0] = (hex_word){brine_load_le(p, 8), second};
	words[1] = (hex_word){third, brine_load_le(p + 28, 8)};
#else
	words[0] = brine_load_le(p, 8);
	words[1] = second;
	words[2] = third;
	words[3] = brine_load_le(p + 28, 8);
#endif
}

/* True for a UUID; *letters says whether it has any. */
static bool is_uuid(const char *bytes, bool *letters)
{
	hex_word words[UUID_WORDS];
	uint64_t error = 0, seen = 0;

	for (unsigned i = 0; i < 4; i++) {
		if (bytes[dashes[i]] != '-') {
			return false;
		}
	}
	load_uuid(bytes, words);
	for (unsigned i = 0; i < UUID_WORDS; i++) {
		error |= fold_lanes(hex_error(words[i]));
		seen |= fold_lanes(words[i]);
	}
	*letters = (seen & EIGHT_TIMES(0x40)) != 0;
	return error == 0;
}

/* True if all bytes from a place on are hexadecimal characters. */
static bool rest_is_hex(const char *bytes, size_t size)
{
	unsigned codes = 0;

	for (; size >= sizeof(hex_word); size -= sizeof(hex_word), bytes += sizeof(hex_word)) {
		if (fold_lanes(hex_error(load_characters(bytes)))) {
			return false;
		}
	}
	for (; size > 0; size--) {
		codes |= brine_packed_codes[(unsigned char) *bytes++];
	}
	return !(codes & BRINE_NOT_A_HEX);
}

unsigned brine_packed_tag(const char *bytes, size_t size)
{
	unsigned codes = 0;
	bool letters;

	BRINE_ASSERT(size >= BRINE_PACKED_MIN && size <= BRINE_PACKED_MAX);
	if (size == BRINE_UUID_SIZE && is_uuid(bytes, &letters)) {
		return letters ? BRINE_TAG_UUID : BRINE_TAG_DIGITS;
	}
	/* The last ones overlap what was looked at before. */
	for (size_t i = 0; i + 8 <= size; i += 8) {
		codes |= codes_of_four(bytes + i) | codes_of_four(bytes + i + 4);
		if (codes & BRINE_NOT_A_DIGIT) {
			return !(codes & BRINE_NOT_A_HEX) && rest_is_hex(bytes + i, size - i) ? BRINE_TAG_HEX : 0;
		}
	}
	codes |= codes_of_four(bytes + size - 8) | codes_of_four(bytes + size - 4);
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
	for (; size >= sizeof(hex_word); size -= sizeof(hex_word), bytes += sizeof(hex_word)) {
		p = write_digits(p, digits_of(load_characters(bytes)));
	}
	return pack(p, 8, bytes, size);
}

unsigned char *brine_write_packed(unsigned char *p, unsigned tag, const char *bytes, size_t size)
{
	hex_word words[UUID_WORDS];

	BRINE_ASSERT(tag == BRINE_TAG_DIGITS || tag == BRINE_TAG_HEX || (tag == BRINE_TAG_UUID && size == BRINE_UUID_SIZE));
	if (tag == BRINE_TAG_DIGITS) {
		return pack(p, 0, bytes, size);
	}
	if (tag == BRINE_TAG_HEX) {
		return pack_hex(p, bytes, size);
	}
	load_uuid(bytes, words);
	for (unsigned i = 0; i < UUID_WORDS; i++) {
		p = write_digits(p, digits_of(words[i]));
	}
	return p;
}

static void unpack(char *bytes, const char *alphabet, const unsigned char *p, size_t size)
{
	for (; size >= 8; size -= 8, bytes += 8, p += 4) {
		bytes[0] = alphabet[p[0] & 15];
		bytes[1] = alphabet[p[0] >> 4];
		bytes[2] = alphabet[p[1] & 15];
		bytes[3] = alphabet[p[1] >> 4];
		bytes[4] = alphabet[p[2] & 15];
		bytes[5] = alphabet[p[2] >> 4];
		bytes[6] = alphabet[p[3] & 15];
		bytes[7] = alphabet[p[3] >> 4];
	}
	for (; size >= 2; size -= 2, p++) {
		*bytes++ = alphabet[*p & 15];
		*bytes++ = alphabet[*p >> 4];
	}
	if (size > 0) {
		*bytes = alphabet[*p & 15];
	}
}

/* Writes characters; returns where they end. */
static zend_always_inline unsigned char *write_characters(unsigned char *p, hex_word characters)
{
#ifdef BRINE_HAVE_PAIRS
	memcpy(p, &characters, sizeof(characters));
	return p + sizeof(characters);
#else
	return brine_write_le(p, characters, 8);
#endif
}

static void unpack_hex(char *bytes, const unsigned char *p, size_t size)
{
	for (; size >= sizeof(hex_word); size -= sizeof(hex_word), bytes += sizeof(hex_word), p += sizeof(hex_word) / 2) {
		write_characters((unsigned char *) bytes, read_characters(p));
	}
	unpack(bytes, alphabets[1], p, size);
}

static void unpack_uuid(char *bytes, const unsigned char *p)
{
	unsigned char characters[32];
	unsigned char *end = characters;

	for (unsigned i = 0; i < UUID_WORDS; i++, p += sizeof(hex_word) / 2) {
		end = write_characters(end, read_characters(p));
	}
	memcpy(bytes, characters, 8);
	memcpy(bytes + 9, characters + 8, 4);
	memcpy(bytes + 14, characters + 12, 4);
	memcpy(bytes + 19, characters + 16, 4);
	memcpy(bytes + 24, characters + 20, 4);
	memcpy(bytes + 28, characters + 24, 8);
	bytes[8] = bytes[13] = bytes[18] = bytes[23] = '-';
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
