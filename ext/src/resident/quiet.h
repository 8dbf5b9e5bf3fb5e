/*
 * The moment after which no value of a request is left. After all hooks of extensions a worker may wait for a slow
 * client; then PHP destroys its tables of stream wrappers and filters, with names from scripts
 * (php_shutdown_stream_hashes()).
 */
#ifndef BRINE_RESIDENT_QUIET_H
#define BRINE_RESIDENT_QUIET_H

#include "php.h"

/*
 * Forgets an earlier request's watch, which an abandoned request left behind. In each RINIT, because its memory is
 * gone.
 */
void brine_quiet_forget(void);

/* In RINIT: gets the memory for a watch, since a request may end without any. */
void brine_quiet_prepare(void);

/* In post_deactivate: PHP calls the function once when it has destroyed its last table. */
void brine_quiet_watch(void (*function)(void));

#endif
