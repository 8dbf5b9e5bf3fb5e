#include "resident/entry.h"

#ifdef BRINE_RESIDENT_GUARD

#include <sys/mman.h>
#include <unistd.h>

void *brine_resident_allocate(size_t *size)
{
	size_t page = (size_t) sysconf(_SC_PAGESIZE);
	void *block;

	*size = (*size + page - 1) / page * page;
	block = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return block == MAP_FAILED ? NULL : block;
}

void brine_resident_free(void *block, size_t size)
{
	munmap(block, size);
}

void brine_resident_seal_block(void *block, size_t size)
{
	mprotect(block, size, PROT_READ);
}

#else

void *brine_resident_allocate(size_t *size)
{
	return malloc(*size);
}

void brine_resident_free(void *block, size_t size)
{
	(void) size;
	free(block);
}

void brine_resident_seal_block(void *block, size_t size)
{
	(void) block;
	(void) size;
}

#endif
