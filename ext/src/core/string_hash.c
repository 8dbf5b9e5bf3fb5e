#include "core/string_hash.h"
#include "core/hash.h"

#if defined(__x86_64__) && SIZEOF_ZEND_LONG == 8

#include <emmintrin.h>

/* Powers of the hash's factor, 33. */
#define POWER_2 UINT64_C(1089)
#define POWER_4 (POWER_2 * POWER_2)
#define POWER_8 (POWER_4 * POWER_4)
#define POWER_16 (POWER_8 * POWER_8)
/* Makes the sum of four bytes, which is below 2^23 in magnitude, positive; and the correction for 16 bytes. */
#define BIAS (1 << 23)
#define BLOCK_BIAS (BIAS * (POWER_4 + 1) * (POWER_8 + 1))
/* For fewer bytes, PHP's own function is as fast. */
#define LEAST_SIZE 16

static bool is_known;

/* Contribution of 16 bytes, which count from -128 to 127. */
static zend_always_inline uint64_t add_up(const char *bytes)
{
	const __m128i of_bytes = _mm_set1_epi32(1 << 16 | 33), of_pairs = _mm_set1_epi32(1 << 16 | (int) POWER_2);
	__m128i block = _mm_loadu_si128((const __m128i *) bytes);
	__m128i low = _mm_madd_epi16(_mm_srai_epi16(_mm_unpacklo_epi8(block, block), 8), of_bytes);
	__m128i high = _mm_madd_epi16(_mm_srai_epi16(_mm_unpackhi_epi8(block, block), 8), of_bytes);
	__m128i fours = _mm_add_epi32(_mm_madd_epi16(_mm_packs_epi32(low, high), of_pairs), _mm_set1_epi32(BIAS));
	__m128i eights = _mm_add_epi64(_mm_mul_epu32(fours, _mm_set1_epi64x((int64_t) POWER_4)), _mm_srli_epi64(fours, 32));

	return (uint64_t) _mm_cvtsi128_si64(eights) * POWER_8
		+ (uint64_t) _mm_cvtsi128_si64(_mm_unpackhi_epi64(eights, eights)) - BLOCK_BIAS;
}

static uint64_t hash_of(const char *bytes, size_t size)
{
	uint64_t hash = 5381;

	for (; size >= 16; bytes += 16, size -= 16) {
		hash = hash * POWER_16 + add_up(bytes);
	}
	for (; size > 0; bytes++, size--) {
		hash = hash * 33 + (uint64_t) (int64_t) (signed char) *bytes;
	}
	return hash | UINT64_C(0x8000000000000000);
}

void brine_string_hash_startup(void)
{
	char bytes[256 + LEAST_SIZE];
	bool is_same = true;

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (char) (i * 37);
	}
	for (size_t i = 0; i <= LEAST_SIZE; i++) {
		is_same &= hash_of(bytes + i, 256) == zend_hash_func(bytes + i, 256);
		is_same &= hash_of(bytes, 256 + i) == zend_hash_func(bytes, 256 + i);
	}
	is_known = is_same;
}

zend_ulong brine_string_hash(const char *bytes, size_t size)
{
	return EXPECTED(is_known) && size >= LEAST_SIZE ? hash_of(bytes, size) : zend_hash_func(bytes, size);
}

#else

void brine_string_hash_startup(void)
{
}

zend_ulong brine_string_hash(const char *bytes, size_t size)
{
	return zend_hash_func(bytes, size);
}

#endif
