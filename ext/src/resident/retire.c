#include "resident/retire.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/block.h"
#include "resident/place.h"

/* For a moment, the epoch in which a block was retired. */
#define RETIRED_NOW UINT64_MAX

/* Atomic, because the clock does it without the lock. */
void brine_domain_begin_epoch(brine_domain_head *head)
{
	BRINE_DOMAIN_BEFORE_STORE();
	__atomic_fetch_add(&head->epoch, 1, __ATOMIC_ACQ_REL);
}

void brine_domain_enter(brine_domain *domain)
{
	brine_worker_place *place = &domain->head->workers[domain->own];

	domain->epoch = brine_domain_epoch(domain->head);
	BRINE_DOMAIN_PUT(place->began, domain->now);
	BRINE_DOMAIN_PUT(place->visible, domain->epoch);
	BRINE_DOMAIN_PUT(place->epoch, domain->epoch);
	/* Either who frees a block sees this epoch, or this process sees that the block's place is empty. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void brine_domain_leave(brine_domain *domain)
{
	BRINE_DOMAIN_PUT(domain->head->workers[domain->own].epoch, 0);
}

/* A free record, or NULL. */
static brine_retired_block *free_record(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	uint32_t i = head->retired_end;

	if (i < BRINE_DOMAIN_RETIRED) {
		BRINE_DOMAIN_PUT(head->retired_end, i + 1);
		return &head->retired[i];
	}
	while (i > 0 && head->retired[i - 1].block != 0) {
		i--;
	}
	return i > 0 ? &head->retired[i - 1] : NULL;
}

/* Takes an entry from its place; false if there is no record for it. */
bool brine_domain_retire(brine_domain *domain, const brine_resident_entry *entry)
{
	brine_domain_head *head = domain->head;
	brine_retired_block *record = free_record(domain);
	uint32_t first = brine_block_first(domain, entry);
	uint32_t count = brine_block_units(entry->block_size);

	if (!record) {
		return false;
	}
	BRINE_DOMAIN_PUT(record->born, domain->uses[entry->place].born);
	BRINE_DOMAIN_PUT(record->retired, RETIRED_NOW);
	BRINE_DOMAIN_PUT(record->block, brine_building(first, count));
	BRINE_DOMAIN_PUT(domain->places[entry->place].entry, NULL);
	BRINE_DOMAIN_PUT(domain->starts[first], 0);
	BRINE_DOMAIN_PUT(head->units_retired, head->units_retired + count);
	BRINE_DOMAIN_PUT(head->entries, head->entries - 1);
	BRINE_DOMAIN_PUT(head->templates, head->templates - (entry->template != NULL));
	BRINE_DOMAIN_PUT(head->bytes, head->bytes - entry->block_size);
	BRINE_DOMAIN_PUT(head->evicted, head->evicted + 1);
	return true;
}

/*
 * Dates what was just retired, and begins an epoch. Later ones cannot find it, since the places were empty before the
 * epoch was read.
 */
void brine_domain_date_retired(brine_domain_head *head)
{
	uint64_t epoch;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	epoch = brine_domain_epoch(head);
	for (uint32_t i = 0; i < head->retired_end; i++) {
		if (head->retired[i].block != 0 && head->retired[i].retired == RETIRED_NOW) {
			BRINE_DOMAIN_PUT(head->retired[i].retired, epoch);
		}
	}
	brine_domain_begin_epoch(head);
}

/* Epochs of all processes' requests, read once, and which of those processes are known to be alive. */
typedef struct {
	uint32_t count;
	/* The one that pinned the last block. */
	uint32_t last;
	uint64_t epochs[BRINE_DOMAIN_WORKERS];
	bool is_alive[BRINE_DOMAIN_WORKERS];
} requests;

static void read_requests(const brine_domain *domain, requests *read)
{
	/* What was retired before this is in no place: a request whose epoch is not read here cannot find it. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	read->last = 0;
	read->count = BRINE_DOMAIN_GET(domain->head->workers_end);
	for (uint32_t i = 0; i < read->count; i++) {
		read->epochs[i] = BRINE_DOMAIN_GET(domain->head->workers[i].epoch);
		read->is_alive[i] = false;
	}
}

/* True if a process is alive whose request could have found the block. */
static bool pins(const brine_domain *domain, requests *read, uint32_t number, const brine_retired_block *record)
{
	if (read->epochs[number] < record->born || read->epochs[number] > record->retired) {
		return false;
	}
	if (!read->is_alive[number]) {
		read->is_alive[number] = brine_place_is_alive(domain, number);
	}
	if (!read->is_alive[number]) {
		read->epochs[number] = 0;
	}
	return read->is_alive[number];
}

static bool is_pinned(const brine_domain *domain, requests *read, const brine_retired_block *record)
{
	/* A long request pins many. */
	if (read->count > 0 && pins(domain, read, read->last, record)) {
		return true;
	}
	for (uint32_t i = 0; i < read->count; i++) {
		if (pins(domain, read, i, record)) {
			read->last = i;
			return true;
		}
	}
	return false;
}

/* Frees retired blocks that no request can use. */
void brine_domain_reclaim(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	uint32_t end = 0, pinned = 0;
	uint64_t pinning = 0;
	requests read;

	read_requests(domain, &read);
	for (uint32_t i = 0; i < head->retired_end; i++) {
		brine_retired_block *record = &head->retired[i];
		uint64_t block = record->block;

		if (block == 0) {
			continue;
		}
		if (is_pinned(domain, &read, record)) {
			end = i + 1;
			pinned++;
			pinning = read.epochs[read.last];
			continue;
		}
		BRINE_DOMAIN_PUT(record->block, 0);
		BRINE_DOMAIN_PUT(head->units_retired, head->units_retired - brine_building_count(block));
		brine_block_free(domain, brine_building_first(block), brine_building_count(block));
	}
	BRINE_DOMAIN_PUT(head->retired_end, end);
	BRINE_DOMAIN_PUT(head->pinning, pinning);
	BRINE_DOMAIN_PUT(head->units_pinned, head->units_retired);
	BRINE_DOMAIN_PUT(head->records_pinned, pinned);
}

void brine_domain_recount_retired(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	BRINE_DOMAIN_PUT(head->units_retired, 0);
	BRINE_DOMAIN_PUT(head->units_pinned, 0);
	BRINE_DOMAIN_PUT(head->records_pinned, 0);
	for (uint32_t i = 0; i < head->retired_end; i++) {
		uint64_t block = head->retired[i].block;

		if (block == 0) {
			continue;
		}
		if (domain->map[brine_building_first(block)]) {
			BRINE_DOMAIN_PUT(head->retired[i].block, 0);
		} else {
			brine_block_mark(domain, brine_building_first(block), brine_building_count(block), true);
			BRINE_DOMAIN_PUT(head->units_retired, head->units_retired + brine_building_count(block));
		}
	}
	brine_domain_date_retired(head);
}

#endif
