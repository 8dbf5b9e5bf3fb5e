#include "decode/column.h"
#include "decode/decode.h"
#include "decode/refuse.h"

bool brine_decode_fail_at_cursor(brine_decoder *decoder, brine_decode_error error)
{
	return brine_decode_fail(decoder, error, decoder->in.p);
}

/* Counts the elements of the arrays in a CONSTANT for the cells after its first. */
static bool count_copies(brine_decoder *decoder, zend_ulong elements, uint32_t copies, const unsigned char *at)
{
	if (UNEXPECTED(elements > 0 && copies > decoder->elements_left / elements)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	decoder->elements_left -= elements * copies;
	return true;
}

bool brine_decode_column(brine_decoder *decoder, brine_column_reader *column, uint32_t count)
{
	brine_decode_error error = brine_column_read(&decoder->in, column, count);
	zend_ulong elements_left = decoder->elements_left;
	uint32_t impurities = decoder->impurities;
	const unsigned char *at;
	bool success;

	if (UNEXPECTED(error != BRINE_OK)) {
		return brine_decode_fail_at_cursor(decoder, error);
	}
	if (column->kind != BRINE_COLUMN_CONSTANT) {
		return true;
	}
	at = decoder->in.p;
	success = brine_decode_no_reference(decoder, &column->constant);
	if (Z_REFCOUNTED(column->constant)) {
		/* The cells take references of their own. */
		brine_decode_discard(decoder, &column->constant);
	}
	if (UNEXPECTED(!success)) {
		/* It stands in many cells: the table is the place. */
		brine_path_clear(&decoder->path);
		return false;
	}
	if (UNEXPECTED(decoder->impurities != impurities)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_ARRAY, at);
	}
	return count_copies(decoder, elements_left - decoder->elements_left, column->members - 1, at);
}
