/* The life of an encoder, and one call from the value to the payload. Mirror image of decode/decoder.c. */
#include "encode/encoder.h"
#include "error.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/memory.h"
#include "encode/encode.h"
#include "encode/dictionary.h"
#include "encode/heights.h"
#include "encode/state.h"
#include "encode/value.h"
#include "zend_exceptions.h"

static ZEND_COLD void throw_encode_error(brine_encoder *encoder)
{
	zend_string *path;

	/* A hook's exception says more than our reason, which may only be its consequence. */
	if (EG(exception)) {
		return;
	}
	path = brine_path_get(&encoder->path);
	brine_throw_encode_error(encoder->error, path);
	zend_string_release(path);
}

/* Cells of wide rows that may always be scanned again. */
#define FREE_CELLS (UINT64_C(1) << 20)

/* Adds a new encoder to a pool. Most of its scratch memory, several pages, is not touched until needed. */
static ZEND_COLD brine_encoder *new_encoder(brine_pooled **pool)
{
	void *memory;
	brine_encoder *encoder = brine_pages_new(&memory, sizeof(*encoder));

	brine_pool_add(pool, &encoder->pooled, memory);
	brine_seen_strings_init(&encoder->strings, encoder->string_slots);
	brine_seen_shapes_init(&encoder->shapes, encoder->shape_slots);
	brine_seen_arrays_init(&encoder->seen_arrays, encoder->array_slots);
	brine_identity_init(&encoder->arrays);
	brine_identity_init(&encoder->rows);
	brine_identity_init(&encoder->objects);
	brine_identity_init(&encoder->references);
	encoder->foreign.collisions = BRINE_INDEX_NONE;
	encoder->max_unshared = 1;
	encoder->scan_budget = FREE_CELLS;
	encoder->encode_seen = brine_encode_seen_string;
	return encoder;
}

void brine_encoders_prepare(brine_pooled **pool)
{
	brine_pool_give_back(&new_encoder(pool)->pooled);
}

static ZEND_COLD void destroy_encoder(brine_pooled *pooled)
{
	brine_encoder *encoder = (brine_encoder *) pooled;

	brine_seen_strings_destroy(&encoder->strings);
	brine_seen_shapes_destroy(&encoder->shapes);
	brine_seen_arrays_destroy(&encoder->seen_arrays);
	brine_identity_destroy(&encoder->arrays);
	brine_identity_destroy(&encoder->rows);
	brine_identity_destroy(&encoder->objects);
	brine_identity_destroy(&encoder->references);
	brine_index_destroy(&encoder->foreign.collisions);
	pefree(encoder->foreign.unsearched, 1);
	brine_cycles_destroy(&encoder->cycles);
	pefree(encoder->held, 1);
	brine_path_destroy(&encoder->path);
}

/* A restarted encode notes everything that may matter. */
static zend_always_inline void start_encoder(brine_encoder *encoder, const zval *value, bool is_second)
{
	brine_buffer_start(&encoder->out, encoder->scratch);
	encoder->array_count = 0;
	encoder->object_count = 0;
	encoder->reference_count = 0;
	encoder->identity_count = 0;
	encoder->depth = 0;
	encoder->deepest = 0;
	encoder->impure_arrays = 0;
	brine_cycles_start(&encoder->cycles);
	encoder->notes_cycles = is_second;
	encoder->has_missed_cycles = false;
	encoder->must_restart = false;
	encoder->can_restart = true;
	encoder->max_depth = brine_levels_left();
	/* If the value is an object, it may contain itself. */
	encoder->in_shared_array = Z_TYPE_P(value) == IS_OBJECT;
	encoder->tracks_all = is_second;
	encoder->has_untracked = false;
	encoder->known_classes = 0;
	encoder->called_user_code = false;
	encoder->outermost = (brine_open_shared){Z_TYPE_P(value) == IS_ARRAY ? Z_ARRVAL_P(value) : NULL, NULL, false};
	encoder->open_shared = &encoder->outermost;
	encoder->error = NULL;
}

/* Drops pointers into request memory without following them: after a fatal error that memory is gone. */
static ZEND_COLD void forget_encoder(brine_encoder *encoder)
{
	encoder->out.string = NULL;
	encoder->strings.pinned = 0;
	encoder->shapes.pinned = 0;
	encoder->arrays.pinned = 0;
	encoder->objects.pinned = 0;
	encoder->references.pinned = 0;
	encoder->held_count = 0;
	encoder->path.count = 0;
	encoder->error = NULL;
	encoder->writes_layouts = false;
	brine_encode_end_dictionary(encoder);
}

/* Resets what only failures and user code leave behind. */
static ZEND_COLD void reset_rare(brine_encoder *encoder)
{
	/* A destructor may encode. This encoder is still busy, so the nested call takes another one. */
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	for (uint32_t i = 0; i < encoder->held_count; i++) {
		zval_ptr_dtor(&encoder->held[i]);
	}
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	encoder->held_count = 0;
	BRINE_GROWABLE_TRIM(encoder->held, encoder->held_capacity);
	brine_path_clear(&encoder->path);
	if (encoder->error) {
		zend_string_release(encoder->error);
		encoder->error = NULL;
	}
}

/* Longer lists are checked when an encode ends, because they may have to be freed. */
#define LONG_LIST 8192

/* True if resetting counters is not enough after an encode. */
static zend_always_inline bool left_much(const brine_encoder *encoder)
{
	const brine_seen_arrays *arrays = &encoder->seen_arrays;
	uint32_t longest = encoder->strings.capacity | encoder->shapes.capacity | encoder->shapes.key_capacity
		| arrays->open_capacity | arrays->kept_capacity | arrays->capacity | encoder->arrays.capacity;

	if (encoder->object_count > 0) {
		longest |= encoder->objects.capacity;
	}
	if (encoder->reference_count > 0) {
		longest |= encoder->references.capacity;
	}
	return encoder->called_user_code || encoder->error || (encoder->held_count | encoder->path.count) > 0
		|| longest >= LONG_LIST;
}

static zend_never_inline void reset_much(brine_encoder *encoder)
{
	bool was_collected = brine_encode_was_collected(encoder);

	brine_seen_strings_reset(&encoder->strings);
	brine_seen_shapes_reset(&encoder->shapes);
	brine_seen_arrays_reset(&encoder->seen_arrays);
	brine_identity_reset(&encoder->arrays, was_collected);
	brine_identity_reset(&encoder->rows, false);
	encoder->scan_budget = FREE_CELLS;
	brine_identity_reset(&encoder->objects, was_collected || brine_encode_was_collected(encoder));
	brine_identity_reset(&encoder->references, was_collected || brine_encode_was_collected(encoder));
	if (encoder->held_count > 0 || encoder->error || encoder->path.count > 0) {
		reset_rare(encoder);
	}
}

/* Resets an encoder after a small encode. Seen objects and references are at most as many as were counted. */
static zend_always_inline void reset_little(brine_encoder *encoder)
{
	brine_seen_strings_empty(&encoder->strings);
	brine_seen_shapes_empty(&encoder->shapes);
	brine_seen_arrays_empty(&encoder->seen_arrays);
	brine_identity_empty(&encoder->arrays);
	if (encoder->object_count > 0) {
		brine_identity_empty(&encoder->objects);
	}
	if (encoder->reference_count > 0) {
		brine_identity_empty(&encoder->references);
	}
	BRINE_ASSERT((encoder->objects.count | encoder->references.count) == 0);
}

static zend_always_inline void reset_encoder(brine_encoder *encoder)
{
	if (UNEXPECTED(left_much(encoder))) {
		reset_much(encoder);
	} else {
		reset_little(encoder);
	}
	if (UNEXPECTED(encoder->cycles.found)) {
		brine_cycles_reset(&encoder->cycles);
	}
}

static zend_always_inline brine_encoder *acquire_encoder(void)
{
	brine_encoder *encoder = (brine_encoder *) brine_pool_take(BRINE_G(encoders));

	if (UNEXPECTED(!encoder)) {
		encoder = new_encoder(&BRINE_G(encoders));
	}
	return encoder;
}

static zend_always_inline void release_encoder(brine_encoder *encoder)
{
	reset_encoder(encoder);
	brine_pool_give_back(&encoder->pooled);
}

/* Makes an encoder that a fatal error left busy available again. */
static ZEND_COLD void abandon_encoder(brine_pooled *pooled)
{
	brine_encoder *encoder = (brine_encoder *) pooled;

	forget_encoder(encoder);
	/* The encoder may have seen objects that are not yet counted. */
	reset_much(encoder);
	release_encoder(encoder);
}

void brine_encoders_abandon(void)
{
	brine_pool_abandon(BRINE_G(encoders), abandon_encoder);
}

void brine_encoders_destroy(brine_pooled *pool)
{
	brine_pool_destroy(pool, destroy_encoder);
}

/* Writes the header and the value; false if that fails. */
static zend_always_inline bool write_payload(
	brine_encoder *encoder, zval *value, size_t reserved, const brine_dictionary *dictionary)
{
	bool is_second = false;

	BRINE_ASSERT(reserved < BRINE_IN_PLACE_PREFIX_SIZE + BRINE_FRAME_HEAD_SIZE);
	for (;;) {
		bool success;

		start_encoder(encoder, value, is_second);
		encoder->out.p += reserved;
		brine_put_u8(&encoder->out, BRINE_MAGIC);
		if (dictionary) {
			brine_encode_begin_dictionary(encoder, dictionary);
		} else {
			brine_put_u8(&encoder->out, BRINE_VERSION_BYTE);
		}
		success = brine_encode_value(encoder, value);
		if (UNEXPECTED(success && encoder->has_missed_cycles)) {
			encoder->must_restart = brine_encode_cycles_matter(encoder);
		}
		if (EXPECTED(!encoder->must_restart)) {
			return success;
		}
		BRINE_ASSERT(!is_second);
		brine_buffer_discard(&encoder->out);
		reset_much(encoder);
		if (encoder->cycles.found) {
			brine_cycles_reset(&encoder->cycles);
		}
		is_second = true;
	}
}

/* Takes the payload of a successful encode, or throws its error. */
static zend_always_inline void take_payload(brine_encoder *encoder, zend_string **payload, bool success)
{
	if (EXPECTED(success)) {
		*payload = brine_buffer_finish(&encoder->out);
	} else {
		*payload = NULL;
		brine_buffer_discard(&encoder->out);
		throw_encode_error(encoder);
	}
}

/* A destructor of a held value may have thrown. */
static zend_always_inline zend_result check_payload(zend_string **payload, bool success)
{
	if (UNEXPECTED(success && EG(exception))) {
		zend_string_release(*payload);
		*payload = NULL;
		success = false;
	}
	return success ? SUCCESS : FAILURE;
}

BRINE_HOT zend_result brine_encode(zend_string **payload, zval *value, size_t reserved)
{
	brine_encoder *encoder = acquire_encoder();
	bool is_scalar;
	bool success;

	value = brine_dereference(value);
	is_scalar = Z_TYPE_P(value) <= IS_STRING;
	success = write_payload(encoder, value, reserved, NULL);
	take_payload(encoder, payload, success);
	if (EXPECTED(success) && is_scalar) {
		/* Only a string and its token can have been noted. */
		brine_seen_strings_empty(&encoder->strings);
		encoder->seen_arrays.open_count = 0;
		brine_pool_give_back(&encoder->pooled);
	} else {
		release_encoder(encoder);
	}
	return check_payload(payload, success);
}

zend_result brine_encode_by(zend_string **payload, zval *value, bool compact_strings, brine_encode_write write)
{
	brine_encoder *encoder = acquire_encoder();
	bool success;

	value = brine_dereference(value);
	start_encoder(encoder, value, false);
	success = write(encoder, value, compact_strings);
	take_payload(encoder, payload, success);
	release_encoder(encoder);
	return check_payload(payload, success);
}

/* Removes the dictionary's id from a payload that does not use the dictionary. */
static void take_out_id(brine_encoder *encoder, size_t reserved)
{
	brine_buffer *out = &encoder->out;
	unsigned char *header = out->start + reserved;
	size_t size = brine_buffer_offset(out) - reserved - BRINE_HEADER_SIZE - BRINE_DICTIONARY_ID_SIZE;

	if (EXPECTED(!out->string)) {
		/* The reserved bytes are written later. */
		out->start += BRINE_DICTIONARY_ID_SIZE;
		header += BRINE_DICTIONARY_ID_SIZE;
		header[0] = BRINE_MAGIC;
		header[1] = BRINE_VERSION_BYTE;
		return;
	}
	header[1] = BRINE_VERSION_BYTE;
	memmove(header + BRINE_HEADER_SIZE, header + BRINE_HEADER_SIZE + BRINE_DICTIONARY_ID_SIZE, size);
	brine_buffer_truncate(out, reserved + BRINE_HEADER_SIZE + size);
}

/*
 * Encodes with options. *is_settled is false if the payload without the dictionary may be as short and can still be
 * made, because no hook was called.
 */
static zend_result encode_with(zend_string **payload, zval *value, size_t reserved, const brine_dictionary *dictionary,
	bool layouts, bool *is_settled)
{
	brine_encoder *encoder = acquire_encoder();
	bool success, is_plain;

	encoder->writes_layouts = layouts;
	encoder->versioned_class = NULL;
	success = write_payload(encoder, value, reserved, dictionary);
	encoder->writes_layouts = false;
	is_plain = success && dictionary && brine_encode_is_plain(encoder);
	*is_settled =
		!success || !dictionary || is_plain || encoder->called_hook || brine_encode_is_surely_shorter(encoder);
	if (is_plain) {
		take_out_id(encoder, reserved);
	}
	take_payload(encoder, payload, success);
	brine_encode_end_dictionary(encoder);
	release_encoder(encoder);
	return check_payload(payload, success);
}

zend_result brine_encode_with(
	zend_string **payload, zval *value, size_t reserved, const brine_dictionary *dictionary, bool layouts)
{
	zend_string *plain;
	bool is_settled;

	if (!dictionary && !layouts) {
		return brine_encode(payload, value, reserved);
	}
	value = brine_dereference(value);
	if (encode_with(payload, value, reserved, dictionary, layouts, &is_settled) == FAILURE || is_settled) {
		return *payload ? SUCCESS : FAILURE;
	}
	if (encode_with(&plain, value, reserved, NULL, layouts, &is_settled) == SUCCESS
		&& ZSTR_LEN(plain) > ZSTR_LEN(*payload)) {
		zend_string_release(plain);
		return SUCCESS;
	}
	zend_string_release(*payload);
	*payload = plain;
	return plain ? SUCCESS : FAILURE;
}
