/* Dictionaries come into the process: from bytes, and from the files that the setting brine.dictionaries names. */
#ifndef BRINE_DICTIONARY_LOAD_H
#define BRINE_DICTIONARY_LOAD_H

#include "php.h"
#include "error.h"
#include "core/compat.h"
#include "format/dictionary.h"

/* Why bytes are refused: as brine_throw_decode_error() takes it. Message and path are released with it, and may be NULL. */
typedef struct {
	brine_decode_error reason;
	size_t offset;
	zend_string *message;
	zend_string *path;
} brine_dictionary_fault;

ZEND_ATTRIBUTE_NONNULL void brine_dictionary_fault_destroy(brine_dictionary_fault *fault);

/*
 * Makes the dictionary of bytes known, unless it is. Returns NULL if they are refused, and why. Before the first request begins no object can be made, not
 * even for a moment: then `is_startup`, and one in the bytes is refused where it stands.
 */
ZEND_ATTRIBUTE_NONNULL const brine_dictionary *brine_dictionary_load(
	const char *bytes, size_t size, bool is_startup, brine_dictionary_fault *fault);

/* Throws Brine\DecodeException for it, and destroys it. */
ZEND_ATTRIBUTE_NONNULL void brine_dictionary_throw(brine_dictionary_fault *fault);

/*
 * Loads what the setting names: files, or directories, whose files of the name ID.dictionary are loaded, separated as in include_path. What is not loaded is a
 * warning. To be called before the first request begins.
 */
void brine_dictionaries_load_all(const char *setting);

#endif
