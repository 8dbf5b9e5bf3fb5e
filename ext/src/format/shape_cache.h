/*
 * Shapes that outlive a call: small payloads mostly define the shapes that the payloads before them defined. What was made of a definition,
 * a map's layout or the slots of a class' properties, is found again by the bytes of the definition, and by the strings that
 * these bytes refer to. A shape that is found costs neither a look at its strings nor a hash of any of them: what is read lies side by side.
 *
 * Bounded, per thread. A definition is kept when it is missed twice, with few others in between at its place, and gives way to others that are; what is
 * in use lives on by its reference count. Only definitions whose strings are in the key cache are kept. What depends on classes
 * is forgotten at the end of the request.
 */
#ifndef BRINE_SHAPE_CACHE_H
#define BRINE_SHAPE_CACHE_H

#include "php.h"
#include "core/cursor.h"
#include "format/shapes.h"
#include "format/strings.h"

/* Sets at first, and at most. */
#define BRINE_SHAPE_CACHE_FIRST_SETS 16
#define BRINE_SHAPE_CACHE_MAX_SETS 1024
#define BRINE_SHAPE_CACHE_WAYS 4
#define BRINE_SHAPE_CACHE_MISSES 3

/* What is kept takes no more than this. Long definitions could take ten times as much. */
#define BRINE_SHAPE_CACHE_MAX_BYTES (4 * 1024 * 1024)

/* Maps with fewer keys are made as fast as they are looked up. */
#define BRINE_DEFINITION_MIN_KEYS 4

/* Definitions with more keys or names than this are not looked up. */
#define BRINE_DEFINITION_MAX_ITEMS 64

/* A definition as it stands in a payload. */
typedef struct {
	brine_shape_kind kind;
	uint32_t hash;
	/* Keys, or names. */
	uint32_t count;
	/* Its bytes, from the first key or the class' name on. */
	const unsigned char *start;
	const unsigned char *end;
	/* The strings that it refers to, in order. */
	uint32_t named_string_count;
	zend_string *named_strings[BRINE_DEFINITION_MAX_ITEMS + 1];
} brine_definition;

/* Where the value of an object's property goes. */
typedef struct {
	/* Offset of the slot in the object. */
	uint32_t offset;
	/* The declaration, if it has a type to verify; otherwise NULL. */
	zend_property_info *typed;
} brine_property_slot;

/* What was made of a definition: one block of memory, in which everything that the pointers point to follows. */
typedef struct {
	uint32_t refcount;
	brine_shape_kind kind;
	uint32_t count;
	uint32_t named_string_count;
	uint32_t string_count;
	/* Of objects: what one counts. There are few names, and no class has as many slots as would not fit. */
	uint32_t memory;
	size_t size;
	/* Of the block. */
	size_t block_size;
	/* The bytes of the definition, the strings that they refer to, and those that they define and that have numbers. */
	unsigned char *bytes;
	zend_string **named_strings;
	zend_string **strings;
	/* The layout of a map, or of an object's dynamic properties: an array of nulls. NULL for objects with slots. */
	zend_array *layout;

	/* Objects only. The request that they belong to. */
	uint32_t request;
	bool has_wakeup;
	bool covers_all_slots;
	zend_class_entry *ce;
	zend_string *class_name;
	brine_property_slot *slots;
} brine_cached_shape;

/* A class by its name as payloads give it, or a name that may be a class's, of which none was there. */
typedef struct {
	zend_string *name;
	/* NULL for none. */
	zend_class_entry *ce;
	uint32_t request;
} brine_cached_class;

#define BRINE_CLASS_CACHE_SLOTS 64

/* The places at which a shape can be: a line of the processor's cache. */
typedef struct {
	uint32_t hashes[BRINE_SHAPE_CACHE_WAYS];
	/* Hashes of the last definitions that were not found here, the newest first. */
	uint32_t missed[BRINE_SHAPE_CACHE_MISSES];
	/* The place that is taken next. */
	uint32_t next;
	brine_cached_shape *shapes[BRINE_SHAPE_CACHE_WAYS];
} brine_shape_cache_set;

typedef struct brine_shape_cache {
	/* Room for the most sets; mask + 1 of them, a power of two, are in use. */
	brine_shape_cache_set *sets;
	uint32_t mask;
	/* Places that are taken. */
	uint32_t used;
	/* How many misses gave way to others since there are so many sets. */
	uint32_t forgotten;
	/* Of all blocks. */
	size_t bytes;
	void *memory;
	/* Number of the present request. */
	uint32_t request;
	brine_cached_class classes[BRINE_CLASS_CACHE_SLOTS];
} brine_shape_cache;

brine_shape_cache *brine_shape_cache_new(void);
void brine_shape_cache_free(brine_shape_cache *cache);

/*
 * Reads a definition without taking it out of the input: `count` keys, or what follows the tag OBJECT. False if it is damaged, too short or too long, or has
 * a part that is neither a short string nor a reference to one: then it is to be read in the ordinary way.
 */
bool brine_definition_read_keys(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings, uint32_t count);
bool brine_definition_read_class(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings);

/* Returns what was made of an equal definition, or NULL. */
brine_cached_shape *brine_shape_cache_find(brine_shape_cache *cache, const brine_definition *definition);

/* Takes a definition out of the input: numbers the strings that it defines, which the cached shape holds. */
void brine_definition_take(const brine_definition *definition, const brine_cached_shape *shape, brine_cursor *in,
	brine_string_registry *strings);

/*
 * Keeps what was made of a definition that was not found, if it is time to. Its strings are those from number first_string on; `layout`, if
 * there is one, has the keys and any values; `slots`, if there are any, are as many as the names. Returns the new entry, in which the caller sets
 * what concerns a class, or NULL.
 */
brine_cached_shape *brine_shape_cache_add(brine_shape_cache *cache, const brine_definition *definition,
	const brine_string_registry *strings, uint32_t first_string, const zend_array *layout,
	const brine_property_slot *slots);

/* The class that was found in this request under a name from the key cache, or NULL. */
zend_class_entry *brine_class_cache_find(const brine_shape_cache *cache, const zend_string *name);
void brine_class_cache_add(brine_shape_cache *cache, zend_string *name, zend_class_entry *ce);

/* True if a name from the key cache was looked up in this request, so that it can be a class's. */
bool brine_class_cache_has(const brine_shape_cache *cache, const zend_string *name);

/* Drops a reference. */
void brine_cached_shape_release(brine_cached_shape *shape);

/* The request ends: objects of its classes are not found any more. */
static inline void brine_shape_cache_deactivate(brine_shape_cache *cache)
{
	cache->request++;
}

/* True where so much is kept that it is to be cleared when no value is left. */
static inline bool brine_shape_cache_is_worn(const brine_shape_cache *cache)
{
	return cache->bytes > BRINE_SHAPE_CACHE_MAX_BYTES / 4 * 3;
}

/* Empties the cache; to be done before the key cache is emptied. */
void brine_shape_cache_clear(brine_shape_cache *cache);

#endif
