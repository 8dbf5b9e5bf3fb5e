/* Comparison of values: a CONSTANT is made of those that are identical, and arrays of a dictionary stand for such. */
#ifndef BRINE_IDENTICAL_H
#define BRINE_IDENTICAL_H

#include "php.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/hash.h"

/* A value; a PHP reference that nothing else holds is what it refers to. */
static zend_always_inline zval *brine_unwrap_lone(zval *value)
{
	return UNEXPECTED(Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) ? Z_REFVAL_P(value) : value;
}

/* True if two strings, which are not the same one, have the same bytes. Of up to 32 they are compared without a call. */
static zend_always_inline bool brine_string_bytes_equal(const zend_string *a, const zend_string *b)
{
	const char *bytes = ZSTR_VAL(a), *others = ZSTR_VAL(b);
	size_t size = ZSTR_LEN(a);

	if (ZSTR_LEN(b) != size) {
		return false;
	}
	if (!BRINE_WORDS_IN_STRINGS) {
		return EXPECTED(size - 2 <= 30) ? brine_short_bytes_equal(bytes, others, size)
										: memcmp(bytes, others, size) == 0;
	}
	/* In front of a short one is the length, which is equal. */
	if (brine_load_native(bytes + size - 8, 8) != brine_load_native(others + size - 8, 8)) {
		return false;
	}
	if (size <= 8) {
		return true;
	}
	return brine_load_native(bytes, 8) == brine_load_native(others, 8)
		&& (size <= 16
			|| (size <= 32 ? brine_load_native(bytes + 8, 8) == brine_load_native(others + 8, 8)
						&& brine_load_native(bytes + size - 16, 8) == brine_load_native(others + size - 16, 8)
						   : memcmp(bytes + 8, others + 8, size - 16) == 0));
}

/* The same for two that may be one. */
static zend_always_inline bool brine_strings_are_identical(const zend_string *a, const zend_string *b)
{
	return a == b || brine_string_bytes_equal(a, b);
}

/* True if a value has neither objects nor PHP references in it, and few enough elements to be compared with others. */
bool brine_is_comparable(zval *value);

/* True if two arrays, of which a is comparable, are the same in type, order, keys and bits. */
bool brine_arrays_are_identical(HashTable *a, HashTable *b);

/* The same for two values of any type. */
static zend_always_inline bool brine_is_identical(zval *a, zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	switch (Z_TYPE_P(a)) {
		case IS_LONG:
			return Z_LVAL_P(a) == Z_LVAL_P(b);
		case IS_DOUBLE:
			return brine_bits_of(Z_DVAL_P(a)) == brine_bits_of(Z_DVAL_P(b));
		case IS_STRING:
			return brine_strings_are_identical(Z_STR_P(a), Z_STR_P(b));
		case IS_ARRAY:
			return brine_arrays_are_identical(Z_ARRVAL_P(a), Z_ARRVAL_P(b));
		default:
			return Z_TYPE_P(a) < IS_LONG;
	}
}

#endif
