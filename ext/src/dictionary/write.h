/* Writes a dictionary of checked parts to process memory. */
#ifndef BRINE_DICTIONARY_WRITE_H
#define BRINE_DICTIONARY_WRITE_H

#include "dictionary/check.h"

/* `hash` and `size` are those of the file. Allocates no request memory. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary *brine_dictionary_write(
	const brine_dictionary_parts *parts, const unsigned char *hash, size_t size);

#endif
