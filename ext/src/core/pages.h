/*
 * Memory that begins with a page. A child of a process has to copy each page that it writes to for the first time, or gets an empty one; that takes as long
 * as hundreds of instructions. So what a first call writes to lies on few pages.
 */
#ifndef BRINE_PAGES_H
#define BRINE_PAGES_H

#include "php.h"

/* Larger ones are wholes of it. */
#define BRINE_PAGE 4096

/* Returns memory of zeros; *memory is what pefree() takes. */
static inline void *brine_pages_new(void **memory, size_t size)
{
	*memory = pecalloc(1, size + BRINE_PAGE, 1);
	return (void *) ZEND_MM_ALIGNED_SIZE_EX((uintptr_t) *memory, (uintptr_t) BRINE_PAGE);
}

#endif
