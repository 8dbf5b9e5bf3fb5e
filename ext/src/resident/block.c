#include "resident/block.h"

#ifdef BRINE_HAS_DOMAINS

#include "resident/place.h"
#include <errno.h>
#include <unistd.h>

/* A block of at least this part of the heap is large. */
#define LARGE_PART 32

void brine_block_mark(brine_domain *domain, uint32_t first, uint32_t count, bool is_used)
{
	brine_domain_head *head = domain->head;

	for (uint32_t i = first; i < first + count; i++) {
		BRINE_DOMAIN_PUT(domain->map[i], is_used);
	}
	BRINE_DOMAIN_PUT(head->units_used, is_used ? head->units_used + count : head->units_used - count);
}

/*
 * What is used too late is seen: no string or array with these bits is interned or immutable, so releasing it writes to
 * read-only memory.
 */
static void spoil(const brine_domain *domain, uint32_t first, uint32_t count)
{
#ifdef BRINE_RESIDENT_GUARD
	char *block = domain->heap + (size_t) first * BRINE_BLOCK_UNIT;
	size_t size = (size_t) count * BRINE_BLOCK_UNIT;

	if (brine_block_open(domain, block, size)) {
		memset(block, 0x11, size);
	}
	brine_block_finish(domain, block, size);
#else
	(void) domain;
	(void) first;
	(void) count;
#endif
}

void brine_block_free(brine_domain *domain, uint32_t first, uint32_t count)
{
	spoil(domain, first, count);
	brine_block_mark(domain, first, count, false);
	BRINE_DOMAIN_PUT(domain->head->hint, MIN(domain->head->hint, first));
}

void brine_block_drop(brine_domain *domain, brine_worker_place *place)
{
	uint64_t building = place->building;

	if (building != 0) {
		brine_block_free(domain, brine_building_first(building), brine_building_count(building));
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

/* The first so many free units in a row, or BRINE_NO_UNIT. */
static uint32_t find_first(const brine_domain *domain, uint32_t count)
{
	const unsigned char *map = domain->map, *end = map + domain->unit_count;
	const unsigned char *start = map + MIN(domain->head->hint, domain->unit_count);

	while (start < end && (start = memchr(start, 0, (size_t) (end - start))) && (size_t) (end - start) >= count) {
		const unsigned char *used = memrchr(start, 1, count);

		if (!used) {
			return (uint32_t) (start - map);
		}
		start = used + 1;
	}
	return BRINE_NO_UNIT;
}

/* The last ones. */
static uint32_t find_last(const brine_domain *domain, uint32_t count)
{
	const unsigned char *map = domain->map, *end = map + domain->unit_count;

	while ((end = memrchr(map, 0, (size_t) (end - map))) && (size_t) (++end - map) >= count) {
		const unsigned char *used = memchr(end - count, 1, count);

		if (!used) {
			return (uint32_t) (end - count - map);
		}
		end = used;
	}
	return BRINE_NO_UNIT;
}

static uint32_t find_units(const brine_domain *domain, uint32_t count)
{
	return count < domain->unit_count / LARGE_PART ? find_first(domain, count) : find_last(domain, count);
}

bool brine_block_has_room(const brine_domain *domain, uint32_t count)
{
	return find_units(domain, count) != BRINE_NO_UNIT;
}

uint32_t brine_block_take(brine_domain *domain, uint32_t count)
{
	brine_worker_place *place = &domain->head->workers[domain->own];
	uint32_t first;

	/* Left by a publication in this request that found the lock contended. */
	brine_block_drop(domain, place);
	first = find_units(domain, count);
	if (first == BRINE_NO_UNIT && drop_of_the_dead(domain)) {
		first = find_units(domain, count);
	}
	if (first != BRINE_NO_UNIT) {
		BRINE_DOMAIN_PUT(place->building, brine_building(first, count));
		brine_block_mark(domain, first, count, true);
		if (first == domain->head->hint) {
			BRINE_DOMAIN_PUT(domain->head->hint, first + count);
		}
	}
	return first;
}

/*
 * Changes the protection of the pages that contain the block. Neighbours on them become writable too, for this process.
 */
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
