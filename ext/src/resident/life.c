#include "resident/life.h"
#include "core/shared.h"
#include "core/string_hash.h"
#include "resident/intruder.h"
#include "resident/table.h"
#include "resident/thread.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The budget of the process's own table is renewed after so many requests. */
#define BUDGET_REQUESTS 64

void brine_resident_startup(void)
{
	brine_string_hash_startup();
	brine_resident_table_startup();
}

void brine_resident_shutdown(void)
{
	brine_resident_pass_arguments();
	brine_region_shutdown();
	brine_resident_table_shutdown();
}

struct brine_resident_thread *brine_resident_thread_new(void)
{
	brine_resident_thread *thread = pecalloc(1, sizeof(*thread), 1);

	brine_image_scratch_init(&thread->scratch);
	return thread;
}

void brine_resident_thread_free(struct brine_resident_thread *thread)
{
	brine_resident_checks_destroy(&thread->checks);
	brine_image_scratch_destroy(&thread->scratch);
	pefree(thread, 1);
}

/* The setting. */
static size_t wanted_limit;

static void apply_limit(void)
{
	brine_resident_table_set_limit(brine_resident_intruder() ? 0 : wanted_limit);
}

void brine_resident_set_limit(size_t limit)
{
	/* Every new thread sets it while others read it, so only changes are written. */
	if (wanted_limit != limit) {
		wanted_limit = limit;
	}
	apply_limit();
}

void brine_resident_hold(void)
{
	BRINE_G(resident)->has_released = false;
}

void brine_resident_begin_request(void)
{
	static void *begun;
	brine_resident_thread *thread = BRINE_G(resident);

	apply_limit();
	if (UNEXPECTED(!brine_load_shared(begun)) && brine_claim_shared(&begun, &begun)) {
		brine_resident_copy_arguments();
	}
	if (UNEXPECTED(brine_region_exists) && brine_region_begin()) {
		/* Checks of classes are by place in the other table. */
		brine_resident_checks_destroy(&thread->checks);
	}
	brine_resident_table_begin(thread->request);
	if (UNEXPECTED(thread->request % BUDGET_REQUESTS == 0)) {
		brine_resident_renew_budget();
	}
}

void brine_resident_release(void)
{
	brine_resident_thread *thread = BRINE_G(resident);
	brine_held *held = thread->held;

	thread->held = NULL;
	thread->began = 0;
	thread->has_released = true;
	if (UNEXPECTED(held)) {
		brine_held_free(held);
	}
}

void brine_resident_end_request(void)
{
	BRINE_G(resident)->request++;
#ifdef __GLIBC__
	/* glibc keeps the more of what was freed, the larger the blocks were. */
	if (UNEXPECTED(BRINE_G(resident)->has_scratch)) {
		BRINE_G(resident)->has_scratch = false;
		malloc_trim(0);
	}
#endif
	brine_resident_table_end();
	if (UNEXPECTED(brine_region_exists)) {
		brine_region_end(BRINE_G(resident)->hits);
	}
}

void brine_resident_get_status(brine_resident_status_data *status)
{
	const brine_resident_thread *thread = BRINE_G(resident);

	brine_region_get_status(&status->shared);
	*status = (brine_resident_status_data){
		.shared = status->shared,
		.intruder = brine_resident_intruder(),
		.limit = brine_residents.limit,
		.entries = brine_residents.entries,
		.templates = brine_residents.templates,
		.bytes = brine_residents.bytes,
		.admitted = brine_residents.admitted,
		.evicted = brine_residents.evicted,
		.hits = thread->hits,
		.misses = thread->misses,
		.fallbacks = thread->fallbacks,
	};
	if (thread->held) {
		status->held = brine_held_get_status(thread->held);
	}
	memcpy(status->refused, thread->refused, sizeof(status->refused));
	if (brine_resident_is_shared()) {
		status->limit = status->shared.limit;
		status->entries = status->shared.entries;
		status->templates = status->shared.templates;
		status->bytes = status->shared.bytes;
		status->admitted = status->shared.admitted;
		status->evicted = status->shared.evicted;
	}
}
