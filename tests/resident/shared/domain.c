/*
 * A domain without PHP: processes that end before any store to its metadata, processes that hold its lock, and threads
 * that insert at once. Afterwards map, counters and lock are compared with what the table holds.
 *
 *     domain [WORD]    runs the tests whose names contain WORD; prints "N passed, N failed"
 */
#include "support.h"

static void join_and_insert(void)
{
	brine_domain view = new_worker();
	brine_resident_reason reason;

	insert(&view, 1, &reason);
}

/* A process ends before each store of joining and inserting; another one goes on. */
static void ends_before_each_store(void)
{
	int status = 1;
	long n;

	for (n = 1; status != 0 && n < MAX_STORES; n++) {
		brine_resident_reason reason;
		brine_domain view;

		make_domain();
		view = new_worker();
		insert(&view, 2, &reason);
		last_store = n;
		status = run(join_and_insert);
		last_store = 0;
		check(insert(&view, 3, &reason), "the other process inserts at once", n);
		check(look_up(&view, 2) && look_up(&view, 3), "its entries are found", n);
		check_exact(&view, n);
		check_fills(&view, n);
		close(view.locks);
		free_domain();
	}
	check(n > 15 && n < MAX_STORES, "an insert has some stores", n);
}

static void die_with_the_lock(void)
{
	/* Before the first counter of an entry that is published already. */
	last_store = 16;
	join_and_insert();
}

static long last_store_of_recovery;

static void join_and_recover(void)
{
	brine_domain view = new_worker();
	brine_resident_reason reason;

	last_store = last_store_of_recovery;
	insert(&view, 4, &reason);
}

/* A process dies with the lock, and another one before each store of its recovery. */
static void recovery_ends_before_each_store(void)
{
	int status = 1;
	long n;

	for (n = 1; status != 0 && n < MAX_STORES; n++) {
		brine_resident_reason reason;
		brine_domain view;

		make_domain();
		view = new_worker();
		insert(&view, 2, &reason);
		check(WIFSIGNALED(run(die_with_the_lock)) && view.head->lock != 0, "it died with the lock", n);
		check(look_up(&view, 1) && view.head->entries == 1, "with an entry that is not counted", n);
		last_store_of_recovery = n;
		status = run(join_and_recover);
		check(insert(&view, 3, &reason), "the other process inserts at once", n);
		check_exact(&view, n);
		check_fills(&view, n);
		close(view.locks);
		free_domain();
	}
	check(n > 128 && n < MAX_STORES, "a recovery has a store for each unit", n);
}

static int ready[2], may_end[2];

static void hold_the_lock(void)
{
	brine_domain view = new_worker();
	char byte = (char) brine_domain_lock(&view);

	if (write(ready[1], &byte, 1) == 1 && read(may_end[0], &byte, 1) >= 0) {
		_exit(0);
	}
}

/* The lock of a living process stays its own; that of a dead one is taken once, though its place has a new owner. */
static void lock_belongs_to_the_living(void)
{
	brine_domain view, newcomer;
	pid_t process;
	char byte = 0;

	make_domain();
	view = new_worker();
	check(pipe(ready) == 0 && pipe(may_end) == 0, "pipes", 0);
	process = fork();
	if (process == 0) {
		hold_the_lock();
		_exit(1);
	}
	check(read(ready[0], &byte, 1) == 1 && byte == 1, "it has the lock", 0);
	check(!brine_domain_lock(&view) && view.head->takeovers == 0, "others do not get it", 0);
	check(brine_domain_workers(&view) == 2, "two workers", 0);
	kill(process, SIGKILL);
	waitpid(process, NULL, 0);
	newcomer = new_worker();
	check(newcomer.own == 1 && view.head->lock != 0, "the place of the dead is taken first", 0);
	check(brine_domain_lock(&view) && view.head->takeovers == 1, "its lock is not the newcomer's", 0);
	check(!brine_domain_lock(&newcomer) && !brine_domain_lock(&view), "it is taken once", 0);
	brine_domain_unlock(&view);
	check(brine_domain_lock(&newcomer) && view.head->takeovers == 1, "and free afterwards", 0);
	brine_domain_unlock(&newcomer);
	check_exact(&view, 0);
	close(newcomer.locks);
	check(brine_domain_workers(&view) == 1, "one worker", 0);
	close(view.locks);
	free_domain();
}

/* A newcomer in the place of a process that died with the lock takes it over itself. */
static void newcomer_recovers(void)
{
	brine_domain view;

	make_domain();
	check(WIFSIGNALED(run(die_with_the_lock)), "it died with the lock", 0);
	view = new_worker();
	check(view.own == 0 && brine_domain_lock(&view) && view.head->takeovers == 1, "taken over", 0);
	brine_domain_unlock(&view);
	check_exact(&view, 0);
	check_fills(&view, 0);
	close(view.locks);
	free_domain();
}

static void insert_beside_a_child(void)
{
	brine_domain view = new_worker();
	brine_resident_reason reason;
	char byte;

	if (fork() == 0) {
		close(may_end[1]);
		_exit(read(may_end[0], &byte, 1) < 0);
	}
	view.is_split = true;
	/* With the lock. */
	last_store = 3;
	insert(&view, 1, &reason);
}

/* A child keeps its parent's place alive, so nobody would take over the lock of a parent that died with it. */
static void parents_take_no_lock(void)
{
	brine_domain view;
	brine_resident_reason reason;

	make_domain();
	view = new_worker();
	check(pipe(may_end) == 0, "a pipe", 0);
	run(insert_beside_a_child);
	check(brine_domain_workers(&view) == 2, "the child lives", 0);
	check(insert(&view, 2, &reason) && view.head->takeovers == 0, "others insert", 0);
	check_exact(&view, 0);
	close(may_end[0]);
	close(may_end[1]);
	close(view.locks);
	free_domain();
}

/* Two build at once: each hash is published once, and what finds the lock contended is dropped. */
static void publication_can_fail(void)
{
	brine_domain first, second;
	brine_resident_entry *a, *b;
	brine_resident_reason reason;

	make_domain();
	first = new_worker();
	second = new_worker();
	a = build(&first, 1, &reason);
	b = build(&second, 1, &reason);
	check(a && b && a != b && first.head->units_used == 4, "both build", 0);
	check(brine_domain_publish(&first, hash_of(1), a, &reason), "the first is published", 0);
	check(
		!brine_domain_publish(&second, hash_of(1), b, &reason) && reason == BRINE_REFUSED_BUSY, "the second is not", 0);
	check(look_up(&second, 1) == a && first.head->units_used == 2, "its units are free", 0);
	check(!brine_domain_may_have_room(&second, hash_of(1), &reason) && reason == BRINE_REFUSED_BUSY,
		"no room for it again", 0);
	check_exact(&first, 0);
	b = build(&second, 2, &reason);
	check(brine_domain_lock(&first), "the lock", 0);
	check(!build(&second, 3, &reason) && reason == BRINE_REFUSED_BUSY, "no block while it is held", 0);
	check(!brine_domain_publish(&second, hash_of(2), b, &reason) && reason == BRINE_REFUSED_BUSY, "no publication", 0);
	brine_domain_unlock(&first);
	check(!look_up(&first, 2) && first.head->units_used == 4, "the block is still noted", 0);
	check(insert(&second, 2, &reason) && first.head->units_used == 4, "the next block takes its place", 0);
	check_fills(&first, 0);
	close(first.locks);
	close(second.locks);
	free_domain();
}

/* A living process gives back what it could not publish when its next request begins, not only when it builds again. */
static void requests_begin_with_no_block(void)
{
	brine_domain first, second;
	brine_resident_entry *entry;
	brine_resident_reason reason;

	make_domain();
	first = new_worker();
	second = new_worker();
	entry = build(&second, 1, &reason);
	check(brine_domain_lock(&first), "the lock", 0);
	check(!brine_domain_publish(&second, hash_of(1), entry, &reason) && reason == BRINE_REFUSED_BUSY, "contended", 0);
	brine_domain_evict(&second);
	check(first.head->units_used == 2, "not while it is held", 0);
	brine_domain_unlock(&first);
	brine_domain_evict(&first);
	check(first.head->units_used == 2, "nor by others", 0);
	brine_domain_evict(&second);
	check(first.head->units_used == 0, "its units are free", 0);
	check_exact(&first, 0);
	check_fills(&first, 0);
	close(first.locks);
	close(second.locks);
	free_domain();
}

/* Without memory for a block nothing is kept, and nothing is lost. */
static void protection_can_fail(void)
{
	brine_domain view;
	brine_resident_reason reason;

	make_domain();
	view = new_worker();
	failing_calls = 2;
	check(!build(&view, 1, &reason) && reason == BRINE_REFUSED_FULL, "no block", 0);
	check(insert(&view, 1, &reason), "the next one", 0);
	check_exact(&view, 0);
	check_fills(&view, 0);
	close(view.locks);
	free_domain();
}

static char *address;

static void write_to_address(void)
{
	signal(SIGSEGV, SIG_DFL);
	*(volatile char *) address = 1;
}

static bool is_fatal(void *at)
{
	int status;

	address = at;
	status = run(write_to_address);
	/* A sanitizer turns the signal into an exit. */
	return status != 0;
}

/* Only a block under construction can be written to, and only by who builds it. */
static void blocks_are_read_only(void)
{
	brine_domain view;
	brine_resident_reason reason;
	brine_resident_entry *entry, *published;

	make_domain();
	view = new_worker();
	entry = build(&view, 1, &reason);
	check(is_fatal(view.heap + HEAP_BYTES - 1), "another page", 0);
	check(!is_fatal(entry), "while it is built", 0);
	check(brine_domain_publish(&view, hash_of(1), entry, &reason), "published", 0);
	check(is_fatal(entry) && is_fatal((char *) entry + 1023), "afterwards", 0);
	published = entry;
	entry = build(&view, 2, &reason);
	check(brine_domain_lock(&view), "the lock", 0);
	brine_domain_publish(&view, hash_of(2), entry, &reason);
	check(reason == BRINE_REFUSED_BUSY && is_fatal(entry) && is_fatal(published), "after a failure", 0);
	brine_domain_unlock(&view);
	close(view.locks);
	free_domain();
}

/* As many workers as there are places, and users as domains. */
static void places_and_domains_end(void)
{
	struct rlimit files;
	brine_domain *views = calloc(BRINE_DOMAIN_WORKERS + 1, sizeof(*views));

	make_domain();
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	if (files.rlim_cur > BRINE_DOMAIN_WORKERS + 32) {
		for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
			views[i] = new_worker();
			check(views[i].own == i, "each has its own place", i);
		}
		views[BRINE_DOMAIN_WORKERS] = new_view();
		check(!brine_place_take(&views[BRINE_DOMAIN_WORKERS]), "no place is left", 0);
		close(views[77].locks);
		check(brine_place_take(&views[BRINE_DOMAIN_WORKERS]) && views[BRINE_DOMAIN_WORKERS].own == 77,
			"until one is free", 0);
		views[77].locks = views[BRINE_DOMAIN_WORKERS].locks;
		for (uint32_t i = 0; i < BRINE_DOMAIN_WORKERS; i++) {
			close(views[i].locks);
		}
	}
	check(brine_domain_claim((brine_domain_head *) memory, 0), "the first user has it", 0);
	check(brine_domain_claim((brine_domain_head *) memory, 0), "and again", 0);
	check(!brine_domain_claim((brine_domain_head *) memory, 33), "another one does not", 0);
	check(sizeof(brine_worker_place) == 64 && offsetof(brine_domain_head, workers) % 64 == 0, "places are cache lines",
		0);
	free(views);
	free_domain();
}

#define THREADS 4
#define ROUNDS 300

/* Inserts and looks up what others insert. */
static void *work(void *argument)
{
	brine_domain view = new_worker();
	uintptr_t wrong = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned number = (round * 7 + (unsigned) (uintptr_t) argument * 3) % 80;
		const brine_resident_entry *entry = look_up(&view, number);
		brine_resident_reason reason;

		if (entry) {
			wrong += !is_whole(entry, number);
		} else {
			insert(&view, number, &reason);
		}
		BRINE_DOMAIN_PUT(view.head->workers[view.own].hits, round + 1);
	}
	leave_place(&view);
	return (void *) wrong;
}

static void threads_insert_at_once(void)
{
	pthread_t threads[THREADS];
	brine_domain view;
	uintptr_t wrong = 0;

	is_unprotected = true;
	make_domain();
	for (uintptr_t i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, work, (void *) i) != 0) {
			exit(2);
		}
	}
	for (unsigned i = 0; i < THREADS; i++) {
		void *result;

		pthread_join(threads[i], &result);
		wrong += (uintptr_t) result;
	}
	view = new_worker();
	check(wrong == 0, "no thread saw half an entry", (long) wrong);
	check(brine_domain_hits(&view) % ROUNDS == 0 && brine_domain_hits(&view) > 0, "hits", 0);
	check(brine_domain_lock(&view) && view.head->takeovers == 0, "the lock", 0);
	brine_domain_unlock(&view);
	check_exact(&view, 0);
	check_fills(&view, 0);
	is_unprotected = false;
	close(view.locks);
	free_domain();
}

int main(int argc, char **argv)
{
	static const test tests[] = {
		{"ends before each store", ends_before_each_store},
		{"recovery ends before each store", recovery_ends_before_each_store},
		{"lock belongs to the living", lock_belongs_to_the_living},
		{"newcomer recovers", newcomer_recovers},
		{"parents take no lock", parents_take_no_lock},
		{"publication can fail", publication_can_fail},
		{"requests begin with no block", requests_begin_with_no_block},
		{"protection can fail", protection_can_fail},
		{"blocks are read-only", blocks_are_read_only},
		{"places and domains end", places_and_domains_end},
		{"threads insert at once", threads_insert_at_once},
	};

	return run_tests(tests, sizeof(tests) / sizeof(*tests), argc < 2 ? "" : argv[1]);
}
