/* The C interface for other extensions; php_brine.h documents it. */
#include "encode/encoder.h"
#include "decode/decoder.h"
#include "php/igbinary.h"
#include "php/integration.h"

static zend_result serialize(zend_string **payload, zval *value)
{
	return brine_encode(payload, value, 0);
}

static zend_result unserialize(zval *result, const char *payload, size_t size)
{
	return brine_decode(result, payload, 0, size, NULL);
}

static const php_brine_api api = {
	.serialize = serialize,
	.unserialize = unserialize,
	.igbinary_serialize = brine_igbinary_serialize,
	.igbinary_unserialize = brine_igbinary_unserialize,
	.igbinary_session_encode = brine_session_encode_igbinary,
	.igbinary_session_decode = brine_session_decode_adding,
};

void brine_register_api(int module_number)
{
	/* The address differs between processes, so opcache must not store it in its file cache. */
	zend_register_long_constant(PHP_BRINE_API_CONSTANT, sizeof(PHP_BRINE_API_CONSTANT) - 1,
		(zend_long) (uintptr_t) &api, CONST_PERSISTENT | CONST_NO_FILE_CACHE, module_number);
}
