/*
 * Arrays that grow and are kept from call to call.
 */
#ifndef BRINE_GROWABLE_H
#define BRINE_GROWABLE_H

#include "php.h"

/*
 * Makes room for one more element in a growable array of scratch memory: `items` with `capacity` elements of which `count` are used.
 */
#define BRINE_GROWABLE_ENSURE(items, capacity, count) \
	do { \
		if (UNEXPECTED((count) >= (capacity))) { \
			(items) = brine_growable_extend((items), &(capacity), (count), sizeof(*(items))); \
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
