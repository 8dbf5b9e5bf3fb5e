/* Reads igbinary's format. */
#include "decode/decoder.h"
#include "foreign/igbinary.h"

static bool read_payload(struct brine_decoder *decoder, zval *value)
{
	(void) decoder;
	ZVAL_NULL(value);
	return true;
}

zend_result brine_igbinary_decode(zval *result, const char *bytes, size_t size, const brine_decode_options *options)
{
	return brine_decode_by(result, bytes, size, options, read_payload);
}
