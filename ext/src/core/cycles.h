/*
 * How far PHP's destructors may go down where a value has cycles.
 *
 * What hangs together in a cycle is freed by the cycle collector. It begins anywhere, in an order that a payload can choose, and from there
 * destructors go down to what nothing else holds any more: also from an object up to one that was open when the object was read, and from there on
 * into its other branches. So a region, which is all that was read while a node was open that something in it refers to (one that is "referenced"), can
 * be gone through from any place in it that leads back up to that node. Such a way
 * - goes through each object, reference and array of the region once;
 * - goes up a line of nodes inside of one another, and leaves it at each of them for one other branch at most, from which it comes back further
 *   up: no further than the levels of the line and the heights of the highest other branches that lead further up, together.
 * The smaller number bounds it. Trees whose members know their parents have small ones of the second kind, long chains whose members know each
 * other of the first. In the end the way may lead to where nothing leads back from, no further than the height of the region's first node.
 *
 * A way that comes to a node from elsewhere does not go back to the object that has it as a property: that one holds it until its own turn. So
 * a member of a list that knows the one before, in which it was read, can be named again without being taken for a way through the whole list.
 *
 * Levels are counted from 1. What is known of a level is of what has been read of the array, object or reference that is open there.
 */
#ifndef BRINE_CYCLES_H
#define BRINE_CYCLES_H

#include "php.h"
#include "core/compat.h"
#include "core/limits.h"
#include "zend_bitset.h"

/* An object or a PHP reference. */
typedef struct {
	/* How many levels of arrays, objects and references there are from it down, itself among them; as long as it is open, its level and flags. */
	uint32_t height;
	/* As long as it is open, its number among all nodes; then its knot, or 0. */
	uint32_t place;
} brine_node;

#define BRINE_NODE_IS_OPEN (UINT32_C(1) << 31)
/* An object that keeps what its properties are: no hook of its own runs, and none of them gives way to another. */
#define BRINE_NODE_HOLDS (UINT32_C(1) << 30)
#define BRINE_NODE_LEVEL (BRINE_NODE_HOLDS - 1)

/* A node of a list whose members know each other, in a tree whose members know the root, leads up to so many levels. */
#define BRINE_NEAREST_LEADS 3

/* Open levels that something leads back up to: the nearest, in order, and the lowest; 0 for none. */
typedef struct {
	uint16_t nearest[BRINE_NEAREST_LEADS];
	uint16_t lowest;
} brine_leads;

typedef struct {
	brine_leads leads;
	/* It is referenced, and its properties stay. */
	bool holds;
	/* The longest way that begins inside of a branch and comes up here; and that goes on further up, with another branch. */
	uint32_t climb;
	uint32_t way;
	/* The height of the highest branch that leads further up. */
	uint32_t branch;
	/* If it is referenced, the number of the first node here that is named, and the place that named one first. */
	uint32_t number;
	size_t at;
	/* The last of the knots that wait until it is complete, or 0. */
	uint32_t waiting;
} brine_cycle_level;

/* What is complete and leads back up, or is a region. */
typedef struct {
	brine_leads leads;
	/* Of a region: how far destructors go down from any place in it. */
	uint32_t bound;
	/* The region that it is inside of and leads up to, itself as long as there is none. */
	uint32_t around;
	/* The knot that waits for the same level. */
	uint32_t next;
} brine_knot;

#define BRINE_CYCLE_WORDS ((BRINE_MAX_DEPTH + 2) / (8 * sizeof(zend_ulong)) + 1)

typedef struct {
	/* Something that was open has been referred to; until then nothing is to be done but to count. */
	bool found;
	/* How many objects, references, and arrays with such inside there are. */
	uint32_t nodes;
	/* How many levels the highest array without such inside has. */
	uint32_t highest;
	/* Nodes can have a PHP reference around them, which has no level. */
	bool has_references;
	brine_cycle_level *levels;
	uint32_t level_count;
	uint32_t level_capacity;
	/* The levels that are referenced. */
	zend_ulong referenced[BRINE_CYCLE_WORDS];
	/* The first is none. */
	brine_knot *knots;
	uint32_t knot_count;
	uint32_t knot_capacity;
} brine_cycles;

/* What was open is complete. */
typedef struct {
	/* How far destructors go down from any place inside if it was referenced, and the place that named it first; otherwise 0. */
	uint32_t bound;
	size_t at;
	/* For its `place`. */
	uint32_t knot;
} brine_closed_node;

ZEND_ATTRIBUTE_NONNULL void brine_cycles_destroy(brine_cycles *cycles);

/* Forgets what was found. */
ZEND_ATTRIBUTE_NONNULL void brine_cycles_reset(brine_cycles *cycles);

static zend_always_inline void brine_cycles_start(brine_cycles *cycles)
{
	cycles->nodes = 0;
	cycles->highest = 1;
	cycles->has_references = false;
}

/* Whether anything refers to a node that is open at a level. */
static zend_always_inline bool brine_cycles_is_referenced(brine_cycles *cycles, uint32_t level)
{
	return zend_bitset_in(cycles->referenced, level);
}

/* Something at a level refers to a node that is open; `at` is the place. */
ZEND_ATTRIBUTE_NONNULL void brine_cycles_refer(brine_cycles *cycles, uint32_t level, brine_node target, size_t at);

/* Something at a level refers to a node that is complete. Returns how far destructors go down from it. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_cycles_jump(brine_cycles *cycles, uint32_t level, brine_node target);

/* What was open at a level, and has such a height by itself, is complete. It gets a knot only where something can refer to it from now on. */
ZEND_ATTRIBUTE_NONNULL brine_closed_node brine_cycles_close(
	brine_cycles *cycles, uint32_t level, uint32_t height, bool can_be_named);

/* The knot of a reference that is complete, whose value may lead back up, as what was read before it at this level. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_cycles_close_reference(brine_cycles *cycles, uint32_t level);

#endif
