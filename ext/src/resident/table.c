/*
 * The table of resident entries, for resident.c. The one idea: nothing is evicted while a request may use it, so
 * lookups need no lock. Between requests, a single thread evicts entries whose classes changed and, if an entry did not
 * fit, unused ones.
 */
#include "resident/table.h"
#include "core/memory.h"
#include "resident/block.h"
#include "resident/domain.h"
#include "resident/evict.h"
#include "resident/retire.h"
#include "ext/random/php_random.h"

/* A value takes at most this fraction of the limit. */
#define LARGEST_PART 2
#define MAX_SETS (1 << 16)
/* Entries that the last so many requests used are not evicted. */
#define LATE_REQUESTS 4
/* An entry whose classes differed in so many consecutive requests is evicted. */
#define MAX_MISFITS 8

#define CACHE_LINE 64

ZEND_SET_ALIGNED(CACHE_LINE, brine_resident_table brine_residents);

#ifdef BRINE_HAS_DOMAINS
/* The domain in use, or NULL; then what the process's own table was. */
static brine_domain *shared;
static brine_resident_table own_table;

bool brine_resident_table_share(brine_domain *domain)
{
	if ((domain != NULL) == brine_residents.is_shared) {
		return false;
	}
	shared = domain;
	if (!domain) {
		brine_residents = own_table;
		return true;
	}
	own_table = brine_residents;
	/* Only lookups read it, once brine_resident_table_begin() has set the rest: all else is asked for in the domain. */
	brine_residents = (brine_resident_table){
		.secret = {domain->head->secret[0], domain->head->secret[1]},
		.places = domain->places,
		.set_mask = domain->set_mask,
		.uses = domain->uses,
		.is_shared = true,
		.crowded_set = UINT32_MAX,
	};
	return true;
}
#endif

#ifdef ZTS
/* Try-lock only: a forked child could inherit a lock that nobody releases. On contention the value is not kept. */
static bool is_locked;

static bool lock_table(void)
{
#ifdef __GNUC__
	return !__atomic_exchange_n(&is_locked, true, __ATOMIC_ACQUIRE);
#else
	return _InterlockedExchange8((char volatile *) &is_locked, 1) == 0;
#endif
}

static void unlock_table(void)
{
#ifdef __GNUC__
	__atomic_store_n(&is_locked, false, __ATOMIC_RELEASE);
#else
	_InterlockedExchange8((char volatile *) &is_locked, 0);
#endif
}
#else
#define lock_table() true
#define unlock_table()
#endif

void brine_resident_table_startup(void)
{
	brine_residents.next_serial = 1;
#ifndef ZTS
	brine_residents.crowded_set = UINT32_MAX;
#endif
	if (php_random_bytes_silent(brine_residents.secret, sizeof(brine_residents.secret)) == FAILURE) {
		/* Fallback without a source of random bytes: an address. */
		brine_residents.secret[0] = (uint64_t) (uintptr_t) &module_registry;
		brine_residents.secret[1] = ~brine_residents.secret[0];
	}
	/* Odd, because it is a factor in hashes. */
	brine_residents.secret[1] |= 1;
}

static void free_place(brine_resident_place *place)
{
	brine_resident_entry *entry = place->entry;

	place->entry = NULL;
	brine_residents.bytes -= entry->block_size;
	brine_residents.entries--;
	brine_residents.templates -= entry->template != NULL;
	brine_resident_entry_free(entry);
}

void brine_resident_table_shutdown(void)
{
#ifdef BRINE_HAS_DOMAINS
	brine_resident_table_share(NULL);
#endif
	for (uint32_t i = 0; brine_residents.places && i < brine_resident_place_count(); i++) {
		if (brine_residents.places[i].entry) {
			free_place(&brine_residents.places[i]);
		}
	}
	free(brine_residents.places_block);
#ifndef ZTS
	free(brine_residents.uses);
#endif
	memset(&brine_residents, 0, sizeof(brine_residents));
}

static bool make_places(void)
{
	uint32_t sets = brine_resident_sets_for(brine_residents.limit, MAX_SETS);
	brine_resident_place *places;
	size_t count;
	char *block;

	count = (size_t) sets * BRINE_RESIDENT_WAYS;
	block = calloc(count * sizeof(*places) + CACHE_LINE - 1, 1);
	if (!block) {
		return false;
	}
#ifndef ZTS
	brine_residents.uses = calloc(count, sizeof(*brine_residents.uses));
	if (!brine_residents.uses) {
		free(block);
		return false;
	}
#endif
	/* Lookups touch random places. */
	brine_populate(block, count * sizeof(*places));
	places = (brine_resident_place *) (((uintptr_t) block + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
	brine_residents.places_block = block;
	brine_residents.set_mask = (sets - 1) * BRINE_RESIDENT_WAYS;
	brine_store_shared(brine_residents.places, places);
	return true;
}

static size_t *own_limit(void)
{
#ifdef BRINE_HAS_DOMAINS
	if (brine_residents.is_shared) {
		return &own_table.limit;
	}
#endif
	return &brine_residents.limit;
}

void brine_resident_table_set_limit(size_t limit)
{
	/* Every new thread sets it while others read it, so only changes are written. */
	if (*own_limit() != limit) {
		*own_limit() = limit;
	}
}

size_t brine_resident_table_limit(void)
{
	return *own_limit();
}

size_t brine_resident_max_size(void)
{
	return brine_residents.limit / LARGEST_PART;
}

/* A free place of the hash's set, or NULL. */
static brine_resident_place *free_place_for(uint64_t hash)
{
	brine_resident_place *place = brine_residents.places + brine_resident_set(hash, brine_residents.set_mask);

	for (unsigned i = 0; i < BRINE_RESIDENT_WAYS; i++) {
		if (!place[i].entry) {
			return &place[i];
		}
	}
	return NULL;
}

/* Records that an entry did not fit: into the whole table, or into a set. */
static void note_crowded(uint32_t set)
{
#ifndef ZTS
	if (set == UINT32_MAX) {
		brine_residents.is_crowded = true;
	} else {
		brine_residents.crowded_set = set;
	}
#else
	(void) set;
#endif
}

void brine_resident_note_full(void)
{
	note_crowded(UINT32_MAX);
}

/* The place for an entry of this size; NULL if there is no space. */
static brine_resident_place *place_for(uint64_t hash, size_t size)
{
	brine_resident_place *place;

	if (!brine_residents.places && !make_places()) {
		return NULL;
	}
	if (brine_residents.bytes > brine_residents.limit || size > brine_residents.limit - brine_residents.bytes) {
		note_crowded(UINT32_MAX);
		return NULL;
	}
	place = free_place_for(hash);
	if (!place) {
		note_crowded(brine_resident_set(hash, brine_residents.set_mask));
	}
	return place;
}

static bool insert(uint64_t hash, brine_resident_entry *entry)
{
	brine_resident_place *place = place_for(hash, entry->block_size);

	if (!place) {
		return false;
	}
	entry->serial = brine_residents.next_serial++;
	brine_resident_seal_block(entry, entry->block_size);
	brine_residents.bytes += entry->block_size;
	brine_residents.entries++;
	brine_residents.templates += entry->template != NULL;
	brine_residents.admitted++;
	place->hash = hash;
#ifndef ZTS
	brine_residents.uses[place - brine_residents.places] =
		(brine_resident_use){.last_hit = brine_residents.now, .seen = (uint16_t) brine_residents.now};
	brine_residents.budget -=
		MIN(brine_residents.budget, brine_residents.bytes > brine_residents.limit / 2 ? entry->block_size : 0);
#endif
	brine_store_shared(place->entry, entry);
	return true;
}

bool brine_resident_insert(uint64_t hash, brine_resident_entry *entry, brine_resident_reason *reason)
{
	bool success;

#ifdef BRINE_HAS_DOMAINS
	if (shared) {
		return brine_domain_publish(shared, hash, entry, reason);
	}
#endif
	success = lock_table();
	if (success) {
		success = insert(hash, entry);
		unlock_table();
	}
	if (!success) {
		brine_resident_entry_free(entry);
		*reason = BRINE_REFUSED_FULL;
	}
	return success;
}

size_t brine_resident_room(uint64_t hash, brine_resident_reason *reason)
{
	size_t room = 0;

#ifdef BRINE_HAS_DOMAINS
	if (shared) {
		return brine_domain_may_have_room(shared, hash, reason) ? brine_residents.limit : 0;
	}
#endif
	*reason = BRINE_REFUSED_FULL;
	if (lock_table()) {
		if (place_for(hash, 1)) {
			room = brine_residents.limit - brine_residents.bytes;
		}
		unlock_table();
	}
	return room;
}

uint32_t brine_resident_sights(void)
{
#ifdef BRINE_HAS_DOMAINS
	if (shared) {
		return brine_domain_sights(shared);
	}
#endif
#ifdef ZTS
	return brine_resident_sights_at(brine_residents.bytes, brine_residents.limit, SIZE_MAX);
#else
	return brine_resident_sights_at(brine_residents.bytes, brine_residents.limit, brine_residents.budget);
#endif
}

void brine_resident_renew_budget(void)
{
#ifndef ZTS
	brine_residents.budget = brine_residents.limit / BRINE_RESIDENT_BUDGET;
#endif
}

void *brine_resident_new_block(size_t *size, brine_resident_reason *reason)
{
#ifdef BRINE_HAS_DOMAINS
	if (shared) {
		return brine_domain_allocate(shared, size, reason);
	}
#endif
	*reason = BRINE_REFUSED_TOO_LARGE;
	return brine_resident_allocate(size);
}

#ifdef ZTS

void brine_resident_note_fit(uint32_t place, bool fits)
{
	(void) place;
	(void) fits;
}

void brine_resident_table_begin(uint32_t request)
{
	(void) request;
}

void brine_resident_table_end(void)
{
}

#else

static void evict_place(uint32_t place)
{
	free_place(&brine_residents.places[place]);
	brine_residents.evicted++;
}

static uint32_t age_of(uint32_t place, uint32_t request)
{
	return brine_residents.places[place].entry ? request - brine_residents.uses[place].last_hit : 0;
}

/* Evicts the least recently used entry of a set, unless recent requests used it. */
static void evict_of_set(uint32_t set, uint32_t request)
{
	uint32_t oldest = set;

	for (uint32_t i = 1; i < BRINE_RESIDENT_WAYS; i++) {
		if (age_of(set + i, request) > age_of(oldest, request)) {
			oldest = set + i;
		}
	}
	if (age_of(oldest, request) >= LATE_REQUESTS) {
		evict_place(oldest);
	}
}

/* Moves the hand until a quarter of the memory is free, or it has passed each entry until no use counted any more. */
static void evict_unused(uint32_t request)
{
	size_t enough = brine_residents.limit / 4 * 3;
	uint32_t count = brine_resident_place_count();

	for (uint32_t i = 0; i < count * (BRINE_RESIDENT_MAX_USES + 2) && brine_residents.bytes > enough; i++) {
		uint32_t place = brine_residents.hand;

		brine_residents.hand = (place + 1) % count;
		if (brine_residents.places[place].entry && brine_resident_pass(&brine_residents.uses[place], false)
			&& age_of(place, request) >= LATE_REQUESTS) {
			evict_place(place);
		}
	}
}

void brine_resident_note_fit(uint32_t place, bool fits)
{
	brine_resident_use *use = &brine_residents.uses[place];
	uint32_t misfits = BRINE_LOAD_USE(use->misfits);

	if (fits) {
		if (UNEXPECTED(misfits > 0)) {
			BRINE_NOTE_USE(use->misfits, 0);
		}
		return;
	}
	if (misfits < MAX_MISFITS) {
		BRINE_NOTE_USE(use->misfits, misfits + 1);
	}
	if (misfits + 1 >= MAX_MISFITS) {
		brine_residents.has_misfits = true;
#ifdef BRINE_HAS_DOMAINS
		if (shared) {
			shared->misfit = place + 1;
		}
#endif
	}
}

static void evict_misfits(void)
{
	for (uint32_t i = 0; i < brine_resident_place_count(); i++) {
		if (brine_residents.places[i].entry && brine_residents.uses[i].misfits >= MAX_MISFITS) {
			evict_place(i);
		}
	}
	brine_residents.has_misfits = false;
}

static void evict(uint32_t request)
{
	if (UNEXPECTED(brine_residents.has_misfits)) {
		evict_misfits();
	}
	if (UNEXPECTED(brine_residents.crowded_set != UINT32_MAX)) {
		evict_of_set(brine_residents.crowded_set, request);
		brine_residents.crowded_set = UINT32_MAX;
	}
	if (UNEXPECTED(brine_residents.is_crowded || brine_residents.bytes > brine_residents.limit / 8 * 7)) {
		brine_residents.is_crowded = false;
		evict_unused(request);
	}
}

void brine_resident_table_begin(uint32_t request)
{
#ifdef BRINE_HAS_DOMAINS
	if (shared) {
		brine_domain_evict(shared);
		brine_domain_enter(shared);
		brine_residents.visible = &shared->head->workers[shared->own].visible;
		brine_residents.now = shared->now;
		brine_residents.limit = (size_t) shared->unit_count * BRINE_BLOCK_UNIT;
		return;
	}
#endif
	brine_residents.now = request;
	evict(request);
}

void brine_resident_table_end(void)
{
	if (brine_residents.is_shared) {
		brine_residents.limit = 0;
	}
}

#endif
