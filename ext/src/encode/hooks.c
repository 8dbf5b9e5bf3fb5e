/* Calls of the methods that turn an object into what is written. */
#include "encode/hooks.h"
#include "core/fiber.h"
#include "encode/heights.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_incomplete_class.h"
#include "ext/standard/php_var.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

zend_string *brine_encode_class_name(zend_object *object)
{
	zend_string *name = object->ce == PHP_IC_ENTRY ? php_lookup_class_name(object) : NULL;

	return name ? name : zend_string_copy(object->ce->name);
}

bool brine_encode_call_method(brine_encoder *encoder, zend_object *object, zend_function *method, zval *result)
{
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;

	ZVAL_UNDEF(result);
	/* PHP's own methods can be called again. */
	if (encoder->can_restart && method->type == ZEND_USER_FUNCTION && UNEXPECTED(!brine_encode_commit(encoder))) {
		return false;
	}
	brine_encode_begin_hook(encoder);
	BG(serialize_lock)++;
	brine_use_levels(levels);
	zend_call_known_instance_method_with_0_params(method, object, result);
	brine_return_levels(levels);
	BG(serialize_lock)--;
	if (UNEXPECTED(EG(exception))) {
		zval_ptr_dtor(result);
		return false;
	}
	return true;
}

zend_result brine_encode_call_serializable(
	const brine_encoder *encoder, zend_object *object, unsigned char **data, size_t *size)
{
	php_serialize_data_t outer = BG(serialize).data, own;
	unsigned level = BG(serialize).level, lock = BG(serialize_lock);
	uint32_t levels = encoder->depth + BRINE_LEVELS_PER_HOOK;
	zend_result result;
	zval self;

	ZVAL_OBJ(&self, object);
	BG(serialize).level = 0;
	BG(serialize_lock) = 0;
	zend_fiber_switch_block();
	own = php_var_serialize_init();
	brine_use_levels(levels);
	result = object->ce->serialize(&self, data, size, NULL);
	brine_return_levels(levels);
	php_var_serialize_destroy(own);
	zend_fiber_switch_unblock();
	BG(serialize).data = outer;
	BG(serialize).level = level;
	BG(serialize_lock) = lock;
	return result;
}
