#include "core/string_hash.h"
#include "core/hash.h"

#if defined(__x86_64__) && SIZEOF_ZEND_LONG == 8

/* Powers of the hash's factor, 33. */
#define POWER_2 UINT64_C(1089)
#define POWER_4 (POWER_2 * POWER_2)
#define POWER_8 (POWER_4 * POWER_4)
#define POWER_16 (POWER_8 * POWER_8)
/* A byte counts as a signed number, from -128 on. What eight bytes that are 128 too large add. */
#define WORD_BIAS (128 * (33 + 1) * (POWER_2 + 1) * (POWER_4 + 1))

static bool is_known;

/* What eight bytes add, and WORD_BIAS. */
static zend_always_inline uint64_t add_up(const char *bytes)
{
	uint64_t word = brine_load_native(bytes, 8) ^ UINT64_C(0x8080808080808080);

	word = (word & UINT64_C(0x00FF00FF00FF00FF)) * 33 + (word >> 8 & UINT64_C(0x00FF00FF00FF00FF));
	word = (word & UINT64_C(0x0000FFFF0000FFFF)) * POWER_2 + (word >> 16 & UINT64_C(0x0000FFFF0000FFFF));
	return (word & UINT32_MAX) * POWER_4 + (word >> 32);
}

static uint64_t hash_of(const char *bytes, size_t size)
{
	uint64_t hash = 5381;

	for (; size >= 16; bytes += 16, size -= 16) {
		hash = hash * POWER_16 + (add_up(bytes) * POWER_8 + add_up(bytes + 8) - WORD_BIAS * (POWER_8 + 1));
	}
	if (size >= 8) {
		hash = hash * POWER_8 + (add_up(bytes) - WORD_BIAS);
		bytes += 8;
		size -= 8;
	}
	for (; size > 0; bytes++, size--) {
		hash = hash * 33 + (uint64_t) (int64_t) (signed char) *bytes;
	}
	return hash | UINT64_C(0x8000000000000000);
}

void brine_string_hash_startup(void)
{
	char bytes[256 + 15];
	bool is_same = true;

	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (char) (i * 37);
	}
	for (size_t size = sizeof(bytes) - 16; size <= sizeof(bytes); size++) {
		is_same &= hash_of(bytes, size) == zend_hash_func(bytes, size);
	}
	is_known = is_same;
}

zend_ulong brine_string_hash(const char *bytes, size_t size)
{
	return EXPECTED(is_known) ? hash_of(bytes, size) : zend_hash_func(bytes, size);
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
