#include "core/text.h"

void brine_text_append(smart_str *text, const char *bytes, size_t size)
{
	size_t end = smart_str_get_len(text);

	if (!text->s || size >= text->a - end) {
		smart_str_erealloc(text, end + size);
	}
	memcpy(ZSTR_VAL(text->s) + end, bytes, size);
	ZSTR_LEN(text->s) = end + size;
}
