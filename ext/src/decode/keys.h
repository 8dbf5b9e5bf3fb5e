/* Keys of arrays. encode/keys.h is the mirror image. */
#ifndef BRINE_DECODE_KEYS_H
#define BRINE_DECODE_KEYS_H

#include "decode/state.h"

/*
 * Fails with `error` if two keys of a map are equal. Charges compared long keys as memory, because a payload can reuse
 * one key in any number of maps.
 */
bool brine_decode_check_distinct(
	brine_decoder *decoder, const HashTable *map, brine_decode_error error, const unsigned char *at);

/* Reads `count` keys and appends them to a map, which has space for them; `at` is the map's tag. */
bool brine_decode_keys(brine_decoder *decoder, HashTable *map, uint32_t count, const unsigned char *at);

/*
 * Prepares the shape from the cache if `count` keys match a cached one. Otherwise false; if *readable, the decoder's
 * definition can be passed to brine_shape_cache_add().
 */
bool brine_decode_cached_keys(brine_decoder *decoder, uint32_t shape, uint32_t count, bool *readable);

/* Reads a string that is a key or name, with its hash computed. The registry of strings owns it. */
zend_string *brine_decode_key_string(brine_decoder *decoder);

#endif
