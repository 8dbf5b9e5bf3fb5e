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

/* Most processes in a domain. */
#define BRINE_DOMAIN_WORKERS 512

/* A process's place in a domain. All zero is a valid place that nobody has taken yet. */
typedef struct {
	/* Number of processes that have had the place. */
	uint32_t generation;
	/* A block without an entry in the table: its number of units, and its first unit plus 1 in the lower half; 0 if there is none. */
	uint64_t building;
	/* Hits of all processes that have had the place. */
	uint64_t hits;
	char reserved[40];
} brine_worker_place;

/* The start of a domain's memory; all zero at first. Written under the lock, unless a comment says otherwise. */
typedef struct {
	/* Generation and number plus 1 of the owner's place; 0 if free. */
	uint64_t lock;
	char lock_line[56];
	/* The user's id plus 1; 0 if the domain is free. Claimed once, without the lock. */
	uint64_t user;
	/* Random, for hashes of payloads; written before processes fork. */
	uint64_t secret[2];
	uint64_t bytes;
	uint64_t admitted;
	/* Locks taken over from processes that died with them. */
	uint64_t takeovers;
	uint32_t entries;
	uint32_t templates;
	uint32_t units_used;
	/* Where the search for free units begins. */
	uint32_t hint;
	/* Each place belongs to the process that has it; `building` is written under the lock. */
	brine_worker_place workers[BRINE_DOMAIN_WORKERS];
} brine_domain_head;

/* Offsets in a domain's memory, the same in all domains: head, table, map of units, heap. */
typedef struct {
	size_t places;
	size_t map;
	size_t heap;
	size_t size;
	uint32_t set_mask;
	uint32_t unit_count;
} brine_domain_layout;

typedef struct brine_domain {
	brine_domain_head *head;
	brine_resident_place *places;
	/* A byte for each unit of the heap: 1 if it is in use. */
	unsigned char *map;
	char *heap;
	uint32_t set_mask;
	uint32_t unit_count;
	/* The file of locks, opened by this process alone, and the byte for the first place of the domain. */
	int locks;
	off_t first_lock;
	/* The process's own place, and the lock word that names it. */
	uint32_t own;
	uint64_t word;
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
