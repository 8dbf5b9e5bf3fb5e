/*
 * Properties of an object for the encoder: its class's hooks, where its properties are, and whether it can be a row or
 * be seen again.
 */
#ifndef BRINE_ENCODE_OBJECT_FORM_H
#define BRINE_ENCODE_OBJECT_FORM_H

#include "encode/state.h"

/* Form of a table's rows. */
typedef enum {
	BRINE_ROW_NONE,
	BRINE_ROW_MAP,
	BRINE_ROW_LIST,
	/* Objects with properties in slots. */
	BRINE_ROW_SLOTS,
	/* Objects without declared properties. */
	BRINE_ROW_DYNAMIC,
} brine_row_form;

/* The form in which an object can be a row; BRINE_ROW_NONE if it has hooks or does not use the engine's properties. */
brine_row_form brine_object_row_form(zend_object *object);

/*
 * True if an object's property map, as unserialize() leaves it, only repeats its slots: it is unshared and contains
 * exactly the declared properties, in order.
 */
bool brine_object_is_all_slots(const zend_object *object);

/* True if an object may be seen again. */
bool brine_object_is_trackable(const brine_encoder *encoder, const zend_object *object);

/* True if the engine itself manages the properties. */
bool brine_object_is_standard(zend_object *object);

/* The __sleep() of a class, or NULL. */
zend_function *brine_sleep_method(const zend_class_entry *ce);

/* The name of an enum's case, borrowed; NULL after a recorded error. */
zend_string *brine_encode_case_name(brine_encoder *encoder, zend_object *object);

/* True if every slot has a value. */
bool brine_object_has_all_slots(const zend_object *object);

#endif
