/* Size of a value, which limits the cost of encoding it. */
#ifndef BRINE_FUZZ_SIZE_H
#define BRINE_FUZZ_SIZE_H

#include "php.h"

/* Approximate bytes of the value in PHP's memory; what is shared by refcount counts once. */
size_t size_of_value(zval *value);

#endif
