#include "core/pool.h"

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
