/*
 * Whether a domain is exact while nobody inserts: map and counters are those of its table, of retired and of noted
 * blocks, and the lock is free.
 */
#ifndef BRINE_TESTS_EXACT_H
#define BRINE_TESTS_EXACT_H

#include "resident/block.h"
#include <stdlib.h>

typedef struct {
	/* Units that have two owners, or another mark than their owners say; entries that are not whole. */
	uint32_t wrong_units;
	uint32_t wrong_entries;
	bool has_counters;
	bool has_units;
	bool is_free;
} brine_exact;

/* Adds an owner to units; true if they are in the heap. */
static inline bool brine_exact_own(const brine_domain *view, unsigned char *owners, uint64_t first, uint64_t count)
{
	if (first + count > view->unit_count) {
		return false;
	}
	for (uint64_t unit = first; unit < first + count; unit++) {
		owners[unit] += owners[unit] < 2;
	}
	return true;
}

static inline brine_exact brine_exact_of(const brine_domain *view, bool (*is_whole)(const brine_resident_place *))
{
	const brine_domain_head *head = view->head;
	unsigned char *owners = calloc(view->unit_count, 1);
	uint32_t entries = 0, templates = 0, used = 0, retired = 0, starts = 0;
	uint64_t bytes = 0;
	brine_exact exact = {.is_free = head->lock == 0};

	for (uint32_t i = 0; i < view->set_mask + BRINE_RESIDENT_WAYS; i++) {
		const brine_resident_entry *entry = view->places[i].entry;

		if (entry) {
			entries++;
			templates += entry->template != NULL;
			bytes += entry->block_size;
			exact.wrong_entries += !is_whole(&view->places[i])
				|| !brine_exact_own(view, owners, brine_block_first(view, entry), brine_block_units(entry->block_size))
				|| entry->place != i || !view->starts[brine_block_first(view, entry)];
		}
	}
	for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
		uint64_t building = head->workers[i].building;

		if (building) {
			exact.wrong_units +=
				!brine_exact_own(view, owners, brine_building_first(building), brine_building_count(building));
		}
	}
	for (uint32_t i = 0; i < BRINE_DOMAIN_RETIRED; i++) {
		uint64_t block = head->retired[i].block;

		if (block) {
			exact.wrong_units += i >= head->retired_end
				|| !brine_exact_own(view, owners, brine_building_first(block), brine_building_count(block));
			retired += brine_building_count(block);
		}
	}
	for (uint32_t i = 0; i < view->unit_count; i++) {
		exact.wrong_units += view->map[i] != owners[i] || (!view->map[i] && i < head->hint);
		used += owners[i];
		starts += view->starts[i];
	}
	exact.has_counters = head->entries == entries && head->templates == templates && head->bytes == bytes;
	exact.has_units = head->units_used == used && head->units_retired == retired && starts == entries;
	free(owners);
	return exact;
}

#endif
