/* A dictionary in memory that the process keeps, made of parts that were checked. */
#ifndef BRINE_DICTIONARY_WRITE_H
#define BRINE_DICTIONARY_WRITE_H

#include "dictionary/check.h"

/* `hash` and `size` are those of the file. Takes no memory of the request. */
ZEND_ATTRIBUTE_NONNULL brine_dictionary *brine_dictionary_write(
	const brine_dictionary_parts *parts, const unsigned char *hash, size_t size);

#endif
