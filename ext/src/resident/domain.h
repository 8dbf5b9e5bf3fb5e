/*
 * A domain: resident entries that all worker processes of one user share, at one address. Each process has its own
 * brine_domain, a view. What it calls here, it calls between brine_domain_enter() and brine_domain_leave()
 * (resident/retire.h). docs/internals/resident.md has the rules.
 */
#ifndef BRINE_RESIDENT_DOMAIN_H
#define BRINE_RESIDENT_DOMAIN_H

#include "resident/view.h"

/* The layout of a domain whose entries may take so many bytes. */
brine_domain_layout brine_domain_layout_of(size_t bytes, size_t page);

/* A view of the domain at `memory`, without a place. */
ZEND_ATTRIBUTE_NONNULL brine_domain brine_domain_at(char *memory, const brine_domain_layout *layout);

/* True if the domain belongs to the user, or does from now on. */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_claim(brine_domain_head *head, uint64_t user);

/*
 * Takes the lock unless another living process has it; never waits. If the owner has died, map and counters are rebuilt
 * from the table and the blocks under construction.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_lock(brine_domain *domain);
ZEND_ATTRIBUTE_NONNULL void brine_domain_unlock(brine_domain *domain);

/* False and *reason if an entry with this hash can have no room. Otherwise it may have some. */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_may_have_room(
	brine_domain *domain, uint64_t hash, brine_resident_reason *reason);

/* As brine_resident_sights() (resident/table.h). */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_domain_sights(const brine_domain *domain);

/*
 * Writable memory for an entry; *size becomes that of its units. NULL and *reason if there is none, or the lock is
 * contended.
 */
ZEND_ATTRIBUTE_NONNULL void *brine_domain_allocate(brine_domain *domain, size_t *size, brine_resident_reason *reason);

/*
 * Publishes an entry in a block of brine_domain_allocate(), taking it over. False and *reason if it cannot be found
 * afterwards.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_domain_publish(
	brine_domain *domain, uint64_t hash, brine_resident_entry *entry, brine_resident_reason *reason);

/* Hits of all processes, and the number of those that are alive. */
ZEND_ATTRIBUTE_NONNULL uint64_t brine_domain_hits(const brine_domain *domain);
ZEND_ATTRIBUTE_NONNULL uint32_t brine_domain_workers(const brine_domain *domain);

#endif
