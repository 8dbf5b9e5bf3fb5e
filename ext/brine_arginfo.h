/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e4142502f0d96e520355410a35df77bbde2c37b4 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_serialize_signed, 0, 2, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_unserialize_signed, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 1)
	ZEND_ARG_TYPE_MASK(0, keys, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_resident_status, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_dictionary_load, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_dictionary_info, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, id, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_dictionary_preset, 0, 2, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, id, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, algorithm, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_igbinary_serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, compact_strings, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_igbinary_unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, payload, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_msgpack_pack, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, other, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_msgpack_unpack, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_msgpack_unpack_at, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, offset, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_msgpack_scan, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(1, offset, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(1, pending, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(1, elements, IS_LONG, 0, "PHP_INT_MAX")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Brine_EncodeException_getPath, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Brine_DecodeException_getOffset, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Brine_DecodeException_getReason arginfo_class_Brine_EncodeException_getPath

#define arginfo_class_Brine_DecodeException_getPath arginfo_class_Brine_EncodeException_getPath

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Brine_MessagePack_Exception_PackingFailedException___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 0, "\"\"")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, code, IS_LONG, 0, "0")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, previous, Throwable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reason, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

#define arginfo_class_Brine_MessagePack_Exception_PackingFailedException_getReason arginfo_class_Brine_EncodeException_getPath

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException___construct, 0, 0, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, message, IS_STRING, 0, "\"\"")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, code, IS_LONG, 0, "0")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, previous, Throwable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, offset, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reason, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

#define arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException_getOffset arginfo_class_Brine_DecodeException_getOffset

#define arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException_getReason arginfo_class_Brine_EncodeException_getPath


ZEND_FUNCTION(brine_serialize);
ZEND_FUNCTION(brine_unserialize);
ZEND_FUNCTION(brine_serialize_signed);
ZEND_FUNCTION(brine_unserialize_signed);
ZEND_FUNCTION(brine_resident_status);
ZEND_FUNCTION(brine_dictionary_load);
ZEND_FUNCTION(brine_dictionary_info);
ZEND_FUNCTION(brine_dictionary_preset);
ZEND_FUNCTION(brine_igbinary_serialize);
ZEND_FUNCTION(brine_igbinary_unserialize);
ZEND_FUNCTION(brine_msgpack_pack);
ZEND_FUNCTION(brine_msgpack_unpack);
ZEND_FUNCTION(brine_msgpack_unpack_at);
ZEND_FUNCTION(brine_msgpack_scan);
ZEND_METHOD(Brine_EncodeException, getPath);
ZEND_METHOD(Brine_DecodeException, getOffset);
ZEND_METHOD(Brine_DecodeException, getReason);
ZEND_METHOD(Brine_DecodeException, getPath);
ZEND_METHOD(Brine_MessagePack_Exception_PackingFailedException, __construct);
ZEND_METHOD(Brine_MessagePack_Exception_PackingFailedException, getReason);
ZEND_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, __construct);
ZEND_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, getOffset);
ZEND_METHOD(Brine_MessagePack_Exception_UnpackingFailedException, getReason);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(brine_serialize, arginfo_brine_serialize)
	ZEND_FE(brine_unserialize, arginfo_brine_unserialize)
	ZEND_FE(brine_serialize_signed, arginfo_brine_serialize_signed)
	ZEND_FE(brine_unserialize_signed, arginfo_brine_unserialize_signed)
	ZEND_FE(brine_resident_status, arginfo_brine_resident_status)
	ZEND_FE(brine_dictionary_load, arginfo_brine_dictionary_load)
	ZEND_FE(brine_dictionary_info, arginfo_brine_dictionary_info)
	ZEND_FE(brine_dictionary_preset, arginfo_brine_dictionary_preset)
	ZEND_FE(brine_igbinary_serialize, arginfo_brine_igbinary_serialize)
	ZEND_FE(brine_igbinary_unserialize, arginfo_brine_igbinary_unserialize)
	ZEND_FE(brine_msgpack_pack, arginfo_brine_msgpack_pack)
	ZEND_FE(brine_msgpack_unpack, arginfo_brine_msgpack_unpack)
	ZEND_FE(brine_msgpack_unpack_at, arginfo_brine_msgpack_unpack_at)
	ZEND_FE(brine_msgpack_scan, arginfo_brine_msgpack_scan)
	ZEND_FE_END
};


static const zend_function_entry class_Brine_Exception_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Brine_EncodeException_methods[] = {
	ZEND_ME(Brine_EncodeException, getPath, arginfo_class_Brine_EncodeException_getPath, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Brine_DecodeException_methods[] = {
	ZEND_ME(Brine_DecodeException, getOffset, arginfo_class_Brine_DecodeException_getOffset, ZEND_ACC_PUBLIC)
	ZEND_ME(Brine_DecodeException, getReason, arginfo_class_Brine_DecodeException_getReason, ZEND_ACC_PUBLIC)
	ZEND_ME(Brine_DecodeException, getPath, arginfo_class_Brine_DecodeException_getPath, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Brine_MessagePack_Exception_PackingFailedException_methods[] = {
	ZEND_ME(Brine_MessagePack_Exception_PackingFailedException, __construct, arginfo_class_Brine_MessagePack_Exception_PackingFailedException___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Brine_MessagePack_Exception_PackingFailedException, getReason, arginfo_class_Brine_MessagePack_Exception_PackingFailedException_getReason, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Brine_MessagePack_Exception_UnpackingFailedException_methods[] = {
	ZEND_ME(Brine_MessagePack_Exception_UnpackingFailedException, __construct, arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Brine_MessagePack_Exception_UnpackingFailedException, getOffset, arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException_getOffset, ZEND_ACC_PUBLIC)
	ZEND_ME(Brine_MessagePack_Exception_UnpackingFailedException, getReason, arginfo_class_Brine_MessagePack_Exception_UnpackingFailedException_getReason, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Brine_MessagePack_Exception_InsufficientDataException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Brine_MessagePack_Exception_InvalidOptionException_methods[] = {
	ZEND_FE_END
};

static void register_brine_symbols(int module_number)
{

	zend_add_parameter_attribute(zend_hash_str_find_ptr(CG(function_table), "brine_serialize_signed", sizeof("brine_serialize_signed") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(CG(function_table), "brine_unserialize_signed", sizeof("brine_unserialize_signed") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);
}

static zend_class_entry *register_class_Brine_Exception(zend_class_entry *class_entry_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine", "Exception", class_Brine_Exception_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Exception);

	return class_entry;
}

static zend_class_entry *register_class_Brine_EncodeException(zend_class_entry *class_entry_Brine_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine", "EncodeException", class_Brine_EncodeException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_Exception);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_path_default_value;
	ZVAL_EMPTY_STRING(&property_path_default_value);
	zend_string *property_path_name = zend_string_init("path", sizeof("path") - 1, 1);
	zend_declare_typed_property(class_entry, property_path_name, &property_path_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_path_name);

	return class_entry;
}

static zend_class_entry *register_class_Brine_DecodeException(zend_class_entry *class_entry_Brine_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine", "DecodeException", class_Brine_DecodeException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_Exception);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_offset_default_value;
	ZVAL_LONG(&property_offset_default_value, 0);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_offset_name);

	zval property_reason_default_value;
	ZVAL_EMPTY_STRING(&property_reason_default_value);
	zend_string *property_reason_name = zend_string_init("reason", sizeof("reason") - 1, 1);
	zend_declare_typed_property(class_entry, property_reason_name, &property_reason_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_reason_name);

	zval property_path_default_value;
	zend_string *property_path_default_value_str = zend_string_init("$value", strlen("$value"), 1);
	ZVAL_STR(&property_path_default_value, property_path_default_value_str);
	zend_string *property_path_name = zend_string_init("path", sizeof("path") - 1, 1);
	zend_declare_typed_property(class_entry, property_path_name, &property_path_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_path_name);

	return class_entry;
}

static zend_class_entry *register_class_Brine_MessagePack_Exception_PackingFailedException(zend_class_entry *class_entry_Brine_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine\\MessagePack\\Exception", "PackingFailedException", class_Brine_MessagePack_Exception_PackingFailedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_Exception);

	zval property_reason_default_value;
	ZVAL_EMPTY_STRING(&property_reason_default_value);
	zend_string *property_reason_name = zend_string_init("reason", sizeof("reason") - 1, 1);
	zend_declare_typed_property(class_entry, property_reason_name, &property_reason_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_reason_name);

	return class_entry;
}

static zend_class_entry *register_class_Brine_MessagePack_Exception_UnpackingFailedException(zend_class_entry *class_entry_Brine_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine\\MessagePack\\Exception", "UnpackingFailedException", class_Brine_MessagePack_Exception_UnpackingFailedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_Exception);

	zval property_offset_default_value;
	ZVAL_LONG(&property_offset_default_value, 0);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_offset_name);

	zval property_reason_default_value;
	ZVAL_EMPTY_STRING(&property_reason_default_value);
	zend_string *property_reason_name = zend_string_init("reason", sizeof("reason") - 1, 1);
	zend_declare_typed_property(class_entry, property_reason_name, &property_reason_default_value, ZEND_ACC_PROTECTED, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_reason_name);

	return class_entry;
}

static zend_class_entry *register_class_Brine_MessagePack_Exception_InsufficientDataException(zend_class_entry *class_entry_Brine_MessagePack_Exception_UnpackingFailedException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine\\MessagePack\\Exception", "InsufficientDataException", class_Brine_MessagePack_Exception_InsufficientDataException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_MessagePack_Exception_UnpackingFailedException);

	return class_entry;
}

static zend_class_entry *register_class_Brine_MessagePack_Exception_InvalidOptionException(zend_class_entry *class_entry_Brine_Exception)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Brine\\MessagePack\\Exception", "InvalidOptionException", class_Brine_MessagePack_Exception_InvalidOptionException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Brine_Exception);

	return class_entry;
}
