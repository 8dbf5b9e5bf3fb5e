#include "format/packed.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/cursor.h"
#include "format/numbers.h"

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

/* The characters of DIGITS before a second one, and all pairs: the first one is in the low half of a byte. */
#define BEFORE(second) \
	"0" second "1" second "2" second "3" second "4" second "5" second "6" second "7" second "8" second "9" second \
	"-" second ":" second "." second " " second "T" second "+" second
static const char digit_pairs[2 * 256 + 1] =
	BEFORE("0") BEFORE("1") BEFORE("2") BEFORE("3") BEFORE("4") BEFORE("5") BEFORE("6") BEFORE("7") BEFORE("8")
		BEFORE("9") BEFORE("-") BEFORE(":") BEFORE(".") BEFORE(" ") BEFORE("T") BEFORE("+");

static const char hex_digits[] = "0123456789abcdef";

/* Positions of a UUID's dashes. */
static const unsigned char dashes[4] = {8, 13, 18, 23};

/* Characters processed at once: one word, or two. */
#ifdef BRINE_HAVE_PAIRS
typedef brine_pair hex_word;
typedef signed char hex_bytes __attribute__((vector_size(sizeof(hex_word))));
#else
typedef uint64_t hex_word;
#endif
#define LANES (sizeof(hex_word) / sizeof(uint64_t))
#define UUID_WORDS (4 / LANES)

/* Interleaves the first eight bytes of two words. */
#ifdef __clang__
#define INTERLEAVE(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#else
#define INTERLEAVE(a, b) __builtin_shuffle(a, b, (hex_bytes){0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23})
#endif

/* The same byte in each of eight. */
#define EIGHT_TIMES(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Sets all bits of each byte whose digit is a letter. */
static zend_always_inline hex_word letters_of(hex_word digits)
{
#ifdef BRINE_HAVE_PAIRS
	return (hex_word) ((hex_bytes) digits > 9);
#else
	hex_word letters = ((digits + EIGHT_TIMES(6)) >> 4) & EIGHT_TIMES(1);

	return (letters << 8) - letters;
#endif
}

/* Converts digits, one per byte, to hexadecimal characters. */
static zend_always_inline hex_word hex_of(hex_word digits)
{
	return digits + EIGHT_TIMES('0') + (letters_of(digits) & EIGHT_TIMES('a' - '0' - 10));
}

/* Converts hexadecimal characters to digits, one per byte; other characters yield the digit of some hexadecimal one. */
static zend_always_inline hex_word digits_of(hex_word characters)
{
	hex_word letters = (characters >> 6) & EIGHT_TIMES(1);

	return ((characters & EIGHT_TIMES(15)) + (letters << 3) + letters) & EIGHT_TIMES(15);
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

/* Combines the bits of any eight bytes. */
static zend_always_inline uint64_t fold_lanes(hex_word word)
{
#ifdef BRINE_HAVE_PAIRS
	return word[0] | word[1];
#else
	return word;
#endif
}

/* Packs two digits per byte, the first one in the low half. */
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

/* Reads the characters of one hex_word. */
static zend_always_inline hex_word read_characters(const unsigned char *p)
{
#ifdef BRINE_HAVE_PAIRS
	const hex_word joined = {brine_load_le(p, 8), 0};
	const hex_bytes first = (hex_bytes) (joined & EIGHT_TIMES(15));
	const hex_bytes second = (hex_bytes) (joined >> 4 & EIGHT_TIMES(15));

	return hex_of((hex_word) INTERLEAVE(first, second));
#else
	hex_word joined = brine_load_le(p, 4);

	joined = (joined | joined << 16) & UINT64_C(0x0000FFFF0000FFFF);
	joined = (joined | joined << 8) & UINT64_C(0x00FF00FF00FF00FF);
	return hex_of((joined | joined << 4) & EIGHT_TIMES(15));
#endif
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

/* Packs a UUID; NULL if the string is not one, or if it has no letters and is packed as DIGITS. */
static unsigned char *pack_uuid(unsigned char *p, const char *bytes)
{
	hex_word words[UUID_WORDS], digits;
	uint64_t error = 0, seen = 0;

	for (unsigned i = 0; i < 4; i++) {
		if (bytes[dashes[i]] != '-') {
			return NULL;
		}
	}
	load_uuid(bytes, words);
	for (unsigned i = 0; i < UUID_WORDS; i++) {
		digits = digits_of(words[i]);
		error |= fold_lanes(hex_of(digits) ^ words[i]);
		seen |= fold_lanes(words[i]);
		p = write_digits(p, digits);
	}
	return error == 0 && (seen & EIGHT_TIMES(0x40)) ? p : NULL;
}

/* Packs characters of one alphabet; NULL if some characters are not in it. */
static zend_always_inline unsigned char *pack(
	unsigned char *p, const char *characters, size_t size, unsigned shift, unsigned outside)
{
	const unsigned char *bytes = (const unsigned char *) characters;
	const uint16_t *codes = brine_packed_codes;
	unsigned first, second, third, fourth;

	for (; size >= 4; size -= 4, bytes += 4, p += 2) {
		first = codes[bytes[0]];
		second = codes[bytes[1]];
		third = codes[bytes[2]];
		fourth = codes[bytes[3]];
		if ((first | second | third | fourth) & outside) {
			return NULL;
		}
		p[0] = (unsigned char) (first >> shift | second >> shift << 4);
		p[1] = (unsigned char) (third >> shift | fourth >> shift << 4);
	}
	for (; size > 0; size -= size > 1 ? 2 : 1, bytes += 2, p++) {
		first = codes[bytes[0]];
		second = size > 1 ? codes[bytes[1]] : 0;
		if ((first | second) & outside) {
			return NULL;
		}
		*p = (unsigned char) (first >> shift | second >> shift << 4);
	}
	return p;
}

/* Packs hexadecimal characters; NULL if there are others. */
static unsigned char *pack_hex(unsigned char *p, const char *bytes, size_t size)
{
	const size_t step = sizeof(hex_word);
	hex_word characters, digits, error = {0};
	size_t last = (size - step) & ~(size_t) 1;

	if (size < step) {
		return pack(p, bytes, size, 8, BRINE_NOT_A_HEX);
	}
	/* The last step overlaps the one before. */
	for (size_t i = 0;; i = i + step < last ? i + step : last) {
		characters = load_characters(bytes + i);
		digits = digits_of(characters);
		error |= hex_of(digits) ^ characters;
		write_digits(p + i / 2, digits);
		if (i == last || fold_lanes(error)) {
			break;
		}
	}
	return fold_lanes(error) ? NULL : pack(p + size / 2, bytes + size - size % 2, size % 2, 8, BRINE_NOT_A_HEX);
}

BRINE_HOT unsigned char *brine_write_packed(unsigned char *p, const char *bytes, size_t size)
{
	const unsigned char *first = (const unsigned char *) bytes;
	unsigned codes = brine_packed_codes[first[0]] | brine_packed_codes[first[1]] | brine_packed_codes[first[2]]
		| brine_packed_codes[first[3]];
	unsigned char *end;

	BRINE_ASSERT(size >= BRINE_PACKED_MIN && size <= BRINE_PACKED_MAX);
	if (size == BRINE_UUID_SIZE && (end = pack_uuid(p + 1, bytes))) {
		*p = BRINE_TAG_UUID;
		return end;
	}
	if (!(codes & BRINE_NOT_A_DIGIT) && (end = pack(brine_write_uv(p + 1, size), bytes, size, 0, BRINE_NOT_A_DIGIT))) {
		*p = BRINE_TAG_DIGITS;
		return end;
	}
	if (!(codes & BRINE_NOT_A_HEX) && (end = pack_hex(brine_write_uv(p + 1, size), bytes, size))) {
		*p = BRINE_TAG_HEX;
		return end;
	}
	return NULL;
}

/* Writes the two characters of a packed byte. */
static zend_always_inline void unpack_pair(char *bytes, unsigned char pair)
{
	memcpy(bytes, digit_pairs + 2 * (size_t) pair, 2);
}

static void unpack_digits(char *bytes, const unsigned char *p, size_t size)
{
	for (; size >= 8; size -= 8, bytes += 8, p += 4) {
		unpack_pair(bytes, p[0]);
		unpack_pair(bytes + 2, p[1]);
		unpack_pair(bytes + 4, p[2]);
		unpack_pair(bytes + 6, p[3]);
	}
	for (; size >= 2; size -= 2, bytes += 2, p++) {
		unpack_pair(bytes, *p);
	}
	if (size > 0) {
		*bytes = digit_pairs[2 * (*p & 15)];
	}
}

/* Writes the characters of one hex_word; returns the end. */
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
	const size_t step = sizeof(hex_word);
	size_t i = 0;

	if (size >= step) {
		/* The last step overlaps the one before. */
		for (size_t last = (size - step) & ~(size_t) 1; i < last; i += step) {
			write_characters((unsigned char *) bytes + i, read_characters(p + i / 2));
		}
		i = (size - step) & ~(size_t) 1;
		write_characters((unsigned char *) bytes + i, read_characters(p + i / 2));
		i += step;
	}
	for (; i < size; i++) {
		bytes[i] = hex_digits[p[i / 2] >> (i % 2 * 4) & 15];
	}
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
		unpack_digits(bytes, p, size);
	}
	return size % 2 == 0 || p[size / 2] < 16;
}
