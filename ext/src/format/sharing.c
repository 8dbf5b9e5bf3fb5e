#include "format/sharing.h"
#include "core/hash.h"

void brine_sharing_init(brine_sharing *sharing)
{
	memset(sharing, 0, sizeof(*sharing));
	brine_index_init(&sharing->index);
}

void brine_sharing_destroy(brine_sharing *sharing)
{
	brine_index_destroy(&sharing->index);
	pefree(sharing->entries, 1);
	pefree(sharing->open, 1);
	pefree(sharing->kept, 1);
}

void brine_sharing_reset(brine_sharing *sharing)
{
	sharing->open_count = 0;
	sharing->kept_count = 0;
	BRINE_GROWABLE_TRIM(sharing->entries, sharing->capacity);
	BRINE_GROWABLE_TRIM(sharing->open, sharing->open_capacity);
	BRINE_GROWABLE_TRIM(sharing->kept, sharing->kept_capacity);
	brine_index_reset(&sharing->index, sharing->count);
	sharing->count = 0;
	sharing->hits = 0;
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

static zend_always_inline void add_entry(
	brine_sharing *sharing, const brine_probe *probe, size_t offset, size_t length, uint32_t array, bool is_run)
{
	BRINE_GROWABLE_ENSURE(sharing->entries, sharing->capacity, sharing->count);
	sharing->entries[sharing->count] = (brine_shared_entry){offset, length, array, is_run};
	brine_index_insert(&sharing->index, probe, sharing->count);
	sharing->count++;
}

static bool has_given_up(const brine_sharing *sharing)
{
	return sharing->count >= BRINE_ARRAYS_TO_GIVE_UP && sharing->hits < sharing->count / BRINE_ARRAYS_PER_HIT;
}

/* Moves a row from the stack of open rows to the kept ones. */
static zend_always_inline void keep_row(brine_sharing *sharing, const uint32_t *tokens, uint32_t length)
{
	uint32_t *kept;

	if (UNEXPECTED(sharing->kept_capacity - sharing->kept_count < length)) {
		sharing->kept = brine_growable_extend(
			sharing->kept, &sharing->kept_capacity, sharing->kept_count + length, sizeof(*sharing->kept));
	}
	kept = sharing->kept + sharing->kept_count;
	for (uint32_t i = 0; i < length; i++) {
		kept[i] = tokens[i];
	}
	sharing->kept_count += length;
}

void brine_sharing_note_bytes(brine_sharing *sharing, const unsigned char *bytes, size_t size)
{
	uint32_t count = (uint32_t) ((size + 3) / 4);

	if (count == 0) {
		return;
	}
	if (UNEXPECTED(sharing->open_capacity - sharing->open_count < count)) {
		sharing->open = brine_growable_extend(
			sharing->open, &sharing->open_capacity, sharing->open_count + count, sizeof(*sharing->open));
	}
	sharing->open[sharing->open_count + count - 1] = 0;
	memcpy(sharing->open + sharing->open_count, bytes, size);
	sharing->open_count += count;
}

bool brine_sharing_close(brine_sharing *sharing, uint32_t row, uint32_t *array)
{
	const brine_index *index = &sharing->index;
	const uint32_t *tokens = sharing->open + row;
	uint32_t length = sharing->open_count - row;
	brine_probe probe = brine_probe_start(index, hash_tokens(tokens, length));

	sharing->open_count = row;
	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_shared_entry *entry = &sharing->entries[brine_probe_number(index, &probe)];

			if (!entry->is_run && entry->length == length
				&& tokens_equal(sharing->kept + entry->offset, tokens, length)) {
				*array = entry->array;
				sharing->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(sharing)) {
		add_entry(sharing, &probe, sharing->kept_count, length, *array, false);
		keep_row(sharing, tokens, length);
	}
	return false;
}

bool brine_sharing_close_run(
	brine_sharing *sharing, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	const brine_index *index = &sharing->index;
	brine_probe probe = brine_probe_start(index, hash_bytes(output + offset, length));

	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_shared_entry *entry = &sharing->entries[brine_probe_number(index, &probe)];

			if (entry->is_run && entry->length == length
				&& memcmp(output + entry->offset, output + offset, length) == 0) {
				*array = entry->array;
				sharing->hits++;
				return true;
			}
		}
	}
	if (!has_given_up(sharing)) {
		add_entry(sharing, &probe, offset, length, *array, true);
	}
	return false;
}

void brine_array_table_destroy(brine_array_table *table)
{
	pefree(table->items, 1);
}

void brine_array_table_reset(brine_array_table *table)
{
	table->count = 0;
	BRINE_GROWABLE_TRIM(table->items, table->capacity);
}
