/* Cases of enums. */
#ifndef BRINE_ENUMS_H
#define BRINE_ENUMS_H

#include "core/compat.h"

/*
 * The name of a case, owned by its class. NULL if user code has replaced the property "name": PHP 8.2's array_walk()
 * exposes it by reference.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_enum_case_name(zend_object *object);

#endif
