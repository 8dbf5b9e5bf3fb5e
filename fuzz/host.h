/* PHP inside of a fuzz target: an interpreter with Brine in it, and a function of PHP code that is given each input. */
#ifndef BRINE_FUZZ_HOST_H
#define BRINE_FUZZ_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Starts PHP with fuzz/php/<target>.php, which defines Brine\Fuzz\run(). The process may be started anew, with the same arguments, to have a
 * larger stack.
 */
void host_start(const char *target, char **argv);

/* Are a dictionary and a payload in each input? */
bool host_has_dictionaries(void);

/*
 * Gives run() one input. Whatever PHP reports meanwhile, but for deprecations, is a finding, also an exception that run() lets out, and memory
 * that is not given back: the process aborts.
 */
void host_run(const uint8_t *data, size_t size);

/* Ends the process with what is wrong with the input. */
__attribute__((format(printf, 1, 2), noreturn)) void host_finding(const char *format, ...);

/* Ends PHP. What is still allocated afterwards has leaked. */
void host_stop(void);

#endif
