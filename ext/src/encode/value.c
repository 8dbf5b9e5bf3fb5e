/* Encoding of values out of line, and of PHP references. decode/value.c is the mirror image. */
#include "encode/value.h"
#include "encode/heights.h"

bool brine_put_packed_string(brine_buffer *out, const zend_string *string)
{
	unsigned tag = brine_packed_tag(ZSTR_VAL(string), ZSTR_LEN(string));
	unsigned char *p = out->p;

	BRINE_ASSERT(brine_has_room(out, 1 + BRINE_UV_MAX_SIZE + ZSTR_LEN(string)));
	if (tag == 0) {
		return false;
	}
	p = brine_write_u8(p, tag);
	if (tag != BRINE_TAG_UUID) {
		p = brine_write_uv(p, ZSTR_LEN(string));
	}
	out->p = brine_write_packed(p, tag, ZSTR_VAL(string), ZSTR_LEN(string));
	return true;
}

bool brine_encode_value(brine_encoder *encoder, zval *value)
{
	return brine_encode_in_line(encoder, value);
}

/*
 * True for a reference to an array that it is in: one place holds it, since the array that lies around it is, to PHP, another place of the same
 * one until it is written to. What it refers to has no end.
 */
static bool leads_to_open_array(const brine_encoder *encoder, const zend_reference *reference)
{
	const brine_open_shared *open = encoder->open_shared;

	if (Z_TYPE(reference->val) != IS_ARRAY || Z_REFCOUNT(reference->val) == 1) {
		return false;
	}
	while (open && open->array != Z_ARRVAL(reference->val)) {
		open = open->outer;
	}
	return open != NULL;
}

bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference)
{
	const brine_identity_entry *earlier;
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position;
	bool success;

	if (GC_REFCOUNT(reference) == 1 && EXPECTED(!leads_to_open_array(encoder, reference))) {
		return brine_encode_value(encoder, &reference->val);
	}
	encoder->impurities++;
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	if ((earlier = brine_identity_find(&encoder->references, reference))) {
		brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE_REF);
		brine_put_uv(&encoder->out, earlier->number);
		return brine_encode_again(encoder, earlier);
	}
	position = encoder->references.count;
	brine_identity_add(
		&encoder->references, reference, encoder->reference_count, (encoder->depth + 1) | BRINE_THING_IS_OPEN);
	encoder->references.entries[position].place = brine_encode_thing_count(encoder);
	encoder->reference_count++;
	encoder->cycles.has_references = true;
	brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE);
	GC_ADDREF(reference);
	encoder->deepest = encoder->depth;
	success = brine_encode_value(encoder, &reference->val)
		&& brine_encode_close_reference(encoder, outer_deepest, &encoder->references.entries[position]);
	brine_encode_let_go(encoder, (zend_refcounted *) reference);
	return success;
}
