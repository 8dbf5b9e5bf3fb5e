#include "core/growable.h"
#include "core/compat.h"

void *brine_growable_extend(void *items, uint32_t *capacity, uint32_t count, size_t element_size)
{
	size_t initial = BRINE_GROWABLE_BUILT_IN_BYTES / element_size;
	size_t built_in = (size_t) *capacity * element_size;
	void *grown;
	size_t wanted = (size_t) count + count / 2 + initial + 1;

	if (wanted > UINT32_MAX) {
		wanted = UINT32_MAX;
	}
	BRINE_ASSERT(wanted > count);
	*capacity = (uint32_t) wanted;
	if (built_in > BRINE_GROWABLE_BUILT_IN_BYTES) {
		return safe_perealloc(items, wanted, element_size, 0, 1);
	}
	grown = safe_pemalloc(wanted, element_size, 0, 1);
	if (built_in > 0) {
		memcpy(grown, items, built_in);
	}
	return grown;
}
