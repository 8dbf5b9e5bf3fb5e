#include "core/identity.h"
#include "core/growable.h"

void brine_identity_init(brine_identity *identity)
{
	memset(identity, 0, sizeof(*identity));
	identity->index = BRINE_INDEX_NONE;
	BRINE_GROWABLE_START(identity->entries, identity->capacity, identity->first_entries);
}

void brine_identity_destroy(brine_identity *identity)
{
	brine_index_destroy(&identity->index);
	BRINE_GROWABLE_FREE(identity->entries, identity->capacity);
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
	brine_identity_empty(identity);
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

static zend_always_inline brine_probe start_probe(const brine_identity *identity, const void *thing)
{
	return brine_probe_start(&identity->index, brine_mix((uint64_t) (uintptr_t) thing >> 3));
}

const brine_identity_entry *brine_identity_search(const brine_identity *identity, const void *thing)
{
	const brine_index *index = &identity->index;
	brine_probe probe = start_probe(identity, thing);

	for (; brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED); brine_probe_next(index, &probe)) {
		const brine_identity_entry *entry = &identity->entries[brine_probe_number(index, &probe)];

		if (entry->thing == thing) {
			return entry;
		}
	}
	return NULL;
}

static zend_never_inline void index_entries(brine_identity *identity, uint32_t from)
{
	brine_index *index = &identity->index;

	if (UNEXPECTED(!index->slots)) {
		brine_index_init(index);
	}
	for (; from < identity->count; from++) {
		brine_probe probe = start_probe(identity, identity->entries[from].thing);

		while (brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED)) {
			brine_probe_next(index, &probe);
		}
		brine_index_insert(index, &probe, from);
	}
}

BRINE_HOT void brine_identity_add(brine_identity *identity, void *thing, uint32_t number, uint32_t height)
{
	BRINE_GROWABLE_ENSURE(identity->entries, identity->capacity, identity->count);
	identity->entries[identity->count] = (brine_identity_entry){thing, number, height, 0};
	identity->count++;
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		index_entries(identity, identity->count == BRINE_IDENTITIES_COMPARED + 1 ? 0 : identity->count - 1);
	}
}

uint32_t brine_identity_renumber(brine_identity *identity, const void *thing, uint32_t number)
{
	uint32_t position = (uint32_t) (brine_identity_find(identity, thing) - identity->entries);

	BRINE_ASSERT(position < identity->count);
	identity->entries[position].number = number;
	return position;
}
