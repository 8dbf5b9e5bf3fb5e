/* Numbers of the format (section 2 of docs/format.md): uv, of 1 to 9 bytes, and sv, a zigzag-encoded uv. */
#ifndef BRINE_NUMBERS_H
#define BRINE_NUMBERS_H

#include "php.h"
#include "core/buffer.h"
#include "core/cursor.h"
#include "format/format.h"

static zend_always_inline unsigned char *brine_write_uv(unsigned char *p, uint64_t value)
{
	if (EXPECTED(value < BRINE_UV_2)) {
		return brine_write_u8(p, (unsigned) value);
	}
	if (value < BRINE_UV_3) {
		value -= BRINE_UV_2;
		p = brine_write_u8(p, BRINE_UV_2_LEAD + (unsigned) (value >> 8));
		return brine_write_u8(p, (unsigned) value & 0xFF);
	}
	if (value < BRINE_UV_5) {
		value -= BRINE_UV_3;
		p = brine_write_u8(p, BRINE_UV_3_LEAD + (unsigned) (value >> 16));
		return brine_write_le(p, value, 2);
	}
	if (value <= UINT32_MAX) {
		p = brine_write_u8(p, BRINE_UV_5_LEAD);
		return brine_write_le(p, value, 4);
	}
	p = brine_write_u8(p, BRINE_UV_9_LEAD);
	return brine_write_le(p, value, 8);
}

/* Encoded size of a uv. */
static zend_always_inline size_t brine_uv_size(uint64_t value)
{
	return value < BRINE_UV_2 ? 1 : value < BRINE_UV_3 ? 2 : value < BRINE_UV_5 ? 3 : value <= UINT32_MAX ? 5 : 9;
}

static zend_always_inline void brine_put_uv(brine_buffer *buffer, uint64_t value)
{
	BRINE_ASSERT(brine_has_room(buffer, brine_uv_size(value)));
	buffer->p = brine_write_uv(buffer->p, value);
}

/* Zigzag: small magnitudes of either sign become small numbers. */
static zend_always_inline void brine_put_sv(brine_buffer *buffer, int64_t value)
{
	brine_put_uv(buffer, ((uint64_t) value << 1) ^ (value < 0 ? UINT64_MAX : 0));
}

/* Cold half of brine_get_uv(): the forms of more than one byte. */
bool brine_get_uv_long(brine_cursor *cursor, uint64_t *value);

/* Reads a uv; false, with the cursor unchanged, if it is truncated, overlong or invalid. */
static zend_always_inline bool brine_get_uv(brine_cursor *cursor, uint64_t *value)
{
	if (EXPECTED(cursor->p < cursor->end && *cursor->p < BRINE_UV_2)) {
		*value = *cursor->p++;
		return true;
	}
	return brine_get_uv_long(cursor, value);
}

static zend_always_inline bool brine_get_sv(brine_cursor *cursor, int64_t *value)
{
	uint64_t zigzag;

	if (UNEXPECTED(!brine_get_uv(cursor, &zigzag))) {
		return false;
	}
	*value = (int64_t) ((zigzag >> 1) ^ (zigzag & 1 ? UINT64_MAX : 0));
	return true;
}

#endif
