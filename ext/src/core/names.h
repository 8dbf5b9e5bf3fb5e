/* Property names in PHP's mangled form: "name", "\0*\0name" (protected), "\0Class\0name" (private). */
#ifndef BRINE_NAMES_H
#define BRINE_NAMES_H

#include "php.h"
#include "ext/standard/php_incomplete_class.h"

/*
 * Returns where the plain name begins: 0 for a public name, and for one that begins with a zero byte without having the form of a
 * mangled one. Otherwise the scope is the bytes from 1 to that place minus 1.
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

/* True for the property in which an incomplete object keeps the name of its class, and which it does not have otherwise. */
static inline bool brine_names_incomplete_class(const zend_string *name)
{
	return zend_string_equals_literal(name, MAGIC_MEMBER);
}

#endif
