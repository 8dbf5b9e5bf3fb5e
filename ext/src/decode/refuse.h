/* Refusals that say more than their reason: the class and property at fault, the limit, the format that the bytes are of. */
#ifndef BRINE_DECODE_REFUSE_H
#define BRINE_DECODE_REFUSE_H

#include "column/column.h"
#include "decode/state.h"

/* The same with a message that says more than the reason's own; takes it over. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_fail_with(
	brine_decoder *decoder, brine_decode_error error, const unsigned char *at, zend_string *message);

/* These fail with what is wrong, by name; `at` is the place of the error. Always false. */

/* `name` does not have the form of a class name. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_name(
	brine_decoder *decoder, const zend_string *name, const unsigned char *at);
/* Neither loaders nor unserialize_callback_func know the class, and the options refuse its objects. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_missing(
	brine_decoder *decoder, const zend_string *name, const unsigned char *at);
/* There are no objects of the class, or none that were serialised. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3) bool brine_decode_refuse_class(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The object keeps its elements in another that leads back to it. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_ring(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The class is PHP's own, and the exception that is pending says why it takes no such object. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_state(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The data in the array form of an object is no array. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 3, 4) bool brine_decode_refuse_data(
	brine_decoder *decoder, const zend_string *class_name, const zval *data, const unsigned char *at);
/* A class of PHP would ask class loaders for one that is not allowed. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_scope(
	brine_decoder *decoder, const zend_string *class_name, const unsigned char *at);
/* Objects of the class have a string form only, and the payload another. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_form(
	brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at);
/* The other way round; or the class is not there. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_string_form(
	brine_decoder *decoder, const brine_named_class *class_reference, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_enum(brine_decoder *decoder,
	const brine_named_class *class_reference, const zend_string *case_name, const unsigned char *at);
/* A name of a property is none: it begins as a mangled one does; its scope is given again, is that of no class, or all that there is; or it is where an incomplete object keeps its class. */
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
/* `what` is a number that is not within these bounds; a size is 0. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_number(
	brine_decoder *decoder, const char *what, uint64_t number, uint32_t least, uint32_t most, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_size(brine_decoder *decoder, const unsigned char *at);
/* What stands at the cursor is no kind of column that is possible for `what`; or its bitmap marks none, all, or more than there are. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_kind(
	brine_decoder *decoder, const char *what, const unsigned char *at);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_bitmap(brine_decoder *decoder, const char *what);
/* After the column could not be read: what is wrong with it, if it is the column itself. It is one of `of` columns, or that of a run. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_explain_column(
	brine_decoder *decoder, const brine_column_reader *column, uint32_t number, uint32_t of);
/* No value begins so. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_tag(brine_decoder *decoder, const unsigned char *at);
/* Two keys of a map, or property names, are equal: the error says which of them it is. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_twice(
	brine_decoder *decoder, brine_decode_error error, const HashTable *map, const unsigned char *at);
/* There is no payload, or its first byte is another one, or its second, which comes next. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_empty(brine_decoder *decoder);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_magic(brine_decoder *decoder);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL bool brine_decode_refuse_version(brine_decoder *decoder);

/*
 * Throws what made decoding fail, unless the exception that is pending says more. Where the reason is the engine's or an internal class' word, that
 * becomes the cause. `options` may be NULL where none of their limits is the reason.
 */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_decode_throw(
	brine_decoder *decoder, const brine_decode_options *options);

/* After an array or the properties of an object could not be filled: adds the step to the last element, as that of an array or that of a property, to the path. */
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_path_element(brine_decoder *decoder, const HashTable *map);
ZEND_COLD ZEND_ATTRIBUTE_NONNULL void brine_decode_path_property(brine_decoder *decoder, const HashTable *map);

#endif
