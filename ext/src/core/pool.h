/*
 * Things that live longer than the call that needs one, with all their tables and buffers: the next call finds them warm. A call that is made while
 * another runs (from a hook, an autoloader, a destructor) takes another one. Each kind is a list that begins in the module's globals.
 */
#ifndef BRINE_POOL_H
#define BRINE_POOL_H

#include "php.h"

/* The first member of what is in a pool. */
typedef struct brine_pooled {
	bool busy;
	struct brine_pooled *next;
	/* What is freed with it. */
	void *memory;
} brine_pooled;

/* Marks one that is free busy and returns it; NULL if all are busy. */
static zend_always_inline brine_pooled *brine_pool_take(brine_pooled *pool)
{
	while (pool && pool->busy) {
		pool = pool->next;
	}
	if (EXPECTED(pool)) {
		pool->busy = true;
	}
	return pool;
}

/* Adds one that is busy and lies in memory, which pefree() takes. */
static inline void brine_pool_add(brine_pooled **pool, brine_pooled *pooled, void *memory)
{
	pooled->busy = true;
	pooled->next = *pool;
	pooled->memory = memory;
	*pool = pooled;
}

static inline void brine_pool_give_back(brine_pooled *pooled)
{
	pooled->busy = false;
}

/* A request has ended: has those that a fatal error left busy made free by `release`. */
void brine_pool_abandon(brine_pooled *pool, void (*release)(brine_pooled *pooled));

/* Frees all, after `destroy` has freed what they own. */
void brine_pool_destroy(brine_pooled *pool, void (*destroy)(brine_pooled *pooled));

#endif
