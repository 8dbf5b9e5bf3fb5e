/* Writes igbinary's format: values, arrays and PHP references. */
#include "encode/encoder.h"
#include "igbinary/codec.h"
#include "igbinary/writer.h"

void brine_igbinary_search_all(brine_encoder *encoder)
{
	brine_foreign_writer *writer = &encoder->foreign;

	encoder->tracks_all = true;
	for (uint32_t i = 0; i < writer->unsearched_count; i++) {
		brine_identity_add(&encoder->objects, writer->unsearched[i].node, writer->unsearched[i].number, 0);
	}
	writer->unsearched_count = 0;
}

bool brine_igbinary_number_shared(brine_encoder *encoder, void *node, brine_igbinary_type type)
{
	const brine_identity_entry *earlier = brine_identity_find(&encoder->objects, node);

	if (!earlier) {
		/*
		 * Back-references never use the outermost array's first number: here it gets a second one. Its elements come
		 * again, too.
		 */
		if (UNEXPECTED(node == encoder->outermost.array)) {
			brine_igbinary_search_all(encoder);
		}
		brine_identity_add(&encoder->objects, node, encoder->object_count++, 0);
		return true;
	}
	brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
	if (UNEXPECTED(earlier->number == BRINE_OBJECT_IS_NULL)) {
		brine_put_u8(&encoder->out, BRINE_IGBINARY_NULL);
	} else {
		encoder->out.p = brine_igbinary_put_number(encoder->out.p, type, earlier->number);
	}
	return false;
}

/* Writes the array of a PHP reference. The reference has the number, and the array has none. */
static bool write_referred_array(brine_encoder *encoder, zend_array *array)
{
	bool success;

	/* The array's other holders may be written, too, and its elements with them. */
	if (GC_REFCOUNT(array) > 1) {
		brine_igbinary_search_all(encoder);
	}
	GC_TRY_ADDREF(array);
	success = brine_igbinary_write_elements(encoder, array);
	if (!(GC_FLAGS(array) & GC_IMMUTABLE)) {
		brine_encode_let_go(encoder, (zend_refcounted *) array);
	}
	return success;
}

/*
 * Writes the object of a PHP reference, which has the object's number. For a left-out object, null alone: a reference
 * to null would take one.
 */
static bool write_referred_object(brine_encoder *encoder, zend_object *object)
{
	brine_buffer *out = &encoder->out;
	size_t start = brine_buffer_offset(out);

	brine_put_u8(out, BRINE_IGBINARY_REFERENCE);
	if (UNEXPECTED(!brine_igbinary_write_object(encoder, object, true))) {
		return false;
	}
	/* Only null takes a single byte. */
	if (UNEXPECTED(brine_buffer_offset(out) == start + 2)) {
		brine_buffer_truncate(out, start);
		brine_put_u8(out, BRINE_IGBINARY_NULL);
	}
	return true;
}

static zend_never_inline bool write_reference(brine_encoder *encoder, zend_reference *reference)
{
	zval *value = &reference->val;

	if (GC_REFCOUNT(reference) == 1) {
		return brine_igbinary_write_value(encoder, value);
	}
	if (Z_TYPE_P(value) == IS_OBJECT) {
		return write_referred_object(encoder, Z_OBJ_P(value));
	}
	brine_put_u8(&encoder->out, BRINE_IGBINARY_REFERENCE);
	if (!brine_igbinary_number_shared(encoder, reference, BRINE_IGBINARY_AGAIN)) {
		return true;
	}
	return Z_TYPE_P(value) == IS_ARRAY ? write_referred_array(encoder, Z_ARRVAL_P(value))
									   : brine_igbinary_write_value(encoder, value);
}

/* Writes a value that is neither a string nor an integer nor an array. A head is reserved. */
static zend_always_inline bool write_other(brine_encoder *encoder, zval *value)
{
	brine_buffer *out = &encoder->out;

	switch (Z_TYPE_P(value)) {
		case IS_FALSE:
		case IS_TRUE:
			brine_put_u8(out, BRINE_IGBINARY_FALSE + Z_TYPE_P(value) - IS_FALSE);
			return true;
		case IS_DOUBLE:
			out->p = brine_write_be(brine_write_u8(out->p, BRINE_IGBINARY_DOUBLE), brine_bits_of(Z_DVAL_P(value)), 8);
			return true;
		case IS_OBJECT:
			return brine_igbinary_write_object(encoder, Z_OBJ_P(value), false);
		case IS_REFERENCE:
			return write_reference(encoder, Z_REF_P(value));
		case IS_INDIRECT:
			/* Copies of it lead to the same slot, and no refcount tells of them. */
			brine_igbinary_search_all(encoder);
			return brine_igbinary_write_value(encoder, Z_INDIRECT_P(value));
		default:
			/* Null, a property that a hook has unset, or a resource. */
			brine_put_u8(out, BRINE_IGBINARY_NULL);
			return true;
	}
}

static zend_always_inline bool write_value(brine_encoder *encoder, zval *value)
{
	if (Z_TYPE_P(value) == IS_STRING) {
		brine_igbinary_write_string(encoder, Z_STR_P(value));
		return true;
	}
	brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
	if (Z_TYPE_P(value) == IS_LONG) {
		encoder->out.p = brine_igbinary_put_long(encoder->out.p, Z_LVAL_P(value));
		return true;
	}
	if (Z_TYPE_P(value) == IS_ARRAY) {
		bool is_shared = !Z_REFCOUNTED_P(value) || Z_REFCOUNT_P(value) > 1;

		return !brine_igbinary_number(encoder, Z_ARRVAL_P(value), is_shared, BRINE_IGBINARY_AGAIN)
			|| brine_igbinary_write_elements(encoder, Z_ARRVAL_P(value));
	}
	return write_other(encoder, value);
}

BRINE_HOT bool brine_igbinary_write_value(brine_encoder *encoder, zval *value)
{
	return write_value(encoder, value);
}

static zend_always_inline bool write_list(brine_encoder *encoder, const zend_array *array)
{
	for (uint32_t i = 0; i < array->nNumUsed; i++) {
		zval *value = &array->arPacked[i];

		if (UNEXPECTED(Z_TYPE_P(value) == IS_UNDEF)) {
			continue;
		}
		brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
		encoder->out.p = brine_igbinary_put_long(encoder->out.p, i);
		if (UNEXPECTED(!write_value(encoder, value))) {
			brine_path_add_key(&encoder->path, i, NULL);
			return false;
		}
	}
	return true;
}

static zend_always_inline bool write_map(brine_encoder *encoder, const zend_array *array)
{
	for (Bucket *bucket = array->arData, *end = bucket + array->nNumUsed; bucket < end; bucket++) {
		if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
			continue;
		}
		if (EXPECTED(bucket->key)) {
			brine_igbinary_write_string(encoder, bucket->key);
		} else {
			brine_reserve(&encoder->out, BRINE_IGBINARY_HEAD_MAX);
			encoder->out.p = brine_igbinary_put_long(encoder->out.p, (zend_long) bucket->h);
		}
		if (UNEXPECTED(!write_value(encoder, &bucket->val))) {
			brine_path_add_key(&encoder->path, bucket->h, bucket->key);
			return false;
		}
	}
	return true;
}

/* The copy's values have another holder: the encoder, until the end. */
static zend_never_inline zend_array *copy_slots(brine_encoder *encoder, zend_array *array)
{
	zval copy;

	ZVAL_ARR(&copy, brine_copy_slots(array));
	brine_encode_hold(encoder, &copy);
	brine_igbinary_search_all(encoder);
	return Z_ARR(copy);
}

BRINE_HOT bool brine_igbinary_write_elements(brine_encoder *encoder, zend_array *array)
{
	brine_buffer *out = &encoder->out;
	bool success;

	if (UNEXPECTED(brine_may_have_unset_slots(array))) {
		array = copy_slots(encoder, array);
	}
	brine_reserve(out, BRINE_IGBINARY_HEAD_MAX);
	out->p = brine_igbinary_put_number(out->p, BRINE_IGBINARY_ARRAY, zend_hash_num_elements(array));
	if (UNEXPECTED(zend_hash_num_elements(array) == 0)) {
		return true;
	}
	if (UNEXPECTED(!brine_encode_enter(encoder))) {
		return false;
	}
	success = HT_IS_PACKED(array) ? write_list(encoder, array) : write_map(encoder, array);
	brine_encode_leave(encoder);
	return success;
}

/* Writes the payload's value. */
static bool write_root(brine_encoder *encoder, zval *value)
{
	if (Z_TYPE_P(value) == IS_ARRAY) {
		/* The outermost array has a number, but no search finds it. */
		encoder->object_count++;
		return brine_igbinary_write_elements(encoder, Z_ARRVAL_P(value));
	}
	return brine_igbinary_write_value(encoder, value);
}

static bool write_payload(brine_encoder *encoder, zval *value, bool compact_strings)
{
	static const char header[] = {0, 0, 0, 2};
	bool is_counted = Z_REFCOUNTED_P(value) && (Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT);
	zval root;
	bool success;

	/* User code may change the variable that the value is from. */
	ZVAL_COPY_VALUE(&root, value);
	brine_igbinary_writer_start(encoder, compact_strings);
	encoder->can_restart = false;
	brine_put_bytes(&encoder->out, header, sizeof(header));
	if (is_counted) {
		Z_ADDREF(root);
	}
	success = write_root(encoder, &root);
	if (is_counted) {
		brine_encode_let_go(encoder, Z_COUNTED(root));
	}
	brine_igbinary_writer_end(encoder);
	return success;
}

zend_result brine_igbinary_encode(zend_string **bytes, zval *value, bool compact_strings)
{
	return brine_encode_by(bytes, value, compact_strings, write_payload);
}
