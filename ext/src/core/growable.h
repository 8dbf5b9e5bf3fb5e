/*
 * Arrays that grow and are kept from call to call.
 */
#ifndef BRINE_GROWABLE_H
#define BRINE_GROWABLE_H

#include "php.h"
#include "core/compat.h"

/*
 * Makes room for one more element in a growable array of scratch memory: `items` with `capacity` elements of which `count` are used.
 */
#define BRINE_GROWABLE_ENSURE(items, capacity, count) \
	do { \
		if (UNEXPECTED((count) >= (capacity))) { \
			(items) = brine_growable_extend((items), &(capacity), (count), sizeof(*(items))); \
		} \
	} while (0)

/*
 * Up to so many bytes of a list may lie in what the list is part of: they are never freed. A list in memory of its own takes more. Most lists of an
 * encoder begin with fewer, so that all fit on a page or two.
 */
#define BRINE_GROWABLE_BUILT_IN_BYTES 1024
#define BRINE_GROWABLE_FIRST_BYTES 256

/* Has a list that is empty begin in an array that is part of the same thing. */
#define BRINE_GROWABLE_START(items, capacity, built_in) \
	do { \
		BRINE_ASSERT(sizeof(built_in) <= BRINE_GROWABLE_BUILT_IN_BYTES); \
		(items) = (built_in); \
		(capacity) = sizeof(built_in) / sizeof(*(built_in)); \
	} while (0)

#define BRINE_GROWABLE_FREE(items, capacity) \
	do { \
		if ((size_t) (capacity) * sizeof(*(items)) > BRINE_GROWABLE_BUILT_IN_BYTES) { \
			pefree((items), 1); \
		} \
	} while (0)

/* What scratch memory of one kind may keep from one call to the next. */
#define BRINE_GROWABLE_KEPT_BYTES (256 * 1024)

/* Gives scratch memory back where it has grown beyond what is worth keeping. */
#define BRINE_GROWABLE_TRIM(items, capacity) \
	do { \
		if (UNEXPECTED((size_t) (capacity) * sizeof(*(items)) > BRINE_GROWABLE_KEPT_BYTES)) { \
			pefree((items), 1); \
			(items) = NULL; \
			(capacity) = 0; \
		} \
	} while (0)

/* Cold: extends scratch memory to hold more than `count` elements; never returns NULL. */
ZEND_COLD void *brine_growable_extend(void *items, uint32_t *capacity, uint32_t count, size_t element_size);

#endif
