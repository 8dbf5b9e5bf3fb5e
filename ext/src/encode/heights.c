/* How far destructors will go down in what is written. decode/limits.c is the mirror image. */
#include "encode/heights.h"
#include "core/fiber.h"
#include "ext/standard/php_incomplete_class.h"

/* Makes sure that PHP's destructors can go down so many levels. */
static bool check_height(brine_encoder *encoder, uint32_t level)
{
	/* The height that the stack takes is only asked for where it could matter. */
	if (UNEXPECTED(level > encoder->max_depth) && level > brine_safe_height()) {
		return brine_encode_fail(encoder,
			strpprintf(0,
				"objects or references that were met before nest the value deeper than %u levels, more than PHP could free",
				brine_safe_height()));
	}
	return true;
}

/*
 * Whether an object keeps what its properties are when it is decoded, as holds_properties() in decode/class.c says of a shape. One that has no more
 * properties than it has slots has none but the declared ones.
 */
static bool holds_properties(const zend_object *object)
{
	const zend_class_entry *ce = object->ce;

	if (ce == PHP_IC_ENTRY) {
		return true;
	}
	if (ce->create_object || ce->__serialize || ce->__unserialize
		|| zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP))) {
		return false;
	}
	return !object->properties || ce == zend_standard_class_def
		|| zend_hash_num_elements(object->properties) <= (uint32_t) ce->default_properties_count;
}

bool brine_encode_commit(brine_encoder *encoder)
{
	BRINE_ASSERT(encoder->can_restart);
	encoder->can_restart = false;
	encoder->must_restart = encoder->has_missed_cycles;
	encoder->notes_cycles = true;
	return brine_encode_track_all(encoder);
}

/*
 * Without knots, a height counts nothing twice but what it has in common with what was seen again, and levels of arrays that are open. With knots, it
 * counts all nodes at most, besides.
 */
bool brine_encode_cycles_matter(const brine_encoder *encoder)
{
	uint64_t most = 2 * ((uint64_t) brine_encode_node_count(encoder) + encoder->cycles.highest) + encoder->max_depth;

	/* Few bytes have few levels, but for what two bytes name. */
	return (encoder->dictionary || brine_buffer_offset(&encoder->out) > encoder->max_depth)
		&& most > brine_safe_height();
}

/* Something that is open was seen again. */
static bool see_again(brine_encoder *encoder, const brine_identity_entry *earlier)
{
	brine_node node = {earlier->height, earlier->place};

	if (!encoder->notes_cycles) {
		encoder->has_missed_cycles = true;
		encoder->must_restart = brine_encode_node_count(encoder) > BRINE_MAX_DEPTH;
		return !encoder->must_restart;
	}
	if (GC_TYPE(earlier->node) == IS_OBJECT
		&& !brine_cycles_is_referenced(&encoder->cycles, node.height & BRINE_NODE_LEVEL)
		&& holds_properties((const zend_object *) earlier->node)) {
		node.height |= BRINE_NODE_HOLDS;
	}
	brine_cycles_refer(&encoder->cycles, encoder->depth, node, 0);
	return true;
}

bool brine_encode_again(brine_encoder *encoder, const brine_identity_entry *earlier)
{
	brine_node node = {earlier->height, earlier->place};
	uint32_t deepest;

	if (node.height & BRINE_NODE_IS_OPEN) {
		if (UNEXPECTED(!see_again(encoder, earlier))) {
			return false;
		}
		node.height = 1;
	} else if (UNEXPECTED(node.place > 0)) {
		encoder->cycles.nodes = brine_encode_node_count(encoder);
		node.height = brine_cycles_jump(&encoder->cycles, encoder->depth, node);
	}
	deepest = encoder->depth + node.height;
	if (UNEXPECTED(!check_height(encoder, deepest))) {
		return false;
	}
	if (deepest > encoder->deepest) {
		encoder->deepest = deepest;
	}
	return true;
}

bool brine_encode_close_cycles(brine_encoder *encoder, uint32_t level, uint32_t height, brine_identity_entry *entry)
{
	brine_closed_node closed;

	encoder->cycles.nodes = brine_encode_node_count(encoder);
	closed = brine_cycles_close(&encoder->cycles, level, height, entry != NULL);
	if (entry) {
		entry->place = closed.knot;
	}
	return check_height(encoder, closed.bound);
}

bool brine_encode_close_reference(brine_encoder *encoder, uint32_t outer_deepest, brine_identity_entry *entry)
{
	uint32_t deepest = encoder->deepest + 1;

	entry->height = deepest - encoder->depth;
	entry->place =
		UNEXPECTED(encoder->cycles.found) ? brine_cycles_close_reference(&encoder->cycles, encoder->depth) : 0;
	encoder->deepest = MAX(outer_deepest, deepest);
	return check_height(encoder, deepest);
}
