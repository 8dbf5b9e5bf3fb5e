/*
 * Maps built by this call, by size and first key: a later map in the same place probably has the same keys. Templates
 * are borrowed from the value under construction. A nested call may overwrite them, but its stamp keeps calls apart.
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
	/* Stamp of the last call. */
	uint64_t stamp;
	brine_msgpack_template items[BRINE_MSGPACK_TEMPLATES];
} brine_msgpack_templates;

#endif
