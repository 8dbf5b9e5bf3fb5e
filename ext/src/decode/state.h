/*
 * The state of a decoder, and what all parts of the decoder do with it. encode/state.h is the mirror image.
 *
 * Until the whole value is built, no user code can reach any part of it: class loaders and error handlers may run, hooks run at the end.
 * The registries therefore borrow what the value holds, and nothing that was built is freed before the end: what has to give
 * way goes to the list of discarded values.
 */
#ifndef BRINE_DECODE_STATE_H
#define BRINE_DECODE_STATE_H

#include "php.h"
#include "error.h"
#include "options.h"
#include "core/compat.h"
#include "core/cursor.h"
#include "core/cycles.h"
#include "core/hash.h"
#include "core/identity.h"
#include "core/map.h"
#include "core/memory.h"
#include "core/path.h"
#include "format/format.h"
#include "format/numbers.h"
#include "format/shape_cache.h"
#include "format/shapes.h"
#include "format/sharing.h"
#include "format/strings.h"

/*
 * Most deprecations of dynamic properties that a call raises: few bytes can stand for any number of integers, which are names where an array
 * becomes properties.
 */
#define BRINE_MOST_DEPRECATIONS 100

/* How the values of an object's shape become an object. */
typedef enum {
	/* Each name is a declared property: values go straight to slots. */
	BRINE_BUILD_SLOTS,
	/* No property is declared: values become the map of dynamic properties. If the class is missing, its name is in front of them. */
	BRINE_BUILD_DYNAMIC,
	/* Values become the array that __unserialize() is given. */
	BRINE_BUILD_HOOK_ARRAY,
	/* Anything else: the keys of the layout are looked up in each object. */
	BRINE_BUILD_BY_NAME,
} brine_build;

typedef struct {
	brine_shape_kind kind;
	/* False until the keys or names are read. */
	bool ready;
	/* True if `layout` holds a reference; an exemplar is held by the value that it is part of, or by `cached`. */
	bool owns_layout;
	/* Of objects, as all from `ce` on. The class is not there or not allowed: __PHP_Incomplete_Class stands in. */
	bool incomplete;
	/* Objects that are built from their properties run __wakeup() at the end. */
	bool has_wakeup;
	/* What the shape was taken from, or NULL; holds a reference. */
	brine_cached_shape *cached;
	/* Values of an instance. */
	uint32_t count;
	/* Of an object: where its slots, or the declarations of its names, begin in the decoder's lists. */
	uint32_t first;
	/* A map with the keys of the instances: the first instance itself, or a map made for the shape. */
	zend_array *layout;

	zend_class_entry *ce;
	/* What the payload calls the class; borrowed from the registry of strings. */
	zend_string *class_name;
	brine_build build : 8;
	/* The slots of the shape are all that the class has. */
	bool covers_all_slots;
	/* BRINE_NODE_HOLDS if its objects do. */
	uint32_t holds;
	/* What an object counts, apart from what is in its values. */
	uint64_t memory;
} brine_decoded_shape;

/* An object, or a PHP reference, by number. */
typedef struct {
	/* Borrowed. */
	zend_object *object;
	brine_node node;
	/* The shape that it was built by; BRINE_MAX_NUMBERS for none. */
	uint32_t shape;
} brine_decoded_object;

typedef struct {
	/* Held by one more reference. */
	zend_reference *reference;
	brine_node node;
} brine_decoded_reference;

/* What a payload says of an object's class. */
typedef struct {
	/* __PHP_Incomplete_Class if the class is not there or not allowed. */
	zend_class_entry *ce;
	/* Borrowed from the registry of strings. */
	zend_string *name;
	bool incomplete;
} brine_named_class;

typedef enum {
	BRINE_HOOK_WAKEUP,
	BRINE_HOOK_UNSERIALIZE,
	BRINE_HOOK_SERIALIZABLE,
} brine_hook_kind;

/* What a property's name means in a class, looked up once in a decode. */
typedef struct {
	const zend_class_entry *ce;
	/* In PHP's mangled form; borrowed. */
	const zend_string *name;
	/* The declaration that it means, or NULL. */
	zend_property_info *declaration;
	/* PHP's deprecation of such a dynamic property was raised. */
	bool deprecated;
} brine_meaning;

/* A hook that runs when the whole value is built; holds its object and argument. */
typedef struct {
	zend_object *object;
	/* The array for __unserialize(), or the string for Serializable::unserialize(). */
	zval argument;
	brine_hook_kind kind;
	/* The array is of properties, and not of a __serialize(). */
	bool has_properties;
	/* The object's tag. */
	const unsigned char *at;
} brine_hook;

/*
 * A hook of PHP's own that runs: its object, or NULL while none does; what PHP first complained of meanwhile; and which levels of complaints are held
 * back since.
 */
typedef struct {
	const zend_object *object;
	int level;
	zend_string *complaint;
	int reported;
	int handled;
} brine_hook_of_php;

/* A shape of the dictionary, by entry, and how many of the payload's own came before it. */
typedef struct {
	uint32_t entry;
	uint32_t own_before;
} brine_seen_dictionary_shape;

/* What most values use comes first: it lies in few lines of the processor's cache, and is reached by short instructions. */
typedef struct brine_decoder {
	brine_pooled pooled;
	brine_cursor in;
	/* Before a value that begins here, or behind, strings are counted; not behind in.end. See decode/limits.h. */
	const unsigned char *stop;
	zend_ulong elements_left;
	/* In bytes; see decode/limits.h. */
	uint64_t memory_left;
	uint32_t depth;
	/* Deepest level that anything in the innermost open array, object or reference has reached so far. */
	uint32_t deepest;
	uint32_t max_depth;
	/* Grows with every object and reference; an array during which it did not grow is pure. */
	uint32_t identity_count;
	/* How many strings memory was counted for. */
	uint32_t counted_strings;
	brine_string_registry strings;
	brine_array_registry arrays;
	brine_decoded_shape *shapes;
	uint32_t shape_count;
	uint32_t shape_capacity;
	brine_decoded_object *objects;
	uint32_t object_count;
	uint32_t object_capacity;
	brine_property_slot *slots;
	uint32_t slot_count;
	uint32_t slot_capacity;
	/* How tags are decoded that no comparison recognises: brine_dispatch_by_tag or, with a dictionary, brine_dispatch_with_dictionary. */
	const unsigned char *dispatch;

	/* There are more bytes than levels that the stack takes whatever it is: destructors go down one level for each byte at most. */
	bool may_go_down_far;
	/* True while keys are read that are data rather than names: those of maps with many keys. They would fill the key cache. */
	bool has_data_keys;
	/* Hooks have run: what was built may have lost all but what the decoder holds. */
	bool ran_hooks;
	/* An object will keep its elements in another that may do so, too; see decode/storage.h. */
	bool has_storages;
	/* Why decoding failed, and where. */
	brine_decode_error error;
	size_t error_offset;
	/* What there is to say beyond the reason, or NULL. */
	zend_string *error_message;
	/* How many payloads it was given. */
	uint64_t calls;
	/* What the stack takes whatever it is. */
	uint32_t safe_depth;
	/* The arrays before this one are among those whose height the cycles know. */
	uint32_t measured_arrays;
	/* How many dynamic properties PHP's deprecation was raised for. */
	uint32_t deprecations;
	/* How many elements PHP's own __unserialize() methods go through, each of which may become such a property. */
	uint64_t hook_elements;
	uint64_t max_memory;
	HashTable *allowed_classes;
	/* As the options have them. */
	const zend_string *unknown_class;
	bool refuses_missing;

	/*
	 * The classes that were named. Those after the first few are found by the address of their name, so that a name is looked up once however often it
	 * comes.
	 */
	brine_named_class *classes;
	uint32_t class_count;
	uint32_t class_capacity;
	brine_identity class_names;
	/* Likewise what names mean in classes. */
	brine_index meaning_index;
	brine_meaning *meanings;
	uint32_t meaning_count;
	/* The name of a time zone that was counted last; if there is any meaning. */
	const zend_string *last_zone;
	uint32_t meaning_capacity;

	brine_decoded_reference *references;
	uint32_t reference_count;
	uint32_t reference_capacity;
	/* The whole value, while hooks run. */
	zval *built;
	brine_hook *hooks;
	uint32_t hook_count;
	uint32_t hook_capacity;
	brine_hook_of_php hook_of_php;
	/* Values that gave way to others, kept until the end. */
	zval *discarded;
	uint32_t discarded_count;
	uint32_t discarded_capacity;

	/* Counts nodes, and finds out what cycles mean for heights; see decode/limits.h. */
	brine_cycles cycles;
	/* The definition that is being read. */
	brine_definition definition;
	brine_path path;

	/* The shapes of the dictionary that were seen, which lie among the payload's own; see decode/dictionary.h. */
	brine_seen_dictionary_shape *dictionary_shapes;
	uint32_t dictionary_shape_count;
	uint32_t dictionary_shape_capacity;
	/* By entry of the dictionary: the place among the shapes, and 1; 0 for one that was not seen. */
	uint32_t *dictionary_places;
	uint32_t dictionary_place_capacity;
} brine_decoder;

/* Must not run user code, nor end the request. */
typedef struct brine_decode_observer {
	/* Is told of a value that was built in full, before its hooks run. */
	void (*built)(struct brine_decode_observer *observer, brine_decoder *decoder, const zval *value);
	/* Is told why a payload is refused, as brine_throw_decode_error() would be, instead of that: then the result is null on SUCCESS. Or NULL. */
	void (*refused)(struct brine_decode_observer *observer, brine_decode_error error, size_t offset,
		zend_string *message, zend_string *path);
} brine_decode_observer;

/* What an open array must remember until it is complete. */
typedef struct {
	uint32_t number;
	uint32_t identity_count;
	uint32_t deepest;
	zend_ulong elements_left;
} brine_open_array;

/* Records why decoding fails and where; always false. */
ZEND_COLD bool brine_decode_fail(brine_decoder *decoder, brine_decode_error error, const unsigned char *at);

/* Cold half of brine_decode_uv(): says why there is none. */
ZEND_COLD void brine_decode_refuse_uv(brine_decoder *decoder, const unsigned char *at);

/* Reads a uv; *at is where it begins. */
static zend_always_inline bool brine_decode_uv(brine_decoder *decoder, uint64_t *value, const unsigned char **at)
{
	*at = decoder->in.p;
	if (UNEXPECTED(!brine_get_uv(&decoder->in, value))) {
		brine_decode_refuse_uv(decoder, *at);
		return false;
	}
	return true;
}

/* Appends a shape that is not ready yet and returns its number; BRINE_MAX_NUMBERS after an error. */
uint32_t brine_decode_new_shape(brine_decoder *decoder, brine_shape_kind kind, const unsigned char *at);

/* Keeps a value, whose reference is taken over, until the end. */
ZEND_COLD void brine_decode_discard(brine_decoder *decoder, zval *value);

#endif
