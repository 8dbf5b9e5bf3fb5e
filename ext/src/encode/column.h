/* Columns among values: their heads, and what is noted of them. */
#ifndef BRINE_ENCODE_COLUMN_H
#define BRINE_ENCODE_COLUMN_H

#include "column/column.h"
#include "encode/state.h"

/* First tokens of transcripts that are neither of a plain list nor of a map. */
enum {
	BRINE_CONSTANT_RUN = BRINE_CONSTANT_BYTE + 256,
	BRINE_CONSTANT_TABLE,
	BRINE_CONSTANT_KEYED_TABLE,
};

/* Notes bytes of the output that hold no number of anything. Nothing is looked up of the outermost array. */
void brine_encode_note_bytes(brine_encoder *encoder, size_t offset, size_t size);

/* Begins the transcript of a run or table. */
void brine_encode_note_start(brine_encoder *encoder, unsigned constant, uint32_t count);

/* Notes the kind of a column, before anything else of it: it tells what the tokens that follow stand for. */
void brine_encode_note_kind(brine_encoder *encoder, const brine_column_writer *column);

/* Writes `column` up to its cells, and notes a CONSTANT's value. */
bool brine_encode_column_head(brine_encoder *encoder, brine_column_writer *column);

/* Notes what a column wrote, but for the values. */
void brine_encode_note_column(brine_encoder *encoder, const brine_column_writer *column);

#endif
