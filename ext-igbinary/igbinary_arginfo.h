/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: e90d6412d6303cebbd538b54d46f13e70487c91b */

ZEND_BEGIN_ARG_INFO_EX(arginfo_igbinary_serialize, 0, 0, 1)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_igbinary_unserialize, 0, 0, 1)
	ZEND_ARG_INFO(0, str)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(igbinary_serialize);
ZEND_FUNCTION(igbinary_unserialize);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(igbinary_serialize, arginfo_igbinary_serialize)
	ZEND_FE(igbinary_unserialize, arginfo_igbinary_unserialize)
	ZEND_FE_END
};
