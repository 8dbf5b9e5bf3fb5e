#include "resident/quiet.h"
#include "ext/standard/file.h"

#ifndef ZTS

/* A table with one element. */
static HashTable *sentinel;
static void (*callback)(void);

static void on_destroyed(zval *element)
{
	(void) element;
	callback();
}

void brine_quiet_forget(void)
{
	sentinel = NULL;
}

void brine_quiet_prepare(void)
{
	zval element;

	ALLOC_HASHTABLE(sentinel);
	zend_hash_init(sentinel, 1, NULL, on_destroyed, 0);
	ZVAL_NULL(&element);
	zend_hash_next_index_insert_new(sentinel, &element);
}

void brine_quiet_watch(void (*function)(void))
{
	if (!sentinel) {
		return;
	}
	/* The last table that PHP destroys. Its own goes now, as PHP would do it. */
	if (FG(stream_filters)) {
		zend_hash_destroy(FG(stream_filters));
		FREE_HASHTABLE(FG(stream_filters));
	}
	callback = function;
	FG(stream_filters) = sentinel;
	sentinel = NULL;
}

#endif
