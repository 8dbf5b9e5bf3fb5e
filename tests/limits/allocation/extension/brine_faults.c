/*
 * A test extension that makes a chosen allocation of a request fail like PHP's memory_limit: with a fatal error that
 * jumps over every running function.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php.h"

#if defined(ZTS) && defined(COMPILE_DL_BRINE_FAULTS)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

typedef struct {
	void *(*allocate)(size_t);
	void (*release)(void *);
	void *(*resize)(void *, size_t);
} handlers;

static struct {
	bool armed;
	/* The heap's previous custom functions; NULL if it had none. */
	handlers before;
	zend_long count;
	/* The allocation that fails, counted from 1; 0 for none. */
	zend_long fatal;
} faults;

static void *count_allocation(size_t size);
static void count_release(void *block);
static void *count_resize(void *block, size_t size);

static void arm(void)
{
	zend_mm_set_custom_handlers(zend_mm_get_heap(), count_allocation, count_release, count_resize);
	faults.armed = true;
}

static void disarm(void)
{
	zend_mm_set_custom_handlers(
		zend_mm_get_heap(), faults.before.allocate, faults.before.release, faults.before.resize);
	faults.armed = false;
}

static void count(size_t size)
{
	if (++faults.count == faults.fatal) {
		disarm();
		zend_error_noreturn(
			E_ERROR, "Allocation " ZEND_LONG_FMT " of the call fails, of %zu bytes", faults.count, size);
	}
}

static void *count_allocation(size_t size)
{
	void *block;

	count(size);
	disarm();
	block = emalloc(size);
	arm();
	return block;
}

static void count_release(void *block)
{
	disarm();
	efree(block);
	arm();
}

static void *count_resize(void *block, size_t size)
{
	count(size);
	disarm();
	block = erealloc(block, size);
	arm();
	return block;
}

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_fail_allocation, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_count_allocations, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

/* Starts counting allocations, and makes the one with the given number fail; 0 for none. */
static PHP_FUNCTION(brine_fail_allocation)
{
	(void) return_value;
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(faults.fatal)
	ZEND_PARSE_PARAMETERS_END();

	faults.count = 0;
	zend_mm_get_custom_handlers(
		zend_mm_get_heap(), &faults.before.allocate, &faults.before.release, &faults.before.resize);
	arm();
}

/* Stops counting; returns the number of allocations. */
static PHP_FUNCTION(brine_count_allocations)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (faults.armed) {
		disarm();
	}
	RETURN_LONG(faults.count);
}

static PHP_RSHUTDOWN_FUNCTION(brine_faults)
{
	(void) type;
	(void) module_number;
	if (faults.armed) {
		disarm();
	}
	return SUCCESS;
}

static const zend_function_entry functions[] = {PHP_FE(brine_fail_allocation, arginfo_brine_fail_allocation)
		PHP_FE(brine_count_allocations, arginfo_brine_count_allocations) PHP_FE_END};

zend_module_entry brine_faults_module_entry = {STANDARD_MODULE_HEADER, "brine_faults", functions, NULL, NULL, NULL,
	PHP_RSHUTDOWN(brine_faults), NULL, "1", STANDARD_MODULE_PROPERTIES};

#ifdef COMPILE_DL_BRINE_FAULTS
ZEND_GET_MODULE(brine_faults)
#endif
