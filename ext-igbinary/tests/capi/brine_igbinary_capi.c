/*
 * A client of igbinary's C functions, compiled with the header that ext-igbinary installs. The functions are those of
 * the module in charge.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"
#include "ext/igbinary/igbinary.h"

#if defined(ZTS) && defined(COMPILE_DL_BRINE_IGBINARY_CAPI)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* Clients test for it by #ifdef. */
#ifndef igbinary_has_valid_header
#error "igbinary_has_valid_header is no macro"
#endif

/* Memory of the client's own: blocks that are not PHP's, of which each begins with this mark. */
#define MARK UINT64_C(0x6272696e65206d6d)

typedef struct {
	uint64_t mark;
	/* Blocks that exist. */
	zend_long count;
	bool is_exhausted;
} memory;

static void *allocate(size_t size, void *context)
{
	memory *own = context;
	uint64_t *block = own->is_exhausted ? NULL : malloc(sizeof(uint64_t) + size);

	if (!block) {
		return NULL;
	}
	own->count++;
	*block = own->mark;
	return block + 1;
}

static void release(void *block, void *context)
{
	memory *own = context;

	if (((uint64_t *) block)[-1] != own->mark) {
		zend_error(E_ERROR, "a block of someone else is freed");
	}
	own->count--;
	free((uint64_t *) block - 1);
}

static void *resize(void *block, size_t size, void *context)
{
	memory *own = context;
	uint64_t *resized;

	if (((uint64_t *) block)[-1] != own->mark) {
		zend_error(E_ERROR, "a block of someone else is resized");
	}
	resized = realloc((uint64_t *) block - 1, sizeof(uint64_t) + size);
	return resized ? resized + 1 : NULL;
}

/* Returns the bytes that a call wrote, after their last block was freed. */
static void return_bytes(zval *return_value, int failed, const uint8_t *bytes, size_t size)
{
	if (failed) {
		if (bytes || size != SIZE_MAX) {
			zend_error(E_ERROR, "a failed call has changed its result");
		}
		RETURN_FALSE;
	}
	if (bytes[size] != '\0') {
		zend_error(E_ERROR, "no NUL follows the bytes");
	}
	RETURN_STRINGL((const char *) bytes, size);
}

/* Writes by igbinary_serialize(), or with is_ex by igbinary_serialize_ex() without a memory manager. */
static PHP_FUNCTION(brine_igbinary_capi_serialize)
{
	uint8_t *bytes = NULL;
	size_t size = SIZE_MAX;
	bool is_ex = false;
	zval *value;
	int failed;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(is_ex)
	ZEND_PARSE_PARAMETERS_END();

	failed = is_ex ? igbinary_serialize_ex(&bytes, &size, value, NULL) : igbinary_serialize(&bytes, &size, value);
	return_bytes(return_value, failed, bytes, size);
	if (bytes) {
		efree(bytes);
	}
}

/* Writes into memory of the client's own. */
static PHP_FUNCTION(brine_igbinary_capi_serialize_here)
{
	memory own = {.mark = MARK};
	struct igbinary_memory_manager manager = {allocate, resize, release, &own};
	uint8_t *bytes = NULL;
	size_t size = SIZE_MAX;
	zval *value;
	int failed;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(own.is_exhausted)
	ZEND_PARSE_PARAMETERS_END();

	failed = igbinary_serialize_ex(&bytes, &size, value, &manager);
	return_bytes(return_value, failed, bytes, size);
	if (bytes) {
		release(bytes, &own);
	}
	if (own.count != 0) {
		zend_error(E_ERROR, "%d blocks are left", (int) own.count);
	}
}

/* Returns the value, or "failed"; with `cut` without so many bytes at the end. */
static PHP_FUNCTION(brine_igbinary_capi_unserialize)
{
	zend_string *bytes;
	zend_long cut = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(bytes)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(cut)
	ZEND_PARSE_PARAMETERS_END();

	/* What it had must not matter. */
	ZVAL_PTR(return_value, bytes);
	if (igbinary_unserialize((const uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes) - (size_t) cut, return_value) != 0) {
		/* igbinary itself may leave what was there, or a part of the value. */
		if (Z_TYPE_P(return_value) == IS_PTR) {
			ZVAL_NULL(return_value);
		}
		if (Z_TYPE_P(return_value) != IS_NULL && zend_hash_str_exists(&module_registry, ZEND_STRL("brine_igbinary"))) {
			zend_error(E_ERROR, "a failed call has left a value");
		}
		zval_ptr_dtor(return_value);
		RETURN_STRING("failed");
	}
}

static PHP_FUNCTION(brine_igbinary_capi_has_valid_header)
{
	zend_string *bytes;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();

	RETURN_BOOL(igbinary_has_valid_header((const uint8_t *) ZSTR_VAL(bytes), ZSTR_LEN(bytes)));
}

/* clang-format off */
ZEND_BEGIN_ARG_INFO_EX(arginfo_write, 0, 0, 1)
	ZEND_ARG_INFO(0, value)
	ZEND_ARG_INFO(0, flag)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_read, 0, 0, 1)
	ZEND_ARG_INFO(0, bytes)
	ZEND_ARG_INFO(0, cut)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	ZEND_FE(brine_igbinary_capi_serialize, arginfo_write)
	ZEND_FE(brine_igbinary_capi_serialize_here, arginfo_write)
	ZEND_FE(brine_igbinary_capi_unserialize, arginfo_read)
	ZEND_FE(brine_igbinary_capi_has_valid_header, arginfo_read)
	ZEND_FE_END
};
/* clang-format on */

/* As in phpredis: any module of this name will do. */
static const zend_module_dep dependencies[] = {ZEND_MOD_REQUIRED("igbinary") ZEND_MOD_END};

zend_module_entry brine_igbinary_capi_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	dependencies,
	"brine_igbinary_capi",
	functions,
	NULL,
	NULL,
	NULL,
	NULL,
	NULL,
	PHP_IGBINARY_VERSION,
	STANDARD_MODULE_PROPERTIES,
};

ZEND_GET_MODULE(brine_igbinary_capi)
