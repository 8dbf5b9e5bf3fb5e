#include "core/growable.h"
#include "core/compat.h"

#define BRINE_GROWABLE_INITIAL_BYTES 1024

void *brine_growable_extend(void *items, uint32_t *capacity, uint32_t count, size_t element_size)
{
	size_t initial = BRINE_GROWABLE_INITIAL_BYTES / element_size;
	size_t wanted = (size_t) count + count / 2 + initial + 1;

	if (wanted > UINT32_MAX) {
		wanted = UINT32_MAX;
	}
	BRINE_ASSERT(wanted > count);
	*capacity = (uint32_t) wanted;
	return safe_perealloc(items, wanted, element_size, 0, 1);
}
