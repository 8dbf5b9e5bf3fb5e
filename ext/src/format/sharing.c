#include "format/sharing.h"
#include "core/hash.h"

static void set_open_limit(brine_seen_arrays *seen)
{
	uint32_t of_scalar = BRINE_TOKENS_OF_SCALAR + BRINE_TOKENS_OF_BLOCK;

	seen->open_limit = seen->open_capacity >= of_scalar ? seen->open_capacity - of_scalar + 1 : 0;
}

void brine_seen_arrays_init(brine_seen_arrays *seen)
{
	memset(seen, 0, sizeof(*seen));
	seen->index = BRINE_INDEX_NONE;
	BRINE_GROWABLE_START(seen->open, seen->open_capacity, seen->first_open);
	BRINE_GROWABLE_START(seen->kept, seen->kept_capacity, seen->first_kept);
	BRINE_GROWABLE_START(seen->entries, seen->capacity, seen->first_entries);
	set_open_limit(seen);
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
}

void brine_seen_arrays_extend(brine_seen_arrays *seen, uint32_t count)
{
	seen->open = brine_growable_extend(
		seen->open, &seen->open_capacity, seen->open_count + count + BRINE_TOKENS_OF_BLOCK, sizeof(*seen->open));
	set_open_limit(seen);
}

/* Multiply and fold, 16 bytes a step. */
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

/* Makes the index, of the arrays that were compared one by one until now. */
static zend_never_inline void index_entries(brine_seen_arrays *seen)
{
	brine_index_prepare(&seen->index);
	seen->is_indexed = true;
	for (uint32_t i = 0; i < seen->count; i++) {
		const brine_seen_array *entry = &seen->entries[i];

		brine_index_add(&seen->index, i,
			entry->run_hash ? entry->run_hash : hash_tokens(seen->kept + entry->offset, (uint32_t) entry->length));
	}
}

static zend_always_inline void add_entry(
	brine_seen_arrays *seen, size_t offset, size_t length, uint32_t array, uint32_t run_hash)
{
	BRINE_GROWABLE_ENSURE(seen->entries, seen->capacity, seen->count);
	seen->entries[seen->count] = (brine_seen_array){offset, length, array, run_hash};
	seen->count++;
}

static bool has_given_up(const brine_seen_arrays *seen)
{
	return seen->count >= BRINE_ARRAYS_TO_GIVE_UP && seen->hits < seen->count / BRINE_ARRAYS_PER_HIT;
}

/* Moves a transcript from the stack of open ones to the kept ones, by blocks, since most take one and few take many. */
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
	return entry->length == length && !entry->run_hash && tokens_equal(seen->kept + entry->offset, tokens, length);
}

/* Looks up a transcript where there is an index, or has to be one. */
static zend_never_inline bool find_or_add_indexed(
	brine_seen_arrays *seen, const uint32_t *tokens, uint32_t length, uint32_t *array)
{
	const brine_index *index = &seen->index;
	brine_probe probe;

	if (UNEXPECTED(!seen->is_indexed)) {
		index_entries(seen);
	}
	probe = brine_probe_start(index, hash_tokens(tokens, length));
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_seen_array *entry = &seen->entries[brine_probe_number(index, &probe)];

			if (entry_is(seen, entry, tokens, length)) {
				*array = entry->array;
				seen->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(seen)) {
		brine_index_insert(&seen->index, &probe, seen->count);
		add_entry(seen, seen->kept_count, length, *array, 0);
		keep_transcript(seen, tokens, length);
	}
	return false;
}

/* Looks up a transcript among few. */
static BRINE_HOT zend_never_inline bool find_or_add_compared(
	brine_seen_arrays *seen, const uint32_t *tokens, uint32_t length, uint32_t *array)
{
	uint32_t mark = (tokens[0] + tokens[length - 1] * 31 + length * 1021) * (uint32_t) BRINE_HASH_FACTOR;

	for (uint32_t i = seen->marked >> (mark >> 26) & 1 ? 0 : seen->count; i < seen->count; i++) {
		if (seen->marks[i] == mark && EXPECTED(entry_is(seen, &seen->entries[i], tokens, length))) {
			*array = seen->entries[i].array;
			seen->hits++;
			return true;
		}
	}
	seen->marks[seen->count] = mark;
	seen->marked |= UINT64_C(1) << (mark >> 26);
	add_entry(seen, seen->kept_count, length, *array, 0);
	keep_transcript(seen, tokens, length);
	return false;
}

BRINE_HOT bool brine_seen_arrays_find_or_add(brine_seen_arrays *seen, uint32_t transcript_start, uint32_t *array)
{
	const uint32_t *tokens = seen->open + transcript_start;
	uint32_t length = seen->open_count - transcript_start;

	BRINE_ASSERT(length > 0);
	seen->open_count = transcript_start;
	return seen->count >= BRINE_ARRAYS_COMPARED || UNEXPECTED(seen->is_indexed)
		? find_or_add_indexed(seen, tokens, length, array)
		: find_or_add_compared(seen, tokens, length, array);
}

bool brine_seen_arrays_find_or_add_run(
	brine_seen_arrays *seen, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	const brine_index *index = &seen->index;
	uint32_t hash = hash_bytes(output + offset, length) | UINT32_C(1) << 31;
	brine_probe probe;

	if (UNEXPECTED(!seen->is_indexed)) {
		index_entries(seen);
	}
	probe = brine_probe_start(index, hash);
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_seen_array *entry = &seen->entries[brine_probe_number(index, &probe)];

			if (entry->run_hash && entry->length == length
				&& memcmp(output + entry->offset, output + offset, length) == 0) {
				*array = entry->array;
				seen->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(seen)) {
		brine_index_insert(&seen->index, &probe, seen->count);
		add_entry(seen, offset, length, *array, hash);
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
