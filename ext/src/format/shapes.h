/*
 * Shapes: a list of keys, or a class with property names, is written once; later instances have only values. Encode:
 * finds a shape by its keys' hashes, which buckets hold. Decode: later instances copy the exemplar's hash part and keys
 * without hashing.
 */
#ifndef BRINE_SHAPES_H
#define BRINE_SHAPES_H

#include "php.h"
#include "core/index.h"
#include "core/memory.h"

/* An array key, or a mangled property name. */
typedef struct {
	zend_ulong h;
	/* NULL for an integer key. */
	zend_string *key;
} brine_shape_key;

typedef enum {
	/* A map; the keys are its keys. */
	BRINE_SHAPE_MAP,
	/* An object: the class name, then the property names. */
	BRINE_SHAPE_OBJECT,
	/* An object with its own array form: only the class name. */
	BRINE_SHAPE_CUSTOM,
} brine_shape_kind;

typedef struct {
	brine_shape_kind kind;
	uint32_t first_key;
	uint32_t count;
	/* Its number in the payload: the place among the entries, unless there is a dictionary. */
	uint32_t number;
} brine_shape_entry;

typedef struct {
	brine_shape_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* This many shapes can be added without checking capacity and index. */
	uint32_t limit;
	/* The keys of all entries. */
	brine_shape_key *keys;
	uint32_t key_count;
	uint32_t key_capacity;
	/* The first `pinned` keys own a reference to their string. */
	uint32_t pinned;
	/*
	 * By mark: a mix of the first, middle and last key and the number of keys. Further shapes with an equal mark are
	 * stored by a hash of all keys.
	 */
	brine_index index;
	brine_shape_entry first_entries[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_shape_entry)];
	brine_shape_key first_keys[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_shape_key)];
} brine_seen_shapes;

/* Initializes the index with these slots; see brine_index_start(). */
void brine_seen_shapes_init(brine_seen_shapes *seen, brine_index_slot *first_slots);
void brine_seen_shapes_destroy(brine_seen_shapes *seen);
void brine_seen_shapes_reset(brine_seen_shapes *seen);

static zend_always_inline void brine_seen_shapes_set_limit(brine_seen_shapes *seen)
{
	seen->limit = MIN(seen->capacity, seen->index.mask / 2);
}

/* As brine_seen_shapes_reset(), where no key is pinned and the memory may stay. */
static zend_always_inline void brine_seen_shapes_empty(brine_seen_shapes *seen)
{
	uint32_t mask = seen->index.mask;

	BRINE_ASSERT(seen->pinned == 0);
	brine_index_reset(&seen->index, seen->count);
	if (UNEXPECTED(mask != seen->index.mask)) {
		brine_seen_shapes_set_limit(seen);
	}
	seen->count = 0;
	seen->key_count = 0;
}

/* Takes a reference to every key that has none yet: call it before user code, which may free strings, runs. */
void brine_seen_shapes_pin(brine_seen_shapes *seen);

/* Reserves space for `count` keys after the last entry's, for callers that collect keys before a lookup. */
brine_shape_key *brine_seen_shapes_reserve(brine_seen_shapes *seen, uint32_t count);

/*
 * Looks up the shape of the `count` keys in the reserved space. True, and its entry's place, if it was seen before;
 * otherwise false, and the place of its new entry.
 */
bool brine_seen_shapes_find_or_add(brine_seen_shapes *seen, brine_shape_kind kind, uint32_t count, uint32_t *place);

/*
 * Looks up the shape of a map, which is not packed and not empty. Returns like brine_seen_shapes_find_or_add(); the
 * caller fills in a new shape's keys from keys[entries[*place].first_key] on.
 */
bool brine_seen_shapes_find_or_add_map(brine_seen_shapes *seen, const HashTable *map, uint32_t *place);

/* A hash of a shape's keys; and equality of two shapes with the same number of keys. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_shape_hash(const brine_shape_key *keys, uint32_t count, brine_shape_kind kind);
ZEND_ATTRIBUTE_NONNULL bool brine_shape_keys_equal(
	const brine_shape_key *known, const brine_shape_key *keys, uint32_t count);

#endif
