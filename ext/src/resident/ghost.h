/* Ghosts: what is remembered of payloads that were seen once. */
#ifndef BRINE_RESIDENT_GHOST_H
#define BRINE_RESIDENT_GHOST_H

#include "php.h"
#include "core/compat.h"
#include "core/hash.h"

/* A ghost sums the first words, or every other one; where a first sight costs most of a decode, fewer. */
#define BRINE_GHOST_BLOCK 64
#define BRINE_GHOST_SPARSE_FROM 512
#define BRINE_GHOST_BYTES 768

typedef struct {
	uint64_t a, b, c, d;
} brine_ghost_sums;

/* Adds eight words, one every `step` bytes. */
static zend_always_inline void brine_ghost_add_words(brine_ghost_sums *sums, const char *words, size_t step)
{
	sums->a += brine_load_native(words, 8) + brine_load_native(words + 4 * step, 8);
	sums->b += brine_load_native(words + step, 8) + brine_load_native(words + 5 * step, 8);
	sums->c += brine_load_native(words + 2 * step, 8) + brine_load_native(words + 6 * step, 8);
	sums->d += brine_load_native(words + 3 * step, 8) + brine_load_native(words + 7 * step, 8);
}

/*
 * Adds words of at least BRINE_GHOST_SPARSE_FROM bytes: the first 16, the last 8, and 24 in between. Unrolled, because
 * the end of a loop would be mispredicted.
 */
static zend_always_inline void brine_ghost_add_many_words(brine_ghost_sums *sums, const char *payload, size_t size)
{
	const size_t last = size - BRINE_GHOST_BLOCK;
	const size_t step = (last - 2 * BRINE_GHOST_BLOCK) / 24;

	brine_ghost_add_words(sums, payload, 8);
	brine_ghost_add_words(sums, payload + BRINE_GHOST_BLOCK, 8);
	brine_ghost_add_words(sums, payload + last, 8);
	payload += 2 * BRINE_GHOST_BLOCK;
	brine_ghost_add_words(sums, payload, step);
	brine_ghost_add_words(sums, payload + 8 * step, step);
	brine_ghost_add_words(sums, payload + 16 * step, step);
}

/*
 * Identifies a payload seen once: its hash and a sum of some first bytes, so that payloads that differ in a number or
 * two mostly differ here. A collision only keeps a value at first sight.
 */
static zend_always_inline uint64_t brine_ghost_of(uint64_t hash, const char *payload, size_t size)
{
	brine_ghost_sums sums = {hash, hash, 0, 0};

	if (EXPECTED(size >= BRINE_GHOST_BYTES)) {
		/* With a constant size, all offsets are constants. */
		brine_ghost_add_many_words(&sums, payload, BRINE_GHOST_BYTES);
	} else if (size >= BRINE_GHOST_SPARSE_FROM) {
		brine_ghost_add_many_words(&sums, payload, size);
	} else if (EXPECTED(size >= 2 * BRINE_GHOST_BLOCK)) {
		brine_ghost_add_words(&sums, payload, 16);
	} else if (size >= BRINE_GHOST_BLOCK) {
		brine_ghost_add_words(&sums, payload, 8);
	}
	return brine_fold_product(sums.a + 8 * sums.c, sums.b + 8 * sums.d);
}

#endif
