/* Strings of igbinary's format, by content: every string is found again, however many there are. */
#include "igbinary/writer.h"
#include "globals.h"

/* After this many other strings with the same fingerprint, a search goes on by a hash of all bytes. */
#define MAX_OF_A_FINGERPRINT BRINE_MISMATCH_LIMIT

void brine_igbinary_writer_start(brine_encoder *encoder, bool compact_strings)
{
	brine_foreign_writer *writer = &encoder->foreign;

	/* A fatal error may have left numbers of an earlier payload. */
	brine_igbinary_writer_end(encoder);
	writer->compact_strings = compact_strings;
	writer->keys[0] = BRINE_G(secret);
	writer->keys[1] = BRINE_G(secret) * BRINE_HASH_FACTOR;
}

void brine_igbinary_writer_end(brine_encoder *encoder)
{
	brine_foreign_writer *writer = &encoder->foreign;

	encoder->strings.forgotten = 0;
	writer->unsearched_count = 0;
	BRINE_GROWABLE_TRIM(writer->unsearched, writer->unsearched_capacity);
	if (UNEXPECTED(writer->collided > 0)) {
		brine_index_reset(&writer->collisions, writer->collided);
		writer->collided = 0;
	}
}

/* A keyed hash of all bytes. */
static uint32_t hash_of(const brine_foreign_writer *writer, const zend_string *string)
{
	const char *bytes = ZSTR_VAL(string);
	uint64_t hash = writer->keys[0] ^ ZSTR_LEN(string);

	for (size_t size = ZSTR_LEN(string); size > 0; bytes += MIN(size, 8), size -= MIN(size, 8)) {
		hash = brine_fold_product(hash ^ brine_load_native(bytes, MIN(size, 8)), writer->keys[1] | 1);
	}
	return (uint32_t) brine_fold_product(hash, BRINE_HASH_FACTOR_3);
}

/* The entry of the string, or NULL: then the probe is where the string can be inserted, unless *is_crowded. */
static const brine_string_entry *search(
	const brine_seen_strings *seen, zend_string *string, brine_probe *probe, bool *is_crowded)
{
	const brine_index *index = &seen->index;

	*is_crowded = false;
	for (; index->slots[probe->position].stamp >= index->base; brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			const brine_string_entry *entry = &seen->entries[brine_probe_number(index, probe)];

			if (brine_strings_are_identical(entry->string, string)) {
				return entry;
			}
			if (probe->mismatches == MAX_OF_A_FINGERPRINT) {
				*is_crowded = true;
				return NULL;
			}
		}
	}
	return NULL;
}

/* The same among the strings whose fingerprint too many others have. */
static const brine_string_entry *search_collisions(
	brine_encoder *encoder, const zend_string *string, brine_probe *probe)
{
	const brine_seen_strings *seen = &encoder->strings;
	brine_index *index = &encoder->foreign.collisions;

	if (!index->slots) {
		brine_index_init(index);
	}
	*probe = brine_probe_start(index, hash_of(&encoder->foreign, string));
	for (; brine_probe_live(index, probe, BRINE_PROBE_UNLIMITED); brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			const brine_string_entry *entry = &seen->entries[brine_probe_number(index, probe)];

			if (brine_strings_are_identical(entry->string, string)) {
				return entry;
			}
		}
	}
	return NULL;
}

bool brine_igbinary_find_string(brine_encoder *encoder, zend_string *string, uint32_t fingerprint, uint32_t *number)
{
	brine_seen_strings *seen = &encoder->strings;
	brine_index *index = &seen->index;
	brine_probe probe = brine_probe_start(index, fingerprint);
	bool is_crowded;
	const brine_string_entry *entry = search(seen, string, &probe, &is_crowded);

	if (UNEXPECTED(is_crowded)) {
		index = &encoder->foreign.collisions;
		entry = search_collisions(encoder, string, &probe);
	}
	if (entry) {
		*number = entry->number;
		return true;
	}
	BRINE_GROWABLE_ENSURE(seen->entries, seen->capacity, seen->count);
	seen->entries[seen->count] = (brine_string_entry){string, 0, brine_seen_strings_numbers(seen)};
	brine_index_insert(index, &probe, seen->count);
	seen->count++;
	brine_seen_strings_set_limit(seen);
	if (UNEXPECTED(is_crowded)) {
		encoder->foreign.collided = seen->count;
	}
	return false;
}

void brine_igbinary_write_long_string(brine_encoder *encoder, const zend_string *string)
{
	brine_buffer *out = &encoder->out;
	size_t size = ZSTR_LEN(string);

	brine_reserve(out, zend_safe_address_guarded(1, size, BRINE_IGBINARY_HEAD_MAX));
#if SIZEOF_SIZE_T > 4
	if (UNEXPECTED(size > UINT32_MAX)) {
		out->p = brine_write_be(brine_write_u8(out->p, BRINE_IGBINARY_STRING_64), size, 8);
	} else
#endif
	{
		out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_STRING, (uint32_t) size);
	}
	if (EXPECTED(size <= BRINE_COPY_PIECE)) {
		memcpy(out->p, ZSTR_VAL(string), size);
	} else {
		brine_copy_long(out->p, ZSTR_VAL(string), size);
	}
	out->p += size;
}

void brine_igbinary_write_class(brine_encoder *encoder, zend_string *name)
{
	brine_buffer *out = &encoder->out;
	uint32_t number;

	brine_reserve(out, zend_safe_address_guarded(1, ZSTR_LEN(name), BRINE_IGBINARY_HEAD_MAX));
	if (brine_igbinary_number_string(encoder, name, &number)) {
		out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_CLASS_AGAIN, number);
		return;
	}
	out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_CLASS, (uint32_t) ZSTR_LEN(name));
	memcpy(out->p, ZSTR_VAL(name), ZSTR_LEN(name));
	out->p += ZSTR_LEN(name);
}
