/*
 * The slots of declared properties. `info->offset` alone says where a value is: from PHP 8.4 on, a property with hooks
 * over a plain one of the parent takes its number in properties_info_table, but not its slot. Without empty numbers,
 * slot and number agree.
 */
#ifndef BRINE_SLOTS_H
#define BRINE_SLOTS_H

#include "php.h"

/* The number of the slot that a property that is not virtual has. */
static zend_always_inline uint32_t brine_slot_of(const zend_property_info *info)
{
	return (uint32_t) OBJ_PROP_TO_NUM(info->offset);
}

/* The property whose value is in a slot; NULL if there is none. */
static inline zend_property_info *brine_property_of_slot(const zend_class_entry *ce, uint32_t slot)
{
	zend_property_info *info = ce->properties_info_table[slot];

	for (int i = 0; UNEXPECTED(!info || brine_slot_of(info) != slot); i++) {
		if (i == ce->default_properties_count) {
			return NULL;
		}
		info = ce->properties_info_table[i];
	}
	return info;
}

#endif
