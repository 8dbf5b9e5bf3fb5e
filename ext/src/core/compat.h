/* Differences between PHP versions; no other file tests the version. */
#ifndef BRINE_COMPAT_H
#define BRINE_COMPAT_H

#include "php.h"

#if PHP_VERSION_ID < 80200
#error "Brine needs PHP 8.2 or newer"
#endif

/*
 * Marks pointers that are never NULL: all of a function's, or those with the given numbers. Newer PHP defines these
 * names.
 */
#if !defined(ZEND_ATTRIBUTE_NONNULL) && defined(__GNUC__)
#define ZEND_ATTRIBUTE_NONNULL __attribute__((nonnull))
#elif !defined(ZEND_ATTRIBUTE_NONNULL)
#define ZEND_ATTRIBUTE_NONNULL
#endif
#if !defined(ZEND_ATTRIBUTE_NONNULL_ARGS) && defined(__GNUC__)
#define ZEND_ATTRIBUTE_NONNULL_ARGS(...) __attribute__((nonnull(__VA_ARGS__)))
#elif !defined(ZEND_ATTRIBUTE_NONNULL_ARGS)
#define ZEND_ATTRIBUTE_NONNULL_ARGS(...)
#endif

/*
 * A contract, checked by debug builds. It costs nothing in release builds, where ZEND_ASSERT() becomes an assumption
 * whose expression may still be evaluated.
 */
#if ZEND_DEBUG
#define BRINE_ASSERT(condition) ZEND_ASSERT(condition)
#else
#define BRINE_ASSERT(condition) ((void) sizeof(!(condition)))
#endif

/* PHP's word for "type" in messages about options. */
#if PHP_VERSION_ID >= 80300
#define brine_type_name(value) zend_zval_value_name(value)
#else
#define brine_type_name(value) zend_zval_type_name(value)
#endif

/* PHP's error level for a name that __sleep() returned twice. */
#if PHP_VERSION_ID >= 80300
#define BRINE_LEVEL_OF_SLEEP_TWICE E_WARNING
#else
#define BRINE_LEVEL_OF_SLEEP_TWICE E_NOTICE
#endif

/* Whether PHP has virtual properties, which have hooks and no backing value (PHP 8.4), and whether this is one. */
#if PHP_VERSION_ID >= 80400
#define BRINE_HAVE_VIRTUAL_PROPERTIES true
#define brine_property_is_virtual(info) (((info)->flags & ZEND_ACC_VIRTUAL) != 0)
#else
#define BRINE_HAVE_VIRTUAL_PROPERTIES false
#define brine_property_is_virtual(info) false
#endif

/* The name of unserialize_callback_func; NULL or empty if it is not set. */
#if PHP_VERSION_ID >= 80600
#define brine_unserialize_callback() \
	(PG(unserialize_callback_func) ? (const char *) ZSTR_VAL(PG(unserialize_callback_func)) : NULL)
#else
#define brine_unserialize_callback() ((const char *) PG(unserialize_callback_func))
#endif

/* True for a lazy object that is not initialised (PHP 8.4). */
#if PHP_VERSION_ID >= 80400
#include "Zend/zend_lazy_objects.h"
#define brine_object_is_lazy(object) zend_object_is_lazy(object)
#else
#define brine_object_is_lazy(object) false
#endif

/* Stack size of the current thread in bytes; a fiber's stack is not considered. */
#if defined(ZEND_CHECK_STACK_LIMIT)
#include "zend_call_stack.h"
static inline size_t brine_thread_stack_size(void)
{
	zend_call_stack stack;

	return zend_call_stack_get(&stack) ? stack.max_size : 0;
}
#elif defined(ZTS) && defined(__linux__)
#include <pthread.h>
static inline size_t brine_thread_stack_size(void)
{
	pthread_attr_t attributes;
	size_t size = 0;

	if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
		pthread_attr_getstacksize(&attributes, &size);
		pthread_attr_destroy(&attributes);
	}
	return size;
}
#elif defined(PHP_WIN32)
static inline size_t brine_thread_stack_size(void)
{
	return 0;
}
#else
#include <sys/resource.h>
static inline size_t brine_thread_stack_size(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_STACK, &limit) == 0 ? (size_t) MIN(limit.rlim_cur, SIZE_MAX) : 0;
}
#endif

/* Reverses the bytes of an integer. */
#if defined(_MSC_VER)
#define brine_swap_16(value) _byteswap_ushort(value)
#define brine_swap_32(value) _byteswap_ulong(value)
#define brine_swap_64(value) _byteswap_uint64(value)
#else
#define brine_swap_16(value) __builtin_bswap16(value)
#define brine_swap_32(value) __builtin_bswap32(value)
#define brine_swap_64(value) __builtin_bswap64(value)
#endif

/* Hot functions lie side by side in the binary; ZEND_COLD ones lie elsewhere, so that they take no space in caches. */
#if defined(__GNUC__)
#define BRINE_HOT __attribute__((hot))
#else
#define BRINE_HOT
#endif

/* Prefetches memory into the processor's cache; any address is safe. */
#if defined(__GNUC__)
#define brine_prefetch(address) __builtin_prefetch(address)
#else
#define brine_prefetch(address) ((void) (address))
#endif

/* Trailing and leading zeros of a number that is not 0. */
#if defined(__GNUC__)
#define brine_trailing_zeros(value) ((unsigned) __builtin_ctzll(value))
#define brine_leading_zeros(value) ((unsigned) __builtin_clzll(value))
#else
static inline unsigned brine_trailing_zeros(uint64_t value)
{
	unsigned zeros = 0;

	for (; !(value & 1); value >>= 1) {
		zeros++;
	}
	return zeros;
}

static inline unsigned brine_leading_zeros(uint64_t value)
{
	unsigned zeros = 0;

	for (; !(value >> 63); value <<= 1) {
		zeros++;
	}
	return zeros;
}
#endif

/* Two words that one instruction handles, where the compiler has such a type; the first has the lower address. */
#if defined(__GNUC__) && !defined(WORDS_BIGENDIAN) && SIZEOF_SIZE_T == 8
#define BRINE_HAVE_PAIRS 1
typedef uint64_t brine_pair __attribute__((vector_size(16)));
#endif

#endif
