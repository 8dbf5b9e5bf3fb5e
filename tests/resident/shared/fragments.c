/*
 * Fragments of a domain's heap, without PHP: an hour of requests whose working set moves on, with sizes of all orders
 * of magnitude alike. A large entry is asked for until it is kept, and another one a minute later.
 *
 *     fragments [WORD]    runs the tests whose names contain WORD; prints "N passed, N failed"
 *     fragments MINUTES ENTRIES NEW PART LARGE    prints a line for each simulated minute
 */
#define HEAP_BYTES (32 << 20)
#include "support.h"

#define SECOND 4
#define MINUTE (60 * SECOND)
#define WORKERS 4
/* In a quarter of a second; each takes as long as four others. */
#define REQUESTS 10
#define LOOKUPS 20
/* Numbers of small entries are below it. */
#define LARGE (1 << 24)
#define LARGE_USE (30 * SECOND)
/* A free run is short if it is less than a 64th of the heap. */
#define SHORT_UNITS (HEAP_BYTES / 512 / 64)
#define MARKS (1 << 16)

typedef struct {
	brine_domain view;
	/* How often a number was asked for in vain. */
	uint8_t sights[MARKS];
} worker;

/* What happened in a minute, and in all. */
typedef struct {
	unsigned lookups;
	unsigned hits;
	unsigned inserted;
	unsigned full;
	unsigned blocked;
	/* Large entries, and the sum and longest of their waits in quarters of a second. */
	unsigned kept;
	unsigned waits;
	unsigned longest;
	/* At the end of the minute, or the worst end of one. */
	unsigned short_units;
} figures;

/* The working set. */
typedef struct {
	unsigned entries;
	unsigned new_ones;
	unsigned part;
	unsigned large_part;
} mix;

static worker workers[WORKERS];
static uint32_t now;
static uint64_t random_state;
static mix used;
/* The large entry that is asked for, since when, and when it was kept; 0 for never. */
static unsigned large;
static uint32_t asked, got;

static uint32_t next_random(void)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t) (random_state >> 32);
}

static uint64_t mixed_hash(unsigned number)
{
	return (number + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

/*
 * Of all orders of magnitude alike: 512 bytes, doubled at random until the largest, and at random up to the double of
 * that.
 */
static size_t size_of(unsigned number)
{
	uint64_t hash = mixed_hash(number), mixed = (hash ^ hash >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
	unsigned doublings = 0;
	size_t size;

	if (number >= LARGE) {
		return HEAP_BYTES / used.large_part;
	}
	while ((size_t) 512 << doublings < HEAP_BYTES / used.part) {
		doublings++;
	}
	size = (size_t) 512 << (mixed >> 32) % doublings;
	return size + (size_t) (mixed % size);
}

/* True if an entry was found. Otherwise it is inserted if it was asked for often enough, as a worker does. */
static bool ask(worker *worker, unsigned number, figures *figures)
{
	brine_domain *view = &worker->view;
	uint64_t hash = mixed_hash(number);
	uint32_t set = brine_resident_set(hash, view->set_mask);
	brine_resident_reason reason;
	brine_resident_entry *entry;
	size_t size = size_of(number);
	uint8_t *sights = &worker->sights[number % MARKS];

	for (uint32_t place = set; place < set + BRINE_RESIDENT_WAYS; place++) {
		if (brine_resident_at(&view->places[place], hash)) {
			BRINE_NOTE_USE(view->uses[place].last_hit, now);
			return true;
		}
	}
	if (*sights < brine_domain_sights(view)) {
		*sights += *sights < UINT8_MAX;
		return false;
	}
	entry = brine_domain_may_have_room(view, hash, &reason) ? brine_domain_allocate(view, &size, &reason) : NULL;
	if (entry) {
		*entry = (brine_resident_entry){.block_size = size};
		if (brine_domain_publish(view, hash, entry, &reason)) {
			figures->inserted++;
			*sights = 0;
			return false;
		}
	}
	figures->full += reason == BRINE_REFUSED_FULL;
	figures->blocked += reason == BRINE_REFUSED_BLOCKED;
	return false;
}

static void ask_for_large(worker *worker, figures *figures)
{
	unsigned inserted = figures->inserted;

	if (got > 0 && now - got >= MINUTE) {
		large++;
		asked = now;
		got = 0;
	}
	if (got > 0 && now - got >= LARGE_USE) {
		return;
	}
	ask(worker, large, figures);
	if (figures->inserted > inserted && got == 0) {
		got = now;
		figures->kept++;
		figures->waits += now - asked;
		figures->longest = MAX(figures->longest, now - asked);
	}
}

/* The newest of the working set are used most. */
static void serve(worker *worker, unsigned newest, figures *figures)
{
	brine_domain *view = &worker->view;

	brine_domain_leave(view);
	brine_domain_set_time(view, now);
	brine_domain_evict(view);
	brine_domain_enter(view);
	ask_for_large(worker, figures);
	for (unsigned i = 0; i < LOOKUPS; i++) {
		uint64_t part = next_random() >> 16;

		figures->lookups++;
		figures->hits += ask(worker, newest - (unsigned) (part * part * used.entries >> 32), figures);
	}
}

typedef struct {
	unsigned free;
	unsigned longest;
	/* In short runs. */
	unsigned short_units;
} runs;

static runs runs_of(const brine_domain *view)
{
	runs found = {0};

	for (uint32_t i = 0, length = 0; i <= view->unit_count; i++) {
		if (i < view->unit_count && !view->map[i]) {
			length++;
			continue;
		}
		found.free += length;
		found.longest = MAX(found.longest, length);
		found.short_units += length < SHORT_UNITS ? length : 0;
		length = 0;
	}
	return found;
}

static void add(figures *sum, const figures *minute)
{
	sum->lookups += minute->lookups;
	sum->hits += minute->hits;
	sum->inserted += minute->inserted;
	sum->full += minute->full;
	sum->blocked += minute->blocked;
	sum->kept += minute->kept;
	sum->waits += minute->waits;
	sum->longest = MAX(sum->longest, minute->longest);
	sum->short_units = MAX(sum->short_units, minute->short_units);
}

static void print(const figures *figures)
{
	printf("%5.1f %% hits, %u inserted, refused %u full %u blocked; %u large, after %.1f s, at most %.1f s\n",
		100.0 * figures->hits / figures->lookups, figures->inserted, figures->full, figures->blocked, figures->kept,
		figures->kept ? figures->waits / 4.0 / figures->kept : 0, figures->longest / 4.0);
}

static figures simulate(unsigned minutes, mix mix, bool is_printed)
{
	figures sum = {0};
	unsigned request = 0, newest = mix.entries;

	make_domain();
	used = mix;
	random_state = mix.entries;
	for (unsigned i = 0; i < WORKERS; i++) {
		workers[i] = (worker){.view = new_worker()};
	}
	now = asked = MINUTE;
	large = LARGE;
	got = 0;
	for (unsigned minute = 1; minute <= minutes; minute++) {
		figures figures = {0};
		runs runs;

		for (unsigned quarter = 0; quarter < MINUTE; quarter++, now++) {
			newest += quarter % SECOND == 0 ? mix.new_ones : 0;
			for (unsigned i = 0; i < REQUESTS; i++) {
				serve(&workers[request++ % WORKERS], newest, &figures);
			}
		}
		runs = runs_of(&workers[0].view);
		figures.short_units = runs.short_units;
		if (is_printed) {
			const brine_domain_head *head = workers[0].view.head;

			printf("%3u: %u used, %u retired, %u free, %u in short runs, longest %u; ", minute, head->units_used,
				head->units_retired, runs.free, runs.short_units, runs.longest);
			print(&figures);
		}
		add(&sum, &figures);
	}
	for (unsigned i = 0; i < WORKERS; i++) {
		close(workers[i].view.locks);
	}
	free_domain();
	return sum;
}

static void check_hour(mix mix, figures expected)
{
	figures sum = simulate(60, mix, false);

	check(sum.kept == expected.kept, "large entries that had room", sum.kept);
	check(sum.longest == expected.longest, "the longest time until then", sum.longest);
	check(sum.short_units == expected.short_units, "units in short runs", sum.short_units);
}

/*
 * The working set takes three tenths of the heap. An entry of a quarter gets room within half a minute; at most a 20th
 * of the heap is in short runs.
 */
static void values_of_all_sizes(void)
{
	check_hour((mix){20, 1, 8, 4}, (figures){.kept = 60, .longest = 22 * SECOND, .short_units = 2420});
}

/* Entries of up to 64 kilobytes take a fifth: one of a third gets room within two seconds. */
static void small_values(void)
{
	check_hour((mix){500, 10, 512, 3}, (figures){.kept = 60, .longest = 7, .short_units = 8632});
}

/* They take two fifths: one of a quarter has room in a quarter of a second. Eviction begins at three quarters. */
static void many_small_values(void)
{
	check_hour((mix){1000, 20, 512, 4}, (figures){.kept = 60, .longest = 1, .short_units = 6205});
}

/*
 * A request of an hour keeps an eighth of the heap, or half of the records. The rest is for the values of others, 600
 * new ones in each minute.
 */
static void beside_a_long_request(void)
{
	brine_domain view, reader;
	brine_resident_reason reason;
	unsigned number = 0, inserted = 0;

	make_domain();
	view = new_worker();
	reader = new_worker();
	brine_domain_set_time(&view, 10 * MINUTE);
	brine_domain_set_time(&reader, 10 * MINUTE);
	while (number < 20000) {
		insert(&view, number++, &reason);
	}
	brine_domain_enter(&reader);
	for (unsigned second = 0; second < 3600; second++) {
		brine_domain_set_time(&view, view.now + SECOND);
		brine_domain_evict(&view);
		brine_domain_enter(&view);
		for (unsigned i = 0; i < 10; i++) {
			inserted += insert(&view, number++, &reason);
		}
		brine_domain_leave(&view);
	}
	check(inserted == 35976, "values that had room", inserted);
	check(view.head->records_pinned == 544, "records that the request keeps", view.head->records_pinned);
	check_exact(&view, 0);
	close(view.locks);
	close(reader.locks);
	free_domain();
}

/* ENTRIES in the working set, of which NEW a second are new. The largest take a PART of the heap, one a LARGE part. */
int main(int argc, char **argv)
{
	static const test tests[] = {
		{"values of all sizes", values_of_all_sizes},
		{"small values", small_values},
		{"many small values", many_small_values},
		{"beside a long request", beside_a_long_request},
	};

	is_unprotected = true;
	if (argc == 6) {
		mix mix = {
			(unsigned) atoi(argv[2]), (unsigned) atoi(argv[3]), (unsigned) atoi(argv[4]), (unsigned) atoi(argv[5])};
		figures sum = simulate((unsigned) atoi(argv[1]), mix, true);

		printf("all: at most %u units in short runs at a minute's end; ", sum.short_units);
		print(&sum);
		return 0;
	}
	return run_tests(tests, sizeof(tests) / sizeof(*tests), argc < 2 ? "" : argv[1]);
}
