/* What belongs to the stack that a call runs on: limits of nesting, and open calls of PHP's serialize(). */
#ifndef BRINE_FIBER_H
#define BRINE_FIBER_H

#include "php.h"
#include "globals.h"
#include "core/limits.h"

/* Registers to learn the stack size of every fiber created from now on, and of switches. For MINIT. */
void brine_fiber_startup(void);

/* In RSHUTDOWN: fibers that were suspended then are never resumed. */
void brine_fibers_forget(void);

/* Cold half of brine_safe_depth(), for calls inside a fiber. */
uint32_t brine_safe_depth_in_fiber(void);

/*
 * Deepest nesting at which neither the codec nor PHP's destructors overflow the C stack; less inside a fiber with a
 * small one.
 */
static zend_always_inline uint32_t brine_safe_depth(void)
{
	return EXPECTED(!EG(active_fiber)) ? BRINE_MAX_DEPTH : brine_safe_depth_in_fiber();
}

/*
 * PHP's destructors can descend this many levels on this C stack, from brine_safe_depth() to BRINE_MAX_HEIGHT.
 * Slow where the engine does not know the stack's size.
 */
uint32_t brine_safe_height(void);

/*
 * Levels that calls waiting for user code occupy on the current stack, fiber or main. A fiber without its own count
 * adds to the main stack's, which only makes limits stricter.
 */
uint32_t brine_levels_in_use(void);
void brine_use_levels(uint32_t levels);
void brine_return_levels(uint32_t levels);

/*
 * Levels charged per hook call: its frames and those of a nested call of ours, some 1,000 bytes here and 4,000 in the
 * PHP implementation, which charges the same.
 */
#define BRINE_LEVELS_PER_HOOK 16

/* Cold half of brine_levels_left(), for calls inside a fiber or a hook. */
uint32_t brine_levels_left_inside(void);

/* Levels available to a call that begins now. */
static zend_always_inline uint32_t brine_levels_left(void)
{
	return EXPECTED(!EG(active_fiber) && BRINE_G(levels_in_use) == 0) ? BRINE_MAX_DEPTH : brine_levels_left_inside();
}

#endif
