/*
 * Finds the end of a message that may be incomplete. Needs neither recursion nor memory: one number is the whole state.
 */
#include "msgpack/msgpack.h"

/* Decoded head of a value. */
typedef struct {
	/* Bytes of the value without inner values: its head, and its own content. */
	uint64_t size;
	/* Number of inner values: an array's elements, or twice a map's entries. */
	uint64_t values;
} value_head;

/* Content after the first byte: a length or count, and its meaning. */
typedef enum {
	KIND_NONE,
	KIND_BYTES,
	KIND_EXT,
	KIND_ARRAY,
	KIND_MAP,
	KIND_UNUSED,
} value_kind;

/* From BRINE_MSGPACK_NIL up to the negative integers. */
static const struct {
	unsigned char kind;
	/* Bytes of the length or count; without one, bytes of the value. */
	unsigned char size;
} heads[] = {
	{KIND_NONE, 0},
	{KIND_UNUSED, 0},
	{KIND_NONE, 0},
	{KIND_NONE, 0},
	{KIND_BYTES, 1},
	{KIND_BYTES, 2},
	{KIND_BYTES, 4},
	{KIND_EXT, 1},
	{KIND_EXT, 2},
	{KIND_EXT, 4},
	{KIND_NONE, 4},
	{KIND_NONE, 8},
	{KIND_NONE, 1},
	{KIND_NONE, 2},
	{KIND_NONE, 4},
	{KIND_NONE, 8},
	{KIND_NONE, 1},
	{KIND_NONE, 2},
	{KIND_NONE, 4},
	{KIND_NONE, 8},
	{KIND_NONE, 2},
	{KIND_NONE, 3},
	{KIND_NONE, 5},
	{KIND_NONE, 9},
	{KIND_NONE, 17},
	{KIND_BYTES, 1},
	{KIND_BYTES, 2},
	{KIND_BYTES, 4},
	{KIND_ARRAY, 2},
	{KIND_ARRAY, 4},
	{KIND_MAP, 2},
	{KIND_MAP, 4},
};

static uint64_t load_length(const unsigned char *p, unsigned size)
{
	switch (size) {
		case 1:
			return brine_load_be(p, 1);
		case 2:
			return brine_load_be(p, 2);
		default:
			return brine_load_be(p, 4);
	}
}

/*
 * Reads a head with at least one byte available; false if it is incomplete. The first byte must not be the unused one.
 */
static zend_always_inline bool read_head(const unsigned char *p, size_t left, value_head *head)
{
	unsigned byte = *p;
	unsigned size;
	uint64_t length;

	*head = (value_head){.size = 1};
	if (byte < BRINE_MSGPACK_NIL) {
		if (byte >= BRINE_MSGPACK_SHORT_STR) {
			head->size += byte - BRINE_MSGPACK_SHORT_STR;
		} else if (byte >= BRINE_MSGPACK_SHORT_ARRAY) {
			head->values = byte - BRINE_MSGPACK_SHORT_ARRAY;
		} else if (byte >= BRINE_MSGPACK_SHORT_MAP) {
			head->values = 2 * (byte - BRINE_MSGPACK_SHORT_MAP);
		}
		return true;
	}
	if (byte >= BRINE_MSGPACK_NEGATIVE_INT) {
		return true;
	}
	size = heads[byte - BRINE_MSGPACK_NIL].size;
	head->size += size;
	if (heads[byte - BRINE_MSGPACK_NIL].kind == KIND_NONE) {
		return true;
	}
	if (left <= size) {
		return false;
	}
	length = load_length(p + 1, size);
	switch (heads[byte - BRINE_MSGPACK_NIL].kind) {
		case KIND_ARRAY:
			head->values = length;
			break;
		case KIND_MAP:
			head->values = 2 * length;
			break;
		case KIND_EXT:
			head->size += 1 + length;
			break;
		default:
			head->size += length;
			break;
	}
	return true;
}

/* True if the first byte, which begins an array or a map, begins a map. */
static zend_always_inline bool is_map(unsigned byte)
{
	return byte < BRINE_MSGPACK_SHORT_ARRAY || byte >= BRINE_MSGPACK_MAP_16;
}

zend_result brine_msgpack_scan(const zend_string *bytes, size_t *offset, zend_long *pending, zend_long *elements)
{
	const unsigned char *start = (const unsigned char *) ZSTR_VAL(bytes);
	const unsigned char *end = start + ZSTR_LEN(bytes);
	const unsigned char *p = start + *offset;
	uint64_t missing = (uint64_t) *pending;
	uint64_t elements_left = (uint64_t) *elements;
	value_head head;

	while (missing > 0 && p < end) {
		if (UNEXPECTED(*p == BRINE_MSGPACK_UNUSED)) {
			brine_throw_unpack_error(BRINE_UNPACK_ERR_UNKNOWN_BYTE, (size_t) (p - start));
			return FAILURE;
		}
		if (!read_head(p, (size_t) (end - p), &head) || head.size > (uint64_t) (end - p)) {
			break;
		}
		missing--;
		if (head.values > 0) {
			uint64_t elements_here = is_map(*p) ? head.values / 2 : head.values;

			if (UNEXPECTED(elements_here > elements_left)) {
				brine_throw_unpack_error(BRINE_UNPACK_ERR_MAX_ELEMENTS, (size_t) (p - start));
				return FAILURE;
			}
			if (UNEXPECTED(head.values > (uint64_t) ZEND_LONG_MAX - missing)) {
				brine_throw_unpack_error(BRINE_UNPACK_ERR_BAD_COUNT, (size_t) (p - start));
				return FAILURE;
			}
			elements_left -= elements_here;
			missing += head.values;
		}
		p += head.size;
	}
	*offset = (size_t) (p - start);
	*pending = (zend_long) missing;
	*elements = (zend_long) elements_left;
	return SUCCESS;
}
