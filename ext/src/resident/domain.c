#include "resident/domain.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/block.h"
#include "resident/place.h"
#include "resident/retire.h"

/* More places than entries need on average, because a full set has no room. */
#define SPARSENESS 2
#define MAX_SETS (1 << 20)

/* Serials of shared entries differ from those of a process's own table. */
#define SHARED_SERIALS (UINT64_C(1) << 63)

static size_t round_up(size_t size, size_t unit)
{
	return (size + unit - 1) / unit * unit;
}

brine_domain_layout brine_domain_layout_of(size_t bytes, size_t page)
{
	uint32_t sets = brine_resident_sets_for(bytes * SPARSENESS, MAX_SETS);
	brine_domain_layout layout = {
		.places = round_up(sizeof(brine_domain_head), BRINE_RESIDENT_SET_SIZE),
		.set_mask = (sets - 1) * BRINE_RESIDENT_WAYS,
		.unit_count = (uint32_t) (round_up(bytes, page) / BRINE_BLOCK_UNIT),
	};

	layout.uses = layout.places + (size_t) sets * BRINE_RESIDENT_SET_SIZE;
	layout.map = layout.uses + (size_t) sets * BRINE_RESIDENT_WAYS * sizeof(brine_resident_use);
	layout.starts = layout.map + layout.unit_count;
	layout.heap = round_up(layout.starts + layout.unit_count, page);
	layout.size = layout.heap + (size_t) layout.unit_count * BRINE_BLOCK_UNIT;
	return layout;
}

brine_domain brine_domain_at(char *memory, const brine_domain_layout *layout)
{
	return (brine_domain){
		.head = (brine_domain_head *) memory,
		.places = (brine_resident_place *) (memory + layout->places),
		.uses = (brine_resident_use *) (memory + layout->uses),
		.map = (unsigned char *) memory + layout->map,
		.starts = (unsigned char *) memory + layout->starts,
		.heap = memory + layout->heap,
		.set_mask = layout->set_mask,
		.unit_count = layout->unit_count,
		.locks = -1,
		.own = BRINE_NO_PLACE,
	};
}

static bool replace(uint64_t *word, uint64_t *expected, uint64_t value)
{
	BRINE_DOMAIN_BEFORE_STORE();
	return __atomic_compare_exchange_n(word, expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

bool brine_domain_claim(brine_domain_head *head, uint64_t user)
{
	uint64_t owner = 0;

	return replace(&head->user, &owner, user + 1) || owner == user + 1;
}

/* Marks and counts the entries of the table. */
static void count_entries(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	for (uint32_t i = 0; i < domain->set_mask + BRINE_RESIDENT_WAYS; i++) {
		const brine_resident_entry *entry = domain->places[i].entry;

		if (entry) {
			uint32_t first = brine_block_first(domain, entry);

			brine_block_mark(domain, first, brine_block_units(entry->block_size), true);
			BRINE_DOMAIN_PUT(domain->starts[first], 1);
			BRINE_DOMAIN_PUT(head->entries, head->entries + 1);
			BRINE_DOMAIN_PUT(head->templates, head->templates + (entry->template != NULL));
			BRINE_DOMAIN_PUT(head->bytes, head->bytes + entry->block_size);
		}
	}
}

/* Marks the blocks that processes build or were building, and forgets those that are in the table by now. */
static void count_buildings(brine_domain *domain)
{
	for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
		brine_worker_place *place = &domain->head->workers[i];
		uint64_t building = place->building;

		if (building == 0) {
			continue;
		}
		if (domain->map[brine_building_first(building)]) {
			BRINE_DOMAIN_PUT(place->building, 0);
		} else {
			brine_block_mark(domain, brine_building_first(building), brine_building_count(building), true);
		}
	}
}

/*
 * The owner died between two stores: only table, records and notes of blocks are right. May itself end anywhere, and be
 * done again.
 */
static void recover(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	BRINE_DOMAIN_PUT(head->takeovers, head->takeovers + 1);
	for (uint32_t i = 0; i < domain->unit_count; i++) {
		BRINE_DOMAIN_PUT(domain->map[i], 0);
		BRINE_DOMAIN_PUT(domain->starts[i], 0);
	}
	BRINE_DOMAIN_PUT(head->hint, 0);
	BRINE_DOMAIN_PUT(head->units_used, 0);
	BRINE_DOMAIN_PUT(head->entries, 0);
	BRINE_DOMAIN_PUT(head->templates, 0);
	BRINE_DOMAIN_PUT(head->bytes, 0);
	count_entries(domain);
	brine_domain_recount_retired(domain);
	count_buildings(domain);
}

/* True if the process that a lock word names has ended. */
static bool is_gone(const brine_domain *domain, uint64_t word)
{
	uint32_t number = (uint32_t) (word & 0xFFFF) - 1;

	return number >= BRINE_DOMAIN_WORKERS || !brine_place_is_alive(domain, number)
		|| BRINE_DOMAIN_GET(domain->head->workers[number].generation) != word >> 16;
}

bool brine_domain_lock(brine_domain *domain)
{
	uint64_t owner = 0;

	if (UNEXPECTED(domain->is_split)) {
		return false;
	}
	if (EXPECTED(replace(&domain->head->lock, &owner, domain->word))) {
		return true;
	}
	if (!is_gone(domain, owner) || !replace(&domain->head->lock, &owner, domain->word)) {
		return false;
	}
	recover(domain);
	return true;
}

void brine_domain_unlock(brine_domain *domain)
{
	BRINE_DOMAIN_PUT(domain->head->lock, 0);
}

/* A free place in the hash's set; NULL and *reason if there is none, or another process has inserted this hash. */
static brine_resident_place *place_for(const brine_domain *domain, uint64_t hash, brine_resident_reason *reason)
{
	brine_resident_place *set = domain->places + brine_resident_set(hash, domain->set_mask), *place = NULL;

	*reason = BRINE_REFUSED_FULL;
	for (unsigned i = BRINE_RESIDENT_WAYS; i-- > 0;) {
		if (!BRINE_DOMAIN_GET(set[i].entry)) {
			place = &set[i];
		} else if (BRINE_DOMAIN_GET(set[i].hash) == hash) {
			*reason = BRINE_REFUSED_BUSY;
			return NULL;
		}
	}
	return place;
}

/* Why there is none: units wait to be freed, or all are in use. */
static brine_resident_reason no_room(const brine_domain *domain)
{
	return BRINE_DOMAIN_GET(domain->head->units_retired) > 0 ? BRINE_REFUSED_BLOCKED : BRINE_REFUSED_FULL;
}

uint32_t brine_domain_sights(const brine_domain *domain)
{
	uint32_t used = BRINE_DOMAIN_GET(domain->head->units_used);

	if (used <= domain->unit_count / 2) {
		return 1;
	}
	if (BRINE_DOMAIN_GET(domain->head->budget) == 0) {
		return UINT32_MAX;
	}
	return used > domain->unit_count / 8 * 5 ? 3 : 2;
}

bool brine_domain_may_have_room(brine_domain *domain, uint64_t hash, brine_resident_reason *reason)
{
	if (!place_for(domain, hash, reason)) {
		if (*reason == BRINE_REFUSED_FULL) {
			domain->crowded = brine_resident_set(hash, domain->set_mask) + 1;
		}
		return false;
	}
	*reason = no_room(domain);
	return BRINE_DOMAIN_GET(domain->head->units_used) < domain->unit_count;
}

void *brine_domain_allocate(brine_domain *domain, size_t *size, brine_resident_reason *reason)
{
	uint32_t count = brine_block_units(*size), first;
	char *block;

	if (!brine_domain_lock(domain)) {
		*reason = BRINE_REFUSED_BUSY;
		return NULL;
	}
	first = brine_block_take(domain, count);
	*reason = no_room(domain);
	if (first == BRINE_NO_UNIT) {
		BRINE_DOMAIN_PUT(domain->head->wanted, MAX(domain->head->wanted, count));
	} else if (domain->head->units_used > domain->unit_count / 2) {
		uint32_t budget = BRINE_DOMAIN_GET(domain->head->budget);

		BRINE_DOMAIN_PUT(domain->head->budget, budget - MIN(budget, count));
	}
	brine_domain_unlock(domain);
	if (first == BRINE_NO_UNIT) {
		return NULL;
	}
	*size = (size_t) count * BRINE_BLOCK_UNIT;
	block = domain->heap + (size_t) first * BRINE_BLOCK_UNIT;
	if (!brine_block_open(domain, block, *size)) {
		/* Still noted as this worker's block, which its next allocation gives back. */
		brine_block_finish(domain, block, *size);
		return NULL;
	}
	return block;
}

/* Under the lock. From the store of the entry on, lookups find it. */
static bool publish(brine_domain *domain, uint64_t hash, brine_resident_entry *entry, brine_resident_reason *reason)
{
	brine_domain_head *head = domain->head;
	brine_resident_place *place = place_for(domain, hash, reason);
	brine_resident_use *use;

	if (!place) {
		brine_block_drop(domain, &head->workers[domain->own]);
		return false;
	}
	BRINE_DOMAIN_PUT(head->admitted, head->admitted + 1);
	entry->serial = SHARED_SERIALS | head->admitted;
	entry->place = (uint32_t) (place - domain->places);
	use = &domain->uses[entry->place];
	BRINE_DOMAIN_PUT(use->born, brine_domain_epoch(head));
	BRINE_NOTE_USE(use->last_hit, domain->now);
	BRINE_NOTE_USE(use->seen, (uint16_t) domain->now);
	BRINE_NOTE_USE(use->uses, 0);
	BRINE_NOTE_USE(use->misfits, 0);
	BRINE_DOMAIN_PUT(place->hash, hash);
	BRINE_DOMAIN_PUT(place->entry, entry);
	BRINE_DOMAIN_PUT(domain->starts[brine_block_first(domain, entry)], 1);
	BRINE_DOMAIN_PUT(head->entries, head->entries + 1);
	BRINE_DOMAIN_PUT(head->templates, head->templates + (entry->template != NULL));
	BRINE_DOMAIN_PUT(head->bytes, head->bytes + entry->block_size);
	BRINE_DOMAIN_PUT(head->workers[domain->own].building, 0);
	return true;
}

bool brine_domain_publish(
	brine_domain *domain, uint64_t hash, brine_resident_entry *entry, brine_resident_reason *reason)
{
	size_t size = entry->block_size;
	bool success = false;

	*reason = BRINE_REFUSED_BUSY;
	if (brine_domain_lock(domain)) {
		success = publish(domain, hash, entry, reason);
		brine_domain_unlock(domain);
	}
	/* An unpublished block may be another process's by now, but here it only becomes read-only. */
	brine_block_finish(domain, entry, size);
	return success;
}

uint64_t brine_domain_hits(const brine_domain *domain)
{
	uint64_t hits = 0;

	for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
		hits += BRINE_DOMAIN_GET(domain->head->workers[i].hits);
	}
	return hits;
}

uint32_t brine_domain_workers(const brine_domain *domain)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
		count += BRINE_DOMAIN_GET(domain->head->workers[i].generation) != 0 && brine_place_is_alive(domain, i);
	}
	return count;
}

#endif
