/*
 * Bounds how deep PHP's destructors may recurse in values with cycles. A cycle is freed from any node, in an order that
 * a payload can choose; so each region gets a bound: all that was read while a node was open that something inside
 * names.
 */
#ifndef BRINE_CYCLES_H
#define BRINE_CYCLES_H

#include "php.h"
#include "core/compat.h"
#include "core/limits.h"
#include "zend_bitset.h"

/* An object or a PHP reference. */
typedef struct {
	/* Levels of arrays, objects and references, itself included; while the node is open, its level and flags. */
	uint32_t height;
	/* While the node is open, its number among all nodes; afterwards its group, or 0. */
	uint32_t place;
} brine_node;

#define BRINE_NODE_IS_OPEN (UINT32_C(1) << 31)
/*
 * The object keeps its properties as decoded: no hook runs and no property is replaced. A descent that enters such a
 * property from elsewhere cannot climb to the object, which still holds it.
 */
#define BRINE_NODE_HOLDS (UINT32_C(1) << 30)
#define BRINE_NODE_LEVEL (BRINE_NODE_HOLDS - 1)

/* Enough for a list whose members know each other, in a tree whose members know the root. */
#define BRINE_NEAREST_LEADS 3

/* Open levels that something refers back to: the nearest, in order, and the lowest; 0 for none. */
typedef struct {
	uint16_t nearest[BRINE_NEAREST_LEADS];
	uint16_t lowest;
} brine_leads;

/*
 * A descent through a region visits each node once. It also climbs one line of open nodes and leaves each for at most
 * one branch: no further than the line's levels plus the heights of those branches. The smaller number is the bound.
 */
typedef struct {
	brine_leads leads;
	/* The node is referenced, and its properties stay. */
	bool holds;
	/*
	 * The longest descent that starts in a branch and climbs to this level; and one that then climbs further, through
	 * another branch.
	 */
	uint32_t climb;
	uint32_t way;
	/* Height of the highest branch that leads further up. */
	uint32_t branch;
	/*
	 * If the node is referenced: the lowest node number here that is referred to, and the position of the first
	 * reference.
	 */
	uint32_t number;
	size_t at;
	/* Head of the list of groups that wait until the node is complete; 0 if empty. */
	uint32_t waiting;
} brine_cycle_level;

/* Set of a union-find forest: a completed node that leads back up, or a region. */
typedef struct {
	brine_leads leads;
	/* Of a region: how deep destructors recurse from any node in it. */
	uint32_t bound;
	/* The enclosing region that this one leads up to; itself if there is none yet. */
	uint32_t enclosing;
	/* Next group that waits for the same level. */
	uint32_t next;
} brine_cycle_group;

#define BRINE_CYCLE_WORDS ((BRINE_MAX_DEPTH + 2) / (8 * sizeof(zend_ulong)) + 1)

typedef struct {
	/* An open node was referenced. Until then, nodes are only counted. */
	bool found;
	/* Number of objects, references, and arrays that contain them. */
	uint32_t nodes;
	/* Levels of the highest array that contains neither objects nor references. */
	uint32_t highest;
	/* PHP references, which have no level of their own, may wrap nodes. */
	bool has_references;
	/* By level, counted from 1: what was read so far of the node that is open there. */
	brine_cycle_level *levels;
	uint32_t level_count;
	uint32_t level_capacity;
	/* Bitmap of the referenced levels. */
	zend_ulong referenced[BRINE_CYCLE_WORDS];
	/* Element 0 is unused. */
	brine_cycle_group *groups;
	uint32_t group_count;
	uint32_t group_capacity;
} brine_cycles;

/* Result of closing a node. */
typedef struct {
	/*
	 * If the node was referenced: how deep destructors recurse from any node inside it, and the position of the first
	 * reference; otherwise 0.
	 */
	uint32_t bound;
	size_t at;
	/* The new `place` of the node. */
	uint32_t group;
} brine_closed_node;

ZEND_ATTRIBUTE_NONNULL void brine_cycles_destroy(brine_cycles *cycles);

/* Drops what was found. */
ZEND_ATTRIBUTE_NONNULL void brine_cycles_reset(brine_cycles *cycles);

static zend_always_inline void brine_cycles_start(brine_cycles *cycles)
{
	cycles->nodes = 0;
	cycles->highest = 1;
	cycles->has_references = false;
}

/* True if something refers to the open node at `level`. */
static zend_always_inline bool brine_cycles_is_referenced(brine_cycles *cycles, uint32_t level)
{
	return zend_bitset_in(cycles->referenced, level);
}

/* Records a reference to an open node, made at `level`; `at` is its position. */
ZEND_ATTRIBUTE_NONNULL void brine_cycles_refer(brine_cycles *cycles, uint32_t level, brine_node target, size_t at);

/* Records a reference to a complete node, made at `level`. Returns how deep destructors recurse from that node. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_cycles_jump(brine_cycles *cycles, uint32_t level, brine_node target);

/*
 * Closes the node at `level`, whose height without cycles is `height`. It gets a group only if later references can
 * name it.
 */
ZEND_ATTRIBUTE_NONNULL brine_closed_node brine_cycles_close(
	brine_cycles *cycles, uint32_t level, uint32_t height, bool can_be_named);

/*
 * Returns the group of a complete PHP reference: its value may lead back up wherever the values read at this level do.
 */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_cycles_close_reference(brine_cycles *cycles, uint32_t level);

#endif
