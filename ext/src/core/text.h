/*
 * Appends to a smart_str. The macros of zend_smart_str.h that append are not used: since a point release of PHP 8.2
 * they call a function that earlier ones do not export, so that a module built there would not load here.
 */
#ifndef BRINE_TEXT_H
#define BRINE_TEXT_H

#include "php.h"
#include "zend_smart_str.h"

ZEND_COLD void brine_text_append(smart_str *text, const char *bytes, size_t size);

/* Appends a string that ends with NUL. */
static inline void brine_text_appends(smart_str *text, const char *string)
{
	brine_text_append(text, string, strlen(string));
}

static inline void brine_text_append_string(smart_str *text, const zend_string *string)
{
	brine_text_append(text, ZSTR_VAL(string), ZSTR_LEN(string));
}

#endif
