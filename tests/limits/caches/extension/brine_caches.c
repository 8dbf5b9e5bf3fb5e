/* A test extension that contains the key and shape caches and inspects them. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "brine_caches.h"
#include "core/memory.h"

#if defined(ZTS) && defined(COMPILE_DL_BRINE_CACHES)
ZEND_TSRMLS_CACHE_DEFINE()
#endif

const char *brine_caches_wrong;

typedef void (*key_test)(brine_key_cache *cache);
typedef void (*shape_test)(shape_test_state *state);

static void with_keys(key_test test)
{
	brine_key_cache *cache = brine_key_cache_new();

	test(cache);
	brine_key_cache_free(cache);
}

static void with_shapes(shape_test test)
{
	shape_test_state *state = ecalloc(1, sizeof(*state));

	state->keys = brine_key_cache_new();
	state->shapes = brine_shape_cache_new();
	test(state);
	BRINE_GROWABLE_FREE(state->strings.items, state->strings.capacity);
	brine_shape_cache_free(state->shapes);
	brine_key_cache_free(state->keys);
	efree(state);
}

static const struct {
	const char *name;
	key_test keys;
	shape_test shapes;
} tests[] = {
	{"the key cache grows without losing keys", keys_grow, NULL},
	{"the key cache has a bound", keys_have_a_bound, NULL},
	{"keys with the same first set stay apart", keys_of_one_set, NULL},
	{"keys of all sizes are found by all of their bytes", keys_of_all_sizes, NULL},
	{"the shape cache grows without losing shapes", NULL, shapes_grow},
	{"shapes that come in turn are kept", NULL, shapes_in_turn},
};

/* clang-format off */
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_brine_check_caches, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()
/* clang-format on */

/* By test name: the first failed expectation, or null. */
static PHP_FUNCTION(brine_check_caches)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
		brine_caches_wrong = NULL;
		if (tests[i].keys) {
			with_keys(tests[i].keys);
		} else {
			with_shapes(tests[i].shapes);
		}
		if (brine_caches_wrong) {
			add_assoc_string(return_value, tests[i].name, brine_caches_wrong);
		} else {
			add_assoc_null(return_value, tests[i].name);
		}
	}
}

static const zend_function_entry functions[] = {PHP_FE(brine_check_caches, arginfo_brine_check_caches) PHP_FE_END};

zend_module_entry brine_caches_module_entry = {
	STANDARD_MODULE_HEADER, "brine_caches", functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

#ifdef COMPILE_DL_BRINE_CACHES
ZEND_GET_MODULE(brine_caches)
#endif
