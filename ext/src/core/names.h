/* Property names in PHP's mangled form: "name", "\0*\0name" (protected), "\0Class\0name" (private). */
#ifndef BRINE_NAMES_H
#define BRINE_NAMES_H

#include "php.h"
#include "ext/standard/php_incomplete_class.h"

/*
 * Returns the offset of the plain name: 0 if public, or not mangled although it starts with a zero byte. Otherwise
 * bytes [1, offset - 1) are the scope.
 */
static inline uint32_t brine_name_skip(const zend_string *name)
{
	const char *bytes = ZSTR_VAL(name);
	const char *end;

	if (EXPECTED(ZSTR_LEN(name) < 4 || bytes[0] != '\0' || bytes[1] == '\0')) {
		return 0;
	}
	end = memchr(bytes + 1, '\0', ZSTR_LEN(name) - 2);
	return end ? (uint32_t) (end + 1 - bytes) : 0;
}

/* True for the reserved property that stores an incomplete object's class name. */
static inline bool brine_names_incomplete_class(const zend_string *name)
{
	return zend_string_equals_literal(name, MAGIC_MEMBER);
}

#endif
