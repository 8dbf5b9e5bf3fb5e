/* The end of a decode with objects. */
#ifndef BRINE_DECODE_HOOKS_H
#define BRINE_DECODE_HOOKS_H

#include "decode/state.h"

/* Once for the process: from then on, what PHP's own hooks complain of is an exception. */
void brine_hooks_startup(void);

/* Forgets what a fatal error has left of the hook that ran. */
ZEND_ATTRIBUTE_NONNULL void brine_hooks_forget(brine_decoder *decoder);

/*
 * Runs the hooks of a value that is built, in order. If one throws, the value is released and null, and no object runs its destructor that still waited
 * for a hook.
 */
ZEND_ATTRIBUTE_NONNULL void brine_decode_run_hooks(brine_decoder *decoder, zval *value);

/* Adds the way to an object that has a hook to the path, where it is found. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_locate(brine_decoder *decoder, const zend_object *object);

/* Takes apart what was built before an error, without running a destructor and without leaving cycles. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_dismantle(brine_decoder *decoder, zval *value);

#endif
