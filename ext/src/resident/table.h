/*
 * The entries of the process: sets of four places, by a hash. Threads share them; what is in the table stays there while any request may run.
 * The process' only thread frees entries between requests. Where there are several, entries are freed when the process ends.
 */
#ifndef BRINE_RESIDENT_TABLE_H
#define BRINE_RESIDENT_TABLE_H

#include "php.h"
#include "core/shared.h"
#include "resident/entry.h"

#define BRINE_RESIDENT_WAYS 4

typedef struct {
	/* Does not change while there is an entry. */
	uint64_t hash;
	brine_resident_entry *entry;
} brine_resident_place;

/* How an entry has served: the request in which it was last found, and for how many requests its classes were other ones. */
typedef struct {
	uint32_t last_hit;
	uint32_t misfits;
} brine_resident_use;

typedef struct {
	/* What each lookup reads is one line of the processor's cache. */

	/* Bytes that entries may take. */
	size_t limit;
	/* Random; of the process. */
	uint64_t secret[2];
	/* NULL until the first entry comes; sets are lines of the cache too. In `places_block`, which begins where memory did. */
	brine_resident_place *places;
	/* The number of places, a power of two, less those of a set. */
	uint32_t set_mask;
	uint32_t entries;
	void *places_block;
#ifndef ZTS
	/* By place. */
	brine_resident_use *uses;
#endif
	uint64_t next_serial;
	uint32_t templates;
	/* Bytes that entries take. */
	size_t bytes;
	uint64_t admitted;
	uint64_t evicted;
#ifndef ZTS
	/* There are entries whose classes have changed for good. */
	bool has_misfits;
	/* Entries have found no room, and nothing was freed since: in all, or in the set of a place, UINT32_MAX for none, where this was so last. */
	bool is_crowded;
	uint32_t crowded_set;
	uint32_t last_eviction;
#endif
} brine_resident_table;

extern brine_resident_table brine_residents;

void brine_resident_table_startup(void);
void brine_resident_table_shutdown(void);

/* How many places there are, where there are any. */
static inline uint32_t brine_resident_place_count(void)
{
	return brine_residents.set_mask + BRINE_RESIDENT_WAYS;
}

/* The number of the first place of a hash's set. */
static zend_always_inline uint32_t brine_resident_set(uint64_t hash, uint32_t set_mask)
{
	return (uint32_t) (hash >> 40) & set_mask;
}

/* What a place has for a hash, or NULL. */
static zend_always_inline brine_resident_entry *brine_resident_at(const brine_resident_place *place, uint64_t hash)
{
#ifdef ZTS
	/* Another thread has set the hash before. */
	brine_resident_entry *entry = brine_load_shared(place->entry);

	return entry && UNEXPECTED(place->hash == hash) ? entry : NULL;
#else
	/* A processor foresees that the hash is another one, not whether there is an entry. */
	return UNEXPECTED(place->hash == hash) ? place->entry : NULL;
#endif
}

/*
 * The number of the place of the first entry with this hash, or UINT32_MAX if there is none or its bytes are others: then *looks_alike.
 */
static zend_always_inline uint32_t brine_resident_find(
	uint64_t hash, const char *payload, size_t size, brine_resident_entry **found, bool *looks_alike)
{
	const brine_resident_place *places = brine_load_shared(brine_residents.places);
	brine_resident_entry *entry;
	uint32_t number;

	*looks_alike = false;
	if (UNEXPECTED(!places)) {
		return UINT32_MAX;
	}
	number = brine_resident_set(hash, brine_residents.set_mask);
	places += number;
	/* A loop takes longer. */
	if (!(entry = brine_resident_at(places, hash)) && (number++, !(entry = brine_resident_at(places + 1, hash)))
		&& (number++, !(entry = brine_resident_at(places + 2, hash)))
		&& (number++, !(entry = brine_resident_at(places + 3, hash)))) {
		return UINT32_MAX;
	}
	if (UNEXPECTED(!brine_resident_has_payload(entry, payload, size))) {
		*looks_alike = true;
		return UINT32_MAX;
	}
	*found = entry;
	return number;
}

/* How many bytes an entry may take at most, and how many there are for one with this hash now. */
size_t brine_resident_most(void);
size_t brine_resident_room(uint64_t hash);

/* An entry was found; a request has found its classes to be as they were, or not. */
static zend_always_inline void brine_resident_note_hit(uint32_t place, uint32_t request)
{
#ifndef ZTS
	brine_residents.uses[place].last_hit = request;
#else
	(void) place;
	(void) request;
#endif
}
void brine_resident_note_fit(uint32_t place, bool fits);

/* An entry was larger than the room that there was. */
void brine_resident_note_full(void);

/* Takes an entry over; false, and the entry stays the caller's, if there is no room. */
bool brine_resident_insert(uint64_t hash, brine_resident_entry *entry, uint32_t request);

/* No value of an earlier request is left: frees what was not hit lately, where entries found no room, and what does not fit any more. True if there was something. */
bool brine_resident_evict(uint32_t request);

#endif
