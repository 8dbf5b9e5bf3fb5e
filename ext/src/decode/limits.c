#include "decode/limits.h"
#include "core/fiber.h"
#include "decode/refuse.h"

#define FOOTPRINT(element, log) \
	BRINE_MEMORY_OF_ARRAY + BRINE_MEMORY_IN_PAGES((uint64_t) BRINE_MEMORY_OF_##element << ((log) + 1))
#define FOOTPRINTS(element, log) \
	FOOTPRINT(element, log), FOOTPRINT(element, (log) + 1), FOOTPRINT(element, (log) + 2), FOOTPRINT(element, (log) + 3)
#define ALL_FOOTPRINTS(element) \
	FOOTPRINTS(element, 0), FOOTPRINTS(element, 4), FOOTPRINTS(element, 8), FOOTPRINTS(element, 12), \
		FOOTPRINTS(element, 16), FOOTPRINTS(element, 20), FOOTPRINTS(element, 24), FOOTPRINTS(element, 28)

const uint64_t brine_memory_of_lists[32] = {ALL_FOOTPRINTS(ELEMENT)};
const uint64_t brine_memory_of_maps[32] = {ALL_FOOTPRINTS(ENTRY)};

uint64_t brine_memory_of_object(const zend_class_entry *ce, uint32_t count, brine_build build)
{
	uint32_t slots = (uint32_t) ce->default_properties_count;
	uint64_t memory = BRINE_MEMORY_OF_ARRAY + BRINE_MEMORY_IN_PAGES((uint64_t) BRINE_MEMORY_OF_SLOT * slots);

	if (ce == PHP_IC_ENTRY) {
		return memory + brine_memory_of_map(1 + count);
	}
	if (build == BRINE_BUILD_SLOTS || count == 0) {
		return memory + (uint64_t) BRINE_MEMORY_OF_ENTRY * count;
	}
	return memory + brine_memory_of_map(build == BRINE_BUILD_BY_NAME ? slots + count : count);
}

bool brine_decode_refuse_to_enter(brine_decoder *decoder, zend_ulong elements, const unsigned char *at)
{
	return brine_decode_fail(decoder,
		decoder->depth >= decoder->max_depth    ? BRINE_ERR_MAX_DEPTH
			: elements > decoder->elements_left ? BRINE_ERR_MAX_ELEMENTS
												: BRINE_ERR_MAX_MEMORY,
		at);
}

bool brine_decode_pass_stop(brine_decoder *decoder)
{
	const unsigned char *at = decoder->in.p;
	uint32_t count = decoder->strings.count;

	if (UNEXPECTED(at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(count >= BRINE_MAX_NUMBERS || decoder->arrays.count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
	}
	if (UNEXPECTED(!brine_decode_charge(
			decoder, (uint64_t) BRINE_MEMORY_OF_STRING * (count - decoder->counted_strings), at))) {
		return false;
	}
	decoder->counted_strings = count;
	decoder->stop = at + MIN(brine_cursor_left(&decoder->in), BRINE_BYTES_BETWEEN_STOPS);
	return true;
}

/* Fails if PHP's destructors cannot recurse to this level. */
bool brine_decode_check_height(brine_decoder *decoder, uint32_t level, const unsigned char *at)
{
	/* Query the stack size only if it could matter. */
	if (UNEXPECTED(level > decoder->safe_depth) && level > brine_safe_height()) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_DEEP, at);
	}
	return true;
}

BRINE_HOT bool brine_decode_number_object(
	brine_decoder *decoder, zend_object *object, uint32_t holds, const unsigned char *at)
{
	if (UNEXPECTED(decoder->object_count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
	}
	BRINE_GROWABLE_ENSURE(decoder->objects, decoder->object_capacity, decoder->object_count);
	decoder->objects[decoder->object_count++] = (brine_decoded_object){
		.object = object,
		.node = brine_decode_open_node_at(decoder, decoder->depth | holds),
		.shape = BRINE_MAX_NUMBERS,
	};
	decoder->identity_count++;
	return true;
}

/*
 * Reports heights of newly completed arrays. An open array that is referred to contains that back-reference, so it is
 * never pure.
 */
static void measure_arrays(brine_decoder *decoder)
{
	for (; decoder->measured_arrays < decoder->arrays.count; decoder->measured_arrays++) {
		const brine_registered_array *entry = &decoder->arrays.items[decoder->measured_arrays];

		if (entry->array && entry->height > decoder->cycles.highest) {
			decoder->cycles.highest = entry->height;
		}
	}
}

bool brine_decode_again(brine_decoder *decoder, brine_node node, const unsigned char *at)
{
	uint32_t deepest;

	if (node.height & BRINE_NODE_IS_OPEN) {
		if (decoder->may_go_down_far) {
			brine_cycles_refer(&decoder->cycles, decoder->depth, node, (size_t) (at - decoder->in.start));
		}
		node.height = 1;
	} else if (UNEXPECTED(node.place > 0)) {
		measure_arrays(decoder);
		node.height = brine_cycles_jump(&decoder->cycles, decoder->depth, node);
	}
	deepest = decoder->depth + node.height;
	if (UNEXPECTED(!brine_decode_check_height(decoder, deepest, at))) {
		return false;
	}
	if (deepest > decoder->deepest) {
		decoder->deepest = deepest;
	}
	return true;
}

bool brine_decode_close_cycles(brine_decoder *decoder, uint32_t level, uint32_t height, brine_node *node)
{
	brine_closed_node closed;

	measure_arrays(decoder);
	closed = brine_cycles_close(&decoder->cycles, level, height, node != NULL);
	if (node) {
		node->place = closed.group;
	}
	return brine_decode_check_height(decoder, closed.bound, decoder->in.start + closed.at);
}

void brine_decode_refuse_count(brine_decoder *decoder, uint64_t value, const unsigned char *at)
{
	if (value == 0 || value > BRINE_MAX_ELEMENTS_OF_ARRAY) {
		brine_decode_refuse_number(decoder, "number of elements", value, 1, BRINE_MAX_ELEMENTS_OF_ARRAY, at);
	} else {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
}
