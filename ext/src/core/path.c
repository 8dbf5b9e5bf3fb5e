#include "core/path.h"
#include "core/memory.h"
#include "core/names.h"
#include "core/text.h"
#include "ext/standard/html.h"

#define ELLIPSIS "\xE2\x80\xA6"

/* Paths up to this size are shown whole; of longer ones, this many bytes before and after the omission. */
#define WHOLE 200
#define HEAD 120
#define TAIL 80

/* Appends the UTF-8 character, or invalid byte, at bytes[*at], unless it needs more than `room` bytes. */
static bool append_character(smart_str *text, const char *bytes, size_t size, size_t *at, size_t room)
{
	const unsigned char *p = (const unsigned char *) bytes;
	size_t next = *at;
	zend_result status = SUCCESS;
	unsigned character = php_next_utf8_char(p, size, &next, &status);

	if (status == SUCCESS && character >= ' ' && character != 0x7F) {
		if (next - *at > room) {
			return false;
		}
		brine_text_append(text, bytes + *at, next - *at);
		*at = next;
		return true;
	}
	if (room < sizeof("\\x00") - 1) {
		return false;
	}
	smart_str_append_printf(text, "\\x%02X", p[*at]);
	++*at;
	return true;
}

static void append_readable(smart_str *text, const char *bytes, size_t size, size_t limit)
{
	size_t end = smart_str_get_len(text) + limit;
	size_t at = 0;

	while (at < size) {
		if (!append_character(text, bytes, size, &at, end - smart_str_get_len(text))) {
			brine_text_appends(text, ELLIPSIS);
			return;
		}
	}
}

zend_string *brine_readable(const char *bytes, size_t size, size_t limit)
{
	smart_str text = {0};

	append_readable(&text, bytes, size, limit);
	return smart_str_extract(&text);
}

void brine_path_destroy(brine_path *path)
{
	pefree(path->steps, 1);
}

void brine_path_clear(brine_path *path)
{
	for (uint32_t i = 0; i < path->count; i++) {
		zend_string_release(path->steps[i]);
	}
	path->count = 0;
	BRINE_GROWABLE_TRIM(path->steps, path->capacity);
}

static void add_step(brine_path *path, smart_str *step)
{
	BRINE_GROWABLE_ENSURE(path->steps, path->capacity, path->count);
	path->steps[path->count++] = smart_str_extract(step);
}

void brine_path_add_key(brine_path *path, zend_ulong h, const zend_string *key)
{
	smart_str step = {0};

	if (key) {
		brine_text_appends(&step, "['");
		append_readable(&step, ZSTR_VAL(key), ZSTR_LEN(key), BRINE_READABLE_NAME);
		brine_text_appends(&step, "']");
	} else {
		smart_str_append_printf(&step, "[" ZEND_LONG_FMT "]", (zend_long) h);
	}
	add_step(path, &step);
}

void brine_path_add_property(brine_path *path, const zend_string *name)
{
	uint32_t skip = brine_name_skip(name);
	smart_str step = {0};

	brine_text_appends(&step, "->");
	append_readable(&step, ZSTR_VAL(name) + skip, ZSTR_LEN(name) - skip, BRINE_READABLE_NAME);
	add_step(path, &step);
}

void brine_path_add_property_key(brine_path *path, zend_ulong h, zend_string *key)
{
	zend_string *name = key ? zend_string_copy(key) : zend_long_to_str((zend_long) h);

	brine_path_add_property(path, name);
	zend_string_release(name);
}

static size_t total_size(const brine_path *path)
{
	size_t size = sizeof("$value") - 1;

	for (uint32_t i = 0; i < path->count; i++) {
		size += ZSTR_LEN(path->steps[i]);
	}
	return size;
}

/* Appends the steps `from` to `to`, inwards. */
static void append_steps(smart_str *text, const brine_path *path, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i > to; i--) {
		brine_text_append_string(text, path->steps[i - 1]);
	}
}

zend_string *brine_path_get(const brine_path *path)
{
	uint32_t outer = path->count, inner = 0;
	smart_str text = {0};
	size_t tail = 0;

	brine_text_appends(&text, "$value");
	if (total_size(path) <= WHOLE) {
		append_steps(&text, path, outer, 0);
		return smart_str_extract(&text);
	}
	/* The end of the path, with at least the last step. */
	do {
		tail += ZSTR_LEN(path->steps[inner++]);
	} while (inner < outer && tail + ZSTR_LEN(path->steps[inner]) <= TAIL);
	while (outer > inner && ZSTR_LEN(text.s) + ZSTR_LEN(path->steps[outer - 1]) <= HEAD) {
		brine_text_append_string(&text, path->steps[--outer]);
	}
	if (outer > inner) {
		brine_text_appends(&text, "[" ELLIPSIS "]");
	}
	append_steps(&text, path, inner, 0);
	return smart_str_extract(&text);
}
