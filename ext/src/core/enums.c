#include "core/enums.h"
#include "zend_enum.h"

/* The name under which the class stores this case; NULL if it is another object. */
static ZEND_COLD zend_string *find_name(const zend_object *object, const zval *name)
{
	const zval *place;
	zend_class_constant *constant;

	if (Z_TYPE_P(name) != IS_STRING || !(place = zend_hash_find(CE_CONSTANTS_TABLE(object->ce), Z_STR_P(name)))) {
		return NULL;
	}
	constant = Z_PTR_P(place);
	if (!(ZEND_CLASS_CONST_FLAGS(constant) & ZEND_CLASS_CONST_IS_CASE) || Z_TYPE(constant->value) != IS_OBJECT
		|| Z_OBJ(constant->value) != object) {
		return NULL;
	}
	return ((const Bucket *) place)->key;
}

zend_string *brine_enum_case_name(zend_object *object)
{
	const zval *name = zend_enum_fetch_case_name(object);

	return EXPECTED(Z_TYPE_P(name) == IS_STRING) ? Z_STR_P(name)
												 : find_name(object, Z_ISREF_P(name) ? Z_REFVAL_P(name) : name);
}
