/* What a call of Brine may cost: work, memory and warnings, for each byte that it is given. Whatever costs more is a finding. */
#ifndef BRINE_FUZZ_MEASURE_H
#define BRINE_FUZZ_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

/* Has each call of the functions in measure.c measured from now on; a request has begun. */
void measure_start(void);

/* An input of so many bytes comes next. */
void measure_input(size_t size);

/* A warning or notice of so many bytes was given. */
void measure_log(size_t size);

/* Prints how near to its bounds each function came at most. */
void measure_print(void);

#endif
