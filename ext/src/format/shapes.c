#include "format/shapes.h"
#include "core/buffer.h"
#include "core/hash.h"
#include "core/identity.h"
#include "core/memory.h"
#include "format/strings.h"

void brine_seen_shapes_init(brine_seen_shapes *seen, brine_index_slot *first_slots)
{
	memset(seen, 0, sizeof(*seen));
	brine_index_start(&seen->index, first_slots, BRINE_INDEX_KEPT_SIZES);
	BRINE_GROWABLE_START(seen->entries, seen->capacity, seen->first_entries);
	BRINE_GROWABLE_START(seen->keys, seen->key_capacity, seen->first_keys);
	brine_seen_shapes_set_limit(seen);
}

void brine_seen_shapes_destroy(brine_seen_shapes *seen)
{
	brine_index_destroy(&seen->index);
	BRINE_GROWABLE_FREE(seen->entries, seen->capacity);
	BRINE_GROWABLE_FREE(seen->keys, seen->key_capacity);
}

void brine_seen_shapes_reset(brine_seen_shapes *seen)
{
	for (uint32_t i = 0; i < seen->pinned; i++) {
		if (seen->keys[i].key) {
			zend_string_release(seen->keys[i].key);
		}
	}
	seen->pinned = 0;
	BRINE_GROWABLE_TRIM(seen->entries, seen->capacity);
	BRINE_GROWABLE_TRIM(seen->keys, seen->key_capacity);
	brine_seen_shapes_empty(seen);
	brine_seen_shapes_set_limit(seen);
}

void brine_seen_shapes_pin(brine_seen_shapes *seen)
{
	for (; seen->pinned < seen->key_count; seen->pinned++) {
		if (seen->keys[seen->pinned].key) {
			zend_string_addref(seen->keys[seen->pinned].key);
		}
	}
}

BRINE_HOT brine_shape_key *brine_seen_shapes_reserve(brine_seen_shapes *seen, uint32_t count)
{
	if (seen->key_capacity - seen->key_count < count) {
		seen->keys =
			brine_growable_extend(seen->keys, &seen->key_capacity, seen->key_count + count, sizeof(*seen->keys));
	}
	return seen->keys + seen->key_count;
}

static zend_always_inline uint64_t hash_key(uint64_t hash, zend_ulong h)
{
	hash = (hash ^ h) * BRINE_HASH_FACTOR;
	return hash ^ (hash >> 32);
}

static zend_always_inline bool keys_equal(const brine_shape_key *known, zend_ulong h, const zend_string *key)
{
	if (known->h != h) {
		return false;
	}
	return known->key == key || (known->key && key && brine_string_bytes_equal(known->key, key));
}

static zend_always_inline uint32_t mark_of(zend_ulong first, zend_ulong middle, zend_ulong last, uint32_t count)
{
	return brine_mix((uint64_t) first + (uint64_t) middle * 5 + (uint64_t) last * 3 + count);
}

uint32_t brine_shape_hash(const brine_shape_key *keys, uint32_t count, brine_shape_kind kind)
{
	uint64_t hash = ((uint64_t) kind << 32) | count;

	for (uint32_t i = 0; i < count; i++) {
		hash = hash_key(hash, keys[i].h);
	}
	return brine_mix(hash);
}

static zend_always_inline brine_index_slot *slot_of(const brine_seen_shapes *seen, uint32_t mark)
{
	return &seen->index.slots[mark & seen->index.mask];
}

/* True if the slot shows that a shape is new and can be added there. */
static zend_always_inline bool can_add(const brine_seen_shapes *seen, const brine_index_slot *slot)
{
	return slot->stamp < seen->index.base && seen->count < seen->limit;
}

/* The shape in a slot, if it has this mark; otherwise NULL. */
static zend_always_inline const brine_shape_entry *entry_of(
	const brine_seen_shapes *seen, const brine_index_slot *slot, uint32_t mark)
{
	return slot->hash == mark && slot->stamp >= seen->index.base ? &seen->entries[slot->stamp - seen->index.base]
																 : NULL;
}

/* Adds a shape whose keys are, or will be, in the reserved space. */
static zend_always_inline uint32_t append_entry(brine_seen_shapes *seen, brine_shape_kind kind, uint32_t count)
{
	uint32_t place = seen->count;

	BRINE_ASSERT(count > 0 && seen->key_capacity - seen->key_count >= count && place < seen->capacity);
	seen->entries[place] = (brine_shape_entry){kind, seen->key_count, count, place};
	seen->key_count += count;
	seen->count++;
	return place;
}

BRINE_HOT bool brine_shape_keys_equal(const brine_shape_key *known, const brine_shape_key *keys, uint32_t count)
{
	uint64_t differences = 0;
	uint32_t i = 0;

	/* Usually they are the same string pointers. */
	for (; i < count; i++) {
		differences |= (known[i].h ^ keys[i].h) | ((uintptr_t) known[i].key ^ (uintptr_t) keys[i].key);
	}
	if (EXPECTED(differences == 0)) {
		return true;
	}
	i = 0;
	while (i < count && known[i].h == keys[i].h
		&& (known[i].key == keys[i].key
			|| (known[i].key && keys[i].key && brine_string_bytes_equal(known[i].key, keys[i].key)))) {
		i++;
	}
	return i == count;
}

static bool entry_has_keys(const brine_seen_shapes *seen, const brine_shape_entry *entry, brine_shape_kind kind,
	const brine_shape_key *keys, uint32_t count)
{
	return entry->count == count && entry->kind == kind
		&& brine_shape_keys_equal(seen->keys + entry->first_key, keys, count);
}

/* Adds a shape in a free slot. */
static zend_always_inline uint32_t append_in_slot(
	brine_seen_shapes *seen, brine_index_slot *slot, brine_shape_kind kind, uint32_t count, uint32_t mark)
{
	*slot = (brine_index_slot){mark, seen->index.base + seen->count};
	return append_entry(seen, kind, count);
}

/* Looks up the reserved keys when the first slot is inconclusive. */
static BRINE_HOT zend_never_inline bool search(
	brine_seen_shapes *seen, brine_shape_kind kind, uint32_t count, uint32_t mark, uint32_t *place)
{
	const brine_shape_key *keys = seen->keys + seen->key_count;
	const brine_index *index = &seen->index;
	brine_probe probe = brine_probe_start(index, mark);
	bool is_by_all = false;

	while (brine_probe_live(index, &probe, BRINE_PROBE_LIMIT)) {
		bool matches = brine_probe_matches(index, &probe);

		*place = brine_probe_number(index, &probe);
		if (matches && entry_has_keys(seen, &seen->entries[*place], kind, keys, count)) {
			return true;
		}
		if (matches && !is_by_all) {
			is_by_all = true;
			probe = brine_probe_start(index, brine_shape_hash(keys, count, kind));
		} else {
			brine_probe_next(index, &probe);
		}
	}
	BRINE_GROWABLE_ENSURE(seen->entries, seen->capacity, seen->count);
	*place = append_entry(seen, kind, count);
	brine_index_insert(&seen->index, &probe, *place);
	brine_seen_shapes_set_limit(seen);
	return false;
}

BRINE_HOT bool brine_seen_shapes_find_or_add(
	brine_seen_shapes *seen, brine_shape_kind kind, uint32_t count, uint32_t *place)
{
	const brine_shape_key *keys = seen->keys + seen->key_count;
	uint32_t mark = mark_of(keys[0].h, keys[count / 2].h, keys[count - 1].h, count);
	brine_index_slot *slot = slot_of(seen, mark);
	const brine_shape_entry *entry = entry_of(seen, slot, mark);

	if (entry && EXPECTED(entry_has_keys(seen, entry, kind, keys, count))) {
		*place = (uint32_t) (entry - seen->entries);
		return true;
	}
	if (UNEXPECTED(!can_add(seen, slot))) {
		return search(seen, kind, count, mark, place);
	}
	*place = append_in_slot(seen, slot, kind, count, mark);
	return false;
}

/* Compares with a map by content, for different string pointers or maps with holes. */
static zend_never_inline bool entry_has_map_by_content(
	const brine_seen_shapes *seen, const brine_shape_entry *entry, const HashTable *map)
{
	const brine_shape_key *key = seen->keys + entry->first_key;
	const Bucket *bucket = map->arData;

	for (uint32_t left = entry->count; left > 0; bucket++) {
		if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
			continue;
		}
		if (!keys_equal(key, bucket->h, bucket->key)) {
			return false;
		}
		key++;
		left--;
	}
	return true;
}

/* True if an entry is the shape of a map. */
static zend_always_inline bool entry_has_map(
	const brine_seen_shapes *seen, const brine_shape_entry *entry, const HashTable *map)
{
	const brine_shape_key *key = seen->keys + entry->first_key;
	const Bucket *bucket = map->arData, *end = bucket + entry->count;
	uint64_t differences = map->nNumUsed ^ entry->count;

	if (entry->count != zend_hash_num_elements(map) || entry->kind != BRINE_SHAPE_MAP) {
		return false;
	}
	if (key->key != bucket->key) {
		return entry_has_map_by_content(seen, entry, map);
	}
	for (; bucket < end; bucket++, key++) {
		differences |= (key->h ^ bucket->h) | ((uintptr_t) key->key ^ (uintptr_t) bucket->key);
	}
	return EXPECTED(differences == 0) || entry_has_map_by_content(seen, entry, map);
}

static zend_always_inline uint32_t mark_of_map(const HashTable *map)
{
	const Bucket *buckets = map->arData;
	uint32_t count = map->nNumUsed;

	return mark_of(buckets[0].h, buckets[count / 2].h, buckets[count - 1].h, count);
}

static zend_never_inline uint32_t mark_of_map_with_holes(const HashTable *map)
{
	uint32_t count = zend_hash_num_elements(map), position = 0;
	zend_ulong first = 0, middle = 0, last = 0;
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		first = position == 0 ? bucket->h : first;
		middle = position == count / 2 ? bucket->h : middle;
		last = bucket->h;
		position++;
	}
	ZEND_HASH_FOREACH_END();
	return mark_of(first, middle, last, count);
}

/* Looks up a map's shape when the first slot is inconclusive. */
static BRINE_HOT zend_never_inline bool search_map(
	brine_seen_shapes *seen, const HashTable *map, uint32_t mark, uint32_t *place)
{
	uint32_t count = zend_hash_num_elements(map);
	brine_shape_key *keys = brine_seen_shapes_reserve(seen, count);
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		*keys++ = (brine_shape_key){bucket->h, bucket->key};
	}
	ZEND_HASH_FOREACH_END();
	return search(seen, BRINE_SHAPE_MAP, count, mark, place);
}

BRINE_HOT bool brine_seen_shapes_find_or_add_map(brine_seen_shapes *seen, const HashTable *map, uint32_t *place)
{
	uint32_t count = zend_hash_num_elements(map);
	uint32_t mark = EXPECTED(map->nNumUsed == count) ? mark_of_map(map) : mark_of_map_with_holes(map);
	brine_index_slot *slot = slot_of(seen, mark);
	const brine_shape_entry *entry = entry_of(seen, slot, mark);

	BRINE_ASSERT(!HT_IS_PACKED(map) && count > 0);
	if (entry && EXPECTED(entry_has_map(seen, entry, map))) {
		*place = (uint32_t) (entry - seen->entries);
		return true;
	}
	if (UNEXPECTED(!can_add(seen, slot))) {
		return search_map(seen, map, mark, place);
	}
	if (UNEXPECTED(seen->key_capacity - seen->key_count < count)) {
		brine_seen_shapes_reserve(seen, count);
	}
	*place = append_in_slot(seen, slot, BRINE_SHAPE_MAP, count, mark);
	return false;
}
