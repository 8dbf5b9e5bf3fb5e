#include "format/packed.h"
#include "core/compat.h"

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

static bool is_uuid(const char *bytes)
{
	unsigned codes = 0;

	for (unsigned i = 0; i < 4; i++) {
		if (bytes[dashes[i]] != '-') {
			return false;
		}
	}
	codes |= codes_of_four(bytes) | codes_of_four(bytes + 4);
	codes |= codes_of_four(bytes + 9) | codes_of_four(bytes + 14) | codes_of_four(bytes + 19);
	codes |= codes_of_four(bytes + 24) | codes_of_four(bytes + 28) | codes_of_four(bytes + 32);
	return !(codes & BRINE_NOT_A_HEX);
}

static bool is_neither(unsigned codes)
{
	return (codes & (BRINE_NOT_A_DIGIT | BRINE_NOT_A_HEX)) == (BRINE_NOT_A_DIGIT | BRINE_NOT_A_HEX);
}

unsigned brine_packed_tag(const char *bytes, size_t size)
{
	unsigned codes = 0;

	BRINE_ASSERT(size >= BRINE_PACKED_MIN && size <= BRINE_PACKED_MAX);
	/* The last four overlap what was looked at before. */
	for (size_t i = 0; i + 4 < size && !is_neither(codes); i += 4) {
		codes |= codes_of_four(bytes + i);
	}
	codes |= codes_of_four(bytes + size - 4);
	if (is_neither(codes)) {
		return size == BRINE_UUID_SIZE && is_uuid(bytes) ? BRINE_TAG_UUID : 0;
	}
	return codes & BRINE_NOT_A_DIGIT ? BRINE_TAG_HEX : BRINE_TAG_DIGITS;
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

unsigned char *brine_write_packed(unsigned char *p, unsigned tag, const char *bytes, size_t size)
{
	BRINE_ASSERT(tag == BRINE_TAG_DIGITS || tag == BRINE_TAG_HEX || (tag == BRINE_TAG_UUID && size == BRINE_UUID_SIZE));
	if (tag == BRINE_TAG_DIGITS) {
		return pack(p, 0, bytes, size);
	}
	if (tag == BRINE_TAG_HEX) {
		return pack(p, 8, bytes, size);
	}
	p = pack(p, 8, bytes, 8);
	p = pack(p, 8, bytes + 9, 4);
	p = pack(p, 8, bytes + 14, 4);
	p = pack(p, 8, bytes + 19, 4);
	return pack(p, 8, bytes + 24, 12);
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

bool brine_read_packed(char *bytes, unsigned tag, const unsigned char *p, size_t size)
{
	if (tag != BRINE_TAG_UUID) {
		unpack(bytes, alphabets[tag == BRINE_TAG_HEX], p, size);
		return size % 2 == 0 || p[size / 2] < 16;
	}
	unpack(bytes, alphabets[1], p, 8);
	unpack(bytes + 9, alphabets[1], p + 4, 4);
	unpack(bytes + 14, alphabets[1], p + 6, 4);
	unpack(bytes + 19, alphabets[1], p + 8, 4);
	unpack(bytes + 24, alphabets[1], p + 10, 12);
	for (unsigned i = 0; i < 4; i++) {
		bytes[dashes[i]] = '-';
	}
	return true;
}
