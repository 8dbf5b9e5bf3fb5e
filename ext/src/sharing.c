#include "sharing.h"

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
	sharing->count = 0;
	sharing->open_count = 0;
	sharing->kept_count = 0;
	BRINE_SCRATCH_TRIM(sharing->entries, sharing->capacity);
	BRINE_SCRATCH_TRIM(sharing->open, sharing->open_capacity);
	BRINE_SCRATCH_TRIM(sharing->kept, sharing->kept_capacity);
	brine_index_reset(&sharing->index);
}

/* Multiply and fold, 16 bytes a step. */
static uint32_t hash_bytes(const void *data, size_t size)
{
	const unsigned char *p = data;
	uint64_t a = size * UINT64_C(0x9E3779B97F4A7C15);
	uint64_t b = UINT64_C(0xC2B2AE3D27D4EB4F);
	uint64_t word[2];

	for (; size >= 16; p += 16, size -= 16) {
		memcpy(word, p, 16);
		a = (a ^ word[0]) * UINT64_C(0xD6E8FEB86659FD93);
		b = (b ^ word[1]) * UINT64_C(0x9E3779B97F4A7C15);
		a ^= a >> 32;
		b ^= b >> 32;
	}
	word[0] = word[1] = 0;
	memcpy(word, p, size);
	a = (a ^ word[0]) * UINT64_C(0xD6E8FEB86659FD93);
	b = (b ^ word[1]) * UINT64_C(0x9E3779B97F4A7C15);
	return brine_mix(a ^ (a >> 32) ^ b ^ (b >> 29));
}

/* Finds an entry of this kind with equal content, or adds one for *array. `existing` is where the contents of entries lie. */
static bool find_or_add(brine_sharing *sharing, bool is_run, const unsigned char *existing, size_t unit,
	const void *content, size_t length, size_t new_offset, uint32_t *array)
{
	brine_index *index = &sharing->index;
	brine_probe probe = brine_probe_start(index, hash_bytes(content, length * unit));

	for (; brine_probe_live(index, &probe, BRINE_PROBE_LIMIT); brine_probe_next(index, &probe)) {
		if (brine_probe_matches(index, &probe)) {
			const brine_shared_entry *entry = &sharing->entries[brine_probe_number(index, &probe)];

			if (entry->is_run == is_run && entry->length == length
				&& memcmp(existing + entry->offset * unit, content, length * unit) == 0) {
				*array = entry->array;
				return true;
			}
		}
	}
	BRINE_SCRATCH_ENSURE(sharing->entries, sharing->capacity, sharing->count);
	sharing->entries[sharing->count] = (brine_shared_entry){new_offset, length, *array, is_run};
	brine_index_insert(index, &probe, sharing->count);
	sharing->count++;
	return false;
}

bool brine_sharing_close(brine_sharing *sharing, uint32_t row, uint32_t *array)
{
	const uint32_t *tokens = sharing->open + row;
	uint32_t length = sharing->open_count - row;
	bool found = find_or_add(sharing, false, (const unsigned char *) sharing->kept, sizeof(*tokens), tokens, length,
		sharing->kept_count, array);

	sharing->open_count = row;
	if (!found) {
		if (UNEXPECTED(sharing->kept_capacity - sharing->kept_count < length)) {
			sharing->kept = brine_scratch_extend(
				sharing->kept, &sharing->kept_capacity, sharing->kept_count + length, sizeof(*sharing->kept));
		}
		memcpy(sharing->kept + sharing->kept_count, sharing->open + row, length * sizeof(*tokens));
		sharing->kept_count += length;
	}
	return found;
}

bool brine_sharing_close_run(
	brine_sharing *sharing, const unsigned char *output, size_t offset, size_t length, uint32_t *array)
{
	return find_or_add(sharing, true, output, 1, output + offset, length, offset, array);
}

void brine_array_table_destroy(brine_array_table *table)
{
	pefree(table->items, 1);
}

void brine_array_table_reset(brine_array_table *table)
{
	table->count = 0;
	BRINE_SCRATCH_TRIM(table->items, table->capacity);
}
