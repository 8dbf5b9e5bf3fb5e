#include "format/layout.h"
#include "core/path.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/crc32.h"
#include "zend_attributes.h"

static zend_attribute *version_of(const zend_class_entry *ce)
{
	return ce->attributes ? zend_get_attribute_str(ce->attributes, ZEND_STRL("brine\\version")) : NULL;
}

brine_version_kind brine_class_version_kind(const zend_class_entry *ce)
{
	brine_version_kind kind = BRINE_VERSION_NONE;

	for (const zend_class_entry *of = ce; of && of->type == ZEND_USER_CLASS; of = of->parent) {
		const zend_attribute *version = version_of(of);

		kind = version ? MAX(kind, BRINE_VERSION_LITERAL) : kind;
		for (uint32_t i = 0; version && i < version->argc; i++) {
			if (Z_TYPE(version->args[i].value) == IS_CONSTANT_AST) {
				return BRINE_VERSION_EXPRESSION;
			}
		}
	}
	return kind;
}

static uint32_t layout_count(const zend_class_entry *ce)
{
	uint32_t count = 0;

	for (int i = 0; i < ce->default_properties_count; i++) {
		count += ce->properties_info_table[i] != NULL;
	}
	return count;
}

bool brine_layout_has(const zend_class_entry *ce, const zend_string *name)
{
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];

		if (info && zend_string_equals(info->name, name)) {
			return true;
		}
	}
	return false;
}

bool brine_layout_is_said(const zend_class_entry *ce, zend_string *const *names, size_t stride, uint32_t count)
{
	if (layout_count(ce) != count) {
		return (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES) && layout_count(ce) == 0;
	}
	for (uint32_t i = 0; names && i < count; i++) {
		const zend_string *name = *(zend_string *const *) ((const char *) names + i * stride);

		if (!name || !brine_layout_has(ce, name)) {
			return false;
		}
	}
	return true;
}

bool brine_layout_is_said_by_custom(const zend_class_entry *ce)
{
	const zend_class_entry *ancestor = ce;

	while (ancestor && ancestor->type == ZEND_USER_CLASS) {
		ancestor = ancestor->parent;
	}
	return brine_class_has_own_form(ce) || layout_count(ce) == (ancestor ? layout_count(ancestor) : 0);
}

static int compare_names(const void *a, const void *b)
{
	const zend_string *first = *(const zend_string *const *) a, *second = *(const zend_string *const *) b;

	return zend_binary_strcmp(ZSTR_VAL(first), ZSTR_LEN(first), ZSTR_VAL(second), ZSTR_LEN(second));
}

static uint32_t add_names(uint32_t crc, const zend_class_entry *ce)
{
	const zend_string **names = safe_emalloc((size_t) ce->default_properties_count + 1, sizeof(*names), 0);
	uint32_t count = 0;

	for (int i = 0; i < ce->default_properties_count; i++) {
		if (ce->properties_info_table[i]) {
			names[count++] = ce->properties_info_table[i]->name;
		}
	}
	qsort(names, count, sizeof(*names), compare_names);
	for (uint32_t i = 0; i < count; i++) {
		crc = php_crc32_bulk_update(crc, ZSTR_VAL(names[i]), ZSTR_LEN(names[i]));
		crc = php_crc32_bulk_update(crc, "\n", 1);
	}
	efree(names);
	return crc;
}

/*
 * Evaluates all arguments, as ReflectionAttribute does; the first one is the version. False if it is not an integer, or
 * one of them threw.
 */
static bool add_version(uint32_t *crc, zend_attribute *version, zend_class_entry *ce)
{
	char line[MAX_LENGTH_OF_LONG + 3];
	int size = 0;
	zval argument;

	for (uint32_t i = 0; i < version->argc; i++) {
		if (zend_get_attribute_value(&argument, version, i, ce) == FAILURE || EG(exception)) {
			return false;
		}
		if (i == 0 && Z_TYPE(argument) == IS_LONG) {
			size = snprintf(line, sizeof(line), "@" ZEND_LONG_FMT "\n", Z_LVAL(argument));
		}
		zval_ptr_dtor(&argument);
	}
	*crc = php_crc32_bulk_update(*crc, line, (size_t) size);
	return size > 0;
}

zend_result brine_layout_fingerprint(
	uint32_t *fingerprint, brine_class_heads *heads, zend_class_entry *ce, const zend_class_entry **at_fault)
{
	brine_class_fingerprint *known = &heads->fingerprints[brine_class_head_place(ce)];
	uint32_t crc = php_crc32_bulk_init();
	bool success = true;

	if (EXPECTED(known->ce == ce && known->request == heads->request)) {
		*fingerprint = known->fingerprint;
		return SUCCESS;
	}
	if (!at_fault && brine_class_version_kind(ce) == BRINE_VERSION_EXPRESSION) {
		return FAILURE;
	}
	crc = brine_class_has_own_form(ce) ? crc : add_names(crc, ce);
	BG(serialize_lock)++;
	for (zend_class_entry *of = ce; success && of && of->type == ZEND_USER_CLASS; of = of->parent) {
		zend_attribute *version = version_of(of);

		success = !version || add_version(&crc, version, of);
		if (UNEXPECTED(!success) && at_fault) {
			*at_fault = of;
		}
	}
	BG(serialize_lock)--;
	if (EXPECTED(success)) {
		*fingerprint = php_crc32_bulk_end(crc);
		*known = (brine_class_fingerprint){ce, heads->request, *fingerprint};
	}
	return success ? SUCCESS : FAILURE;
}

zend_string *brine_bad_version_message(const zend_class_entry *ce)
{
	zend_string *name = brine_readable_name(ce->name);
	zend_string *message = strpprintf(0, "the #[Brine\\Version] of %s is not an integer", ZSTR_VAL(name));

	zend_string_release(name);
	return message;
}
