/* Objects and arrays of a template: made, filled, and woken up. */
#include "resident/template.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "ext/standard/basic_functions.h"

/* So many things need no memory of their own. */
#define FEW_THINGS 32

/* A copy of an array that is to be patched. Keys are interned, and so are the strings in it: nothing is counted. */
static zend_array *copy_array(const zend_array *image)
{
	zend_array *array = emalloc(sizeof(*array));
	size_t used, size;
	void *data;

	*array = *image;
	GC_SET_REFCOUNT(array, 1);
	GC_TYPE_INFO(array) = GC_ARRAY;
	if (HT_IS_PACKED(image)) {
		size = HT_PACKED_SIZE_EX(image->nTableSize, HT_MIN_MASK);
		used = HT_PACKED_USED_SIZE(image);
	} else {
		size = HT_SIZE(image);
		used = HT_USED_SIZE(image);
	}
	data = emalloc(size);
	memcpy(data, HT_GET_DATA_ADDR(image), used);
	HT_SET_DATA_ADDR(array, data);
	return array;
}

static zend_always_inline zend_object *make_object(const brine_template_object *image, void *class_or_case)
{
	zend_object *object;

	if (UNEXPECTED(image->make == BRINE_MAKE_CASE)) {
		object = class_or_case;
		GC_SET_REFCOUNT(object, GC_REFCOUNT(object) + image->holders);
		return object;
	}
	object = zend_objects_new(class_or_case);
	if (EXPECTED(image->make == BRINE_MAKE_SLOTS)) {
		memcpy(object->properties_table, image->slots, image->slot_count * sizeof(zval));
	} else {
		object_properties_init(object, class_or_case);
	}
	GC_SET_REFCOUNT(object, image->holders);
	return object;
}

/* The second half of the value's place, which belongs to the place, stays. */
static zend_always_inline void put_thing(zval *place, void *thing, bool is_object)
{
	Z_PTR_P(place) = thing;
	Z_TYPE_INFO_P(place) = is_object ? IS_OBJECT_EX : IS_ARRAY_EX;
}

static zend_always_inline void patch(const brine_template *template, void *const *things, uint32_t thing, zval *place)
{
	put_thing(place, things[thing], thing < template->object_count);
}

static void patch_slots(const brine_template *template, void *const *things, zend_object *object,
	const brine_template_patch *p, const brine_template_patch *end)
{
	zval *slots = object->properties_table;

	for (; p < end; p++) {
		if (UNEXPECTED(p->thing == BRINE_THING_IS_DEFAULT)) {
			/* Where the class is shared, computed defaults are kept beside it. */
			ZVAL_COPY_PROP(&slots[p->position], &CE_DEFAULT_PROPERTIES_TABLE(object->ce)[p->position]);
		} else {
			patch(template, things, p->thing, &slots[p->position]);
		}
	}
}

static void patch_array(const brine_template *template, void *const *things, zend_array *array,
	const brine_template_patch *p, const brine_template_patch *end)
{
	if (HT_IS_PACKED(array)) {
		for (; p < end; p++) {
			patch(template, things, p->thing, &array->arPacked[p->position]);
		}
	} else {
		for (; p < end; p++) {
			patch(template, things, p->thing, &array->arData[p->position].val);
		}
	}
}

/*
 * Makes all things. Where memory_limit ends the request in between, objects hold nothing that is not complete: what is missing in an
 * image is a null pointer, which nobody counts.
 */
static void make_things(const brine_template *template, void **things, void *const *resolved)
{
	const brine_template_patch *p = template->patches, *end;
	uint32_t i;

	for (i = 0; i < template->object_count; i++) {
		const brine_template_object *image = &template->objects[i];

		things[i] =
			EXPECTED(image->make != BRINE_MAKE_NOTHING) ? make_object(image, resolved[image->class_number]) : NULL;
	}
	for (; i < template->thing_count; i++) {
		things[i] = copy_array(template->arrays[i - template->object_count]);
	}
	/* Only what was copied has patches, one thing's behind those of the one before. */
	for (i = 0; i < template->object_count; i++, p = end) {
		uint32_t properties = template->objects[i].properties;

		end = template->patches + template->first_patch[i + 1];
		if (UNEXPECTED(properties != BRINE_NO_THING)) {
			((zend_object *) things[i])->properties = things[properties];
		}
		if (p < end) {
			patch_slots(template, things, things[i], p, end);
		}
	}
	for (; i < template->thing_count; i++, p = end) {
		end = template->patches + template->first_patch[i + 1];
		patch_array(template, things, things[i], p, end);
	}
}

static zend_function *method_of(const zend_object *object, const brine_template_hook *hook)
{
	zend_class_entry *ce = object->ce;

	return Z_TYPE(hook->argument) != IS_UNDEF ? ce->__unserialize
											  : zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
}

/* Calls the hooks, as zend_call_known_function() would call each. False if one of them threw; no other one is called then. */
static bool call_hooks(const brine_template *template, void *const *things)
{
	zval argument, result;
	zend_fcall_info call = {.size = sizeof(call), .params = &argument, .retval = &result};
	zend_fcall_info_cache callee = {.function_handler = NULL};
	uint32_t i;

	for (i = 0; i < template->hook_count && EXPECTED(!EG(exception)); i++) {
		const brine_template_hook *hook = &template->hooks[i];

		callee.object = call.object = things[hook->object];
		callee.called_scope = callee.object->ce;
		callee.function_handler = method_of(callee.object, hook);
		ZVAL_COPY_VALUE(&argument, &hook->argument);
		if (hook->argument_thing != BRINE_NO_THING) {
			put_thing(&argument, things[hook->argument_thing], false);
		}
		call.param_count = Z_TYPE(argument) != IS_UNDEF ? 1 : 0;
		zend_call_function(&call, &callee);
		zval_ptr_dtor(&result);
	}
	if (EXPECTED(!EG(exception))) {
		return true;
	}
	for (i--; i < template->hook_count; i++) {
		GC_ADD_FLAGS((zend_object *) things[template->hooks[i].object], IS_OBJ_DESTRUCTOR_CALLED);
	}
	return false;
}

/*
 * Ends the hold of an object. What nobody else has held or let go meanwhile is no garbage; to tell the collector of each would take longer than the rest, here and when it
 * is freed.
 */
static zend_always_inline void release_object(zend_object *object, uint32_t holders)
{
	if (EXPECTED(GC_REFCOUNT(object) == holders + 1)) {
		GC_DELREF(object);
	} else {
		OBJ_RELEASE(object);
	}
}

/* Hooks may change all that was made: their objects and arguments are held until the last one has run. */
static bool run_hooks(const brine_template *template, void *const *things)
{
	const brine_template_hook *hooks = template->hooks;
	bool success;

	for (uint32_t i = 0; i < template->hook_count; i++) {
		GC_ADDREF((zend_object *) things[hooks[i].object]);
	}
	BG(serialize_lock)++;
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	success = call_hooks(template, things);
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	BG(serialize_lock)--;
	for (uint32_t i = 0; i < template->hook_count; i++) {
		if (hooks[i].argument_thing != BRINE_NO_THING) {
			zval argument;

			put_thing(&argument, things[hooks[i].argument_thing], false);
			zval_ptr_dtor(&argument);
		}
		release_object(things[hooks[i].object], template->objects[hooks[i].object].holders);
	}
	return success;
}

zend_result brine_template_build(zval *result, const brine_template *template, void *const *resolved)
{
	void *few[FEW_THINGS];
	void **things = template->thing_count <= FEW_THINGS ? few : safe_emalloc(template->thing_count, sizeof(*things), 0);
	bool success;
	zval value;

	make_things(template, things, resolved);
	put_thing(&value, things[template->root], template->root < template->object_count);
	success = template->hook_count == 0 || run_hooks(template, things);
	if (things != few) {
		efree(things);
	}
	/* As at the end of a decode: a value that holds itself becomes a root of the cycle collector. */
	if (Z_TYPE(value) == IS_OBJECT && GC_REFCOUNT(Z_OBJ(value)) > 1 && !(Z_OBJCE(value)->ce_flags & ZEND_ACC_ENUM)) {
		gc_check_possible_root((zend_refcounted *) Z_OBJ(value));
	}
	if (UNEXPECTED(!success || EG(exception))) {
		zval_ptr_dtor(&value);
		ZVAL_NULL(result);
		return FAILURE;
	}
	ZVAL_COPY_VALUE(result, &value);
	return SUCCESS;
}
