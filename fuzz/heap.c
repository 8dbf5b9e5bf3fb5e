#include "php.h"
#include "heap.h"
#include "count.h"

/*
 * Wraps the allocator under USE_ZEND_ALLOC=0, as sanitizers need it: it knows the current usage, but neither the peak
 * nor what was freed. Debug builds have other parameters; PHP's own heap knows its peak.
 */
static void *(*heap_malloc)(size_t size);
static void (*heap_free)(void *block);
static void *(*heap_realloc)(void *block, size_t size);
static size_t peak;

#if !ZEND_DEBUG
/* Counts an allocation of `size` bytes. */
static void count_block(size_t size)
{
	size_t usage = zend_memory_usage(false);

	counted.allocated += size;
	if (usage > peak) {
		peak = usage;
	}
}

/* The wrapped function may itself allocate persistent blocks. */
static void *watched_malloc(size_t size)
{
	int64_t persistent = counted.persistent;
	void *block = heap_malloc(size);

	counted.persistent = persistent;
	count_block(size);
	return block;
}

static void *watched_realloc(void *block, size_t size)
{
	int64_t persistent = counted.persistent;

	block = heap_realloc(block, size);
	counted.persistent = persistent;
	count_block(size);
	return block;
}
#endif

void heap_watch(void)
{
#if !ZEND_DEBUG
	zend_mm_get_custom_handlers(zend_mm_get_heap(), &heap_malloc, &heap_free, &heap_realloc);
	if (heap_malloc) {
		zend_mm_set_custom_handlers(zend_mm_get_heap(), watched_malloc, heap_free, watched_realloc);
	}
#endif
}

void heap_leave(void)
{
	if (heap_malloc) {
		zend_mm_set_custom_handlers(zend_mm_get_heap(), heap_malloc, heap_free, heap_realloc);
	}
}

size_t heap_peak(void)
{
	return heap_malloc ? peak : zend_memory_peak_usage(false);
}

void heap_reset_peak(void)
{
	peak = zend_memory_usage(false);
	zend_memory_reset_peak_usage();
}
