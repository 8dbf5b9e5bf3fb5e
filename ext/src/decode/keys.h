/* Keys of arrays. encode/keys.h is the mirror image. */
#ifndef BRINE_DECODE_KEYS_H
#define BRINE_DECODE_KEYS_H

#include "decode/state.h"

/*
 * Makes sure that no two keys of a map are equal, with this error otherwise. Long keys that are looked at are charged as memory: a payload can
 * give one key to any number of maps.
 */
bool brine_decode_check_distinct(
	brine_decoder *decoder, const HashTable *map, brine_decode_error error, const unsigned char *at);

/* Reads `count` keys and appends them to a map that has room for them; `at` is the map's tag. */
bool brine_decode_keys(brine_decoder *decoder, HashTable *map, uint32_t count, const unsigned char *at);

/*
 * Takes `count` keys whose shape is in the cache and makes the shape ready. Otherwise false, and *readable says whether the keys could be in the
 * cache: then the decoder's definition is what brine_shape_cache_add() needs.
 */
bool brine_decode_cached_keys(brine_decoder *decoder, uint32_t shape, uint32_t count, bool *readable);

/* Reads a string that is a key or name; its hash is computed. The caller borrows it from the registry of strings. */
zend_string *brine_decode_key_string(brine_decoder *decoder);

#endif
