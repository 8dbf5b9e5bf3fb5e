/* What a thread knows of resident values. */
#ifndef BRINE_RESIDENT_THREAD_H
#define BRINE_RESIDENT_THREAD_H

#include "php.h"
#include "globals.h"
#include "resident/classes.h"
#include "resident/entry.h"
#include "resident/held.h"
#include "resident/image.h"

/* Hashes of payloads seen once ("ghosts"): the number of sets, each with the latest two. */
#define BRINE_GHOST_SETS 4096
/*
 * The lowest bits of a ghost: the value was refused and is not tried again; and how often it was seen after the first
 * time.
 */
#define BRINE_GHOST_IS_REFUSED 0x80
#define BRINE_GHOST_SIGHTS 0x7F

typedef struct brine_resident_thread {
	/* Counts requests. */
	uint32_t request;
	uint64_t hits;
	uint64_t misses;
	uint64_t fallbacks;
	/* What this script holds, or NULL; and when its time was looked at first, 0 before. */
	brine_held *held;
	time_t began;
	/* It holds nothing any more, though other extensions end the request with code that decodes. */
	bool has_released;
	/* A large entry was made in this request. */
	bool has_scratch;
	brine_resident_checks checks;
	brine_image_scratch scratch;
	uint64_t refused[BRINE_REFUSED_COUNT];
	/* Part of a hash, then BRINE_GHOST_IS_REFUSED and BRINE_GHOST_SIGHTS; 0 if empty. */
	uint32_t ghosts[BRINE_GHOST_SETS][2];
} brine_resident_thread;

/* True if the script holds values itself; see held.h. */
static inline bool brine_resident_holds_values(void)
{
	return BRINE_G(resident)->held != NULL;
}

#endif
