/* Decoding of runs: lists whose elements are one column. encode/run.c is the mirror image. */
#include "core/list.h"
#include "decode/refuse.h"
#include "decode/value.h"

bool brine_decode_run(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_open_array open;
	brine_column_reader column;
	brine_cell_source rows = {.columns = &column, .at = at};
	zend_array *list;
	uint32_t count;

	if (UNEXPECTED(!brine_decode_count(decoder, &count, 0)
			|| !brine_decode_open_array(decoder, &open, count, brine_memory_of_list(count), at))) {
		return false;
	}
	if (UNEXPECTED(!brine_decode_column(decoder, &column, count))) {
		brine_decode_explain_column(decoder, &column, 0, 0);
		return false;
	}
	if (UNEXPECTED(column.kind == BRINE_COLUMN_VALUES)) {
		return brine_decode_refuse_kind(decoder, "the column of a run", decoder->in.p - 1);
	}
	list = brine_new_list(count);
	ZVAL_ARR(out, list);
	if (EXPECTED(!column.bitmap)) {
		brine_column_fill(&decoder->in, &column, list->arPacked, count);
	} else {
		for (; rows.row < count; rows.row++) {
			if (UNEXPECTED(!brine_decode_cell(decoder, &rows, 0, &list->arPacked[rows.row]))) {
				brine_list_finish(list, rows.row + 1);
				brine_path_add_key(&decoder->path, rows.row, NULL);
				return false;
			}
		}
	}
	brine_list_finish(list, count);
	return brine_decode_close_array(decoder, &open, list);
}
