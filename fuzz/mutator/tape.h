/* Shared by the mutator: an output buffer, random numbers, and a payload's numbering. */
#ifndef BRINE_FUZZ_TAPE_H
#define BRINE_FUZZ_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "format/format.h"

/* Output that does not fit is dropped, which truncates the payload. */
typedef struct {
	uint8_t *bytes;
	size_t size;
	size_t capacity;
} tape;

void put(tape *out, unsigned byte);
void put_bytes(tape *out, const void *bytes, size_t size);
void put_number(tape *out, uint64_t value, unsigned size);
void put_uv(tape *out, uint64_t value);
void put_sv(tape *out, int64_t value);

/* The five sequences of numbers (docs/format.md, section 3). */
typedef enum {
	STRINGS,
	ARRAYS,
	SHAPES,
	OBJECTS,
	REFERENCES,
	SEQUENCES,
} sequence;

/* Tag and number, in the shortest form. */
void put_reference(tape *out, sequence of, uint64_t number);

/* Shapes with higher numbers are not remembered. */
#define MAX_SHAPES 64

/* Numbers in use, and the number of values per instance of each shape. */
typedef struct {
	uint32_t next[SEQUENCES];
	struct {
		uint32_t values;
		bool is_object;
		/* Defined by CUSTOM: the value is an array. */
		bool is_custom;
	} shapes[MAX_SHAPES];
} numbering;

/* A generator of random numbers; its state is never 0. */
typedef struct {
	uint64_t state;
} dice;

void dice_init(dice *d, unsigned seed);
uint64_t roll_bits(dice *d);

/* From 0 to count - 1. */
uint32_t roll(dice *d, uint32_t count);

/* True once in `times`. */
bool once_in(dice *d, uint32_t times);

/* Numbers at which encodings change, or small ones. */
uint64_t roll_interesting(dice *d);

#endif
