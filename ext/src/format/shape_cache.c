#include "format/shape_cache.h"
#include "core/hash.h"
#include "core/memory.h"
#include "format/dictionary.h"
#include "format/format.h"

/* Size of a cache line, at which sets are aligned. */
#define LINE 64

/* read_string() for references whose tag has another meaning with a dictionary. */
static zend_never_inline bool read_dictionary_ref(brine_definition *definition, const unsigned char **position,
	unsigned tag, const unsigned char *end, const brine_string_registry *strings)
{
	brine_split_number split;
	zend_string *string;

	if (!strings->dictionary || tag < BRINE_TAG_STRING_REF_1 || tag > BRINE_TAG_STRING_REF_2_LAST
		|| (tag >= BRINE_TAG_STRING_REF_2 && end - *position < 2)) {
		return false;
	}
	split = brine_split_string_ref(tag, tag >= BRINE_TAG_STRING_REF_2 ? (*position)[1] : 0);
	if (split.number >= (split.is_from_dictionary ? strings->dictionary->string_count : strings->count)) {
		return false;
	}
	string = split.is_from_dictionary ? strings->dictionary->strings[split.number] : strings->items[split.number];
	definition->named_strings[definition->named_string_count++] = string;
	*position += tag >= BRINE_TAG_STRING_REF_2 ? 2 : 1;
	return true;
}

/* Skips one string and records it if it is a reference; false if it is neither, or invalid. */
static zend_always_inline bool read_string(brine_definition *definition, const unsigned char **position,
	const unsigned char *end, const brine_string_registry *strings)
{
	const unsigned char *p = *position;
	uint32_t number;
	unsigned tag;

	if (UNEXPECTED(p == end)) {
		return false;
	}
	tag = *p++;
	if (EXPECTED(tag - BRINE_TAG_SHORT_STRING < BRINE_SHORT_STRING_MAX)) {
		uint32_t size = tag - BRINE_TAG_SHORT_STRING + 1;

		*position = p + size;
		return size <= (size_t) (end - p);
	}
	if (tag <= strings->last_ref_1 && tag >= BRINE_TAG_STRING_REF_1) {
		number = tag - BRINE_TAG_STRING_REF_1;
	} else if (tag <= strings->last_ref_2 && tag >= BRINE_TAG_STRING_REF_2 && p < end) {
		number = BRINE_STRING_REF_1_COUNT + ((tag - BRINE_TAG_STRING_REF_2) << 8) + *p++;
	} else {
		return read_dictionary_ref(definition, position, tag, end, strings);
	}
	if (UNEXPECTED(number >= strings->count)) {
		return false;
	}
	definition->named_strings[definition->named_string_count++] = strings->items[number];
	*position = p;
	return true;
}

static BRINE_HOT uint32_t hash_definition(const brine_definition *definition)
{
	const unsigned char *p = definition->start;
	size_t left = (size_t) (definition->end - p);
	uint64_t hash = ((uint64_t) definition->kind << 32) + definition->count + left * BRINE_HASH_FACTOR;
	uint64_t word = 0;

	for (; left >= 8; left -= 8, p += 8) {
		hash = brine_fold_product(hash ^ brine_load_native((const char *) p, 8), BRINE_HASH_FACTOR_2);
	}
	memcpy(&word, p, left);
	hash = brine_fold_product(hash ^ word, BRINE_HASH_FACTOR);
	for (uint32_t i = 0; i < definition->named_string_count; i++) {
		hash = (hash ^ (uintptr_t) definition->named_strings[i]) * BRINE_HASH_FACTOR;
		hash ^= hash >> 32;
	}
	/* Not 0, which marks an empty place. */
	return (uint32_t) hash | UINT32_C(1) << 31;
}

BRINE_HOT bool brine_definition_read_keys(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings, uint32_t count)
{
	const unsigned char *p = in->p;

	if (count < BRINE_DEFINITION_MIN_KEYS || count > BRINE_DEFINITION_MAX_ITEMS) {
		return false;
	}
	definition->named_string_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (UNEXPECTED(!read_string(definition, &p, in->end, strings))) {
			return false;
		}
	}
	definition->kind = BRINE_SHAPE_MAP;
	definition->count = count;
	definition->start = in->p;
	definition->end = p;
	definition->hash = hash_definition(definition);
	return true;
}

BRINE_HOT bool brine_definition_read_class(
	brine_definition *definition, const brine_cursor *in, const brine_string_registry *strings)
{
	const unsigned char *p = in->p;
	uint32_t count;

	definition->named_string_count = 0;
	if (UNEXPECTED(!read_string(definition, &p, in->end, strings)) || p == in->end) {
		return false;
	}
	count = *p++;
	if (count > BRINE_DEFINITION_MAX_ITEMS || count > (size_t) (in->end - p) / 2) {
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (p < in->end && *p <= BRINE_SCOPE_PRIVATE) {
			p++;
		}
		if (UNEXPECTED(!read_string(definition, &p, in->end, strings))) {
			return false;
		}
	}
	definition->kind = BRINE_SHAPE_OBJECT;
	definition->count = count;
	definition->start = in->p;
	definition->end = p;
	definition->hash = hash_definition(definition);
	return true;
}

static BRINE_HOT bool is_same(const brine_cached_shape *shape, const brine_definition *definition)
{
	size_t size = (size_t) (definition->end - definition->start);

	return shape->kind == definition->kind && shape->count == definition->count && shape->size == size
		&& shape->named_string_count == definition->named_string_count
		&& memcmp(shape->bytes, definition->start, size) == 0
		&& memcmp(
			   shape->named_strings, definition->named_strings, definition->named_string_count * sizeof(zend_string *))
		== 0;
}

BRINE_HOT brine_cached_shape *brine_shape_cache_find(brine_shape_cache *cache, const brine_definition *definition)
{
	const brine_shape_cache_set *set = &cache->sets[definition->hash & cache->mask];

	for (unsigned i = 0; i < BRINE_SHAPE_CACHE_WAYS; i++) {
		brine_cached_shape *shape = set->shapes[i];

		if (set->hashes[i] == definition->hash && is_same(shape, definition)
			&& (shape->kind == BRINE_SHAPE_MAP || shape->request == cache->request)) {
			return shape;
		}
	}
	return NULL;
}

BRINE_HOT void brine_definition_take(const brine_definition *definition, const brine_cached_shape *shape,
	brine_cursor *in, brine_string_registry *strings)
{
	brine_string_registry_add_all(strings, shape->strings, shape->string_count);
	in->p = definition->end;
}

static bool all_interned(zend_string *const *strings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!ZSTR_IS_INTERNED(strings[i])) {
			return false;
		}
	}
	return true;
}

/* Takes `size` bytes from a block under construction. */
static void *take(char **place, size_t size)
{
	void *taken = *place;

	*place += ZEND_MM_ALIGNED_SIZE_EX(size, 8);
	return taken;
}

/* Copies `size` bytes into a block; `bytes` may be NULL if size is 0. */
static void *copy_into(char **place, const void *bytes, size_t size)
{
	void *copy = take(place, size);

	if (size > 0) {
		memcpy(copy, bytes, size);
	}
	return copy;
}

/* Copies the keys of `layout` into a block, as an array of nulls. */
static zend_array *place_layout(char **place, const zend_array *layout)
{
	zend_array *copy = take(place, sizeof(*copy));
	void *data = take(place, HT_SIZE(layout));

	memcpy(data, HT_GET_DATA_ADDR(layout), HT_SIZE(layout));
	*copy = *layout;
	HT_SET_DATA_ADDR(copy, data);
	for (uint32_t i = 0; i < copy->nNumUsed; i++) {
		Z_TYPE_INFO(copy->arData[i].val) = IS_NULL;
	}
	return copy;
}

/* Copies a definition and the shape that was made of it. */
static brine_cached_shape *new_shape(const brine_definition *definition, zend_string *const *strings,
	uint32_t string_count, const zend_array *layout, const brine_property_slot *slots)
{
	size_t size = (size_t) (definition->end - definition->start);
	size_t slots_size = slots ? definition->count * sizeof(*slots) : 0;
	size_t block_size = sizeof(brine_cached_shape) + size
		+ (definition->named_string_count + string_count) * sizeof(*strings) + slots_size
		+ (layout ? sizeof(*layout) + HT_SIZE(layout) : 0) + 8 * 8;
	brine_cached_shape *shape = pecalloc(1, block_size, 1);
	char *place = (char *) shape;

	take(&place, sizeof(*shape));
	shape->refcount = 1;
	shape->block_size = block_size;
	shape->kind = definition->kind;
	shape->count = definition->count;
	shape->size = size;
	shape->bytes = copy_into(&place, definition->start, size);
	shape->named_string_count = definition->named_string_count;
	shape->named_strings =
		copy_into(&place, definition->named_strings, definition->named_string_count * sizeof(*strings));
	shape->string_count = string_count;
	shape->strings = copy_into(&place, strings, string_count * sizeof(*strings));
	if (slots) {
		shape->slots = copy_into(&place, slots, slots_size);
	}
	if (layout) {
		shape->layout = place_layout(&place, layout);
	}
	return shape;
}

/* Remembers a missed definition; the oldest miss of the set is dropped. */
static zend_always_inline void note_miss(brine_shape_cache_set *set, uint32_t hash)
{
	for (unsigned i = BRINE_SHAPE_CACHE_MISSES - 1; i > 0; i--) {
		set->missed[i] = set->missed[i - 1];
	}
	set->missed[0] = hash;
}

/* Doubles the number of sets: entries stay in their set or move to the one `old_mask + 1` further on. */
static ZEND_COLD zend_never_inline void grow(brine_shape_cache *cache)
{
	uint32_t old_mask = cache->mask;

	cache->mask = old_mask * 2 + 1;
	cache->forgotten = 0;
	for (uint32_t i = 0; i <= old_mask; i++) {
		const brine_shape_cache_set old = cache->sets[i];
		brine_shape_cache_set *halves[2] = {&cache->sets[i], &cache->sets[i + old_mask + 1]};

		memset(halves[0], 0, sizeof(old));
		for (unsigned miss = BRINE_SHAPE_CACHE_MISSES; miss-- > 0;) {
			note_miss(halves[(old.missed[miss] & (old_mask + 1)) != 0], old.missed[miss]);
		}
		for (unsigned way = 0; way < BRINE_SHAPE_CACHE_WAYS && old.shapes[way]; way++) {
			brine_shape_cache_set *half = halves[(old.hashes[way] & (old_mask + 1)) != 0];

			half->hashes[half->next] = old.hashes[way];
			half->shapes[half->next++] = old.shapes[way];
		}
	}
}

/* Adds an entry for a definition, if all its strings are in the key cache. */
static ZEND_COLD zend_never_inline brine_cached_shape *keep(brine_shape_cache *cache,
	const brine_definition *definition, zend_string *const *strings, uint32_t string_count, const zend_array *layout,
	const brine_property_slot *slots)
{
	brine_shape_cache_set *set;
	brine_cached_shape *shape;
	uint32_t way;
	size_t bytes;

	if ((layout && !(HT_FLAGS(layout) & HASH_FLAG_STATIC_KEYS)) || !all_interned(strings, string_count)
		|| !all_interned(definition->named_strings, definition->named_string_count)) {
		return NULL;
	}
	set = &cache->sets[definition->hash & cache->mask];
	/*
	 * Grow if alternating shapes would evict each other; but not for a few with equal hashes, while the cache is nearly
	 * empty.
	 */
	while (set->shapes[BRINE_SHAPE_CACHE_WAYS - 1] && cache->used > cache->mask
		&& cache->mask + 1 < BRINE_SHAPE_CACHE_MAX_SETS) {
		grow(cache);
		set = &cache->sets[definition->hash & cache->mask];
	}
	way = set->next % BRINE_SHAPE_CACHE_WAYS;
	shape = new_shape(definition, strings, string_count, layout, slots);
	shape->request = cache->request;
	bytes = cache->bytes + shape->block_size - (set->shapes[way] ? set->shapes[way]->block_size : 0);
	if (UNEXPECTED(bytes > BRINE_SHAPE_CACHE_MAX_BYTES && bytes > cache->bytes)) {
		brine_cached_shape_release(shape);
		return NULL;
	}
	cache->bytes = bytes;
	if (set->shapes[way]) {
		brine_cached_shape_release(set->shapes[way]);
	} else {
		cache->used++;
	}
	set->shapes[way] = shape;
	set->hashes[way] = definition->hash;
	set->next++;
	return shape;
}

BRINE_HOT brine_cached_shape *brine_shape_cache_add(brine_shape_cache *cache, const brine_definition *definition,
	const brine_string_registry *strings, uint32_t first_string, const zend_array *layout,
	const brine_property_slot *slots)
{
	brine_shape_cache_set *set = &cache->sets[definition->hash & cache->mask];
	uint32_t string_count = strings->count - first_string;

	for (unsigned i = 0; i < BRINE_SHAPE_CACHE_MISSES; i++) {
		if (set->missed[i] == definition->hash) {
			return keep(cache, definition, string_count > 0 ? strings->items + first_string : NULL, string_count,
				layout, slots);
		}
	}
	/* Grow if alternating definitions would be forgotten before they appear again. */
	if (UNEXPECTED(set->missed[BRINE_SHAPE_CACHE_MISSES - 1] != 0 && cache->forgotten++ >= (cache->mask + 1) * 4
			&& cache->mask + 1 < BRINE_SHAPE_CACHE_MAX_SETS)) {
		grow(cache);
		set = &cache->sets[definition->hash & cache->mask];
	}
	note_miss(set, definition->hash);
	return NULL;
}

void brine_cached_shape_release(brine_cached_shape *shape)
{
	if (--shape->refcount == 0) {
		pefree(shape, 1);
	}
}

static zend_always_inline const brine_cached_class *find_class(const brine_shape_cache *cache, const zend_string *name)
{
	const brine_cached_class *entry = &cache->classes[((uintptr_t) name >> 5) % BRINE_CLASS_CACHE_SLOTS];

	return entry->name == name && entry->request == cache->request ? entry : NULL;
}

BRINE_HOT zend_class_entry *brine_class_cache_find(const brine_shape_cache *cache, const zend_string *name)
{
	const brine_cached_class *entry = find_class(cache, name);

	return entry ? entry->ce : NULL;
}

bool brine_class_cache_has(const brine_shape_cache *cache, const zend_string *name)
{
	return find_class(cache, name) != NULL;
}

void brine_class_cache_add(brine_shape_cache *cache, zend_string *name, zend_class_entry *ce)
{
	if (ZSTR_IS_INTERNED(name)) {
		cache->classes[((uintptr_t) name >> 5) % BRINE_CLASS_CACHE_SLOTS] =
			(brine_cached_class){name, ce, cache->request};
	}
}

/* The structure and the first sets fill one page; further sets follow it. */
brine_shape_cache *brine_shape_cache_new(void)
{
	size_t offset = ZEND_MM_ALIGNED_SIZE_EX(sizeof(brine_shape_cache), LINE);
	void *memory;
	brine_shape_cache *cache =
		brine_pages_new(&memory, offset + BRINE_SHAPE_CACHE_MAX_SETS * sizeof(brine_shape_cache_set));

	cache->memory = memory;
	cache->sets = (brine_shape_cache_set *) ((char *) cache + offset);
	cache->mask = BRINE_SHAPE_CACHE_FIRST_SETS - 1;
	return cache;
}

void brine_shape_cache_clear(brine_shape_cache *cache)
{
	for (uint32_t i = 0; i <= cache->mask; i++) {
		for (unsigned way = 0; way < BRINE_SHAPE_CACHE_WAYS; way++) {
			if (cache->sets[i].shapes[way]) {
				brine_cached_shape_release(cache->sets[i].shapes[way]);
			}
		}
	}
	memset(cache->sets, 0, (cache->mask + 1) * sizeof(*cache->sets));
	memset(cache->classes, 0, sizeof(cache->classes));
	cache->mask = BRINE_SHAPE_CACHE_FIRST_SETS - 1;
	cache->used = 0;
	cache->forgotten = 0;
	cache->bytes = 0;
}

void brine_shape_cache_free(brine_shape_cache *cache)
{
	brine_shape_cache_clear(cache);
	pefree(cache->memory, 1);
}
