/*
 * Shapes cached between calls, because small payloads mostly repeat earlier definitions. Found by the definition's
 * bytes and the strings they refer to, without reading or hashing those strings. Only definitions with strings in the
 * key cache; bounded, per thread. Class data expires with the request.
 */
#ifndef BRINE_SHAPE_CACHE_H
#define BRINE_SHAPE_CACHE_H

#include "php.h"
#include "core/cursor.h"
#include "format/shapes.h"
#include "format/strings.h"

/* Number of sets at first, and at most. */
#define BRINE_SHAPE_CACHE_FIRST_SETS 16
#define BRINE_SHAPE_CACHE_MAX_SETS 1024
#define BRINE_SHAPE_CACHE_WAYS 4
#define BRINE_SHAPE_CACHE_MISSES 3

/* Limit of all entries' memory. Long definitions could take ten times as much. */
#define BRINE_SHAPE_CACHE_MAX_BYTES (4 * 1024 * 1024)

/* Smaller maps are built as fast as they are looked up. */
#define BRINE_DEFINITION_MIN_KEYS 4

/* Definitions with more keys or names are not cached. */
#define BRINE_DEFINITION_MAX_ITEMS 64

/* A definition, as found in a payload. */
typedef struct {
	brine_shape_kind kind;
	uint32_t hash;
	/* Number of keys or names. */
	uint32_t count;
	/* The definition's bytes, from the first key or the class name on. */
	const unsigned char *start;
	const unsigned char *end;
	/* The strings that it refers to, in order. */
	uint32_t named_string_count;
	zend_string *named_strings[BRINE_DEFINITION_MAX_ITEMS + 1];
} brine_definition;

/* Destination of an object's property. */
typedef struct {
	/* Offset of the slot in the object. */
	uint32_t offset;
	/* The declaration if its type must be verified; otherwise NULL. */
	zend_property_info *typed;
} brine_property_slot;

/* A shape made of a definition: one memory block that contains everything it points to. */
typedef struct {
	uint32_t refcount;
	brine_shape_kind kind;
	uint32_t count;
	uint32_t named_string_count;
	uint32_t string_count;
	/* Memory charged per object. It fits: names are few, and slots per class are limited. */
	uint32_t memory;
	size_t size;
	/* Size of the block. */
	size_t block_size;
	/* The definition's bytes; the strings they refer to; and the numbered strings they define. */
	unsigned char *bytes;
	zend_string **named_strings;
	zend_string **strings;
	/* Layout of a map or of dynamic properties, an array of nulls; NULL for objects with slots. */
	zend_array *layout;

	/* Only for objects: the request in which the entry is valid. */
	uint32_t request;
	bool has_wakeup;
	bool covers_all_slots;
	/* What was last found to say the class as it is: a fingerprint, or names; 0 if nothing yet. See decode/layout.h. */
	uint64_t said;
	zend_class_entry *ce;
	zend_string *class_name;
	brine_property_slot *slots;
} brine_cached_shape;

/* A class by its name in payloads, or a name for which no class was found. */
typedef struct {
	zend_string *name;
	/* NULL if there is none. */
	zend_class_entry *ce;
	uint32_t request;
} brine_cached_class;

#define BRINE_CLASS_CACHE_SLOTS 64

/* The candidates for a hash, in one cache line. */
typedef struct {
	uint32_t hashes[BRINE_SHAPE_CACHE_WAYS];
	/* Hashes of the set's latest misses, newest first. */
	uint32_t missed[BRINE_SHAPE_CACHE_MISSES];
	/* The next place to fill. */
	uint32_t next;
	brine_cached_shape *shapes[BRINE_SHAPE_CACHE_WAYS];
} brine_shape_cache_set;

typedef struct brine_shape_cache {
	/* Allocated for the most sets; mask + 1 of them, a power of two, are in use. */
	brine_shape_cache_set *sets;
	uint32_t mask;
	/* Occupied places. */
	uint32_t used;
	/* Misses dropped since the cache last grew. */
	uint32_t forgotten;
	/* Bytes of all blocks. */
	size_t bytes;
	void *memory;
	/* Number of the current request. */
	uint32_t request;
	brine_cached_class classes[BRINE_CLASS_CACHE_SLOTS];
} brine_shape_cache;

brine_shape_cache *brine_shape_cache_new(void);
void brine_shape_cache_free(brine_shape_cache *cache);

/*
 * Read a definition without consuming it: `count` keys, or the content after an OBJECT tag. False if it is invalid, too
 * short or long, or contains anything but short strings and references to such: then read it the ordinary way.
 */
bool brine_definition_read_keys(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings, uint32_t count);
bool brine_definition_read_class(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings);

/* Returns the cached shape of an equal definition, or NULL. */
brine_cached_shape *brine_shape_cache_find(brine_shape_cache *cache, const brine_definition *definition);

/* Consumes a definition: numbers the strings that it defines, which the cached shape owns. */
void brine_definition_take(const brine_definition *definition, const brine_cached_shape *shape, brine_cursor *in,
	brine_string_registry *strings);

/*
 * Caches the shape of a missed definition at its second call; the first only remembers the miss. Its strings start at
 * first_string. `layout` (or NULL) has its keys, `slots` (or NULL) one per name. Returns the entry, whose class data
 * the caller sets; or NULL.
 */
brine_cached_shape *brine_shape_cache_add(brine_shape_cache *cache, const brine_definition *definition,
	const brine_string_registry *strings, uint32_t first_string, const zend_array *layout,
	const brine_property_slot *slots);

/* The class found in this request for a name from the key cache, or NULL. */
zend_class_entry *brine_class_cache_find(const brine_shape_cache *cache, const zend_string *name);
void brine_class_cache_add(brine_shape_cache *cache, zend_string *name, zend_class_entry *ce);

/* True if a name from the key cache was looked up in this request, so that it may name a class. */
bool brine_class_cache_has(const brine_shape_cache *cache, const zend_string *name);

/* Releases a reference. */
void brine_cached_shape_release(brine_cached_shape *shape);

/* Call when a request ends: entries with its classes become invalid. */
static inline void brine_shape_cache_deactivate(brine_shape_cache *cache)
{
	cache->request++;
}

/* True if the cache should be cleared once no value is left. */
static inline bool brine_shape_cache_is_worn(const brine_shape_cache *cache)
{
	return cache->bytes > BRINE_SHAPE_CACHE_MAX_BYTES / 4 * 3;
}

/* Empties the cache; must run before the key cache is cleared. */
void brine_shape_cache_clear(brine_shape_cache *cache);

#endif
