/* The C functions that clients call: phpredis, memcached and others. */
#include "brine_igbinary.h"
#include "igbinary.h"

/* With more flags than those of the settings. */
static zend_always_inline zend_result write_as(zend_string **bytes, zval *value, unsigned flags)
{
	const php_brine_api *brine = brine_igbinary_api();

	if (UNEXPECTED(!brine)) {
		brine_igbinary_tell_lack("igbinary_serialize");
		return FAILURE;
	}
	return brine->igbinary_serialize(bytes, value, brine_igbinary_flags() | flags);
}

zend_result brine_igbinary_write(zend_string **bytes, zval *value)
{
	return write_as(bytes, value, 0);
}

static zend_always_inline zend_result read_as(zval *value, const char *bytes, size_t size, unsigned flags)
{
	const php_brine_api *brine = brine_igbinary_api();
	zend_string *message;

	if (UNEXPECTED(!brine)) {
		ZVAL_NULL(value);
		brine_igbinary_tell_lack("igbinary_unserialize");
		return FAILURE;
	}
	switch (brine->igbinary_unserialize(value, bytes, size, flags, &message)) {
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

zend_result brine_igbinary_read(zval *value, const char *bytes, size_t size)
{
	return read_as(value, bytes, size, 0);
}

static int write_buffer(uint8_t **ret, size_t *ret_len, zval *z, unsigned flags)
{
	zend_string *bytes;
	size_t size;

	if (write_as(&bytes, z, flags) == FAILURE) {
		return 1;
	}
	/* The string's own memory becomes the buffer. */
	size = ZSTR_LEN(bytes);
	*ret = memmove(bytes, ZSTR_VAL(bytes), size + 1);
	*ret_len = size;
	return 0;
}

int igbinary_serialize(uint8_t **ret, size_t *ret_len, zval *z)
{
	return write_buffer(ret, ret_len, z, 0);
}

bool brine_igbinary_write_unsigned(uint8_t **buffer, size_t *size, zval *value)
{
	return write_buffer(buffer, size, value, PHP_BRINE_IGBINARY_UNSIGNED) == 0;
}

bool brine_igbinary_read_unsigned(zval *value, const char *bytes, size_t size)
{
	return read_as(value, bytes, size, PHP_BRINE_IGBINARY_UNSIGNED) == SUCCESS;
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
