/* Resident values in PHP: the setting, the status and phpinfo(). */
#include "php/integration.h"
#include "resident/life.h"
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

PHP_INI_MH(brine_on_resident_shared)
{
	zend_long bytes = zend_ini_parse_quantity_warn(new_value, entry->name);

	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	if (bytes < 0) {
		return FAILURE;
	}
	brine_region_set_size((size_t) bytes);
	return SUCCESS;
}

#define REASON_KEY(name, key) key,
static const char *const reason_keys[] = {BRINE_RESIDENT_REASONS(REASON_KEY)};

#define STATE_KEY(name, key, text) key,
static const char *const state_keys[] = {BRINE_REGION_STATES(STATE_KEY)};

#define STATE_TEXT(name, key, text) text,
static const char *const state_texts[] = {BRINE_REGION_STATES(STATE_TEXT)};

/* Why no value is kept; empty if they are. */
static zend_string *reason_for_none(const brine_resident_status_data *status)
{
	if (status->intruder) {
		return strpprintf(0, "the extension %s writes into values that it is given", status->intruder);
	}
	return status->limit > 0 ? ZSTR_EMPTY_ALLOC() : zend_string_init(ZEND_STRL("brine.resident_memory is 0"), 0);
}

void brine_resident_status_array(zval *result)
{
	brine_resident_status_data status;
	zval refused, shared, held;

	brine_resident_get_status(&status);
	array_init_size(result, 13);
	add_assoc_str(result, "off", reason_for_none(&status));
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
	array_init_size(&shared, 5);
	add_assoc_string(&shared, "state", state_keys[status.shared.state]);
	add_assoc_long(&shared, "retired", (zend_long) status.shared.retired);
	add_assoc_long(&shared, "hits", (zend_long) status.shared.hits);
	add_assoc_long(&shared, "workers", (zend_long) status.shared.workers);
	add_assoc_long(&shared, "ignored", (zend_long) status.shared.ignored);
	add_assoc_zval(result, "shared", &shared);
	array_init_size(&held, 4);
	add_assoc_long(&held, "limit", (zend_long) status.held.limit);
	add_assoc_long(&held, "entries", (zend_long) status.held.entries);
	add_assoc_long(&held, "bytes", (zend_long) status.held.bytes);
	add_assoc_long(&held, "evicted", (zend_long) status.held.evicted);
	add_assoc_zval(result, "held", &held);
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
	zend_string *reason, *text;

	brine_resident_get_status(&status);
	for (unsigned i = 0; i < BRINE_REFUSED_COUNT; i++) {
		refused += status.refused[i];
	}
	reason = reason_for_none(&status);
	text = strpprintf(0, ZSTR_LEN(reason) > 0 ? "disabled: %s" : "enabled", ZSTR_VAL(reason));
	php_info_print_table_row(2, "Resident values", ZSTR_VAL(text));
	zend_string_release(text);
	zend_string_release(reason);
	php_info_print_table_row(2, "Resident values of all workers", state_texts[status.shared.state]);
	print_row("Resident entries", status.entries);
	print_row("Resident entries with objects", status.templates);
	print_row("Resident bytes", status.bytes);
	print_row("Resident hits", (zend_ulong) status.hits);
	print_row("Resident misses", (zend_ulong) status.misses);
	print_row("Resident fallbacks", (zend_ulong) status.fallbacks);
	print_row("Resident admitted", (zend_ulong) status.admitted);
	print_row("Resident refused", (zend_ulong) refused);
	print_row("Resident evicted", (zend_ulong) status.evicted);
	if (status.shared.state == BRINE_REGION_ON) {
		print_row("Resident hits of all workers", (zend_ulong) status.shared.hits);
		print_row("Workers that share resident values", status.shared.workers);
	}
	if (status.shared.ignored > 0) {
		print_row("Ignored: brine.resident_shared was changed after the start to", status.shared.ignored);
	}
}
