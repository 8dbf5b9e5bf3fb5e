#include "resident/evict.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/block.h"
#include "resident/domain.h"
#include "resident/retire.h"

/* In quarters of a second: what was used within half a second is never evicted; and how long a budget holds. */
#define SHORTEST_AGE 2
#define BUDGET_TIME 2
#define LONG_REQUEST 240
/* After the hand was everywhere; and of an epoch, if nothing is retired. */
#define REST 8
#define EPOCH 8
/* An entry whose classes differ goes after nobody's classes fitted for a minute. */
#define MISFIT_AGE 240
#define MAX_MISFITS 8
/* Part of the memory; and records. */
#define MAX_PINNED 8
#define MAX_RECORDS_PINNED (BRINE_DOMAIN_RETIRED / 2)
/* What head->is_evicting says: the hand moves, or it was everywhere, and what it has retired is not free yet. */
#define SWEEPING 1
#define DRAINING 2
/* The hand passes at most so many entries in one request. */
#define MAX_LOOKS 32

/*
 * Requests of more than a minute find nothing any more. One that began meanwhile may be hit, and finds nothing either.
 */
static void hide_from_long_requests(brine_domain *domain)
{
	uint32_t end = BRINE_DOMAIN_GET(domain->head->workers_end);

	for (uint32_t i = 0; i < end; i++) {
		brine_worker_place *place = &domain->head->workers[i];

		if (BRINE_DOMAIN_GET(place->epoch) != 0
			&& (int32_t) (domain->now - BRINE_DOMAIN_GET(place->began)) > LONG_REQUEST) {
			BRINE_DOMAIN_PUT(place->visible, 0);
		}
	}
}

void brine_domain_set_time(brine_domain *domain, uint32_t now)
{
	brine_domain_head *head = domain->head;
	uint32_t known = BRINE_DOMAIN_GET(head->clock);

	domain->now = now;
	if ((int32_t) (now - known) > 0) {
		BRINE_DOMAIN_PUT(head->clock, now);
		if (now / BUDGET_TIME != known / BUDGET_TIME) {
			BRINE_DOMAIN_PUT(head->budget, domain->unit_count / BRINE_RESIDENT_BUDGET);
		}
		if (now / EPOCH != known / EPOCH) {
			brine_domain_begin_epoch(head);
			hide_from_long_requests(domain);
		}
	}
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

/* Whether a long request keeps much of what was retired, and may use this entry: to retire it would free nothing. */
static bool is_pinned(const brine_domain *domain, uint32_t place)
{
	const brine_domain_head *head = domain->head;

	return (head->units_pinned > domain->unit_count / MAX_PINNED || head->records_pinned > MAX_RECORDS_PINNED)
		&& domain->uses[place].born <= head->pinning;
}

/* Retires the longest unused entry of a set that had no room. */
static bool retire_of_set(brine_domain *domain, uint32_t set)
{
	const brine_resident_entry *oldest = NULL;
	uint32_t age = SHORTEST_AGE;

	for (uint32_t i = set; i < set + BRINE_RESIDENT_WAYS; i++) {
		if (!domain->places[i].entry) {
			return false;
		}
		if (age_of(domain, i) >= age && !is_pinned(domain, i)) {
			oldest = domain->places[i].entry;
			age = age_of(domain, i);
		}
	}
	return oldest && brine_domain_retire(domain, oldest);
}

/* Retires an entry whose classes differ, unless another application uses it. */
static bool retire_misfit(brine_domain *domain, uint32_t place)
{
	return domain->places[place].entry && BRINE_LOAD_USE(domain->uses[place].misfits) >= MAX_MISFITS
		&& age_of(domain, place) >= MISFIT_AGE && brine_domain_retire(domain, domain->places[place].entry);
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
	BRINE_DOMAIN_PUT(domain->head->turns, 0);
	BRINE_DOMAIN_PUT(domain->head->is_evicting, SWEEPING);
}

static void end_round(brine_domain *domain, bool success)
{
	brine_domain_head *head = domain->head;

	if (!success) {
		BRINE_DOMAIN_PUT(head->rest_until, domain->now + REST);
	}
	BRINE_DOMAIN_PUT(head->wanted, 0);
	BRINE_DOMAIN_PUT(head->is_evicting, 0);
}

/* The hand has been everywhere. The last time, what was retired may still be freed for a large entry. */
static void go_round(brine_domain *domain)
{
	brine_domain_head *head = domain->head;

	BRINE_DOMAIN_PUT(head->hand, 0);
	BRINE_DOMAIN_PUT(head->turns, head->turns + 1);
	if (head->turns > BRINE_RESIDENT_MAX_USES + 1) {
		BRINE_DOMAIN_PUT(head->rest_until, domain->now + REST);
		BRINE_DOMAIN_PUT(head->is_evicting, DRAINING);
	}
}

/* False also while enough for a large entry waits to be freed. */
static bool must_go_on(const brine_domain *domain)
{
	const brine_domain_head *head = domain->head;

	return head->is_evicting == SWEEPING
		&& (head->wanted > 0 ? head->units_retired - head->units_pinned < head->wanted : !is_enough(domain));
}

/*
 * Moves the hand over some entries, in the order of their addresses so that neighbours become free, and retires those
 * that are not used. For a large entry, only the latest visit counts.
 */
static bool sweep(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	bool has_retired = false;

	for (unsigned looks = 0; looks < MAX_LOOKS && must_go_on(domain); looks++) {
		uint32_t hand = MIN(head->hand, domain->unit_count);
		const unsigned char *start = memchr(domain->starts + hand, 1, domain->unit_count - hand);
		const brine_resident_entry *entry;

		if (!start) {
			go_round(domain);
			continue;
		}
		hand = (uint32_t) (start - domain->starts);
		entry = (const brine_resident_entry *) (domain->heap + (size_t) hand * BRINE_BLOCK_UNIT);
		if (brine_resident_pass(&domain->uses[entry->place], head->wanted > 0)
			&& age_of(domain, entry->place) >= SHORTEST_AGE && !is_pinned(domain, entry->place)) {
			if (!brine_domain_retire(domain, entry)) {
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

	return BRINE_DOMAIN_GET(head->is_evicting) || BRINE_DOMAIN_GET(head->workers[domain->own].building) != 0
		|| BRINE_DOMAIN_GET(head->units_retired) > 0 || domain->crowded > 0 || domain->misfit > 0 || must_begin(domain);
}

static void evict(brine_domain *domain)
{
	brine_domain_head *head = domain->head;
	bool has_retired = retire_noted(domain);

	brine_block_drop(domain, &head->workers[domain->own]);
	if (!head->is_evicting && must_begin(domain)) {
		begin(domain);
	}
	has_retired |= sweep(domain);
	if (has_retired) {
		brine_domain_date_retired(head);
	}
	if (head->units_retired > 0) {
		brine_domain_reclaim(domain);
	}
	if (head->wanted > 0 && brine_block_has_room(domain, head->wanted)) {
		BRINE_DOMAIN_PUT(head->wanted, 0);
	}
	if (head->is_evicting && head->wanted == 0 && is_enough(domain)) {
		end_round(domain, true);
	} else if (head->is_evicting == DRAINING
		&& (head->units_retired == 0 || (int32_t) (domain->now - head->rest_until) >= 0)) {
		end_round(domain, false);
	}
}

void brine_domain_evict(brine_domain *domain)
{
	if (UNEXPECTED(is_due(domain)) && brine_domain_lock(domain)) {
		evict(domain);
		brine_domain_unlock(domain);
	}
}

#endif
