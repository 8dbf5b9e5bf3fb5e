/*
 * The process's resident entries, in sets of four places chosen by a hash. Threads share them. A single thread evicts
 * between requests; with several threads, entries stay until the process ends.
 */
#ifndef BRINE_RESIDENT_TABLE_H
#define BRINE_RESIDENT_TABLE_H

#include "php.h"
#include "core/shared.h"
#include "resident/entry.h"
#include "resident/set.h"

typedef struct {
	/* Lookups read only the first cache line. */

	/* Bytes that entries may take; 0 while none may be found. */
	size_t limit;
	/* Random, one per process. */
	uint64_t secret[2];
	/* NULL until the first entry is inserted. Sets are aligned to cache lines inside `places_block`. */
	brine_resident_place *places;
#ifndef ZTS
	/* By place. */
	brine_resident_use *uses;
	/*
	 * In a domain, where the latest epoch is whose entries this request may find (brine_worker_place.visible);
	 * otherwise NULL.
	 */
	const uint64_t *visible;
	/* When the request began: in a domain in quarters of a second, otherwise the number of the request. */
	uint32_t now;
#endif
	/* Number of places, a power of two, minus those of one set. */
	uint32_t set_mask;
	uint32_t entries;
	void *places_block;
	uint64_t next_serial;
	uint32_t templates;
	/* Bytes that entries take. */
	size_t bytes;
	uint64_t admitted;
	uint64_t evicted;
#ifndef ZTS
	/*
	 * The entries are those of all processes of the user (resident/domain.h), which evicts them; the other counters are
	 * there.
	 */
	bool is_shared;
	/* Some entries' classes have changed for good. */
	bool has_misfits;
	/*
	 * An entry did not fit and nothing was evicted since: into the whole table, or into a set, whose first place is
	 * stored, UINT32_MAX for none.
	 */
	bool is_crowded;
	uint32_t crowded_set;
	/* The place that the hand passes next; and bytes that may be admitted until the budget is renewed. */
	uint32_t hand;
	size_t budget;
#endif
} brine_resident_table;

extern brine_resident_table brine_residents;

void brine_resident_table_startup(void);
void brine_resident_table_shutdown(void);

/* Bytes that entries of the process's own table may take. */
void brine_resident_table_set_limit(size_t limit);
size_t brine_resident_table_limit(void);

/*
 * Makes lookups use a domain, or with NULL the process's own table. Not while a lookup is in progress. True if they
 * used the other one.
 */
struct brine_domain;
bool brine_resident_table_share(struct brine_domain *domain);

/* True if lookups use a domain. */
static inline bool brine_resident_is_shared(void)
{
#ifdef ZTS
	return false;
#else
	return brine_residents.is_shared;
#endif
}

/* Number of places; only valid once places exist. */
static inline uint32_t brine_resident_place_count(void)
{
	return brine_residents.set_mask + BRINE_RESIDENT_WAYS;
}

/*
 * The place of the first entry with this hash, or UINT32_MAX if there is none. *looks_alike means that its bytes
 * differ.
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
	/* Unrolled, which is faster than a loop. */
	if (!(entry = brine_resident_at(places, hash)) && (number++, !(entry = brine_resident_at(places + 1, hash)))
		&& (number++, !(entry = brine_resident_at(places + 2, hash)))
		&& (number++, !(entry = brine_resident_at(places + 3, hash)))) {
		return UINT32_MAX;
	}
#ifndef ZTS
	/* Nothing keeps a later entry for this request: it may be freed at any time. */
	if (UNEXPECTED(brine_residents.visible)
		&& BRINE_LOAD_USE(brine_residents.uses[number].born) > BRINE_LOAD_USE(*brine_residents.visible)) {
		return UINT32_MAX;
	}
#endif
	if (UNEXPECTED(!brine_resident_has_payload(entry, payload, size))) {
		*looks_alike = true;
		return UINT32_MAX;
	}
	*found = entry;
	return number;
}

/*
 * The size that an entry may have; and bytes available for one with this hash, as far as is known without its size, or
 * 0 and *reason.
 */
size_t brine_resident_max_size(void);
size_t brine_resident_room(uint64_t hash, brine_resident_reason *reason);

/*
 * How often a value must have been seen after the first time: the more memory is in use, the more often. UINT32_MAX
 * while the budget is spent, so that a flood of new values costs little and replaces others slowly.
 */
uint32_t brine_resident_sights(void);

/* Renews the budget of the process's own table. */
void brine_resident_renew_budget(void);

/*
 * Memory for an entry, whose size may become larger; NULL and *reason if there is none. brine_resident_insert() takes
 * it over.
 */
void *brine_resident_new_block(size_t *size, brine_resident_reason *reason);

/* Record that an entry was used; and whether its classes fit in this request. */
static zend_always_inline void brine_resident_note_hit(uint32_t place)
{
#ifndef ZTS
	brine_resident_use *use = &brine_residents.uses[place];

	/* Only another time, since all processes read it. */
	if (BRINE_LOAD_USE(use->last_hit) != brine_residents.now) {
		BRINE_NOTE_USE(use->last_hit, brine_residents.now);
	}
#else
	(void) place;
#endif
}
void brine_resident_note_fit(uint32_t place, bool fits);

/* Records that an entry was larger than the available memory. */
void brine_resident_note_full(void);

/* Inserts an entry, taking it over in any case; false and *reason if it is not kept. */
bool brine_resident_insert(uint64_t hash, brine_resident_entry *entry, brine_resident_reason *reason);

/*
 * Begin: no value of an earlier request is left. Evicts entries that no longer fit and, if space is short, unused ones.
 * End: nothing is found in a domain until the next begin.
 */
void brine_resident_table_begin(uint32_t request);
void brine_resident_table_end(void);

#endif
