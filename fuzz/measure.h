/* Limits for calls of Brine: work, memory and warnings per byte of input. Exceeding one is a finding. */
#ifndef BRINE_FUZZ_MEASURE_H
#define BRINE_FUZZ_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/* Starts measuring calls of the functions in measure.c; needs a running request. */
void measure_start(void);

/* The next input has this size. */
void measure_input(size_t size);

/* A warning or notice of this size was raised. */
void measure_log(size_t size);

/* Prints how close each function came to its limits. */
void measure_print(void);

#endif
