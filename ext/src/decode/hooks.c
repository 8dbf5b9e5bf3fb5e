/* The end of a decode with objects: runs hooks, or dismantles the value after an error. */
#include "decode/hooks.h"
#include "globals.h"
#include "core/fiber.h"
#include "decode/refuse.h"
#include "decode/state.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_var.h"
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

/* The running internal hook that a call belongs to; NULL if it is not ours, for example if unserialize() inside a handler or loader calls it. */
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
	running->hides_deprecations = decoder->hook_elements > BRINE_MOST_DEPRECATIONS;
	call_method(method, hook);
	running->object = NULL;
	brine_silence_end(&running->silence);
	if (UNEXPECTED(running->warning)) {
		throw_warning(running);
	}
}

/* PHP's own hooks can leave properties in a packed array. The engine expects a hash and would read out of bounds when cloning the object. */
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

static bool call_hook(brine_decoder *decoder, brine_hook *hook)
{
	zend_function *method = method_of(hook);

	if (method->type == ZEND_INTERNAL_FUNCTION) {
		call_method_of_php(decoder, method, hook);
	} else {
		call_method(method, hook);
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
 * Runs Serializable::unserialize() in an unserialize() context of its own, as a nested unserialize() must not share allowed classes and numbers with
 * an outer call. Blocks fiber switches: only one such context can be active.
 */
static bool call_serializable(brine_decoder *decoder, brine_hook *hook)
{
	php_unserialize_data_t outer = BG(unserialize).data, own;
	unsigned level = BG(unserialize).level, lock = BG(serialize_lock);
	bool success;

	BG(unserialize).level = 0;
	BG(serialize_lock) = 0;
	zend_fiber_switch_block();
	own = php_var_unserialize_init();
	php_var_unserialize_set_allowed_classes(own, decoder->allowed_classes);
	success = call_hook(decoder, hook);
	php_var_unserialize_destroy(own);
	zend_fiber_switch_unblock();
	BG(unserialize).data = outer;
	BG(unserialize).level = level;
	BG(serialize_lock) = lock;
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

/* Runs the hooks that are Serializable::unserialize(), or all others. After a failure, only suppresses the objects' destructors. */
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
