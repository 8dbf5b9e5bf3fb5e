/* How deep values may be nested, given the C stack that the call runs on. */
#ifndef BRINE_FIBER_H
#define BRINE_FIBER_H

#include "php.h"
#include "globals.h"
#include "core/limits.h"

/* Has the engine tell the stack size of every fiber that is made from now on. For MINIT. */
void brine_fiber_startup(void);

/* Cold half of brine_safe_depth(): inside of a fiber. */
uint32_t brine_safe_depth_in_fiber(void);

/* Deepest nesting that neither the codec nor PHP's destructors overflow the C stack with: less inside a fiber with a small one. */
static zend_always_inline uint32_t brine_safe_depth(void)
{
	return EXPECTED(!EG(active_fiber)) ? BRINE_MAX_DEPTH : brine_safe_depth_in_fiber();
}

/*
 * Most levels of arrays, objects and PHP references that PHP's destructors go down without overflowing the C stack that the call runs on: at
 * least brine_safe_depth(), at most BRINE_MAX_HEIGHT. Slow where the engine does not know the stack's size.
 */
uint32_t brine_safe_height(void);

/*
 * Levels of the stack that the call runs on, a fiber's or the main one, which calls that wait for user code have in use. Where a fiber has no
 * count of its own, they are counted on the main stack: then limits are lower than they need be.
 */
uint32_t brine_levels_in_use(void);
void brine_use_levels(uint32_t levels);
void brine_return_levels(uint32_t levels);

/*
 * Levels that a call of a hook counts for: its stack frames, and those of a call of ours that it may make. These take some 1,000 bytes here, and 4,000
 * where all is PHP, which counts in the same way.
 */
#define BRINE_LEVELS_PER_HOOK 16

/* Cold half of brine_levels_left(): inside of a fiber, or of a hook. */
uint32_t brine_levels_left_inside(void);

/* Levels that are left to a call that begins now. */
static zend_always_inline uint32_t brine_levels_left(void)
{
	return EXPECTED(!EG(active_fiber) && BRINE_G(levels_in_use) == 0) ? BRINE_MAX_DEPTH : brine_levels_left_inside();
}

#endif
