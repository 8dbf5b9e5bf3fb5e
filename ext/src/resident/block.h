/*
 * Blocks of a domain's heap, in units. The heap is mapped read-only; only the process that builds a block may write to
 * it, and only until it is finished.
 */
#ifndef BRINE_RESIDENT_BLOCK_H
#define BRINE_RESIDENT_BLOCK_H

#include "resident/view.h"

#define BRINE_BLOCK_UNIT 512

static inline uint32_t brine_block_units(size_t size)
{
	return (uint32_t) ((size + BRINE_BLOCK_UNIT - 1) / BRINE_BLOCK_UNIT);
}

/* The first unit of an entry. */
static inline uint32_t brine_block_first(const brine_domain *domain, const brine_resident_entry *entry)
{
	return (uint32_t) (((const char *) entry - domain->heap) / BRINE_BLOCK_UNIT);
}

#define BRINE_NO_UNIT UINT32_MAX

/*
 * Under the lock: takes so many units in a row and notes them in the own place. The first one, or BRINE_NO_UNIT. Large
 * blocks come from the heap's end, so that small ones do not divide what they need.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_block_take(brine_domain *domain, uint32_t count);

/* Makes a block writable, with memory for all of it; false if the kernel refuses. */
ZEND_ATTRIBUTE_NONNULL bool brine_block_open(const brine_domain *domain, void *block, size_t size);

/* Makes a block read-only. */
ZEND_ATTRIBUTE_NONNULL void brine_block_finish(const brine_domain *domain, void *block, size_t size);

/* Under the lock: frees units; and whether so many in a row are free. */
ZEND_ATTRIBUTE_NONNULL void brine_block_free(brine_domain *domain, uint32_t first, uint32_t count);
ZEND_ATTRIBUTE_NONNULL bool brine_block_has_room(const brine_domain *domain, uint32_t count);

/* Under the lock: frees the units of the block that a place was building. */
ZEND_ATTRIBUTE_NONNULL void brine_block_drop(brine_domain *domain, brine_worker_place *place);

/* Under the lock: marks units as used or free, and counts them in head->units_used. */
ZEND_ATTRIBUTE_NONNULL void brine_block_mark(brine_domain *domain, uint32_t first, uint32_t count, bool is_used);

/* A word for `building`, and the units that it names. */
static inline uint64_t brine_building(uint32_t first, uint32_t count)
{
	return (uint64_t) count << 32 | (first + 1);
}

static inline uint32_t brine_building_count(uint64_t building)
{
	return (uint32_t) (building >> 32);
}

static inline uint32_t brine_building_first(uint64_t building)
{
	return (uint32_t) building - 1;
}

#endif
