/* Memory: growable arrays kept between calls, pools, whole pages, and PHP lists filled element by element. */
#ifndef BRINE_MEMORY_H
#define BRINE_MEMORY_H

#include "php.h"
#include "core/compat.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Ensures space for one more element in `items`, a growable array with `capacity` elements, `count` of them used. */
#define BRINE_GROWABLE_ENSURE(items, capacity, count) \
	do { \
		if (UNEXPECTED((count) >= (capacity))) { \
			(items) = brine_growable_extend((items), &(capacity), (count), sizeof(*(items))); \
		} \
	} while (0)

/*
 * A list's built-in array, which is never freed, has at most this many bytes; a list of its own allocation is always
 * larger. Most lists of an encoder start with fewer, so that all fit on a page or two.
 */
#define BRINE_GROWABLE_BUILT_IN_BYTES 1024
#define BRINE_GROWABLE_FIRST_BYTES 256

/* Starts an empty list in an array that is part of the same structure. */
#define BRINE_GROWABLE_START(items, capacity, built_in) \
	do { \
		BRINE_ASSERT(sizeof(built_in) <= BRINE_GROWABLE_BUILT_IN_BYTES); \
		(items) = (built_in); \
		(capacity) = sizeof(built_in) / sizeof(*(built_in)); \
	} while (0)

#define BRINE_GROWABLE_FREE(items, capacity) \
	do { \
		if ((size_t) (capacity) * sizeof(*(items)) > BRINE_GROWABLE_BUILT_IN_BYTES) { \
			pefree((items), 1); \
		} \
	} while (0)

/* At most this many bytes of one kind of scratch memory are kept between calls. */
#define BRINE_GROWABLE_KEPT_BYTES (256 * 1024)

/* Frees scratch memory that is too large to keep. */
#define BRINE_GROWABLE_TRIM(items, capacity) \
	do { \
		if (UNEXPECTED((size_t) (capacity) * sizeof(*(items)) > BRINE_GROWABLE_KEPT_BYTES)) { \
			pefree((items), 1); \
			(items) = NULL; \
			(capacity) = 0; \
		} \
	} while (0)

/* Cold: extends scratch memory to hold more than `count` elements; never returns NULL. */
ZEND_COLD void *brine_growable_extend(void *items, uint32_t *capacity, uint32_t count, size_t element_size);

/*
 * A pool keeps structures with their tables and buffers warm for the next call. A nested call (from a hook, an
 * autoloader, a destructor) takes another structure.
 */

/* First member of every pooled structure. */
typedef struct brine_pooled {
	bool busy;
	struct brine_pooled *next;
	/* The allocation that contains the structure. */
	void *memory;
} brine_pooled;

/* Takes a free structure and marks it busy; NULL if all are busy. */
static zend_always_inline brine_pooled *brine_pool_take(brine_pooled *pool)
{
	while (pool && pool->busy) {
		pool = pool->next;
	}
	if (EXPECTED(pool)) {
		pool->busy = true;
	}
	return pool;
}

/* Adds a busy structure whose allocation, `memory`, will be freed by pefree(). */
static inline void brine_pool_add(brine_pooled **pool, brine_pooled *pooled, void *memory)
{
	pooled->busy = true;
	pooled->next = *pool;
	pooled->memory = memory;
	*pool = pooled;
}

static inline void brine_pool_give_back(brine_pooled *pooled)
{
	pooled->busy = false;
}

/* A request has ended: makes structures that a fatal error left busy free again, after `release`. */
void brine_pool_abandon(brine_pooled *pool, void (*release)(brine_pooled *pooled));

/* Frees all structures, after `destroy` has freed what each owns. */
void brine_pool_destroy(brine_pooled *pool, void (*destroy)(brine_pooled *pooled));

/*
 * A forked process copies each page at its first write, which costs hundreds of instructions. So what a first call
 * writes to lies on few pages.
 */

/* Larger page sizes are multiples of it. */
#define BRINE_PAGE 4096

/* Returns zeroed memory on whole pages; *memory is the pointer for pefree(). */
static inline void *brine_pages_new(void **memory, size_t size)
{
	*memory = pecalloc(1, size + BRINE_PAGE, 1);
	return (void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) *memory, (uintptr_t) BRINE_PAGE);
}

/* Smaller blocks take page faults one by one. */
#define BRINE_POPULATED_PAGES 4

/*
 * Asks the kernel to populate a large block at once: page faults would cost more than all the rest. The kernel may
 * refuse.
 */
static inline void brine_populate(char *block, size_t size)
{
#ifdef MADV_POPULATE_WRITE
	size_t page = (size_t) sysconf(_SC_PAGESIZE);
	char *first = block + (page - (uintptr_t) block % page) % page;

	if (size >= BRINE_POPULATED_PAGES * page) {
		madvise(first, (size - (size_t) (first - block)) / page * page, MADV_POPULATE_WRITE);
	}
#else
	(void) block;
	(void) size;
#endif
}

/* A packed array with capacity for `count` elements. Constant allocation sizes cover most lists. */
static zend_always_inline zend_array *brine_new_list(uint32_t count)
{
	zend_array *list;

	if (UNEXPECTED(count > HT_MIN_SIZE)) {
		list = zend_new_array(count);
		zend_hash_real_init_packed(list);
		return list;
	}
	list = emalloc(sizeof(zend_array));
	GC_SET_REFCOUNT(list, 1);
	GC_TYPE_INFO(list) = GC_ARRAY;
	HT_FLAGS(list) = HASH_FLAG_PACKED | HASH_FLAG_STATIC_KEYS;
	list->nTableMask = HT_MIN_MASK;
	HT_SET_DATA_ADDR(list, emalloc(HT_PACKED_SIZE_EX(HT_MIN_SIZE, HT_MIN_MASK)));
	HT_HASH_RESET_PACKED(list);
	list->nNumUsed = 0;
	list->nNumOfElements = 0;
	list->nTableSize = HT_MIN_SIZE;
	list->nInternalPointer = 0;
	list->nNextFreeElement = 0;
	list->pDestructor = ZVAL_PTR_DTOR;
	return list;
}

/* Sets the number of elements to `filled`. */
static zend_always_inline void brine_list_finish(zend_array *list, uint32_t filled)
{
	BRINE_ASSERT(HT_IS_PACKED(list) && filled <= list->nTableSize);
	list->nNumUsed = filled;
	list->nNumOfElements = filled;
	list->nNextFreeElement = filled;
}

#endif
