/*
 * Runs: lists of numbers of one type, without a tag per element.
 *
 *     INT_RUN     n  base  w  n · w bytes        element i = base + unsigned integer i
 *     AFFINE_RUN  n  start  step                 element i = start + i · step
 *     FLOAT_RUN   n  w  n · w bytes              w = 4 or 8
 */
#ifndef BRINE_RUNS_H
#define BRINE_RUNS_H

#include "php.h"
#include "buffer.h"
#include "cursor.h"
#include "error.h"

/*
 * Writes a list, packed and without holes, as a run if it has enough elements, all of them are numbers of one type, and a run is not
 * larger than a plain list. Returns whether it did.
 */
bool brine_encode_run(brine_buffer *buffer, const HashTable *list);

/* What precedes the elements of a run. */
typedef struct {
	unsigned tag;
	/* Bytes of each element; 0 for an AFFINE_RUN. */
	unsigned width;
	uint32_t count;
	/* base or start, and step; integers only. */
	int64_t start;
	int64_t step;
} brine_run;

/*
 * Reads the head of a run whose tag was just read, and checks it against what is left of the input. Nothing is allocated. Returns
 * BRINE_OK or a reason, with the cursor at the fault.
 */
brine_decode_error brine_decode_run_head(brine_cursor *cursor, unsigned tag, brine_run *run);

/* Builds the list of a run whose head was read. */
zend_array *brine_decode_run_elements(brine_cursor *cursor, const brine_run *run);

#endif
