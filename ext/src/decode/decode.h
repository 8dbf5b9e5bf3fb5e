/* The mutually recursive functions of this folder, which decode nested values. Mirror image of encode/encode.h. */
#ifndef BRINE_DECODE_H
#define BRINE_DECODE_H

#include "column/column.h"
#include "decode/state.h"

/* The columns of a run, or of a table whose rows are being decoded. */
typedef struct {
	brine_column_reader *columns;
	/* The row whose cells are decoded next. */
	uint32_t row;
	/* The table's tag: the position reported for cells, which have no tag. */
	const unsigned char *at;
} brine_cell_source;

/*
 * Decodes `count` values into places `stride` bytes apart, leaving u2 untouched. Returns how many succeeded; the failed
 * value can be destroyed, and the places after it are unchanged.
 */
uint32_t brine_decode_values(brine_decoder *decoder, zval *out, size_t stride, uint32_t count);

/* Decodes one value. */
static zend_always_inline bool brine_decode_value(brine_decoder *decoder, zval *out)
{
	return brine_decode_values(decoder, out, 0, 1) == 1;
}

/*
 * Each decodes a value of its kind into *out, leaving u2 untouched. `at` is the value's tag, already read. On failure
 * they return false, and *out can be destroyed.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_list(
	brine_decoder *decoder, zval *out, uint32_t count, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_long_list(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_run(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_map(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_shaped(
	brine_decoder *decoder, zval *out, uint64_t shape, const unsigned char *at, const unsigned char *number_at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_long_shaped(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_object(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_custom(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_enum(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_serializable(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_object_instance(
	brine_decoder *decoder, zval *out, uint32_t shape, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_table(brine_decoder *decoder, zval *out, const unsigned char *at);
ZEND_ATTRIBUTE_NONNULL bool brine_decode_keyed_table(brine_decoder *decoder, zval *out, const unsigned char *at);

/* Decodes a value that must not be a PHP reference. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_no_reference(brine_decoder *decoder, zval *out);

/* Decodes a table row that is an object of a shape defined by OBJECT. The caller has counted its level and elements. */
ZEND_ATTRIBUTE_NONNULL bool brine_decode_row_object(
	brine_decoder *decoder, zval *out, uint32_t shape, brine_cell_source *rows);

#endif
