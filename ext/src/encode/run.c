/* Encoding of runs: lists whose elements are one column. decode/run.c is the mirror image. */
#include "column/column.h"
#include "encode/column.h"
#include "encode/encode.h"

/* Elements that are looked at before a list that is no run is given up: a few at first, then more at a time. */
#define RUN_FIRST_BLOCK 32
#define RUN_BLOCK 512

/* A guess from three elements: numbers, booleans, null, or one string again and again. */
static bool looks_like_run(const brine_cells *cells, uint32_t count)
{
	zval *first = brine_cell(cells, 0);
	zval *middle = brine_cell(cells, count / 2);
	zval *last = brine_cell(cells, count - 1);

	if (Z_TYPE_P(first) < IS_STRING || Z_TYPE_P(middle) < IS_STRING || Z_TYPE_P(last) < IS_STRING) {
		return true;
	}
	return Z_TYPE_P(first) == IS_STRING && Z_TYPE_P(middle) == IS_STRING && Z_TYPE_P(last) == IS_STRING
		&& zend_string_equals(Z_STR_P(first), Z_STR_P(middle)) && zend_string_equals(Z_STR_P(first), Z_STR_P(last));
}

/* Looks at the elements of a list and chooses a column for them; false if it is not to be a run. */
static bool choose_run(brine_column_writer *column, const brine_cells *cells, uint32_t count)
{
	brine_column_start(column);
	for (uint32_t from = 0, to = RUN_FIRST_BLOCK; from < count; from = to, to += RUN_BLOCK) {
		to = to < count ? to : count;
		brine_column_scan(column, cells, from, to);
		if (!column->compares
			&& MAX(column->integers.count, MAX(column->doubles, column->booleans)) + column->nulls
				< column->count / 4 * 3) {
			return false;
		}
	}
	return brine_column_choose(column, cells);
}

/* True if a run contains values, whose bytes depend on what was written before. */
static bool has_values(const brine_column_writer *column)
{
	return column->kind == BRINE_COLUMN_CONSTANT || column->flag == BRINE_COLUMN_OTHERS;
}

/* Writes the marked cells, which are values of their own. */
static bool write_others(brine_encoder *encoder, const brine_column_writer *column, const brine_cells *cells)
{
	for (uint32_t i = 0; i < column->count; i += BRINE_MARKS_AT_ONCE) {
		uint64_t marks = brine_column_writer_marks_from(&encoder->out, column, i);

		for (; marks > 0; marks &= marks - 1) {
			uint32_t other = i + brine_trailing_zeros(marks);

			if (UNEXPECTED(!brine_encode_value(encoder, brine_stored_cell(cells, other)))) {
				brine_path_add_key(&encoder->path, other, NULL);
				return false;
			}
		}
	}
	return true;
}

static bool encode_run(brine_encoder *encoder, brine_column_writer *column, const brine_cells *cells)
{
	uint32_t count = column->count;
	bool noted = has_values(column);

	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(&encoder->out, BRINE_TAG_RUN);
	brine_put_uv(&encoder->out, count);
	if (noted) {
		brine_encode_note_start(encoder, BRINE_CONSTANT_RUN, count);
		brine_encode_note_kind(encoder, column);
	}
	if (UNEXPECTED(!brine_encode_column_head(encoder, column))) {
		return false;
	}
	brine_column_put_cells(&encoder->out, column, cells, 0, count);
	if (!noted) {
		return true;
	}
	brine_encode_note_column(encoder, column);
	return column->flag != BRINE_COLUMN_OTHERS || write_others(encoder, column, cells);
}

bool brine_encode_if_run(brine_encoder *encoder, HashTable *list, brine_array_form *form)
{
	brine_cells cells = {.first = (const char *) list->arPacked, .stride = sizeof(zval)};
	brine_column_writer column;

	if (!HT_IS_PACKED(list)) {
		cells = (brine_cells){.first = (const char *) &list->arData[0].val, .stride = sizeof(Bucket)};
	}
	if (!looks_like_run(&cells, list->nNumUsed) || !choose_run(&column, &cells, list->nNumUsed)) {
		return true;
	}
	*form = has_values(&column) ? BRINE_ARRAY_RUN : BRINE_ARRAY_PURE_RUN;
	return encode_run(encoder, &column, &cells);
}
