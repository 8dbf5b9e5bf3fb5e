/*
 * Maps that a call has built, by the number of entries and how the first key looks: the next one in a place is likely to have the same keys.
 *
 * A template is borrowed from the value that is being built, and belongs to the call whose stamp it bears. A call that is made by a
 * callable may take its place, but no call sees those of another.
 */
#ifndef BRINE_MSGPACK_TEMPLATES_H
#define BRINE_MSGPACK_TEMPLATES_H

#include "php.h"

#define BRINE_MSGPACK_TEMPLATES 64

typedef struct {
	const HashTable *map;
	uint64_t stamp;
} brine_msgpack_template;

typedef struct brine_msgpack_templates {
	/* Of the last call. */
	uint64_t stamp;
	brine_msgpack_template items[BRINE_MSGPACK_TEMPLATES];
} brine_msgpack_templates;

#endif
