/* The memory of a domain (resident/domain.h) as it lies there, and the view that a process has of it. */
#ifndef BRINE_RESIDENT_VIEW_H
#define BRINE_RESIDENT_VIEW_H

#include "php.h"
#include "core/compat.h"
#include "resident/set.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#endif

/* Needs locks that the kernel drops with their process, one table per process, and atomic 64-bit words. */
#if defined(__linux__) && defined(__GNUC__) && defined(F_OFD_SETLK) && defined(MFD_CLOEXEC) && !defined(ZTS) \
	&& __SIZEOF_POINTER__ == 8
#define BRINE_HAS_DOMAINS 1
#endif

/* A domain has at most so many processes. */
#define BRINE_DOMAIN_WORKERS 512

/* A process's place in a domain. All zero is a valid place that nobody has taken yet. */
typedef struct {
	/* Number of processes that have had the place. */
	uint32_t generation;
	/*
	 * A block without an entry in the table: its number of units, and its first unit plus 1 in the lower half; 0 if
	 * there is none.
	 */
	uint64_t building;
	/* Hits of all processes that have had the place. */
	uint64_t hits;
	/*
	 * The epoch in which the request began whose values are in use; 0 if none are. Only the process itself writes it.
	 */
	uint64_t epoch;
	/* The same epoch, until others set it to 0 because the request takes too long; and when it began. */
	uint64_t visible;
	uint32_t began;
	char reserved[20];
} brine_worker_place;

/*
 * A block whose entry is in no place any more, but may be in use. Requests that began from `born` to `retired` could
 * find it.
 */
typedef struct {
	uint64_t born;
	uint64_t retired;
	/* Like `building` of a worker; 0 if the record is free. */
	uint64_t block;
} brine_retired_block;

#define BRINE_DOMAIN_RETIRED 1024

/* The start of a domain's memory; all zero at first. Written under the lock, unless a comment says otherwise. */
typedef struct {
	/* Generation and number plus 1 of the owner's place; 0 if free. */
	uint64_t lock;
	char lock_line[56];
	/* The user's id plus 1; 0 if the domain is free. Claimed once, without the lock. */
	uint64_t user;
	/* Random, for hashes of payloads; written before processes fork. */
	uint64_t secret[2];
	/*
	 * Grows with each retirement and each tick of the clock (resident/evict.h). Written without the lock, like the next
	 * two.
	 */
	uint64_t epoch;
	/* Workers have had so many places; and the latest time that one of them knew. */
	uint32_t workers_end;
	uint32_t clock;
	char readers_line[24];
	uint64_t bytes;
	uint64_t admitted;
	uint64_t evicted;
	/* Locks taken over from processes that died with them. */
	uint64_t takeovers;
	/* The epoch of a request that kept the last of these, or 0. */
	uint64_t pinning;
	uint32_t entries;
	uint32_t templates;
	/*
	 * Units that are not free, those of retired blocks among them; and what was left of the latter, and of records,
	 * when blocks were freed last.
	 */
	uint32_t units_used;
	uint32_t units_retired;
	uint32_t units_pinned;
	uint32_t records_pinned;
	/* No unit before it is free. */
	uint32_t hint;
	/* Records of retired blocks are among the first so many. */
	uint32_t retired_end;
	/* Eviction (resident/evict.c): whether it goes on, at which unit, and how often the hand was everywhere. */
	uint32_t is_evicting;
	uint32_t hand;
	uint32_t turns;
	/* Units of the largest block that found no room, or 0. */
	uint32_t wanted;
	/* Nothing could be evicted: when it is tried again. */
	uint32_t rest_until;
	/* Units that may be admitted until the budget is renewed. */
	uint32_t budget;
	char counters_line[32];
	/* Each place belongs to the process that has it; `building` is written under the lock. */
	brine_worker_place workers[BRINE_DOMAIN_WORKERS];
	brine_retired_block retired[BRINE_DOMAIN_RETIRED];
} brine_domain_head;

/* Offsets in a domain's memory, the same in all domains: head, table, its uses, maps of units, heap. */
typedef struct {
	size_t places;
	size_t uses;
	size_t map;
	size_t starts;
	size_t heap;
	size_t size;
	uint32_t set_mask;
	uint32_t unit_count;
} brine_domain_layout;

typedef struct brine_domain {
	brine_domain_head *head;
	brine_resident_place *places;
	brine_resident_use *uses;
	/* A byte for each unit of the heap: 1 if it is in use; and 1 if the entry of a place starts there. */
	unsigned char *map;
	unsigned char *starts;
	char *heap;
	uint32_t set_mask;
	uint32_t unit_count;
	/* The domain's file of locks, opened by this process alone; a byte for each place. */
	int locks;
	/* The process's own place, and the lock word that names it. */
	uint32_t own;
	uint64_t word;
	/*
	 * A child of the request has the place as well, and keeps it alive: if this process died with the lock, nobody
	 * could take that over.
	 */
	bool is_split;
	/* Time, in quarters of a second; and the epoch of the request. Entries that were published later are not for it. */
	uint32_t now;
	uint64_t epoch;
	/* Number plus 1 of a place in a set that had no room, and of one whose classes differ for good; 0 for none. */
	uint32_t crowded;
	uint32_t misfit;
} brine_domain;

/* A test ends the process before any store to shared metadata. */
#ifdef BRINE_DOMAIN_STEP
void BRINE_DOMAIN_STEP(void);
#define BRINE_DOMAIN_BEFORE_STORE() BRINE_DOMAIN_STEP()
#else
#define BRINE_DOMAIN_BEFORE_STORE() ((void) 0)
#endif

/* Shared metadata: others read it without the lock, and any process may end between two stores. */
#define BRINE_DOMAIN_GET(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define BRINE_DOMAIN_PUT(place, value) \
	do { \
		BRINE_DOMAIN_BEFORE_STORE(); \
		__atomic_store_n(&(place), (value), __ATOMIC_RELEASE); \
	} while (0)

#endif
