/*
 * Eviction in a domain, without PHP. Processes end before any store of it, and threads use entries while others evict
 * them. Freed blocks are overwritten, so what is read too late is not whole.
 *
 *     evict [WORD]    runs the tests whose names contain WORD; prints "N passed, N failed"
 */
#include "support.h"

/* Quarters of a second. */
#define MINUTE 240
/* Eviction begins with more than 48 entries, and ends with 40. */
#define ENOUGH 40
/* More than the hand needs to go round until no use counts. */
#define MAX_REQUESTS 40

static brine_domain new_worker_at(uint32_t now)
{
	brine_domain view = new_worker();

	brine_domain_set_time(&view, now);
	return view;
}

/* Requests that do nothing, until none evicts any more. Returns how many entries went. */
static unsigned evict(brine_domain *view)
{
	uint64_t evicted = view->head->evicted;

	for (unsigned i = 0; i < MAX_REQUESTS; i++) {
		brine_domain_evict(view);
		brine_domain_enter(view);
		brine_domain_leave(view);
	}
	return (unsigned) (view->head->evicted - evicted);
}

static void insert_many(brine_domain *view, unsigned from, unsigned to)
{
	for (unsigned number = from; number < to; number++) {
		brine_resident_reason reason;

		insert(view, number, &reason);
	}
}

/* Notes that an entry was found, if a request of this epoch may find it. */
static const brine_resident_entry *use(brine_domain *view, unsigned number)
{
	const brine_resident_entry *entry = look_up(view, number);

	if (!entry) {
		return NULL;
	}
	for (unsigned i = 0; i < BRINE_RESIDENT_WAYS; i++) {
		uint32_t place = brine_resident_set(hash_of(number), view->set_mask) + i;

		if (BRINE_DOMAIN_GET(view->places[place].entry) == entry) {
			if (BRINE_DOMAIN_GET(view->uses[place].born) > view->epoch) {
				return NULL;
			}
			BRINE_NOTE_USE(view->uses[place].last_hit, view->now);
			return entry;
		}
	}
	return NULL;
}

static void unused_entries_go(void)
{
	brine_domain view;
	brine_resident_reason reason;
	unsigned found = 0;

	make_domain();
	view = new_worker_at(10000);
	insert_many(&view, 0, MAX_ENTRIES);
	brine_domain_set_time(&view, view.now + 1);
	check(
		evict(&view) == 0 && view.head->evicted == 0 && view.head->entries == MAX_ENTRIES, "not what was just used", 0);
	check(!insert(&view, 1000, &reason) && reason == BRINE_REFUSED_FULL, "full", 0);
	brine_domain_set_time(&view, view.now + 7);
	check(evict(&view) == 0 && view.head->evicted == 0, "it rests", 0);
	brine_domain_set_time(&view, view.now + MINUTE);
	for (unsigned number = 0; number < 20; number++) {
		found += use(&view, number) != NULL;
	}
	check(found == 20, "all are there", found);
	check(evict(&view) == 24 && view.head->entries == ENOUGH, "some go, until there is enough room", 0);
	check(view.head->units_used == 2 * ENOUGH && view.head->units_retired == 0, "and are freed", 0);
	for (unsigned number = 0; number < 20; number++) {
		found -= use(&view, number) != NULL;
	}
	check(found == 0, "not what was used", found);
	check_exact(&view, 0);
	check(insert(&view, 1001, &reason), "there is room", 0);
	check(evict(&view) == 0 && view.head->evicted == 24, "nothing more goes", 0);
	close(view.locks);
	free_domain();
}

static void requests_keep_what_they_may_find(void)
{
	brine_domain view, reader, later;
	const brine_resident_entry *held[MAX_ENTRIES];
	brine_resident_reason reason;
	unsigned wrong = 0;

	make_domain();
	view = new_worker_at(10000);
	reader = new_worker_at(10000);
	later = new_worker_at(10000);
	insert_many(&view, 0, MAX_ENTRIES);
	brine_domain_enter(&reader);
	for (unsigned number = 0; number < MAX_ENTRIES; number++) {
		held[number] = use(&reader, number);
	}
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	check(evict(&view) == 24 && view.head->entries == ENOUGH, "entries are retired, no more than frees something", 0);
	check(view.head->units_used == view.unit_count && view.head->units_retired == 48, "but not freed", 0);
	check(!brine_domain_may_have_room(&view, hash_of(500), &reason) && reason == BRINE_REFUSED_BLOCKED, "blocked", 0);
	for (unsigned number = 0; number < MAX_ENTRIES; number++) {
		wrong += !held[number] || !is_whole(held[number], number);
	}
	check(wrong == 0, "all are whole", wrong);
	check_exact(&view, 0);
	brine_domain_enter(&later);
	brine_domain_leave(&reader);
	evict(&view);
	check(view.head->units_retired == 0 && view.head->units_used == 2 * ENOUGH,
		"a request that began later keeps nothing", 0);
	check(insert(&view, 500, &reason) && insert(&view, 501, &reason), "room again", 0);
	check(use(&later, 500) && use(&later, 501), "of the same epoch", 0);
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	insert_many(&view, 600, 610);
	evict(&view);
	check(view.head->entries == ENOUGH && view.head->units_retired == 24, "some are kept for it", 0);
	check(insert(&view, 700, &reason), "of a later epoch", 0);
	check(!use(&later, 700), "is not for an earlier request", 0);
	brine_domain_enter(&reader);
	check(use(&reader, 700) != NULL, "but for a later one", 0);
	brine_domain_set_time(&view, view.now + 8);
	check(insert(&view, 701, &reason) && !use(&reader, 701), "nor is one of two seconds later", 0);
	brine_domain_leave(&later);
	brine_domain_leave(&reader);
	evict(&view);
	check(view.head->units_retired == 0, "all is freed", 0);
	check_exact(&view, 0);
	close(view.locks);
	close(reader.locks);
	close(later.locks);
	free_domain();
}

/* A long request keeps what was there when it began; what comes and goes later is freed. */
static void long_requests_keep_no_more(void)
{
	brine_domain view, reader;
	brine_resident_reason reason;
	unsigned inserted = 0;

	make_domain();
	view = new_worker_at(10000);
	reader = new_worker_at(10000);
	insert_many(&view, 0, 10);
	brine_domain_enter(&reader);
	for (unsigned number = 100; number < 1100; number++) {
		brine_domain_set_time(&view, view.now + 10);
		evict(&view);
		if (!brine_domain_may_have_room(&view, hash_of(number), &reason)) {
			/* Its set is full. */
			evict(&view);
		}
		inserted += insert(&view, number, &reason);
	}
	check(inserted == 1000, "all have room", inserted);
	check(view.head->units_retired <= 20, "no more than what it may use is kept", view.head->units_retired);
	check_exact(&view, 0);
	check(view.head->workers[reader.own].visible == 0 && view.head->workers[reader.own].epoch != 0,
		"after a minute it finds nothing", 0);
	brine_domain_leave(&reader);
	brine_domain_enter(&reader);
	check(view.head->workers[reader.own].visible == reader.epoch, "the next request does", 0);
	brine_domain_leave(&reader);
	evict(&view);
	check(view.head->units_retired == 0, "nothing afterwards", 0);
	close(view.locks);
	close(reader.locks);
	free_domain();
}

static void enter_and_die(void)
{
	brine_domain view = new_worker();

	brine_domain_enter(&view);
	kill(getpid(), SIGKILL);
}

static void the_dead_keep_nothing(void)
{
	brine_domain view;

	make_domain();
	view = new_worker_at(10000);
	insert_many(&view, 0, MAX_ENTRIES);
	check(WIFSIGNALED(run(enter_and_die)) && view.head->workers[1].epoch != 0, "it died in a request", 0);
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	evict(&view);
	check(view.head->entries == ENOUGH && view.head->units_retired == 0, "freed", 0);
	check_exact(&view, 0);
	close(view.locks);
	free_domain();
}

/* A child that has the file of locks open keeps its parent's place, also when the parent has left it. */
static void children_keep_the_place(void)
{
	brine_domain view, parent;
	int may_end[2];
	pid_t child;
	char byte;

	make_domain();
	view = new_worker_at(10000);
	parent = new_worker_at(10000);
	insert_many(&view, 0, MAX_ENTRIES);
	brine_domain_enter(&parent);
	check(pipe(may_end) == 0, "a pipe", 0);
	child = fork();
	if (child == 0) {
		close(may_end[1]);
		_exit(read(may_end[0], &byte, 1) < 0);
	}
	close(parent.locks);
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	evict(&view);
	check(view.head->units_retired == 48, "kept for the child", view.head->units_retired);
	close(may_end[1]);
	waitpid(child, NULL, 0);
	evict(&view);
	check(view.head->units_retired == 0, "freed after it", 0);
	check_exact(&view, 0);
	close(may_end[0]);
	close(view.locks);
	free_domain();
}

static void join_and_evict(void)
{
	brine_domain view = new_worker_at(10000 + 10 * MINUTE);

	evict(&view);
}

/* A process ends before each store of an eviction, with and without a request that keeps what it retires. */
static void evicts_and_ends(bool has_reader)
{
	int status = 1;
	long n;

	for (n = 1; status != 0 && n < MAX_STORES; n++) {
		brine_domain view, reader;
		brine_resident_reason reason;

		make_domain();
		view = new_worker_at(10000);
		reader = new_worker();
		insert_many(&view, 0, 50);
		if (has_reader) {
			brine_domain_enter(&reader);
		}
		last_store = n;
		status = run(join_and_evict);
		last_store = 0;
		check(insert(&view, 500, &reason), "the other process inserts at once", n);
		check_exact(&view, n);
		brine_domain_leave(&reader);
		brine_domain_set_time(&view, view.now + 20 * MINUTE);
		evict(&view);
		check(view.head->units_retired == 0 && view.head->units_used == 2 * view.head->entries, "all is freed", n);
		check(
			view.head->entries == ENOUGH || view.head->entries == ENOUGH + 1, "and enough is left", view.head->entries);
		check_exact(&view, n);
		check_fills(&view, n);
		close(view.locks);
		close(reader.locks);
		free_domain();
	}
	check(n > 100 && n < MAX_STORES, "an eviction has many stores", n);
}

static void ends_before_each_store_of_an_eviction(void)
{
	evicts_and_ends(false);
	evicts_and_ends(true);
}

/*
 * A process ends before each store of freeing what a request kept. Half of the memory has room in one piece afterwards.
 */
static void ends_before_each_store_of_freeing(void)
{
	int status = 1;
	long n;

	for (n = 1; status != 0 && n < MAX_STORES; n++) {
		brine_domain view, reader;
		brine_resident_reason reason;
		size_t size = HEAP_BYTES / 2;

		make_domain();
		view = new_worker_at(10000);
		reader = new_worker();
		insert_many(&view, 0, MAX_ENTRIES);
		brine_domain_enter(&reader);
		brine_domain_set_time(&view, view.now + 10 * MINUTE);
		evict(&view);
		check(view.head->units_pinned == 48, "it keeps some", view.head->units_pinned);
		brine_domain_leave(&reader);
		last_store = n;
		status = run(join_and_evict);
		last_store = 0;
		for (unsigned i = 0; i < 3 && !brine_domain_allocate(&view, &size, &reason); i++) {
			brine_domain_set_time(&view, view.now + 10 * MINUTE);
			evict(&view);
		}
		check(view.head->workers[view.own].building != 0, "room is made", n);
		check_exact(&view, n);
		close(view.locks);
		close(reader.locks);
		free_domain();
	}
	check(n > 100 && n < MAX_STORES, "freeing has many stores", n);
}

/* Half of the memory in one piece, though small entries are everywhere. */
static void large_entries_get_room(void)
{
	brine_domain view;
	brine_resident_reason reason;
	size_t size = HEAP_BYTES / 2;
	brine_resident_entry *entry;

	make_domain();
	view = new_worker_at(10000);
	insert_many(&view, 0, 45);
	check(!brine_domain_allocate(&view, &size, &reason) && reason == BRINE_REFUSED_FULL, "no room", 0);
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	brine_domain_enter(&view);
	for (unsigned number = 0; number < 20; number++) {
		use(&view, number);
	}
	brine_domain_leave(&view);
	check(evict(&view) > 0, "room is made", 0);
	entry = brine_domain_allocate(&view, &size, &reason);
	check(entry != NULL && size == HEAP_BYTES / 2, "and taken", 0);
	for (unsigned number = 0; number < 20; number++) {
		check(use(&view, number) != NULL, "not for what is in use", number);
	}
	check(view.head->wanted == 0 && view.head->entries >= 20 && view.head->entries < 45, "no more than that",
		view.head->entries);
	brine_domain_lock(&view);
	brine_block_drop(&view, &view.head->workers[view.own]);
	brine_domain_unlock(&view);
	check_exact(&view, 0);
	size = HEAP_BYTES;
	brine_domain_set_time(&view, view.now + 10 * MINUTE);
	insert_many(&view, 100, 110);
	check(!brine_domain_allocate(&view, &size, &reason), "more than there is while others are in use", 0);
	brine_domain_enter(&view);
	for (unsigned number = 100; number < 110; number++) {
		check(use(&view, number) != NULL, "they are there", number);
	}
	brine_domain_leave(&view);
	evict(&view);
	check(view.head->wanted == 0 && !view.head->is_evicting, "it is given up", 0);
	for (unsigned number = 100; number < 110; number++) {
		check(use(&view, number) != NULL, "and they stay", number);
	}
	check_exact(&view, 0);
	close(view.locks);
	free_domain();
}

/* Hashes of one set. */
static uint64_t crowded_hash(unsigned number)
{
	return hash_of(number * 1024 + 7);
}

static void full_sets_get_room(void)
{
	brine_domain view;
	brine_resident_reason reason;

	make_domain();
	view = new_worker_at(10000);
	for (unsigned number = 0; number < BRINE_RESIDENT_WAYS; number++) {
		check(insert(&view, number * 1024 + 7, &reason), "a set has four places", number);
		brine_domain_set_time(&view, view.now + 20);
	}
	brine_domain_set_time(&view, 10060);
	check(brine_resident_set(crowded_hash(0), view.set_mask) == brine_resident_set(crowded_hash(9), view.set_mask),
		"one set", 0);
	check(
		!brine_domain_may_have_room(&view, crowded_hash(9), &reason) && reason == BRINE_REFUSED_FULL, "it is full", 0);
	brine_domain_evict(&view);
	check(view.head->entries == 3, "one goes", 0);
	check(!look_up(&view, 7) && look_up(&view, 1024 + 7), "the one that was unused for longest", 0);
	check(brine_domain_may_have_room(&view, crowded_hash(9), &reason), "there is room", 0);
	brine_domain_evict(&view);
	check(view.head->entries == 3, "once", 0);
	check_exact(&view, 0);
	close(view.locks);
	free_domain();
}

static void misfits_go(void)
{
	brine_domain view;
	brine_resident_reason reason;
	uint32_t place;

	make_domain();
	view = new_worker_at(10000);
	insert(&view, 1, &reason);
	insert(&view, 2, &reason);
	place = look_up(&view, 1)->place;
	view.uses[place].misfits = 8;
	view.misfit = place + 1;
	evict(&view);
	check(view.head->entries == 2, "not while another application uses it", 0);
	brine_domain_set_time(&view, view.now + MINUTE);
	evict(&view);
	check(view.head->entries == 2, "not unless it is noted again", 0);
	view.misfit = place + 1;
	evict(&view);
	check(view.head->entries == 1 && !look_up(&view, 1) && look_up(&view, 2), "a minute later", 0);
	check_exact(&view, 0);
	close(view.locks);
	free_domain();
}

#define THREADS 4
#define REQUESTS 400

/* Requests that use some entries, insert others, and look at all that they used at their end. */
static void *serve(void *argument)
{
	brine_domain view = new_worker();
	uintptr_t wrong = 0;
	uint32_t random = 1 + (uint32_t) (uintptr_t) argument;

	for (unsigned request = 0; request < REQUESTS; request++) {
		const brine_resident_entry *held[8];
		unsigned numbers[8], count = 0;

		/* Time flies, so that entries become old. */
		brine_domain_set_time(&view, 10000 + request * 10);
		brine_domain_evict(&view);
		brine_domain_enter(&view);
		for (unsigned i = 0; i < 8; i++) {
			unsigned number = (random = random * 1664525 + 1013904223) >> 16 & 0x7F;
			brine_resident_reason reason;

			held[count] = use(&view, number);
			if (held[count]) {
				numbers[count++] = number;
			} else {
				insert(&view, number, &reason);
			}
		}
		for (unsigned i = 0; i < count; i++) {
			wrong += !is_whole(held[i], numbers[i]);
		}
		brine_domain_leave(&view);
	}
	leave_place(&view);
	return (void *) wrong;
}

static void threads_evict_at_once(void)
{
	pthread_t threads[THREADS];
	brine_domain view;
	uintptr_t wrong = 0;

	is_unprotected = true;
	make_domain();
	for (uintptr_t i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, serve, (void *) i) != 0) {
			exit(2);
		}
	}
	for (unsigned i = 0; i < THREADS; i++) {
		void *result;

		pthread_join(threads[i], &result);
		wrong += (uintptr_t) result;
	}
	view = new_worker_at(1000000);
	check(wrong == 0, "what a request uses stays whole", (long) wrong);
	check(view.head->evicted > 0, "some were evicted", (long) view.head->evicted);
	check(brine_domain_lock(&view) && view.head->takeovers == 0, "the lock", 0);
	brine_domain_unlock(&view);
	check_exact(&view, 0);
	evict(&view);
	check(view.head->units_retired == 0, "all is freed", 0);
	check_fills(&view, 0);
	is_unprotected = false;
	close(view.locks);
	free_domain();
}

int main(int argc, char **argv)
{
	static const test tests[] = {
		{"unused entries go", unused_entries_go},
		{"requests keep what they may find", requests_keep_what_they_may_find},
		{"long requests keep no more", long_requests_keep_no_more},
		{"the dead keep nothing", the_dead_keep_nothing},
		{"children keep the place", children_keep_the_place},
		{"ends before each store of an eviction", ends_before_each_store_of_an_eviction},
		{"ends before each store of freeing", ends_before_each_store_of_freeing},
		{"large entries get room", large_entries_get_room},
		{"full sets get room", full_sets_get_room},
		{"misfits go", misfits_go},
		{"threads evict at once", threads_evict_at_once},
	};

	return run_tests(tests, sizeof(tests) / sizeof(*tests), argc < 2 ? "" : argv[1]);
}
