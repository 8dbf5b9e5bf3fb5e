/*
 * Eviction in a domain. An entry is retired: taken from its place, while requests may still use it. Its block is freed once none of them can. Which
 * these are follows from epochs: "Epoch-based reclamation", Keir Fraser, Practical lock-freedom, 2004, section 5.2.3; here a request finds only what
 * was published before it began.
 */
#ifndef BRINE_RESIDENT_EVICT_H
#define BRINE_RESIDENT_EVICT_H

#include "resident/view.h"

/* The epoch of what is published, or begins, now; at least 1. */
static inline uint64_t brine_domain_epoch(const brine_domain_head *head)
{
	return BRINE_DOMAIN_GET(head->epoch) + 1;
}

/* Sets domain->now, and tells other processes. Whatever is published in another quarter of a second is of another epoch. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_set_time(brine_domain *domain, uint32_t now);

/* The process may use the domain's entries from now on. Sets domain->epoch. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_enter(brine_domain *domain);

/* It uses none any more. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_leave(brine_domain *domain);

/*
 * Call while the process uses no entry, at the time domain->now: frees what no process uses any more, and retires some entries where room is short.
 * True if entries that had no room before may have some.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_evict(brine_domain *domain);

/* Under the lock, after the owner of the lock has died: marks and counts retired blocks, except those that are still in the table. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_recount_retired(brine_domain *domain);

#endif
