/* Eviction in a domain: which entries go when room is short. */
#ifndef BRINE_RESIDENT_EVICT_H
#define BRINE_RESIDENT_EVICT_H

#include "resident/view.h"

/*
 * Sets domain->now, in quarters of a second, and tells other processes. In each two seconds another epoch begins, and
 * in each half second the budget is renewed.
 */
ZEND_ATTRIBUTE_NONNULL void brine_domain_set_time(brine_domain *domain, uint32_t now);

/*
 * Call while the process uses no entry and builds none: gives back its unpublished block, frees what no process uses
 * any more, and retires some entries where room is short.
 */
ZEND_ATTRIBUTE_NONNULL void brine_domain_evict(brine_domain *domain);

#endif
