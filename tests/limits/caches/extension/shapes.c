/* The shape cache. */
#include "core/memory.c"
#include "format/shape_cache.c"
#include "brine_caches.h"

#define KEYS_OF_SHAPE 4

/* Reads the definition of shape `number`: three common keys, and one of its own. */
static void read_definition(shape_test_state *state, uint32_t number)
{
	brine_cursor in;
	int size =
		snprintf((char *) state->payload, sizeof(state->payload), "%cone%ctwo%cthree%c%08u", BRINE_TAG_SHORT_STRING + 2,
			BRINE_TAG_SHORT_STRING + 2, BRINE_TAG_SHORT_STRING + 4, BRINE_TAG_SHORT_STRING + 7, number);

	memset(&in, 0, sizeof(in));
	in.p = state->payload;
	in.end = state->payload + size;
	CHECK(brine_definition_read_keys(&state->definition, &in, &state->strings, KEYS_OF_SHAPE));
}

static bool is_found(shape_test_state *state, uint32_t number)
{
	brine_cached_shape *shape;

	read_definition(state, number);
	shape = brine_shape_cache_find(state->shapes, &state->definition);
	CHECK(!shape || (shape->count == KEYS_OF_SHAPE && memcmp(shape->bytes, state->payload, shape->size) == 0));
	return shape != NULL;
}

/* Acts like a decode of a map with this shape: true if it was cached. */
static bool look_up(shape_test_state *state, uint32_t number)
{
	static const unsigned sizes[KEYS_OF_SHAPE] = {3, 3, 5, 8};
	const unsigned char *p = state->payload;

	if (is_found(state, number)) {
		return true;
	}
	state->strings.count = 0;
	for (unsigned i = 0; i < KEYS_OF_SHAPE; p += 1 + sizes[i++]) {
		zend_string *key = brine_key_cache_get(state->keys, (const char *) p + 1, sizes[i], SECRET);

		/* In a cache that cannot grow, a key with full sets gets a place when it is its turn to evict another. */
		for (unsigned tries = 1; tries < BRINE_KEY_CACHE_TURN && !ZSTR_IS_INTERNED(key); tries++) {
			zend_string_release(key);
			key = brine_key_cache_get(state->keys, (const char *) p + 1, sizes[i], SECRET);
		}
		CHECK(ZSTR_IS_INTERNED(key));
		brine_string_registry_add(&state->strings, key);
	}
	brine_shape_cache_add(state->shapes, &state->definition, &state->strings, 0, NULL, NULL);
	state->strings.count = 0;
	return false;
}

static uint32_t count_found(shape_test_state *state, uint32_t count)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < count; i++) {
		found += is_found(state, i);
	}
	return found;
}

/* A shape is cached at second sight; if the cache then grows, it keeps its entries and adds one. */
void shapes_grow(shape_test_state *state)
{
	enum {
		COUNT = 6000
	};
	brine_shape_cache *shapes = state->shapes;
	uint32_t growths = 0;

	for (uint32_t i = 0; i < COUNT; i++) {
		uint32_t sets = shapes->mask + 1, used = shapes->used;

		CHECK(!look_up(state, i) && shapes->used == used);
		CHECK(!look_up(state, i) && is_found(state, i));
		if (shapes->mask + 1 > sets) {
			growths++;
			CHECK(shapes->used >= used && count_found(state, i + 1) == shapes->used);
		}
	}
	CHECK(growths == 6 && shapes->mask + 1 == BRINE_SHAPE_CACHE_MAX_SETS);
	CHECK(shapes->used <= BRINE_SHAPE_CACHE_MAX_SETS * BRINE_SHAPE_CACHE_WAYS);
	CHECK(shapes->bytes <= BRINE_SHAPE_CACHE_MAX_BYTES && count_found(state, COUNT) == shapes->used);
	brine_shape_cache_clear(shapes);
	CHECK(shapes->mask + 1 == BRINE_SHAPE_CACHE_FIRST_SETS && shapes->used == 0 && shapes->bytes == 0);
	CHECK(count_found(state, COUNT) == 0);
}

/* Alternating shapes are all cached in the end, although the first sets remember only 48 misses. */
void shapes_in_turn(shape_test_state *state)
{
	enum {
		COUNT = 400,
		ROUNDS = 600
	};
	uint32_t found = 0;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		found = 0;
		for (uint32_t i = 0; i < COUNT; i++) {
			found += look_up(state, i);
		}
	}
	CHECK(found == COUNT && state->shapes->used == COUNT);
	CHECK(state->shapes->mask + 1 > BRINE_SHAPE_CACHE_FIRST_SETS);
	CHECK(state->shapes->mask + 1 < BRINE_SHAPE_CACHE_MAX_SETS);
}
