/*
 * Limits of a payload: nesting, elements, memory, and destructor depth, each counted before it is spent. Memory is an
 * estimate that is never refunded; PHP allocates less than 1.3 times as much for arrays and objects. Back-references
 * cost no memory.
 */
#ifndef BRINE_DECODE_LIMITS_H
#define BRINE_DECODE_LIMITS_H

#include "decode/state.h"
#include "ext/standard/php_incomplete_class.h"

/* The parts of the estimate (docs/reference/limits.md), the same on all platforms. */
#define BRINE_MEMORY_OF_ARRAY 56
#define BRINE_MEMORY_OF_ELEMENT 16
#define BRINE_MEMORY_OF_ENTRY 40
#define BRINE_MEMORY_OF_SLOT 16
#define BRINE_MEMORY_OF_COLUMN 64
#define BRINE_MEMORY_OF_NAME 32
#define BRINE_MEMORY_OF_REFERENCE 32
#define BRINE_MEMORY_OF_STRING 32
#define BRINE_BYTES_BETWEEN_STOPS 4096
/* Sizes in this range are charged one page more, because PHP rounds them up to whole pages. */
#define BRINE_MEMORY_OF_PAGE 4096
#define BRINE_MIN_PAGED 3000
#define BRINE_MAX_PAGED (1 << 20)

#define BRINE_MEMORY_IN_PAGES(bytes) \
	((bytes) + ((bytes) > BRINE_MIN_PAGED && (bytes) <= BRINE_MAX_PAGED ? BRINE_MEMORY_OF_PAGE : 0))

/* By the logarithm of the number of elements: arrays have a capacity of a power of two, at least eight. */
extern const uint64_t brine_memory_of_lists[32];
extern const uint64_t brine_memory_of_maps[32];

/*
 * The logarithm of half the capacity for `count` elements, at least one: the smallest power of two that holds them, and
 * at least 8.
 */
static zend_always_inline uint32_t brine_log_of_capacity(uint32_t count)
{
	BRINE_ASSERT(count > 0);
	return 63 - brine_leading_zeros((uint64_t) ((count - 1) | 7));
}

static zend_always_inline uint64_t brine_memory_of_list(uint32_t count)
{
	return brine_memory_of_lists[brine_log_of_capacity(count)];
}

static zend_always_inline uint64_t brine_memory_of_map(uint32_t count)
{
	return brine_memory_of_maps[brine_log_of_capacity(count)];
}

/*
 * Memory of an object with `count` values that is built this way. Hook arguments and properties found by name need a
 * map; by name, it has all declared properties too. An incomplete object also stores its class name there.
 */
uint64_t brine_memory_of_object(const zend_class_entry *ce, uint32_t count, brine_build build);

/* Cold: fails with the first exceeded limit. Always false. */
ZEND_COLD bool brine_decode_refuse_to_enter(brine_decoder *decoder, zend_ulong elements, const unsigned char *at);

/* Charges elements and memory, and enters a nesting level. `at` is the value's tag. */
static zend_always_inline bool brine_decode_enter(
	brine_decoder *decoder, zend_ulong elements, uint64_t memory, const unsigned char *at)
{
	if (UNEXPECTED((decoder->depth >= decoder->max_depth) | (elements > decoder->elements_left)
			| (memory > decoder->memory_left))) {
		return brine_decode_refuse_to_enter(decoder, elements, at);
	}
	decoder->elements_left -= elements;
	decoder->memory_left -= memory;
	decoder->depth++;
	return true;
}

static zend_always_inline void brine_decode_leave(brine_decoder *decoder)
{
	BRINE_ASSERT(decoder->depth > 0);
	decoder->depth--;
}

/* Charges memory. */
static zend_always_inline bool brine_decode_charge(brine_decoder *decoder, uint64_t memory, const unsigned char *at)
{
	if (UNEXPECTED(memory > decoder->memory_left)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_MEMORY, at);
	}
	decoder->memory_left -= memory;
	return true;
}

/*
 * Cold, for a value that begins at or after the stop: charges the overhead of strings since the last stop, so that most
 * strings cost no instruction, and checks that string and array numbers remain.
 */
ZEND_COLD bool brine_decode_pass_stop(brine_decoder *decoder);

/* Begins an array, which gets the next number; `memory` is its own size. */
static zend_always_inline bool brine_decode_open_array(
	brine_decoder *decoder, brine_open_array *open, uint32_t count, uint64_t memory, const unsigned char *at)
{
	open->elements_left = decoder->elements_left;
	open->identity_count = decoder->identity_count;
	if (UNEXPECTED(!brine_decode_enter(decoder, count, memory, at))) {
		return false;
	}
	open->number = brine_array_registry_begin(&decoder->arrays);
	open->deepest = decoder->deepest;
	decoder->deepest = decoder->depth;
	return true;
}

/* A node for an object or PHP reference that begins; `level` is that of its values, with flags. */
static zend_always_inline brine_node brine_decode_open_node_at(brine_decoder *decoder, uint32_t level)
{
	return (brine_node){level | BRINE_NODE_IS_OPEN, decoder->cycles.nodes++};
}

/* Gives an object the next number; `holds` is BRINE_NODE_HOLDS if its properties will not change. */
bool brine_decode_number_object(brine_decoder *decoder, zend_object *object, uint32_t holds, const unsigned char *at);

/*
 * Cold: closes an array, or with `node` an object, at a level. False if it is in a cycle that destructors would descend
 * too deep.
 */
ZEND_COLD bool brine_decode_close_cycles(brine_decoder *decoder, uint32_t level, uint32_t height, brine_node *node);

/* Ends an array that contains an object or reference, at the current level. */
static zend_always_inline bool brine_decode_close_impure_array(brine_decoder *decoder)
{
	decoder->cycles.nodes++;
	return EXPECTED(!decoder->cycles.found)
		|| brine_decode_close_cycles(decoder, decoder->depth, decoder->deepest - decoder->depth + 1, NULL);
}

/* Ends an array; if it is pure, it can be shared. */
static zend_always_inline bool brine_decode_close_array(
	brine_decoder *decoder, const brine_open_array *open, zend_array *array)
{
	BRINE_ASSERT(
		decoder->depth > 0 && open->number < decoder->arrays.count && open->elements_left >= decoder->elements_left);
	if (EXPECTED(decoder->identity_count == open->identity_count)) {
		brine_registered_array *entry = &decoder->arrays.items[open->number];

		entry->array = array;
		entry->elements = open->elements_left - decoder->elements_left;
		entry->height = decoder->deepest - decoder->depth + 1;
	} else if (UNEXPECTED(!brine_decode_close_impure_array(decoder))) {
		return false;
	}
	if (open->deepest > decoder->deepest) {
		decoder->deepest = open->deepest;
	}
	brine_decode_leave(decoder);
	return true;
}

/*
 * The height of an object or PHP reference: levels that destructors descend from it, itself included. Until it is
 * complete it counts as one level, because a reference to it closes a cycle; brine_cycles adds the consequences.
 */
typedef struct {
	uint32_t number;
	uint32_t deepest;
} brine_open_node;

/* Begins an object, which gets the next number; the caller has entered its level. */
static zend_always_inline void brine_decode_open_object(brine_decoder *decoder, brine_open_node *open)
{
	*open = (brine_open_node){decoder->object_count, decoder->deepest};
	decoder->deepest = decoder->depth;
}

/* Ends an object; the caller has left its level. */
static zend_always_inline bool brine_decode_close_object(brine_decoder *decoder, const brine_open_node *open)
{
	brine_node *node = &decoder->objects[open->number].node;
	uint32_t height = decoder->deepest - decoder->depth;

	BRINE_ASSERT(open->number < decoder->object_count && decoder->deepest >= decoder->depth);
	*node = (brine_node){height, 0};
	if (open->deepest > decoder->deepest) {
		decoder->deepest = open->deepest;
	}
	return EXPECTED(!decoder->cycles.found) || brine_decode_close_cycles(decoder, decoder->depth + 1, height, node);
}

/* Ends the object numbered last, which is empty and has no level. */
static zend_always_inline void brine_decode_close_leaf(brine_decoder *decoder)
{
	decoder->objects[decoder->object_count - 1].node = (brine_node){1, 0};
}

/* Fails if the stack does not allow destructors to descend to this level. */
bool brine_decode_check_height(brine_decoder *decoder, uint32_t level, const unsigned char *at);

/* Begins a PHP reference, which has a number and no level of its own. */
static zend_always_inline void brine_decode_open_reference(
	brine_decoder *decoder, brine_open_node *open, uint32_t number)
{
	*open = (brine_open_node){number, decoder->deepest};
	decoder->deepest = decoder->depth;
}

/*
 * Makes a PHP reference of null at *out, with its number; *open is for brine_decode_close_reference(). `at` is its tag.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_begin_reference(
	brine_decoder *decoder, zval *out, brine_open_node *open, const unsigned char *at);

/* Ends a PHP reference. `at` is its tag. */
static zend_always_inline bool brine_decode_close_reference(
	brine_decoder *decoder, const brine_open_node *open, const unsigned char *at)
{
	uint32_t deepest = decoder->deepest + 1;
	uint32_t group =
		UNEXPECTED(decoder->cycles.found) ? brine_cycles_close_reference(&decoder->cycles, decoder->depth) : 0;

	decoder->references[open->number].node = (brine_node){deepest - decoder->depth, group};
	decoder->deepest = open->deepest > deepest ? open->deepest : deepest;
	return brine_decode_check_height(decoder, deepest, at);
}

/* Accounts for a back-reference to an object or PHP reference. `at` is the tag. */
bool brine_decode_again(brine_decoder *decoder, brine_node node, const unsigned char *at);

/* Cold half of brine_decode_count(): reports the fault. */
ZEND_COLD void brine_decode_refuse_count(brine_decoder *decoder, uint64_t value, const unsigned char *at);

/* Reads a number of elements, each of which takes at least `unit` bytes of input: a constant from 0 to 2. */
static zend_always_inline bool brine_decode_count(brine_decoder *decoder, uint32_t *count, unsigned unit)
{
	const unsigned char *at;
	uint64_t value;

	if (UNEXPECTED(!brine_decode_uv(decoder, &value, &at))) {
		return false;
	}
	/* Subtracting 1 makes 0 too large, and large values fail before the product can overflow. */
	if (UNEXPECTED(value - 1 >= BRINE_MAX_ELEMENTS_OF_ARRAY || value * unit > brine_cursor_left(&decoder->in))) {
		brine_decode_refuse_count(decoder, value, at);
		return false;
	}
	*count = (uint32_t) value;
	return true;
}

#endif
