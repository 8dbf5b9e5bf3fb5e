/* How large a value is, which says what it may cost to encode it. */
#ifndef BRINE_FUZZ_SIZE_H
#define BRINE_FUZZ_SIZE_H

#include "php.h"

/* About the bytes that the value takes in PHP's memory: what is there several times by reference counts once. */
size_t size_of_value(zval *value);

#endif
