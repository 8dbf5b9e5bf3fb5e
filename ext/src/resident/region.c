#include "resident/region.h"
#include "resident/block.h"
#include "resident/domain.h"
#include "resident/evict.h"
#include "resident/intruder.h"
#include "resident/place.h"
#include "resident/quiet.h"
#include "resident/retire.h"
#include "resident/table.h"
#include "SAPI.h"
#include "ext/random/php_random.h"

/* The setting has at most so many bytes: beyond that is a slip of the pen, and units could not be numbered. */
#define MAX_BYTES ((size_t) 1 << 36)
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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What the process has of the memory. */
static struct {
	/* All domains; NULL once the process has joined one. */
	char *memory;
	brine_domain_layout layout;
	/*
	 * Files of locks, one for each domain: as they were opened first, as this process alone has them open, and that for
	 * a child.
	 */
	int files[DOMAINS];
	int own_files[DOMAINS];
	int child_files[DOMAINS];
	/* The one of the own domain; or -1. */
	int own_file;
	/* A pipe, once a script has forked this process: children hold its end for writing until the last of them ends. */
	int children[2];
	/* The domain's user; the process's hits, and those that others noted in the place, less its own at that time. */
	uid_t user;
	uint64_t hits;
	uint64_t earlier_hits;
	brine_domain domain;
} joined = {.own_file = -1, .children = {-1, -1}, .domain = {.own = BRINE_NO_PLACE}};

static void close_file(int *file)
{
	if (*file >= 0) {
		close(*file);
		*file = -1;
	}
}

static void close_files(int files[DOMAINS])
{
	for (uint32_t i = 0; i < DOMAINS; i++) {
		close_file(&files[i]);
	}
}

static void forget_files(int files[DOMAINS])
{
	for (uint32_t i = 0; i < DOMAINS; i++) {
		files[i] = -1;
	}
}

/* Nobody but its owner may open it through /proc, and nobody may change it: it only carries locks. -1 if that fails. */
static int new_file(void)
{
	int file = memfd_create("brine", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (file >= 0
		&& (fchmod(file, S_IRUSR | S_IWUSR) != 0
			|| fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)) {
		close_file(&file);
	}
	return file;
}

/*
 * Opens a file of locks once more, since a lock belongs to whoever opened the file. -1 if that fails, as for a worker
 * of another user.
 */
static int open_again(int file)
{
	char path[40];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	return file >= 0 ? open(path, O_RDWR | O_CLOEXEC) : -1;
}

/* The place belongs to children alone. */
static void give_up_place(void)
{
	close_file(&joined.children[0]);
	close_file(&joined.own_file);
	joined.domain.own = BRINE_NO_PLACE;
	joined.domain.is_split = false;
}

/*
 * The first fork of a request makes the pipe. Children of two requests would not be told apart: those of the earlier
 * one get the place for good.
 */
static void watch_children(void)
{
	if (region.state == BRINE_REGION_FORK) {
		give_up_place();
	} else if (!joined.domain.is_split && pipe2(joined.children, O_CLOEXEC | O_NONBLOCK) != 0) {
		joined.children[0] = joined.children[1] = -1;
	}
}

/* A worker may have no /proc under its chroot, and may not be the owner of the files, so its parent opens them. */
static void before_fork(void)
{
	if (brine_region_exists && joined.memory) {
		for (uint32_t i = 0; i < DOMAINS; i++) {
			joined.child_files[i] = open_again(joined.files[i]);
		}
	} else if (joined.domain.own != BRINE_NO_PLACE) {
		watch_children();
	}
}

/*
 * The kernel drops the lock of a place when no process has the file open any more. So a request's child keeps the place
 * alive, with its epoch.
 */
static void after_fork_in_parent(void)
{
	close_files(joined.child_files);
	joined.domain.is_split = joined.domain.own != BRINE_NO_PLACE;
}

/*
 * A child of a request keeps the values that it has. It may not look for others, and its own table begins at its next
 * request, if there is any. Its own children keep the same values.
 */
static void after_fork_in_child(void)
{
	if (joined.memory) {
		close_files(joined.own_files);
		memcpy(joined.own_files, joined.child_files, sizeof(joined.own_files));
		forget_files(joined.child_files);
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

/* Its heap is read-only except for who builds a block. False if the kernel refuses. */
static bool prepare_domain(uint32_t number)
{
	brine_domain domain = brine_domain_at(memory_of(number), &joined.layout);

	if (php_random_bytes_silent(domain.head->secret, sizeof(domain.head->secret)) == FAILURE) {
		domain.head->secret[0] = brine_residents.secret[0];
		domain.head->secret[1] = brine_residents.secret[1] ^ number << 1;
	}
	/* Odd, because it is a factor in hashes. */
	domain.head->secret[1] |= 1;
	joined.files[number] = new_file();
	return joined.files[number] >= 0
		&& mprotect(domain.heap, (size_t) (joined.layout.size - joined.layout.heap), PROT_READ) == 0;
}

static void unmap_all(void)
{
	if (joined.memory) {
		munmap(joined.memory, DOMAINS * joined.layout.size);
		joined.memory = NULL;
	}
}

/* Maps all domains and makes their files of locks; false if that fails. */
static bool map_all(void)
{
	forget_files(joined.files);
	forget_files(joined.own_files);
	forget_files(joined.child_files);
	joined.layout = brine_domain_layout_of(region.size, (size_t) sysconf(_SC_PAGESIZE));
	joined.memory = mmap(
		NULL, DOMAINS * joined.layout.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (joined.memory == MAP_FAILED) {
		joined.memory = NULL;
		return false;
	}
	madvise(joined.memory, DOMAINS * joined.layout.size, MADV_DONTDUMP);
	for (uint32_t i = 0; i < DOMAINS; i++) {
		if (!prepare_domain(i)) {
			close_files(joined.files);
			unmap_all();
			return false;
		}
	}
	return true;
}

void brine_region_startup(void)
{
	region.first_size = region.size;
	if (region.size > 0 && brine_resident_intruder()) {
		region.state = BRINE_REGION_MODULE;
	} else if (region.size == 0 || brine_resident_table_limit() == 0) {
		region.state = BRINE_REGION_OFF;
	} else if (!has_workers()) {
		region.state = BRINE_REGION_SERVER;
	} else if (region.size > MAX_BYTES || !map_all()) {
		region.state = BRINE_REGION_MEMORY;
		zend_error(E_CORE_WARNING,
			"brine.resident_shared: %zu bytes cannot be mapped for each of %d users (%s): each process keeps "
			"its own values",
			region.size, DOMAINS, region.size > MAX_BYTES ? "too many" : strerror(errno));
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
	if (joined.memory) {
		close_files(joined.own_files);
		close_files(joined.files);
	}
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

/* Unmaps all domains but one, and closes their files; with DOMAINS, all. */
static void leave_others(uint32_t number)
{
	for (uint32_t i = 0; i < DOMAINS; i++) {
		if (i != number) {
			munmap(memory_of(i), joined.layout.size);
			close_file(&joined.own_files[i]);
		}
	}
	close_files(joined.files);
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

	if (brine_resident_intruder()) {
		leave_others(DOMAINS);
		return BRINE_REGION_MODULE;
	}
	joined.user = geteuid();
	number = claim_domain(joined.user);
	if (number == DOMAINS) {
		leave_others(number);
		return BRINE_REGION_USERS;
	}
	joined.own_file = joined.own_files[number] < 0 ? open_again(joined.files[number]) : joined.own_files[number];
	joined.domain = brine_domain_at(memory_of(number), &joined.layout);
	joined.domain.locks = joined.own_file;
	leave_others(number);
	if (!brine_place_take(&joined.domain)) {
		close_file(&joined.own_file);
		munmap(joined.domain.head, joined.layout.size);
		return BRINE_REGION_WORKERS;
	}
	populate_metadata();
	joined.earlier_hits = BRINE_DOMAIN_GET(joined.domain.head->workers[joined.domain.own].hits) - joined.hits;
	return BRINE_REGION_ON;
}

/* True if all children of earlier requests, and their children, have ended, or run a program. */
static bool have_children_ended(void)
{
	char byte;

	close_file(&joined.children[1]);
	if (joined.children[0] < 0 || read(joined.children[0], &byte, 1) != 0) {
		return false;
	}
	close_file(&joined.children[0]);
	return true;
}

/*
 * Keeps the place if the children of the request have ended. Otherwise it is theirs, which may use values for as long
 * as they live, and this process takes another one; or waits for them.
 */
static brine_region_state leave_split_place(void)
{
	int file;

	if (have_children_ended()) {
		joined.domain.is_split = false;
		brine_domain_leave(&joined.domain);
		return BRINE_REGION_ON;
	}
	file = open_again(joined.own_file);
	if (file < 0) {
		return BRINE_REGION_FORK;
	}
	give_up_place();
	joined.own_file = joined.domain.locks = file;
	if (!brine_place_take(&joined.domain)) {
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

	if (EXPECTED(region.state == BRINE_REGION_ON || region.state == BRINE_REGION_FORK)) {
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
