/*
 * Numbers of things by their address: objects, PHP references, and arrays that more than one place holds.
 */
#ifndef BRINE_IDENTITY_H
#define BRINE_IDENTITY_H

#include "php.h"
#include "core/compat.h"
#include "core/growable.h"
#include "core/hash.h"
#include "core/index.h"

typedef struct {
	zend_refcounted *thing;
	uint32_t number;
	/* The two fields of its brine_thing (core/cycles.h). Of an array, which is added when it is complete, `place` is 0. */
	uint32_t height;
	uint32_t place;
} brine_identity_entry;

/* So many things are compared one by one; of more there is an index. */
#define BRINE_IDENTITIES_COMPARED 8

typedef struct {
	/* Of all entries, once there are more than are compared. */
	brine_index index;
	brine_identity_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* The first `pinned` entries hold a reference to their thing. */
	uint32_t pinned;
	brine_identity_entry first_entries[BRINE_IDENTITIES_COMPARED];
} brine_identity;

void brine_identity_init(brine_identity *identity);
void brine_identity_destroy(brine_identity *identity);

/* Forgets everything. What was pinned becomes a root of the cycle collector, if it lives on, where `make_roots` says so. */
void brine_identity_reset(brine_identity *identity, bool make_roots);

/* Forgets everything, where nothing is pinned and it is not long. */
static zend_always_inline void brine_identity_empty(brine_identity *identity)
{
	BRINE_ASSERT(identity->pinned == 0);
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		brine_index_reset(&identity->index, identity->count);
	}
	identity->count = 0;
}

/* Takes a reference to everything that has none yet: user code, which may free things, is about to run. */
void brine_identity_pin(brine_identity *identity);

/* Cold half of brine_identity_find(): where there is an index. */
const brine_identity_entry *brine_identity_search(const brine_identity *identity, const void *thing);

/* Returns the entry of a thing that was added before, or NULL. */
static zend_always_inline const brine_identity_entry *brine_identity_find(
	const brine_identity *identity, const void *thing)
{
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		return brine_identity_search(identity, thing);
	}
	for (uint32_t i = 0; i < identity->count; i++) {
		if (identity->entries[i].thing == thing) {
			return &identity->entries[i];
		}
	}
	return NULL;
}

/* Gives another number to a thing that was added before, and returns the position of its entry. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_identity_renumber(brine_identity *identity, const void *thing, uint32_t number);

/* Gives a number to a thing that has none. */
ZEND_ATTRIBUTE_NONNULL void brine_identity_add(brine_identity *identity, void *thing, uint32_t number, uint32_t height);

#endif
