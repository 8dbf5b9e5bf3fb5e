/* How deep destructors will recurse in the decoded value. Mirror image of decode/limits.c. */
#include "encode/heights.h"
#include "core/fiber.h"
#include "ext/standard/php_incomplete_class.h"

/* Fails if PHP's destructors cannot recurse to this level. */
static bool check_height(brine_encoder *encoder, uint32_t level)
{
	/* Query the stack size only if it could matter. */
	if (UNEXPECTED(level > encoder->max_depth) && level > brine_safe_height()) {
		return brine_encode_fail(encoder,
			strpprintf(0, "back-references nest the value deeper than %u levels, more than PHP could free",
				brine_safe_height()));
	}
	return true;
}

/*
 * True if the decoded object keeps its properties, like holds_properties() in decode/class.c for a shape. With at most
 * as many properties as slots, all are declared.
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

/* Upper bound of every height: all nodes once, once more through cycles, plus the levels of open arrays. */
bool brine_encode_cycles_matter(const brine_encoder *encoder)
{
	uint64_t most = 2 * ((uint64_t) brine_encode_node_count(encoder) + encoder->cycles.highest) + encoder->max_depth;

	/* Without a dictionary, few bytes have few levels: each level takes a byte. */
	return (encoder->dictionary || brine_buffer_offset(&encoder->out) > encoder->max_depth)
		&& most > brine_safe_height();
}

/* An open node was seen again. */
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
		entry->place = closed.group;
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
