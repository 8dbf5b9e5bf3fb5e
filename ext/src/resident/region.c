#include "resident/region.h"
#include "resident/block.h"
#include "resident/domain.h"
#include "resident/evict.h"
#include "resident/place.h"
#include "resident/quiet.h"
#include "resident/retire.h"
#include "resident/table.h"
#include "SAPI.h"
#include "ext/random/php_random.h"

/* Most bytes of the setting: beyond that is a slip of the pen, and units could not be numbered. */
#define MOST_BYTES ((size_t) 1 << 36)
#define DOMAINS 8

bool brine_region_exists;

static struct {
	brine_region_state state;
	/* The setting when PHP started, and as it is. */
	size_t first_size;
	size_t size;
} region = {.state = BRINE_REGION_OFF};

void brine_region_set_size(size_t size)
{
	region.size = size;
}

#ifdef BRINE_HAS_DOMAINS

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* What the process has of the memory. */
static struct {
	/* All domains; NULL once the process has joined one. */
	char *memory;
	brine_domain_layout layout;
	/* File of locks, as it was opened first, and as this process alone has it open; or -1. */
	int file;
	int own_file;
	/* The latter, for a child that is about to be forked. */
	int child_file;
	/* The domain's user; the process's hits, and those that others noted in the place, less its own at that time. */
	uid_t user;
	uint64_t hits;
	uint64_t earlier_hits;
	brine_domain domain;
} joined = {.file = -1, .own_file = -1, .child_file = -1, .domain = {.own = BRINE_NO_PLACE}};

static void close_file(int *file)
{
	if (*file >= 0) {
		close(*file);
		*file = -1;
	}
}

/* Opens the file of locks once more, since a lock belongs to whoever opened the file. -1 if that fails. */
static int open_again(int file)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	return file >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
}

/* A worker may have no /proc under its chroot, so its parent opens the file. */
static void before_fork(void)
{
	if (brine_region_exists && joined.memory) {
		joined.child_file = open_again(joined.file);
	}
}

/* The kernel drops the lock of a place when no process has the file open any more. So a request's child keeps the place alive, with its epoch. */
static void after_fork_in_parent(void)
{
	close_file(&joined.child_file);
	joined.domain.is_split = joined.domain.own != BRINE_NO_PLACE;
}

/*
 * A child of a request keeps the values that it has. It may not look for others, and its own table begins at its next request, if there is any. Its own
 * children keep the same values.
 */
static void after_fork_in_child(void)
{
	if (joined.memory) {
		close_file(&joined.own_file);
		joined.own_file = joined.child_file;
		joined.child_file = -1;
	} else if (joined.domain.own != BRINE_NO_PLACE) {
		joined.domain.own = BRINE_NO_PLACE;
		region.state = BRINE_REGION_FORK;
		brine_resident_table_end();
	}
}

static void watch_forks(void)
{
	static bool is_watching;

	if (!is_watching) {
		is_watching = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
	}
}

/* Servers that fork their workers after MINIT. LiteSpeed is not among them, since nothing tests it. */
static bool has_workers(void)
{
	const char *name = sapi_module.name, *count = NULL;

	if (strcmp(name, "fpm-fcgi") == 0 || strcmp(name, "apache2handler") == 0) {
		return true;
	}
	if (strcmp(name, "cli-server") == 0) {
		count = getenv("PHP_CLI_SERVER_WORKERS");
	} else if (strcmp(name, "cgi-fcgi") == 0) {
		count = getenv("PHP_FCGI_CHILDREN");
	}
	return count && atoi(count) > 1;
}

static char *memory_of(uint32_t number)
{
	return joined.memory + number * joined.layout.size;
}

/* Heaps are read-only except for who builds a block. False if the kernel refuses. */
static bool prepare_domain(uint32_t number)
{
	brine_domain domain = brine_domain_at(memory_of(number), &joined.layout, number);

	if (php_random_bytes_silent(domain.head->secret, sizeof(domain.head->secret)) == FAILURE) {
		domain.head->secret[0] = brine_residents.secret[0];
		domain.head->secret[1] = brine_residents.secret[1] ^ number << 1;
	}
	/* Odd, because it is a factor in hashes. */
	domain.head->secret[1] |= 1;
	return mprotect(domain.heap, (size_t) (joined.layout.size - joined.layout.heap), PROT_READ) == 0;
}

static void unmap_all(void)
{
	if (joined.memory) {
		munmap(joined.memory, DOMAINS * joined.layout.size);
		joined.memory = NULL;
	}
}

/* Maps all domains and opens the file of locks; false if that fails. */
static bool map_all(void)
{
	joined.layout = brine_domain_layout_of(region.size, (size_t) sysconf(_SC_PAGESIZE));
	joined.memory = mmap(
		NULL, DOMAINS * joined.layout.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (joined.memory == MAP_FAILED) {
		joined.memory = NULL;
		return false;
	}
	madvise(joined.memory, DOMAINS * joined.layout.size, MADV_DONTDUMP);
	joined.file = memfd_create("brine", MFD_CLOEXEC);
	for (uint32_t i = 0; i < DOMAINS && joined.file >= 0; i++) {
		if (!prepare_domain(i)) {
			close_file(&joined.file);
		}
	}
	if (joined.file < 0) {
		unmap_all();
	}
	return joined.file >= 0;
}

void brine_region_startup(void)
{
	region.first_size = region.size;
	if (region.size == 0 || brine_resident_table_limit() == 0) {
		region.state = BRINE_REGION_OFF;
	} else if (!has_workers()) {
		region.state = BRINE_REGION_SERVER;
	} else if (region.size > MOST_BYTES || !map_all()) {
		region.state = BRINE_REGION_MEMORY;
		zend_error(E_CORE_WARNING,
			"brine.resident_shared: %zu bytes cannot be mapped for each of %d users (%s): each process keeps its own values",
			region.size, DOMAINS, region.size > MOST_BYTES ? "too many" : strerror(errno));
	} else {
		watch_forks();
		region.state = BRINE_REGION_WAITING;
		brine_region_exists = true;
	}
}

/* In a worker its place becomes free. A process that has no domain, such as a server that starts again, unmaps all. */
void brine_region_shutdown(void)
{
	brine_region_exists = false;
	brine_resident_table_share(NULL);
	close_file(&joined.own_file);
	close_file(&joined.file);
	unmap_all();
	joined.domain.own = BRINE_NO_PLACE;
	region.state = BRINE_REGION_OFF;
}

/* The number of the user's domain, or DOMAINS. */
static uint32_t claim_domain(uint64_t user)
{
	uint32_t number = 0;

	while (number < DOMAINS && !brine_domain_claim((brine_domain_head *) memory_of(number), user)) {
		number++;
	}
	return number;
}

/* Unmaps all domains but one; with DOMAINS, all. */
static void unmap_others(uint32_t number)
{
	for (uint32_t i = 0; i < DOMAINS; i++) {
		if (i != number) {
			munmap(memory_of(i), joined.layout.size);
		}
	}
	joined.memory = NULL;
}

/* Metadata is written under a lock, where a failure to get memory would end the process: get it before. */
static void populate_metadata(void)
{
#ifdef MADV_POPULATE_WRITE
	madvise(joined.domain.head, joined.layout.heap, MADV_POPULATE_WRITE);
#endif
}

static brine_region_state join(void)
{
	uint32_t number;

	if (joined.own_file < 0) {
		joined.own_file = open_again(joined.file);
	}
	close_file(&joined.file);
	joined.user = geteuid();
	number = claim_domain(joined.user);
	if (number < DOMAINS) {
		joined.domain = brine_domain_at(memory_of(number), &joined.layout, number);
		joined.domain.locks = joined.own_file;
	}
	unmap_others(number);
	if (number == DOMAINS) {
		close_file(&joined.own_file);
		return BRINE_REGION_USERS;
	}
	if (!brine_place_take(&joined.domain)) {
		close_file(&joined.own_file);
		munmap(joined.domain.head, joined.layout.size);
		return BRINE_REGION_WORKERS;
	}
	populate_metadata();
	joined.earlier_hits = BRINE_DOMAIN_GET(joined.domain.head->workers[joined.domain.own].hits) - joined.hits;
	return BRINE_REGION_ON;
}

/* Leaves the place to a child of the request, which may use values for as long as it lives, and takes another one. */
static brine_region_state leave_split_place(void)
{
	int file = open_again(joined.own_file);

	close_file(&joined.own_file);
	joined.own_file = joined.domain.locks = file;
	joined.domain.own = BRINE_NO_PLACE;
	joined.domain.is_split = false;
	if (file < 0 || !brine_place_take(&joined.domain)) {
		return BRINE_REGION_FORK;
	}
	joined.earlier_hits = BRINE_DOMAIN_GET(joined.domain.head->workers[joined.domain.own].hits) - joined.hits;
	return BRINE_REGION_ON;
}

static uint32_t quarters_of_a_second(void)
{
	struct timespec time = {0, 0};

	clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
	return (uint32_t) time.tv_sec * 4 + (uint32_t) time.tv_nsec / 250000000;
}

/* The process uses no value any more. */
static void leave(void)
{
	if (joined.domain.own == BRINE_NO_PLACE) {
		return;
	}
	if (UNEXPECTED(joined.domain.is_split)) {
		region.state = leave_split_place();
	} else {
		brine_domain_leave(&joined.domain);
	}
}

bool brine_region_begin(void)
{
	bool is_used;

	if (EXPECTED(region.state == BRINE_REGION_ON)) {
		leave();
		if (UNEXPECTED(geteuid() != joined.user)) {
			region.state = BRINE_REGION_USER;
		}
	} else if (region.state == BRINE_REGION_WAITING && SG(server_context)) {
		/* Without a context it is a preload script, which runs in the process that forks the workers. */
		region.state = join();
	}
	is_used = region.state == BRINE_REGION_ON && region.size > 0 && brine_resident_table_limit() > 0;
	if (EXPECTED(is_used)) {
		brine_domain_set_time(&joined.domain, quarters_of_a_second());
		brine_quiet_prepare();
	}
	return brine_resident_table_share(is_used ? &joined.domain : NULL);
}

void brine_region_forget_end(void)
{
	brine_quiet_forget();
}

void brine_region_end(uint64_t hits)
{
	joined.hits = hits;
	if (EXPECTED(joined.domain.own != BRINE_NO_PLACE)) {
		BRINE_DOMAIN_PUT(joined.domain.head->workers[joined.domain.own].hits, joined.earlier_hits + hits);
		brine_quiet_watch(leave);
#ifdef BRINE_RESIDENT_GUARD
		/* A test sees that this is too early. */
		if (getenv("BRINE_TEST_QUIET_EARLY")) {
			leave();
		}
#endif
	}
}

static void read_domain(brine_region_status *status)
{
	const brine_domain_head *head = joined.domain.head;

	status->limit = (size_t) joined.domain.unit_count * BRINE_BLOCK_UNIT;
	status->entries = BRINE_DOMAIN_GET(head->entries);
	status->templates = BRINE_DOMAIN_GET(head->templates);
	status->bytes = BRINE_DOMAIN_GET(head->bytes);
	status->retired = (size_t) BRINE_DOMAIN_GET(head->units_retired) * BRINE_BLOCK_UNIT;
	status->admitted = BRINE_DOMAIN_GET(head->admitted);
	status->evicted = BRINE_DOMAIN_GET(head->evicted);
	status->hits = brine_domain_hits(&joined.domain);
	status->workers = brine_domain_workers(&joined.domain);
}

#else

void brine_region_startup(void)
{
	region.first_size = region.size;
#ifdef ZTS
	region.state = region.size > 0 ? BRINE_REGION_THREADS : BRINE_REGION_OFF;
#else
	region.state = region.size > 0 ? BRINE_REGION_SYSTEM : BRINE_REGION_OFF;
#endif
}

void brine_region_shutdown(void)
{
}

bool brine_region_begin(void)
{
	return false;
}

void brine_region_forget_end(void)
{
}

void brine_region_end(uint64_t hits)
{
	(void) hits;
}

static void read_domain(brine_region_status *status)
{
	(void) status;
}

#endif

void brine_region_get_status(brine_region_status *status)
{
	memset(status, 0, sizeof(*status));
	status->state = region.state;
	status->ignored = region.size == region.first_size ? 0 : region.size;
	if (region.state == BRINE_REGION_ON) {
		if (brine_resident_is_shared()) {
			read_domain(status);
		} else {
			status->state = BRINE_REGION_POOL;
		}
	}
}
