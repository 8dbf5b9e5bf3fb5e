#include "decode/guard.h"
#include "error.h"
#include "core/path.h"
#include "ext/standard/basic_functions.h"
#include "zend_fibers.h"

/* Classes of so many names are logged; others can be made up without end. */
#define REPORTED_MAX 1000

static void report(const zend_string *name, zend_string *lower_name, brine_reader reader)
{
	static const char *const readers[] = {"function", "session", "APCu", "igbinary"};
	zend_string *readable, *line, *key;

	if (!BRINE_G(reported)) {
		BRINE_G(reported) = pemalloc(sizeof(HashTable), 1);
		zend_hash_init(BRINE_G(reported), 0, NULL, NULL, true);
	}
	if (zend_hash_num_elements(BRINE_G(reported)) >= REPORTED_MAX || zend_hash_exists(BRINE_G(reported), lower_name)) {
		return;
	}
	key = zend_string_init(ZSTR_VAL(lower_name), ZSTR_LEN(lower_name), true);
	zend_hash_add_empty_element(BRINE_G(reported), key);
	zend_string_release(key);
	readable = brine_readable_name(name);
	line = strpprintf(0, "brine.allowed_classes would refuse %s (%s)%s", ZSTR_VAL(readable), readers[reader],
		zend_hash_num_elements(BRINE_G(reported)) == REPORTED_MAX ? "; no further class is reported" : "");
	php_log_err(ZSTR_VAL(line));
	zend_string_release(readable);
	zend_string_release(line);
}

bool brine_guard_refuses_other(const zend_string *name, zend_string *lower_name, brine_reader reader)
{
	if (brine_class_list_has(BRINE_G(guard), lower_name)) {
		return false;
	}
	if (BRINE_G(guard_reports)) {
		report(name, lower_name, reader);
	}
	return !BRINE_G(guard_reports);
}

zend_string *brine_guard_message(const zend_string *name)
{
	zend_string *readable = brine_readable_name(name);
	zend_string *message = strpprintf(0, "the class %s is not allowed (brine.allowed_classes)", ZSTR_VAL(readable));

	zend_string_release(readable);
	return message;
}

/* Reads digits, of which there may be too many: then the number is as large as what is left. */
static const char *read_number(const char *p, const char *end, size_t *number)
{
	*number = 0;
	for (; p < end && *p >= '0' && *p <= '9'; p++) {
		*number = MIN(*number * 10 + (size_t) (*p - '0'), (size_t) (end - p));
	}
	return p;
}

/* The name of a class at the beginning of an object or enum case of native text, or NULL. */
static const char *read_class(const char *p, const char *end, size_t *size)
{
	size_t number;

	if (end - p < 6 || (*p != 'O' && *p != 'C' && *p != 'E') || p[1] != ':') {
		return NULL;
	}
	p = read_number(p + 2, end, &number);
	if (end - p < 2 || p[0] != ':' || p[1] != '"') {
		return NULL;
	}
	p += 2;
	for (*size = 0; p + *size < end && p[*size] != '"' && p[*size] != ':'; (*size)++) {}
	return p;
}

/* Adds the name of a class in lower case to a set, if it is in a list. */
static void add_if_listed(HashTable *names, const brine_class_list *list, const char *bytes, size_t size)
{
	zend_string *lower_name = zend_string_alloc(size, false);

	zend_str_tolower_copy(ZSTR_VAL(lower_name), bytes, size);
	if (brine_class_list_has(list, lower_name)) {
		zend_hash_add_empty_element(names, lower_name);
	}
	zend_string_release(lower_name);
}

/* unserialize() knows no namespaces, so it gets the names of the list and those that look like a class in the text. */
static HashTable *native_names(const brine_class_list *list, const char *text, size_t text_size)
{
	HashTable *allowed = zend_new_array(0);
	size_t size;

	zend_hash_copy(allowed, (HashTable *) &list->names, NULL);
	for (const char *p = text, *name; p < text + text_size; p++) {
		if ((name = read_class(p, text + text_size, &size))) {
			add_if_listed(allowed, list, name, size);
		}
	}
	return allowed;
}

void brine_native_begin(
	brine_native_context *context, const brine_class_list *list, const char *text, size_t size, brine_reader reader)
{
	if (!list && BRINE_G(guard_reports)) {
		brine_native_check(text, size, reader);
	} else if (!list) {
		list = BRINE_G(guard);
	}
	context->allowed = list && !list->has_all ? native_names(list, text, size) : NULL;
	context->outer = BG(unserialize).data;
	context->level = BG(unserialize).level;
	context->lock = BG(serialize_lock);
	BG(unserialize).level = 0;
	BG(serialize_lock) = 0;
	zend_fiber_switch_block();
	context->own = php_var_unserialize_init();
	php_var_unserialize_set_allowed_classes(context->own, context->allowed);
}

void brine_native_end(brine_native_context *context)
{
	php_var_unserialize_destroy(context->own);
	zend_fiber_switch_unblock();
	BG(unserialize).data = context->outer;
	BG(unserialize).level = context->level;
	BG(serialize_lock) = context->lock;
	if (context->allowed) {
		zend_array_release(context->allowed);
	}
}

/* Skips what follows the letter of a string or the name of a class: a number of bytes, and these. */
static const char *skip_counted(const char *p, const char *end, bool has_escapes)
{
	size_t size;

	p = read_number(p, end, &size);
	if (end - p < 2 || p[0] != ':' || (p[1] != '"' && p[1] != '{')) {
		return p;
	}
	for (p += 2; has_escapes && size > 0 && p < end; size--) {
		p += *p == '\\' ? MIN(3, end - p) : 1;
	}
	return p + MIN(size, (size_t) (end - p));
}

/* Throws if the setting refuses the class at an offset of native text. */
static bool check_class(const char *text, size_t offset, size_t size, brine_reader reader)
{
	zend_string *name = zend_string_init(text + offset, size, false), *lower_name = zend_string_tolower(name);
	bool is_refused = brine_guard_refuses(name, lower_name, reader);

	if (is_refused) {
		zend_string *message = brine_guard_message(name);

		brine_throw_decode_error(BRINE_ERR_BAD_CLASS, message, offset, NULL);
		zend_string_release(message);
	}
	zend_string_release(lower_name);
	zend_string_release(name);
	return !is_refused;
}

bool brine_native_check(const char *text, size_t text_size, brine_reader reader)
{
	const char *end = text + text_size, *name;
	size_t size;

	for (const char *p = text; BRINE_G(guard) && p < end;) {
		name = read_class(p, end, &size);
		if (name && !check_class(text, (size_t) (name - text), size, reader)) {
			return false;
		}
		if (name) {
			bool has_bytes = *p == 'C';

			p = name + size;
			p = has_bytes && end - p > 2 ? skip_counted(p + 2, end, false) : p;
		} else if ((*p == 's' || *p == 'S') && end - p > 2 && p[1] == ':') {
			p = skip_counted(p + 2, end, *p == 'S');
		} else {
			p++;
		}
	}
	return true;
}
