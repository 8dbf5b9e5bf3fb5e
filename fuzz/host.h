/* PHP inside a fuzz target: an interpreter with Brine, and a PHP function that receives each input. */
#ifndef BRINE_FUZZ_HOST_H
#define BRINE_FUZZ_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Starts PHP with fuzz/php/<target>.php, which defines Brine\Fuzz\run(). May re-execute the process with the same
 * arguments, for a larger stack.
 */
void host_start(const char *target, char **argv);

/* True if each input has a dictionary and a payload. */
bool host_has_dictionaries(void);

/*
 * Passes one input to run(). PHP errors other than deprecations, uncaught exceptions and leaks are findings: the
 * process aborts.
 */
void host_run(const uint8_t *data, size_t size);

/* Aborts the process with a description of the finding. */
__attribute__((format(printf, 1, 2), noreturn)) void host_finding(const char *format, ...);

/* Stops PHP. What is still allocated has leaked. */
void host_stop(void);

#endif
