/* Writes the template of a value that contains objects. */
#include "resident/record.h"
#include "core/slots.h"

static uint32_t node_count(const brine_recorder *recorder)
{
	return recorder->image.object_count + recorder->image.node_item_count;
}

void brine_recorder_reserve_template(brine_recorder *recorder)
{
	brine_image *image = &recorder->image;

	recorder->template_offset = brine_image_reserve(image, sizeof(brine_template));
	recorder->objects_offset = brine_image_reserve(image, image->object_count * sizeof(brine_template_object));
	recorder->arrays_offset = brine_image_reserve(image, image->node_item_count * sizeof(zend_array *));
	recorder->patches_offset = brine_image_reserve(image, image->patch_count * sizeof(brine_template_patch));
	recorder->classes_offset = brine_image_reserve(image, recorder->class_count * sizeof(brine_template_class));
	recorder->hooks_offset = brine_image_reserve(image, recorder->decoder->hook_count * sizeof(brine_template_hook));
	recorder->checks_offset = brine_image_reserve(image, recorder->check_count * sizeof(brine_template_check));
}

static void *at(const brine_recorder *recorder, size_t offset)
{
	return recorder->image.block + offset;
}

/* Includes u2, which marks a typed slot as never set. */
static void put_default(zval *place, const zval *value)
{
	*place = *value;
	if (Z_TYPE_P(value) == IS_STRING) {
		ZVAL_EMPTY_STRING(place);
	} else if (Z_TYPE_P(value) == IS_ARRAY) {
		ZVAL_EMPTY_ARRAY(place);
	}
}

static const brine_template_slot *write_class_slots(
	const brine_recorder *recorder, const brine_recorded_class *class_record)
{
	brine_template_slot *slots = (brine_template_slot *) (recorder->image.block + class_record->slots_offset);
	const zval *defaults = CE_DEFAULT_PROPERTIES_TABLE(class_record->ce);

	for (int i = 0; i < class_record->ce->default_properties_count; i++) {
		const zend_property_info *info = brine_property_of_slot(class_record->ce, (uint32_t) i);

		slots[i] = (brine_template_slot){.name = NULL};
		if (info) {
			slots[i].name = brine_image_string(&recorder->image, info->name);
			slots[i].type_mask = ZEND_TYPE_PURE_MASK(info->type);
			slots[i].has_classes = ZEND_TYPE_IS_COMPLEX(info->type);
		}
		if (brine_default_is_simple(&defaults[i])) {
			slots[i].has_simple_default = true;
			put_default(&slots[i].default_value, &defaults[i]);
		}
	}
	return slots;
}

static void write_class(
	const brine_recorder *recorder, const brine_recorded_class *class_record, brine_template_class *place)
{
	zend_string *lower = (zend_string *) (recorder->image.block + class_record->lower_offset);
	const zend_class_entry *ce = class_record->ce;

	GC_SET_REFCOUNT(lower, 1);
	GC_TYPE_INFO(lower) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	ZSTR_LEN(lower) = ZSTR_LEN(class_record->name);
	zend_str_tolower_copy(ZSTR_VAL(lower), ZSTR_VAL(class_record->name), ZSTR_LEN(class_record->name));
	ZSTR_H(lower) = 0;
	zend_string_hash_val(lower);
	*place = (brine_template_class){
		.name = brine_image_string(&recorder->image, class_record->name),
		.lower_name = lower,
	};
	if (class_record->case_name) {
		place->case_name = brine_image_string(&recorder->image, class_record->case_name);
		return;
	}
	place->has_unserialize = ce->__unserialize != NULL;
	place->has_wakeup = zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
	place->is_open = brine_class_is_open(ce);
	place->is_checked = recorder->decoder->refuses_stale;
	place->has_serialize = ce->__serialize != NULL;
	place->has_fingerprint = class_record->has_fingerprint;
	place->fingerprint = class_record->fingerprint;
	if (!place->has_unserialize) {
		place->slot_count = (uint32_t) ce->default_properties_count;
		place->slots = write_class_slots(recorder, class_record);
	}
}

/* The slots of an object: the payload's values, and defaults. */
static const zval *write_slots(const brine_recorder *recorder, uint32_t number)
{
	const brine_decoded_object *decoded = &recorder->decoder->objects[number];
	const brine_decoded_shape *shape = &recorder->decoder->shapes[decoded->shape];
	const zval *defaults = CE_DEFAULT_PROPERTIES_TABLE(shape->ce);
	zval *slots = at(recorder, recorder->slots_offsets[number]);

	memset(slots, 0, recorder->objects[number].slot_count * sizeof(*slots));
	for (uint32_t i = 0; i < recorder->objects[number].slot_count; i++) {
		if (!shape->covers_all_slots && brine_default_is_simple(&defaults[i])) {
			put_default(&slots[i], &defaults[i]);
		}
	}
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t offset = recorder->decoder->slots[shape->first + i].offset;

		brine_image_put(&recorder->image, &slots[OBJ_PROP_TO_NUM(offset)], OBJ_PROP(decoded->object, offset));
	}
	return slots;
}

/* Returns whether the properties of some object are a node. */
static bool write_objects(const brine_recorder *recorder, brine_template_object *objects)
{
	bool have_properties = false;

	for (uint32_t i = 0; i < recorder->image.object_count; i++) {
		objects[i] = recorder->objects[i];
		objects[i].holders = recorder->image.holders[i];
		if (objects[i].make == BRINE_MAKE_SLOTS) {
			objects[i].slots = write_slots(recorder, i);
		}
		have_properties |= objects[i].properties != BRINE_NO_NODE;
	}
	return have_properties;
}

/* Writes the patches in arrays, or those in objects; returns their number. */
static uint32_t write_patches(const brine_recorder *recorder, brine_template_patch *patches, bool in_arrays)
{
	const brine_image *image = &recorder->image;
	uint32_t count = 0;

	for (uint32_t i = 0; i < image->patch_count; i++) {
		const brine_image_patch *patch = &image->patches[i];

		if (patch->is_item == in_arrays) {
			patches[count++] = (brine_template_patch){patch->offset, brine_image_container(image, patch), patch->node};
		}
	}
	return count;
}

/* Hooks hold their objects. */
static void write_hooks(const brine_recorder *recorder, brine_template_hook *hooks, brine_template_object *objects)
{
	for (uint32_t i = 0; i < recorder->decoder->hook_count; i++) {
		const brine_hook *hook = &recorder->decoder->hooks[i];

		hooks[i].object = brine_identity_find(recorder->image.objects, hook->object)->number;
		objects[hooks[i].object].holders++;
		hooks[i].argument_node = BRINE_NO_NODE;
		ZVAL_UNDEF(&hooks[i].argument);
		if (Z_TYPE(hook->argument) == IS_ARRAY) {
			brine_image_put(&recorder->image, &hooks[i].argument, &hook->argument);
			hooks[i].argument_node = brine_image_node(&recorder->image, Z_ARR(hook->argument));
		}
	}
}

const brine_template *brine_recorder_write_template(const brine_recorder *recorder)
{
	const brine_image *image = &recorder->image;
	brine_template *template = at(recorder, recorder->template_offset);
	brine_template_object *objects = at(recorder, recorder->objects_offset);
	zend_array **arrays = at(recorder, recorder->arrays_offset);
	brine_template_patch *patches = at(recorder, recorder->patches_offset);
	brine_template_class *classes = at(recorder, recorder->classes_offset);
	bool has_properties = write_objects(recorder, objects);
	uint32_t object_patch_count = write_patches(recorder, patches, false);

	write_patches(recorder, patches + object_patch_count, true);
	for (uint32_t i = 0; i < image->node_item_count; i++) {
		arrays[i] = at(recorder, image->items[image->node_items[i]].offset);
	}
	for (uint32_t i = 0; i < recorder->class_count; i++) {
		write_class(recorder, &recorder->classes[i], &classes[i]);
	}
	write_hooks(recorder, at(recorder, recorder->hooks_offset), objects);
	if (recorder->check_count > 0) {
		memcpy(at(recorder, recorder->checks_offset), recorder->checks,
			recorder->check_count * sizeof(brine_template_check));
	}
	*template = (brine_template){
		.object_count = image->object_count,
		.node_count = node_count(recorder),
		.class_count = recorder->class_count,
		.hook_count = recorder->decoder->hook_count,
		.check_count = recorder->check_count,
		.object_patch_count = object_patch_count,
		.patch_count = image->patch_count,
		.has_properties = has_properties,
		.root = recorder->root,
		.objects = objects,
		.arrays = arrays,
		.patches = patches,
		.classes = classes,
		.hooks = at(recorder, recorder->hooks_offset),
		.checks = at(recorder, recorder->checks_offset),
	};
	return template;
}
