/* Loading dictionaries: from bytes, and from the files in the setting brine.dictionaries. */
#ifndef BRINE_DICTIONARY_LOAD_H
#define BRINE_DICTIONARY_LOAD_H

#include "php.h"
#include "error.h"
#include "core/compat.h"
#include "format/dictionary.h"

/* Why bytes are rejected, for brine_throw_decode_error(). Owns message and path, which may be NULL. */
typedef struct {
	brine_decode_error reason;
	size_t offset;
	zend_string *message;
	zend_string *path;
} brine_dictionary_fault;

ZEND_ATTRIBUTE_NONNULL void brine_dictionary_fault_destroy(brine_dictionary_fault *fault);

/*
 * Registers the dictionary in `bytes`, unless it is known. Returns NULL and sets the fault if it is rejected. Before
 * the first request no object can be created: then pass `is_startup`, and objects are rejected as they appear.
 */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_load(
	const char *bytes, size_t size, bool is_startup, brine_dictionary_fault *fault);

/* Throws the fault as Brine\DecodeException, and destroys it. */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_throw(brine_dictionary_fault *fault);

/*
 * Loads the files in the setting, and from its directories all files named ID.dictionary; paths are separated as in
 * include_path. Failures are warnings. Call it before the first request begins.
 */
void brine_dictionaries_load_all(const char *setting);

#endif
