/* Filling arrays whose layout is copied from another. */
#ifndef BRINE_DECODE_ARRAY_H
#define BRINE_DECODE_ARRAY_H

#include "decode/decode.h"
#include "decode/state.h"

/*
 * Fills a map from brine_map_clone_keys() with the `count` values that follow; the first `first` keys, 0 or 1, already
 * have values. The array can be destroyed even after a failure.
 */
bool brine_decode_map_values(brine_decoder *decoder, HashTable *map, uint32_t first, uint32_t count);

/* Decodes an instance of a map's shape from the values that follow; `layout` has its `count` keys. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_map_instance(
	brine_decoder *decoder, zval *out, const zend_array *layout, uint32_t count, const unsigned char *at);

/*
 * Fills the `count` buckets of a new instance of `layout`, from `first` on, with a row's cells. The array can be
 * destroyed even after a failure.
 */
bool brine_decode_map_cells(brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t first,
	uint32_t count, brine_cell_source *rows);

#endif
