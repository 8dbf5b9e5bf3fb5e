/* Counts the extension's basic blocks, and the bytes that PHP's functions handle, by wrapping those functions. */
#define _GNU_SOURCE
#include "php.h"
#include "count.h"
#include <dlfcn.h>
#include <malloc.h>

counts counted;

/*
 * Called at each basic block under -fsanitize-coverage=trace-pc, by the linker's --wrap. Visible, so that a PHP built
 * the same way uses it too.
 */
__attribute__((visibility("default"))) void __wrap___sanitizer_cov_trace_pc(void);

void __wrap___sanitizer_cov_trace_pc(void)
{
	counted.blocks++;
}

/* Wraps a PHP function: adds `size` to a counter and calls the original. */
#define COUNTED_FUNCTION(type, convention, name, parameters, arguments, counter, size) \
	ZEND_API type convention name parameters \
	{ \
		static type(convention *own) parameters; \
\
		if (UNEXPECTED(!own)) { \
			*(void **) &own = dlsym(RTLD_NEXT, #name); \
		} \
		counted.counter += (size); \
		return own arguments; \
	}

COUNTED_FUNCTION(zend_ulong, ZEND_FASTCALL, zend_hash_func, (const char *bytes, size_t size), (bytes, size), read, size)
COUNTED_FUNCTION(
	zend_ulong, ZEND_FASTCALL, zend_string_hash_func, (zend_string * string), (string), read, ZSTR_LEN(string))
COUNTED_FUNCTION(zend_string *, ZEND_FASTCALL, zend_string_tolower_ex, (zend_string * string, bool persistent),
	(string, persistent), read, ZSTR_LEN(string))
COUNTED_FUNCTION(bool, , zend_is_valid_class_name, (zend_string * name), (name), read, ZSTR_LEN(name))
COUNTED_FUNCTION(void *, , __zend_malloc, (size_t size), (size), persistent, (int64_t) size)
COUNTED_FUNCTION(
	void *, , __zend_calloc, (size_t count, size_t size), (count, size), persistent, (int64_t) (count *size))
COUNTED_FUNCTION(void *, , __zend_realloc, (void *block, size_t size), (block, size), persistent,
	(int64_t) size - (int64_t) (block ? malloc_usable_size(block) : 0))

/* On other platforms it is inlined, and memcmp() is counted. */
#if defined(__GNUC__) && (defined(__i386__) || (defined(__x86_64__) && !defined(__ILP32__)))
COUNTED_FUNCTION(bool, ZEND_FASTCALL, zend_string_equal_val, (const zend_string *a, const zend_string *b), (a, b),
	copied, ZSTR_LEN(a))
#endif
