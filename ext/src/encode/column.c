#include "encode/column.h"
#include "encode/encode.h"

void brine_encode_note_start(brine_encoder *encoder, unsigned constant, uint32_t count)
{
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, constant));
	brine_seen_arrays_note(&encoder->seen_arrays, count);
}

void brine_encode_note_bytes(brine_encoder *encoder, size_t offset, size_t size)
{
	if (encoder->depth > 1) {
		brine_seen_arrays_note_bytes(&encoder->seen_arrays, encoder->out.start + offset, size);
	}
}

void brine_encode_note_kind(brine_encoder *encoder, const brine_column_writer *column)
{
	brine_seen_arrays_note(&encoder->seen_arrays, column->kind | column->flag | column->width << 8);
}

bool brine_encode_column_head(brine_encoder *encoder, brine_column_writer *column)
{
	zval null;

	brine_reserve(&encoder->out, brine_column_size(column));
	brine_column_put_head(&encoder->out, column);
	if (column->kind != BRINE_COLUMN_CONSTANT) {
		return true;
	}
	ZVAL_NULL(&null);
	return brine_encode_value(encoder, column->pattern ? column->pattern : &null);
}

void brine_encode_note_column(brine_encoder *encoder, const brine_column_writer *column)
{
	size_t end = column->body;

	if (column->kind == BRINE_COLUMN_BOOLEANS) {
		end += brine_bitmap_size(column->members);
	}
	brine_encode_note_bytes(encoder, column->head, end - column->head);
}
