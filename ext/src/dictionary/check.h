/* Checks of a decoded dictionary file: docs/reference/dictionary-format.md, section 4. */
#ifndef BRINE_DICTIONARY_CHECK_H
#define BRINE_DICTIONARY_CHECK_H

#include "php.h"
#include "core/compat.h"
#include "format/dictionary.h"

#define BRINE_DICTIONARY_MAX_SIZE (1u << 24)
#define BRINE_DICTIONARY_MAX_STRINGS (1u << 16)
#define BRINE_DICTIONARY_MAX_STRING 0xFFFF
#define BRINE_DICTIONARY_MAX_SHAPES (1u << 14)
#define BRINE_DICTIONARY_MAX_KEYS (1u << 10)
#define BRINE_DICTIONARY_MAX_ARRAYS (1u << 16)
/* Levels of the arrays, plus those of the part and the list around them. */
#define BRINE_DICTIONARY_MAX_DEPTH 66
#define BRINE_DICTIONARY_MAX_ELEMENTS (1u << 20)
#define BRINE_DICTIONARY_MAX_MEMORY (1u << 26)

/* The checked parts, in request memory; the decoded value holds the lists. */
typedef struct {
	HashTable *strings;
	HashTable *shapes;
	HashTable *arrays;
	/* NULL if absent. */
	HashTable *presets;
	/* By shape: a map's keys as an array with null elements, NULL for other shapes. Each owns a reference. */
	zend_array **layouts;
	uint32_t key_count;
	/* By array: its number of elements and levels. */
	brine_registered_array *measures;
} brine_dictionary_parts;

/*
 * Checks a value that must contain neither objects nor PHP references. Returns NULL, or the fault, which the caller
 * releases. The caller always calls brine_dictionary_parts_destroy().
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_dictionary_check_parts(brine_dictionary_parts *parts, const zval *value);
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_parts_destroy(brine_dictionary_parts *parts);

#endif
