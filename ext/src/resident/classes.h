/* Classes of templates, which each request must resolve again. */
#ifndef BRINE_RESIDENT_CLASSES_H
#define BRINE_RESIDENT_CLASSES_H

#include "php.h"
#include "resident/entry.h"
#include "resident/template.h"

/* A request's findings about the entry at a place. */
typedef struct {
	/* Serial of the entry; 0 for none. */
	uint64_t serial;
	/* As of the shape cache: the request, and the setting brine.allowed_classes. */
	uint32_t request;
	uint32_t capacity;
	/* The classes exist and are unchanged. */
	bool is_usable;
	void **resolved;
} brine_resident_check;

/* One check per place, once an entry has classes. */
typedef struct {
	brine_resident_check *checks;
	uint32_t count;
} brine_resident_checks;

void brine_resident_checks_destroy(brine_resident_checks *checks);

typedef enum {
	BRINE_CLASSES_SAME,
	/* A class is missing or has changed: the payload must be decoded. */
	BRINE_CLASSES_OTHER,
	/* Loading a class threw; the exception is pending. */
	BRINE_CLASSES_FAILED,
} brine_classes_result;

/*
 * Resolves a template's classes and cases once per request, loading them as a decode does. *resolved is valid until the
 * next call. *unknown becomes the lower-case name of a missing or refused class, owned by the template.
 */
ZEND_ATTRIBUTE_NONNULL brine_classes_result brine_resident_resolve(brine_resident_checks *checks, uint32_t place,
	const brine_resident_entry *entry, brine_reader reader, void *const **resolved, const zend_string **unknown);

#endif
