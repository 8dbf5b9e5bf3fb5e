/* The C functions that clients call: phpredis, memcached and others. */
#include "brine_igbinary.h"
#include "igbinary.h"

zend_result brine_igbinary_write(zend_string **bytes, zval *value)
{
	const php_brine_api *brine = brine_igbinary_api();

	if (UNEXPECTED(!brine)) {
		zend_error(E_WARNING, "igbinary_serialize(): %s", brine_igbinary_lack());
		return FAILURE;
	}
	return brine->igbinary_serialize(bytes, value, brine_igbinary_flags());
}

zend_result brine_igbinary_read(zval *value, const char *bytes, size_t size)
{
	const php_brine_api *brine = brine_igbinary_api();
	zend_string *message;

	if (UNEXPECTED(!brine)) {
		ZVAL_NULL(value);
		zend_error(E_WARNING, "igbinary_unserialize(): %s", brine_igbinary_lack());
		return FAILURE;
	}
	switch (brine->igbinary_unserialize(value, bytes, size, &message)) {
		case PHP_BRINE_READ:
			return SUCCESS;
		case PHP_BRINE_REFUSED:
			zend_error(E_WARNING, "igbinary_unserialize(): %s", ZSTR_VAL(message));
			zend_string_release(message);
			return FAILURE;
		default:
			return FAILURE;
	}
}

int igbinary_serialize(uint8_t **ret, size_t *ret_len, zval *z)
{
	zend_string *bytes;
	size_t size;

	if (brine_igbinary_write(&bytes, z) == FAILURE) {
		return 1;
	}
	/* The string's own memory becomes the buffer. */
	size = ZSTR_LEN(bytes);
	*ret = memmove(bytes, ZSTR_VAL(bytes), size + 1);
	*ret_len = size;
	return 0;
}

int igbinary_serialize_ex(uint8_t **ret, size_t *ret_len, zval *z, struct igbinary_memory_manager *memory_manager)
{
	zend_string *bytes;
	uint8_t *copy;

	if (!memory_manager) {
		return igbinary_serialize(ret, ret_len, z);
	}
	if (brine_igbinary_write(&bytes, z) == FAILURE) {
		return 1;
	}
	copy = memory_manager->alloc(ZSTR_LEN(bytes) + 1, memory_manager->context);
	if (copy) {
		*ret = memcpy(copy, ZSTR_VAL(bytes), ZSTR_LEN(bytes) + 1);
		*ret_len = ZSTR_LEN(bytes);
	}
	zend_string_release(bytes);
	return copy ? 0 : 1;
}

int igbinary_unserialize(const uint8_t *buf, size_t buf_len, zval *z)
{
	return brine_igbinary_read(z, (const char *) buf, buf_len) == SUCCESS ? 0 : 1;
}
