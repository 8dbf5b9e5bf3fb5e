#include "core/index.h"

#define BRINE_INDEX_INITIAL_SLOTS 256

/* What stays allocated from one call to the next. */
#define BRINE_INDEX_KEPT_SLOTS 32768

/* Stamps start over well before they could overflow within one call. */
#define BRINE_INDEX_LAST_BASE (UINT32_C(1) << 31)

static void allocate_slots(brine_index *index, uint32_t count)
{
	index->slots = pecalloc(count, sizeof(brine_index_slot), 1);
	index->mask = count - 1;
	index->base = 1;
}

void brine_index_init(brine_index *index)
{
	allocate_slots(index, BRINE_INDEX_INITIAL_SLOTS);
}

void brine_index_destroy(brine_index *index)
{
	pefree(index->slots, 1);
	index->slots = NULL;
}

void brine_index_reset(brine_index *index, uint32_t count)
{
	if (index->mask >= BRINE_INDEX_KEPT_SLOTS) {
		pefree(index->slots, 1);
		allocate_slots(index, BRINE_INDEX_INITIAL_SLOTS);
	} else {
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
