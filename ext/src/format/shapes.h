/*
 * Shapes: an ordered list of keys, or a class and its property names, is written once; later instances carry only values.
 *
 * Encode: the shapes seen, from key list to number. Buckets hold the hash of their key, so that a shape is looked up without touching
 * key bytes. Decode: the first instance of a map's shape, the exemplar, is the template of all later ones: their hash part is copied
 * from it and their buckets take over keys, hashes and collision chains; nothing is hashed or inserted.
 */
#ifndef BRINE_SHAPES_H
#define BRINE_SHAPES_H

#include "php.h"
#include "core/index.h"
#include "core/memory.h"

/* An array key, or a property name in PHP's mangled form. */
typedef struct {
	zend_ulong h;
	/* NULL for an integer key. */
	zend_string *key;
} brine_shape_key;

typedef enum {
	/* A map: the keys are its keys. */
	BRINE_SHAPE_MAP,
	/* An object: the first key is the class name, the others are the property names. */
	BRINE_SHAPE_OBJECT,
	/* An object with its own array form: the only key is the class name. */
	BRINE_SHAPE_CUSTOM,
} brine_shape_kind;

typedef struct {
	brine_shape_kind kind;
	uint32_t first_key;
	uint32_t count;
	/* What stands for it in the payload: its place among the entries, unless there is a dictionary. */
	uint32_t number;
} brine_shape_entry;

typedef struct {
	brine_shape_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* So many can be added without a look at capacity and index. */
	uint32_t limit;
	/* The keys of all entries. */
	brine_shape_key *keys;
	uint32_t key_count;
	uint32_t key_capacity;
	/* The first `pinned` keys hold a reference to their string. */
	uint32_t pinned;
	/* By marks, which are made of the first, middle and last key and their number. Of shapes with one mark all but the first are there by a hash of all keys. */
	brine_index index;
	brine_shape_entry first_entries[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_shape_entry)];
	brine_shape_key first_keys[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_shape_key)];
} brine_seen_shapes;

/* Makes one whose index begins with these slots; see brine_index_start(). */
void brine_seen_shapes_init(brine_seen_shapes *seen, brine_index_slot *first_slots);
void brine_seen_shapes_destroy(brine_seen_shapes *seen);
void brine_seen_shapes_reset(brine_seen_shapes *seen);

static zend_always_inline void brine_seen_shapes_set_limit(brine_seen_shapes *seen)
{
	seen->limit = MIN(seen->capacity, seen->index.mask / 2);
}

/* Empties one that holds no keys and is not long. */
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

/* Takes a reference to every key that has none yet: user code, which may free strings, is about to run. */
void brine_seen_shapes_pin(brine_seen_shapes *seen);

/* Room for `count` more keys after the last entry's; where a caller collects them before it looks them up. */
brine_shape_key *brine_seen_shapes_reserve(brine_seen_shapes *seen, uint32_t count);

/*
 * Looks up the shape whose `count` keys lie in the reserved room. Returns true and the place of its entry if it was seen before; false and the
 * place that its entry has from now on if not.
 */
bool brine_seen_shapes_find_or_add(brine_seen_shapes *seen, brine_shape_kind kind, uint32_t count, uint32_t *place);

/*
 * Looks up the shape of a map, an array that is not packed and has elements. Returns as brine_seen_shapes_find_or_add() does; the keys
 * of a new shape, from keys[entries[*place].first_key] on, are the caller's to fill in.
 */
bool brine_seen_shapes_find_or_add_map(brine_seen_shapes *seen, const HashTable *map, uint32_t *place);

/* A hash of the keys of a shape; and whether two shapes of as many keys have the same. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_shape_hash(const brine_shape_key *keys, uint32_t count, brine_shape_kind kind);
ZEND_ATTRIBUTE_NONNULL bool brine_shape_keys_equal(
	const brine_shape_key *known, const brine_shape_key *keys, uint32_t count);

#endif
