/*
 * Preloaded in front of libasan, which refuses dlopen() with RTLD_DEEPBIND; PHP passes that flag unless it was itself
 * compiled with the sanitizer.
 */
#define _GNU_SOURCE
#include <dlfcn.h>

void *dlopen(const char *path, int flags)
{
	void *(*next)(const char *, int) = (void *(*) (const char *, int) ) dlsym(RTLD_NEXT, "dlopen");

	return next(path, flags & ~RTLD_DEEPBIND);
}
