/* Per-class data: class names, property names, and how objects of a shape are built. */
#include "decode/class.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/key_cache.h"
#include "core/names.h"
#include "decode/guard.h"
#include "decode/keys.h"
#include "decode/limits.h"
#include "decode/refuse.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"

static bool is_class_allowed(const brine_decoder *decoder, zend_string *lower_name)
{
	return !decoder->allowed_classes || brine_class_list_has(decoder->allowed_classes, lower_name);
}

/* Calls class loaders, unless they have just failed for this class. NULL if the class is unknown or a loader threw. */
static zend_class_entry *call_loaders(const brine_decoder *decoder, zend_string *name, zend_string *lower_name)
{
	bool is_unknown = decoder->unknown_class && zend_string_equals(decoder->unknown_class, lower_name);
	zend_class_entry *ce;

	BG(serialize_lock)++;
	ce = zend_lookup_class_ex(name, lower_name, is_unknown ? ZEND_FETCH_CLASS_NO_AUTOLOAD : 0);
	BG(serialize_lock)--;
	return ce;
}

/* Calls unserialize_callback_func for a class that no loader knew. NULL if that did not define it, or threw. */
static zend_class_entry *call_callback(const brine_decoder *decoder, zend_string *name)
{
	const char *callback = brine_unserialize_callback();
	zend_class_entry *ce = NULL;
	zval function, argument, result;

	if (!callback || callback[0] == '\0') {
		return NULL;
	}
	ZVAL_STRING(&function, callback);
	ZVAL_STR(&argument, name);
	ZVAL_UNDEF(&result);
	BG(serialize_lock)++;
	call_user_function(NULL, NULL, &function, &result, 1, &argument);
	zval_ptr_dtor(&result);
	if (!EG(exception)) {
		ce = zend_lookup_class(name);
		if (!ce && !EG(exception) && !decoder->refuses_missing) {
			php_error_docref(
				NULL, E_WARNING, "Function %s() hasn't defined the class it was called for", Z_STRVAL(function));
		}
	}
	BG(serialize_lock)--;
	zval_ptr_dtor(&function);
	return ce;
}

/* False if no nesting level is left: loaders and callbacks may decode recursively. */
static bool may_run_user_code(brine_decoder *decoder, const unsigned char *at)
{
	return EXPECTED(decoder->max_depth > 0) || brine_decode_fail(decoder, BRINE_ERR_MAX_DEPTH, at);
}

/*
 * Calls loaders and the callback for a class; NULL if it stays unknown or one of them threw. Levels open here are not
 * available to what they call.
 */
static zend_never_inline zend_class_entry *load_class(
	const brine_decoder *decoder, zend_string *name, zend_string *lower_name)
{
	uint32_t levels = decoder->depth + BRINE_LEVELS_PER_HOOK;
	zend_class_entry *ce;

	brine_use_levels(levels);
	ce = call_loaders(decoder, name, lower_name);
	if (!ce && !EG(exception)) {
		ce = call_callback(decoder, name);
	}
	brine_return_levels(levels);
	return ce;
}

/* The declared class of exactly this name; NULL for aliases and anonymous classes. */
static zend_class_entry *find_declared(const zend_string *name, zend_string *lower_name)
{
	zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), lower_name);

	return EXPECTED(ce && (ce->ce_flags & (ZEND_ACC_LINKED | ZEND_ACC_ANON_CLASS)) == ZEND_ACC_LINKED
			   && zend_string_equals(ce->name, name))
		? ce
		: NULL;
}

static bool is_class_name(zend_string *name)
{
	return ZSTR_VAL(name)[0] != '\\' && zend_is_valid_class_name(name) && ZSTR_LEN(name) > 0;
}

/*
 * Looks up a class that was not yet named in this call. *ce is NULL if it is missing or not allowed. `at` is the
 * position of the name.
 */
static BRINE_HOT bool find_class(
	brine_decoder *decoder, zend_string *name, zend_class_entry **ce, const unsigned char *at)
{
	zend_string *lower_name;
	bool allowed, is_known = true;

	if (!decoder->allowed_classes && (*ce = brine_class_cache_find(BRINE_G(shapes), name))) {
		return true;
	}
	if (UNEXPECTED(decoder->allowed_classes == &brine_no_objects)) {
		return brine_decode_fail(decoder, BRINE_ERR_BAD_DICTIONARY, at);
	}
	lower_name = zend_string_tolower(name);
	*ce = find_declared(name, lower_name);
	if (UNEXPECTED(!*ce && !brine_class_cache_has(BRINE_G(shapes), name) && !is_class_name(name))) {
		zend_string_release(lower_name);
		return brine_decode_refuse_name(decoder, name, at);
	}
	allowed = is_class_allowed(decoder, lower_name);
	if (UNEXPECTED(!allowed)) {
		*ce = NULL;
	} else if (!decoder->allowed_classes && brine_guard_refuses(name, lower_name, decoder->reader)) {
		brine_decode_fail_with(decoder, BRINE_ERR_BAD_CLASS, at, brine_guard_message(name));
	} else if (!*ce) {
		*ce = may_run_user_code(decoder, at) ? load_class(decoder, name, lower_name) : NULL;
		/* A class loader may have changed the setting. */
		is_known = decoder->allowed_classes || !brine_guard_refuses(name, lower_name, decoder->reader);
	}
	/* A list of the caller says nothing about the setting. */
	is_known = is_known && allowed && (EXPECTED(!decoder->allowed_classes) || !BRINE_G(guard));
	zend_string_release(lower_name);
	if (UNEXPECTED(decoder->error != BRINE_OK)) {
		return false;
	}
	if (UNEXPECTED(allowed && !*ce && decoder->refuses_missing && !EG(exception))) {
		return brine_decode_refuse_missing(decoder, name, at);
	}
	if (is_known) {
		brine_class_cache_add(BRINE_G(shapes), name, *ce);
	}
	return EXPECTED(!EG(exception)) || brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
}

/* This many classes are searched linearly; the others by an index. */
#define CLASSES_WITHOUT_INDEX 8

static zend_always_inline const brine_named_class *find_known(brine_decoder *decoder, const zend_string *name)
{
	const brine_identity_entry *known;

	for (uint32_t i = 0; i < decoder->class_count && i < CLASSES_WITHOUT_INDEX; i++) {
		if (decoder->classes[i].name == name) {
			return &decoder->classes[i];
		}
	}
	if (EXPECTED(decoder->class_count <= CLASSES_WITHOUT_INDEX)) {
		return NULL;
	}
	known = brine_identity_find(&decoder->class_names, name);
	return known ? &decoder->classes[known->number] : NULL;
}

static BRINE_HOT void keep_class(brine_decoder *decoder, const brine_named_class *class_reference)
{
	BRINE_GROWABLE_ENSURE(decoder->classes, decoder->class_capacity, decoder->class_count);
	decoder->classes[decoder->class_count] = *class_reference;
	if (UNEXPECTED(decoder->class_count >= CLASSES_WITHOUT_INDEX)) {
		brine_identity_add(&decoder->class_names, class_reference->name, decoder->class_count, 0);
	}
	decoder->class_count++;
}

static zend_always_inline bool decode_named_class(
	brine_decoder *decoder, zend_string *name, brine_named_class *class_reference, const unsigned char *at)
{
	const brine_named_class *known = find_known(decoder, name);

	if (known) {
		*class_reference = *known;
		return true;
	}
	class_reference->name = name;
	if (UNEXPECTED(!find_class(decoder, name, &class_reference->ce, at))) {
		return false;
	}
	class_reference->incomplete = class_reference->ce == NULL;
	if (UNEXPECTED(class_reference->incomplete)) {
		class_reference->ce = PHP_IC_ENTRY;
	}
	keep_class(decoder, class_reference);
	return true;
}

bool brine_decode_named_class(
	brine_decoder *decoder, zend_string *name, brine_named_class *class_reference, const unsigned char *at)
{
	return decode_named_class(decoder, name, class_reference, at);
}

BRINE_HOT bool brine_decode_class(brine_decoder *decoder, brine_named_class *class_reference)
{
	const unsigned char *at = decoder->in.p;
	zend_string *name = brine_decode_key_string(decoder);

	return EXPECTED(name) && decode_named_class(decoder, name, class_reference, at);
}

/* Evaluates default values, whose constants may need classes to be loaded. */
static zend_never_inline bool update_constants(brine_decoder *decoder, zend_class_entry *ce, const unsigned char *at)
{
	uint32_t levels = decoder->depth + BRINE_LEVELS_PER_HOOK;
	zend_result result;

	if (!may_run_user_code(decoder, at)) {
		return false;
	}
	brine_use_levels(levels);
	result = zend_update_class_constants(ce);
	brine_return_levels(levels);
	return result == SUCCESS || brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
}

BRINE_HOT bool brine_decode_prepare_class(brine_decoder *decoder, zend_class_entry *ce, const unsigned char *at)
{
	const uint32_t refused = ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_ENUM | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS
		| ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ANON_CLASS;

	if (UNEXPECTED(ce->ce_flags & refused)) {
		return brine_decode_refuse_class(decoder, ce, at);
	}
	return EXPECTED(ce->ce_flags & ZEND_ACC_CONSTANTS_UPDATED) || update_constants(decoder, ce, at);
}

/* A name as in the payload: scope is "" for public and "*" for protected. */
typedef struct {
	const char *scope;
	size_t scope_size;
	/* The plain name is `string` from `skip` on; the registry of strings owns it. */
	zend_string *string;
	uint32_t skip;
	const unsigned char *at;
} property_name;

static const char *plain_bytes(const property_name *name)
{
	return ZSTR_VAL(name->string) + name->skip;
}

static size_t plain_size(const property_name *name)
{
	return ZSTR_LEN(name->string) - name->skip;
}

/* Scope of the names, as the latest scope byte says. */
typedef struct {
	unsigned kind;
	const char *bytes;
	size_t size;
} name_scope;

/* Reads the scope byte that applies to this name and those after it, if there is one. */
static bool decode_scope(brine_decoder *decoder, name_scope *scope, const zend_string *class_name)
{
	brine_cursor *in = &decoder->in;
	const unsigned char *at = in->p;
	const zend_string *of;

	if (in->p == in->end || *in->p > BRINE_SCOPE_PRIVATE_OF) {
		return true;
	}
	if (UNEXPECTED(*in->p == scope->kind && scope->kind != BRINE_SCOPE_PRIVATE_OF)) {
		return brine_decode_refuse_scope_again(decoder, scope->kind, at);
	}
	scope->kind = *in->p++;
	switch (scope->kind) {
		case BRINE_SCOPE_PUBLIC:
			*scope = (name_scope){BRINE_SCOPE_PUBLIC, "", 0};
			return true;
		case BRINE_SCOPE_PROTECTED:
			*scope = (name_scope){BRINE_SCOPE_PROTECTED, "*", 1};
			return true;
		case BRINE_SCOPE_PRIVATE:
			of = class_name;
			break;
		default:
			of = brine_decode_key_string(decoder);
			if (UNEXPECTED(!of)) {
				return false;
			}
			/* The mangled form must demangle to the same scope and name. */
			if (UNEXPECTED(ZSTR_LEN(of) == 0 || memchr(ZSTR_VAL(of), '\0', ZSTR_LEN(of)))) {
				return brine_decode_refuse_owner(decoder, of, at);
			}
	}
	scope->bytes = ZSTR_VAL(of);
	scope->size = ZSTR_LEN(of);
	return true;
}

/* Charges a scoped name: both parts are joined or split once per class. */
static bool charge_name(brine_decoder *decoder, const property_name *name, size_t scope_size)
{
	return brine_decode_charge(
		decoder, BRINE_MEMORY_OF_NAME + (uint64_t) scope_size + ZSTR_LEN(name->string), name->at);
}

static BRINE_HOT bool decode_name(
	brine_decoder *decoder, property_name *name, name_scope *scope, const brine_decoded_shape *shape)
{
	*name = (property_name){.at = decoder->in.p};
	if (UNEXPECTED(!decode_scope(decoder, scope, shape->class_name))) {
		return false;
	}
	name->scope = scope->bytes;
	name->scope_size = scope->size;
	name->string = brine_decode_key_string(decoder);
	if (UNEXPECTED(!name->string)) {
		return false;
	}
	if (scope->kind != BRINE_SCOPE_PUBLIC) {
		return ZSTR_LEN(name->string) > 0 ? charge_name(decoder, name, scope->size)
										  : brine_decode_refuse_no_name(decoder, scope->kind, name->at);
	}
	if (UNEXPECTED(ZSTR_VAL(name->string)[0] == '\0') && ZSTR_LEN(name->string) > 0) {
		/* A mangled name, whose scope is scanned each time it is read: its length is charged. */
		name->skip = brine_name_skip(name->string);
		if (name->skip > 0) {
			name->scope = ZSTR_VAL(name->string) + 1;
			name->scope_size = name->skip - 2;
		}
		return charge_name(decoder, name, 0)
			&& (EXPECTED(brine_is_property_name(shape->ce, name->string))
				|| brine_decode_refuse_property_name(decoder, shape->ce, name->string, name->at));
	}
	return true;
}

/* The name in PHP's mangled form; the caller owns a reference. */
static zend_string *mangle(const property_name *name)
{
	if (name->scope_size == 0 || name->skip > 0) {
		return zend_string_copy(name->string);
	}
	return zend_mangle_property_name(name->scope, name->scope_size, plain_bytes(name), plain_size(name), false);
}

static bool name_is(const property_name *name, const zend_string *mangled)
{
	size_t plain = plain_size(name);

	if (name->scope_size == 0) {
		return mangled == name->string || zend_string_equals(mangled, name->string);
	}
	return ZSTR_LEN(mangled) == name->scope_size + 2 + plain && ZSTR_VAL(mangled)[0] == '\0'
		&& ZSTR_VAL(mangled)[name->scope_size + 1] == '\0'
		&& memcmp(ZSTR_VAL(mangled) + 1, name->scope, name->scope_size) == 0
		&& memcmp(ZSTR_VAL(mangled) + name->scope_size + 2, plain_bytes(name), plain) == 0;
}

/*
 * Returns the slot of a declared property with exactly this name and scope, or -1. The search begins at `hint`, because
 * names mostly follow the order of declaration.
 */
static BRINE_HOT int find_slot(const zend_class_entry *ce, const property_name *name, int hint)
{
	int count = ce->default_properties_count;

	for (int i = 0; i < count; i++) {
		int slot = hint + i < count ? hint + i : hint + i - count;
		const zend_property_info *info = ce->properties_info_table[slot];

		if (info && name_is(name, info->name)) {
			return slot;
		}
	}
	return -1;
}

/* Resolves all names to distinct slots and builds the shape by slots; on failure nothing has changed. */
static BRINE_HOT bool resolve_slots(
	brine_decoder *decoder, brine_decoded_shape *shape, const property_name *names, uint32_t count)
{
	zend_class_entry *ce = shape->ce;
	uint32_t first = decoder->slot_count;
	bool *taken;
	int hint = 0;
	ALLOCA_FLAG(use_heap)

	if (count > (uint32_t) ce->default_properties_count) {
		return false;
	}
	taken = do_alloca((size_t) ce->default_properties_count + 1, use_heap);
	memset(taken, 0, (size_t) ce->default_properties_count);
	for (uint32_t i = 0; i < count; i++) {
		int slot = find_slot(ce, &names[i], hint);
		zend_property_info *info;

		if (slot < 0 || taken[slot]) {
			decoder->slot_count = first;
			break;
		}
		taken[slot] = true;
		info = ce->properties_info_table[slot];
		BRINE_GROWABLE_ENSURE(decoder->slots, decoder->slot_capacity, decoder->slot_count);
		decoder->slots[decoder->slot_count++] =
			(brine_property_slot){info->offset, ZEND_TYPE_IS_SET(info->type) ? info : NULL};
		hint = slot + 1 < ce->default_properties_count ? slot + 1 : 0;
	}
	free_alloca(taken, use_heap);
	if (decoder->slot_count - first != count) {
		return false;
	}
	shape->first = first;
	shape->build = BRINE_BUILD_SLOTS;
	shape->covers_all_slots = count == (uint32_t) ce->default_properties_count;
	return true;
}

zend_property_info *brine_find_declaration(const zend_class_entry *ce, const zend_string *name)
{
	uint32_t skip = brine_name_skip(name);
	const char *scope = ZSTR_VAL(name) + 1;
	bool own_scope = skip == 0 || (skip == 3 && scope[0] == '*')
		|| (skip == ZSTR_LEN(ce->name) + 2 && strncasecmp(scope, ZSTR_VAL(ce->name), skip - 2) == 0);
	zend_property_info *info = NULL;

	if (own_scope && zend_hash_num_elements(&ce->properties_info) > 0) {
		info = zend_hash_str_find_ptr(&ce->properties_info, ZSTR_VAL(name) + skip, ZSTR_LEN(name) - skip);
	}
	return info && !(info->flags & ZEND_ACC_STATIC) ? info : NULL;
}

static brine_probe meaning_probe(const brine_decoder *decoder, const zend_class_entry *ce, const zend_string *name)
{
	return brine_probe_start(&decoder->meaning_index, brine_mix((uint64_t) (uintptr_t) ce * 31 + (uintptr_t) name));
}

brine_meaning *brine_decode_meaning(brine_decoder *decoder, const zend_class_entry *ce, zend_string *name)
{
	brine_index *index = &decoder->meaning_index;
	brine_probe probe = meaning_probe(decoder, ce, name);

	for (; brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED); brine_probe_next(index, &probe)) {
		brine_meaning *known = &decoder->meanings[brine_probe_number(index, &probe)];

		if (known->ce == ce && known->name == name) {
			return known;
		}
	}
	BRINE_GROWABLE_ENSURE(decoder->meanings, decoder->meaning_capacity, decoder->meaning_count);
	decoder->meanings[decoder->meaning_count] =
		(brine_meaning){.ce = ce, .name = name, .declaration = brine_find_declaration(ce, name)};
	brine_index_insert(index, &probe, decoder->meaning_count);
	return &decoder->meanings[decoder->meaning_count++];
}

zend_string *brine_decode_class_key(void)
{
	return brine_key_cache_get(BRINE_G(keys), MAGIC_MEMBER, sizeof(MAGIC_MEMBER) - 1, BRINE_G(secret));
}

/*
 * Makes a map with the names as keys; with `as_array`, numeric ones become integers. An incomplete object's class-name
 * property comes first.
 */
static zend_array *make_layout(const property_name *names, uint32_t count, bool as_array, bool is_incomplete)
{
	zend_array *layout = zend_new_array(count + (is_incomplete ? 1 : 0));

	zend_hash_real_init_mixed(layout);
	if (is_incomplete) {
		zend_string *key = brine_decode_class_key();

		brine_map_append_key(layout, ZSTR_H(key), key);
	}
	for (uint32_t i = 0; i < count; i++) {
		zend_string *mangled = mangle(&names[i]);
		zend_ulong h;

		if (as_array && ZEND_HANDLE_NUMERIC(mangled, h)) {
			zend_string_release(mangled);
			brine_map_append_key(layout, h, NULL);
		} else {
			h = zend_string_hash_val(mangled);
			brine_map_append_key(layout, h, mangled);
		}
	}
	return layout;
}

static bool has_standard_properties(const zend_class_entry *ce)
{
	/* Classes of PHP code, or whose objects the engine creates, use the engine's properties. */
	return ce->create_object == NULL;
}

/*
 * BRINE_NODE_HOLDS if objects of the shape keep their properties: no hook runs, and no two names mean the same
 * property.
 */
static uint32_t holds_properties(const brine_decoded_shape *shape)
{
	bool is_distinct =
		shape->build == BRINE_BUILD_SLOTS || shape->build == BRINE_BUILD_DYNAMIC || shape->ce == PHP_IC_ENTRY;

	return is_distinct && !shape->has_wakeup ? BRINE_NODE_HOLDS : 0;
}

/* Decides how the objects of a shape are built. */
static BRINE_HOT bool resolve_shape(brine_decoder *decoder, brine_decoded_shape *shape, const property_name *names,
	uint32_t count, const unsigned char *at)
{
	zend_class_entry *ce = shape->ce;

	if (shape->incomplete) {
		shape->build = BRINE_BUILD_DYNAMIC;
	} else if (ce->__unserialize) {
		shape->build = BRINE_BUILD_HOOK_ARRAY;
	} else if (ce->serialize) {
		/* The class has only a string form, or no form at all. */
		return brine_decode_refuse_form(decoder, ce, at);
	} else if (has_standard_properties(ce) && resolve_slots(decoder, shape, names, count)) {
		return true;
	} else if (has_standard_properties(ce) && ce->default_properties_count == 0 && ce != PHP_IC_ENTRY
		&& (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES) && zend_hash_num_elements(&ce->properties_info) == 0) {
		shape->build = BRINE_BUILD_DYNAMIC;
	} else {
		shape->build = BRINE_BUILD_BY_NAME;
	}
	if (count == 0) {
		return true;
	}
	shape->layout = make_layout(names, count, shape->build == BRINE_BUILD_HOOK_ARRAY, shape->incomplete);
	shape->owns_layout = true;
	return true;
}

/* The names were read and checked before. */
static void take_names(
	property_name *names, const brine_shape_key *known_names, uint32_t count, const unsigned char *at)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t skip = brine_name_skip(known_names[i].key);

		names[i] = (property_name){
			.scope = skip > 0 ? ZSTR_VAL(known_names[i].key) + 1 : "",
			.scope_size = skip > 0 ? skip - 2 : 0,
			.string = known_names[i].key,
			.skip = skip,
			.at = at,
		};
	}
}

static zend_always_inline bool decode_names(
	brine_decoder *decoder, property_name *names, const brine_decoded_shape *shape, uint32_t count)
{
	name_scope scope = {BRINE_SCOPE_PUBLIC, "", 0};
	bool success = true;

	for (uint32_t i = 0; i < count && success; i++) {
		success = decode_name(decoder, &names[i], &scope, shape);
		if (UNEXPECTED(success && shape->ce == PHP_IC_ENTRY && names[i].scope_size == 0
				&& brine_names_incomplete_class(names[i].string))) {
			success = brine_decode_refuse_name_of_incomplete(decoder, names[i].at);
		}
	}
	return success;
}

BRINE_HOT bool brine_decode_names(brine_decoder *decoder, brine_decoded_shape *shape, uint32_t count,
	const brine_shape_key *known_names, const unsigned char *at)
{
	property_name *names = safe_emalloc(count + 1, sizeof(*names), 0);
	bool success;

	if (UNEXPECTED(known_names)) {
		take_names(names, known_names, count, at);
		success = resolve_shape(decoder, shape, names, count, at);
	} else {
		success = decode_names(decoder, names, shape, count) && resolve_shape(decoder, shape, names, count, at)
			&& (!shape->owns_layout
				|| brine_decode_check_distinct(decoder, shape->layout, BRINE_ERR_DUPLICATE_NAME, at));
	}
	efree(names);
	shape->has_wakeup = success && shape->build != BRINE_BUILD_HOOK_ARRAY && shape->ce != PHP_IC_ENTRY
		&& zend_hash_exists(&shape->ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
	shape->holds = holds_properties(shape);
	shape->count = count;
	shape->memory = brine_memory_of_object(shape->ce, count, shape->build);
	shape->ready = success;
	return success;
}
