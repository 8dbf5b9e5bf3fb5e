/* Creates a template's objects and arrays, fills them, and runs their hooks. */
#include "resident/template.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "ext/standard/basic_functions.h"

/* Up to so many nodes need no allocation. */
#define FEW_NODES 32

/* A copy of an array that will be patched. Keys and strings are interned, so nothing is refcounted. */
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

/* NULL if there is nothing to create. */
static zend_always_inline zend_object *make_object(const brine_template_object *image, void *const *resolved)
{
	zend_object *object;

	if (UNEXPECTED(image->make > BRINE_MAKE_DEFAULT)) {
		object = image->make == BRINE_MAKE_CASE ? resolved[image->class_number] : NULL;
		if (object) {
			GC_SET_REFCOUNT(object, GC_REFCOUNT(object) + image->holders);
		}
		return object;
	}
	object = zend_objects_new(resolved[image->class_number]);
	if (EXPECTED(image->make == BRINE_MAKE_SLOTS)) {
		memcpy(object->properties_table, image->slots, image->slot_count * sizeof(zval));
	} else {
		object_properties_init(object, object->ce);
	}
	GC_SET_REFCOUNT(object, image->holders);
	return object;
}

/* Preserves u2, which belongs to the place. */
static zend_always_inline void put_node(zval *place, void *node, bool is_object)
{
	Z_PTR_P(place) = node;
	Z_TYPE_INFO_P(place) = is_object ? IS_OBJECT_EX : IS_ARRAY_EX;
}

static zend_always_inline void patch(
	const brine_template *template, void *const *nodes, char *container, const brine_template_patch *p)
{
	put_node((zval *) (container + p->offset), nodes[p->node], p->node < template->object_count);
}

/* Sets a default that is not simple. Shared classes keep computed defaults elsewhere. */
static void put_default(zend_object *object, size_t offset)
{
	const char *defaults = (const char *) CE_DEFAULT_PROPERTIES_TABLE(object->ce);
	zval *place = (zval *) ((char *) object + offset);

	ZVAL_COPY_PROP(place, (const zval *) (defaults + offset - offsetof(zend_object, properties_table)));
}

/* Fills in what images leave out. */
static void patch_nodes(const brine_template *template, void *const *nodes)
{
	const brine_template_patch *p = template->patches, *end = p + template->object_patch_count;

	for (; p < end; p++) {
		zend_object *object = nodes[p->container];

		if (UNEXPECTED(p->node == BRINE_NODE_IS_DEFAULT)) {
			put_default(object, p->offset);
		} else {
			patch(template, nodes, (char *) object, p);
		}
	}
	for (end = template->patches + template->patch_count; p < end; p++) {
		const zend_array *array = nodes[p->container];

		/* Valid for hash arrays too: packed elements start at the same pointer. */
		patch(template, nodes, (char *) array->arData, p);
	}
	if (UNEXPECTED(template->has_properties)) {
		for (uint32_t i = 0; i < template->object_count; i++) {
			uint32_t properties = template->objects[i].properties;

			if (properties != BRINE_NO_NODE) {
				((zend_object *) nodes[i])->properties = nodes[properties];
			}
		}
	}
}

/*
 * Creates all nodes. If memory_limit ends the request midway, objects hold only complete values: the gaps in an image
 * are null pointers, which are not refcounted.
 */
static void make_nodes(const brine_template *template, void **nodes, void *const *resolved)
{
	uint32_t i;

	for (i = 0; i < template->object_count; i++) {
		nodes[i] = make_object(&template->objects[i], resolved);
	}
	for (; i < template->node_count; i++) {
		nodes[i] = copy_array(template->arrays[i - template->object_count]);
	}
	patch_nodes(template, nodes);
}

static zend_function *method_of(const zend_object *object, const brine_template_hook *hook)
{
	zend_class_entry *ce = object->ce;

	return Z_TYPE(hook->argument) != IS_UNDEF ? ce->__unserialize
											  : zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
}

/* Calls the hooks as zend_call_known_function() would. False if one threw; then the others are not called. */
static bool call_hooks(const brine_template *template, void *const *nodes)
{
	zval argument, result;
	zend_fcall_info call = {.size = sizeof(call), .params = &argument, .retval = &result};
	zend_fcall_info_cache callee = {.function_handler = NULL};
	uint32_t i;

	for (i = 0; i < template->hook_count && EXPECTED(!EG(exception)); i++) {
		const brine_template_hook *hook = &template->hooks[i];

		callee.object = call.object = nodes[hook->object];
		callee.called_scope = callee.object->ce;
		callee.function_handler = method_of(callee.object, hook);
		ZVAL_COPY_VALUE(&argument, &hook->argument);
		if (hook->argument_node != BRINE_NO_NODE) {
			put_node(&argument, nodes[hook->argument_node], false);
		}
		call.param_count = Z_TYPE(argument) != IS_UNDEF ? 1 : 0;
		zend_call_function(&call, &callee);
		zval_ptr_dtor(&result);
	}
	if (EXPECTED(!EG(exception))) {
		return true;
	}
	for (i--; i < template->hook_count; i++) {
		GC_ADD_FLAGS((zend_object *) nodes[template->hooks[i].object], IS_OBJ_DESTRUCTOR_CALLED);
	}
	return false;
}

/*
 * Releases our hold of an object. Unless its refcount changed meanwhile it is not garbage, so it is not reported to the
 * cycle collector, which would be slower than all the rest.
 */
static zend_always_inline void release_object(zend_object *object, uint32_t holders)
{
	if (EXPECTED(GC_REFCOUNT(object) == holders)) {
		GC_DELREF(object);
	} else {
		OBJ_RELEASE(object);
	}
}

/*
 * Hooks may change everything: objects, with themselves as holders, and arguments are held until the last hook has run.
 * If one throws, the value is released and set to null.
 */
static bool run_hooks(const brine_template *template, void *const *nodes, zval *value)
{
	const brine_template_hook *hooks = template->hooks;
	bool success;

	BG(serialize_lock)++;
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	success = call_hooks(template, nodes);
	BG(serialize_lock)--;
	for (uint32_t i = 0; i < template->hook_count; i++) {
		if (hooks[i].argument_node != BRINE_NO_NODE) {
			zval argument;

			put_node(&argument, nodes[hooks[i].argument_node], false);
			zval_ptr_dtor(&argument);
		}
		release_object(nodes[hooks[i].object], template->objects[hooks[i].object].holders);
	}
	if (UNEXPECTED(!success)) {
		zval_ptr_dtor(value);
		ZVAL_NULL(value);
	}
	/* Released values run destructors, which are user code too. */
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	return success;
}

zend_result brine_template_build(zval *result, const brine_template *template, void *const *resolved)
{
	void *few[FEW_NODES];
	void **nodes = template->node_count <= FEW_NODES ? few : safe_emalloc(template->node_count, sizeof(*nodes), 0);
	bool success;
	zval value;

	make_nodes(template, nodes, resolved);
	put_node(&value, nodes[template->root], template->root < template->object_count);
	success = template->hook_count == 0 || run_hooks(template, nodes, &value);
	if (nodes != few) {
		efree(nodes);
	}
	/* As after a decode: a value that contains itself becomes a cycle collector root. */
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

bool brine_class_is_open(const zend_class_entry *ce)
{
	return ce->default_properties_count == 0 && (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES)
		&& zend_hash_num_elements(&ce->properties_info) == 0;
}
