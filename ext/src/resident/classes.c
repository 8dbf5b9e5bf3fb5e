#include "resident/classes.h"
#include "globals.h"
#include "core/compat.h"
#include "core/fiber.h"
#include "core/slots.h"
#include "format/layout.h"
#include "format/shape_cache.h"
#include "decode/guard.h"
#include "resident/table.h"
#include "ext/standard/basic_functions.h"
#include "zend_exceptions.h"

void brine_resident_checks_destroy(brine_resident_checks *checks)
{
	for (uint32_t i = 0; i < checks->count; i++) {
		free(checks->checks[i].resolved);
	}
	free(checks->checks);
	*checks = (brine_resident_checks){NULL, 0};
}

static bool slots_are_same(const brine_template_class *known, const zend_class_entry *ce)
{
	if ((uint32_t) ce->default_properties_count != known->slot_count) {
		return false;
	}
	for (uint32_t i = 0; i < known->slot_count; i++) {
		const zend_property_info *info = brine_property_of_slot(ce, i);
		const brine_template_slot *slot = &known->slots[i];

		if (!info != !slot->name
			|| (info
				&& (!zend_string_equals(info->name, slot->name) || ZEND_TYPE_PURE_MASK(info->type) != slot->type_mask
					|| ZEND_TYPE_IS_COMPLEX(info->type) != slot->has_classes))) {
			return false;
		}
	}
	return true;
}

/* True if the class's evaluated defaults equal those in the images. */
static bool defaults_are_same(const brine_template_class *known, zend_class_entry *ce)
{
	const zval *defaults = CE_DEFAULT_PROPERTIES_TABLE(ce);

	for (uint32_t i = 0; i < known->slot_count; i++) {
		const brine_template_slot *slot = &known->slots[i];
		const zval *kept = &slot->default_value;

		if (slot->has_simple_default
			&& (!brine_default_is_simple(&defaults[i]) || Z_TYPE(defaults[i]) != Z_TYPE_P(kept)
				|| Z_EXTRA(defaults[i]) != Z_EXTRA_P(kept)
				|| (Z_TYPE_P(kept) == IS_LONG && Z_LVAL(defaults[i]) != Z_LVAL_P(kept))
				|| (Z_TYPE_P(kept) == IS_DOUBLE
					&& memcmp(&Z_DVAL(defaults[i]), &Z_DVAL_P(kept), sizeof(double)) != 0))) {
			return false;
		}
	}
	return true;
}

/* True if a decode that refuses stale classes would accept the class again. */
static bool layout_is_same(const brine_template_class *known, zend_class_entry *ce)
{
	const zend_class_entry *at_fault;
	uint32_t fingerprint;

	if ((ce->__serialize != NULL) != known->has_serialize
		|| brine_layout_is_beyond_slots(ce) != known->has_fingerprint) {
		return false;
	}
	return !known->has_fingerprint
		|| (brine_layout_fingerprint(&fingerprint, BRINE_G(heads), ce, &at_fault) == SUCCESS
			&& fingerprint == known->fingerprint);
}

/* True if objects of the class are still created and filled the same way. */
static bool is_same(const brine_template_class *known, zend_class_entry *ce)
{
	const uint32_t refused = ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_ENUM | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS
		| ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_NOT_SERIALIZABLE | ZEND_ACC_ANON_CLASS;

	if ((ce->ce_flags & refused) || ce->create_object
		|| (UNEXPECTED(known->is_checked) && !layout_is_same(known, ce))) {
		return false;
	}
	if (ce->__unserialize || known->has_unserialize) {
		return ce->__unserialize && known->has_unserialize && ce->__unserialize->type == ZEND_USER_FUNCTION;
	}
	return !ce->serialize && brine_class_is_open(ce) == known->is_open && slots_are_same(known, ce)
		&& zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP)) == known->has_wakeup;
}

static void *find_case(zend_class_entry *ce, zend_string *name)
{
	zend_class_constant *constant;

	if (!(ce->ce_flags & ZEND_ACC_ENUM)) {
		return NULL;
	}
	constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(ce), name);
	if (!constant || !(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE)) {
		return NULL;
	}
	if (Z_TYPE(constant->value) == IS_CONSTANT_AST
		&& UNEXPECTED(zval_update_constant_ex(&constant->value, constant->ce) == FAILURE)) {
		return NULL;
	}
	return Z_OBJ(constant->value);
}

/* The class or case, if it exists and is unchanged. */
static void *resolve(const brine_template_class *known)
{
	zend_class_entry *ce;

	BG(serialize_lock)++;
	ce = zend_lookup_class_ex(known->name, known->lower_name, 0);
	BG(serialize_lock)--;
	if (!ce || UNEXPECTED(EG(exception))) {
		return NULL;
	}
	if (known->case_name) {
		return find_case(ce, known->case_name);
	}
	if (!is_same(known, ce)
		|| (UNEXPECTED(!(ce->ce_flags & ZEND_ACC_CONSTANTS_UPDATED)) && zend_update_class_constants(ce) != SUCCESS)
		|| !defaults_are_same(known, ce)) {
		return NULL;
	}
	return ce;
}

/* True if a slot's type accepts objects of a class. The engine checks nothing but the class. */
static bool is_accepted(const brine_template *template, const brine_template_check *check, void *const *resolved)
{
	const zend_class_entry *ce = resolved[check->class_number];
	zend_object object = {.ce = resolved[check->value_class]};
	zval value;

	if (template->classes[check->value_class].case_name) {
		object.ce = ((zend_object *) resolved[check->value_class])->ce;
	}
	object.handlers = &std_object_handlers;
	GC_SET_REFCOUNT(&object, 1);
	GC_TYPE_INFO(&object) = GC_OBJECT;
	ZVAL_OBJ(&value, &object);
	if (zend_verify_prop_assignable_by_ref(brine_property_of_slot(ce, check->slot), &value, true)) {
		return true;
	}
	/* A decode will report it in its own words. */
	zend_clear_exception();
	return false;
}

static brine_classes_result resolve_all(
	const brine_template *template, void **resolved, brine_reader reader, const zend_string **unknown)
{
	for (uint32_t i = 0; i < template->class_count; i++) {
		const brine_template_class *known = &template->classes[i];

		resolved[i] = brine_guard_refuses(known->name, known->lower_name, reader) ? NULL : resolve(known);
		if (UNEXPECTED(EG(exception))) {
			return BRINE_CLASSES_FAILED;
		}
		if (UNEXPECTED(!resolved[i])) {
			*unknown = known->lower_name;
			return BRINE_CLASSES_OTHER;
		}
	}
	for (uint32_t i = 0; i < template->check_count; i++) {
		if (UNEXPECTED(!is_accepted(template, &template->checks[i], resolved))) {
			return BRINE_CLASSES_OTHER;
		}
	}
	return BRINE_CLASSES_SAME;
}

/* The check for a place, with space for what is resolved; NULL if out of memory. */
static brine_resident_check *check_of(brine_resident_checks *checks, uint32_t place, uint32_t count)
{
	brine_resident_check *check;

	if (UNEXPECTED(!checks->checks)) {
		uint32_t places = brine_resident_place_count();

		checks->checks = calloc(places, sizeof(*checks->checks));
		if (!checks->checks) {
			return NULL;
		}
		checks->count = places;
	}
	check = &checks->checks[place];
	if (check->capacity < count) {
		void **larger = realloc(check->resolved, count * sizeof(*larger));

		if (!larger) {
			return NULL;
		}
		check->resolved = larger;
		check->capacity = count;
	}
	return check;
}

/* The first time in a request. Class loaders may do anything, even resolve the same template. */
static zend_never_inline brine_classes_result resolve_anew(brine_resident_checks *checks, uint32_t place,
	const brine_resident_entry *entry, brine_reader reader, void *const **resolved, const zend_string **unknown)
{
	uint32_t count = entry->template->class_count, request = BRINE_G(shapes)->request;
	void **found = safe_emalloc(count, sizeof(*found), 0);
	brine_classes_result result;
	brine_resident_check *check;

	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	result = resolve_all(entry->template, found, reader, unknown);
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	check = result == BRINE_CLASSES_FAILED ? NULL : check_of(checks, place, count);
	if (check) {
		memcpy(check->resolved, found, count * sizeof(*found));
		check->serial = entry->serial;
		check->request = request;
		check->is_usable = result == BRINE_CLASSES_SAME;
		brine_resident_note_fit(place, check->is_usable);
		*resolved = check->resolved;
	} else if (result == BRINE_CLASSES_SAME) {
		result = BRINE_CLASSES_OTHER;
	}
	efree(found);
	return result;
}

brine_classes_result brine_resident_resolve(brine_resident_checks *checks, uint32_t place,
	const brine_resident_entry *entry, brine_reader reader, void *const **resolved, const zend_string **unknown)
{
	if (EXPECTED(place < checks->count)) {
		const brine_resident_check *check = &checks->checks[place];

		if (EXPECTED(check->serial == entry->serial && check->request == BRINE_G(shapes)->request)) {
			*resolved = check->resolved;
			return check->is_usable ? BRINE_CLASSES_SAME : BRINE_CLASSES_OTHER;
		}
	}
	return resolve_anew(checks, place, entry, reader, resolved, unknown);
}
