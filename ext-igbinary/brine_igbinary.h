/* The parts of the module; everything about formats is in brine.so. */
#ifndef BRINE_IGBINARY_H
#define BRINE_IGBINARY_H

#include "php.h"
#include "ext/brine/php_brine.h"

ZEND_BEGIN_MODULE_GLOBALS(brine_igbinary)
	/* The settings igbinary.compact_strings and igbinary.format. */
	bool compact_strings;
	bool as_brine;
	/* The warning about brine.so of another interface version was given. */
	bool complained;
	/* A call has warned that brine.so is missing. */
	bool lack_told;
	/* Brine's interface in this request, or NULL. */
	const php_brine_api *brine;
ZEND_END_MODULE_GLOBALS(brine_igbinary)

ZEND_EXTERN_MODULE_GLOBALS(brine_igbinary)

#define BRINE_IGBINARY_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(brine_igbinary, v)

#ifdef ZTS
ZEND_TSRMLS_CACHE_EXTERN()
#endif

/* Brine's interface, or NULL. Modules may call before this module's RINIT. */
static zend_always_inline const php_brine_api *brine_igbinary_api(void)
{
	if (UNEXPECTED(!BRINE_IGBINARY_G(brine))) {
		BRINE_IGBINARY_G(brine) = php_brine_get_api();
	}
	return BRINE_IGBINARY_G(brine);
}

/* The reason why there is no interface. */
const char *brine_igbinary_lack(void);

/* Warns that there is no interface, once a process (with threads: a thread), since each read would fill logs. */
void brine_igbinary_tell_lack(const char *function);

/* The settings, as flags of php_brine_api. */
static inline unsigned brine_igbinary_flags(void)
{
	return (BRINE_IGBINARY_G(compact_strings) ? PHP_BRINE_IGBINARY_COMPACT_STRINGS : 0)
		| (BRINE_IGBINARY_G(as_brine) ? PHP_BRINE_IGBINARY_AS_BRINE : 0);
}

/*
 * As php_brine_api has them, by the settings. FAILURE: an exception is pending, or a warning was given; *value is null.
 */
zend_result brine_igbinary_write(zend_string **bytes, zval *value);
zend_result brine_igbinary_read(zval *value, const char *bytes, size_t size);

/* The same without signatures, as igbinary_serialize(): for memory of this machine. */
bool brine_igbinary_write_unsigned(uint8_t **buffer, size_t *size, zval *value);
bool brine_igbinary_read_unsigned(zval *value, const char *bytes, size_t size);

/* These register the name "igbinary"; false where there is no ext/session, no APCu, or the name is taken. */
bool brine_igbinary_register_session_handler(void);
bool brine_igbinary_register_apcu_serializer(void);

#endif
