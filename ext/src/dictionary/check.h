/* What a dictionary's file has to be, once it is decoded: docs/reference/dictionary-format.md, section 4. */
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
/* Of the arrays, and of the part and the list around them. */
#define BRINE_DICTIONARY_MAX_DEPTH 66
#define BRINE_DICTIONARY_MAX_ELEMENTS (1u << 20)
#define BRINE_DICTIONARY_MAX_MEMORY (1u << 26)

/* The parts, whose lists the value holds, and what was found out about them; in memory of the request. */
typedef struct {
	HashTable *strings;
	HashTable *shapes;
	HashTable *arrays;
	/* NULL if there are none. */
	HashTable *presets;
	/* By shape: the keys of a map, as an array with null elements; NULL for others. Each holds a reference. */
	zend_array **layouts;
	uint32_t key_count;
	/* By array: what it counts as elements, and its levels. */
	brine_registered_array *measures;
} brine_dictionary_parts;

/*
 * Checks a value that holds no object and no PHP reference. Returns NULL, or what is wrong with it, which the caller releases. The caller calls
 * brine_dictionary_parts_destroy() in either case.
 */
ZEND_ATTRIBUTE_NONNULL zend_string *brine_dictionary_check_parts(brine_dictionary_parts *parts, const zval *value);
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_parts_destroy(brine_dictionary_parts *parts);

#endif
