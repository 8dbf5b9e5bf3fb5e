/* The life of an encoder, and one call from the value to the payload. decode/decoder.c is the mirror image. */
#include "encode/encoder.h"
#include "error.h"
#include "globals.h"
#include "core/fiber.h"
#include "encode/encode.h"
#include "encode/heights.h"
#include "encode/state.h"
#include "zend_exceptions.h"

static ZEND_COLD void throw_encode_error(brine_encoder *encoder)
{
	zend_string *path;

	/* A hook's exception says more than our reason, which may be its consequence. */
	if (EG(exception)) {
		return;
	}
	path = brine_path_get(&encoder->path);
	brine_throw_encode_error(encoder->error, path);
	zend_string_release(path);
}

static ZEND_COLD void init_encoder(brine_encoder *encoder)
{
	/* The scratch memory is several pages, which a call that needs one should not touch. */
	memset(encoder, 0, offsetof(brine_encoder, scratch));
	brine_seen_strings_init(&encoder->strings);
	brine_seen_shapes_init(&encoder->shapes);
	brine_seen_arrays_init(&encoder->seen_arrays);
	brine_identity_init(&encoder->arrays);
	brine_identity_init(&encoder->objects);
	brine_identity_init(&encoder->references);
}

static ZEND_COLD void destroy_encoder(brine_pooled *pooled)
{
	brine_encoder *encoder = (brine_encoder *) pooled;

	brine_seen_strings_destroy(&encoder->strings);
	brine_seen_shapes_destroy(&encoder->shapes);
	brine_seen_arrays_destroy(&encoder->seen_arrays);
	brine_identity_destroy(&encoder->arrays);
	brine_identity_destroy(&encoder->objects);
	brine_identity_destroy(&encoder->references);
	brine_cycles_destroy(&encoder->cycles);
	pefree(encoder->held, 1);
	brine_path_destroy(&encoder->path);
}

static void start_encoder(brine_encoder *encoder, bool notes_cycles)
{
	brine_buffer_start(&encoder->out, encoder->scratch);
	encoder->array_count = 0;
	encoder->object_count = 0;
	encoder->reference_count = 0;
	encoder->impurities = 0;
	encoder->depth = 0;
	encoder->deepest = 0;
	encoder->impure_arrays = 0;
	brine_cycles_start(&encoder->cycles);
	encoder->notes_cycles = notes_cycles;
	encoder->has_missed_cycles = false;
	encoder->must_restart = false;
	encoder->can_restart = true;
	encoder->max_depth = brine_levels_left();
	encoder->in_shared_array = false;
	encoder->called_user_code = false;
	encoder->open_shared = NULL;
	encoder->error = NULL;
}

/* Drops every pointer into request memory, which is gone after a fatal error, without following it. */
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
}

/* What only failures and user code leave behind. */
static ZEND_COLD void reset_rare(brine_encoder *encoder)
{
	/* Releasing may run destructors, which may encode; this encoder is still busy, and they take another one. */
	for (uint32_t i = 0; i < encoder->held_count; i++) {
		zval_ptr_dtor(&encoder->held[i]);
	}
	encoder->held_count = 0;
	BRINE_GROWABLE_TRIM(encoder->held, encoder->held_capacity);
	brine_path_clear(&encoder->path);
	if (encoder->error) {
		zend_string_release(encoder->error);
		encoder->error = NULL;
	}
}

/* Lists that are longer than this are looked at when an encode ends: what they take may be given back. */
#define LONG_LIST 8192

/* True if an encode has left behind what takes more than to set counters back. */
static zend_always_inline bool left_much(const brine_encoder *encoder)
{
	const brine_seen_arrays *arrays = &encoder->seen_arrays;

	return encoder->called_user_code || encoder->error || (encoder->held_count | encoder->path.count) > 0
		|| (encoder->strings.capacity | encoder->shapes.capacity | encoder->shapes.key_capacity | arrays->open_capacity
			   | arrays->kept_capacity | arrays->capacity | encoder->arrays.capacity | encoder->objects.capacity
			   | encoder->references.capacity)
		>= LONG_LIST;
}

static zend_never_inline void reset_much(brine_encoder *encoder)
{
	bool was_collected = brine_encode_was_collected(encoder);

	brine_seen_strings_reset(&encoder->strings);
	brine_seen_shapes_reset(&encoder->shapes);
	brine_seen_arrays_reset(&encoder->seen_arrays);
	brine_identity_reset(&encoder->arrays, was_collected);
	brine_identity_reset(&encoder->objects, was_collected || brine_encode_was_collected(encoder));
	brine_identity_reset(&encoder->references, was_collected || brine_encode_was_collected(encoder));
	if (encoder->held_count > 0 || encoder->error || encoder->path.count > 0) {
		reset_rare(encoder);
	}
}

static zend_always_inline void reset_counted(brine_encoder *encoder)
{
	if (encoder->object_count > 0) {
		memset(encoder->class_shapes, 0, sizeof(encoder->class_shapes));
	}
	if (UNEXPECTED(encoder->cycles.found)) {
		brine_cycles_reset(&encoder->cycles);
	}
}

static zend_always_inline void reset_encoder(brine_encoder *encoder)
{
	if (UNEXPECTED(left_much(encoder))) {
		reset_much(encoder);
	} else {
		brine_seen_strings_empty(&encoder->strings);
		brine_seen_shapes_empty(&encoder->shapes);
		brine_seen_arrays_empty(&encoder->seen_arrays);
		brine_identity_empty(&encoder->arrays);
		brine_identity_empty(&encoder->objects);
		brine_identity_empty(&encoder->references);
	}
	reset_counted(encoder);
}

static brine_encoder *acquire_encoder(void)
{
	brine_encoder *encoder = (brine_encoder *) brine_pool_take(BRINE_G(encoders));

	if (UNEXPECTED(!encoder)) {
		encoder = pemalloc(sizeof(*encoder), 1);
		init_encoder(encoder);
		brine_pool_add(&BRINE_G(encoders), &encoder->pooled);
	}
	return encoder;
}

static zend_always_inline void release_encoder(brine_encoder *encoder)
{
	reset_encoder(encoder);
	brine_pool_give_back(&encoder->pooled);
}

/* Makes one free that a fatal error has left busy. */
static ZEND_COLD void abandon_encoder(brine_pooled *pooled)
{
	forget_encoder((brine_encoder *) pooled);
	release_encoder((brine_encoder *) pooled);
}

void brine_encoders_abandon(void)
{
	brine_pool_abandon(BRINE_G(encoders), abandon_encoder);
}

void brine_encoders_destroy(brine_pooled *pool)
{
	brine_pool_destroy(pool, destroy_encoder);
}

zend_result brine_encode(zend_string **payload, zval *value, size_t reserved)
{
	brine_encoder *encoder = acquire_encoder();
	bool notes_cycles = false;
	bool is_scalar;
	bool success;

	BRINE_ASSERT(reserved <= BRINE_FRAME_HEAD_SIZE);
	ZVAL_DEREF(value);
	is_scalar = Z_TYPE_P(value) <= IS_STRING;
	for (;;) {
		start_encoder(encoder, notes_cycles);
		encoder->out.p += reserved;
		brine_put_u8(&encoder->out, BRINE_MAGIC);
		brine_put_u8(&encoder->out, BRINE_VERSION_BYTE);
		success = brine_encode_value(encoder, value);
		if (UNEXPECTED(success && encoder->has_missed_cycles)) {
			encoder->must_restart = brine_encode_cycles_matter(encoder);
		}
		if (EXPECTED(!encoder->must_restart)) {
			break;
		}
		brine_buffer_discard(&encoder->out);
		reset_much(encoder);
		reset_counted(encoder);
		notes_cycles = true;
	}
	if (EXPECTED(success)) {
		*payload = brine_buffer_finish(&encoder->out);
	} else {
		*payload = NULL;
		brine_buffer_discard(&encoder->out);
		throw_encode_error(encoder);
	}
	if (EXPECTED(success) && is_scalar) {
		/* At most a string and its token were noted. */
		brine_seen_strings_empty(&encoder->strings);
		encoder->seen_arrays.open_count = 0;
		brine_pool_give_back(&encoder->pooled);
	} else {
		release_encoder(encoder);
	}
	/* A destructor of something that was held may have thrown. */
	if (UNEXPECTED(success && EG(exception))) {
		zend_string_release(*payload);
		*payload = NULL;
		success = false;
	}
	return success ? SUCCESS : FAILURE;
}
