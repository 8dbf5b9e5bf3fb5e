/* Encoding of strings, floats, rare values, and PHP references. Mirror image of decode/value.c. */
#include "encode/value.h"
#include "encode/heights.h"
#include "format/packed.h"

/* Defines a string, or the tail of one, in packed form if that is allowed and exists. Returns its token. */
BRINE_HOT uint32_t brine_put_new_string(
	brine_buffer *out, const zend_string *string, uint32_t skip, bool may_pack, uint32_t number)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	unsigned char *p;

	brine_reserve(out, BRINE_STRING_ROOM(size));
	p = may_pack ? brine_write_packed(out->p, bytes, size) : NULL;
	if (!p) {
		p = out->p;
		if (size <= BRINE_SHORT_STRING_MAX) {
			p = brine_write_u8(p, BRINE_TAG_SHORT_STRING + (unsigned) size - 1);
		} else {
			p = brine_write_u8(p, BRINE_TAG_STRING);
			p = brine_write_uv(p, size);
		}
		if (EXPECTED(size <= BRINE_COPY_PIECE)) {
			memcpy(p, bytes, size);
		} else {
			brine_copy_long(p, bytes, size);
		}
		p += size;
	}
	out->p = p;
	return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

BRINE_HOT uint32_t brine_put_tiny_string(brine_buffer *out, const char *bytes, size_t size)
{
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 2));
	if (size == 0) {
		out->p = brine_write_u8(p, BRINE_TAG_EMPTY_STRING);
		return BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_EMPTY_STRING);
	}
	p = brine_write_u8(p, BRINE_TAG_SHORT_STRING);
	out->p = brine_write_u8(p, (unsigned char) *bytes);
	return BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_BYTE + (unsigned char) *bytes);
}

/* Writes a string whose first slot in the index holds another string. */
static zend_never_inline uint32_t search_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	uint32_t number;

	if (brine_seen_strings_find_or_add(&encoder->strings, string, skip, fingerprint, &number)) {
		brine_put_string_ref(encoder, number);
		return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
	}
	if (UNEXPECTED(encoder->strings.forgotten > 0) && !encoder->strings.index.filter) {
		brine_index_start_filter(&encoder->strings.index);
	}
	return brine_put_new_string(&encoder->out, string, skip, is_value && brine_may_pack(string, skip), number);
}

BRINE_HOT uint32_t brine_encode_seen_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	brine_seen_strings *strings = &encoder->strings;
	brine_index_slot *slot = brine_seen_strings_slot(strings, fingerprint);
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	const brine_string_entry *entry;

	if (brine_seen_strings_passes_over(strings, fingerprint)) {
		uint32_t number = brine_seen_strings_numbers(strings);

		strings->forgotten++;
		return brine_put_new_string(&encoder->out, string, skip, is_value && brine_may_pack(string, skip), number);
	}
	if (slot->hash != fingerprint && slot->stamp >= strings->index.base) {
		/* The slot holds another string: try the next one of a search. */
		slot = &strings->index.slots[(fingerprint + 1) & strings->index.mask];
		if (brine_seen_strings_can_add(strings, slot)) {
			bool may_pack = is_value && brine_may_pack(string, skip);
			uint32_t number = brine_seen_strings_add(strings, slot, string, skip, fingerprint);

			return brine_put_new_string(&encoder->out, string, skip, may_pack, number);
		}
	}
	if (UNEXPECTED(slot->hash != fingerprint || slot->stamp < strings->index.base)) {
		return search_string(encoder, string, skip, is_value, fingerprint);
	}
	entry = &strings->entries[slot->stamp - strings->index.base];
	if (UNEXPECTED(!brine_string_entry_is(entry, string, skip, bytes, size))) {
		return search_string(encoder, string, skip, is_value, fingerprint);
	}
	strings->hits++;
	brine_put_string_ref(encoder, entry->number);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, entry->number);
}

BRINE_HOT uint32_t brine_encode_tail(brine_encoder *encoder, zend_string *string, uint32_t skip)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;

	brine_reserve(&encoder->out, BRINE_ELEMENT_ROOM);
	/* For whole strings, the words are loaded without a branch. */
	if (EXPECTED(skip == 0)) {
		return brine_encode_string(encoder, string, false);
	}
	if (UNEXPECTED(size <= 1)) {
		return brine_put_tiny_string(&encoder->out, bytes, size);
	}
	return brine_encode_words(encoder, string, skip, brine_tail_words(bytes, size), false);
}

BRINE_HOT uint32_t brine_encode_floats(brine_encoder *encoder, const zval *value, size_t stride, uint32_t count)
{
	brine_seen_arrays *seen = &encoder->seen_arrays;
	uint32_t done = 0;

	do {
		double number = Z_DVAL_P(value);

		brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
		brine_seen_arrays_reserve_scalar(seen);
		brine_put_float(&encoder->out, number);
		brine_seen_arrays_put_wide(seen, BRINE_TOKEN_DOUBLE, brine_bits_of(number));
		value = (const zval *) ((const char *) value + stride);
	} while (++done < count && Z_TYPE_P(value) == IS_DOUBLE);
	return done;
}

/* Writes the value of a slot: copies of the INDIRECT lead there too, and no refcount tells of them. */
static zend_never_inline bool encode_slot(brine_encoder *encoder, zval *slot)
{
	bool outer_in_shared_array = encoder->in_shared_array;
	bool success;

	encoder->in_shared_array = true;
	success = brine_encode_inner(encoder, slot);
	encoder->in_shared_array = outer_in_shared_array;
	return success;
}

BRINE_HOT bool brine_encode_uncommon(brine_encoder *encoder, zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_OBJECT:
			return brine_encode_object(encoder, Z_OBJ_P(value));
		case IS_UNDEF:
			/* A hook has unset the property. */
			brine_put_u8(&encoder->out, BRINE_TAG_NULL);
			brine_seen_arrays_put(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_NULL));
			return true;
		case IS_REFERENCE:
			return brine_encode_reference(encoder, Z_REF_P(value));
		case IS_INDIRECT:
			return encode_slot(encoder, Z_INDIRECT_P(value));
		default:
			/* A resource; serialize() writes 0 too. */
			brine_put_noted_int(encoder, 0);
			return true;
	}
}

bool brine_encode_inner(brine_encoder *encoder, zval *value)
{
	if (Z_TYPE_P(value) != IS_OBJECT && Z_TYPE_P(value) != IS_REFERENCE) {
		return brine_encode_value(encoder, value);
	}
	brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
	brine_seen_arrays_reserve_scalar(&encoder->seen_arrays);
	return brine_encode_uncommon(encoder, value);
}

/*
 * Writes the value of a PHP reference with one holder. If the value is an array, it appears again wherever the array
 * around it does.
 */
static zend_never_inline bool encode_unshared(brine_encoder *encoder, zval *value)
{
	brine_open_shared open = {NULL, encoder->open_shared, false};
	bool success;

	if (Z_TYPE_P(value) != IS_ARRAY) {
		return brine_encode_inner(encoder, value);
	}
	open.array = Z_ARRVAL_P(value);
	encoder->open_shared = &open;
	success = brine_encode_inner(encoder, value);
	encoder->open_shared = open.outer;
	return success;
}

/*
 * Writes the value of a PHP reference with several holders: internal hooks may return it, or its content, as a value.
 */
static zend_never_inline bool encode_referred(brine_encoder *encoder, zval *value)
{
	bool outer_in_shared_array = encoder->in_shared_array;
	const brine_open_shared *outer_open_shared = encoder->open_shared;
	bool success;

	if (Z_TYPE_P(value) == IS_ARRAY && brine_encode_is_outermost(encoder, Z_ARRVAL_P(value))
		&& !brine_encode_track_all(encoder)) {
		return false;
	}
	encoder->in_shared_array = true;
	/*
	 * Outer arrays need no check inside: a path back to one reaches this reference again, and ends there with a
	 * back-reference.
	 */
	encoder->open_shared = NULL;
	success = brine_encode_inner(encoder, value);
	encoder->in_shared_array = outer_in_shared_array;
	encoder->open_shared = outer_open_shared;
	return success;
}

bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference)
{
	const brine_identity_entry *earlier;
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position;
	bool success;

	if (brine_encode_is_unshared(encoder, reference)) {
		return encode_unshared(encoder, &reference->val);
	}
	encoder->identity_count++;
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	if ((earlier = brine_identity_find(&encoder->references, reference))) {
		brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE_REF);
		brine_put_uv(&encoder->out, earlier->number);
		return brine_encode_again(encoder, earlier);
	}
	position = encoder->references.count;
	brine_identity_add(
		&encoder->references, reference, encoder->reference_count, (encoder->depth + 1) | BRINE_NODE_IS_OPEN);
	encoder->references.entries[position].place = brine_encode_node_count(encoder);
	encoder->reference_count++;
	encoder->cycles.has_references = true;
	brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE);
	GC_ADDREF(reference);
	encoder->deepest = encoder->depth;
	success = encode_referred(encoder, &reference->val)
		&& brine_encode_close_reference(encoder, outer_deepest, &encoder->references.entries[position]);
	brine_encode_let_go(encoder, (zend_refcounted *) reference);
	return success;
}
