#include "format/sharing.h"
#include "core/hash.h"

void brine_array_dictionary_init(brine_array_dictionary *dictionary)
{
	memset(dictionary, 0, sizeof(*dictionary));
	brine_index_init(&dictionary->index);
}

void brine_array_dictionary_destroy(brine_array_dictionary *dictionary)
{
	brine_index_destroy(&dictionary->index);
	pefree(dictionary->entries, 1);
	pefree(dictionary->open, 1);
	pefree(dictionary->kept, 1);
}

void brine_array_dictionary_reset(brine_array_dictionary *dictionary)
{
	dictionary->open_count = 0;
	dictionary->kept_count = 0;
	BRINE_GROWABLE_TRIM(dictionary->entries, dictionary->capacity);
	BRINE_GROWABLE_TRIM(dictionary->open, dictionary->open_capacity);
	BRINE_GROWABLE_TRIM(dictionary->kept, dictionary->kept_capacity);
	brine_index_reset(&dictionary->index, dictionary->count);
	dictionary->count = 0;
	dictionary->hits = 0;
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

static zend_always_inline void add_entry(brine_array_dictionary *dictionary, const brine_probe *probe, size_t offset,
	size_t length, uint32_t array, bool is_run)
{
	BRINE_GROWABLE_ENSURE(dictionary->entries, dictionary->capacity, dictionary->count);
	dictionary->entries[dictionary->count] = (brine_array_dictionary_entry){offset, length, array, is_run};
	brine_index_insert(&dictionary->index, probe, dictionary->count);
	dictionary->count++;
}

static bool has_given_up(const brine_array_dictionary *dictionary)
{
	return dictionary->count >= BRINE_ARRAYS_TO_GIVE_UP && dictionary->hits < dictionary->count / BRINE_ARRAYS_PER_HIT;
}

/* Moves a transcript from the stack of open ones to the kept ones. */
static zend_always_inline void keep_transcript(
	brine_array_dictionary *dictionary, const uint32_t *tokens, uint32_t length)
{
	uint32_t *kept;

	if (UNEXPECTED(dictionary->kept_capacity - dictionary->kept_count < length)) {
		dictionary->kept = brine_growable_extend(
			dictionary->kept, &dictionary->kept_capacity, dictionary->kept_count + length, sizeof(*dictionary->kept));
	}
	kept = dictionary->kept + dictionary->kept_count;
	for (uint32_t i = 0; i < length; i++) {
		kept[i] = tokens[i];
	}
	dictionary->kept_count += length;
}

void brine_array_dictionary_note_bytes(brine_array_dictionary *dictionary, const unsigned char *bytes, size_t size)
{
	uint32_t count = (uint32_t) ((size + 3) / 4);

	if (count == 0) {
		return;
	}
	if (UNEXPECTED(dictionary->open_capacity - dictionary->open_count < count)) {
		dictionary->open = brine_growable_extend(
			dictionary->open, &dictionary->open_capacity, dictionary->open_count + count, sizeof(*dictionary->open));
	}
	dictionary->open[dictionary->open_count + count - 1] = 0;
	memcpy(dictionary->open + dictionary->open_count, bytes, size);
	dictionary->open_count += count;
}

bool brine_array_dictionary_find_or_add(brine_array_dictionary *dictionary, uint32_t transcript_start, uint32_t *array)
{
	const brine_index *index = &dictionary->index;
	const uint32_t *tokens = dictionary->open + transcript_start;
	uint32_t length = dictionary->open_count - transcript_start;
	brine_probe probe = brine_probe_start(index, hash_tokens(tokens, length));

	dictionary->open_count = transcript_start;
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_array_dictionary_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];

			if (!entry->is_run && entry->length == length
				&& tokens_equal(dictionary->kept + entry->offset, tokens, length)) {
				*array = entry->array;
				dictionary->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(dictionary)) {
		add_entry(dictionary, &probe, dictionary->kept_count, length, *array, false);
		keep_transcript(dictionary, tokens, length);
	}
	return false;
}

bool brine_array_dictionary_find_or_add_run(
	brine_array_dictionary *dictionary, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	const brine_index *index = &dictionary->index;
	brine_probe probe = brine_probe_start(index, hash_bytes(output + offset, length));

	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_array_dictionary_entry *entry = &dictionary->entries[brine_probe_number(index, &probe)];

			if (entry->is_run && entry->length == length
				&& memcmp(output + entry->offset, output + offset, length) == 0) {
				*array = entry->array;
				dictionary->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(dictionary)) {
		add_entry(dictionary, &probe, offset, length, *array, true);
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
