/* Peak memory of PHP's allocator. */
#ifndef BRINE_FUZZ_HEAP_H
#define BRINE_FUZZ_HEAP_H

#include <stddef.h>

/*
 * Between heap_watch() and heap_leave(), which do not nest, allocations are counted (count.h), if the allocator can be
 * wrapped.
 */
void heap_watch(void);
void heap_leave(void);

/* Peak usage since heap_reset_peak(). */
size_t heap_peak(void);
void heap_reset_peak(void);

#endif
