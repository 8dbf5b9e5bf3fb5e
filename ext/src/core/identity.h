/*
 * Numbers of things by their address: objects, PHP references, and arrays that more than one place holds.
 */
#ifndef BRINE_IDENTITY_H
#define BRINE_IDENTITY_H

#include "php.h"
#include "core/compat.h"
#include "core/hash.h"
#include "core/index.h"

typedef struct {
	zend_refcounted *thing;
	uint32_t number;
	/* The two fields of its brine_thing (core/cycles.h). Of an array, which is added when it is complete, `place` is 0. */
	uint32_t height;
	uint32_t place;
} brine_identity_entry;

typedef struct {
	brine_index index;
	brine_identity_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* The first `pinned` entries hold a reference to their thing. */
	uint32_t pinned;
} brine_identity;

void brine_identity_init(brine_identity *identity);
void brine_identity_destroy(brine_identity *identity);

/* Forgets everything. What was pinned becomes a root of the cycle collector, if it lives on, where `make_roots` says so. */
void brine_identity_reset(brine_identity *identity, bool make_roots);

/* Takes a reference to everything that has none yet: user code, which may free things, is about to run. */
void brine_identity_pin(brine_identity *identity);

static zend_always_inline brine_probe brine_identity_probe(const brine_identity *identity, const void *thing)
{
	return brine_probe_start(&identity->index, brine_mix((uint64_t) (uintptr_t) thing >> 3));
}

/* Returns the entry of a thing that was added before, or NULL. */
static zend_always_inline const brine_identity_entry *brine_identity_find(brine_identity *identity, const void *thing)
{
	const brine_index *index = &identity->index;
	brine_probe probe = brine_identity_probe(identity, thing);

	for (; brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED); brine_probe_next(index, &probe)) {
		const brine_identity_entry *entry = &identity->entries[brine_probe_number(index, &probe)];

		if (entry->thing == thing) {
			return entry;
		}
	}
	return NULL;
}

/* Gives another number to a thing that was added before, and returns the position of its entry. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_identity_renumber(brine_identity *identity, const void *thing, uint32_t number);

/* Gives a number to a thing that has none. */
ZEND_ATTRIBUTE_NONNULL void brine_identity_add(brine_identity *identity, void *thing, uint32_t number, uint32_t height);

#endif
