/* What an object is to the encoder: what hooks its class has, where its properties are, whether it can be a row or be seen again. */
#ifndef BRINE_ENCODE_OBJECT_FORM_H
#define BRINE_ENCODE_OBJECT_FORM_H

#include "encode/state.h"

/* What the rows of a table are. */
typedef enum {
	BRINE_ROW_NONE,
	BRINE_ROW_MAP,
	BRINE_ROW_LIST,
	/* Objects with their properties in slots. */
	BRINE_ROW_SLOTS,
	/* Objects without declared properties. */
	BRINE_ROW_DYNAMIC,
} brine_row_form;

/* The form in which an object can be a row; BRINE_ROW_NONE if it has hooks, or does not keep its properties as the engine does. */
brine_row_form brine_object_row_form(zend_object *object);

/*
 * True for an object with a map of its properties, as unserialize() leaves it, that says no more than its slots: nothing else holds the map, and it has
 * the declared properties only, in order.
 */
bool brine_object_is_all_slots(const zend_object *object);

/* True if an object can be seen again. */
bool brine_object_is_trackable(const brine_encoder *encoder, const zend_object *object);

/* True if the engine itself keeps the properties. */
bool brine_object_is_standard(zend_object *object);

/* The __sleep() of a class, or NULL. */
zend_function *brine_sleep_method(const zend_class_entry *ce);

/* True if every slot has a value. */
bool brine_object_has_all_slots(const zend_object *object);

/* Random\Randomizer returns its own map of properties in an array; a copy of such a map has the values themselves. */
void brine_copy_maps_of_slots(zval *array);

#endif
