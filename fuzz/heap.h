/* How much memory PHP's allocator has given out at most. */
#ifndef BRINE_FUZZ_HEAP_H
#define BRINE_FUZZ_HEAP_H

#include <stddef.h>

/* From heap_watch() to heap_leave(), which are not nested, what is allocated is counted (count.h), as far as the allocator can be watched. */
void heap_watch(void);
void heap_leave(void);

/* The most that was in use since heap_reset_peak(). */
size_t heap_peak(void);
void heap_reset_peak(void);

#endif
