#include "resident/entry.h"
#include "core/memory.h"

bool brine_resident_has_rest(const brine_resident_entry *entry, const char *payload)
{
	size_t end = entry->string_at + ZSTR_LEN(entry->string);

	return memcmp(ZSTR_VAL(entry->string), payload + entry->string_at, ZSTR_LEN(entry->string)) == 0
		&& memcmp(entry->payload + entry->string_at, payload + end, entry->payload_size - end) == 0;
}

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
	void *block = malloc(*size);

	if (block) {
		brine_populate(block, *size);
	}
	return block;
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

void brine_resident_entry_free(brine_resident_entry *entry)
{
	brine_resident_free(entry, entry->block_size);
}
