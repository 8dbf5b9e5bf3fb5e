/*
 * Shapes: an ordered list of keys, or a class and its property names, is written once; later instances carry only values.
 *
 * Encode: a dictionary from key list to shape number. Buckets hold the hash of their key, so that a shape is looked up without touching
 * key bytes. Decode: the first instance of a map's shape, the exemplar, is the template of all later ones: their hash part is copied
 * from it and their buckets take over keys, hashes and collision chains; nothing is hashed or inserted.
 */
#ifndef BRINE_SHAPES_H
#define BRINE_SHAPES_H

#include "php.h"
#include "core/index.h"

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

#define BRINE_SHAPE_GUESSES 256

typedef struct {
	brine_shape_kind kind;
	uint32_t first_key;
	uint32_t count;
} brine_shape_entry;

typedef struct {
	brine_index index;
	/* By shape number. */
	brine_shape_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* The keys of all entries. */
	brine_shape_key *keys;
	uint32_t key_count;
	uint32_t key_capacity;
	/* The first `pinned` keys hold a reference to their string. */
	uint32_t pinned;
	/* Guesses of shape numbers, by a map's first and last key and number of keys; any may be wrong, or of another call. */
	uint32_t guesses[BRINE_SHAPE_GUESSES];
} brine_shape_dictionary;

void brine_shape_dictionary_init(brine_shape_dictionary *dictionary);
void brine_shape_dictionary_destroy(brine_shape_dictionary *dictionary);
void brine_shape_dictionary_reset(brine_shape_dictionary *dictionary);

/* Takes a reference to every key that has none yet: user code, which may free strings, is about to run. */
void brine_shape_dictionary_pin(brine_shape_dictionary *dictionary);

/* Room for `count` more keys after the last entry's; where a caller collects them before it looks them up. */
brine_shape_key *brine_shape_dictionary_reserve(brine_shape_dictionary *dictionary, uint32_t count);

/*
 * Looks up the shape whose `count` keys lie in the reserved room. Returns true and its number if it was seen before; false and the
 * number that it has from now on if not.
 */
bool brine_shape_dictionary_find_or_add(
	brine_shape_dictionary *dictionary, brine_shape_kind kind, uint32_t count, uint32_t *number);

/*
 * Looks up the shape of a map, an array that is not packed and has elements, and copies its keys only if it was not seen before. Returns
 * as brine_shape_dictionary_find_or_add() does.
 */
bool brine_shape_dictionary_find_or_add_map(brine_shape_dictionary *dictionary, const HashTable *map, uint32_t *number);

#endif
