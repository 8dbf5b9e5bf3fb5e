/*
 * What the code under test does, counted: the same for the same input on every machine, which time is not. The extension is compiled with
 * bytes.h in front and calls count.c at each of its basic blocks.
 */
#ifndef BRINE_FUZZ_COUNT_H
#define BRINE_FUZZ_COUNT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
	/* Basic blocks that ran: those of the extension, and those of PHP if it was compiled in the same way. */
	uint64_t blocks;
	/* Bytes that the extension had copied, compared or searched, a word at a time. */
	uint64_t copied;
	/* Bytes that PHP hashed, compared, or looked at for their letters, one at a time. */
	uint64_t read;
	/* Bytes of PHP's heap that were allocated, whether they were freed again or not. */
	uint64_t allocated;
	/* By how much blocks that may outlive a request have grown; what is freed of them is not seen. */
	int64_t persistent;
	/* Bytes of warnings and notices. */
	uint64_t logged;
} counts;

extern counts counted;

#endif
