#include "core/index.h"

static void allocate_slots(brine_index *index, uint32_t count)
{
	index->slots = pecalloc(count, sizeof(brine_index_slot), 1);
	index->mask = count - 1;
	index->base = 1;
	index->sparse_calls = 0;
}

void brine_index_init(brine_index *index)
{
	allocate_slots(index, BRINE_INDEX_INITIAL_SLOTS);
}

void brine_index_prepare(brine_index *index)
{
	if (!index->slots) {
		brine_index_init(index);
	}
}

void brine_index_destroy(brine_index *index)
{
	pefree(index->slots, 1);
	index->slots = NULL;
}

void brine_index_reset_slowly(brine_index *index, uint32_t count)
{
	if (index->mask >= BRINE_INDEX_KEPT_SLOTS) {
		pefree(index->slots, 1);
		allocate_slots(index, BRINE_INDEX_INITIAL_SLOTS);
	} else {
		if (count < index->mask / BRINE_INDEX_SPARSE && index->mask >= BRINE_INDEX_INITIAL_SLOTS
			&& ++index->sparse_calls >= BRINE_INDEX_SPARSE_CALLS) {
			index->sparse_calls = BRINE_INDEX_SPARSE_CALLS;
			/* The other half is never used again: an index that grows takes new memory. */
			index->mask /= 2;
		}
		index->base += count;
		if (index->base >= BRINE_INDEX_LAST_BASE) {
			memset(index->slots, 0, ((size_t) index->mask + 1) * sizeof(brine_index_slot));
			index->base = 1;
		}
	}
}

void brine_index_grow(brine_index *index)
{
	brine_index_slot *old = index->slots;
	uint32_t old_base = index->base;
	uint32_t old_count = index->mask + 1;

	allocate_slots(index, old_count * 2);
	BRINE_ASSERT(old_count > 1);
	for (uint32_t i = 0; i < old_count; i++) {
		uint32_t position, steps = 0;

		if (old[i].stamp < old_base) {
			continue;
		}
		position = old[i].hash & index->mask;
		while (index->slots[position].stamp >= index->base) {
			steps++;
			position = (position + steps) & index->mask;
		}
		index->slots[position].hash = old[i].hash;
		index->slots[position].stamp = old[i].stamp - old_base + index->base;
	}
	pefree(old, 1);
}

void brine_index_add(brine_index *index, uint32_t number, uint32_t hash)
{
	brine_probe probe = brine_probe_start(index, hash);

	while (brine_probe_live(index, &probe, BRINE_PROBE_LIMIT)) {
		brine_probe_matches(index, &probe);
		brine_probe_next(index, &probe);
	}
	brine_index_insert(index, &probe, number);
}
