/* Measures a value in one pass and creates its entry. record_write.c writes the template. */
#include "resident/record.h"
#include "globals.h"
#include "core/enums.h"
#include "core/memory.h"
#include "format/layout.h"
#include "resident/table.h"
#include "ext/standard/php_incomplete_class.h"

/* Values with more pairs of slot class and value class are not worth keeping. */
#define MAX_CHECKS 128

/*
 * A string of this size is not stored twice, in payload and value. It is searched by its first bytes, at so many
 * places.
 */
#define SHARED_STRING_SIZE 2048
#define SHARED_STRING_START 64
#define SHARED_STRING_TRIES 8

static bool refuse(brine_recorder *recorder, brine_resident_reason reason)
{
	recorder->image.reason = reason;
	return false;
}

/* The number of a class or case, added if new; `mark` is its key in class_numbers. */
static uint32_t class_number(brine_recorder *recorder, const void *mark, const brine_recorded_class *new_one)
{
	const brine_identity_entry *known = brine_identity_find(&recorder->class_numbers, mark);
	const zend_class_entry *ce = new_one->ce;
	brine_recorded_class *class_record;

	if (known) {
		return known->number;
	}
	brine_identity_add(&recorder->class_numbers, (void *) mark, recorder->class_count, 0);
	BRINE_GROWABLE_ENSURE(recorder->classes, recorder->class_capacity, recorder->class_count);
	class_record = &recorder->classes[recorder->class_count];
	*class_record = *new_one;
	brine_image_add_string(&recorder->image, new_one->name);
	class_record->lower_offset = brine_image_reserve(&recorder->image, _ZSTR_STRUCT_SIZE(ZSTR_LEN(new_one->name)));
	if (new_one->case_name) {
		brine_image_add_string(&recorder->image, new_one->case_name);
	} else if (!ce->__unserialize) {
		class_record->slots_offset =
			brine_image_reserve(&recorder->image, (size_t) ce->default_properties_count * sizeof(brine_template_slot));
		for (int i = 0; i < ce->default_properties_count; i++) {
			if (ce->properties_info_table[i]) {
				brine_image_add_string(&recorder->image, ce->properties_info_table[i]->name);
			}
		}
	}
	return recorder->class_count++;
}

/* The payload's name for an enum; NULL if there are several. */
static const zend_string *name_of_enum(const brine_decoder *decoder, const zend_class_entry *ce)
{
	const zend_string *name = NULL;

	for (uint32_t i = 0; i < decoder->class_count; i++) {
		if (decoder->classes[i].ce == ce) {
			if (name && !zend_string_equals(name, decoder->classes[i].name)) {
				return NULL;
			}
			name = decoder->classes[i].name;
		}
	}
	return name;
}

static bool record_case(brine_recorder *recorder, uint32_t number)
{
	zend_object *object = recorder->decoder->objects[number].object;
	brine_template_object *record = &recorder->objects[number];
	brine_recorded_class found = {
		.ce = object->ce,
		.name = name_of_enum(recorder->decoder, object->ce),
		.case_name = brine_enum_case_name(object),
	};

	recorder->has_cases = true;
	if (!found.name || !found.case_name) {
		return refuse(recorder, BRINE_REFUSED_PROPERTIES);
	}
	record->make = BRINE_MAKE_CASE;
	record->class_number = class_number(recorder, object, &found);
	return true;
}

/* Finds the fingerprint of a class, which the decode has found before if user code has to run for it. */
static bool record_fingerprint(brine_recorder *recorder, brine_recorded_class *record)
{
	record->has_fingerprint = brine_layout_is_beyond_slots(record->ce);
	return !record->has_fingerprint
		|| brine_layout_fingerprint(&record->fingerprint, BRINE_G(heads), record->ce, NULL) == SUCCESS
		|| refuse(recorder, BRINE_REFUSED_PROPERTIES);
}

/* How to create the object; refuses classes that may not create it the same way each time. */
static bool record_class(brine_recorder *recorder, uint32_t number)
{
	const zend_object *object = recorder->decoder->objects[number].object;
	uint32_t shape_number = recorder->decoder->objects[number].shape, count = recorder->class_count;
	brine_template_object *record = &recorder->objects[number];
	const brine_decoded_shape *shape;

	record->properties = BRINE_NO_NODE;
	if (brine_identity_find(recorder->image.objects, object)->number != number) {
		record->make = BRINE_MAKE_NOTHING;
		return true;
	}
	if (shape_number == BRINE_MAX_NUMBERS) {
		return object->ce->ce_flags & ZEND_ACC_ENUM ? record_case(recorder, number)
													: refuse(recorder, BRINE_REFUSED_SERIALIZABLE);
	}
	shape = &recorder->decoder->shapes[shape_number];
	if (shape->incomplete || shape->ce == PHP_IC_ENTRY) {
		return refuse(recorder, BRINE_REFUSED_MISSING_CLASS);
	}
	if (shape->ce->create_object) {
		return refuse(recorder, BRINE_REFUSED_INTERNAL_CLASS);
	}
	record->class_number =
		class_number(recorder, shape->class_name, &(brine_recorded_class){.ce = shape->ce, .name = shape->class_name});
	if (recorder->decoder->refuses_stale && recorder->class_count > count
		&& !record_fingerprint(recorder, &recorder->classes[record->class_number])) {
		return false;
	}
	switch (shape->build) {
		case BRINE_BUILD_SLOTS:
			record->make = BRINE_MAKE_SLOTS;
			record->slot_count = (uint32_t) shape->ce->default_properties_count;
			return true;
		case BRINE_BUILD_DYNAMIC:
			record->make = BRINE_MAKE_PROPERTIES;
			return true;
		case BRINE_BUILD_HOOK_ARRAY:
			record->make = BRINE_MAKE_DEFAULT;
			if (!shape->ce->__unserialize) {
				return refuse(recorder, BRINE_REFUSED_PROPERTIES);
			}
			return shape->ce->__unserialize->type == ZEND_USER_FUNCTION
				|| refuse(recorder, BRINE_REFUSED_INTERNAL_CLASS);
		default:
			return refuse(recorder, BRINE_REFUSED_PROPERTIES);
	}
}

/* An object in a slot whose type names classes: each request must check it again. */
static bool record_check(brine_recorder *recorder, uint32_t class_of_slot, uint32_t slot, const zend_object *value)
{
	uint32_t number = brine_identity_find(recorder->image.objects, value)->number;
	brine_template_check check = {class_of_slot, slot, recorder->objects[number].class_number};

	for (uint32_t i = recorder->check_count; i-- > 0;) {
		const brine_template_check *known = &recorder->checks[i];

		if (known->class_number == check.class_number && known->slot == slot
			&& known->value_class == check.value_class) {
			return true;
		}
	}
	if (recorder->check_count == MAX_CHECKS) {
		return refuse(recorder, BRINE_REFUSED_PROPERTIES);
	}
	BRINE_GROWABLE_ENSURE(recorder->checks, recorder->check_capacity, recorder->check_count);
	recorder->checks[recorder->check_count++] = check;
	return true;
}

/* Slots without a value in the payload. Simple defaults are part of the image. */
static void record_defaults(brine_recorder *recorder, const brine_decoded_shape *shape, uint32_t number)
{
	uint32_t count = recorder->objects[number].slot_count;
	const zval *defaults = CE_DEFAULT_PROPERTIES_TABLE(shape->ce);
	bool *is_set = pecalloc(count, sizeof(*is_set), 1);

	for (uint32_t i = 0; i < shape->count; i++) {
		is_set[OBJ_PROP_TO_NUM(recorder->decoder->slots[shape->first + i].offset)] = true;
	}
	for (uint32_t position = 0; position < count; position++) {
		if (!is_set[position] && !brine_default_is_simple(&defaults[position])) {
			brine_image_add_patch(&recorder->image, number, position, BRINE_NODE_IS_DEFAULT);
		}
	}
	pefree(is_set, 1);
}

static bool record_slots(brine_recorder *recorder, uint32_t number)
{
	const brine_decoded_object *decoded = &recorder->decoder->objects[number];
	const brine_decoded_shape *shape = &recorder->decoder->shapes[decoded->shape];
	brine_template_object *record = &recorder->objects[number];

	recorder->slots_offsets[number] = brine_image_reserve(&recorder->image, record->slot_count * sizeof(zval));
	for (uint32_t i = 0; i < shape->count; i++) {
		const brine_property_slot *slot = &recorder->decoder->slots[shape->first + i];
		const zval *value = OBJ_PROP(decoded->object, slot->offset);
		uint32_t position = OBJ_PROP_TO_NUM(slot->offset);

		if (!brine_image_add_value(&recorder->image, value, number, position)) {
			return false;
		}
		if (slot->typed && Z_TYPE_P(value) == IS_OBJECT && ZEND_TYPE_IS_COMPLEX(slot->typed->type)
			&& !record_check(recorder, record->class_number, position, Z_OBJ_P(value))) {
			return false;
		}
	}
	if (!shape->covers_all_slots) {
		record_defaults(recorder, shape, number);
	}
	return true;
}

static bool record_properties(brine_recorder *recorder, uint32_t number)
{
	const zend_array *properties = recorder->decoder->objects[number].object->properties;
	uint32_t node;

	if (!properties) {
		return true;
	}
	if (!brine_image_add_array(&recorder->image, properties, &node)) {
		return false;
	}
	/* PHP writes to an object's properties, so they cannot be a shared array. */
	recorder->objects[number].properties = brine_image_make_node(&recorder->image, properties);
	return true;
}

static bool record_objects(brine_recorder *recorder)
{
	uint32_t count = recorder->decoder->object_count;

	recorder->image.object_count = count;
	recorder->image.holders = pecalloc(count, sizeof(*recorder->image.holders), 1);
	recorder->objects = pecalloc(count, sizeof(*recorder->objects), 1);
	recorder->slots_offsets = pecalloc(count, sizeof(*recorder->slots_offsets), 1);
	for (uint32_t i = 0; i < count; i++) {
		zend_object *object = recorder->decoder->objects[i].object;

		if (!brine_identity_find(recorder->image.objects, object)) {
			brine_identity_add(recorder->image.objects, object, i, 0);
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!record_class(recorder, i)) {
			return false;
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		brine_template_make make = recorder->objects[i].make;

		if ((make == BRINE_MAKE_SLOTS && !record_slots(recorder, i))
			|| (make == BRINE_MAKE_PROPERTIES && !record_properties(recorder, i))) {
			return false;
		}
	}
	return true;
}

static bool record_hooks(brine_recorder *recorder)
{
	uint32_t node;

	for (uint32_t i = 0; i < recorder->decoder->hook_count; i++) {
		const brine_hook *hook = &recorder->decoder->hooks[i];

		if (hook->kind == BRINE_HOOK_SERIALIZABLE) {
			return refuse(recorder, BRINE_REFUSED_SERIALIZABLE);
		}
		if (Z_TYPE(hook->argument) == IS_ARRAY
			&& !brine_image_add_array(&recorder->image, Z_ARR(hook->argument), &node)) {
			return false;
		}
	}
	return true;
}

/* An enum case has no level of its own, but the decoder entered one. */
static uint32_t depth_of(const brine_recorder *recorder)
{
	return recorder->decoder->deepest + (recorder->has_cases ? 1 : 0);
}

/* Adds the whole value. */
static bool measure(brine_recorder *recorder, const zval *value)
{
	uint32_t object;

	/*
	 * Including what back-references add, which a decode does not charge to max_depth: the value would never be within
	 * that.
	 */
	if (depth_of(recorder) > BRINE_MAX_DEPTH) {
		return refuse(recorder, BRINE_REFUSED_TOO_DEEP);
	}
	if (recorder->decoder->reference_count > 0) {
		return refuse(recorder, BRINE_REFUSED_REFERENCES);
	}
	if (recorder->decoder->object_count > 0 && (!record_objects(recorder) || !record_hooks(recorder))) {
		return false;
	}
	recorder->root = BRINE_NO_NODE;
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			if (Z_STRLEN_P(value) <= 1) {
				return refuse(recorder, BRINE_REFUSED_SCALAR);
			}
			brine_image_add_string(&recorder->image, Z_STR_P(value));
			return true;
		case IS_ARRAY:
			if (zend_hash_num_elements(Z_ARR_P(value)) == 0) {
				return refuse(recorder, BRINE_REFUSED_SCALAR);
			}
			return brine_image_add_array(&recorder->image, Z_ARR_P(value), &recorder->root);
		case IS_OBJECT:
			object = brine_identity_find(recorder->image.objects, Z_OBJ_P(value))->number;
			recorder->image.holders[object]++;
			recorder->root = object;
			return true;
		default:
			return refuse(recorder, BRINE_REFUSED_SCALAR);
	}
}

/* Templates cannot create objects without holders, or objects inside a part that is copied as it is. */
static bool holds_all(brine_recorder *recorder)
{
	for (uint32_t i = 0; i < recorder->image.object_count; i++) {
		if (recorder->objects[i].make != BRINE_MAKE_NOTHING && recorder->image.holders[i] == 0) {
			return refuse(recorder, BRINE_REFUSED_PROPERTIES);
		}
	}
	return recorder->image.object_count == 0 || recorder->root != BRINE_NO_NODE
		|| refuse(recorder, BRINE_REFUSED_PROPERTIES);
}

static void recorder_destroy(brine_recorder *recorder)
{
	brine_image_destroy(&recorder->image);
	brine_identity_destroy(&recorder->class_numbers);
	pefree(recorder->classes, 1);
	pefree(recorder->objects, 1);
	pefree(recorder->slots_offsets, 1);
	pefree(recorder->checks, 1);
}

/* The longest string, if it is worth sharing. */
static const zend_string *longest_string(const brine_image *image)
{
	const zend_string *longest = NULL;

	for (uint32_t i = 0; i < image->item_count; i++) {
		const zend_refcounted *node = image->items[i].original;

		if (GC_TYPE(node) == IS_STRING && ZSTR_LEN((const zend_string *) node) >= SHARED_STRING_SIZE
			&& (!longest || ZSTR_LEN((const zend_string *) node) > ZSTR_LEN(longest))) {
			longest = (const zend_string *) node;
		}
	}
	return longest;
}

/*
 * Finds the longest string in the payload, by its first bytes, so that it is stored once. Gives up after some false
 * matches.
 */
static void share_string(brine_recorder *recorder, const brine_resident_source *source)
{
	const zend_string *string = longest_string(&recorder->image);
	const char *end = source->payload + source->size, *found = source->payload;

	recorder->string_at = source->size;
	for (unsigned i = 0; string && i < SHARED_STRING_TRIES; i++, found++) {
		found = zend_memnstr(found, ZSTR_VAL(string), SHARED_STRING_START, end);
		if (!found || ZSTR_LEN(string) > (size_t) (end - found)) {
			return;
		}
		if (memcmp(found, ZSTR_VAL(string), ZSTR_LEN(string)) == 0) {
			recorder->string = string;
			recorder->string_at = (size_t) (found - source->payload);
			return;
		}
	}
}

/* Size of the payload without that string. */
static size_t kept_size(const brine_recorder *recorder, const brine_resident_source *source)
{
	return source->size - (recorder->string ? ZSTR_LEN(recorder->string) : 0);
}

void brine_resident_describe(brine_resident_entry *entry, const brine_resident_source *source,
	const brine_decoder *decoder, const brine_decode_options *options)
{
	*entry = (brine_resident_entry){
		.payload_size = source->size,
		.string_at = source->size,
		.content_size = source->content ? ZSTR_LEN(source->content) : source->size - source->start,
		.reading = brine_resident_reading(source, options->refuses_stale),
		.depth = decoder->deepest,
		.elements = options->max_elements - decoder->elements_left,
		.memory = decoder->max_memory - decoder->memory_left,
	};
	if (source->seal) {
		entry->seal = *source->seal;
	}
}

/* Fills the block, which begins with the entry. */
static brine_resident_entry *write_entry(const brine_recorder *recorder, const brine_resident_source *source,
	const zval *value, const brine_decode_options *options, size_t block_size)
{
	const brine_decoder *decoder = recorder->decoder;
	brine_resident_entry *entry = (brine_resident_entry *) recorder->image.block;
	char *payload = recorder->image.block + recorder->payload_offset;
	size_t kept = kept_size(recorder, source);

	brine_resident_describe(entry, source, decoder, options);
	entry->block_size = block_size;
	entry->payload = payload;
	entry->string_at = recorder->string_at;
	entry->string = recorder->string ? brine_image_string(&recorder->image, recorder->string) : NULL;
	entry->depth = depth_of(recorder);
	memcpy(payload, source->payload, recorder->string_at);
	if (recorder->string) {
		memcpy(payload + recorder->string_at, source->payload + recorder->string_at + ZSTR_LEN(recorder->string),
			kept - recorder->string_at);
	}
	if (source->seal) {
		char *context = payload + kept;

		entry->seal.context = context;
		if (source->seal->context_size > 0) {
			memcpy(context, source->seal->context, source->seal->context_size);
		}
	}
	brine_image_write(&recorder->image);
	if (decoder->object_count > 0) {
		ZVAL_NULL(&entry->value);
		entry->template = brine_recorder_write_template(recorder);
	} else {
		brine_image_put(&recorder->image, &entry->value, value);
	}
	return entry;
}

brine_resident_entry *brine_resident_record(const brine_resident_source *source, const brine_decoder *decoder,
	const zval *value, const brine_decode_options *options, size_t max, brine_image_scratch *scratch,
	brine_resident_reason *reason)
{
	brine_recorder recorder;
	brine_resident_entry *entry = NULL;
	size_t size;

	memset(&recorder, 0, offsetof(brine_recorder, image));
	recorder.decoder = decoder;
	brine_image_init(&recorder.image, scratch);
	recorder.image.copies_dictionaries = brine_resident_is_shared();
	brine_identity_init(&recorder.class_numbers);
	brine_image_reserve(&recorder.image, sizeof(*entry));
	if (measure(&recorder, value) && holds_all(&recorder)) {
		if (decoder->object_count > 0) {
			brine_recorder_reserve_template(&recorder);
		}
		share_string(&recorder, source);
		recorder.payload_offset = brine_image_reserve(
			&recorder.image, kept_size(&recorder, source) + (source->seal ? source->seal->context_size : 0));
		size = recorder.image.size;
		recorder.image.reason = BRINE_REFUSED_TOO_LARGE;
		recorder.image.block = size <= max ? brine_resident_new_block(&size, &recorder.image.reason) : NULL;
		if (recorder.image.block) {
			entry = write_entry(&recorder, source, value, options, size);
		}
	}
	*reason = recorder.image.reason;
	recorder_destroy(&recorder);
	return entry;
}
