/* Finds the values of a payload, and what in it are numbers and counts, as far as it follows the format. */
#ifndef BRINE_FUZZ_WALK_H
#define BRINE_FUZZ_WALK_H

#include "tape.h"

#define MAX_SPANS 16384
#define MAX_PIECES 32768

/* One value. */
typedef struct {
	uint32_t start;
	/* 0 if the payload is damaged before the value ends. */
	uint32_t end;
	/* The list that it is an element of, by the index of its span; UINT32_MAX for other values. */
	uint32_t list;
	/* What has a number before and after the value. */
	uint32_t before[SEQUENCES];
	uint32_t after[SEQUENCES];
} span;

typedef enum {
	/* A tag with the number of something that was given: a value, a key, a name, or the beginning of a value. */
	PIECE_REFERENCE,
	/* A uv that counts bytes or elements, or another one. */
	PIECE_UV,
	/* A byte that is neither: of a bitmap, of a column's kind or cells, of a fixed number. */
	PIECE_BYTE,
	/* A string that gets a number, with its tag and size; the size is a piece too. */
	PIECE_STRING,
} piece_kind;

typedef struct {
	uint32_t start;
	uint32_t size;
	piece_kind kind;
	/* Of references and strings. */
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
	/* In the order in which they end. */
	uint32_t piece_count;
	piece pieces[MAX_PIECES];
} walk;

/* Walks a payload without its header; false if it is damaged. What lies before the damage is known in either case. */
bool walk_payload(walk *w, const uint8_t *bytes, size_t size);

#endif
