/* Keys of arrays, and the heads that lists and maps begin with. decode/keys.h is the mirror image. */
#ifndef BRINE_ENCODE_KEYS_H
#define BRINE_ENCODE_KEYS_H

#include "encode/state.h"

/* Writes the tag of a map and, if its shape is new, its keys; or the tag of a list. Begins its transcript. */
void brine_encode_map_head(brine_encoder *encoder, const HashTable *map);
void brine_encode_list_head(brine_encoder *encoder, uint32_t count);

/* Writes a key as a value. */
void brine_encode_key(brine_encoder *encoder, zend_ulong h, zend_string *key);

/* A packed array, or a map, with the elements of a map or packed array that is stored with holes; kept until the encode ends. */
ZEND_COLD HashTable *brine_encode_packed_to_map(brine_encoder *encoder, const HashTable *packed);
ZEND_COLD HashTable *brine_encode_map_to_packed(brine_encoder *encoder, const HashTable *map);

/* A copy without holes: of a packed array a map. What several places hold is copied once. */
ZEND_COLD HashTable *brine_encode_without_holes(brine_encoder *encoder, HashTable *array);

/* Cold half of brine_map_is_list(). */
bool brine_map_has_list_keys(const HashTable *map);

/* True for a map whose keys are 0, 1, 2 … in this order. */
static zend_always_inline bool brine_map_is_list(const HashTable *map)
{
	BRINE_ASSERT(!HT_IS_PACKED(map) && map->nNumUsed > 0);
	if (EXPECTED(map->arData[0].key != NULL && Z_TYPE(map->arData[0].val) != IS_UNDEF)) {
		return false;
	}
	return brine_map_has_list_keys(map);
}

#endif
