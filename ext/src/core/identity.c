#include "core/identity.h"
#include "core/growable.h"

void brine_identity_init(brine_identity *identity)
{
	memset(identity, 0, sizeof(*identity));
	brine_index_init(&identity->index);
}

void brine_identity_destroy(brine_identity *identity)
{
	brine_index_destroy(&identity->index);
	pefree(identity->entries, 1);
}

void brine_identity_reset(brine_identity *identity, bool make_roots)
{
	for (uint32_t i = 0; i < identity->pinned; i++) {
		zend_refcounted *thing = identity->entries[i].thing;

		if (GC_FLAGS(thing) & GC_IMMUTABLE) {
			continue;
		}
		if (GC_DELREF(thing) == 0) {
			rc_dtor_func(thing);
			/* A destructor may have run the collector. */
			make_roots = true;
		} else if (UNEXPECTED(make_roots)) {
			gc_check_possible_root(thing);
		}
	}
	identity->pinned = 0;
	BRINE_GROWABLE_TRIM(identity->entries, identity->capacity);
	brine_index_reset(&identity->index, identity->count);
	identity->count = 0;
}

void brine_identity_pin(brine_identity *identity)
{
	for (; identity->pinned < identity->count; identity->pinned++) {
		zend_refcounted *thing = identity->entries[identity->pinned].thing;

		if (!(GC_FLAGS(thing) & GC_IMMUTABLE)) {
			GC_ADDREF(thing);
		}
	}
}

void brine_identity_add(brine_identity *identity, void *thing, uint32_t number, uint32_t height)
{
	brine_index *index = &identity->index;
	brine_probe probe = brine_identity_probe(identity, thing);

	while (brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED)) {
		brine_probe_next(index, &probe);
	}
	BRINE_GROWABLE_ENSURE(identity->entries, identity->capacity, identity->count);
	identity->entries[identity->count] = (brine_identity_entry){thing, number, height, 0};
	brine_index_insert(index, &probe, identity->count);
	identity->count++;
}

uint32_t brine_identity_renumber(brine_identity *identity, const void *thing, uint32_t number)
{
	uint32_t position = (uint32_t) (brine_identity_find(identity, thing) - identity->entries);

	BRINE_ASSERT(position < identity->count);
	identity->entries[position].number = number;
	return position;
}
