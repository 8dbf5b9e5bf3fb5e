#include "format/sharing.h"
#include "core/hash.h"

static void set_open_limit(brine_seen_arrays *seen)
{
	uint32_t of_scalar = BRINE_TOKENS_OF_SCALAR + BRINE_TOKENS_OF_BLOCK;

	seen->open_limit = seen->open_capacity >= of_scalar ? seen->open_capacity - of_scalar + 1 : 0;
}

void brine_seen_arrays_init(brine_seen_arrays *seen, brine_index_slot *first_slots)
{
	memset(seen, 0, sizeof(*seen));
	brine_index_start(&seen->index, first_slots, BRINE_INDEX_KEPT_SIZES);
	BRINE_GROWABLE_START(seen->open, seen->open_capacity, seen->first_open);
	BRINE_GROWABLE_START(seen->kept, seen->kept_capacity, seen->first_kept);
	BRINE_GROWABLE_START(seen->entries, seen->capacity, seen->first_entries);
	set_open_limit(seen);
	brine_seen_arrays_set_limit(seen);
}

void brine_seen_arrays_destroy(brine_seen_arrays *seen)
{
	brine_index_destroy(&seen->index);
	BRINE_GROWABLE_FREE(seen->entries, seen->capacity);
	BRINE_GROWABLE_FREE(seen->open, seen->open_capacity);
	BRINE_GROWABLE_FREE(seen->kept, seen->kept_capacity);
}

void brine_seen_arrays_reset(brine_seen_arrays *seen)
{
	BRINE_GROWABLE_TRIM(seen->entries, seen->capacity);
	BRINE_GROWABLE_TRIM(seen->open, seen->open_capacity);
	BRINE_GROWABLE_TRIM(seen->kept, seen->kept_capacity);
	set_open_limit(seen);
	brine_seen_arrays_empty(seen);
	brine_seen_arrays_set_limit(seen);
}

void brine_seen_arrays_extend(brine_seen_arrays *seen, uint32_t count)
{
	seen->open = brine_growable_extend(
		seen->open, &seen->open_capacity, seen->open_count + count + BRINE_TOKENS_OF_BLOCK, sizeof(*seen->open));
	set_open_limit(seen);
}

/* Multiply and fold, 16 bytes per step. */
static uint32_t hash_bytes(const void *data, size_t size)
{
	const unsigned char *p = data;
	uint64_t a = size * BRINE_HASH_FACTOR;
	uint64_t b = BRINE_HASH_FACTOR_3;
	uint64_t word[2];

	for (; size >= 16; p += 16, size -= 16) {
		memcpy(word, p, 16);
		a = (a ^ word[0]) * BRINE_HASH_FACTOR_2;
		b = (b ^ word[1]) * BRINE_HASH_FACTOR;
		a ^= a >> 32;
		b ^= b >> 32;
	}
	word[0] = word[1] = 0;
	memcpy(word, p, size);
	a = (a ^ word[0]) * BRINE_HASH_FACTOR_2;
	b = (b ^ word[1]) * BRINE_HASH_FACTOR;
	return brine_mix(a ^ (a >> 32) ^ b ^ (b >> 29));
}

static zend_always_inline uint32_t hash_tokens(const uint32_t *tokens, uint32_t count)
{
	uint64_t hash = count * BRINE_HASH_FACTOR;

	for (; count >= 2; tokens += 2, count -= 2) {
		hash = (hash ^ tokens[0] ^ (uint64_t) tokens[1] << 32) * BRINE_HASH_FACTOR_2;
		hash ^= hash >> 32;
	}
	if (count > 0) {
		hash = (hash ^ tokens[0]) * BRINE_HASH_FACTOR_2;
		hash ^= hash >> 32;
	}
	return brine_mix(hash);
}

static zend_always_inline bool tokens_equal(const uint32_t *a, const uint32_t *b, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (a[i] != b[i]) {
			return false;
		}
	}
	return true;
}

static zend_always_inline void put_entry(
	brine_seen_arrays *seen, size_t offset, size_t length, uint32_t array, bool is_run)
{
	seen->entries[seen->count] = (brine_seen_array){offset, length, array, is_run};
	seen->count++;
}

/* Inserts an array where a failed search ended. */
static void insert_entry(
	brine_seen_arrays *seen, const brine_probe *probe, size_t offset, size_t length, uint32_t array, bool is_run)
{
	brine_index_insert(&seen->index, probe, seen->count);
	BRINE_GROWABLE_ENSURE(seen->entries, seen->capacity, seen->count);
	put_entry(seen, offset, length, array, is_run);
	brine_seen_arrays_set_limit(seen);
}

static bool has_given_up(const brine_seen_arrays *seen)
{
	return seen->count >= BRINE_ARRAYS_TO_GIVE_UP && seen->hits < seen->count / BRINE_ARRAYS_PER_HIT;
}

/* Moves a transcript from the open stack to the kept ones, in blocks: most take one. */
static zend_always_inline void keep_transcript(brine_seen_arrays *seen, const uint32_t *tokens, uint32_t length)
{
	uint32_t *kept;

	if (UNEXPECTED(seen->kept_capacity - seen->kept_count < length + BRINE_TOKENS_OF_BLOCK)) {
		seen->kept = brine_growable_extend(
			seen->kept, &seen->kept_capacity, seen->kept_count + length + BRINE_TOKENS_OF_BLOCK, sizeof(*seen->kept));
	}
	kept = seen->kept + seen->kept_count;
	for (uint32_t i = 0; i < length; i += BRINE_TOKENS_OF_BLOCK) {
		memcpy(kept + i, tokens + i, BRINE_TOKENS_OF_BLOCK * sizeof(*kept));
	}
	seen->kept_count += length;
}

void brine_seen_arrays_note_bytes(brine_seen_arrays *seen, const unsigned char *bytes, size_t size)
{
	uint32_t count = (uint32_t) ((size + 3) / 4);

	if (count == 0) {
		return;
	}
	brine_seen_arrays_reserve(seen, count);
	seen->open[seen->open_count + count - 1] = 0;
	memcpy(seen->open + seen->open_count, bytes, size);
	seen->open_count += count;
}

static zend_always_inline bool entry_is(
	const brine_seen_arrays *seen, const brine_seen_array *entry, const uint32_t *tokens, uint32_t length)
{
	return entry->length == length && !entry->is_run && tokens_equal(seen->kept + entry->offset, tokens, length);
}

/* Hash of five tokens of a transcript and its length: different transcripts mostly have different marks. */
static zend_always_inline uint32_t mark_of(const uint32_t *tokens, uint32_t length)
{
	uint32_t last = length - 1, quarter = last / 4;
	uint64_t low = tokens[0] + (uint64_t) tokens[quarter] * 0x1000 + length;
	uint64_t high = tokens[last / 2] + (uint64_t) tokens[last - quarter] * 0x1000;

	return brine_mix(low + (high << 8) + ((uint64_t) tokens[last] << 24));
}

/* Looks up a transcript when the first slot is inconclusive. */
static BRINE_HOT zend_never_inline bool search(
	brine_seen_arrays *seen, const uint32_t *tokens, uint32_t length, uint32_t mark, uint32_t *array)
{
	const brine_index *index = &seen->index;
	brine_probe probe = brine_probe_start(index, mark);
	bool is_by_all = false;

	while (brine_probe_live(index, &probe, BRINE_PROBE_LIMIT)) {
		const brine_seen_array *entry = &seen->entries[brine_probe_number(index, &probe)];
		bool matches = brine_probe_matches(index, &probe);

		if (matches && entry_is(seen, entry, tokens, length)) {
			*array = entry->array;
			seen->hits++;
			return true;
		}
		if (matches && !is_by_all) {
			is_by_all = true;
			probe = brine_probe_start(index, hash_tokens(tokens, length));
		} else {
			brine_probe_next(index, &probe);
		}
	}
	if (!has_given_up(seen)) {
		insert_entry(seen, &probe, seen->kept_count, length, *array, false);
		keep_transcript(seen, tokens, length);
	} else if (UNEXPECTED(!seen->index.filter)) {
		brine_index_start_filter(&seen->index);
	}
	return false;
}

BRINE_HOT bool brine_seen_arrays_find_or_add(brine_seen_arrays *seen, uint32_t transcript_start, uint32_t *array)
{
	const uint32_t *tokens = seen->open + transcript_start;
	uint32_t length = seen->open_count - transcript_start;
	uint32_t mark = mark_of(tokens, length);
	brine_index_slot *slot = &seen->index.slots[mark & seen->index.mask];

	BRINE_ASSERT(length > 0);
	seen->open_count = transcript_start;
	if (brine_index_lacks(&seen->index, mark) && has_given_up(seen)) {
		return false;
	}
	if (slot->hash == mark && slot->stamp >= seen->index.base) {
		const brine_seen_array *entry = &seen->entries[slot->stamp - seen->index.base];

		if (EXPECTED(entry_is(seen, entry, tokens, length))) {
			*array = entry->array;
			seen->hits++;
			return true;
		}
	}
	if (UNEXPECTED(slot->stamp >= seen->index.base || seen->count >= seen->limit)) {
		return search(seen, tokens, length, mark, array);
	}
	*slot = (brine_index_slot){mark, seen->index.base + seen->count};
	put_entry(seen, seen->kept_count, length, *array, false);
	keep_transcript(seen, tokens, length);
	return false;
}

bool brine_seen_arrays_find_or_add_run(
	brine_seen_arrays *seen, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	const brine_index *index = &seen->index;
	brine_probe probe = brine_probe_start(index, hash_bytes(output + offset, length));

	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_seen_array *entry = &seen->entries[brine_probe_number(index, &probe)];

			if (entry->is_run && entry->length == length
				&& memcmp(output + entry->offset, output + offset, length) == 0) {
				*array = entry->array;
				seen->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(seen)) {
		insert_entry(seen, &probe, offset, length, *array, true);
	}
	return false;
}

void brine_array_registry_destroy(brine_array_registry *registry)
{
	BRINE_GROWABLE_FREE(registry->items, registry->capacity);
}

void brine_array_registry_reset(brine_array_registry *registry)
{
	registry->count = 0;
	BRINE_GROWABLE_TRIM(registry->items, registry->capacity);
}
