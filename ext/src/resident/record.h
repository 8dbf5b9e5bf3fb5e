/* Creates the resident entry of a newly decoded value. */
#ifndef BRINE_RESIDENT_RECORD_H
#define BRINE_RESIDENT_RECORD_H

#include "php.h"
#include "options.h"
#include "core/identity.h"
#include "decode/state.h"
#include "resident/entry.h"
#include "resident/image.h"

/*
 * Makes an entry of a value before its hooks run. NULL, and *reason, if it cannot be resident or takes more than `most`
 * bytes. `options` are those of the decode.
 */
ZEND_ATTRIBUTE_NONNULL brine_resident_entry *brine_resident_record(const brine_resident_source *source,
	const brine_decoder *decoder, const zval *value, const brine_decode_options *options, size_t max,
	brine_image_scratch *scratch, brine_resident_reason *reason);

/* Sets what an entry says of its source and of a decode without objects, not its payload, value and template. */
ZEND_ATTRIBUTE_NONNULL void brine_resident_describe(brine_resident_entry *entry, const brine_resident_source *source,
	const brine_decoder *decoder, const brine_decode_options *options);

/* Shared by record.c, which measures, and record_write.c. */

/* A class or case of a template under construction. */
typedef struct {
	zend_class_entry *ce;
	const zend_string *name;
	/* NULL for a class. */
	const zend_string *case_name;
	/* If stale classes are refused, and the slots do not say the layout. */
	bool has_fingerprint;
	uint32_t fingerprint;
	size_t lower_offset;
	size_t slots_offset;
} brine_recorded_class;

typedef struct {
	const brine_decoder *decoder;
	brine_recorded_class *classes;
	uint32_t class_count;
	uint32_t class_capacity;
	/* Numbers by address of the payload's name, or of the case: a payload can spell one class in many ways. */
	brine_identity class_numbers;
	/* One per object of the decoder. */
	brine_template_object *objects;
	size_t *slots_offsets;
	brine_template_check *checks;
	uint32_t check_count;
	uint32_t check_capacity;
	/* The node that is the whole value, or BRINE_NO_NODE. */
	uint32_t root;
	/* A string that the payload contains verbatim, and its offset; or NULL, and the payload's size. */
	const zend_string *string;
	size_t string_at;
	size_t payload_offset;
	/* The value contains cases, which have no level although the decoder entered one. */
	bool has_cases;
	/* Offsets of the template's parts in the block. */
	size_t template_offset;
	size_t objects_offset;
	size_t arrays_offset;
	size_t patches_offset;
	size_t classes_offset;
	size_t hooks_offset;
	size_t checks_offset;
	/* Last, because it ends in long uninitialised lists. */
	brine_image image;
} brine_recorder;

/* Reserves space for the template. */
void brine_recorder_reserve_template(brine_recorder *recorder);

/* Writes the template, after strings and arrays; returns it. */
const brine_template *brine_recorder_write_template(const brine_recorder *recorder);

#endif
