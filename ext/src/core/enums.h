/* Cases of enums. */
#ifndef BRINE_ENUMS_H
#define BRINE_ENUMS_H

#include "core/compat.h"

/*
 * The name of a case, which its class holds. NULL if its property "name" is another one's by now: PHP 8.2's array_walk() makes a PHP reference of it,
 * and gives user code that.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_enum_case_name(zend_object *object);

#endif
