/*
 * The decoder's state and its basic operations. Mirror image of encode/state.h. User code cannot reach any part of the
 * value until it is complete. So registries borrow from the value, and replaced parts are kept as discarded values
 * until the end.
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
#include "core/silence.h"
#include "format/format.h"
#include "format/numbers.h"
#include "format/shape_cache.h"
#include "format/shapes.h"
#include "format/sharing.h"
#include "format/strings.h"

/*
 * A call reports at most this many deprecations of dynamic properties: few bytes can yield any number of integer names.
 */
#define BRINE_MAX_DEPRECATIONS 100

/* How the values of a shape become an object. */
typedef enum {
	/* All names are declared: values go to slots. */
	BRINE_BUILD_SLOTS,
	/* Nothing is declared: values form the dynamic properties, after the class name if the class is missing. */
	BRINE_BUILD_DYNAMIC,
	/* Values form the argument of __unserialize(). */
	BRINE_BUILD_HOOK_ARRAY,
	/* Otherwise: each name is looked up in each object. */
	BRINE_BUILD_BY_NAME,
} brine_build;

typedef struct {
	brine_shape_kind kind;
	/* False until the keys or names are read. */
	bool ready;
	/* True if `layout` owns a reference; otherwise the value, or `cached`, keeps the exemplar alive. */
	bool owns_layout;
	/*
	 * This and all fields from `ce` on are for objects. The class is missing or not allowed: __PHP_Incomplete_Class
	 * replaces it.
	 */
	bool incomplete;
	/* Objects built from properties run __wakeup() at the end. */
	bool has_wakeup;
	/* The cached shape behind this one, or NULL; owns a reference. */
	brine_cached_shape *cached;
	/* Number of values per instance. */
	uint32_t count;
	/* Of an object: index of its first slot, or first declaration, in the decoder's lists. */
	uint32_t first;
	/* A map with the keys of all instances: the first instance, or a map made for the shape. */
	zend_array *layout;

	zend_class_entry *ce;
	/* The class name in the payload; the registry of strings owns it. */
	zend_string *class_name;
	brine_build build : 8;
	/* The shape's slots are all that the class has. */
	bool covers_all_slots;
	/* BRINE_NODE_HOLDS if its objects keep their properties. */
	uint32_t holds;
	/* Memory charged per object, without its values. */
	uint64_t memory;
} brine_decoded_shape;

/* A numbered object or PHP reference. */
typedef struct {
	/* Borrowed. */
	zend_object *object;
	brine_node node;
	/* The shape it was built from; BRINE_MAX_NUMBERS for none. */
	uint32_t shape;
} brine_decoded_object;

typedef struct {
	/* Owns a reference. */
	zend_reference *reference;
	brine_node node;
} brine_decoded_reference;

/* A class as named by the payload. */
typedef struct {
	/* __PHP_Incomplete_Class if the class is missing or not allowed. */
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

/* The meaning of a property's name in a class, looked up once per decode. */
typedef struct {
	const zend_class_entry *ce;
	/* In PHP's mangled form; borrowed. */
	const zend_string *name;
	/* The matching declaration, or NULL. */
	zend_property_info *declaration;
	/* PHP's deprecation of this dynamic property was raised. */
	bool deprecated;
} brine_meaning;

/* A hook to run once the whole value is built; owns its object and argument. */
typedef struct {
	zend_object *object;
	/* The array for __unserialize(), or the string for Serializable::unserialize(). */
	zval argument;
	brine_hook_kind kind;
	/* The array holds properties, not the result of __serialize(). */
	bool has_properties;
	/* The object's tag. */
	const unsigned char *at;
} brine_hook;

/* The running internal hook: its object, or NULL; its first warning; and the silence of its last one. */
typedef struct {
	const zend_object *object;
	bool hides_deprecations;
	int level;
	zend_string *warning;
	brine_silence silence;
} brine_hook_of_php;

/* A dictionary shape in use, by entry, and the number of the payload's own shapes before it. */
typedef struct {
	uint32_t entry;
	uint32_t own_before;
} brine_seen_dictionary_shape;

/* Hot fields come first: they share few cache lines, and small offsets make short instructions. */
typedef struct brine_decoder {
	brine_pooled pooled;
	brine_cursor in;
	/* Strings are charged before a value that begins here or later; at most in.end. See decode/limits.h. */
	const unsigned char *stop;
	zend_ulong elements_left;
	/* In bytes; see decode/limits.h. */
	uint64_t memory_left;
	uint32_t depth;
	/* Deepest level reached so far inside the innermost open array, object or reference. */
	uint32_t deepest;
	uint32_t max_depth;
	/* Grows with every object and reference; an array is pure if it did not grow meanwhile. */
	uint32_t identity_count;
	/* Number of strings already charged. */
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
	/*
	 * Table for tags that no comparison handles: brine_dispatch_by_tag or, with a dictionary,
	 * brine_dispatch_with_dictionary.
	 */
	const unsigned char *dispatch;

	/*
	 * The payload has more bytes than the stack's guaranteed levels. Otherwise destructors, which descend at most one
	 * level per byte, are safe.
	 */
	bool may_go_down_far;
	/* True while reading keys of large maps, which are data rather than names and would fill the key cache. */
	bool has_data_keys;
	/* Hooks have run, so the decoder may be the last holder of decoded nodes. */
	bool ran_hooks;
	/* An object will keep its elements in another one that may do the same; see decode/storage.h. */
	bool has_storages;
	/* Why and where decoding failed. */
	brine_decode_error error;
	size_t error_offset;
	/* A more detailed message, or NULL. */
	zend_string *error_message;
	/* Number of payloads decoded. */
	uint64_t calls;
	/* Levels that the stack always allows. */
	uint32_t safe_depth;
	/* Number of arrays whose height was reported to the cycles. */
	uint32_t measured_arrays;
	/* Deprecations raised for dynamic properties. */
	uint32_t deprecations;
	/* Elements that PHP's own __unserialize() methods iterate over; each may become a dynamic property. */
	uint64_t hook_elements;
	uint64_t max_memory;
	brine_class_list *allowed_classes;
	/* From the options. */
	const zend_string *unknown_class;
	bool refuses_missing;
	bool refuses_stale;
	brine_reader reader;
	/* The one of the options, or NULL. */
	struct brine_decode_observer *observer;

	/*
	 * Classes named so far. All but the first few are found by their name's address, so that each name is looked up
	 * once.
	 */
	brine_named_class *classes;
	uint32_t class_count;
	uint32_t class_capacity;
	brine_identity class_names;
	/* Same for the meanings of names. */
	brine_index meaning_index;
	brine_meaning *meanings;
	uint32_t meaning_count;
	/* Name of the time zone charged last; valid if there is any meaning. */
	const zend_string *last_zone;
	uint32_t meaning_capacity;

	brine_decoded_reference *references;
	uint32_t reference_count;
	uint32_t reference_capacity;
	/* State of the reader of another format, while it reads. */
	void *foreign;
	/* The whole value while hooks run. */
	zval *built;
	brine_hook *hooks;
	uint32_t hook_count;
	uint32_t hook_capacity;
	brine_hook_of_php hook_of_php;
	/* Replaced values, kept until the end. */
	zval *discarded;
	uint32_t discarded_count;
	uint32_t discarded_capacity;

	/* Counts nodes and derives the effect of cycles on heights; see decode/limits.h. */
	brine_cycles cycles;
	/* The definition that is being read. */
	brine_definition definition;
	brine_path path;

	/* Dictionary shapes in use, which have places among the payload's own; see decode/dictionary.h. */
	brine_seen_dictionary_shape *dictionary_shapes;
	uint32_t dictionary_shape_count;
	uint32_t dictionary_shape_capacity;
	/* By dictionary entry: the shape's place plus 1; 0 if unused so far. */
	uint32_t *dictionary_places;
	uint32_t dictionary_place_capacity;
} brine_decoder;

/* Callbacks must neither run user code nor end the request. */
typedef struct brine_decode_observer {
	/* Called when a value is complete, before its hooks run. */
	void (*built)(struct brine_decode_observer *observer, brine_decoder *decoder, const zval *value);
	/*
	 * Called with a refusal's reason instead of brine_throw_decode_error(): the result is then null, on SUCCESS unless
	 * an exception is pending. May be NULL.
	 */
	void (*refused)(struct brine_decode_observer *observer, brine_decode_error error, size_t offset,
		zend_string *message, zend_string *path);
} brine_decode_observer;

/* State saved while an array is open. */
typedef struct {
	uint32_t number;
	uint32_t identity_count;
	uint32_t deepest;
	zend_ulong elements_left;
} brine_open_array;

/* Records why decoding fails and where; always false. */
ZEND_COLD bool brine_decode_fail(brine_decoder *decoder, brine_decode_error error, const unsigned char *at);

/* Cold half of brine_decode_uv(): reports the fault. */
ZEND_COLD void brine_decode_refuse_uv(brine_decoder *decoder, const unsigned char *at);

/* Reads a uv; *at becomes its position. */
static zend_always_inline bool brine_decode_uv(brine_decoder *decoder, uint64_t *value, const unsigned char **at)
{
	*at = decoder->in.p;
	if (UNEXPECTED(!brine_get_uv(&decoder->in, value))) {
		brine_decode_refuse_uv(decoder, *at);
		return false;
	}
	return true;
}

/* Appends a shape that is not ready yet; returns its number, or BRINE_MAX_NUMBERS after an error. */
uint32_t brine_decode_new_shape(brine_decoder *decoder, brine_shape_kind kind, const unsigned char *at);

/* Takes over a value's reference and keeps it until the end. */
ZEND_COLD void brine_decode_discard(brine_decoder *decoder, zval *value);

#endif
