/* What is kept of a value that has just been decoded. */
#ifndef BRINE_RESIDENT_RECORD_H
#define BRINE_RESIDENT_RECORD_H

#include "php.h"
#include "options.h"
#include "decode/state.h"
#include "resident/entry.h"
#include "resident/image.h"
#include "resident/resident.h"

/*
 * Makes an entry of a value whose hooks have not run yet. NULL if it cannot be kept, or takes more than `most` bytes; then *reason says why.
 * `options` are those of the decode.
 */
ZEND_ATTRIBUTE_NONNULL brine_resident_entry *brine_resident_record(const brine_resident_source *source,
	const brine_decoder *decoder, const zval *value, const brine_decode_options *options, size_t most,
	brine_image_scratch *scratch, brine_resident_reason *reason);

ZEND_ATTRIBUTE_NONNULL void brine_resident_entry_free(brine_resident_entry *entry);

#endif
