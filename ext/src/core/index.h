/*
 * An open-addressing index from hash to number, reused between calls. Stamps of at least `base` are live and stamp
 * minus base is the number, so raising `base` empties it. The caller compares keys; insert where the search stopped:
 *
 *     for (brine_probe probe = brine_probe_start(index, hash); brine_probe_live(index, &probe, limit);
 *          brine_probe_next(index, &probe))
 *         if (brine_probe_matches(index, &probe) && equal(brine_probe_number(index, &probe))) ...
 */
#ifndef BRINE_INDEX_H
#define BRINE_INDEX_H

#include "php.h"
#include "core/compat.h"

/*
 * An attacker can choose keys that collide. A search gives up after this many slots, or this many equal hashes of
 * unequal keys: the key counts as new and is not remembered. For other keys that happens once in 2^32 searches.
 */
#define BRINE_PROBE_LIMIT 32
#define BRINE_MISMATCH_LIMIT 4

/* For addresses as keys, which must always be found again. */
#define BRINE_PROBE_UNLIMITED UINT32_MAX

typedef struct {
	uint32_t hash;
	uint32_t stamp;
} brine_index_slot;

/*
 * Slots of the smallest index; and how many sizes, each twice the previous, stay allocated between calls: usually, and
 * for indexes that large values fill (32,768 numbers in 65,536 slots).
 */
#define BRINE_INDEX_INITIAL_SLOTS 256
#define BRINE_INDEX_KEPT_SIZES 8
#define BRINE_INDEX_MAX_KEPT_SIZES 9

typedef struct {
	brine_index_slot *slots;
	/* Number of slots minus one; the number of slots is a power of two. */
	uint32_t mask;
	/* Smallest live stamp; never 0, so that a zeroed slot is empty. */
	uint32_t base;
	/* Calls since it last grew in which it was too large. */
	uint32_t sparse_calls;
	/*
	 * The index of the current size, and how many sizes are kept. Larger ones are freed when the call ends; the largest
	 * kept one is freed when the index shrinks.
	 */
	uint32_t size;
	uint32_t kept_sizes;
	/* The slots of the smallest size belong to a larger structure. */
	bool is_built_in;
	/* One bit per hash, after brine_index_start_filter(); otherwise NULL. */
	uint64_t *filter;
	/*
	 * The slots of each kept size; NULL if not needed so far. All their stamps are old, so reusing them needs no
	 * clearing.
	 */
	brine_index_slot **kept;
} brine_index;

typedef struct {
	uint32_t hash;
	uint32_t position;
	uint32_t steps;
	uint32_t mismatches;
} brine_probe;

/* An index without slots: callers that compare few entries one by one may never need any. */
#define BRINE_INDEX_NONE ((brine_index){.slots = NULL, .mask = 0, .base = 1})

/* Allocates the first slots; BRINE_INDEX_KEPT_SIZES are kept. */
void brine_index_init(brine_index *index);
/* Starts with BRINE_INDEX_INITIAL_SLOTS zeroed slots that a longer-lived structure owns; `kept_sizes` are kept. */
void brine_index_start(brine_index *index, brine_index_slot *slots, uint32_t kept_sizes);
void brine_index_destroy(brine_index *index);

/* An index is sparse if fewer than one in this many slots is used. */
#define BRINE_INDEX_SPARSE 16

/* Sparse calls before it shrinks: earlier, a mix of large and small values would grow it again and again. */
#define BRINE_INDEX_SPARSE_CALLS 64

/* Stamps are reset well before they could overflow within one call. */
#define BRINE_INDEX_LAST_BASE (UINT32_C(1) << 31)

/*
 * For an index that is complete or nearly so: most failing searches then touch one bit in 32 KB, which stay cached.
 * Built from the live slots, updated by brine_index_insert(), freed by brine_index_reset().
 */
#define BRINE_INDEX_FILTER_BITS 18

ZEND_COLD void brine_index_start_filter(brine_index *index);

/* True if there is a filter and no number has this hash. */
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
 * Empties the index, whose numbers are below `count`, and frees memory beyond a bound. An index that was sparse in many
 * calls is halved, because scattered slots cause cache misses.
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

/* Cold: doubles the slots. */
ZEND_COLD void brine_index_grow(brine_index *index);

static zend_always_inline brine_probe brine_probe_start(const brine_index *index, uint32_t hash)
{
	return (brine_probe){.hash = hash, .position = hash & index->mask, .steps = 0, .mismatches = 0};
}

/* True while the probe is on a live slot and may continue. */
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

/* Inserts the number where a search ended; does nothing if the search gave up on a live slot. */
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
