/*
 * Structural sharing: an array of pure data that equals an earlier one is written as a reference to it.
 *
 * Encode, by hash-consing: while an array is written, its content is noted as a row of 32-bit tokens in which strings, shapes and
 * inner arrays are their numbers. Rows of arrays that are still open lie on a stack; the row of a finished one is looked up, and
 * either found (the output of the array is taken back) or kept. Equal rows are equal arrays, since numbers are given by content.
 * Runs have no row: equal runs have equal bytes, so the output itself is compared.
 * Decode: a table from array number to array.
 */
#ifndef BRINE_SHARING_H
#define BRINE_SHARING_H

#include "php.h"
#include "core/growable.h"
#include "core/index.h"

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
	/* First token of a row: a list with so many elements, or a map of that shape. */
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
	/* Where the row lies among the kept rows, or the run in the output; counted in tokens, or bytes. */
	size_t offset;
	size_t length;
	uint32_t array;
	bool is_run;
} brine_shared_entry;

/* Where so many arrays are remembered and hardly one in BRINE_ARRAYS_PER_HIT was met again, no more are remembered. */
#define BRINE_ARRAYS_TO_GIVE_UP 16384
#define BRINE_ARRAYS_PER_HIT 16

typedef struct {
	brine_index index;
	brine_shared_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* How often an array was met again. */
	uint32_t hits;
	/* Rows of open arrays, the innermost last. */
	uint32_t *open;
	uint32_t open_count;
	uint32_t open_capacity;
	/* Rows of finished arrays. */
	uint32_t *kept;
	uint32_t kept_count;
	uint32_t kept_capacity;
} brine_sharing;

void brine_sharing_init(brine_sharing *sharing);
void brine_sharing_destroy(brine_sharing *sharing);
void brine_sharing_reset(brine_sharing *sharing);

/* Appends a token to the innermost open row. */
static zend_always_inline void brine_sharing_note(brine_sharing *sharing, uint32_t token)
{
	BRINE_GROWABLE_ENSURE(sharing->open, sharing->open_capacity, sharing->open_count);
	sharing->open[sharing->open_count++] = token;
}

static zend_always_inline void brine_sharing_note_wide(brine_sharing *sharing, brine_token_kind kind, uint64_t bits)
{
	brine_sharing_note(sharing, BRINE_TOKEN(kind, 0));
	brine_sharing_note(sharing, (uint32_t) bits);
	brine_sharing_note(sharing, (uint32_t) (bits >> 32));
}

/* Appends bytes that hold no number of anything, in whole tokens. */
void brine_sharing_note_bytes(brine_sharing *sharing, const unsigned char *bytes, size_t size);

/*
 * Looks up the finished array whose row begins at open[row]. Returns true and the number of an equal array, or false after keeping the row
 * for array number *array. The row leaves the stack in both cases.
 */
bool brine_sharing_close(brine_sharing *sharing, uint32_t row, uint32_t *array);

/* The same for a run that was written as output[offset .. offset + length). */
bool brine_sharing_close_run(
	brine_sharing *sharing, const unsigned char *output, size_t offset, size_t length, uint32_t *array);

/* The arrays of a payload by number. */
typedef struct {
	/* NULL until the array is complete, and for good if it is not pure. Borrowed: what was built so far holds it. */
	zend_array *array;
	/* Elements at all depths. */
	zend_ulong elements;
	/* Levels of nesting, this array's own included. */
	uint32_t height;
} brine_array_entry;

typedef struct {
	brine_array_entry *items;
	uint32_t count;
	uint32_t capacity;
} brine_array_table;

void brine_array_table_destroy(brine_array_table *table);
void brine_array_table_reset(brine_array_table *table);

/* Returns the number of an array that has begun. */
static zend_always_inline uint32_t brine_array_table_open(brine_array_table *table)
{
	BRINE_GROWABLE_ENSURE(table->items, table->capacity, table->count);
	table->items[table->count].array = NULL;
	return table->count++;
}

#endif
