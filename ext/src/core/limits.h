/* Limits of every call, whatever the format is (docs/reference/limits.md). */
#ifndef BRINE_LIMITS_H
#define BRINE_LIMITS_H

#include "php.h"

/* Levels of arrays and objects in one another. */
#define BRINE_MAX_DEPTH 4096
/* Levels that PHP's destructors go down at most; see fiber.h. */
#define BRINE_MAX_HEIGHT 12288
#define BRINE_DEFAULT_MAX_ELEMENTS ((zend_long) 1 << 24)

#endif
