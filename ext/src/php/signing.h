/*
 * The settings brine.signing_key and brine.signing_unsigned: what sessions and igbinary's place write is a signed frame
 * of a payload, and what they read must be one. In igbinary's place, igbinary's header precedes it.
 */
#ifndef BRINE_PHP_SIGNING_H
#define BRINE_PHP_SIGNING_H

#include "php.h"
#include "globals.h"
#include "options.h"
#include "core/compat.h"

/* Values of brine.signing_unsigned: what happens to bytes without a signature where there is a key. */
enum {
	BRINE_UNSIGNED_REFUSED,
	BRINE_UNSIGNED_READ,
	BRINE_UNSIGNED_WRITTEN
};

PHP_INI_MH(brine_on_signing_key);
PHP_INI_MH(brine_on_signing_unsigned);

/* Startup takes the keys out of php.ini's settings, before they are registered. */
void brine_signing_startup(void);
void brine_signing_shutdown(void);

/* Before user code runs: hides keys that ini_get() would return. */
void brine_signing_hide(void);

/* Frees a thread's keys. */
void brine_signing_forget(zend_brine_globals *globals);

static zend_always_inline bool brine_signs(void)
{
	return UNEXPECTED(BRINE_G(keyring) != NULL) && BRINE_G(signing_unsigned) != BRINE_UNSIGNED_WRITTEN;
}

/*
 * brine_encode_with() by the settings, and a signature; the frame starts after `reserved` bytes. The context, or NULL,
 * is read after the encode, during which hooks may change it.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
zend_result brine_signing_encode(zend_string **bytes, zval *value, size_t reserved, zend_string *const *context);

/*
 * Where there is a keyring. Returns why the bytes must not be decoded, or NULL: then they need no signature, or
 * *is_decoded, and *result is as after brine_decode().
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5, 6)
const char *brine_signing_decode(zval *result, const char *bytes, size_t size, const zend_string *context,
	brine_decode_options *options, bool *is_decoded);

/*
 * Decodes the payload of a frame that begins at bytes[at] if the key verifies it, or throws; false if the key does not.
 * The caller keeps bytes and key alive, since user code may run.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2, 5, 7)
bool brine_decode_signed(zval *result, const char *bytes, size_t at, size_t size, const zend_string *key,
	const zend_string *context, brine_decode_options *options);

#endif
