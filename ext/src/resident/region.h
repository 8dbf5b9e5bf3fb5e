/*
 * The setting brine.resident_shared: memory that is mapped when the server starts, so that all its worker processes
 * have it at one address. It has a domain for each user; a worker joins its user's at its first request, and unmaps the
 * others.
 */
#ifndef BRINE_RESIDENT_REGION_H
#define BRINE_RESIDENT_REGION_H

#include "php.h"
#include "core/compat.h"

/* Whether the process shares its values, or why it does not: X(name, key, text). */
#define BRINE_REGION_STATES(X) \
	X(ON, "on", "on") \
	X(OFF, "off", "off: brine.resident_shared is 0") \
	X(MODULE, "module", "off: an extension writes into values that it is given") \
	X(THREADS, "threads", "off: the threads of this PHP share one memory anyway") \
	X(SYSTEM, "system", "off: it needs 64-bit Linux with locks of open files (F_OFD_SETLK)") \
	X(SERVER, "server", "off: it needs a server that starts worker processes") \
	X(MEMORY, "memory", "off: the memory could not be mapped when PHP started") \
	X(WAITING, "waiting", "off: this process has served no request") \
	X(POOL, "pool", "off: the pool has switched it off") \
	X(USERS, "users", "off: other users have all parts of the memory") \
	X(WORKERS, "workers", "off: other processes have all places") \
	X(USER, "user", "off: the process has changed its user") \
	X(FORK, "fork", "off: a script has forked this process")

#define BRINE_REGION_STATE_ENUM(name, key, text) BRINE_REGION_##name,
typedef enum {
	BRINE_REGION_STATES(BRINE_REGION_STATE_ENUM) BRINE_REGION_STATE_COUNT
} brine_region_state;
#undef BRINE_REGION_STATE_ENUM

/* Statistics of the domain; zero if there is none in use. */
typedef struct {
	brine_region_state state;
	/* Bytes that brine.resident_shared was changed to after the start, in vain; 0 if it was not. */
	zend_ulong ignored;
	zend_ulong limit;
	zend_ulong entries;
	zend_ulong templates;
	zend_ulong bytes;
	/* Bytes of entries that are evicted, but not free yet. */
	zend_ulong retired;
	uint64_t admitted;
	uint64_t evicted;
	uint64_t hits;
	zend_ulong workers;
} brine_region_status;

/* True if memory is mapped: then call brine_region_begin() and brine_region_end(). */
extern bool brine_region_exists;

/*
 * Bytes for each user. Counts until brine_region_startup(); later, 0 switches sharing off in this process, and other
 * values are ignored.
 */
void brine_region_set_size(size_t size);

/* Call when settings are known and before processes fork, and again at the end of each of them. */
void brine_region_startup(void);
void brine_region_shutdown(void);

/* No value of an earlier request is left. True if lookups use another table than before. */
bool brine_region_begin(void);
/* In post_deactivate; the hits are those of the process since it began. */
void brine_region_end(uint64_t hits);
/* In each RINIT, before anything else. */
void brine_region_forget_end(void);

ZEND_ATTRIBUTE_NONNULL void brine_region_get_status(brine_region_status *status);

#endif
