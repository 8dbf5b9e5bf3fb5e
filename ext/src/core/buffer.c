#include "core/buffer.h"

/* Up to this size the output doubles; above it, it grows by half, so that a large result has less slack. */
#define BRINE_BUFFER_DOUBLING_LIMIT (1024 * 1024)

void brine_copy_long(unsigned char *p, const char *bytes, size_t size)
{
	/* Volatile, or the compiler merges the pieces into one copy. */
	volatile size_t piece = BRINE_COPY_PIECE;

	if ((((uintptr_t) p - (uintptr_t) bytes) & 4095) - 1 < 15) {
		for (; size > piece; size -= BRINE_COPY_PIECE, p += BRINE_COPY_PIECE, bytes += BRINE_COPY_PIECE) {
			memcpy(p, bytes, piece);
		}
	}
	memcpy(p, bytes, size);
}

void brine_buffer_grow(brine_buffer *buffer, size_t size)
{
	size_t used = brine_buffer_offset(buffer);
	size_t needed = zend_safe_address_guarded(1, size, used);
	size_t slack = used < BRINE_BUFFER_DOUBLING_LIMIT ? used : used / 2;
	size_t capacity = zend_safe_address_guarded(1, needed, slack);

	if (buffer->string) {
		buffer->string = zend_string_extend(buffer->string, capacity, 0);
	} else {
		buffer->string = zend_string_alloc(capacity, 0);
		memcpy(ZSTR_VAL(buffer->string), buffer->start, used);
	}
	buffer->start = (unsigned char *) ZSTR_VAL(buffer->string);
	buffer->p = buffer->start + used;
	buffer->end = buffer->start + capacity;
}

BRINE_HOT zend_string *brine_buffer_finish(brine_buffer *buffer)
{
	size_t used = brine_buffer_offset(buffer);
	zend_string *result = buffer->string;

	if (!result) {
		return zend_string_init((const char *) buffer->start, used, 0);
	}
	buffer->string = NULL;
	result = zend_string_truncate(result, used, 0);
	ZSTR_VAL(result)[used] = '\0';
	return result;
}

void brine_buffer_discard(brine_buffer *buffer)
{
	if (buffer->string) {
		zend_string_efree(buffer->string);
		buffer->string = NULL;
	}
}
