/*
 * Places of worker processes in a domain. A process holds a lock on a byte of a file for its place, which the kernel
 * drops when the process ends, however it ends. Process ids would be reused, and are hidden in containers and under
 * chroot.
 */
#ifndef BRINE_RESIDENT_PLACE_H
#define BRINE_RESIDENT_PLACE_H

#include "resident/view.h"

#define BRINE_NO_PLACE UINT32_MAX

/* Takes a place that no living process has; false if there is none. */
ZEND_ATTRIBUTE_NONNULL bool brine_place_take(brine_domain *domain);

/* True while a process has the place. */
ZEND_ATTRIBUTE_NONNULL bool brine_place_is_alive(const brine_domain *domain, uint32_t number);

#endif
