/*
 * apc.serializer = igbinary, unsigned: only this machine writes to APCu. An internal constant of APCu holds its
 * registration function's address; its name includes the version of the interface, 0, whose types follow.
 */
#include "brine_igbinary.h"

#define APCU_REGISTER_CONSTANT "\0apc_register_serializer-0"

/* Both return 1 on success. The caller frees *buffer by efree(). */
typedef int (*apcu_serialize)(unsigned char **buffer, size_t *size, const zval *value, void *config);
typedef int (*apcu_unserialize)(zval *value, unsigned char *buffer, size_t size, void *config);
typedef int (*apcu_register_serializer)(
	const char *name, apcu_serialize serialize, apcu_unserialize unserialize, void *config);

static int serialize(unsigned char **buffer, size_t *size, const zval *value, void *config)
{
	(void) config;
	return brine_igbinary_write_unsigned(buffer, size, (zval *) value);
}

static int unserialize(zval *value, unsigned char *buffer, size_t size, void *config)
{
	(void) config;
	return brine_igbinary_read_unsigned(value, (const char *) buffer, size);
}

bool brine_igbinary_register_apcu_serializer(void)
{
	zval *address = zend_get_constant_str(APCU_REGISTER_CONSTANT, sizeof(APCU_REGISTER_CONSTANT) - 1);

	if (address && Z_TYPE_P(address) == IS_LONG && Z_LVAL_P(address)) {
		apcu_register_serializer register_serializer = (apcu_register_serializer) (uintptr_t) Z_LVAL_P(address);

		return register_serializer("igbinary", serialize, unserialize, NULL);
	}
	return false;
}
