#include "tape.h"
#include <string.h>

void put(tape *out, unsigned byte)
{
	if (out->size < out->capacity) {
		out->bytes[out->size++] = (uint8_t) byte;
	}
}

void put_bytes(tape *out, const void *bytes, size_t size)
{
	if (size > out->capacity - out->size) {
		size = out->capacity - out->size;
	}
	memcpy(out->bytes + out->size, bytes, size);
	out->size += size;
}

void put_number(tape *out, uint64_t value, unsigned size)
{
	for (; size > 0; size--, value >>= 8) {
		put(out, value & 0xFF);
	}
}

void put_uv(tape *out, uint64_t value)
{
	if (value < BRINE_UV_2) {
		put(out, (unsigned) value);
	} else if (value < BRINE_UV_3) {
		put(out, BRINE_UV_2_LEAD + (unsigned) ((value - BRINE_UV_2) >> 8));
		put(out, (value - BRINE_UV_2) & 0xFF);
	} else if (value < BRINE_UV_5) {
		put(out, BRINE_UV_3_LEAD + (unsigned) ((value - BRINE_UV_3) >> 16));
		put_number(out, (value - BRINE_UV_3) & 0xFFFF, 2);
	} else if (value <= UINT32_MAX) {
		put(out, BRINE_UV_5_LEAD);
		put_number(out, value, 4);
	} else {
		put(out, BRINE_UV_9_LEAD);
		put_number(out, value, 8);
	}
}

void put_sv(tape *out, int64_t value)
{
	put_uv(out, (uint64_t) value << 1 ^ (uint64_t) (value >> 63));
}

void put_reference(tape *out, sequence of, uint64_t number)
{
	static const uint8_t tags[SEQUENCES] = {
		BRINE_TAG_STRING_REF, BRINE_TAG_SHARED, BRINE_TAG_SHAPED, BRINE_TAG_OBJECT_REF, BRINE_TAG_REFERENCE_REF};

	if (of == STRINGS && number < BRINE_STRING_REF_1_COUNT) {
		put(out, BRINE_TAG_STRING_REF_1 + (unsigned) number);
	} else if (of == STRINGS && number < BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT) {
		put(out, BRINE_TAG_STRING_REF_2 + (unsigned) ((number - BRINE_STRING_REF_1_COUNT) >> 8));
		put(out, (number - BRINE_STRING_REF_1_COUNT) & 0xFF);
	} else if (of == SHAPES && number < BRINE_SHAPED_1_COUNT) {
		put(out, BRINE_TAG_SHAPED_1 + (unsigned) number);
	} else if (of == ARRAYS && number < BRINE_SHARED_2_COUNT) {
		put(out, BRINE_TAG_SHARED_2 + (unsigned) (number >> 8));
		put(out, number & 0xFF);
	} else {
		put(out, tags[of]);
		put_uv(out, number);
	}
}

void dice_init(dice *d, unsigned seed)
{
	d->state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
	roll_bits(d);
	roll_bits(d);
}

/* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"). */
uint64_t roll_bits(dice *d)
{
	d->state ^= d->state >> 12;
	d->state ^= d->state << 25;
	d->state ^= d->state >> 27;
	return d->state * UINT64_C(0x2545F4914F6CDD1D);
}

uint32_t roll(dice *d, uint32_t count)
{
	return (uint32_t) ((roll_bits(d) >> 32) * count >> 32);
}

bool once_in(dice *d, uint32_t times)
{
	return roll(d, times) == 0;
}

uint64_t roll_interesting(dice *d)
{
	static const uint64_t numbers[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 63, 64, 65, 127, 128, 191, 192, 255, 256,
		4095, 4096, 8383, 8384, 32768, 65535, 65536, 991423, 991424, UINT64_C(1) << 29, UINT64_C(1) << 30,
		(UINT64_C(1) << 30) + 1, INT32_MAX, UINT64_C(1) << 31, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 53,
		INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};

	return once_in(d, 2) ? roll(d, 12) : numbers[roll(d, sizeof(numbers) / sizeof(*numbers))];
}
