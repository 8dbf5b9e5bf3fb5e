/*
 * Dictionaries (docs/reference/dictionary-format.md): what the process knows of strings, shapes and arrays that many payloads have in common.
 *
 * Their strings are interned, with their hashes, and their arrays immutable: they are handed out by pointer, as resident values are, and nobody counts
 * references to them. Loaded once, they stay until the process ends. Threads share them.
 */
#ifndef BRINE_DICTIONARY_H
#define BRINE_DICTIONARY_H

#include "php.h"
#include "core/compat.h"
#include "format/format.h"
#include "format/shapes.h"
#include "format/sharing.h"

#define BRINE_DICTIONARY_HASH_SIZE 32
/* The first bytes of the hash, by which payloads name a dictionary. */
#define BRINE_DICTIONARY_ID_SIZE 8

/* Since each takes memory for good: so many, whose files have so many bytes in all. */
#define BRINE_MOST_DICTIONARIES 64
#define BRINE_MOST_DICTIONARY_BYTES (1u << 25)

/* The numbers of a payload with a dictionary (the page's section 2): how many in a tag are its own; those behind them are the dictionary's. */
#define BRINE_OWN_STRING_REF_1_COUNT 16
#define BRINE_OWN_STRING_REF_2_COUNT 1024
#define BRINE_OWN_SHAPED_1_COUNT 4
#define BRINE_OWN_SHARED_2_COUNT 512
/* How many of the dictionary's such tags name. */
#define BRINE_DICTIONARY_STRING_REF_1_COUNT 48
#define BRINE_DICTIONARY_STRING_REF_2_COUNT 3072
#define BRINE_DICTIONARY_SHAPED_1_COUNT 12
#define BRINE_DICTIONARY_SHARED_2_COUNT 1536

/* No sequence of a dictionary's entries is longer (the page's section 4). */
#define BRINE_MOST_DICTIONARY_ENTRIES (1u << 16)

/* A number of a payload with a dictionary, and whether it is one of the dictionary's entries. */
typedef struct {
	bool is_from_dictionary;
	uint32_t number;
} brine_split_number;

static inline brine_split_number brine_split(uint32_t number, uint32_t own, uint32_t own_base, uint32_t dictionary_base)
{
	return number < own ? (brine_split_number){false, own_base + number}
						: (brine_split_number){true, dictionary_base + number - own};
}

/* What a STRING_REF_1 or STRING_REF_2 says; `byte` follows the second one. */
static inline brine_split_number brine_split_string_ref(unsigned tag, unsigned byte)
{
	return tag <= BRINE_TAG_STRING_REF_1_LAST
		? brine_split(tag - BRINE_TAG_STRING_REF_1, BRINE_OWN_STRING_REF_1_COUNT, 0, 0)
		: brine_split(((tag - BRINE_TAG_STRING_REF_2) << 8) + byte, BRINE_OWN_STRING_REF_2_COUNT,
			BRINE_OWN_STRING_REF_1_COUNT, BRINE_DICTIONARY_STRING_REF_1_COUNT);
}

/* Preset dictionaries of compression, by the algorithm of docs/reference/envelope.md. */
typedef enum {
	BRINE_PRESET_ZLIB = 1,
	BRINE_PRESET_ZSTD = 2,
	BRINE_PRESET_END,
} brine_preset;

/* The bytes that stand for a shape in shape_cache.h. They begin with BRINE_MAGIC, as no definition of a payload does. */
#define BRINE_DICTIONARY_SHAPE_MARK_SIZE 16

typedef struct {
	brine_shape_kind kind;
	/* Values of an instance; 0 for an object with its own array form. */
	uint32_t count;
	/*
	 * As of a shape in shapes.h: the keys of a map; the class name and then the names of an object, mangled; or the class name alone. All strings are
	 * interned.
	 */
	const brine_shape_key *keys;
	uint32_t key_count;
	/* Of a map: an array with its keys, whose elements are null. */
	const zend_array *layout;
	/* Under these bytes, and their hash, what was made of the shape is remembered. */
	unsigned char mark[BRINE_DICTIONARY_SHAPE_MARK_SIZE];
	uint32_t mark_hash;
} brine_dictionary_shape;

struct brine_dictionary_index;

typedef struct brine_dictionary {
	/* Its id in hexadecimal digits, by which options name it. */
	char name[2 * BRINE_DICTIONARY_ID_SIZE + 1];
	/* SHA-256 of the file. */
	unsigned char hash[BRINE_DICTIONARY_HASH_SIZE];
	/* Bytes of the file. */
	size_t size;
	/* Bytes that are held in memory. */
	size_t memory;
	/* By number; each of 2 bytes at least. */
	zend_string **strings;
	uint32_t string_count;
	uint32_t shape_count;
	brine_dictionary_shape *shapes;
	/* Each has elements; what they count, and how many levels they have, stands beside them. */
	brine_registered_array *arrays;
	uint32_t array_count;
	/* By algorithm; NULL where there is none. */
	zend_string *presets[BRINE_PRESET_END];
	/* What finds entries by content. */
	struct brine_dictionary_index *index;
	/* The block of memory with all strings and arrays. */
	void *block;
} brine_dictionary;

/* The dictionary of an id, which has BRINE_DICTIONARY_ID_SIZE bytes; NULL if the process does not know it. */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_find(const unsigned char *id);

/* The same by the digits of the id. */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_named(const zend_string *name);

/* Those that the process knows, by place, in the order in which they came; NULL behind the last. */
const brine_dictionary *brine_dictionary_at(uint32_t place);

typedef enum {
	BRINE_DICTIONARY_ADDED,
	/* The same one is known already; or another one of the same id. */
	BRINE_DICTIONARY_KNOWN,
	BRINE_DICTIONARY_CLASHES,
	BRINE_DICTIONARY_NO_ROOM,
} brine_dictionary_outcome;

/* What would become of one of this hash. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary_outcome brine_dictionary_check(const unsigned char *hash, size_t size);

/* Makes a dictionary known, which is freed at the end of the process if it was added. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary_outcome brine_dictionary_add(brine_dictionary *dictionary);

/* How many there are, and the bytes of their files. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1) void brine_dictionary_count(uint32_t *count, size_t *bytes);

ZEND_ATTRIBUTE_NONNULL void brine_dictionary_free(brine_dictionary *dictionary);

/* The process ends: frees all. */
void brine_dictionaries_shutdown(void);

/*
 * That which the setting brine.dictionary names, for sessions and APCu; NULL if it names none, or none that is known. The id has
 * BRINE_DICTIONARY_ID_SIZE bytes, or is NULL for none.
 */
const brine_dictionary *brine_dictionary_to_write(void);
void brine_dictionary_set_to_write(const unsigned char *id);

#endif
