/* Writes igbinary's format. */
#include "encode/encoder.h"
#include "foreign/igbinary.h"

static bool write_payload(struct brine_encoder *encoder, zval *value, bool compact_strings)
{
	(void) encoder;
	(void) value;
	(void) compact_strings;
	return false;
}

zend_result brine_igbinary_encode(zend_string **bytes, zval *value, bool compact_strings)
{
	return brine_encode_by(bytes, value, compact_strings, write_payload);
}
