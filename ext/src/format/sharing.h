/*
 * Structural sharing: an array of pure data that equals an earlier one becomes a reference. Encode: each array has a
 * transcript of tokens, numbers of its strings, shapes and arrays; equal transcripts mean equal arrays. Runs compare
 * output bytes instead. Decode: arrays by number.
 */
#ifndef BRINE_SHARING_H
#define BRINE_SHARING_H

#include "php.h"
#include "core/index.h"
#include "core/memory.h"

/* The low three bits of a token are its kind; the others are a number. */
typedef enum {
	BRINE_TOKEN_STRING,
	BRINE_TOKEN_ARRAY,
	/* Integers that fit into 29 bits, signed. */
	BRINE_TOKEN_INT,
	/* null, false, true, the empty string, the empty array, or a one-byte string. */
	BRINE_TOKEN_CONSTANT,
	/* The next two tokens are the 64 bits of an integer or double. */
	BRINE_TOKEN_WIDE_INT,
	BRINE_TOKEN_DOUBLE,
	/* First token of a transcript: a list's number of elements, or a map's shape. */
	BRINE_TOKEN_LIST,
	BRINE_TOKEN_MAP,
} brine_token_kind;

#define BRINE_TOKEN(kind, number) ((uint32_t) (kind) | (uint32_t) (number) << 3)

/* Numbers of BRINE_TOKEN_CONSTANT; a one-byte string adds its byte to the last one. */
enum {
	BRINE_CONSTANT_NULL,
	BRINE_CONSTANT_FALSE,
	BRINE_CONSTANT_TRUE,
	BRINE_CONSTANT_EMPTY_STRING,
	BRINE_CONSTANT_EMPTY_ARRAY,
	BRINE_CONSTANT_BYTE,
};

typedef struct {
	/* Position of the kept transcript, or of the run in the output; in tokens or bytes. */
	size_t offset;
	size_t length;
	uint32_t array;
	bool is_run;
} brine_seen_array;

/* After this many arrays, no more are remembered if fewer than one in BRINE_ARRAYS_PER_HIT was seen again. */
#define BRINE_ARRAYS_TO_GIVE_UP 16384
#define BRINE_ARRAYS_PER_HIT 16

typedef struct {
	/* Stack of the open arrays' transcripts, the innermost last. */
	uint32_t *open;
	uint32_t open_count;
	uint32_t open_capacity;
	/* From this many tokens on, there may not be enough space for a scalar's. */
	uint32_t open_limit;
	/* Transcripts of finished arrays. */
	uint32_t *kept;
	uint32_t kept_count;
	uint32_t kept_capacity;
	brine_seen_array *entries;
	uint32_t count;
	uint32_t capacity;
	/* Number of arrays seen again. */
	uint32_t hits;
	/* This many arrays can be remembered without checking capacity, index and usefulness. */
	uint32_t limit;
	/*
	 * Runs by a hash, others by mark, a hash of some tokens; further ones with an equal mark by a hash of all tokens.
	 */
	brine_index index;
	uint32_t first_open[BRINE_GROWABLE_FIRST_BYTES / sizeof(uint32_t)];
	uint32_t first_kept[BRINE_GROWABLE_FIRST_BYTES / sizeof(uint32_t)];
	brine_seen_array first_entries[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_seen_array)];
} brine_seen_arrays;

/* Initializes the index with these slots; see brine_index_start(). */
void brine_seen_arrays_init(brine_seen_arrays *seen, brine_index_slot *first_slots);
void brine_seen_arrays_destroy(brine_seen_arrays *seen);
void brine_seen_arrays_reset(brine_seen_arrays *seen);

static zend_always_inline void brine_seen_arrays_set_limit(brine_seen_arrays *seen)
{
	seen->limit = MIN(seen->capacity, MIN(seen->index.mask / 2, BRINE_ARRAYS_TO_GIVE_UP));
}

/* Empties a short list. */
static zend_always_inline void brine_seen_arrays_empty(brine_seen_arrays *seen)
{
	uint32_t mask = seen->index.mask;

	seen->open_count = 0;
	if (seen->count == 0) {
		return;
	}
	brine_index_reset(&seen->index, seen->count);
	if (UNEXPECTED(mask != seen->index.mask)) {
		brine_seen_arrays_set_limit(seen);
	}
	seen->kept_count = 0;
	seen->count = 0;
	seen->hits = 0;
}

/* A scalar or back-reference has at most this many tokens. */
#define BRINE_TOKENS_OF_SCALAR 3

/* Tokens are copied in blocks of this size, so there is space for a block after the last one. */
#define BRINE_TOKENS_OF_BLOCK 8

/* Cold: grows the stack for at least this many more tokens. */
ZEND_ATTRIBUTE_NONNULL ZEND_COLD void brine_seen_arrays_extend(brine_seen_arrays *seen, uint32_t count);

/* Ensures space for this many tokens. */
static zend_always_inline void brine_seen_arrays_reserve(brine_seen_arrays *seen, uint32_t count)
{
	if (UNEXPECTED(seen->open_capacity - seen->open_count < count + BRINE_TOKENS_OF_BLOCK)) {
		brine_seen_arrays_extend(seen, count);
	}
}

/* Ensures space for a scalar's tokens. */
static zend_always_inline void brine_seen_arrays_reserve_scalar(brine_seen_arrays *seen)
{
	if (UNEXPECTED(seen->open_count >= seen->open_limit)) {
		brine_seen_arrays_extend(seen, BRINE_TOKENS_OF_SCALAR);
	}
}

/* Appends a token to the innermost open transcript; the caller has reserved space. */
static zend_always_inline void brine_seen_arrays_put(brine_seen_arrays *seen, uint32_t token)
{
	BRINE_ASSERT(seen->open_count < seen->open_capacity);
	seen->open[seen->open_count++] = token;
}

static zend_always_inline void brine_seen_arrays_put_wide(brine_seen_arrays *seen, brine_token_kind kind, uint64_t bits)
{
	brine_seen_arrays_put(seen, BRINE_TOKEN(kind, 0));
	brine_seen_arrays_put(seen, (uint32_t) bits);
	brine_seen_arrays_put(seen, (uint32_t) (bits >> 32));
}

/* Reserves space for a token and appends it. */
static zend_always_inline void brine_seen_arrays_note(brine_seen_arrays *seen, uint32_t token)
{
	brine_seen_arrays_reserve(seen, 1);
	brine_seen_arrays_put(seen, token);
}

/* Appends bytes that contain no numbers, padded to whole tokens. */
void brine_seen_arrays_note_bytes(brine_seen_arrays *seen, const unsigned char *bytes, size_t size);

/*
 * Looks up the finished array whose transcript starts at open[transcript_start] and removes it from the stack. True,
 * and the number of an equal array; or false, and the transcript is kept for array number *array.
 */
bool brine_seen_arrays_find_or_add(brine_seen_arrays *seen, uint32_t transcript_start, uint32_t *array);

/* Like brine_seen_arrays_find_or_add(), for a run written as output[offset .. offset + length). */
bool brine_seen_arrays_find_or_add_run(
	brine_seen_arrays *seen, const unsigned char *output, size_t offset, size_t length, uint32_t *array);

/* A payload's arrays by number. */
typedef struct {
	/* NULL until the array is complete, and if it is not pure. Borrowed from the decoded value. */
	zend_array *array;
	/* Elements at all depths. */
	zend_ulong elements;
	/* Levels of nesting, including this array. */
	uint32_t height;
} brine_registered_array;

typedef struct {
	brine_registered_array *items;
	uint32_t count;
	uint32_t capacity;
} brine_array_registry;

void brine_array_registry_destroy(brine_array_registry *registry);
void brine_array_registry_reset(brine_array_registry *registry);

/* Begins an array; returns its number. */
static zend_always_inline uint32_t brine_array_registry_begin(brine_array_registry *registry)
{
	BRINE_GROWABLE_ENSURE(registry->items, registry->capacity, registry->count);
	registry->items[registry->count].array = NULL;
	return registry->count++;
}

#endif
