/* Validation of UTF-8. */
#include "msgpack/msgpack.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)

static zend_always_inline bool is_continuation(unsigned byte)
{
	return (byte & 0xC0) == 0x80;
}

/* Size of the multi-byte character at p, or 0 if it is invalid; `left` bytes are available, at least one. */
static zend_always_inline size_t character_size(const unsigned char *p, size_t left)
{
	unsigned lead = p[0];

	/* Table 3-7 of the Unicode Standard: which second bytes a first byte allows. */
	if (lead >= 0xC2 && lead <= 0xDF) {
		return left >= 2 && is_continuation(p[1]) ? 2 : 0;
	}
	if ((lead & 0xF0) == 0xE0) {
		if (left < 3 || !is_continuation(p[1]) || !is_continuation(p[2])) {
			return 0;
		}
		return (lead == 0xE0 && p[1] < 0xA0) || (lead == 0xED && p[1] > 0x9F) ? 0 : 3;
	}
	if (lead >= 0xF0 && lead <= 0xF4) {
		if (left < 4 || !is_continuation(p[1]) || !is_continuation(p[2]) || !is_continuation(p[3])) {
			return 0;
		}
		return (lead == 0xF0 && p[1] < 0x90) || (lead == 0xF4 && p[1] > 0x8F) ? 0 : 4;
	}
	return 0;
}

bool brine_is_utf8(const unsigned char *bytes, size_t size)
{
	const unsigned char *p = bytes;
	const unsigned char *end = bytes + size;

	while (p < end) {
		size_t step;

		if (*p <= 0x7F) {
			/* ASCII is checked by words; words with other bytes are checked byte by byte. */
			while (end - p >= 16 && !((brine_load_le(p, 8) | brine_load_le(p + 8, 8)) & HIGH_BITS)) {
				p += 16;
			}
			while (p < end && *p <= 0x7F) {
				p++;
			}
			continue;
		}
		step = character_size(p, (size_t) (end - p));
		if (step == 0) {
			return false;
		}
		p += step;
	}
	return true;
}
