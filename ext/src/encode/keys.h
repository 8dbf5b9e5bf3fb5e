/* Keys of arrays, and the heads of lists and maps. Mirror image of decode/keys.h. */
#ifndef BRINE_ENCODE_KEYS_H
#define BRINE_ENCODE_KEYS_H

#include "encode/state.h"

/* Writes the tag of a map, with its keys if its shape is new, or the tag of a list. Begins the transcript. */
void brine_encode_map_head(brine_encoder *encoder, const HashTable *map);
void brine_encode_list_head(brine_encoder *encoder, uint32_t count);

/* Writes a key as a value. */
void brine_encode_key(brine_encoder *encoder, zend_ulong h, zend_string *key);

/*
 * A copy without holes: packed, for lists, or a map. It is made once and kept until the encode ends. It borrows the
 * elements without counting references, so that refcounts still tell what is shared.
 */
ZEND_COLD HashTable *brine_encode_copy_without_holes(brine_encoder *encoder, HashTable *array, bool packed);

/* brine_copy_slots(), made once and kept until the encode ends. */
ZEND_COLD HashTable *brine_encode_copy_slots(brine_encoder *encoder, HashTable *array);

/* The array itself if it has this form and no holes; otherwise such a copy. */
static zend_always_inline HashTable *brine_encode_without_holes(brine_encoder *encoder, HashTable *array, bool packed)
{
	return EXPECTED(HT_IS_WITHOUT_HOLES(array) && HT_IS_PACKED(array) == packed)
		? array
		: brine_encode_copy_without_holes(encoder, array, packed);
}

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
