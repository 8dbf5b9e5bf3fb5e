#include "resident/resident.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/hash.h"
#include "decode/decoder.h"
#include "decode/limits.h"
#include "resident/classes.h"
#include "resident/record.h"
#include "resident/table.h"

/* Hashes that are remembered of payloads that were seen once: so many sets, each with the last ones that came. */
#define GHOST_SETS 1024
#define GHOST_WAYS 4
/* In a ghost: the value was refused, and is not tried again. */
#define GHOST_IS_REFUSED 1

typedef struct brine_resident_thread {
	/* Half of a hash, the lowest bit of which says something else; 0 for none. */
	uint32_t ghosts[GHOST_SETS][GHOST_WAYS];
	/* Grows with each request. */
	uint32_t request;
	uint64_t hits;
	uint64_t misses;
	uint64_t fallbacks;
	uint64_t refused[BRINE_REFUSED_COUNT];
	brine_resident_checks checks;
} brine_resident_thread;

void brine_resident_startup(void)
{
	brine_resident_table_startup();
}

void brine_resident_shutdown(void)
{
	brine_resident_table_shutdown();
}

struct brine_resident_thread *brine_resident_thread_new(void)
{
	return pecalloc(1, sizeof(brine_resident_thread), 1);
}

void brine_resident_thread_free(struct brine_resident_thread *thread)
{
	brine_resident_checks_destroy(&thread->checks);
	pefree(thread, 1);
}

void brine_resident_begin_request(void)
{
	brine_resident_thread *thread = BRINE_G(resident);

	/* What found no room may find some now. */
	if (UNEXPECTED(brine_resident_evict(thread->request))) {
		memset(thread->ghosts, 0, sizeof(thread->ghosts));
	}
}

void brine_resident_end_request(void)
{
	BRINE_G(resident)->request++;
}

void brine_resident_set_limit(size_t limit)
{
	/* Each thread that begins sets it again, while others read it. */
	if (brine_residents.limit != limit) {
		brine_residents.limit = limit;
	}
}

void brine_resident_get_status(brine_resident_status_data *status)
{
	const brine_resident_thread *thread = BRINE_G(resident);

	*status = (brine_resident_status_data){
		.limit = brine_residents.limit,
		.entries = brine_residents.entries,
		.templates = brine_residents.templates,
		.bytes = brine_residents.bytes,
		.admitted = brine_residents.admitted,
		.evicted = brine_residents.evicted,
		.hits = thread->hits,
		.misses = thread->misses,
		.fallbacks = thread->fallbacks,
	};
	memcpy(status->refused, thread->refused, sizeof(status->refused));
}

static zend_always_inline uint64_t load(const char *p)
{
	return brine_load_native(p, 8);
}

/*
 * A hash of the size and some words, of which a signature in the payload is all part: how far bytes agree with those of an entry shows in the time that comparing
 * takes, and that tells nobody more of a signature than what he has.
 */
static zend_always_inline uint64_t sample(const char *payload, size_t start, size_t size)
{
	uint64_t hash = brine_residents.secret[0] ^ (uint64_t) size * BRINE_HASH_FACTOR_2;
	uint64_t secret = brine_residents.secret[1];
	size_t stride;

	if (UNEXPECTED(start > 0 && start <= size)) {
		for (size_t i = 0; i + 16 <= start; i += 16) {
			hash = brine_fold_product(hash ^ load(payload + i), load(payload + i + 8) ^ secret);
		}
		hash = brine_fold_product(hash ^ load(payload + start - 16), load(payload + start - 8) ^ secret);
		payload += start;
		size -= start;
	}
	if (UNEXPECTED(size < 8)) {
		return brine_fold_product(hash ^ brine_load_native(payload, (unsigned) size), secret);
	}
	stride = (size - 8) / 7;
	hash = brine_fold_product(hash ^ load(payload), load(payload + stride) ^ secret);
	hash = brine_fold_product(hash ^ load(payload + 2 * stride), load(payload + 3 * stride) ^ secret);
	hash = brine_fold_product(hash ^ load(payload + 4 * stride), load(payload + 5 * stride) ^ secret);
	return brine_fold_product(hash ^ load(payload + 6 * stride), load(payload + size - 8) ^ secret);
}

/* A hash of all bytes, for payloads that look alike. */
static zend_never_inline uint64_t hash_all(const char *payload, size_t size)
{
	uint64_t hash = brine_residents.secret[1] ^ (uint64_t) size * BRINE_HASH_FACTOR_3;
	uint64_t secret = brine_residents.secret[0];

	for (; size >= 16; payload += 16, size -= 16) {
		hash = brine_fold_product(hash ^ load(payload), load(payload + 8) ^ secret);
	}
	if (size > 8) {
		hash = brine_fold_product(hash ^ load(payload), secret);
		payload += 8;
		size -= 8;
	}
	return brine_fold_product(hash ^ brine_load_native(payload, (unsigned) size), secret);
}

static bool allows(const HashTable *allowed_classes, const brine_template *template)
{
	for (uint32_t i = 0; i < template->class_count; i++) {
		if (!zend_hash_exists(allowed_classes, template->classes[i].lower_name)) {
			return false;
		}
	}
	return true;
}

/* Whether the caller's limits and permissions let the value be what it is. */
static zend_always_inline bool is_within(const brine_resident_entry *entry, const brine_decode_options *options)
{
	uint32_t levels = brine_levels_left();
	uint64_t memory = options->max_memory > 0
		? options->max_memory
		: BRINE_MEMORY_BASE + (uint64_t) entry->content_size * BRINE_MEMORY_PER_BYTE;

	return entry->depth <= options->max_depth && entry->depth <= levels && entry->elements <= options->max_elements
		&& entry->memory <= memory
		&& (EXPECTED(!options->allowed_classes || !entry->template)
			|| allows(options->allowed_classes, entry->template));
}

static zend_always_inline bool is_read_so(const brine_resident_entry *entry, const brine_resident_source *source)
{
	const brine_resident_seal *seal = source->seal;

	if (UNEXPECTED(entry->is_opened != source->is_opened)) {
		return false;
	}
	return seal ? entry->is_signed && memcmp(entry->seal.key, seal->key, BRINE_RESIDENT_KEY_SIZE) == 0
			&& entry->seal.context_size == seal->context_size
			&& (seal->context_size == 0 || memcmp(entry->seal.context, seal->context, seal->context_size) == 0)
				: !entry->is_signed;
}

/* Sees what is decoded for the second time. */
typedef struct {
	brine_decode_observer observer;
	const brine_resident_source *source;
	const brine_decode_options *options;
	uint64_t hash;
} admission;

static uint32_t ghost_value(uint64_t hash)
{
	return (uint32_t) (hash >> 32) & ~(uint32_t) GHOST_IS_REFUSED;
}

/* The ghost of a payload, which is made if there is none; then *is_new. */
static zend_always_inline uint32_t *find_ghost(uint64_t hash, bool *is_new)
{
	uint32_t *ghosts = BRINE_G(resident)->ghosts[hash % GHOST_SETS];
	uint32_t value = ghost_value(hash);

	*is_new = false;
	for (unsigned i = 0; i < GHOST_WAYS; i++) {
		if ((ghosts[i] ^ value) <= GHOST_IS_REFUSED) {
			return &ghosts[i];
		}
	}
	*is_new = true;
	for (unsigned i = GHOST_WAYS - 1; i > 0; i--) {
		ghosts[i] = ghosts[i - 1];
	}
	ghosts[0] = value;
	return ghosts;
}

static void refuse(uint64_t hash, brine_resident_reason reason)
{
	bool is_new;

	BRINE_G(resident)->refused[reason]++;
	*find_ghost(hash, &is_new) |= GHOST_IS_REFUSED;
}

static void admit(brine_decode_observer *observer, struct brine_decoder *decoder, const zval *value)
{
	const admission *admitted = (const admission *) observer;
	size_t most = brine_resident_most(), room = brine_resident_room(admitted->hash);
	brine_resident_reason reason = BRINE_REFUSED_FULL;
	brine_resident_entry *entry = NULL;

	if (EXPECTED(room > 0)) {
		entry = brine_resident_record(admitted->source, decoder, value, admitted->options, MIN(most, room), &reason);
	}
	if (!entry && reason == BRINE_REFUSED_TOO_LARGE && room < most) {
		reason = BRINE_REFUSED_FULL;
		brine_resident_note_full();
	}
	if (entry && !brine_resident_insert(admitted->hash, entry, BRINE_G(resident)->request)) {
		brine_resident_entry_free(entry);
		entry = NULL;
		reason = BRINE_REFUSED_FULL;
	}
	if (!entry) {
		refuse(admitted->hash, reason);
	}
}

/* Makes the value of an entry that holds objects. */
static brine_resident_answer answer(
	zval *result, uint32_t place, const brine_resident_entry *entry, brine_decode_options *options)
{
	brine_resident_thread *thread = BRINE_G(resident);
	void *const *resolved;

	switch (
		brine_resident_resolve(&thread->checks, place, entry, thread->request, &resolved, &options->unknown_class)) {
		case BRINE_CLASSES_SAME:
			thread->hits++;
			return brine_template_build(result, entry->template, resolved) == SUCCESS ? BRINE_RESIDENT_FOUND
																					  : BRINE_RESIDENT_FAILED;
		case BRINE_CLASSES_FAILED:
			ZVAL_NULL(result);
			return BRINE_RESIDENT_FAILED;
		default:
			thread->fallbacks++;
			return BRINE_RESIDENT_DECODE;
	}
}

static zend_always_inline brine_resident_answer get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, uint64_t *hash)
{
	brine_resident_thread *thread = BRINE_G(resident);
	/* Bytes that are opened are not among those that are decoded themselves. */
	uint64_t mark = source->is_opened ? BRINE_HASH_FACTOR_2 : 0;
	brine_resident_entry *entry;
	bool looks_alike;
	uint32_t place;

	if (UNEXPECTED(brine_residents.limit == 0 || source->size == source->start)) {
		return BRINE_RESIDENT_DECODE;
	}
	*hash = sample(source->payload, source->start, source->size) ^ mark;
	place = brine_resident_find(*hash, source->payload, source->size, &entry, &looks_alike);
	if (UNEXPECTED(looks_alike && place == UINT32_MAX)) {
		*hash = hash_all(source->payload, source->size) ^ mark;
		place = brine_resident_find(*hash, source->payload, source->size, &entry, &looks_alike);
	}
	if (place == UINT32_MAX || UNEXPECTED(!is_read_so(entry, source))) {
		return BRINE_RESIDENT_UNKNOWN;
	}
	brine_resident_note_hit(place, thread->request);
	if (UNEXPECTED(!is_within(entry, options))) {
		thread->fallbacks++;
		return BRINE_RESIDENT_DECODE;
	}
	if (entry->template) {
		return answer(result, place, entry, options);
	}
	thread->hits++;
	ZVAL_COPY_VALUE(result, &entry->value);
	return BRINE_RESIDENT_FOUND;
}

brine_resident_answer brine_resident_get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, uint64_t *hash)
{
	return get(result, source, options, hash);
}

static zend_always_inline zend_result decode(
	zval *result, const brine_resident_source *source, const brine_decode_options *options)
{
	if (source->is_opened) {
		return brine_decode(result, ZSTR_VAL(source->content), 0, ZSTR_LEN(source->content), options);
	}
	return brine_decode(result, source->payload, source->start, source->size, options);
}

static zend_never_inline zend_result decode_and_admit(
	zval *result, const brine_resident_source *source, const brine_decode_options *options, uint64_t hash)
{
	admission admission = {.observer.built = admit, .source = source, .options = options, .hash = hash};
	brine_decode_options observed = *options;

	observed.observer = &admission.observer;
	return decode(result, source, &observed);
}

static zend_always_inline zend_result learn(
	zval *result, const brine_resident_source *source, const brine_decode_options *options, uint64_t hash)
{
	bool is_new;
	const uint32_t *ghost = find_ghost(hash, &is_new);

	BRINE_G(resident)->misses++;
	if (!is_new && !(*ghost & GHOST_IS_REFUSED)) {
		if (EXPECTED(source->size <= brine_resident_most())) {
			return decode_and_admit(result, source, options, hash);
		}
		refuse(hash, BRINE_REFUSED_TOO_LARGE);
	}
	return decode(result, source, options);
}

zend_result brine_resident_learn(
	zval *result, const brine_resident_source *source, const brine_decode_options *options, uint64_t hash)
{
	return learn(result, source, options, hash);
}

zend_result brine_resident_decode(zval *result, const char *payload, size_t size, brine_decode_options *options)
{
	brine_resident_source source = {.payload = payload, .size = size};
	brine_decode_options defaults;
	uint64_t hash;

	if (!options) {
		brine_decode_options_init(&defaults);
		options = &defaults;
	}
	switch (get(result, &source, options, &hash)) {
		case BRINE_RESIDENT_FOUND:
			return SUCCESS;
		case BRINE_RESIDENT_FAILED:
			return FAILURE;
		case BRINE_RESIDENT_DECODE:
			return brine_decode(result, payload, 0, size, options);
		default:
			return learn(result, &source, options, hash);
	}
}
