/* The state of making an entry: what both halves of it, measuring and writing, know. */
#ifndef BRINE_RESIDENT_RECORDER_H
#define BRINE_RESIDENT_RECORDER_H

#include "resident/image.h"
#include "resident/record.h"

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
	/* The thing that is the value, or BRINE_NO_THING. */
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

/* A class that declares nothing and takes any property: objects of it may be made without slots. */
bool brine_class_is_open(const zend_class_entry *ce);

#endif
