/*
 * The Brine serializer: C interface for other extensions.
 *
 * No symbol of Brine is linked by a consumer, so load order does not matter: call php_brine_get_api() at run time (not before
 * the consumer's RINIT) and keep going without Brine when it returns NULL.
 */
#ifndef PHP_BRINE_H
#define PHP_BRINE_H

#include "php.h"

#define PHP_BRINE_VERSION "0.1.0"

/* Grows by one with every incompatible change of php_brine_api. */
#define PHP_BRINE_API_VERSION 1

/* Name of the internal constant that holds the address of the php_brine_api of this version. */
#define PHP_BRINE_API_CONSTANT "\0brine_api-1"

extern zend_module_entry brine_module_entry;
#define phpext_brine_ptr &brine_module_entry

typedef struct {
	/*
	 * Encodes *value. On SUCCESS *payload is a new string that the caller releases. On FAILURE *payload is NULL and an
	 * exception is pending: Brine\EncodeException, or whatever a serialization hook of the value's objects threw.
	 */
	zend_result (*serialize)(zend_string **payload, zval *value);

	/*
	 * Decodes payload[0 .. size) into *result, which need not be initialised. Every class is allowed and the limits are
	 * the defaults. On FAILURE *result is null and an exception is pending: Brine\DecodeException, or whatever a hook,
	 * an autoloader or a destructor threw. The caller keeps the payload alive for the duration of the call.
	 */
	zend_result (*unserialize)(zval *result, const char *payload, size_t size);
} php_brine_api;

/* Returns the interface, or NULL where Brine is not loaded or is of another interface version. */
static inline const php_brine_api *php_brine_get_api(void)
{
	zval *address = zend_get_constant_str(PHP_BRINE_API_CONSTANT, sizeof(PHP_BRINE_API_CONSTANT) - 1);

	return address && Z_TYPE_P(address) == IS_LONG ? (const php_brine_api *) (uintptr_t) Z_LVAL_P(address) : NULL;
}

#endif
