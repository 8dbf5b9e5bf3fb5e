#include "resident/evict.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/block.h"
#include "resident/domain.h"
#include "resident/place.h"

/* In quarters of a second: what was used within two seconds is never evicted; the hand begins with what was unused for two minutes, later at most 34. */
#define SHORTEST_AGE 8
#define FIRST_AGE 512
#define LONGEST_AGE 8192
/* An entry whose classes differ goes after nobody's classes fitted for a minute. */
#define MISFIT_AGE 240
#define MOST_MISFITS 8
/* For a moment, the epoch in which a block was retired. */
#define RETIRED_NOW UINT64_MAX
/* Part of the memory. */
#define MOST_PINNED 8
/* Most entries that a request looks at. */
#define MOST_LOOKS 32

/* Atomic, because the clock does it without the lock. */
static void begin_epoch(brine_domain_head *head)
{
	BRINE_DOMAIN_BEFORE_STORE();
	__atomic_fetch_add(&head->epoch, 1, __ATOMIC_ACQ_REL);
}

void brine_domain_set_time(brine_domain *domain, uint32_t now)
{
	brine_domain_head *head = domain->head;
	uint32_t known = BRINE_DOMAIN_GET(head->clock);

	domain->now = now;
	if ((int32_t) (now - known) > 0) {
		BRINE_DOMAIN_PUT(head->clock, now);
		begin_epoch(head);
	}
}

void brine_domain_enter(brine_domain *domain)
{
	domain->epoch = brine_domain_epoch(domain->head);
	BRINE_DOMAIN_PUT(domain->head->workers[domain->own].epoch, domain->epoch);
	/* Either who frees a block sees this epoch, or this process sees that the block's place is empty. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void brine_domain_leave(brine_domain *domain)
{
	BRINE_DOMAIN_PUT(domain->head->workers[domain->own].epoch, 0);
}

static uint32_t age_of(const brine_domain *domain, uint32_t place)
{
	uint32_t last_hit = BRINE_LOAD_USE(domain->uses[place].last_hit);

	/* Another process's clock may be ahead. */
	return (int32_t) (domain->now - last_hit) > 0 ? domain->now - last_hit : 0;
}

/* Units of entries, and all but those that are pinned. */
static uint32_t units_kept(const brine_domain *domain)
{
	return BRINE_DOMAIN_GET(domain->head->units_used) - BRINE_DOMAIN_GET(domain->head->units_retired);
}

static uint32_t units_of_all(const brine_domain *domain)
{
	return domain->unit_count - BRINE_DOMAIN_GET(domain->head->units_pinned);
}

/* Whether three quarters are in use, where eviction begins; and whether it has come down to five eighths. */
static bool is_short(const brine_domain *domain)
{
	return units_kept(domain) > units_of_all(domain) / 4 * 3;
}

static bool is_enough(const brine_domain *domain)
{
	return units_kept(domain) <= units_of_all(domain) / 8 * 5;
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
static bool retire(brine_domain *domain, const brine_resident_entry *entry)
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

/* Dates what was just retired, and begins an epoch. Later ones cannot find it, since the places were empty before the epoch was read. */
static void date_retired(brine_domain_head *head)
{
	uint64_t epoch;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	epoch = brine_domain_epoch(head);
	for (uint32_t i = 0; i < head->retired_end; i++) {
		if (head->retired[i].block != 0 && head->retired[i].retired == RETIRED_NOW) {
			BRINE_DOMAIN_PUT(head->retired[i].retired, epoch);
		}
	}
	begin_epoch(head);
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
static void reclaim(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	uint32_t end = 0;
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
}

/* Retires the longest unused entry of a set that had no room. */
static bool retire_of_set(brine_domain *domain, uint32_t set)
{
	uint32_t oldest = set;

	for (uint32_t i = set; i < set + BRINE_RESIDENT_WAYS; i++) {
		if (!domain->places[i].entry) {
			return false;
		}
		if (age_of(domain, i) > age_of(domain, oldest)) {
			oldest = i;
		}
	}
	return age_of(domain, oldest) >= SHORTEST_AGE && retire(domain, domain->places[oldest].entry);
}

/* Retires an entry whose classes differ, unless another application uses it. */
static bool retire_misfit(brine_domain *domain, uint32_t place)
{
	return domain->places[place].entry && BRINE_LOAD_USE(domain->uses[place].misfits) >= MOST_MISFITS
		&& age_of(domain, place) >= MISFIT_AGE && retire(domain, domain->places[place].entry);
}

/* What this process has noted since its last eviction. */
static bool retire_noted(brine_domain *domain)
{
	bool has_retired = false;

	if (domain->crowded > 0) {
		has_retired = retire_of_set(domain, domain->crowded - 1);
	}
	if (domain->misfit > 0) {
		has_retired |= retire_misfit(domain, domain->misfit - 1);
	}
	domain->crowded = 0;
	domain->misfit = 0;
	return has_retired;
}

static void begin(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	/* So that the hand can go round with the shortest age. */
	BRINE_DOMAIN_PUT(head->age, head->age == 0 ? FIRST_AGE : MAX(head->age, 4 * SHORTEST_AGE));
	BRINE_DOMAIN_PUT(head->is_evicting, 1);
}

static void end_round(brine_domain *domain, bool success)
{
	brine_domain_head *head = domain->head;

	if (success) {
		BRINE_DOMAIN_PUT(head->age, MIN(head->age * 4, LONGEST_AGE));
		BRINE_DOMAIN_PUT(head->rounds, head->rounds + 1);
	} else {
		BRINE_DOMAIN_PUT(head->rest_until, domain->now + SHORTEST_AGE);
	}
	BRINE_DOMAIN_PUT(head->wanted, 0);
	BRINE_DOMAIN_PUT(head->is_evicting, 0);
}

/* The hand has been everywhere. */
static void go_round(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	BRINE_DOMAIN_PUT(head->hand, 0);
	if (head->age == SHORTEST_AGE) {
		end_round(domain, false);
	} else {
		BRINE_DOMAIN_PUT(head->age, MAX(head->age / 4, SHORTEST_AGE));
	}
}

/* Old enough. While a long request keeps much of what was retired, no more of what it may use is: that would free nothing. */
static bool must_go(const brine_domain *domain, uint32_t place)
{
	const brine_domain_head *head = domain->head;

	return age_of(domain, place) >= head->age
		&& (head->units_pinned <= domain->unit_count / MOST_PINNED || domain->uses[place].born > head->pinning);
}

/* False also while enough for a large entry waits to be freed. */
static bool must_go_on(const brine_domain *domain)
{
	const brine_domain_head *head = domain->head;

	return head->is_evicting
		&& (head->wanted > 0 ? head->units_retired - head->units_pinned < head->wanted : !is_enough(domain));
}

/* Moves the hand over some entries, in the order of their addresses so that neighbours become free, and retires those that are old enough. */
static bool sweep(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	bool has_retired = false;

	for (unsigned looks = 0; looks < MOST_LOOKS && must_go_on(domain); looks++) {
		uint32_t hand = MIN(head->hand, domain->unit_count);
		const unsigned char *start = memchr(domain->starts + hand, 1, domain->unit_count - hand);
		const brine_resident_entry *entry;

		if (!start) {
			go_round(domain);
			continue;
		}
		hand = (uint32_t) (start - domain->starts);
		entry = (const brine_resident_entry *) (domain->heap + (size_t) hand * BRINE_BLOCK_UNIT);
		if (must_go(domain, entry->place)) {
			if (!retire(domain, entry)) {
				break;
			}
			has_retired = true;
		}
		BRINE_DOMAIN_PUT(head->hand, hand + 1);
	}
	return has_retired;
}

/* Room is short, or an entry found none; and not all entries were in use a moment ago. */
static bool must_begin(const brine_domain *domain)
{
	const brine_domain_head *head = domain->head;

	return (is_short(domain) || BRINE_DOMAIN_GET(head->wanted) > 0)
		&& (int32_t) (domain->now - BRINE_DOMAIN_GET(head->rest_until)) >= 0;
}

/* True if there is something to do. */
static bool is_due(const brine_domain *domain)
{
	const brine_domain_head *head = domain->head;

	return BRINE_DOMAIN_GET(head->is_evicting) || BRINE_DOMAIN_GET(head->units_retired) > 0 || domain->crowded > 0
		|| domain->misfit > 0 || must_begin(domain);
}

static bool evict(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	bool of_set = retire_noted(domain), has_retired = of_set;

	if (!head->is_evicting && must_begin(domain)) {
		begin(domain);
	}
	has_retired |= sweep(domain);
	if (has_retired) {
		date_retired(head);
	}
	if (head->units_retired > 0) {
		reclaim(domain);
	}
	if (head->wanted > 0 && brine_block_has_room(domain, head->wanted)) {
		BRINE_DOMAIN_PUT(head->wanted, 0);
	}
	if (head->is_evicting && head->wanted == 0 && is_enough(domain)) {
		end_round(domain, true);
	}
	return of_set;
}

bool brine_domain_evict(brine_domain *domain)
{
	bool has_room = false;
	uint32_t rounds;

	if (UNEXPECTED(is_due(domain)) && brine_domain_lock(domain)) {
		has_room = evict(domain);
		brine_domain_unlock(domain);
	}
	rounds = BRINE_DOMAIN_GET(domain->head->rounds);
	has_room |= rounds != domain->rounds;
	domain->rounds = rounds;
	return has_room;
}

void brine_domain_recount_retired(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	BRINE_DOMAIN_PUT(head->units_retired, 0);
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
	date_retired(head);
}

#endif
