/*
 * Refuses values whose decoded form PHP's destructors could not free: what the decoder would refuse is not written.
 * Counts like decode/limits.h, its mirror image.
 */
#ifndef BRINE_ENCODE_HEIGHTS_H
#define BRINE_ENCODE_HEIGHTS_H

#include "encode/state.h"

/*
 * Cycles do not matter below some thousands of nodes, so they are ignored at first; a larger value is encoded again
 * with cycles noted. User code must not run twice, so this is decided before it runs.
 */

/* Call before user code runs for the first time; false if the value must be encoded again before that. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_commit(brine_encoder *encoder);

/* True if ignored cycles may matter: checked once everything is written. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_cycles_matter(const brine_encoder *encoder);

/* Number of written objects, references, and complete arrays that contain them. */
static zend_always_inline uint32_t brine_encode_node_count(const brine_encoder *encoder)
{
	return encoder->object_count + encoder->reference_count + encoder->impure_arrays;
}

/* Accounts for a back-reference to an object or PHP reference; false if PHP's destructors would recurse too deep. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_again(brine_encoder *encoder, const brine_identity_entry *earlier);

/*
 * Cold: closes the node at a level, with its entry if it can be seen again. False if it is in a cycle that destructors
 * would descend too deep.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1)
bool brine_encode_close_cycles(brine_encoder *encoder, uint32_t level, uint32_t height, brine_identity_entry *entry);

/* Ends an array that contains an object or reference, at the current level. */
static zend_always_inline bool brine_encode_close_impure_array(brine_encoder *encoder)
{
	encoder->impure_arrays++;
	return EXPECTED(!encoder->cycles.found)
		|| brine_encode_close_cycles(encoder, encoder->depth, encoder->deepest - encoder->depth + 1, NULL);
}

/* Ends an object, whose level was left: the surrounding node reaches as deep. */
static zend_always_inline bool brine_encode_close_object(
	brine_encoder *encoder, uint32_t outer_deepest, brine_identity_entry *entry)
{
	uint32_t height = encoder->deepest - encoder->depth;

	BRINE_ASSERT(encoder->deepest >= encoder->depth);
	if (entry) {
		entry->height = height;
		entry->place = 0;
	}
	if (outer_deepest > encoder->deepest) {
		encoder->deepest = outer_deepest;
	}
	return EXPECTED(!encoder->cycles.found) || brine_encode_close_cycles(encoder, encoder->depth + 1, height, entry);
}

/* Ends a PHP reference. It has a level here, though max_depth does not count it. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_close_reference(
	brine_encoder *encoder, uint32_t outer_deepest, brine_identity_entry *entry);

#endif
