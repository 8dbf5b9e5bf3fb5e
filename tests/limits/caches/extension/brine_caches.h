/* Shared by the tests of the caches, and the tests themselves. */
#ifndef BRINE_CACHES_H
#define BRINE_CACHES_H

#include "php.h"
#include "core/key_cache.h"
#include "format/shape_cache.h"

#define SECRET UINT64_C(0x9F3C6A5BD1E8720D)

/* The first failure; NULL for none. */
extern const char *brine_caches_wrong;

#define CHECK(condition) \
	do { \
		if (!(condition) && !brine_caches_wrong) { \
			brine_caches_wrong = #condition; \
		} \
	} while (0)

/* Keys of shapes, and what decoding a definition needs. */
typedef struct {
	brine_key_cache *keys;
	brine_shape_cache *shapes;
	brine_string_registry strings;
	brine_definition definition;
	unsigned char payload[64];
} shape_test_state;

/* Each receives new caches. */
void keys_grow(brine_key_cache *cache);
void keys_have_a_bound(brine_key_cache *cache);
void keys_of_one_set(brine_key_cache *cache);
void keys_of_all_sizes(brine_key_cache *cache);
void shapes_grow(shape_test_state *state);
void shapes_in_turn(shape_test_state *state);

#endif
