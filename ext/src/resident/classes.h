/* The classes of templates, which are other ones in each request. */
#ifndef BRINE_RESIDENT_CLASSES_H
#define BRINE_RESIDENT_CLASSES_H

#include "php.h"
#include "resident/entry.h"
#include "resident/template.h"

/* What a request has found out of the entry at a place. */
typedef struct {
	/* Of the entry; 0 for none. */
	uint64_t serial;
	uint32_t request;
	uint32_t capacity;
	/* The classes are there, and as they were. */
	bool is_usable;
	void **resolved;
} brine_resident_check;

/* One for each place, once an entry has classes. */
typedef struct {
	brine_resident_check *checks;
	uint32_t count;
} brine_resident_checks;

void brine_resident_checks_destroy(brine_resident_checks *checks);

typedef enum {
	BRINE_CLASSES_SAME,
	/* One is missing, or is not as it was: a decode says what becomes of the payload. */
	BRINE_CLASSES_OTHER,
	/* An exception is pending: a class could not be loaded. */
	BRINE_CLASSES_FAILED,
} brine_classes_result;

/*
 * Finds the classes and cases of a template, once in a request; loads them as a decode does. *resolved is good until the next call. *unknown becomes the
 * class in lower case, as the template has it, that is not there.
 */
ZEND_ATTRIBUTE_NONNULL brine_classes_result brine_resident_resolve(brine_resident_checks *checks, uint32_t place,
	const brine_resident_entry *entry, uint32_t request, void *const **resolved, const zend_string **unknown);

#endif
