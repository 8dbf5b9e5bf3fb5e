/*
 * Copies the domains that a server's first process has mapped, while its workers are idle, and checks them. Entries
 * keep their addresses in the copy.
 *
 *     exact PROCESS BYTES    the setting brine.resident_shared in bytes; prints a line for each domain in use; fails if
 *                            one is not exact
 */
#include "exact.h"
#include "resident/domain.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* PHP's own is not linked. */
#undef snprintf

static int memory;
static const brine_domain *checked;

static void copy(const void *at, size_t size)
{
	for (size_t done = 0; done < size;) {
		ssize_t bytes = pread(memory, (char *) at + done, size - done, (off_t) (uintptr_t) at + (off_t) done);

		if (bytes <= 0) {
			perror("the memory of the process");
			exit(2);
		}
		done += (size_t) bytes;
	}
}

/* Copies an entry. Whole: its place, size, serial, hash's set and pointers are those of an entry. */
static bool is_whole(const brine_resident_place *place)
{
	const brine_resident_entry *entry = place->entry;
	const char *start = (const char *) entry, *end;
	uint32_t number = (uint32_t) (place - checked->places) / BRINE_RESIDENT_WAYS * BRINE_RESIDENT_WAYS;

	end = start + entry->block_size;
	return (start - checked->heap) % BRINE_BLOCK_UNIT == 0 && entry->block_size % BRINE_BLOCK_UNIT == 0
		&& entry->block_size > 0 && entry->serial >> 63 == 1
		&& brine_resident_set(place->hash, checked->set_mask) == number && entry->payload > start
		&& entry->payload < end && entry->string_at <= entry->payload_size;
}

static bool check(const brine_domain_layout *layout, char *at)
{
	brine_domain view = brine_domain_at(at, layout);
	uint64_t places = view.set_mask + BRINE_RESIDENT_WAYS;
	brine_exact exact;

	copy(view.head, layout->starts + layout->unit_count);
	if (view.head->user == 0) {
		return true;
	}
	for (uint64_t i = 0; i < places; i++) {
		const char *entry = (const char *) view.places[i].entry;

		if (entry && (entry < view.heap || entry >= at + layout->size)) {
			printf("an entry of another place\n");
			return false;
		}
		if (entry) {
			copy(entry, sizeof(brine_resident_entry));
		}
	}
	checked = &view;
	exact = brine_exact_of(&view, is_whole);
	printf("user %" PRIu64 ": %" PRIu32 " entries, %" PRIu32 " units, %" PRIu64 " evicted, %" PRIu64 " takeovers: ",
		view.head->user - 1, view.head->entries, view.head->units_used, view.head->evicted, view.head->takeovers);
	if (exact.wrong_units == 0 && exact.wrong_entries == 0 && exact.has_counters && exact.has_units && exact.is_free) {
		printf("exact\n");
		return true;
	}
	printf("%" PRIu32 " wrong units, %" PRIu32 " wrong entries, counters %d, units in use %d, the lock is free %d\n",
		exact.wrong_units, exact.wrong_entries, exact.has_counters, exact.has_units, exact.is_free);
	return false;
}

/* Something of this process lies where the copy must: begins anew, with other addresses. */
static void begin_anew(char **argv)
{
	static char tries[] = "BRINE_EXACT_TRIES=0";
	const char *known = getenv("BRINE_EXACT_TRIES");
	char *environment[] = {tries, NULL};

	tries[sizeof(tries) - 2] = known ? (char) (*known + 1) : '1';
	if (tries[sizeof(tries) - 2] <= '9') {
		execve("/proc/self/exe", argv, environment);
	}
	perror("mmap");
	exit(2);
}

int main(int argc, char **argv)
{
	brine_domain_layout layout;
	char path[40], line[1000];
	uint32_t number = 0;
	bool success = true;
	FILE *maps;

	if (argc != 3) {
		fprintf(stderr, "usage: exact PROCESS BYTES\n");
		return 2;
	}
	layout = brine_domain_layout_of((size_t) atoll(argv[2]), (size_t) sysconf(_SC_PAGESIZE));
	snprintf(path, sizeof(path), "/proc/%s/mem", argv[1]);
	memory = open(path, O_RDONLY | O_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/%s/maps", argv[1]);
	maps = fopen(path, "r");
	if (memory < 0 || !maps) {
		perror(path);
		return 2;
	}
	while (fgets(line, sizeof(line), maps)) {
		uintptr_t heap, end;
		char *at;

		/* A heap, whose domain begins with the mapping before it. */
		if (strstr(line, " r--s ") && strstr(line, "/dev/zero")
			&& sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &heap, &end) == 2 && end - heap == layout.size - layout.heap) {
			at = (char *) heap - layout.heap;
			if (mmap(at, layout.size, PROT_READ | PROT_WRITE,
					MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0)
				!= at) {
				begin_anew(argv);
			}
			success = check(&layout, at) && success;
			number++;
		}
	}
	if (number == 0) {
		printf("no domain of this size is mapped\n");
	}
	return success && number > 0 ? 0 : 1;
}
