/*
 * The Brine serializer: C interface for other extensions.
 *
 * No symbol of Brine is linked by a consumer, so load order does not matter: call php_brine_get_api() at run time (not
 * before the consumer's RINIT) and keep going without Brine when it returns NULL.
 */
#ifndef PHP_BRINE_H
#define PHP_BRINE_H

#include "php.h"

#define PHP_BRINE_VERSION "1.0.0-RC1"

/* Grows by one with every incompatible change of php_brine_api. */
#define PHP_BRINE_API_VERSION 3

/* Name of the internal constant that holds the address of the php_brine_api of this version. */
#define PHP_BRINE_API_CONSTANT "\0brine_api-3"

extern zend_module_entry brine_module_entry;
#define phpext_brine_ptr &brine_module_entry

/*
 * Flags of igbinary's place. COMPACT_STRINGS is the setting igbinary.compact_strings. AS_BRINE: arrays and objects
 * become a payload of Brine behind igbinary's four bytes of version 2; everything else, and the empty array, stays
 * igbinary's, since stores compare such bytes. UNSIGNED, of writes and reads: in spite of brine.signing_key.
 */
#define PHP_BRINE_IGBINARY_COMPACT_STRINGS 1
#define PHP_BRINE_IGBINARY_AS_BRINE 2
#define PHP_BRINE_IGBINARY_UNSIGNED 4

typedef enum {
	PHP_BRINE_READ,
	/* Brine refuses the bytes, and no exception is pending. */
	PHP_BRINE_REFUSED,
	/* User code threw, or PHP or an internal class did when it got a value: that exception is pending. */
	PHP_BRINE_THROWN,
} php_brine_outcome;

typedef struct {
	/*
	 * Encodes *value. On SUCCESS *payload is a new string that the caller releases. On FAILURE *payload is NULL and an
	 * exception is pending: Brine\EncodeException, or whatever a serialization hook of the value's objects threw.
	 */
	zend_result (*serialize)(zend_string **payload, zval *value);

	/*
	 * Decodes payload[0 .. size) into *result, which need not be initialised. Classes of brine.allowed_classes may be
	 * built; the limits are the defaults. On FAILURE *result is null and an exception is pending:
	 * Brine\DecodeException, or whatever a hook, an autoloader or a destructor threw. The caller keeps the payload
	 * alive for the duration of the call.
	 */
	zend_result (*unserialize)(zval *result, const char *payload, size_t size);

	/*
	 * Encodes *value as igbinary_serialize() would, by flags. On SUCCESS *bytes is a new string that the caller
	 * releases; nobody else holds it. On FAILURE it is NULL and an exception is pending, as with serialize.
	 */
	zend_result (*igbinary_serialize)(zend_string **bytes, zval *value, unsigned flags);

	/*
	 * Decodes what igbinary_serialize wrote, whatever its flags, or igbinary itself, versions 1 and 2. Unless all is
	 * READ, *result is null; after REFUSED *message says why, with offsets from bytes[0], and the caller releases it.
	 * The caller keeps the bytes alive for the duration of the call. Of the flags, only UNSIGNED matters.
	 */
	php_brine_outcome (*igbinary_unserialize)(
		zval *result, const char *bytes, size_t size, unsigned flags, zend_string **message);

	/*
	 * The encode and decode of a session handler for both. Whatever cannot be read or written throws, and what is
	 * stored stays. Only for calls from ext/session.
	 */
	zend_string *(*igbinary_session_encode)(unsigned flags);
	zend_result (*igbinary_session_decode)(const char *bytes, size_t size);
} php_brine_api;

/* Returns the interface, or NULL where Brine is not loaded or is of another interface version. */
static inline const php_brine_api *php_brine_get_api(void)
{
	zval *address = zend_get_constant_str(PHP_BRINE_API_CONSTANT, sizeof(PHP_BRINE_API_CONSTANT) - 1);

	return address && Z_TYPE_P(address) == IS_LONG ? (const php_brine_api *) (uintptr_t) Z_LVAL_P(address) : NULL;
}

#endif
