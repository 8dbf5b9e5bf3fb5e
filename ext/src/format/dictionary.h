/*
 * Dictionaries: strings, shapes and arrays that many payloads share (docs/reference/dictionary-format.md). Strings are
 * interned with hashes, and arrays immutable, so both are handed out by pointer without refcounts. Loaded once, kept
 * until the process ends, shared by threads.
 */
#ifndef BRINE_DICTIONARY_H
#define BRINE_DICTIONARY_H

#include "php.h"
#include "core/compat.h"
#include "format/format.h"
#include "format/shapes.h"
#include "format/sharing.h"

#define BRINE_DICTIONARY_HASH_SIZE 32
/* The first bytes of the hash; payloads use them as the dictionary's id. */
#define BRINE_DICTIONARY_ID_SIZE 8

/* Dictionaries stay in memory, so their number and the total size of their files are limited. */
#define BRINE_MAX_DICTIONARIES 64
#define BRINE_MAX_DICTIONARY_BYTES (1u << 25)

/*
 * In a payload with a dictionary (section 2 of the page): how many numbers in a tag are the payload's own; the others
 * are the dictionary's.
 */
#define BRINE_OWN_STRING_REF_1_COUNT 16
#define BRINE_OWN_STRING_REF_2_COUNT 1024
#define BRINE_OWN_SHAPED_1_COUNT 4
#define BRINE_OWN_SHARED_2_COUNT 512
/* How many of the dictionary's entries such tags name. */
#define BRINE_DICTIONARY_STRING_REF_1_COUNT 48
#define BRINE_DICTIONARY_STRING_REF_2_COUNT 3072
#define BRINE_DICTIONARY_SHAPED_1_COUNT 12
#define BRINE_DICTIONARY_SHARED_2_COUNT 1536

/* Longest sequence of entries in a dictionary (section 4 of the page). */
#define BRINE_MAX_DICTIONARY_ENTRIES (1u << 16)

/* A number in a payload with a dictionary, and whether it names a dictionary entry. */
typedef struct {
	bool is_from_dictionary;
	uint32_t number;
} brine_split_number;

static inline brine_split_number brine_split(uint32_t number, uint32_t own, uint32_t own_base, uint32_t dictionary_base)
{
	return number < own ? (brine_split_number){false, own_base + number}
						: (brine_split_number){true, dictionary_base + number - own};
}

/* Decodes STRING_REF_1 or STRING_REF_2; `byte` is the one after the latter. */
static inline brine_split_number brine_split_string_ref(unsigned tag, unsigned byte)
{
	return tag <= BRINE_TAG_STRING_REF_1_LAST
		? brine_split(tag - BRINE_TAG_STRING_REF_1, BRINE_OWN_STRING_REF_1_COUNT, 0, 0)
		: brine_split(((tag - BRINE_TAG_STRING_REF_2) << 8) + byte, BRINE_OWN_STRING_REF_2_COUNT,
			BRINE_OWN_STRING_REF_1_COUNT, BRINE_DICTIONARY_STRING_REF_1_COUNT);
}

/* Preset dictionaries for compression, by algorithm of docs/reference/envelope.md. */
typedef enum {
	BRINE_PRESET_ZLIB = 1,
	BRINE_PRESET_ZSTD = 2,
	BRINE_PRESET_END,
} brine_preset;

/*
 * Size of a dictionary shape's key in the shape cache. It begins with BRINE_MAGIC, so it never equals a payload's
 * definition.
 */
#define BRINE_DICTIONARY_SHAPE_MARK_SIZE 16

typedef struct {
	brine_shape_kind kind;
	/* Number of values per instance; 0 for an object with its own array form. */
	uint32_t count;
	/*
	 * As in shapes.h: a map's keys; an object's class name and mangled property names; or only the class name. All
	 * strings are interned.
	 */
	const brine_shape_key *keys;
	uint32_t key_count;
	/* For maps: an array with the keys and null elements. */
	const zend_array *layout;
	/* The shape's key in the shape cache, and its hash. */
	unsigned char mark[BRINE_DICTIONARY_SHAPE_MARK_SIZE];
	uint32_t mark_hash;
} brine_dictionary_shape;

struct brine_dictionary_index;

typedef struct brine_dictionary {
	/* The id in hexadecimal, as in options. */
	char name[2 * BRINE_DICTIONARY_ID_SIZE + 1];
	/* SHA-256 of the file. */
	unsigned char hash[BRINE_DICTIONARY_HASH_SIZE];
	/* Bytes of the file. */
	size_t size;
	/* Bytes held in memory. */
	size_t memory;
	/* By number; each has at least 2 bytes. */
	zend_string **strings;
	uint32_t string_count;
	uint32_t shape_count;
	brine_dictionary_shape *shapes;
	/* None is empty; each has its number of elements and levels beside it. */
	brine_registered_array *arrays;
	uint32_t array_count;
	/* By algorithm; NULL if absent. */
	zend_string *presets[BRINE_PRESET_END];
	/* Finds entries by content. */
	struct brine_dictionary_index *index;
	/* The memory block of all strings and arrays. */
	void *block;
} brine_dictionary;

/* Returns the dictionary with this id of BRINE_DICTIONARY_ID_SIZE bytes; NULL if it is not loaded. */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_find(const unsigned char *id);

/* Returns the dictionary with this id in hexadecimal; NULL if it is not loaded. */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_named(const zend_string *name);

/* Loaded dictionaries by place, in order of loading; NULL after the last one. */
const brine_dictionary *brine_dictionary_at(uint32_t place);

typedef enum {
	BRINE_DICTIONARY_ADDED,
	/* Already loaded; or another one with the same id is. */
	BRINE_DICTIONARY_KNOWN,
	BRINE_DICTIONARY_CLASHES,
	BRINE_DICTIONARY_NO_ROOM,
} brine_dictionary_outcome;

/* The outcome of adding a dictionary with this hash. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary_outcome brine_dictionary_check(const unsigned char *hash, size_t size);

/* Adds a dictionary; if that succeeds, it is freed at the end of the process. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary_outcome brine_dictionary_add(brine_dictionary *dictionary);

/* Number of loaded dictionaries, and the bytes of their files. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_dictionary_count(uint32_t *count, size_t *bytes);

ZEND_ATTRIBUTE_NONNULL void brine_dictionary_free(brine_dictionary *dictionary);

/* Frees all dictionaries at the end of the process. */
void brine_dictionaries_shutdown(void);

/*
 * The dictionary of the setting brine.dictionary, for sessions and APCu; NULL if none is set or it is not loaded. The
 * id has BRINE_DICTIONARY_ID_SIZE bytes, or is NULL.
 */
const brine_dictionary *brine_dictionary_to_write(void);
void brine_dictionary_set_to_write(const unsigned char *id);

#endif
