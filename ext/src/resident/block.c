#include "resident/block.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/place.h"
#include <errno.h>
#include <unistd.h>

void brine_block_mark(brine_domain *domain, uint32_t first, uint32_t count, bool is_used)
{
	brine_domain_head *head = domain->head;

	for (uint32_t i = first; i < first + count; i++) {
		BRINE_DOMAIN_PUT(domain->map[i], is_used);
	}
	BRINE_DOMAIN_PUT(head->units_used, is_used ? head->units_used + count : head->units_used - count);
}

void brine_block_drop(brine_domain *domain, brine_worker_place *place)
{
	uint64_t building = place->building;

	if (building != 0) {
		brine_block_mark(domain, brine_building_first(building), brine_building_count(building), false);
		BRINE_DOMAIN_PUT(place->building, 0);
	}
}

/* Drops what processes were building when they died; true if there was any. */
static bool drop_of_the_dead(brine_domain *domain)
{
	bool has_dropped = false;

	for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
		if (domain->head->workers[i].building != 0 && !brine_place_is_alive(domain, i)) {
			brine_block_drop(domain, &domain->head->workers[i]);
			has_dropped = true;
		}
	}
	return has_dropped;
}

/* So many free units in a row between two units, or BRINE_NO_UNIT. */
static uint32_t find_between(const brine_domain *domain, uint32_t from, uint32_t to, uint32_t count)
{
	const unsigned char *map = domain->map, *end = map + to, *start = map + from;

	while (start < end && (start = memchr(start, 0, (size_t) (end - start))) && (size_t) (end - start) >= count) {
		const unsigned char *used = memchr(start, 1, count);

		if (!used) {
			return (uint32_t) (start - map);
		}
		start = used + 1;
	}
	return BRINE_NO_UNIT;
}

static uint32_t find_units(brine_domain *domain, uint32_t count)
{
	uint32_t first = find_between(domain, MIN(domain->head->hint, domain->unit_count), domain->unit_count, count);

	if (first == BRINE_NO_UNIT) {
		first = find_between(domain, 0, domain->unit_count, count);
	}
	if (first == BRINE_NO_UNIT && drop_of_the_dead(domain)) {
		first = find_between(domain, 0, domain->unit_count, count);
	}
	return first;
}

uint32_t brine_block_take(brine_domain *domain, uint32_t count)
{
	brine_worker_place *place = &domain->head->workers[domain->own];
	uint32_t first;

	/* Left by a publication that found the lock contended, or by a process that died. */
	brine_block_drop(domain, place);
	first = find_units(domain, count);
	if (first != BRINE_NO_UNIT) {
		BRINE_DOMAIN_PUT(place->building, (uint64_t) count << 32 | (first + 1));
		brine_block_mark(domain, first, count, true);
		BRINE_DOMAIN_PUT(domain->head->hint, first + count);
	}
	return first;
}

/* Changes the protection of the pages that contain the block. Neighbours on them become writable too, for this process. */
static bool protect(const brine_domain *domain, char *block, size_t size, int protection)
{
	size_t page = (size_t) sysconf(_SC_PAGESIZE), start = (size_t) (block - domain->heap) / page * page;
	size_t end = ((size_t) (block - domain->heap) + size + page - 1) / page * page;

	if (mprotect(domain->heap + start, end - start, protection) != 0) {
		return false;
	}
#ifdef MADV_POPULATE_WRITE
	/* Without memory this fails, where a write would end the process. Kernels before 5.14 do not know it. */
	return !(protection & PROT_WRITE) || madvise(domain->heap + start, end - start, MADV_POPULATE_WRITE) == 0
		|| errno == EINVAL;
#else
	return true;
#endif
}

bool brine_block_open(const brine_domain *domain, void *block, size_t size)
{
	return protect(domain, block, size, PROT_READ | PROT_WRITE);
}

void brine_block_finish(const brine_domain *domain, void *block, size_t size)
{
	protect(domain, block, size, PROT_READ);
}

#endif
