#include "format/sharing.h"
#include "core/hash.h"

void brine_array_dictionary_init(brine_array_dictionary *dictionary)
{
	memset(dictionary, 0, sizeof(*dictionary));
	dictionary->index = BRINE_INDEX_NONE;
	BRINE_GROWABLE_START(dictionary->open, dictionary->open_capacity, dictionary->first_open);
	BRINE_GROWABLE_START(dictionary->kept, dictionary->kept_capacity, dictionary->first_kept);
	BRINE_GROWABLE_START(dictionary->entries, dictionary->capacity, dictionary->first_entries);
}

void brine_array_dictionary_destroy(brine_array_dictionary *dictionary)
{
	brine_index_destroy(&dictionary->index);
	BRINE_GROWABLE_FREE(dictionary->entries, dictionary->capacity);
	BRINE_GROWABLE_FREE(dictionary->open, dictionary->open_capacity);
	BRINE_GROWABLE_FREE(dictionary->kept, dictionary->kept_capacity);
}

void brine_array_dictionary_reset(brine_array_dictionary *dictionary)
{
	BRINE_GROWABLE_TRIM(dictionary->entries, dictionary->capacity);
	BRINE_GROWABLE_TRIM(dictionary->open, dictionary->open_capacity);
	BRINE_GROWABLE_TRIM(dictionary->kept, dictionary->kept_capacity);
	brine_array_dictionary_empty(dictionary);
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

static uint32_t hash_tokens(const uint32_t *tokens, uint32_t count)
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

/* Puts an array into the index, where one that the search has passed over may have the same hash. */
static void insert(brine_array_dictionary *dictionary, uint32_t number, uint32_t hash)
{
	brine_index *index = &dictionary->index;
	brine_probe probe = brine_probe_start(index, hash);

	while (brine_probe_live(index, &probe, BRINE_PROBE_LIMIT)) {
		brine_probe_matches(index, &probe);
		brine_probe_next(index, &probe);
	}
	brine_index_insert(index, &probe, number);
}

/* Makes the index, of the arrays that were compared one by one until now. */
static zend_never_inline void index_entries(brine_array_dictionary *dictionary)
{
	if (!dictionary->index.slots) {
		brine_index_init(&dictionary->index);
	}
	dictionary->is_indexed = true;
	for (uint32_t i = 0; i < dictionary->count; i++) {
		const brine_array_dictionary_entry *entry = &dictionary->entries[i];

		insert(dictionary, i,
			entry->run_hash ? entry->run_hash
							: hash_tokens(dictionary->kept + entry->offset, (uint32_t) entry->length));
	}
}

static zend_always_inline void add_entry(
	brine_array_dictionary *dictionary, size_t offset, size_t length, uint32_t array, uint32_t run_hash)
{
	BRINE_GROWABLE_ENSURE(dictionary->entries, dictionary->capacity, dictionary->count);
	dictionary->entries[dictionary->count] = (brine_array_dictionary_entry){offset, length, array, run_hash};
	dictionary->count++;
}

static bool has_given_up(const brine_array_dictionary *dictionary)
{
	return dictionary->count >= BRINE_ARRAYS_TO_GIVE_UP && dictionary->hits < dictionary->count / BRINE_ARRAYS_PER_HIT;
}

/* Moves a transcript from the stack of open ones to the kept ones, by blocks, since most take one and few take many. */
static zend_always_inline void keep_transcript(
	brine_array_dictionary *dictionary, const uint32_t *tokens, uint32_t length)
{
	uint32_t *kept;

	if (UNEXPECTED(dictionary->kept_capacity - dictionary->kept_count < length + BRINE_TOKENS_OF_BLOCK)) {
		dictionary->kept = brine_growable_extend(dictionary->kept, &dictionary->kept_capacity,
			dictionary->kept_count + length + BRINE_TOKENS_OF_BLOCK, sizeof(*dictionary->kept));
	}
	kept = dictionary->kept + dictionary->kept_count;
	for (uint32_t i = 0; i < length; i += BRINE_TOKENS_OF_BLOCK) {
		memcpy(kept + i, tokens + i, BRINE_TOKENS_OF_BLOCK * sizeof(*kept));
	}
	dictionary->kept_count += length;
}

void brine_array_dictionary_note_bytes(brine_array_dictionary *dictionary, const unsigned char *bytes, size_t size)
{
	uint32_t count = (uint32_t) ((size + 3) / 4);

	if (count == 0) {
		return;
	}
	brine_array_dictionary_reserve(dictionary, count);
	dictionary->open[dictionary->open_count + count - 1] = 0;
	memcpy(dictionary->open + dictionary->open_count, bytes, size);
	dictionary->open_count += count;
}

static zend_always_inline bool entry_is(const brine_array_dictionary *dictionary,
	const brine_array_dictionary_entry *entry, const uint32_t *tokens, uint32_t length)
{
	return entry->length == length && !entry->run_hash
		&& tokens_equal(dictionary->kept + entry->offset, tokens, length);
}

/* Looks up a transcript where there is an index, or has to be one. */
static zend_never_inline bool find_or_add_indexed(
	brine_array_dictionary *dictionary, const uint32_t *tokens, uint32_t length, uint32_t *array)
{
	const brine_index *index = &dictionary->index;
	brine_probe probe;

	if (UNEXPECTED(!dictionary->is_indexed)) {
		index_entries(dictionary);
	}
	probe = brine_probe_start(index, hash_tokens(tokens, length));
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_array_dictionary_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];

			if (entry_is(dictionary, entry, tokens, length)) {
				*array = entry->array;
				dictionary->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(dictionary)) {
		brine_index_insert(&dictionary->index, &probe, dictionary->count);
		add_entry(dictionary, dictionary->kept_count, length, *array, 0);
		keep_transcript(dictionary, tokens, length);
	}
	return false;
}

bool brine_array_dictionary_find_or_add(brine_array_dictionary *dictionary, uint32_t transcript_start, uint32_t *array)
{
	const uint32_t *tokens = dictionary->open + transcript_start;
	uint32_t length = dictionary->open_count - transcript_start;
	uint32_t mark;

	BRINE_ASSERT(length > 0);
	dictionary->open_count = transcript_start;
	if (UNEXPECTED(dictionary->count >= BRINE_ARRAYS_COMPARED || dictionary->is_indexed)) {
		return find_or_add_indexed(dictionary, tokens, length, array);
	}
	mark = (tokens[0] + tokens[length - 1] * 31 + length * 1021) * (uint32_t) BRINE_HASH_FACTOR;
	for (uint32_t i = dictionary->marked >> (mark >> 26) & 1 ? 0 : dictionary->count; i < dictionary->count; i++) {
		if (dictionary->marks[i] == mark && EXPECTED(entry_is(dictionary, &dictionary->entries[i], tokens, length))) {
			*array = dictionary->entries[i].array;
			dictionary->hits++;
			return true;
		}
	}
	dictionary->marks[dictionary->count] = mark;
	dictionary->marked |= UINT64_C(1) << (mark >> 26);
	add_entry(dictionary, dictionary->kept_count, length, *array, 0);
	keep_transcript(dictionary, tokens, length);
	return false;
}

bool brine_array_dictionary_find_or_add_run(
	brine_array_dictionary *dictionary, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	const brine_index *index = &dictionary->index;
	uint32_t hash = hash_bytes(output + offset, length) | UINT32_C(1) << 31;
	brine_probe probe;

	if (UNEXPECTED(!dictionary->is_indexed)) {
		index_entries(dictionary);
	}
	probe = brine_probe_start(index, hash);
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_array_dictionary_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];

			if (entry->run_hash && entry->length == length
				&& memcmp(output + entry->offset, output + offset, length) == 0) {
				*array = entry->array;
				dictionary->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(dictionary)) {
		brine_index_insert(&dictionary->index, &probe, dictionary->count);
		add_entry(dictionary, offset, length, *array, hash);
	}
	return false;
}

void brine_array_registry_destroy(brine_array_registry *registry)
{
	pefree(registry->items, 1);
}

void brine_array_registry_reset(brine_array_registry *registry)
{
	registry->count = 0;
	BRINE_GROWABLE_TRIM(registry->items, registry->capacity);
}
