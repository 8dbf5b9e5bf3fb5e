/* The end of a decode with objects: runs hooks, or dismantles the value after an error. */
#include "decode/hooks.h"
#include "globals.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "decode/guard.h"
#include "decode/refuse.h"
#include "decode/state.h"
#include "ext/spl/spl_fixedarray.h"
#include "ext/spl/spl_observer.h"
#include "ext/standard/basic_functions.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"
#include "zend_observer.h"

static zend_function *method_of(const brine_hook *hook)
{
	zend_class_entry *ce = hook->object->ce;

	switch (hook->kind) {
		case BRINE_HOOK_UNSERIALIZE:
			return ce->__unserialize;
		case BRINE_HOOK_WAKEUP:
			return zend_hash_find_ptr(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
		default:
			return zend_hash_str_find_ptr(&ce->function_table, "unserialize", sizeof("unserialize") - 1);
	}
}

static void call_method(zend_function *method, brine_hook *hook)
{
	bool has_argument = hook->kind != BRINE_HOOK_WAKEUP;
	zval result;

	ZVAL_UNDEF(&result);
	zend_call_known_function(method, hook->object, hook->object->ce, &result, has_argument ? 1 : 0,
		has_argument ? &hook->argument : NULL, NULL);
	zval_ptr_dtor(&result);
}

/* True if a call may be a decoder's call of an internal hook: no user code is the caller. */
static bool is_hook_of_php(const zend_execute_data *call)
{
	const zend_execute_data *caller = call ? call->prev_execute_data : NULL;
	const zend_function *method = call ? call->func : NULL;

	return method && method->type == ZEND_INTERNAL_FUNCTION && method->common.scope && Z_TYPE(call->This) == IS_OBJECT
		&& !(caller && caller->func && ZEND_USER_CODE(caller->func->type))
		&& (method == method->common.scope->__unserialize
			|| zend_string_equals(method->common.function_name, ZSTR_KNOWN(ZEND_STR_WAKEUP)));
}

/*
 * The running internal hook that a call belongs to; NULL if it is not ours, for example if unserialize() inside a
 * handler or loader calls it.
 */
static brine_hook_of_php *find_hook_of_php(const zend_execute_data *call)
{
	if (!is_hook_of_php(call)) {
		return NULL;
	}
	for (brine_pooled *pooled = BRINE_G(decoders); pooled; pooled = pooled->next) {
		brine_hook_of_php *running = &((brine_decoder *) pooled)->hook_of_php;

		if (running->object == Z_OBJ(call->This)) {
			return running;
		}
	}
	return NULL;
}

/* User code in an internal hook is heard, after a silenced error too. */
static void end_silences(void)
{
	for (brine_pooled *pooled = BRINE_G(decoders); pooled; pooled = pooled->next) {
		brine_silence_end(&((brine_decoder *) pooled)->hook_of_php.silence);
	}
}

/* Records the first warning or notice of an internal hook and suppresses it; it is thrown as an exception later. */
static ZEND_COLD void note_warning(int level, zend_string *file, uint32_t line, zend_string *message)
{
	brine_hook_of_php *running;

	(void) file;
	(void) line;
	end_silences();
	if (!(level & (E_WARNING | E_NOTICE | E_DEPRECATED)) || !(running = find_hook_of_php(EG(current_execute_data)))) {
		return;
	}
	if (level == E_DEPRECATED && !running->hides_deprecations) {
		return;
	}
	if (level != E_DEPRECATED && !running->warning) {
		running->warning = zend_string_copy(message);
		running->level = level;
	}
	brine_silence_begin(&running->silence, level);
}

void brine_hooks_startup(void)
{
	zend_observer_error_register(note_warning);
}

void brine_hooks_forget(brine_decoder *decoder)
{
	brine_hook_of_php *running = &decoder->hook_of_php;

	brine_silence_end(&running->silence);
	memset(running, 0, sizeof(*running));
}

/* Throws the recorded warning, unless the hook threw itself. */
static ZEND_COLD zend_never_inline void throw_warning(brine_hook_of_php *running)
{
	if (!EG(exception)) {
		zend_throw_error_exception(zend_ce_error_exception, running->warning, 0, running->level);
	}
	zend_string_release(running->warning);
	running->warning = NULL;
}

static void call_method_of_php(brine_decoder *decoder, zend_function *method, brine_hook *hook)
{
	brine_hook_of_php *running = &decoder->hook_of_php;

	running->object = hook->object;
	running->hides_deprecations = decoder->hook_elements > BRINE_MAX_DEPRECATIONS;
	call_method(method, hook);
	running->object = NULL;
	brine_silence_end(&running->silence);
	if (UNEXPECTED(running->warning)) {
		throw_warning(running);
	}
}

/*
 * PHP's own hooks can leave properties in a packed array. The engine expects a hash and would read out of bounds when
 * cloning the object.
 */
static zend_always_inline void keep_properties_in_map(zend_object *object)
{
	if (EXPECTED(!object->properties || !HT_IS_PACKED(object->properties))) {
		return;
	}
	if (UNEXPECTED(GC_REFCOUNT(object->properties) > 1)) {
		GC_TRY_DELREF(object->properties);
		object->properties = zend_array_dup(object->properties);
	}
	zend_hash_packed_to_hash(object->properties);
}

/*
 * Replaces PHP references that nothing but this array and the decoder's list hold. Native text has none, and PHP's date
 * classes skip all references.
 */
static zend_never_inline void drop_lone_references(zend_array *array)
{
	zval *element;

	if (GC_REFCOUNT(array) > 1) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(array, element) {
		if (Z_ISREF_P(element) && Z_REFCOUNT_P(element) == 2) {
			zend_reference *reference = Z_REF_P(element);

			ZVAL_COPY(element, &reference->val);
			GC_DELREF(reference);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* The properties in the array that a class of SPL reads; NULL if there are none. */
static zend_array *properties_of_state(const zend_class_entry *ce, zval *state)
{
	zval *element = state;

	if (!instanceof_function(ce, spl_ce_SplFixedArray)) {
		element = zend_hash_index_find(Z_ARRVAL_P(state), instanceof_function(ce, spl_ce_SplObjectStorage) ? 1 : 2);
		if (!element) {
			return NULL;
		}
		ZVAL_DEREF(element);
	}
	return Z_TYPE_P(element) == IS_ARRAY ? Z_ARRVAL_P(element) : NULL;
}

/* PHP would give a notice of other names, which nothing declares. */
static bool is_mangled_well(const zend_string *name)
{
	const char *text = ZSTR_VAL(name);

	return text[0] != '\0'
		|| (ZSTR_LEN(name) > 3 && text[1] != '\0' && memchr(text + 2, '\0', ZSTR_LEN(name) - 3) != NULL);
}

/* The declaration that PHP finds for a mangled name, if it is virtual. */
static const zend_property_info *find_virtual(const zend_class_entry *ce, const zend_string *mangled)
{
	const zend_class_entry *scope = ce;
	const zend_property_info *info = NULL;
	const char *class_name, *name;
	size_t length;

	if (!is_mangled_well(mangled)) {
		return NULL;
	}
	zend_unmangle_property_name_ex(mangled, &class_name, &name, &length);
	while (class_name && scope && strcasecmp(ZSTR_VAL(scope->name), class_name) != 0) {
		scope = scope->parent;
	}
	if (scope) {
		info = zend_hash_str_find_ptr(&scope->properties_info, name, length);
	}
	if (!info || !(info->flags & ZEND_ACC_PRIVATE) || info->ce != scope) {
		info = zend_hash_str_find_ptr(&ce->properties_info, name, length);
		if (info && (info->flags & ZEND_ACC_PRIVATE) && info->ce != ce) {
			return NULL;
		}
	}
	return info && !(info->flags & ZEND_ACC_STATIC) && brine_property_is_virtual(info) ? info : NULL;
}

/* SPL would write the value of a virtual property behind the object, which has no slot for it: throws instead. */
static bool may_call_spl(const zend_function *method, brine_hook *hook)
{
	const zend_class_entry *ce = hook->object->ce;
	const zend_module_entry *module = method->internal_function.module;
	zend_array *properties;
	zend_string *name;

	if (!BRINE_HAVE_VIRTUAL_PROPERTIES || ce->type == ZEND_INTERNAL_CLASS || hook->kind != BRINE_HOOK_UNSERIALIZE
		|| !module || strcmp(module->name, "SPL") != 0 || !(properties = properties_of_state(ce, &hook->argument))) {
		return true;
	}
	ZEND_HASH_FOREACH_STR_KEY(properties, name) {
		const zend_property_info *info = name && ZSTR_LEN(name) > 0 ? find_virtual(ce, name) : NULL;

		if (UNEXPECTED(info)) {
			zend_throw_error(NULL, "Cannot unserialize value for virtual property %s::$%s", ZSTR_VAL(info->ce->name),
				zend_get_unmangled_property_name(info->name));
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool call_hook(brine_decoder *decoder, brine_hook *hook)
{
	zend_function *method = method_of(hook);

	if (UNEXPECTED(decoder->reference_count > 0) && hook->kind == BRINE_HOOK_UNSERIALIZE) {
		drop_lone_references(Z_ARRVAL(hook->argument));
	}
	if (method->type != ZEND_INTERNAL_FUNCTION) {
		call_method(method, hook);
	} else if (EXPECTED(may_call_spl(method, hook))) {
		call_method_of_php(decoder, method, hook);
	}
	keep_properties_in_map(hook->object);
	if (EXPECTED(!EG(exception))) {
		return true;
	}
	if (method->type == ZEND_INTERNAL_FUNCTION && brine_php_refused()) {
		brine_decode_locate(decoder, hook->object);
		brine_decode_refuse_state(decoder, hook->object->ce, hook->at);
		brine_decode_throw(decoder, NULL);
	}
	return false;
}

/*
 * Runs Serializable::unserialize() in an unserialize() context of its own, as a nested unserialize() must not share
 * allowed classes and numbers with an outer call. Blocks fiber switches: only one such context can be active.
 */
static bool call_serializable(brine_decoder *decoder, brine_hook *hook)
{
	brine_native_context context;
	bool success;

	brine_native_begin(
		&context, decoder->allowed_classes, Z_STRVAL(hook->argument), Z_STRLEN(hook->argument), decoder->reader);
	success = call_hook(decoder, hook);
	brine_native_end(&context);
	return success && !EG(exception);
}

static bool run_hook(brine_decoder *decoder, brine_hook *hook)
{
	bool success;

	if (UNEXPECTED(hook->kind == BRINE_HOOK_SERIALIZABLE)) {
		return call_serializable(decoder, hook);
	}
	BG(serialize_lock)++;
	success = call_hook(decoder, hook);
	BG(serialize_lock)--;
	return success;
}

/*
 * Runs the hooks that are Serializable::unserialize(), or all others. After a failure, only suppresses the objects'
 * destructors.
 */
static bool run_hooks_of_kind(brine_decoder *decoder, bool serializable, bool success)
{
	for (uint32_t i = 0; i < decoder->hook_count; i++) {
		brine_hook *hook = &decoder->hooks[i];

		if ((hook->kind == BRINE_HOOK_SERIALIZABLE) == serializable) {
			success = success && run_hook(decoder, hook);
			if (UNEXPECTED(!success)) {
				GC_ADD_FLAGS(hook->object, IS_OBJ_DESTRUCTOR_CALLED);
			}
		}
	}
	return success;
}

static void release_hooks(brine_decoder *decoder)
{
	uint32_t count = decoder->hook_count;

	decoder->hook_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		brine_hook *hook = &decoder->hooks[i];

		zval_ptr_dtor(&hook->argument);
		OBJ_RELEASE(hook->object);
	}
}

void brine_decode_run_hooks(brine_decoder *decoder, zval *value)
{
	bool success;

	decoder->ran_hooks = true;
	decoder->built = value;
	/* Destructors of values that hooks leave behind are user code too. */
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	/* unserialize() calls the older interface while it reads, so before all other hooks. */
	success = run_hooks_of_kind(decoder, true, true);
	success = run_hooks_of_kind(decoder, false, success);
	release_hooks(decoder);
	if (UNEXPECTED(!success)) {
		zval_ptr_dtor(value);
		ZVAL_NULL(value);
	}
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
}

/* Empties an object under construction, which breaks every cycle through it. */
static void empty_object(zend_object *object)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		zval *slot = &object->properties_table[i];
		zval value;

		if (Z_ISREF_P(slot) && ZEND_REF_HAS_TYPE_SOURCES(Z_REF_P(slot))) {
			zend_property_info *info = zend_get_typed_property_info_for_slot(object, slot);

			if (info) {
				ZEND_REF_DEL_TYPE_SOURCE(Z_REF_P(slot), info);
			}
		}
		ZVAL_COPY_VALUE(&value, slot);
		ZVAL_UNDEF(slot);
		zval_ptr_dtor_nogc(&value);
	}
	if (object->properties && object->handlers->get_properties == zend_std_get_properties) {
		zend_array *properties = object->properties;

		object->properties = NULL;
		zend_array_release(properties);
	}
}

void brine_decode_dismantle(brine_decoder *decoder, zval *value)
{
	uint32_t count = decoder->object_count;

	for (uint32_t i = 0; i < count; i++) {
		GC_ADDREF(decoder->objects[i].object);
		if (!(decoder->objects[i].object->ce->ce_flags & ZEND_ACC_ENUM)) {
			GC_ADD_FLAGS(decoder->objects[i].object, IS_OBJ_DESTRUCTOR_CALLED);
		}
	}
	for (uint32_t i = 0; i < decoder->reference_count; i++) {
		zval held;

		ZVAL_COPY_VALUE(&held, &decoder->references[i].reference->val);
		ZVAL_NULL(&decoder->references[i].reference->val);
		zval_ptr_dtor_nogc(&held);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!(decoder->objects[i].object->ce->ce_flags & ZEND_ACC_ENUM)) {
			empty_object(decoder->objects[i].object);
		}
	}
	release_hooks(decoder);
	zval_ptr_dtor_nogc(value);
	for (uint32_t i = 0; i < count; i++) {
		OBJ_RELEASE(decoder->objects[i].object);
	}
	decoder->object_count = 0;
}
