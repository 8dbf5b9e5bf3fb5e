/* Detailed refusals: the class and property at fault, the limit, the actual format. */
#ifndef BRINE_DECODE_REFUSE_H
#define BRINE_DECODE_REFUSE_H

#include "column/column.h"
#include "decode/state.h"

/* brine_decode_fail() with a more detailed message, which it takes over. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_fail_with(
	brine_decoder *decoder, brine_decode_error error, const unsigned char *at, zend_string *message);

/* These fail with a detailed message; `at` is the position of the error. Always false. */

/* `name` is not a valid class name. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_name(
	brine_decoder *decoder, const zend_string *name, const unsigned char *at);
/* Neither loaders nor unserialize_callback_func define the class, and the options refuse its objects. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_missing(
	brine_decoder *decoder, const zend_string *name, const unsigned char *at);
/* The class cannot be instantiated or serialized. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3) bool brine_decode_refuse_class(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The object keeps its elements in another object that leads back to it. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_ring(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* An internal class rejected the state; the pending exception says why. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_state(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The data of an object's array form is not an array. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3, 4) bool brine_decode_refuse_data(
	brine_decoder *decoder, const zend_string *class_name, const zval *data, const unsigned char *at);
/* An internal class would load a class that is not allowed. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_scope(
	brine_decoder *decoder, const zend_string *class_name, const unsigned char *at);
/* The class has only a string form, and the payload has another. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_form(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The class has no string form, or is missing. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_string_form(
	brine_decoder *decoder, const brine_named_class *class_reference, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_enum(brine_decoder *decoder,
	const brine_named_class *class_reference, const zend_string *case_name, const unsigned char *at);
/*
 * An invalid property name: it starts like a mangled one; its scope is repeated, is not a class name, or has no name
 * after it; or it is reserved for an incomplete object's class.
 */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_property_name(
	brine_decoder *decoder, const zend_class_entry *ce, const zend_string *name, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_scope_again(
	brine_decoder *decoder, unsigned scope, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_owner(
	brine_decoder *decoder, const zend_string *owner, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_no_name(
	brine_decoder *decoder, unsigned scope, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_name_of_incomplete(
	brine_decoder *decoder, const unsigned char *at);
/* `what` is a number outside these bounds; or a size that is 0. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_number(
	brine_decoder *decoder, const char *what, uint64_t number, uint32_t min, uint32_t max, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_size(brine_decoder *decoder, const unsigned char *at);
/*
 * The cursor is at a column kind that is invalid for `what`, or at a bitmap that marks none, all, or more than the
 * existing cells.
 */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_kind(
	brine_decoder *decoder, const char *what, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_bitmap(brine_decoder *decoder, const char *what);
/*
 * Explains a column that could not be read, if the column itself is at fault. It is one of `of` columns, or that of a
 * run.
 */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_explain_column(
	brine_decoder *decoder, const brine_column_reader *column, uint32_t number, uint32_t of);
/* No value begins with this tag. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_tag(brine_decoder *decoder, const unsigned char *at);
/* Two keys of a map or two property names are equal; `error` says which. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_twice(
	brine_decoder *decoder, brine_decode_error error, const HashTable *map, const unsigned char *at);
/* The payload is empty, or its first byte, or its second, which comes next, is wrong. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_empty(brine_decoder *decoder);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_magic(brine_decoder *decoder);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_version(brine_decoder *decoder);

/*
 * Throws the decode error, unless the pending exception says more. If the engine or an internal class refused, its
 * exception becomes the cause. `options` may be NULL if none of their limits is the reason.
 */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_decode_throw(
	brine_decoder *decoder, const brine_decode_options *options);

/* After filling an array or object failed: adds the step to the last element, by key or by property name. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_path_element(brine_decoder *decoder, const HashTable *map);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_path_property(brine_decoder *decoder, const HashTable *map);

#endif
