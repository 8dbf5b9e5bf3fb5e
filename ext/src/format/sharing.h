/*
 * Structural sharing: an array of pure data that equals an earlier one is written as a reference to it.
 *
 * Encode, by hash-consing: while an array is written, its content is noted as a transcript, 32-bit tokens in which strings, shapes and
 * inner arrays are their numbers. Transcripts of arrays that are still open lie on a stack; that of a finished one is looked up, and
 * either found (the output of the array is taken back) or kept. Equal transcripts are equal arrays, since numbers are given by content.
 * Runs of plain numbers have none: equal runs have equal bytes, so the output itself is compared.
 * Decode: a registry from array number to array.
 */
#ifndef BRINE_SHARING_H
#define BRINE_SHARING_H

#include "php.h"
#include "core/index.h"
#include "core/memory.h"

/* The low three bits of a token say what it is; the others hold a number. */
typedef enum {
	BRINE_TOKEN_STRING,
	BRINE_TOKEN_ARRAY,
	/* 29 bits, as of a signed integer that fits them. */
	BRINE_TOKEN_INT,
	/* null, false, true, the empty string, the empty array, or a string of one byte. */
	BRINE_TOKEN_CONSTANT,
	/* The two tokens that follow are the 64 bits of an integer, or of a double. */
	BRINE_TOKEN_WIDE_INT,
	BRINE_TOKEN_DOUBLE,
	/* First token of a transcript: a list with so many elements, or a map of that shape. */
	BRINE_TOKEN_LIST,
	BRINE_TOKEN_MAP,
} brine_token_kind;

#define BRINE_TOKEN(kind, number) ((uint32_t) (kind) | (uint32_t) (number) << 3)

/* Numbers of BRINE_TOKEN_CONSTANT; the byte of a one-byte string is added to the last. */
enum {
	BRINE_CONSTANT_NULL,
	BRINE_CONSTANT_FALSE,
	BRINE_CONSTANT_TRUE,
	BRINE_CONSTANT_EMPTY_STRING,
	BRINE_CONSTANT_EMPTY_ARRAY,
	BRINE_CONSTANT_BYTE,
};

typedef struct {
	/* Where the transcript lies among the kept ones, or the run in the output; counted in tokens, or bytes. */
	size_t offset;
	size_t length;
	uint32_t array;
	bool is_run;
} brine_seen_array;

/* Where so many arrays are remembered and hardly one in BRINE_ARRAYS_PER_HIT was seen again, no more are remembered. */
#define BRINE_ARRAYS_TO_GIVE_UP 16384
#define BRINE_ARRAYS_PER_HIT 16

typedef struct {
	/* Transcripts of open arrays, the innermost last. */
	uint32_t *open;
	uint32_t open_count;
	uint32_t open_capacity;
	/* With so many tokens there may be no room for those of a scalar. */
	uint32_t open_limit;
	/* Transcripts of finished arrays. */
	uint32_t *kept;
	uint32_t kept_count;
	uint32_t kept_capacity;
	brine_seen_array *entries;
	uint32_t count;
	uint32_t capacity;
	/* How often an array was seen again. */
	uint32_t hits;
	/* So many can be remembered without a look at capacity, index and whether it is worth while. */
	uint32_t limit;
	/* Of runs by a hash, of others by marks, which are made of some tokens; of those with one mark all but the first are there by a hash of all tokens. */
	brine_index index;
	uint32_t first_open[BRINE_GROWABLE_FIRST_BYTES / sizeof(uint32_t)];
	uint32_t first_kept[BRINE_GROWABLE_FIRST_BYTES / sizeof(uint32_t)];
	brine_seen_array first_entries[BRINE_GROWABLE_FIRST_BYTES / sizeof(brine_seen_array)];
} brine_seen_arrays;

/* Makes one whose index begins with these slots; see brine_index_start(). */
void brine_seen_arrays_init(brine_seen_arrays *seen, brine_index_slot *first_slots);
void brine_seen_arrays_destroy(brine_seen_arrays *seen);
void brine_seen_arrays_reset(brine_seen_arrays *seen);

static zend_always_inline void brine_seen_arrays_set_limit(brine_seen_arrays *seen)
{
	seen->limit = MIN(seen->capacity, MIN(seen->index.mask / 2, BRINE_ARRAYS_TO_GIVE_UP));
}

/* Empties one that is not long. */
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

/* Tokens that a value takes whose tag says it all. */
#define BRINE_TOKENS_OF_SCALAR 3

/* Tokens are copied so many at once: behind the last, there is room for as many. */
#define BRINE_TOKENS_OF_BLOCK 8

/* Makes more room for so many tokens, and some. */
ZEND_ATTRIBUTE_NONNULL ZEND_COLD void brine_seen_arrays_extend(brine_seen_arrays *seen, uint32_t count);

/* Makes room for so many tokens. */
static zend_always_inline void brine_seen_arrays_reserve(brine_seen_arrays *seen, uint32_t count)
{
	if (UNEXPECTED(seen->open_capacity - seen->open_count < count + BRINE_TOKENS_OF_BLOCK)) {
		brine_seen_arrays_extend(seen, count);
	}
}

/* Makes room for the tokens of a scalar. */
static zend_always_inline void brine_seen_arrays_reserve_scalar(brine_seen_arrays *seen)
{
	if (UNEXPECTED(seen->open_count >= seen->open_limit)) {
		brine_seen_arrays_extend(seen, BRINE_TOKENS_OF_SCALAR);
	}
}

/* Appends a token, for which there is room, to the innermost open transcript. */
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

/* Appends a token after making room for it. */
static zend_always_inline void brine_seen_arrays_note(brine_seen_arrays *seen, uint32_t token)
{
	brine_seen_arrays_reserve(seen, 1);
	brine_seen_arrays_put(seen, token);
}

/* Appends bytes that hold no number of anything, in whole tokens. */
void brine_seen_arrays_note_bytes(brine_seen_arrays *seen, const unsigned char *bytes, size_t size);

/*
 * Looks up the finished array whose transcript begins at open[transcript_start]. Returns true and the number of an equal array, or false after keeping the transcript
 * for array number *array. The transcript leaves the stack in both cases.
 */
bool brine_seen_arrays_find_or_add(brine_seen_arrays *seen, uint32_t transcript_start, uint32_t *array);

/* The same for a run that was written as output[offset .. offset + length). */
bool brine_seen_arrays_find_or_add_run(
	brine_seen_arrays *seen, const unsigned char *output, size_t offset, size_t length, uint32_t *array);

/* The arrays of a payload by number. */
typedef struct {
	/* NULL until the array is complete, and for good if it is not pure. Borrowed: what was built so far holds it. */
	zend_array *array;
	/* Elements at all depths. */
	zend_ulong elements;
	/* Levels of nesting, this array's own included. */
	uint32_t height;
} brine_registered_array;

typedef struct {
	brine_registered_array *items;
	uint32_t count;
	uint32_t capacity;
} brine_array_registry;

void brine_array_registry_destroy(brine_array_registry *registry);
void brine_array_registry_reset(brine_array_registry *registry);

/* Returns the number of an array that has begun. */
static zend_always_inline uint32_t brine_array_registry_begin(brine_array_registry *registry)
{
	BRINE_GROWABLE_ENSURE(registry->items, registry->capacity, registry->count);
	registry->items[registry->count].array = NULL;
	return registry->count++;
}

#endif
