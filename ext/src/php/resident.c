/* Resident values in PHP: the setting, the status and phpinfo(). */
#include "php/integration.h"
#include "resident/resident.h"
#include "ext/standard/info.h"
#include "zend_ini.h"

PHP_INI_MH(brine_on_resident_memory)
{
	zend_long bytes = zend_ini_parse_quantity_warn(new_value, entry->name);

	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	if (bytes < 0) {
		return FAILURE;
	}
	brine_resident_set_limit((size_t) bytes);
	return SUCCESS;
}

#define REASON_KEY(name, key) key,
static const char *const reason_keys[] = {BRINE_RESIDENT_REASONS(REASON_KEY)};

void brine_resident_status_array(zval *result)
{
	brine_resident_status_data status;
	zval refused;

	brine_resident_get_status(&status);
	array_init_size(result, 10);
	add_assoc_long(result, "limit", (zend_long) status.limit);
	add_assoc_long(result, "entries", (zend_long) status.entries);
	add_assoc_long(result, "templates", (zend_long) status.templates);
	add_assoc_long(result, "bytes", (zend_long) status.bytes);
	add_assoc_long(result, "admitted", (zend_long) status.admitted);
	add_assoc_long(result, "evicted", (zend_long) status.evicted);
	add_assoc_long(result, "hits", (zend_long) status.hits);
	add_assoc_long(result, "misses", (zend_long) status.misses);
	add_assoc_long(result, "fallbacks", (zend_long) status.fallbacks);
	array_init_size(&refused, BRINE_REFUSED_COUNT);
	for (unsigned i = 0; i < BRINE_REFUSED_COUNT; i++) {
		add_assoc_long(&refused, reason_keys[i], (zend_long) status.refused[i]);
	}
	add_assoc_zval(result, "refused", &refused);
}

static void print_row(const char *name, zend_ulong number)
{
	char text[MAX_LENGTH_OF_LONG + 1];

	snprintf(text, sizeof(text), ZEND_ULONG_FMT, number);
	php_info_print_table_row(2, name, text);
}

void brine_resident_print_info(void)
{
	brine_resident_status_data status;
	uint64_t refused = 0;

	brine_resident_get_status(&status);
	for (unsigned i = 0; i < BRINE_REFUSED_COUNT; i++) {
		refused += status.refused[i];
	}
	php_info_print_table_row(2, "Resident values", status.limit > 0 ? "enabled" : "disabled");
	print_row("Resident entries", status.entries);
	print_row("Resident entries with objects", status.templates);
	print_row("Resident bytes", status.bytes);
	print_row("Resident hits", (zend_ulong) status.hits);
	print_row("Resident misses", (zend_ulong) status.misses);
	print_row("Resident fallbacks", (zend_ulong) status.fallbacks);
	print_row("Resident admitted", (zend_ulong) status.admitted);
	print_row("Resident refused", (zend_ulong) refused);
	print_row("Resident evicted", (zend_ulong) status.evicted);
}
