/* Values in values: the functions of this room that call one another as arrays and objects are nested. decode/decode.h is the mirror image. */
#ifndef BRINE_ENCODE_H
#define BRINE_ENCODE_H

#include "encode/state.h"

/* Each encodes one value of its kind; false after an error. */
bool brine_encode_value(brine_encoder *encoder, zval *value);
bool brine_encode_array(brine_encoder *encoder, HashTable *array);
bool brine_encode_object(brine_encoder *encoder, zend_object *object);
bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference);

/*
 * Writes an array as a table if it is one: *done says so. A packed array has no holes.
 */
bool brine_encode_table(brine_encoder *encoder, HashTable *array, bool is_list, bool *done);

/* Writes a list without holes, of 8 or more elements, as a run if it is to be one: *done says so. *has_values is that of encode_run(). */
bool brine_encode_if_run(brine_encoder *encoder, HashTable *list, bool *done, bool *has_values);

#endif
