/* A set: the places that a hash may have in a table of resident entries, in one cache line. */
#ifndef BRINE_RESIDENT_SET_H
#define BRINE_RESIDENT_SET_H

#include "php.h"
#include "core/shared.h"
#include "resident/entry.h"

#define BRINE_RESIDENT_WAYS 4
/* Bytes of a set: a cache line. */
#define BRINE_RESIDENT_SET_SIZE (BRINE_RESIDENT_WAYS * sizeof(brine_resident_place))

typedef struct {
	/* Constant while there is an entry. */
	uint64_t hash;
	brine_resident_entry *entry;
} brine_resident_place;

/* Use of the entry in a place. */
typedef struct {
	/* Epoch in which it was published in a domain; 0 in a process's own table. */
	uint64_t born;
	/* When it was found last, in the table's time (brine_resident_table.now). */
	uint32_t last_hit;
	/* The lower half of last_hit when the hand passed last; only the hand has this and the next. */
	uint16_t seen;
	/* Grows by one if it was found between two visits of the hand, otherwise it falls. */
	uint8_t uses;
	/* Consecutive requests in which its classes differed. */
	uint8_t misfits;
} brine_resident_use;

#define BRINE_RESIDENT_MAX_USES 3
/* While more than half of the memory is in use, this part of it may be filled in some time: the budget. */
#define BRINE_RESIDENT_BUDGET 16

#define BRINE_RESIDENT_FEWEST_SETS 16
/* Assumed bytes per entry, to derive the number of places. */
#define BRINE_RESIDENT_TYPICAL_ENTRY 2048

/* What brine_resident_sights() says of a table with so many bytes in use. */
static inline uint32_t brine_resident_sights_at(size_t bytes, size_t limit, size_t budget)
{
	if (bytes <= limit / 2) {
		return 1;
	}
	if (budget == 0) {
		return UINT32_MAX;
	}
	return bytes > limit / 4 * 3 ? 3 : 2;
}

/* Number of sets for entries of so many bytes, a power of two like `max`. */
static inline uint32_t brine_resident_sets_for(size_t bytes, uint32_t max)
{
	uint32_t sets = BRINE_RESIDENT_FEWEST_SETS;

	while (sets < max && sets < bytes / BRINE_RESIDENT_TYPICAL_ENTRY / BRINE_RESIDENT_WAYS) {
		sets *= 2;
	}
	return sets;
}

/* The first place of a hash's set. */
static zend_always_inline uint32_t brine_resident_set(uint64_t hash, uint32_t set_mask)
{
	return (uint32_t) (hash >> 40) & set_mask;
}

/*
 * Other processes may fill a place meanwhile, and note its use; not with 32 bits, where nothing is shared and a word of
 * 64 may need a library.
 */
#if !defined(ZTS) && defined(__GNUC__) && __SIZEOF_POINTER__ == 8
#define BRINE_LOAD_HASH(place) __atomic_load_n(&(place)->hash, __ATOMIC_RELAXED)
#define BRINE_LOAD_ENTRY(place) __atomic_load_n(&(place)->entry, __ATOMIC_ACQUIRE)
#define BRINE_LOAD_USE(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define BRINE_NOTE_USE(word, value) __atomic_store_n(&(word), (value), __ATOMIC_RELAXED)
#else
#define BRINE_LOAD_HASH(place) (place)->hash
#define BRINE_LOAD_ENTRY(place) (place)->entry
#define BRINE_LOAD_USE(word) (word)
#define BRINE_NOTE_USE(word, value) ((word) = (value))
#endif

/*
 * The hand passes an entry (GCLOCK, Smith 1978): true if it may be evicted. `in_need`, earlier uses do not count.
 */
static inline bool brine_resident_pass(brine_resident_use *use, bool in_need)
{
	uint16_t found = (uint16_t) BRINE_LOAD_USE(use->last_hit);
	bool is_used = found != use->seen;
	uint8_t uses = use->uses;

	BRINE_NOTE_USE(use->seen, found);
	if (is_used) {
		BRINE_NOTE_USE(use->uses, uses < BRINE_RESIDENT_MAX_USES ? uses + 1 : uses);
	} else if (uses > 0) {
		BRINE_NOTE_USE(use->uses, uses - 1);
	}
	return !is_used && (uses == 0 || in_need);
}

/* The entry in a place if it has this hash, otherwise NULL. */
static zend_always_inline brine_resident_entry *brine_resident_at(const brine_resident_place *place, uint64_t hash)
{
#ifdef ZTS
	/* The inserting thread set the hash before publishing the entry. */
	brine_resident_entry *entry = brine_load_shared(place->entry);

	return entry && UNEXPECTED(place->hash == hash) ? entry : NULL;
#else
	/* Compare hashes first: that they differ is predictable, whether there is an entry is not. */
	return UNEXPECTED(BRINE_LOAD_HASH(place) == hash) ? BRINE_LOAD_ENTRY(place) : NULL;
#endif
}

#endif
