/* The settings brine.allowed_classes and brine.allowed_classes_report. */
#include "core/class_list.h"
#include "format/shape_cache.h"
#include "php/integration.h"
#include "php_ini.h"

#define SETTING "brine.allowed_classes"

static void use_list(brine_class_list *list)
{
	if (BRINE_G(guard)) {
		brine_class_list_free(BRINE_G(guard));
	}
	BRINE_G(guard) = list;
	/* Classes that were found may no longer be allowed. */
	brine_shape_cache_deactivate(BRINE_G(shapes));
}

/* A configuration file turns the bare words none and off into an empty value, which allows every class. */
static void warn_of_empty(int stage)
{
	if (stage == ZEND_INI_STAGE_STARTUP ? cfg_get_entry(ZEND_STRL(SETTING)) != NULL
										: stage == ZEND_INI_STAGE_ACTIVATE || stage == ZEND_INI_STAGE_HTACCESS) {
		zend_error(E_CORE_WARNING,
			SETTING ": the value is empty, so every class is allowed; to allow none, write \"none\" in quotes");
	}
}

PHP_INI_MH(brine_on_allowed_classes)
{
	brine_class_list *list = brine_class_list_new(true);
	const char *fault = NULL;
	size_t size = strspn(ZSTR_VAL(new_value), " \t\r\n\v\f");

	(void) entry;
	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	if (size == ZSTR_LEN(new_value)) {
		brine_class_list_free(list);
		list = NULL;
		warn_of_empty(stage);
	} else if ((fault = brine_class_list_add_text(list, new_value, &size))) {
		/* A configuration with an error must not allow more than was meant. */
		zend_error(stage == ZEND_INI_STAGE_RUNTIME ? E_WARNING : E_CORE_WARNING,
			SETTING ": \"%.*s\" is neither a class name nor a namespace like App\\Entity\\*%s", (int) MIN(size, 200),
			fault, stage == ZEND_INI_STAGE_RUNTIME ? "" : "; no class is allowed");
		brine_class_list_free(list);
		if (stage == ZEND_INI_STAGE_RUNTIME) {
			return FAILURE;
		}
		list = brine_class_list_new(true);
	}
	use_list(list);
	return SUCCESS;
}

PHP_INI_MH(brine_on_allowed_classes_report)
{
	(void) entry;
	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	BRINE_G(guard_reports) = zend_ini_parse_bool(new_value);
	brine_shape_cache_deactivate(BRINE_G(shapes));
	return SUCCESS;
}
