/*
 * An open-addressing index from a hash to a number, reused from call to call.
 *
 * A slot belongs to the present call if its stamp is at least `base`; stamp minus base is then the number. Raising base by what
 * a call used empties the index in no time. What a number stands for, and whether it equals what is looked for, is the user's affair:
 *
 *     for (brine_probe probe = brine_probe_start(index, hash); brine_probe_live(index, &probe, limit); brine_probe_next(index, &probe))
 *         if (brine_probe_matches(index, &probe) && equal(brine_probe_number(index, &probe))) ...
 *
 * When the loop ends without a match, brine_index_insert() puts a number where it stopped. Numbers are given in their order, from 0.
 */
#ifndef BRINE_INDEX_H
#define BRINE_INDEX_H

#include "php.h"
#include "core/compat.h"

/*
 * Keys that come from data can be chosen to collide. After this many slots, or this many equal hashes of unequal keys, a search
 * ends as if there were no more: the key is then treated as new, and not remembered. Among keys that were not chosen so, that happens once in
 * 2^32 searches: at most half of the slots are in use, and the steps between the slots that are looked at grow.
 */
#define BRINE_PROBE_LIMIT 32
#define BRINE_MISMATCH_LIMIT 4

/* For keys that are addresses, which must always be found again. */
#define BRINE_PROBE_UNLIMITED UINT32_MAX

typedef struct {
	uint32_t hash;
	uint32_t stamp;
} brine_index_slot;

/*
 * Slots of the smallest index; and how many sizes, each twice the one before, stay allocated from one call to the next: of most indexes, and of one
 * that large values fill (32,768 numbers in 65,536 slots).
 */
#define BRINE_INDEX_INITIAL_SLOTS 256
#define BRINE_INDEX_KEPT_SIZES 8
#define BRINE_INDEX_MOST_KEPT_SIZES 9

typedef struct {
	brine_index_slot *slots;
	/* Number of slots minus one; the number of slots is a power of two. */
	uint32_t mask;
	/* Smallest stamp of the present call; never 0, so that a zeroed slot is empty. */
	uint32_t base;
	/* Calls that it was too large for, since it grew. */
	uint32_t sparse_calls;
	/* Which of the sizes this is, and how many are kept. An index beyond those is freed when the call ends, the largest of them once it shrinks. */
	uint32_t size;
	uint32_t kept_sizes;
	/* The slots of the smallest size are part of something else. */
	bool is_built_in;
	/* A bit for the hash of each number, by brine_index_start_filter(); else NULL. */
	uint64_t *filter;
	/* The slots of each kept size; NULL for one that was not needed so far. Their stamps are of earlier calls: going on with them clears nothing. */
	brine_index_slot **kept;
} brine_index;

typedef struct {
	uint32_t hash;
	uint32_t position;
	uint32_t steps;
	uint32_t mismatches;
} brine_probe;

/* Makes an index that has no slots yet: where few entries are compared one by one, it may never need any. */
#define BRINE_INDEX_NONE ((brine_index){.slots = NULL, .mask = 0, .base = 1})

/* Gives an index its first slots; BRINE_INDEX_KEPT_SIZES are kept. */
void brine_index_init(brine_index *index);
/* The same with slots of zeros, BRINE_INDEX_INITIAL_SLOTS of them, that are part of something that lives longer; so many sizes are kept. */
void brine_index_start(brine_index *index, brine_index_slot *slots, uint32_t kept_sizes);
void brine_index_destroy(brine_index *index);

/* An index is sparse with fewer numbers than one in so many slots. */
#define BRINE_INDEX_SPARSE 16

/* It shrinks after so many sparse calls: where large values are among small ones, it would grow again and again. */
#define BRINE_INDEX_SPARSE_CALLS 64

/* Stamps start over well before they could overflow within one call. */
#define BRINE_INDEX_LAST_BASE (UINT32_C(1) << 31)

/*
 * A filter is for an index that takes no more numbers, or few: most searches for what it lacks then touch one bit of 32 KB that stay in the
 * processor's cache. It is built from the slots in use, kept by brine_index_insert(), and freed by brine_index_reset().
 */
#define BRINE_INDEX_FILTER_BITS 18

ZEND_COLD void brine_index_start_filter(brine_index *index);

/* True if there is a filter, and no number with this hash. */
static zend_always_inline bool brine_index_lacks(const brine_index *index, uint32_t hash)
{
	uint32_t bit = hash >> (32 - BRINE_INDEX_FILTER_BITS);

	return UNEXPECTED(index->filter) && !(index->filter[bit / 64] >> bit % 64 & 1);
}

/* Sets the bit of a hash in the filter. */
static zend_always_inline void brine_index_add_to_filter(brine_index *index, uint32_t hash)
{
	uint32_t bit = hash >> (32 - BRINE_INDEX_FILTER_BITS);

	index->filter[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Cold half of brine_index_reset(). */
void brine_index_reset_slowly(brine_index *index, uint32_t count);

/*
 * Empties the index, in which there were numbers below `count`; memory beyond a bound is given back. Of many slots that few numbers were in for many
 * calls, the next call uses half: they are farther apart than the processor's caches like.
 */
static zend_always_inline void brine_index_reset(brine_index *index, uint32_t count)
{
	if (UNEXPECTED(index->filter
			|| (index->mask >= BRINE_INDEX_INITIAL_SLOTS
				&& (index->size >= index->kept_sizes || count < index->mask / BRINE_INDEX_SPARSE))
			|| index->base + count >= BRINE_INDEX_LAST_BASE)) {
		brine_index_reset_slowly(index, count);
	} else {
		index->base += count;
	}
}

/* Cold: makes it larger. */
ZEND_COLD void brine_index_grow(brine_index *index);

static zend_always_inline brine_probe brine_probe_start(const brine_index *index, uint32_t hash)
{
	return (brine_probe){.hash = hash, .position = hash & index->mask, .steps = 0, .mismatches = 0};
}

/* True while the probe stands on a slot in use and may go on. */
static zend_always_inline bool brine_probe_live(const brine_index *index, const brine_probe *probe, uint32_t limit)
{
	return index->slots[probe->position].stamp >= index->base && probe->steps < limit
		&& probe->mismatches < (limit == BRINE_PROBE_UNLIMITED ? limit : BRINE_MISMATCH_LIMIT);
}

static zend_always_inline bool brine_probe_matches(const brine_index *index, brine_probe *probe)
{
	if (index->slots[probe->position].hash != probe->hash) {
		return false;
	}
	probe->mismatches++;
	return true;
}

static zend_always_inline uint32_t brine_probe_number(const brine_index *index, const brine_probe *probe)
{
	return index->slots[probe->position].stamp - index->base;
}

static zend_always_inline void brine_probe_next(const brine_index *index, brine_probe *probe)
{
	probe->steps++;
	probe->position = (probe->position + probe->steps) & index->mask;
}

/* Puts number where an unsuccessful search ended, unless it gave up on a slot in use. */
static zend_always_inline void brine_index_insert(brine_index *index, const brine_probe *probe, uint32_t number)
{
	brine_index_slot *slot = &index->slots[probe->position];

	BRINE_ASSERT(number < UINT32_MAX - index->base);
	if (UNEXPECTED(slot->stamp >= index->base)) {
		return;
	}
	slot->hash = probe->hash;
	slot->stamp = index->base + number;
	if (UNEXPECTED(index->filter)) {
		brine_index_add_to_filter(index, probe->hash);
	}
	if (UNEXPECTED(number > index->mask / 2)) {
		brine_index_grow(index);
	}
}

#endif
