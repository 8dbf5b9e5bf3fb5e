/* Finds the path to an object whose hook failed: hooks run after decoding, when the path is no longer known. */
#include "decode/hooks.h"
#include "decode/state.h"

/* At most this many elements are searched: a few milliseconds. */
#define MAX_ELEMENTS (1 << 20)

typedef struct {
	brine_path *path;
	const zend_object *object;
	/* By handle: hooks with an array, which holds the object's content; and visited objects. */
	HashTable hooks;
	HashTable seen;
	/* By address: visited references and arrays with more than one holder. */
	HashTable seen_places;
	uint32_t elements_left;
	uint32_t levels_left;
} search;

static bool find_in(search *search, zval *value);

/* Searches an array, whose keys may be property names. */
static bool find_in_array(search *search, HashTable *array, bool of_properties)
{
	zend_ulong h;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		if (find_in(search, value)) {
			if (of_properties) {
				brine_path_add_property_key(search->path, h, key);
			} else {
				brine_path_add_key(search->path, h, key);
			}
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();
	return false;
}

static bool find_in_properties(search *search, zend_object *object)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		const zend_property_info *info = object->ce->properties_info_table[i];

		if (info && find_in(search, OBJ_PROP(object, info->offset))) {
			brine_path_add_property(search->path, info->name);
			return true;
		}
	}
	return object->properties && find_in_array(search, object->properties, true);
}

static bool find_in_object(search *search, zend_object *object)
{
	const brine_hook *hook = zend_hash_index_find_ptr(&search->hooks, object->handle);

	if (object == search->object) {
		return true;
	}
	if (!zend_hash_index_add_empty_element(&search->seen, object->handle)) {
		return false;
	}
	return hook ? find_in_array(search, Z_ARRVAL(hook->argument), hook->has_properties)
				: find_in_properties(search, object);
}

/* True if it has several holders and was visited before. */
static bool was_seen(search *search, const zend_refcounted *place)
{
	return GC_REFCOUNT(place) > 1
		&& !zend_hash_index_add_empty_element(&search->seen_places, (zend_ulong) (uintptr_t) place >> 3);
}

static bool find_in(search *search, zval *value)
{
	bool found = false;

	if (Z_ISREF_P(value)) {
		if (was_seen(search, Z_COUNTED_P(value))) {
			return false;
		}
		value = Z_REFVAL_P(value);
	}
	if ((Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_OBJECT) || search->elements_left == 0
		|| search->levels_left == 0) {
		search->elements_left -= search->elements_left > 0;
		return false;
	}
	search->elements_left--;
	if (Z_TYPE_P(value) == IS_ARRAY && Z_REFCOUNTED_P(value) && was_seen(search, Z_COUNTED_P(value))) {
		return false;
	}
	search->levels_left--;
	found = Z_TYPE_P(value) == IS_ARRAY ? find_in_array(search, Z_ARRVAL_P(value), false)
										: find_in_object(search, Z_OBJ_P(value));
	search->levels_left++;
	return found;
}

void brine_decode_locate(brine_decoder *decoder, const zend_object *object)
{
	search search = {
		.path = &decoder->path,
		.object = object,
		.elements_left = MAX_ELEMENTS,
		.levels_left = decoder->max_depth + 1,
	};

	zend_hash_init(&search.hooks, 8, NULL, NULL, false);
	zend_hash_init(&search.seen, 8, NULL, NULL, false);
	zend_hash_init(&search.seen_places, 8, NULL, NULL, false);
	for (uint32_t i = 0; i < decoder->hook_count; i++) {
		brine_hook *hook = &decoder->hooks[i];

		if (hook->kind == BRINE_HOOK_UNSERIALIZE) {
			zend_hash_index_add_ptr(&search.hooks, hook->object->handle, hook);
		}
	}
	find_in(&search, decoder->built);
	zend_hash_destroy(&search.hooks);
	zend_hash_destroy(&search.seen);
	zend_hash_destroy(&search.seen_places);
}
