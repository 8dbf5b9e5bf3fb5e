#include "shape_cache.h"
#include "format.h"

static zend_always_inline uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 29);
}

/* Reads one string; false if it is none, or damaged. */
static zend_always_inline bool read_item(brine_definition_item *item, const unsigned char **position,
	const unsigned char *end, const brine_string_table *strings, uint64_t *hash)
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

		if (UNEXPECTED(size > (size_t) (end - p))) {
			return false;
		}
		item->string = NULL;
		item->bytes = p;
		item->size = size;
		*hash = size > 1 ? mix(*hash, brine_fingerprint((const char *) p, size)) : mix(*hash, *p);
		*position = p + size;
		return true;
	}
	if (tag <= BRINE_TAG_STRING_REF_1_LAST && tag >= BRINE_TAG_STRING_REF_1) {
		number = tag - BRINE_TAG_STRING_REF_1;
	} else if (tag <= BRINE_TAG_STRING_REF_2_LAST && tag >= BRINE_TAG_STRING_REF_2 && p < end) {
		number = BRINE_STRING_REF_1_COUNT + ((tag - BRINE_TAG_STRING_REF_2) << 8) + *p++;
	} else {
		return false;
	}
	if (UNEXPECTED(number >= strings->count)) {
		return false;
	}
	item->string = strings->items[number];
	item->size = (uint32_t) ZSTR_LEN(item->string);
	*hash = mix(*hash, brine_fingerprint(ZSTR_VAL(item->string), ZSTR_LEN(item->string)));
	*position = p;
	return true;
}

/* Reads the name of a property. */
static zend_always_inline bool read_name(brine_definition_item *item, const unsigned char **position,
	const unsigned char *end, const brine_string_table *strings, uint64_t *hash)
{
	if (*position < end && (**position == BRINE_NAME_PROTECTED || **position == BRINE_NAME_PRIVATE)) {
		item->scope = *(*position)++;
		*hash += item->scope;
	} else {
		item->scope = 0;
	}
	return read_item(item, position, end, strings, hash);
}

bool brine_definition_read_keys(
	brine_definition *definition, const brine_cursor *in, const brine_string_table *strings, uint32_t count)
{
	const unsigned char *p = in->p;
	uint64_t hash = count;

	if (count > BRINE_DEFINITION_MAX_ITEMS) {
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		definition->items[i].scope = 0;
		if (UNEXPECTED(!read_item(&definition->items[i], &p, in->end, strings, &hash))) {
			return false;
		}
	}
	definition->kind = BRINE_SHAPE_MAP;
	definition->hash = brine_mix(hash) | 1;
	definition->count = count;
	definition->end = p;
	return true;
}

bool brine_definition_read_class(
	brine_definition *definition, const brine_cursor *in, const brine_string_table *strings)
{
	const unsigned char *p = in->p;
	uint64_t hash = UINT64_C(1) << 32;
	uint32_t count;

	definition->items[0].scope = 0;
	if (UNEXPECTED(!read_item(&definition->items[0], &p, in->end, strings, &hash)) || p == in->end) {
		return false;
	}
	count = *p++;
	if (count > BRINE_DEFINITION_MAX_ITEMS || count > (size_t) (in->end - p) / 2) {
		return false;
	}
	for (uint32_t i = 1; i <= count; i++) {
		if (UNEXPECTED(!read_name(&definition->items[i], &p, in->end, strings, &hash))) {
			return false;
		}
	}
	definition->kind = BRINE_SHAPE_OBJECT;
	definition->hash = brine_mix(hash) | 1;
	definition->count = count + 1;
	definition->end = p;
	return true;
}

static bool is_same(const brine_cached_shape *shape, const brine_definition *definition)
{
	const brine_cached_name *name = shape->names;
	const brine_definition_item *item = definition->items;

	if (shape->count != definition->count || shape->kind != definition->kind) {
		return false;
	}
	for (uint32_t left = shape->count; left > 0; left--, name++, item++) {
		if (item->string == name->string && item->scope == name->scope) {
			continue;
		}
		if (ZSTR_LEN(name->string) != item->size || name->scope != item->scope) {
			return false;
		}
		if (memcmp(ZSTR_VAL(name->string), item->string ? (const unsigned char *) ZSTR_VAL(item->string) : item->bytes,
				item->size)
			!= 0) {
			return false;
		}
	}
	return true;
}

brine_cached_shape *brine_shape_cache_find(brine_shape_cache *cache, const brine_definition *definition)
{
	const brine_shape_cache_set *set = &cache->sets[definition->hash % BRINE_SHAPE_CACHE_SETS];

	for (unsigned i = 0; i < BRINE_SHAPE_CACHE_WAYS; i++) {
		brine_cached_shape *shape = set->shapes[i];

		if (set->hashes[i] == definition->hash && shape && is_same(shape, definition)
			&& (shape->kind == BRINE_SHAPE_MAP || shape->request == cache->request)) {
			return shape;
		}
	}
	return NULL;
}

void brine_definition_take(
	const brine_definition *definition, const brine_cached_shape *shape, brine_cursor *in, brine_string_table *strings)
{
	for (uint32_t i = 0; i < definition->count; i++) {
		if (!definition->items[i].string && definition->items[i].size > 1) {
			brine_string_table_add(strings, shape->names[i].string);
		}
	}
	in->p = definition->end;
}

/* An array of nulls with the keys of another, in memory that outlives the request. */
static zend_array *copy_layout(const zend_array *layout)
{
	zend_array *copy = pemalloc(sizeof(*copy), 1);
	void *data = pemalloc(HT_SIZE(layout), 1);

	memcpy(data, HT_GET_DATA_ADDR(layout), HT_SIZE(layout));
	*copy = *layout;
	HT_SET_DATA_ADDR(copy, data);
	for (uint32_t i = 0; i < copy->nNumUsed; i++) {
		Z_TYPE_INFO(copy->arData[i].val) = IS_NULL;
	}
	return copy;
}

brine_cached_shape *brine_shape_cache_add(brine_shape_cache *cache, const brine_definition *definition,
	const brine_string_table *strings, uint32_t first_string, const zend_array *layout)
{
	brine_shape_cache_set *set = &cache->sets[definition->hash % BRINE_SHAPE_CACHE_SETS];
	uint32_t way = set->next % BRINE_SHAPE_CACHE_WAYS;
	brine_cached_shape *shape;

	if (set->missed != definition->hash) {
		set->missed = definition->hash;
		return NULL;
	}
	if (layout && !(HT_FLAGS(layout) & HASH_FLAG_STATIC_KEYS)) {
		return NULL;
	}
	shape = pemalloc(sizeof(*shape) + definition->count * sizeof(shape->names[0]), 1);
	memset(shape, 0, sizeof(*shape));
	shape->refcount = 1;
	shape->kind = definition->kind;
	shape->hash = definition->hash;
	shape->count = definition->count;
	shape->request = cache->request;
	for (uint32_t i = 0; i < definition->count; i++) {
		const brine_definition_item *item = &definition->items[i];
		zend_string *string = item->string ? item->string
			: item->size == 1              ? ZSTR_CHAR(*item->bytes)
										   : strings->items[first_string++];

		if (!ZSTR_IS_INTERNED(string)) {
			pefree(shape, 1);
			return NULL;
		}
		shape->names[i] = (brine_cached_name){item->scope, string};
	}
	if (layout) {
		shape->layout = copy_layout(layout);
	}
	if (set->shapes[way]) {
		brine_cached_shape_release(set->shapes[way]);
	}
	set->shapes[way] = shape;
	set->hashes[way] = shape->hash;
	set->next++;
	return shape;
}

void brine_cached_shape_release(brine_cached_shape *shape)
{
	if (--shape->refcount > 0) {
		return;
	}
	if (shape->layout) {
		pefree(HT_GET_DATA_ADDR(shape->layout), 1);
		pefree(shape->layout, 1);
	}
	pefree(shape->slots, 1);
	pefree(shape, 1);
}

zend_class_entry *brine_class_cache_find(const brine_shape_cache *cache, const zend_string *name)
{
	const brine_cached_class *entry = &cache->classes[((uintptr_t) name >> 5) % BRINE_CLASS_CACHE_SLOTS];

	return entry->name == name && entry->request == cache->request ? entry->ce : NULL;
}

void brine_class_cache_add(brine_shape_cache *cache, zend_string *name, zend_class_entry *ce)
{
	if (ZSTR_IS_INTERNED(name)) {
		cache->classes[((uintptr_t) name >> 5) % BRINE_CLASS_CACHE_SLOTS] =
			(brine_cached_class){name, ce, cache->request};
	}
}

void brine_shape_cache_clear(brine_shape_cache *cache)
{
	for (uint32_t i = 0; i < BRINE_SHAPE_CACHE_SETS; i++) {
		for (unsigned way = 0; way < BRINE_SHAPE_CACHE_WAYS; way++) {
			if (cache->sets[i].shapes[way]) {
				brine_cached_shape_release(cache->sets[i].shapes[way]);
			}
		}
	}
	memset(cache->sets, 0, sizeof(cache->sets));
	memset(cache->classes, 0, sizeof(cache->classes));
}
