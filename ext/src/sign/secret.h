/* Memory for keys, which core dumps leave out where the system can do that, and which is wiped at its end. */
#ifndef BRINE_SECRET_H
#define BRINE_SECRET_H

#include "php.h"
#ifndef PHP_WIN32
#include <sys/mman.h>
#endif

/* Returns zeros. */
static inline void *brine_secret_new(size_t size)
{
#ifdef MADV_DONTDUMP
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED) {
		zend_error_noreturn(E_CORE_ERROR, "Out of memory for keys");
	}
	madvise(memory, size, MADV_DONTDUMP);
	return memory;
#else
	return pecalloc(1, size, 1);
#endif
}

static inline void brine_secret_free(void *memory, size_t size)
{
	ZEND_SECURE_ZERO(memory, size);
#ifdef MADV_DONTDUMP
	munmap(memory, size);
#else
	pefree(memory, 1);
#endif
}

#endif
