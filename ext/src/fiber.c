#include "fiber.h"
#include "format.h"
#include "zend_extensions.h"
#include "zend_fibers.h"
#include "zend_observer.h"

/* What one level of nesting may take of a fiber's stack, in our frames or in those of PHP's destructors. */
#if ZEND_DEBUG
/* Without optimisation frames are several times as large. */
#define BYTES_PER_LEVEL 1600
#elif SIZEOF_SIZE_T < 8
/* Where arguments are passed on the stack, and what has 64 bits takes two registers of few. */
#define BYTES_PER_LEVEL 512
#else
#define BYTES_PER_LEVEL 400
#endif

/* What a fiber has used of its stack already when it calls us, with room to spare. */
#define BYTES_RESERVED (64 * 1024)

/* Which of the fields that a fiber's context reserves for extensions is ours; negative if none was left. */
static int reserved_field = -1;

/* The ini setting fiber.stack_size may change afterwards, while the fiber keeps its stack. */
static void note_stack_size(zend_fiber_context *context)
{
	context->reserved[reserved_field] = (void *) (uintptr_t) EG(fiber_stack_size);
}

void brine_fiber_startup(void)
{
	reserved_field = zend_get_resource_handle("brine");
	if (reserved_field >= 0) {
		zend_observer_fiber_init_register(note_stack_size);
	}
}

static size_t stack_size_of(const zend_fiber_context *context)
{
	size_t size = reserved_field >= 0 ? (size_t) (uintptr_t) context->reserved[reserved_field] : 0;

	return size > 0 ? size : (size_t) EG(fiber_stack_size);
}

uint32_t brine_safe_depth(void)
{
	size_t stack, levels;

	if (EXPECTED(!EG(active_fiber))) {
		return BRINE_MAX_DEPTH;
	}
	stack = stack_size_of(&EG(active_fiber)->context);
	levels = stack > BYTES_RESERVED ? (stack - BYTES_RESERVED) / BYTES_PER_LEVEL : 0;
	return levels < BRINE_MAX_DEPTH ? (uint32_t) levels + 1 : BRINE_MAX_DEPTH;
}
