/* Finds a payload's values, numbers and counts, as far as it follows the format. */
#ifndef BRINE_FUZZ_WALK_H
#define BRINE_FUZZ_WALK_H

#include "tape.h"

#define MAX_SPANS 16384
#define MAX_PIECES 32768

/* One value. */
typedef struct {
	uint32_t start;
	/* 0 if the payload is damaged before the value's end. */
	uint32_t end;
	/* Span index of the list that contains it as an element; UINT32_MAX otherwise. */
	uint32_t list;
	/* Numbers in use before and after the value. */
	uint32_t before[SEQUENCES];
	uint32_t after[SEQUENCES];
} span;

typedef enum {
	/* A tag with a back-reference to a value, key, name or shape. */
	PIECE_REFERENCE,
	/* A uv: a count of bytes or elements, or another number. */
	PIECE_UV,
	/* Another byte: of a bitmap, a column's kind or cells, or a fixed-size number. */
	PIECE_BYTE,
	/* A numbered string, with tag and size; the size is a piece too. */
	PIECE_STRING,
} piece_kind;

typedef struct {
	uint32_t start;
	uint32_t size;
	piece_kind kind;
	/* For references and strings. */
	sequence of;
	uint64_t number;
} piece;

typedef struct {
	const uint8_t *bytes;
	uint32_t size;
	uint32_t at;
	unsigned depth;
	numbering seen;
	uint32_t span_count;
	span spans[MAX_SPANS];
	/* In order of their ends. */
	uint32_t piece_count;
	piece pieces[MAX_PIECES];
} walk;

/* Walks a payload without its header; false if it is damaged. What precedes the damage is valid in any case. */
bool walk_payload(walk *w, const uint8_t *bytes, size_t size);

#endif
