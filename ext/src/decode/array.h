/* Arrays that are filled by the layout of others. */
#ifndef BRINE_DECODE_ARRAY_H
#define BRINE_DECODE_ARRAY_H

#include "decode/decode.h"
#include "decode/state.h"

/*
 * Fills a map, of which brine_map_clone_keys() made all keys, with the `count` values that come next. The first `first` keys, 0 or 1, have values already.
 * The array can be destroyed in either case.
 */
bool brine_decode_map_values(brine_decoder *decoder, HashTable *map, uint32_t first, uint32_t count);

/* Decodes an instance of a map's shape, of which `layout` has the `count` keys, from the values that come next. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_map_instance(
	brine_decoder *decoder, zval *out, const zend_array *layout, uint32_t count, const unsigned char *at);

/* Fills the `count` buckets of a new instance of `layout` from number `first` on with the cells of a row. The array can be destroyed in either case. */
bool brine_decode_map_cells(brine_decoder *decoder, HashTable *map, const HashTable *layout, uint32_t first,
	uint32_t count, brine_cell_source *rows);

#endif
