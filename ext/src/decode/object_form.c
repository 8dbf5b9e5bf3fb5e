/*
 * Decoding of enum cases and of objects in forms of their own, CUSTOM and SERIALIZABLE. Mirror image of
 * encode/object_form.c.
 */
#include "core/fiber.h"
#include "decode/class.h"
#include "decode/decode.h"
#include "decode/keys.h"
#include "decode/layout.h"
#include "decode/object.h"
#include "decode/property.h"
#include "decode/refuse.h"
#include "zend_enum.h"
#include "zend_interfaces.h"

bool brine_decode_custom_array(brine_decoder *decoder, zval *out, uint32_t number, const unsigned char *at)
{
	const brine_decoded_shape shape = decoder->shapes[number];
	const unsigned char *array_at;
	brine_open_node open;
	zend_object *object;
	zval array;

	if (UNEXPECTED(!brine_decode_enter(decoder, shape.count, shape.memory, at))) {
		return false;
	}
	brine_decode_open_object(decoder, &open);
	if (UNEXPECTED(!brine_decode_begin_object(decoder, out, &shape, at))) {
		return false;
	}
	object = Z_OBJ_P(out);
	decoder->objects[decoder->object_count - 1].shape = number;
	array_at = decoder->in.p;
	if (UNEXPECTED(!brine_decode_no_reference(decoder, &array))) {
		brine_decode_discard(decoder, &array);
		return false;
	}
	if (UNEXPECTED(Z_TYPE(array) != IS_ARRAY)) {
		brine_decode_discard(decoder, &array);
		return brine_decode_refuse_data(decoder, shape.class_name, &array, array_at);
	}
	brine_decode_leave(decoder);
	if (UNEXPECTED(!brine_decode_close_object(decoder, &open))) {
		brine_decode_discard(decoder, &array);
		return false;
	}
	if (EXPECTED(!shape.incomplete && shape.ce->__unserialize)) {
		return brine_decode_add_unserialize(decoder, object, &array, at);
	}
	brine_decode_discard(decoder, &array);
	if (shape.incomplete) {
		return brine_decode_assign_incomplete(decoder, object, shape.class_name, Z_ARRVAL(array), at);
	}
	return brine_decode_assign_properties(decoder, object, Z_ARRVAL(array), at);
}

bool brine_decode_custom_shape(brine_decoder *decoder, brine_decoded_shape *shape,
	const brine_named_class *class_reference, const unsigned char *at)
{
	zend_class_entry *ce = class_reference->ce;

	if (UNEXPECTED(!brine_decode_prepare_class(decoder, ce, at))) {
		return false;
	}
	if (UNEXPECTED(ce->serialize && !ce->__unserialize)) {
		return brine_decode_refuse_form(decoder, ce, at);
	}
	*shape = (brine_decoded_shape){
		.kind = BRINE_SHAPE_CUSTOM,
		.ready = true,
		.ce = ce,
		.class_name = class_reference->name,
		.incomplete = class_reference->incomplete,
		.build = BRINE_BUILD_HOOK_ARRAY,
		.memory = brine_memory_of_object(ce, 0, BRINE_BUILD_HOOK_ARRAY),
	};
	return brine_decode_check_layout(decoder, shape, at);
}

bool brine_decode_custom(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	uint32_t number = brine_decode_new_shape(decoder, BRINE_SHAPE_CUSTOM, at);
	brine_named_class class_reference;

	if (UNEXPECTED(number == BRINE_MAX_NUMBERS || !brine_decode_class(decoder, &class_reference)
			|| !brine_decode_custom_shape(decoder, &decoder->shapes[number], &class_reference, at))) {
		return false;
	}
	return brine_decode_custom_array(decoder, out, number, at);
}

/* Evaluates a case's value, which may load classes. */
static zend_never_inline bool evaluate_case(
	brine_decoder *decoder, zend_class_constant *constant, const unsigned char *at)
{
	uint32_t levels = decoder->depth + BRINE_LEVELS_PER_HOOK;
	zend_result result;

	brine_use_levels(levels);
	result = zval_update_constant_ex(&constant->value, constant->ce);
	brine_return_levels(levels);
	return result == SUCCESS || brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at);
}

bool brine_decode_named_case(brine_decoder *decoder, zval *out, const brine_named_class *class_reference,
	zend_string *case_name, const unsigned char *at)
{
	zend_class_constant *constant;

	if (UNEXPECTED(!brine_decode_enter(decoder, 0, 0, at))) {
		return false;
	}
	brine_decode_leave(decoder);
	if (UNEXPECTED(class_reference->incomplete || !(class_reference->ce->ce_flags & ZEND_ACC_ENUM))) {
		return brine_decode_refuse_enum(decoder, class_reference, case_name, at);
	}
	constant = zend_hash_find_ptr(CE_CONSTANTS_TABLE(class_reference->ce), case_name);
	if (UNEXPECTED(!constant || !(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE))) {
		return brine_decode_refuse_enum(decoder, class_reference, case_name, at);
	}
	if (UNEXPECTED(Z_TYPE(constant->value) == IS_CONSTANT_AST) && !evaluate_case(decoder, constant, at)) {
		return false;
	}
	ZVAL_COPY(out, &constant->value);
	if (UNEXPECTED(!brine_decode_number_object(decoder, Z_OBJ_P(out), 0, at))) {
		return false;
	}
	brine_decode_close_leaf(decoder);
	return true;
}

bool brine_decode_enum(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_named_class class_reference;
	zend_string *case_name;

	if (UNEXPECTED(!brine_decode_class(decoder, &class_reference))) {
		return false;
	}
	case_name = brine_decode_key_string(decoder);
	return EXPECTED(case_name) && brine_decode_named_case(decoder, out, &class_reference, case_name, at);
}

/*
 * True if the class can read the string form, by user code. Internal classes would parse native text without our
 * limits; they have an array form that every writer uses.
 */
static bool reads_string(const zend_class_entry *ce)
{
	const zend_function *method;

	if (ce->unserialize != zend_user_unserialize) {
		return false;
	}
	method = zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("unserialize"));
	return !ce->__unserialize || method->type == ZEND_USER_FUNCTION;
}

bool brine_decode_string_form(
	brine_decoder *decoder, zval *out, const brine_named_class *class_reference, uint64_t size, const unsigned char *at)
{
	zend_class_entry *ce = class_reference->ce;
	bool success;
	zval data;

	if (UNEXPECTED(size > brine_cursor_left(&decoder->in))) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, decoder->in.p);
	}
	if (UNEXPECTED(class_reference->incomplete || !reads_string(ce))) {
		return brine_decode_refuse_string_form(decoder, class_reference, at);
	}
	if (UNEXPECTED(!brine_decode_prepare_class(decoder, ce, at)
			|| !brine_decode_enter(decoder, 0, brine_memory_of_object(ce, 0, BRINE_BUILD_SLOTS), at))) {
		return false;
	}
	brine_decode_leave(decoder);
	if (ce->create_object) {
		success = brine_decode_begin_special_object(decoder, out, ce, false, at);
	} else {
		ZVAL_OBJ(out, brine_new_plain_object(ce, false));
		success = brine_decode_number_object(decoder, Z_OBJ_P(out), 0, at);
	}
	if (UNEXPECTED(!success)) {
		return false;
	}
	brine_decode_close_leaf(decoder);
	ZVAL_STRINGL(&data, (const char *) decoder->in.p, (size_t) size);
	decoder->in.p += size;
	brine_decode_add_hook(decoder, BRINE_HOOK_SERIALIZABLE, Z_OBJ_P(out), &data, at);
	return true;
}

bool brine_decode_serializable(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_named_class class_reference;
	const unsigned char *size_at;
	uint64_t size;

	return brine_decode_class(decoder, &class_reference) && brine_decode_uv(decoder, &size, &size_at)
		&& brine_decode_string_form(decoder, out, &class_reference, size, at);
}
