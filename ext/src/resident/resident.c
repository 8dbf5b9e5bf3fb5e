#include "resident/resident.h"
#include "decode/decoder.h"

static size_t limit;

void brine_resident_startup(void)
{
}

void brine_resident_shutdown(void)
{
}

void brine_resident_set_limit(size_t bytes)
{
	limit = bytes;
}

void brine_resident_get_status(brine_resident_status_data *status)
{
	memset(status, 0, sizeof(*status));
	status->limit = limit;
}

zend_result brine_resident_decode(
	zval *result, const char *payload, size_t start, size_t size, const brine_decode_options *options)
{
	return brine_decode(result, payload, start, size, options);
}
