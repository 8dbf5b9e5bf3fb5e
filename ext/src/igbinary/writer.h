/* Shared by the files that write igbinary's format. Strings, objects and their numbers are those of the encoder. */
#ifndef BRINE_IGBINARY_WRITER_H
#define BRINE_IGBINARY_WRITER_H

#include "core/identity.h"
#include "encode/state.h"
#include "igbinary/format.h"

/* A value takes at most this many bytes, without a string's own: type and number, or a PHP reference with a scalar. */
#define BRINE_IGBINARY_HEAD_MAX 16

/* Each writes one value; false after a recorded error. */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_write_value(brine_encoder *encoder, zval *value);

/* The same for an object. `is_shared`: other values lead to it even if it has one holder. */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_write_object(brine_encoder *encoder, zend_object *object, bool is_shared);

/* Writes an array's count and elements. The caller holds the array, so that user code cannot change it. */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_write_elements(brine_encoder *encoder, zend_array *array);

/* Writes a class name, new or known. */
ZEND_ATTRIBUTE_NONNULL void brine_igbinary_write_class(brine_encoder *encoder, zend_string *name);

/*
 * The names and values of the properties that __sleep() returned, in turn: a list that the encoder holds. null stands
 * for a name that is no string and names nothing. NULL if __sleep() returned no array, with PHP's warning, or after an
 * exception.
 */
ZEND_ATTRIBUTE_NONNULL HashTable *brine_igbinary_choose(brine_encoder *encoder, zend_object *object, zval *names);

/*
 * From now on a search finds every node: call it before user code runs, and before written values can be reached on
 * another way.
 */
ZEND_ATTRIBUTE_NONNULL ZEND_COLD void brine_igbinary_search_all(brine_encoder *encoder);

/*
 * Gives a node that may have been met before the next number. If it has one already, writes that after the type, and
 * returns false: nothing is left to write.
 */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_number_shared(brine_encoder *encoder, void *node, brine_igbinary_type type);

/* Parts of brine_igbinary_write_string(). */
ZEND_ATTRIBUTE_NONNULL bool brine_igbinary_find_string(
	brine_encoder *encoder, zend_string *string, uint32_t fingerprint, uint32_t *number);
ZEND_ATTRIBUTE_NONNULL void brine_igbinary_write_long_string(brine_encoder *encoder, const zend_string *string);

/* start() prepares the encoder for a payload; end() frees the memory that only this format uses. */
ZEND_ATTRIBUTE_NONNULL void brine_igbinary_writer_start(brine_encoder *encoder, bool compact_strings);
ZEND_ATTRIBUTE_NONNULL void brine_igbinary_writer_end(brine_encoder *encoder);

/* Writes a type and a number in the fewest bytes; `type` is that of 1 byte. */
static zend_always_inline unsigned char *brine_igbinary_put_number(unsigned char *p, unsigned type, uint32_t number)
{
	if (EXPECTED(number <= UINT8_MAX)) {
		p = brine_write_u8(p, type);
		return brine_write_u8(p, number);
	}
	if (number <= UINT16_MAX) {
		p = brine_write_u8(p, type + 1);
		return brine_write_be(p, number, 2);
	}
	p = brine_write_u8(p, type + 2);
	return brine_write_be(p, number, 4);
}

static zend_always_inline unsigned char *brine_igbinary_put_long(unsigned char *p, zend_long value)
{
	unsigned sign = value < 0;
	uint64_t size = sign ? 0 - (uint64_t) value : (uint64_t) value;

	if (EXPECTED(size <= UINT8_MAX)) {
		p = brine_write_u8(p, BRINE_IGBINARY_LONG_8 + sign);
		return brine_write_u8(p, (unsigned) size);
	}
	if (size <= UINT16_MAX) {
		p = brine_write_u8(p, BRINE_IGBINARY_LONG_16 + sign);
		return brine_write_be(p, size, 2);
	}
	if (size <= UINT32_MAX) {
		p = brine_write_u8(p, BRINE_IGBINARY_LONG_32 + sign);
		return brine_write_be(p, size, 4);
	}
	p = brine_write_u8(p, BRINE_IGBINARY_LONG_64 + sign);
	return brine_write_be(p, size, 8);
}

/*
 * Gives an array or object the next number. `is_shared`: it may have been met before; see
 * brine_igbinary_number_shared().
 */
static zend_always_inline bool brine_igbinary_number(
	brine_encoder *encoder, void *node, bool is_shared, brine_igbinary_type type)
{
	brine_foreign_writer *writer = &encoder->foreign;

	if (UNEXPECTED(is_shared || encoder->tracks_all)) {
		return brine_igbinary_number_shared(encoder, node, type);
	}
	BRINE_GROWABLE_ENSURE(writer->unsearched, writer->unsearched_capacity, writer->unsearched_count);
	writer->unsearched[writer->unsearched_count++] = (brine_numbered_node){node, encoder->object_count++};
	return true;
}

/* Like brine_string_fingerprint(), with keys: an attacker cannot choose strings that crowd the index. */
static zend_always_inline uint32_t brine_igbinary_fingerprint(const brine_encoder *encoder, const zend_string *string)
{
	const uint64_t *keys = encoder->foreign.keys;
	brine_string_words words =
		BRINE_WORDS_IN_STRINGS ? brine_whole_words(string) : brine_tail_words(ZSTR_VAL(string), ZSTR_LEN(string));
	uint64_t turned = words.middle << 41 | words.middle >> 23;

	return (uint32_t) brine_fold_product(words.first ^ turned ^ keys[0], (words.last + ZSTR_LEN(string)) ^ keys[1]);
}

/*
 * Looks up a non-empty string, with compact_strings only. True if it has a number already; otherwise it gets the next.
 */
static zend_always_inline bool brine_igbinary_number_string(
	brine_encoder *encoder, zend_string *string, uint32_t *number)
{
	brine_seen_strings *seen = &encoder->strings;
	uint32_t fingerprint = brine_igbinary_fingerprint(encoder, string);
	brine_index_slot *slot = brine_seen_strings_slot(seen, fingerprint);

	if (slot->stamp >= seen->index.base) {
		const brine_string_entry *entry = &seen->entries[slot->stamp - seen->index.base];

		if (EXPECTED(entry->string == string
				|| (slot->hash == fingerprint && brine_string_bytes_equal(entry->string, string)))) {
			*number = entry->number;
			return true;
		}
	} else if (EXPECTED(seen->count < seen->limit && seen->forgotten == 0)) {
		brine_seen_strings_add(seen, slot, string, 0, fingerprint);
		return false;
	}
	return brine_igbinary_find_string(encoder, string, fingerprint, number);
}

/* Writes a string as a value, key or property name. */
static zend_always_inline void brine_igbinary_write_string(brine_encoder *encoder, zend_string *string)
{
	brine_buffer *out = &encoder->out;
	size_t size = ZSTR_LEN(string);
	uint32_t number;

	brine_reserve(out, BRINE_IGBINARY_HEAD_MAX + BRINE_WORDS_MAX + BRINE_BUFFER_SLACK);
	if (UNEXPECTED(size == 0)) {
		brine_put_u8(out, BRINE_IGBINARY_EMPTY_STRING);
		return;
	}
	if (UNEXPECTED(!encoder->foreign.compact_strings)) {
		encoder->strings.forgotten++;
	} else if (brine_igbinary_number_string(encoder, string, &number)) {
		out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_STRING_AGAIN, number);
		return;
	}
	if (UNEXPECTED(size > BRINE_WORDS_MAX)) {
		brine_igbinary_write_long_string(encoder, string);
		return;
	}
	out->p = brine_write_u8(brine_write_u8(out->p, BRINE_IGBINARY_STRING), (unsigned) size);
	if (BRINE_WORDS_IN_STRINGS) {
		brine_copy_words((char *) out->p, ZSTR_VAL(string), size);
	} else {
		memcpy(out->p, ZSTR_VAL(string), size);
	}
	out->p += size;
}

#endif
