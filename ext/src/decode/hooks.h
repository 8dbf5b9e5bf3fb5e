/* The end of a decode with objects. */
#ifndef BRINE_DECODE_HOOKS_H
#define BRINE_DECODE_HOOKS_H

#include "decode/state.h"

/* Call once per process: warnings of PHP's own hooks become exceptions. */
void brine_hooks_startup(void);

/* Drops the state of a hook that a fatal error interrupted. */
ZEND_ATTRIBUTE_NONNULL void brine_hooks_forget(brine_decoder *decoder);

/*
 * Runs the hooks of a complete value, in order. If one throws, the value is released and set to null, and objects whose
 * hooks have not run are never destructed.
 */
ZEND_ATTRIBUTE_NONNULL void brine_decode_run_hooks(brine_decoder *decoder, zval *value);

/* Adds the path to an object with a failed hook, if it is found. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_locate(brine_decoder *decoder, const zend_object *object);

/* Dismantles a partial value after an error, without running destructors or leaving cycles. */
ZEND_ATTRIBUTE_NONNULL void brine_decode_dismantle(brine_decoder *decoder, zval *value);

#endif
