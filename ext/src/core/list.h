/* Lists, which decoders fill element by element. */
#ifndef BRINE_LIST_H
#define BRINE_LIST_H

#include "php.h"
#include "core/compat.h"

/* A packed array with room for `count` elements; the one allocation sizes of most lists are constants. */
static zend_always_inline zend_array *brine_new_list(uint32_t count)
{
	zend_array *list;

	if (UNEXPECTED(count > HT_MIN_SIZE)) {
		list = zend_new_array(count);
		zend_hash_real_init_packed(list);
		return list;
	}
	list = emalloc(sizeof(zend_array));
	GC_SET_REFCOUNT(list, 1);
	GC_TYPE_INFO(list) = GC_ARRAY;
	HT_FLAGS(list) = HASH_FLAG_PACKED | HASH_FLAG_STATIC_KEYS;
	list->nTableMask = HT_MIN_MASK;
	HT_SET_DATA_ADDR(list, emalloc(HT_PACKED_SIZE_EX(HT_MIN_SIZE, HT_MIN_MASK)));
	HT_HASH_RESET_PACKED(list);
	list->nNumUsed = 0;
	list->nNumOfElements = 0;
	list->nTableSize = HT_MIN_SIZE;
	list->nInternalPointer = 0;
	list->nNextFreeElement = 0;
	list->pDestructor = ZVAL_PTR_DTOR;
	return list;
}

/* Declares the first `filled` elements to be the list's. */
static zend_always_inline void brine_list_finish(zend_array *list, uint32_t filled)
{
	BRINE_ASSERT(HT_IS_PACKED(list) && filled <= list->nTableSize);
	list->nNumUsed = filled;
	list->nNumOfElements = filled;
	list->nNextFreeElement = filled;
}

#endif
