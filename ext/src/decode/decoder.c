/* The life of a decoder, and one call from the first byte to the result. Mirror image of encode/encoder.c. */
#include "decode/decoder.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/memory.h"
#include "decode/decode.h"
#include "decode/dictionary.h"
#include "decode/hooks.h"
#include "decode/limits.h"
#include "decode/refuse.h"
#include "decode/state.h"
#include "decode/storage.h"
#include "zend_exceptions.h"

/* A decoder with lists for small payloads: the first page ends with the shapes; rarely used lists follow. */
typedef struct {
	brine_decoder decoder;
	zend_string *strings[48];
	brine_registered_array arrays[20];
	brine_property_slot slots[16];
	brine_decoded_object objects[10];
	brine_named_class classes[8];
	brine_decoded_shape shapes[16];
	brine_meaning meanings[32];
	brine_hook hooks[8];
	brine_index_slot meaning_slots[BRINE_INDEX_INITIAL_SLOTS];
} decoder_with_lists;

/* Adds a new decoder to a pool. */
static ZEND_COLD zend_never_inline brine_decoder *new_decoder(brine_pooled **pool)
{
	void *memory;
	decoder_with_lists *all = brine_pages_new(&memory, sizeof(*all));
	brine_decoder *decoder = &all->decoder;

	brine_pool_add(pool, &decoder->pooled, memory);
	BRINE_GROWABLE_START(decoder->strings.items, decoder->strings.capacity, all->strings);
	BRINE_GROWABLE_START(decoder->arrays.items, decoder->arrays.capacity, all->arrays);
	BRINE_GROWABLE_START(decoder->shapes, decoder->shape_capacity, all->shapes);
	BRINE_GROWABLE_START(decoder->slots, decoder->slot_capacity, all->slots);
	BRINE_GROWABLE_START(decoder->objects, decoder->object_capacity, all->objects);
	BRINE_GROWABLE_START(decoder->classes, decoder->class_capacity, all->classes);
	BRINE_GROWABLE_START(decoder->meanings, decoder->meaning_capacity, all->meanings);
	BRINE_GROWABLE_START(decoder->hooks, decoder->hook_capacity, all->hooks);
	brine_identity_init(&decoder->class_names);
	brine_index_start(&decoder->meaning_index, all->meaning_slots, BRINE_INDEX_KEPT_SIZES);
	brine_decode_start_numbers(decoder);
	return decoder;
}

void brine_decoders_prepare(brine_pooled **pool)
{
	brine_pool_give_back(&new_decoder(pool)->pooled);
}

uint64_t brine_decoders_calls(const brine_pooled *pool)
{
	uint64_t calls = 0;

	for (; pool; pool = pool->next) {
		calls += ((const brine_decoder *) pool)->calls;
	}
	return calls;
}

static void destroy_decoder(brine_pooled *pooled)
{
	brine_decoder *decoder = (brine_decoder *) pooled;

	brine_string_registry_destroy(&decoder->strings);
	brine_array_registry_destroy(&decoder->arrays);
	BRINE_GROWABLE_FREE(decoder->shapes, decoder->shape_capacity);
	BRINE_GROWABLE_FREE(decoder->slots, decoder->slot_capacity);
	brine_identity_destroy(&decoder->class_names);
	BRINE_GROWABLE_FREE(decoder->classes, decoder->class_capacity);
	brine_index_destroy(&decoder->meaning_index);
	BRINE_GROWABLE_FREE(decoder->meanings, decoder->meaning_capacity);
	BRINE_GROWABLE_FREE(decoder->objects, decoder->object_capacity);
	pefree(decoder->references, 1);
	BRINE_GROWABLE_FREE(decoder->hooks, decoder->hook_capacity);
	pefree(decoder->discarded, 1);
	brine_cycles_destroy(&decoder->cycles);
	pefree(decoder->dictionary_shapes, 1);
	pefree(decoder->dictionary_places, 1);
	brine_path_destroy(&decoder->path);
}

/* Drops the shapes, which own their cached shape and, if owns_layout is set, their layout. */
static zend_always_inline void reset_shapes(brine_decoder *decoder)
{
	for (uint32_t i = 0; i < decoder->shape_count; i++) {
		const brine_decoded_shape *shape = &decoder->shapes[i];

		if (UNEXPECTED(shape->owns_layout)) {
			zend_array_release(shape->layout);
		}
		if (shape->cached) {
			brine_cached_shape_release(shape->cached);
		}
	}
	decoder->shape_count = 0;
	decoder->slot_count = 0;
}

/* Drops pointers into request memory without following them: after a fatal error that memory is gone. */
static void forget_decoder(brine_decoder *decoder)
{
	for (uint32_t i = 0; i < decoder->shape_count; i++) {
		/* Cached shapes are not in request memory and are still released. */
		decoder->shapes[i].owns_layout = false;
	}
	reset_shapes(decoder);
	brine_decode_end_dictionary(decoder);
	brine_hooks_forget(decoder);
	decoder->strings.owned_count = 0;
	decoder->shape_count = 0;
	decoder->reference_count = 0;
	decoder->hook_count = 0;
	decoder->discarded_count = 0;
	decoder->path.count = 0;
	decoder->error_message = NULL;
}

/* Releases references and discarded values. */
static zend_never_inline void release_nodes(brine_decoder *decoder)
{
	for (uint32_t i = 0; i < decoder->reference_count; i++) {
		zval reference;

		ZVAL_REF(&reference, decoder->references[i].reference);
		if (UNEXPECTED(decoder->ran_hooks)) {
			zval_ptr_dtor(&reference);
		} else {
			zval_ptr_dtor_nogc(&reference);
		}
	}
	/* A destructor may decode. This decoder is still busy, so the nested call takes another one. */
	for (uint32_t i = 0; i < decoder->discarded_count; i++) {
		/* Arrays that live on elsewhere must not become cycle collector roots. */
		if (Z_TYPE(decoder->discarded[i]) == IS_ARRAY) {
			zval_ptr_dtor_nogc(&decoder->discarded[i]);
		} else {
			zval_ptr_dtor(&decoder->discarded[i]);
		}
	}
}

/* Longer lists may be too large to keep. */
#define MAX_KEPT (BRINE_GROWABLE_KEPT_BYTES / 128)

/* Cold: frees large lists and resets rarely used ones. */
static ZEND_COLD zend_never_inline void reset_rest(brine_decoder *decoder)
{
	BRINE_GROWABLE_TRIM(decoder->shapes, decoder->shape_capacity);
	BRINE_GROWABLE_TRIM(decoder->slots, decoder->slot_capacity);
	BRINE_GROWABLE_TRIM(decoder->objects, decoder->object_capacity);
	BRINE_GROWABLE_TRIM(decoder->references, decoder->reference_capacity);
	BRINE_GROWABLE_TRIM(decoder->hooks, decoder->hook_capacity);
	BRINE_GROWABLE_TRIM(decoder->discarded, decoder->discarded_capacity);
	BRINE_GROWABLE_TRIM(decoder->classes, decoder->class_capacity);
	BRINE_GROWABLE_TRIM(decoder->meanings, decoder->meaning_capacity);
	brine_identity_reset(&decoder->class_names, false);
	brine_index_reset(&decoder->meaning_index, decoder->meaning_count);
	decoder->meaning_count = 0;
	brine_string_registry_reset(&decoder->strings);
	brine_array_registry_reset(&decoder->arrays);
	if (UNEXPECTED(decoder->cycles.found)) {
		brine_cycles_reset(&decoder->cycles);
	}
	if (decoder->error != BRINE_OK) {
		brine_path_clear(&decoder->path);
		if (decoder->error_message) {
			zend_string_release(decoder->error_message);
			decoder->error_message = NULL;
		}
	}
}

static zend_always_inline void reset_decoder(brine_decoder *decoder)
{
	uint32_t capacities = decoder->strings.capacity | decoder->arrays.capacity | decoder->shape_capacity
		| decoder->slot_capacity | decoder->object_capacity | decoder->reference_capacity | decoder->hook_capacity
		| decoder->discarded_capacity | decoder->class_capacity | decoder->meaning_capacity;

	reset_shapes(decoder);
	if (UNEXPECTED((decoder->reference_count | decoder->discarded_count) > 0)) {
		release_nodes(decoder);
	}
	if (UNEXPECTED((capacities > MAX_KEPT) | (decoder->strings.owned_count > 0) | (decoder->class_names.count > 0)
			| (decoder->meaning_count > 0) | decoder->cycles.found | (decoder->error != BRINE_OK))) {
		reset_rest(decoder);
	}
	decoder->strings.count = 0;
	decoder->arrays.count = 0;
	decoder->class_count = 0;
	decoder->object_count = 0;
	decoder->reference_count = 0;
	decoder->hook_count = 0;
	decoder->discarded_count = 0;
}

static BRINE_HOT brine_decoder *acquire_decoder(void)
{
	brine_decoder *decoder = (brine_decoder *) brine_pool_take(BRINE_G(decoders));

	if (UNEXPECTED(!decoder)) {
		decoder = new_decoder(&BRINE_G(decoders));
	}
	return decoder;
}

static BRINE_HOT void release_decoder(brine_decoder *decoder)
{
	reset_decoder(decoder);
	brine_pool_give_back(&decoder->pooled);
}

/* Makes a decoder that a fatal error left busy available again. */
static void abandon_decoder(brine_pooled *pooled)
{
	forget_decoder((brine_decoder *) pooled);
	release_decoder((brine_decoder *) pooled);
}

void brine_decoders_abandon(void)
{
	brine_pool_abandon(BRINE_G(decoders), abandon_decoder);
}

void brine_decoders_destroy(brine_pooled *pool)
{
	brine_pool_destroy(pool, destroy_decoder);
}

static BRINE_HOT void start_decoder(
	brine_decoder *decoder, const char *payload, size_t start, size_t size, const brine_decode_options *options)
{
	uint32_t safe_depth = brine_levels_left();

	decoder->in.start = (const unsigned char *) payload;
	decoder->in.p = decoder->in.start + start;
	decoder->in.end = decoder->in.start + size;
	decoder->stop = decoder->in.p + MIN(size - start, BRINE_BYTES_BETWEEN_STOPS);
	decoder->identity_count = 0;
	decoder->counted_strings = 0;
	decoder->ran_hooks = false;
	decoder->has_storages = false;
	decoder->deprecations = 0;
	decoder->hook_elements = 0;
	decoder->depth = 0;
	decoder->deepest = 0;
	brine_cycles_start(&decoder->cycles);
	decoder->measured_arrays = 0;
	decoder->may_go_down_far = size - start > safe_depth;
	decoder->max_depth = options->max_depth < safe_depth ? options->max_depth : safe_depth;
	decoder->safe_depth = safe_depth;
	decoder->elements_left = options->max_elements;
	decoder->max_memory = options->max_memory > 0
		? options->max_memory
		: BRINE_MEMORY_BASE + (uint64_t) (size - start) * BRINE_MEMORY_PER_BYTE;
	decoder->memory_left = decoder->max_memory;
	decoder->allowed_classes = options->allowed_classes;
	decoder->unknown_class = options->unknown_class;
	decoder->refuses_missing = options->refuses_missing;
	decoder->refuses_stale = options->refuses_stale;
	decoder->reader = options->reader;
	decoder->observer = options->observer;
	decoder->error = BRINE_OK;
}

/* Decodes the value; nothing may follow it. */
static zend_always_inline bool decode_last_value(brine_decoder *decoder, zval *value)
{
	return brine_decode_no_reference(decoder, value)
		&& (decoder->in.p == decoder->in.end || brine_decode_fail(decoder, BRINE_ERR_TRAILING_BYTES, decoder->in.p));
}

/* A payload whose second byte is not the usual one. */
static ZEND_COLD zend_never_inline bool decode_other_payload(brine_decoder *decoder, zval *value)
{
	bool success;

	if (*decoder->in.p != BRINE_DICTIONARY_VERSION_BYTE) {
		return brine_decode_refuse_version(decoder);
	}
	decoder->in.p++;
	if (!brine_decode_use_dictionary(decoder)) {
		return false;
	}
	success = decode_last_value(decoder, value);
	brine_decode_end_dictionary(decoder);
	return success;
}

/* Skips igbinary's header at the beginning of the bytes if a payload follows it; otherwise refuses the bytes. */
static ZEND_COLD zend_never_inline bool skip_igbinary_header(brine_decoder *decoder)
{
	brine_cursor *in = &decoder->in;

	if (in->p != in->start || !brine_is_in_place((const char *) in->start, brine_cursor_left(in))) {
		return brine_decode_refuse_magic(decoder);
	}
	in->p += BRINE_IN_PLACE_PREFIX_SIZE - 1;
	return true;
}

static bool decode_payload(brine_decoder *decoder, zval *value)
{
	brine_cursor *in = &decoder->in;

	ZVAL_NULL(value);
	if (in->p == in->end) {
		return brine_decode_refuse_empty(decoder);
	}
	if (UNEXPECTED(*in->p != BRINE_MAGIC) && !skip_igbinary_header(decoder)) {
		return false;
	}
	in->p++;
	if (in->p == in->end) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
	}
	if (UNEXPECTED(*in->p != BRINE_VERSION_BYTE)) {
		return decode_other_payload(decoder, value);
	}
	in->p++;
	return decode_last_value(decoder, value);
}

/*
 * Makes an object that its own value still holds a cycle collector root. PHP frees temporary results without rooting
 * them, so such a cycle would leak.
 */
static ZEND_COLD zend_never_inline void root_if_held(zend_object *object)
{
	if (!(object->ce->ce_flags & ZEND_ACC_ENUM)) {
		gc_check_possible_root((zend_refcounted *) object);
	}
}

static zend_always_inline zend_result decode_by(zval *result, const char *payload, size_t start, size_t size,
	const brine_decode_options *options, brine_decode_read read)
{
	brine_decoder *decoder = acquire_decoder();
	zval value;

	if (!options) {
		options = &brine_default_decode_options;
	}
	decoder->calls++;
	start_decoder(decoder, payload, start, size, options);
	if (EXPECTED(read(decoder, &value))
		&& (EXPECTED(!decoder->has_storages) || brine_decode_check_storages(decoder, &value))) {
		if (UNEXPECTED(options->observer)) {
			options->observer->built(options->observer, decoder, &value);
		}
		if (UNEXPECTED(decoder->hook_count > 0)) {
			brine_decode_run_hooks(decoder, &value);
		}
	} else {
		brine_decode_dismantle(decoder, &value);
		ZVAL_NULL(&value);
		brine_decode_throw(decoder, options);
	}
	release_decoder(decoder);
	if (Z_TYPE(value) == IS_OBJECT && UNEXPECTED(GC_REFCOUNT(Z_OBJ(value)) > 1)) {
		root_if_held(Z_OBJ(value));
	}
	/* A destructor of a discarded or collected value may have thrown. */
	if (UNEXPECTED(EG(exception))) {
		zval_ptr_dtor(&value);
		ZVAL_NULL(result);
		return FAILURE;
	}
	ZVAL_COPY_VALUE(result, &value);
	return SUCCESS;
}

BRINE_HOT zend_result brine_decode(
	zval *result, const char *payload, size_t start, size_t size, const brine_decode_options *options)
{
	return decode_by(result, payload, start, size, options, decode_payload);
}

zend_result brine_decode_by(
	zval *result, const char *payload, size_t size, const brine_decode_options *options, brine_decode_read read)
{
	return decode_by(result, payload, 0, size, options, read);
}

bool brine_decoder_is_pure(const brine_decoder *decoder)
{
	return decoder->object_count == 0 && decoder->reference_count == 0;
}
