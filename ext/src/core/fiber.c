#include "core/fiber.h"
#include "globals.h"
#include "core/compat.h"
#include "ext/standard/basic_functions.h"
#include "zend_extensions.h"
#include "zend_fibers.h"
#include "zend_observer.h"

/*
 * Stack bytes per nesting level: the codec's frames, and PHP's destructors alone. Measured maxima with GCC 12: x86-64
 * 528 and 131, AArch64 609 and 177, i386 671 and 163, s390x 1,745 and 480. Other platforms use the largest.
 */
#if defined(__GNUC__) && defined(__x86_64__)
#define OPTIMIZED_LEVEL 768
#define OPTIMIZED_LEVEL_FREED 160
#elif defined(__GNUC__) && (defined(__i386__) || defined(__aarch64__))
#define OPTIMIZED_LEVEL 768
#define OPTIMIZED_LEVEL_FREED 192
#else
#define OPTIMIZED_LEVEL 1920
#define OPTIMIZED_LEVEL_FREED 512
#endif

#if ZEND_DEBUG
/* Without optimisation, stack frames are four times as large. */
#define BYTES_PER_LEVEL (4 * OPTIMIZED_LEVEL)
#define BYTES_PER_LEVEL_FREED (4 * OPTIMIZED_LEVEL_FREED)
#else
#define BYTES_PER_LEVEL OPTIMIZED_LEVEL
#define BYTES_PER_LEVEL_FREED OPTIMIZED_LEVEL_FREED
#endif

/* What a fiber may already have used of its stack when it calls, with a margin. */
#define BYTES_RESERVED (64 * 1024)

/*
 * Our index among a fiber context's reserved fields; negative if none was left. The field's low bits hold the stack
 * size in pages, the others the levels in use, which fit into 13 bits.
 */
static int reserved_field = -1;

#define PAGE_SHIFT 12
#define LEVELS_SHIFT 19
#define STACK_PAGES_MASK (((uintptr_t) 1 << LEVELS_SHIFT) - 1)

/* Stored because fiber.stack_size may change later, while the fiber keeps its stack. */
static void note_stack_size(zend_fiber_context *context)
{
	uintptr_t pages = (uintptr_t) EG(fiber_stack_size) >> PAGE_SHIFT;

	context->reserved[reserved_field] = (void *) (pages < STACK_PAGES_MASK ? pages : STACK_PAGES_MASK);
}

static bool has_levels_of_its_own(void)
{
	return EG(active_fiber) && reserved_field >= 0;
}

uint32_t brine_levels_in_use(void)
{
	if (has_levels_of_its_own()) {
		return (uint32_t) ((uintptr_t) EG(active_fiber)->context.reserved[reserved_field] >> LEVELS_SHIFT);
	}
	return BRINE_G(levels_in_use);
}

void brine_use_levels(uint32_t levels)
{
	if (has_levels_of_its_own()) {
		void **field = &EG(active_fiber)->context.reserved[reserved_field];

		*field = (void *) ((uintptr_t) *field + ((uintptr_t) levels << LEVELS_SHIFT));
	} else {
		BRINE_G(levels_in_use) += levels;
	}
}

void brine_return_levels(uint32_t levels)
{
	if (has_levels_of_its_own()) {
		void **field = &EG(active_fiber)->context.reserved[reserved_field];

		*field = (void *) ((uintptr_t) *field - ((uintptr_t) levels << LEVELS_SHIFT));
	} else {
		/* The count is already 0 if a request has started or ended meanwhile. */
		BRINE_G(levels_in_use) -= MIN(levels, BRINE_G(levels_in_use));
	}
}

uint32_t brine_levels_left_inside(void)
{
	uint32_t safe_depth = brine_safe_depth();
	uint32_t used = brine_levels_in_use();

	return used < safe_depth ? safe_depth - used : 0;
}

/* Calls of serialize() and unserialize() that are open on a stack which another one has replaced. */
typedef struct brine_native_calls {
	const zend_fiber_context *context;
	unsigned lock;
	unsigned serialize_level;
	unsigned unserialize_level;
	struct php_serialize_data *serialize_data;
	struct php_unserialize_data *unserialize_data;
	struct brine_native_calls *next;
} brine_native_calls;

static ZEND_COLD void put_native_calls_aside(const zend_fiber_context *context)
{
	brine_native_calls *calls = pemalloc(sizeof(*calls), 1);

	calls->context = context;
	calls->lock = BG(serialize_lock);
	calls->serialize_level = BG(serialize).level;
	calls->serialize_data = BG(serialize).data;
	calls->unserialize_level = BG(unserialize).level;
	calls->unserialize_data = BG(unserialize).data;
	calls->next = BRINE_G(native_calls);
	BRINE_G(native_calls) = calls;
}

static ZEND_COLD void take_native_calls(const zend_fiber_context *context)
{
	static const brine_native_calls none;
	brine_native_calls **place = &BRINE_G(native_calls);
	const brine_native_calls *calls;

	while (*place && (*place)->context != context) {
		place = &(*place)->next;
	}
	calls = *place ? *place : &none;
	BG(serialize_lock) = calls->lock;
	BG(serialize).level = calls->serialize_level;
	BG(serialize).data = calls->serialize_data;
	BG(unserialize).level = calls->unserialize_level;
	BG(unserialize).data = calls->unserialize_data;
	if (*place) {
		brine_native_calls *taken = *place;

		*place = taken->next;
		pefree(taken, 1);
	}
}

/*
 * PHP counts open calls for all stacks together. If hooks suspend two fibers and the first one ends first, the count
 * is wrong, and later calls of unserialize() use freed memory.
 */
static void switch_native_calls(zend_fiber_context *from, zend_fiber_context *to)
{
	bool are_open = (BG(serialize_lock) | BG(serialize).level | BG(unserialize).level) != 0;

	if (EXPECTED(!are_open && !BRINE_G(native_calls))) {
		return;
	}
	if (are_open && from->status != ZEND_FIBER_STATUS_DEAD) {
		put_native_calls_aside(from);
	}
	take_native_calls(to);
}

void brine_fibers_forget(void)
{
	while (BRINE_G(native_calls)) {
		brine_native_calls *calls = BRINE_G(native_calls);

		BRINE_G(native_calls) = calls->next;
		pefree(calls, 1);
	}
}

void brine_fiber_startup(void)
{
	reserved_field = zend_get_resource_handle("brine");
	if (reserved_field >= 0) {
		zend_observer_fiber_init_register(note_stack_size);
	}
	zend_observer_fiber_switch_register(switch_native_calls);
}

static size_t stack_size_of(const zend_fiber_context *context)
{
	uintptr_t pages = reserved_field >= 0 ? (uintptr_t) context->reserved[reserved_field] & STACK_PAGES_MASK : 0;

	return pages > 0 ? (size_t) pages << PAGE_SHIFT : (size_t) EG(fiber_stack_size);
}

/* The levels of `bytes` each that fit into a stack, up to `most`. */
static uint32_t levels_of(size_t stack, size_t bytes, uint32_t most)
{
	size_t levels = stack > BYTES_RESERVED ? (stack - BYTES_RESERVED) / bytes : 0;

	return levels < most ? (uint32_t) levels + 1 : most;
}

uint32_t brine_safe_depth_in_fiber(void)
{
	return levels_of(stack_size_of(&EG(active_fiber)->context), BYTES_PER_LEVEL, BRINE_MAX_DEPTH);
}

/* Kept, since from PHP 8.3 on the main thread's is read from /proc/self/maps, which takes 0.2 ms. */
static size_t thread_stack_size(void)
{
	if (BRINE_G(stack_size) == 0) {
		BRINE_G(stack_size) = brine_thread_stack_size();
	}
	return BRINE_G(stack_size);
}

uint32_t brine_safe_height(void)
{
	/* A value made on a large stack may be freed in a fiber of the usual size. */
	uint32_t most = levels_of(ZEND_FIBER_DEFAULT_C_STACK_SIZE, BYTES_PER_LEVEL_FREED, BRINE_MAX_HEIGHT);

	if (EG(active_fiber)) {
		return levels_of(stack_size_of(&EG(active_fiber)->context), BYTES_PER_LEVEL_FREED, most);
	}
	return MAX(levels_of(thread_stack_size(), BYTES_PER_LEVEL_FREED, most), BRINE_MAX_DEPTH);
}
