/*
 * Retired entries of a domain: taken from their places, while requests may still use them. Epochs say which requests
 * these are, as in K. Fraser, Practical lock-freedom, 2004, section 5.2.3; a request also finds nothing that was
 * published after it began.
 */
#ifndef BRINE_RESIDENT_RETIRE_H
#define BRINE_RESIDENT_RETIRE_H

#include "resident/view.h"

/* The epoch of what is published, or begins, now; at least 1. */
static inline uint64_t brine_domain_epoch(const brine_domain_head *head)
{
	return BRINE_DOMAIN_GET(head->epoch) + 1;
}

/* Atomic, because the clock does it without the lock. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_begin_epoch(brine_domain_head *head);

/* The process may use the domain's entries from now on. Sets domain->epoch. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_enter(brine_domain *domain);

/* It uses none any more. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_leave(brine_domain *domain);

/*
 * Under the lock: takes an entry from its place; false if there is no record for it. After some,
 * brine_domain_date_retired() must follow.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_retire(brine_domain *domain, const brine_resident_entry *entry);
ZEND_ATTRIBUTE_NONNULL void brine_domain_date_retired(brine_domain_head *head);

/* Under the lock: frees retired blocks that no request can use. */
ZEND_ATTRIBUTE_NONNULL void brine_domain_reclaim(brine_domain *domain);

/*
 * Under the lock, after its owner has died: marks and counts retired blocks, except those that are still in the table.
 */
ZEND_ATTRIBUTE_NONNULL void brine_domain_recount_retired(brine_domain *domain);

#endif
