#include "core/index.h"

static uint32_t slots_of(uint32_t size)
{
	return (uint32_t) BRINE_INDEX_INITIAL_SLOTS << size;
}

/* Switches to slots of a kept or new size, in which no stamp is live. */
static void use_size(brine_index *index, uint32_t size)
{
	uint32_t count = slots_of(size);
	bool is_kept = size < index->kept_sizes;

	index->slots = is_kept ? index->kept[size] : NULL;
	if (!index->slots) {
		index->slots = pecalloc(count, sizeof(*index->slots), 1);
	}
	if (is_kept) {
		index->kept[size] = index->slots;
	}
	index->size = size;
	index->mask = count - 1;
}

void brine_index_start(brine_index *index, brine_index_slot *slots, uint32_t kept_sizes)
{
	*index = BRINE_INDEX_NONE;
	index->is_built_in = slots != NULL;
	index->kept_sizes = kept_sizes;
	index->kept = pecalloc(kept_sizes, sizeof(*index->kept), 1);
	index->kept[0] = slots;
	use_size(index, 0);
}

void brine_index_init(brine_index *index)
{
	brine_index_start(index, NULL, BRINE_INDEX_KEPT_SIZES);
}

static void free_unless_kept(const brine_index *index, brine_index_slot *slots, uint32_t size)
{
	if (size >= index->kept_sizes) {
		pefree(slots, 1);
	}
}

void brine_index_start_filter(brine_index *index)
{
	index->filter = pecalloc((1 << BRINE_INDEX_FILTER_BITS) / 64, sizeof(*index->filter), 1);
	for (uint32_t i = 0; i <= index->mask; i++) {
		if (index->slots[i].stamp >= index->base) {
			brine_index_add_to_filter(index, index->slots[i].hash);
		}
	}
}

static void drop_filter(brine_index *index)
{
	if (UNEXPECTED(index->filter)) {
		pefree(index->filter, 1);
		index->filter = NULL;
	}
}

void brine_index_destroy(brine_index *index)
{
	drop_filter(index);
	free_unless_kept(index, index->slots, index->size);
	for (uint32_t i = index->is_built_in; index->kept && i < index->kept_sizes; i++) {
		pefree(index->kept[i], 1);
	}
	pefree(index->kept, 1);
	*index = BRINE_INDEX_NONE;
}

static ZEND_COLD void start_over(brine_index *index)
{
	for (uint32_t i = 0; i < index->kept_sizes; i++) {
		if (index->kept[i]) {
			memset(index->kept[i], 0, slots_of(i) * sizeof(**index->kept));
		}
	}
	index->base = 1;
}

/* Halves the slots; those of the largest kept size are freed. */
static void shrink(brine_index *index)
{
	uint32_t size = index->size;

	use_size(index, size - 1);
	if (size >= BRINE_INDEX_KEPT_SIZES) {
		pefree(index->kept[size], 1);
		index->kept[size] = NULL;
	}
}

void brine_index_reset_slowly(brine_index *index, uint32_t count)
{
	index->base += count;
	drop_filter(index);
	if (index->size >= index->kept_sizes) {
		free_unless_kept(index, index->slots, index->size);
		use_size(index, index->kept_sizes > BRINE_INDEX_KEPT_SIZES ? BRINE_INDEX_KEPT_SIZES : 0);
	} else if (count < index->mask / BRINE_INDEX_SPARSE && index->size > 0
		&& ++index->sparse_calls >= BRINE_INDEX_SPARSE_CALLS) {
		index->sparse_calls = BRINE_INDEX_SPARSE_CALLS;
		shrink(index);
	}
	if (index->base >= BRINE_INDEX_LAST_BASE) {
		start_over(index);
	}
}

void brine_index_grow(brine_index *index)
{
	brine_index_slot *old = index->slots;
	uint32_t old_size = index->size;
	uint32_t count = 0;

	/* Moves the live slots to the front, without an unpredictable branch. */
	for (uint32_t i = 0; i < slots_of(old_size); i++) {
		brine_index_slot slot = old[i];

		old[count] = slot;
		count += slot.stamp >= index->base;
	}
	index->sparse_calls = 0;
	use_size(index, old_size + 2 < BRINE_INDEX_KEPT_SIZES ? old_size + 2 : old_size + 1);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t position = old[i].hash & index->mask, steps = 0;

		while (index->slots[position].stamp >= index->base) {
			steps++;
			position = (position + steps) & index->mask;
		}
		index->slots[position] = old[i];
	}
	free_unless_kept(index, old, old_size);
}
