#include "decode/limits.h"
#include "core/fiber.h"

bool brine_decode_enter_slowly(brine_decoder *decoder, zend_ulong elements, uint64_t memory, const unsigned char *at)
{
	if (UNEXPECTED(decoder->depth >= decoder->max_depth)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_DEPTH, at);
	}
	if (UNEXPECTED(elements > decoder->elements_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	if (UNEXPECTED(memory > decoder->memory_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_MEMORY, at);
	}
	if (UNEXPECTED(decoder->strings.count >= BRINE_MAX_NUMBERS || decoder->arrays.count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
	}
	decoder->elements_left -= elements;
	decoder->memory_left -= memory;
	decoder->depth++;
	return true;
}

bool brine_decode_again(brine_decoder *decoder, uint32_t height, const unsigned char *at)
{
	uint32_t deepest = decoder->depth + (height > 0 ? height : 1);

	/* How much the stack takes is only asked where it could matter. */
	if (UNEXPECTED(deepest > decoder->safe_depth) && deepest > brine_safe_height()) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_DEEP, at);
	}
	if (deepest > decoder->deepest) {
		decoder->deepest = deepest;
	}
	return true;
}

bool brine_decode_count(brine_decoder *decoder, uint32_t *count, unsigned unit)
{
	const unsigned char *at;
	uint64_t value;

	if (UNEXPECTED(!brine_decode_uv(decoder, &value, &at))) {
		return false;
	}
	if (UNEXPECTED(value == 0 || value > BRINE_MAX_ELEMENTS_OF_ARRAY)) {
		return brine_decode_fail(decoder, BRINE_ERR_BAD_COUNT, at);
	}
	if (UNEXPECTED(unit > 0 && value > brine_cursor_left(&decoder->in) / unit)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	*count = (uint32_t) value;
	return true;
}
