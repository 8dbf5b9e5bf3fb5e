/*
 * Counters of the work of the code under test, which unlike time are the same on every machine. Sources include bytes.h
 * first and call count.c at each basic block.
 */
#ifndef BRINE_FUZZ_COUNT_H
#define BRINE_FUZZ_COUNT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
	/* Basic blocks executed: the extension's, and PHP's if it was built the same way. */
	uint64_t blocks;
	/* Bytes that the extension copied, compared or searched, a word at a time. */
	uint64_t copied;
	/* Bytes that PHP hashed, compared or validated, one at a time. */
	uint64_t read;
	/* Bytes allocated on PHP's heap, freed or not. */
	uint64_t allocated;
	/* Growth of persistent blocks; frees are not seen. */
	int64_t persistent;
	/* Bytes of warnings and notices. */
	uint64_t logged;
} counts;

extern counts counted;

#endif
