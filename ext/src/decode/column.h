/* Columns among values. encode/column.h is the mirror image. */
#ifndef BRINE_DECODE_COLUMN_H
#define BRINE_DECODE_COLUMN_H

#include "column/column.h"
#include "decode/state.h"

/* The columns of a run, or of a table whose rows are being decoded. */
typedef struct {
	brine_column_reader *columns;
	/* The row whose cells come next. */
	uint32_t row;
	/* The table's tag: the place of a cell that has no tag. */
	const unsigned char *at;
} brine_cell_source;

/* Fails with the reason that a function of column/column.h gave, which left the cursor at the fault. */
bool brine_decode_fail_at_cursor(brine_decoder *decoder, brine_decode_error error);

/* Reads a column of `count` cells; a CONSTANT's value is decoded, and counted for all cells that it stands for. */
bool brine_decode_column(brine_decoder *decoder, brine_column_reader *column, uint32_t count);

#endif
