/*
 * How far PHP's destructors will go down in the value when it has been decoded: what the decoder refuses for that is not written. It is counted as the
 * decoder counts it; decode/limits.h, which is the mirror image, says how.
 */
#ifndef BRINE_ENCODE_HEIGHTS_H
#define BRINE_ENCODE_HEIGHTS_H

#include "encode/state.h"

/*
 * Cycles are noted only where they can matter. Up to some thousands of nodes they cannot, which is known in the end; if there are more, all is
 * written once more and they are noted. Before PHP code runs, which must not run twice, this is decided: from then on they are noted.
 */

/* User code is about to run for the first time, and must not run twice; false if everything has to be written once more before. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_commit(brine_encoder *encoder);

/* Whether cycles were not noted that can matter: asked when all is written. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_cycles_matter(const brine_encoder *encoder);

/* How many objects, references, and complete arrays with such inside were written. */
static zend_always_inline uint32_t brine_encode_node_count(const brine_encoder *encoder)
{
	return encoder->object_count + encoder->reference_count + encoder->impure_arrays;
}

/* Takes an object or reference once more; false if PHP's destructors could not follow. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_again(brine_encoder *encoder, const brine_identity_entry *earlier);

/* Cold: something at a level is complete, which has an entry if it can be seen again; false if it is in a cycle that goes down too far. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1)
bool brine_encode_close_cycles(brine_encoder *encoder, uint32_t level, uint32_t height, brine_identity_entry *entry);

/* Ends an array with an object or reference inside, at whose level we are. */
static zend_always_inline bool brine_encode_close_impure_array(brine_encoder *encoder)
{
	encoder->impure_arrays++;
	return EXPECTED(!encoder->cycles.found)
		|| brine_encode_close_cycles(encoder, encoder->depth, encoder->deepest - encoder->depth + 1, NULL);
}

/* Ends an object, whose level is left: what is around it reaches as deep as it does. */
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

/* Ends a PHP reference, which has a level here, though none that max_depth counts. */
ZEND_ATTRIBUTE_NONNULL bool brine_encode_close_reference(
	brine_encoder *encoder, uint32_t outer_deepest, brine_identity_entry *entry);

#endif
