/* What is kept of a value that has just been decoded. */
#ifndef BRINE_RESIDENT_RECORD_H
#define BRINE_RESIDENT_RECORD_H

#include "php.h"
#include "options.h"
#include "core/identity.h"
#include "decode/state.h"
#include "resident/entry.h"
#include "resident/image.h"

/*
 * Makes an entry of a value whose hooks have not run yet. NULL if it cannot be kept, or takes more than `most` bytes; then *reason says why.
 * `options` are those of the decode.
 */
ZEND_ATTRIBUTE_NONNULL brine_resident_entry *brine_resident_record(const brine_resident_source *source,
	const brine_decoder *decoder, const zval *value, const brine_decode_options *options, size_t most,
	brine_image_scratch *scratch, brine_resident_reason *reason);

/* What follows is shared by record.c, which measures, and record_write.c. */

/* A class, or a case, of a template that is being made. */
typedef struct {
	zend_class_entry *ce;
	const zend_string *name;
	/* NULL for a class. */
	const zend_string *case_name;
	size_t lower_offset;
	size_t slots_offset;
} brine_recorded_class;

typedef struct {
	const brine_decoder *decoder;
	brine_recorded_class *classes;
	uint32_t class_count;
	uint32_t class_capacity;
	/* Their numbers, by the address of the name that the payload has, or of the case: a payload can spell one class in very many ways. */
	brine_identity class_numbers;
	/* One for each object of the decoder. */
	brine_template_object *objects;
	size_t *slots_offsets;
	brine_template_check *checks;
	uint32_t check_count;
	uint32_t check_capacity;
	/* The node that is the value, or BRINE_NO_NODE. */
	uint32_t root;
	/* A string that the payload has as it is, and where; NULL, and the payload's size. */
	const zend_string *string;
	size_t string_at;
	size_t payload_offset;
	/* Objects are in it that have no level of their own, and which the decoder has entered one for all the same. */
	bool has_cases;
	/* Where the parts of the template are in the block. */
	size_t template_offset;
	size_t objects_offset;
	size_t arrays_offset;
	size_t patches_offset;
	size_t classes_offset;
	size_t hooks_offset;
	size_t checks_offset;
	/* The last one: it has long lists, which begin with anything. */
	brine_image image;
} brine_recorder;

/* Reserves room for the template. */
void brine_recorder_reserve_template(brine_recorder *recorder);

/* Writes it, after the strings and arrays, and returns it. */
const brine_template *brine_recorder_write_template(const brine_recorder *recorder);

#endif
