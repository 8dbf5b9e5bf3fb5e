/* Hides levels of errors from PHP and the user's error handler. User code may set other handlers meanwhile. */
#ifndef BRINE_CORE_SILENCE_H
#define BRINE_CORE_SILENCE_H

#include "core/compat.h"

typedef struct {
	/* Levels taken from error_reporting, and what was left of it. */
	int reported;
	int reporting;
	/* Levels taken from the error handler's mask, and what was left of it. */
	int handled;
	int handling;
	/* The error handler, compared only, and how many handlers lie below it. */
	const void *handler;
	int below;
} brine_silence;

/* An ended or zeroed silence can begin. */
ZEND_ATTRIBUTE_NONNULL void brine_silence_begin(brine_silence *silence, int levels);

/*
 * Gives the levels back, except where user code has set others or removed the handler. Does nothing if none has begun.
 */
ZEND_ATTRIBUTE_NONNULL void brine_silence_end(brine_silence *silence);

#endif
