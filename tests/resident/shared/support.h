/*
 * A domain without PHP, for domain.c, evict.c and fragments.c: its memory, views of it, entries whose bytes say what
 * they are, and processes that end before any store to metadata. Map, counters and lock are compared with what table
 * and notes of blocks hold.
 */
#include "exact.h"
#include "resident/domain.h"
#include "resident/evict.h"
#include "resident/place.h"
#include "resident/retire.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* PHP's own is not linked. */
#undef snprintf

/* 128 units: 64 entries of two units, in 32 sets. */
#ifndef HEAP_BYTES
#define HEAP_BYTES (64 << 10)
#endif
#define ENTRY_BYTES 1000
#define MAX_ENTRIES 64
#define MAX_STORES 1000

static unsigned passed, failed;
static const char *test_name;

static inline void check(bool holds, const char *what, long number)
{
	if (holds) {
		passed++;
	} else {
		failed++;
		printf("%s: %s (%ld)\n", test_name, what, number);
	}
}

/* The store before which the process ends; 0 for never. */
static long last_store;

void step(void)
{
	if (last_store > 0 && --last_store == 0) {
		kill(getpid(), SIGKILL);
	}
}

/* Threads share the protection of pages: then it is left as it is. Otherwise a number of calls may fail. */
static bool is_unprotected;
static unsigned failing_calls;

int guarded_mprotect(void *start, size_t size, int protection)
{
	if (failing_calls > 0) {
		failing_calls--;
		errno = ENOMEM;
		return -1;
	}
	return is_unprotected ? 0 : (int) syscall(SYS_mprotect, start, size, protection);
}

static char *memory;
static brine_domain_layout layout;
static int locks;

static inline void make_domain(void)
{
	layout = brine_domain_layout_of(HEAP_BYTES, (size_t) sysconf(_SC_PAGESIZE));
	memory = mmap(NULL, layout.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	locks = memfd_create("locks", MFD_CLOEXEC);
	if (memory == MAP_FAILED || locks < 0) {
		perror("mmap or memfd_create");
		exit(2);
	}
	guarded_mprotect(memory + layout.heap, layout.size - layout.heap, PROT_READ);
}

static inline void free_domain(void)
{
	munmap(memory, layout.size);
	close(locks);
}

/* A view with a file of locks of its own, but without a place. */
static inline brine_domain new_view(void)
{
	brine_domain view = brine_domain_at(memory, &layout);
	char path[40];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", locks);
	view.locks = open(path, O_RDWR | O_CLOEXEC);
	if (view.locks < 0) {
		perror(path);
		exit(2);
	}
	return view;
}

static inline brine_domain new_worker(void)
{
	brine_domain view = new_view();

	if (!brine_place_take(&view)) {
		fprintf(stderr, "no place\n");
		exit(2);
	}
	return view;
}

/*
 * The end of a thread's worker, without the block that a contended publication left. Whoever freed it instead would
 * learn from the kernel alone that this thread has ended, which ThreadSanitizer does not see.
 */
static inline void leave_place(brine_domain *view)
{
	while (!brine_domain_lock(view)) {}
	brine_block_drop(view, &view->head->workers[view->own]);
	brine_domain_unlock(view);
	close(view->locks);
}

/* Hashes of all sets in turn. */
static inline uint64_t hash_of(unsigned number)
{
	return (uint64_t) (number * BRINE_RESIDENT_WAYS) << 40 | (number + 1);
}

static inline brine_resident_entry *build(brine_domain *view, unsigned number, brine_resident_reason *reason)
{
	size_t size = ENTRY_BYTES;
	brine_resident_entry *entry = brine_domain_allocate(view, &size, reason);

	if (entry) {
		*entry = (brine_resident_entry){.block_size = size, .payload_size = number, .string_at = ~number};
		entry->template = number % 2 ? (const struct brine_template *) entry : NULL;
		memset(entry + 1, (int) (number & 0x7F), size - sizeof(*entry));
	}
	return entry;
}

static inline bool insert(brine_domain *view, unsigned number, brine_resident_reason *reason)
{
	brine_resident_entry *entry = build(view, number, reason);

	return entry && brine_domain_publish(view, hash_of(number), entry, reason);
}

/* The entry of a number as lookups find it. */
static inline const brine_resident_entry *look_up(const brine_domain *view, unsigned number)
{
	const brine_resident_place *set = view->places + brine_resident_set(hash_of(number), view->set_mask);

	for (unsigned i = 0; i < BRINE_RESIDENT_WAYS; i++) {
		const brine_resident_entry *entry = brine_resident_at(&set[i], hash_of(number));

		if (entry) {
			return entry;
		}
	}
	return NULL;
}

static inline bool is_whole(const brine_resident_entry *entry, unsigned number)
{
	const char *bytes = (const char *) (entry + 1);

	for (size_t i = 0; i < entry->block_size - sizeof(*entry); i++) {
		if (bytes[i] != (char) (number & 0x7F)) {
			return false;
		}
	}
	return entry->payload_size == number && entry->string_at == ~number && entry->block_size == 1024;
}

static inline bool place_is_whole(const brine_resident_place *place)
{
	return is_whole(place->entry, (unsigned) place->hash - 1);
}

static inline void check_exact(const brine_domain *view, long number)
{
	brine_exact exact = brine_exact_of(view, place_is_whole);

	check(exact.wrong_units == 0 && exact.wrong_entries == 0, "map and entries", number);
	check(exact.has_counters, "counters", number);
	check(exact.has_units, "units in use", number);
	check(exact.is_free, "the lock is free", number);
}

/* Fills the domain: nothing has leaked if all entries have room. */
static inline void check_fills(brine_domain *view, long number)
{
	brine_resident_reason reason;

	for (unsigned i = 100; i < 100 + MAX_ENTRIES; i++) {
		insert(view, i, &reason);
	}
	check(view->head->entries == MAX_ENTRIES && view->head->units_used == view->unit_count, "it can be filled", number);
	check(!insert(view, 1000, &reason) && reason == BRINE_REFUSED_FULL, "full is full", number);
	check_exact(view, number);
}

/* Runs a function in a process of its own; its status. */
static inline int run(void (*function)(void))
{
	int status = 0;
	pid_t process = fork();

	if (process == 0) {
		function();
		_exit(0);
	}
	while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
	return status;
}

typedef struct {
	const char *name;
	void (*run)(void);
} test;

/* Runs tests whose names contain a word; the status of the program. */
static inline int run_tests(const test *tests, size_t count, const char *word)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; i < count; i++) {
		if (strstr(tests[i].name, word)) {
			test_name = tests[i].name;
			tests[i].run();
		}
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed > 0;
}
