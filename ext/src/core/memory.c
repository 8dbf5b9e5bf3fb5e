#include "core/memory.h"

void *brine_growable_extend(void *items, uint32_t *capacity, uint32_t count, size_t element_size)
{
	size_t initial = BRINE_GROWABLE_BUILT_IN_BYTES / element_size;
	size_t built_in = (size_t) *capacity * element_size;
	void *grown;
	size_t wanted = (size_t) count + count / 2 + initial + 1;

	if (wanted > UINT32_MAX) {
		wanted = UINT32_MAX;
	}
	BRINE_ASSERT(wanted > count);
	*capacity = (uint32_t) wanted;
	if (built_in > BRINE_GROWABLE_BUILT_IN_BYTES) {
		return safe_perealloc(items, wanted, element_size, 0, 1);
	}
	grown = safe_pemalloc(wanted, element_size, 0, 1);
	if (built_in > 0) {
		memcpy(grown, items, built_in);
	}
	return grown;
}

void brine_pool_abandon(brine_pooled *pool, void (*release)(brine_pooled *pooled))
{
	for (; pool; pool = pool->next) {
		if (pool->busy) {
			release(pool);
		}
	}
}

void brine_pool_destroy(brine_pooled *pool, void (*destroy)(brine_pooled *pooled))
{
	while (pool) {
		brine_pooled *next = pool->next;

		destroy(pool);
		pefree(pool->memory, 1);
		pool = next;
	}
}
