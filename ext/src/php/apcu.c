/*
 * apc.serializer = brine. An internal constant of APCu holds its registration function's address; its name includes the
 * version of the interface, 0, whose types follow. So APCu's headers are not needed to build.
 */
#include "format/dictionary.h"
#include "encode/encoder.h"
#include "resident/resident.h"
#include "php/integration.h"

#define APCU_REGISTER_CONSTANT "\0apc_register_serializer-0"

/* Both return 1 on success. The caller frees *buffer by efree(). */
typedef int (*apcu_serialize)(unsigned char **buffer, size_t *size, const zval *value, void *config);
typedef int (*apcu_unserialize)(zval *value, unsigned char *buffer, size_t size, void *config);
typedef int (*apcu_register_serializer)(
	const char *name, apcu_serialize serialize, apcu_unserialize unserialize, void *config);

static bool registered;

static int serialize(unsigned char **buffer, size_t *size, const zval *value, void *config)
{
	zend_string *payload;

	(void) config;
	if (brine_encode_with(&payload, (zval *) value, 0, brine_dictionary_to_write(), BRINE_G(refuses_stale))
		== FAILURE) {
		return 0;
	}
	*size = ZSTR_LEN(payload);
	*buffer = (unsigned char *) estrndup(ZSTR_VAL(payload), ZSTR_LEN(payload));
	zend_string_release(payload);
	return 1;
}

static int unserialize(zval *value, unsigned char *buffer, size_t size, void *config)
{
	(void) config;
	/* The entry is compared in place, in APCu's segment. */
	return brine_resident_decode(value, (const char *) buffer, size, brine_setting_decode_options(BRINE_READER_APCU))
		== SUCCESS;
}

void brine_register_apcu_serializer(void)
{
	zval *address = zend_get_constant_str(APCU_REGISTER_CONSTANT, sizeof(APCU_REGISTER_CONSTANT) - 1);

	if (address && Z_TYPE_P(address) == IS_LONG && Z_LVAL_P(address)) {
		apcu_register_serializer register_serializer = (apcu_register_serializer) (uintptr_t) Z_LVAL_P(address);

		registered = register_serializer("brine", serialize, unserialize, NULL);
	}
}

bool brine_has_apcu_serializer(void)
{
	return registered;
}
