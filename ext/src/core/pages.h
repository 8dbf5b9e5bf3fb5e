/*
 * Memory that begins with a page. A child of a process has to copy each page that it writes to for the first time, or gets an empty one; that takes as long
 * as hundreds of instructions. So what a first call writes to lies on few pages.
 */
#ifndef BRINE_PAGES_H
#define BRINE_PAGES_H

#include "php.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Larger ones are wholes of it. */
#define BRINE_PAGE 4096

/* Returns memory of zeros; *memory is what pefree() takes. */
static inline void *brine_pages_new(void **memory, size_t size)
{
	*memory = pecalloc(1, size + BRINE_PAGE, 1);
	return (void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) *memory, (uintptr_t) BRINE_PAGE);
}

/* What has fewer pages gets them one by one. */
#define BRINE_POPULATED_PAGES 4

/* Has the kernel give a large block its pages at once: a fault for each of them takes longer than all the rest. It may refuse. */
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

#endif
