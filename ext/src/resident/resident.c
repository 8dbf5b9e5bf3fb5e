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
/* A ghost has a sum of so many first bytes, taken in blocks; behind the first of them, of every other word. */
#define GHOST_BYTES 768
#define GHOST_DENSE_BYTES 128
#define GHOST_BLOCK 64

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

/* A seventh of the size or, where it is large, a little more: a division would take longer. Six of them are less than the size. */
static zend_always_inline size_t seventh(size_t size)
{
	return (size_t) ((uint64_t) size * 9363 >> 16);
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
	stride = seventh(size - 8);
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

static zend_always_inline bool is_read_so(
	const brine_resident_entry *entry, const brine_resident_seal *seal, bool is_opened)
{
	if (UNEXPECTED(entry->is_opened != is_opened)) {
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
	uint64_t ghost;
} admission;

typedef struct {
	uint64_t a, b, c, d;
} ghost_sums;

/* Adds up eight words, one each `step` bytes. */
static zend_always_inline void add_words(ghost_sums *sums, const char *words, size_t step)
{
	sums->a += load(words) + load(words + 4 * step);
	sums->b += load(words + step) + load(words + 5 * step);
	sums->c += load(words + 2 * step) + load(words + 6 * step);
	sums->d += load(words + 3 * step) + load(words + 7 * step);
}

/*
 * What stands for a payload that was seen once: its hash, and a sum of its first bytes, in which payloads differ that differ in a number or two. Whoever makes two
 * with the same sum has one kept when it is seen for the first time.
 */
static zend_always_inline uint64_t ghost_of(uint64_t hash, const char *payload, size_t size)
{
	ghost_sums sums = {0, 0, 0, 0};

	if (EXPECTED(size >= GHOST_BLOCK)) {
		const char *last = payload + MIN(size, GHOST_BYTES) - GHOST_BLOCK;
		const char *dense = MIN(last, payload + GHOST_DENSE_BYTES);

		for (; payload < dense; payload += GHOST_BLOCK) {
			add_words(&sums, payload, 8);
		}
		for (; last - payload > GHOST_BLOCK; payload += 2 * GHOST_BLOCK) {
			add_words(&sums, payload, 16);
		}
		add_words(&sums, last, 8);
	}
	hash = (hash + sums.a) * BRINE_HASH_FACTOR;
	hash = (hash + sums.b) * BRINE_HASH_FACTOR;
	hash = (hash + sums.c) * BRINE_HASH_FACTOR;
	return brine_fold_product(hash + sums.d, BRINE_HASH_FACTOR);
}

static zend_always_inline bool is_ghost(uint32_t place, uint32_t ghost)
{
	return (place ^ ghost) <= GHOST_IS_REFUSED;
}

static zend_always_inline uint32_t *places_of(uint64_t ghost)
{
	return BRINE_G(resident)->ghosts[(ghost >> 22) % GHOST_SETS];
}

static zend_always_inline uint32_t value_of(uint64_t ghost)
{
	return (uint32_t) (ghost >> 32) & ~(uint32_t) GHOST_IS_REFUSED;
}

/* The place of a ghost, or NULL. */
static zend_always_inline uint32_t *find_ghost(uint64_t ghost)
{
	uint32_t *places = places_of(ghost), value = value_of(ghost);

	/* A loop takes longer. */
	return is_ghost(places[0], value) ? places
		: is_ghost(places[1], value)  ? places + 1
		: is_ghost(places[2], value)  ? places + 2
		: is_ghost(places[3], value)  ? places + 3
									  : NULL;
}

/* In place of the one of its set that came first. */
static zend_always_inline uint32_t *make_ghost(uint64_t ghost)
{
	uint32_t *places = places_of(ghost);

	memmove(places + 1, places, (GHOST_WAYS - 1) * sizeof(*places));
	places[0] = value_of(ghost);
	return places;
}

static void refuse(uint64_t ghost, brine_resident_reason reason)
{
	uint32_t *place = find_ghost(ghost);

	BRINE_G(resident)->refused[reason]++;
	*(place ? place : make_ghost(ghost)) |= GHOST_IS_REFUSED;
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
		refuse(admitted->ghost, reason);
	}
}

/* Makes the value of an entry that holds objects. */
static brine_resident_answer answer(
	zval *result, uint32_t place, const brine_resident_entry *entry, const zend_string **unknown_class)
{
	brine_resident_thread *thread = BRINE_G(resident);
	void *const *resolved;

	switch (brine_resident_resolve(&thread->checks, place, entry, thread->request, &resolved, unknown_class)) {
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

/* Where a decode has to follow, *unknown_class becomes one that is not there. */
static zend_always_inline brine_resident_answer get(zval *result, brine_resident_source source,
	const brine_decode_options *options, brine_resident_hashes *hashes, const zend_string **unknown_class)
{
	brine_resident_thread *thread = BRINE_G(resident);
	/* Bytes that are opened are not among those that are decoded themselves. */
	uint64_t mark = source.is_opened ? BRINE_HASH_FACTOR_2 : 0;
	brine_resident_entry *entry;
	bool looks_alike;
	uint32_t place;

	if (UNEXPECTED(brine_residents.limit == 0 || source.size == source.start)) {
		return BRINE_RESIDENT_DECODE;
	}
	hashes->sample = sample(source.payload, source.start, source.size) ^ mark;
	hashes->key = hashes->sample;
	place = brine_resident_find(hashes->key, source.payload, source.size, &entry, &looks_alike);
	if (UNEXPECTED(looks_alike)) {
		hashes->key = hash_all(source.payload, source.size) ^ mark;
		place = brine_resident_find(hashes->key, source.payload, source.size, &entry, &looks_alike);
	}
	if (place == UINT32_MAX || UNEXPECTED(!is_read_so(entry, source.seal, source.is_opened))) {
		return BRINE_RESIDENT_UNKNOWN;
	}
	brine_resident_note_hit(place, thread->request);
	if (UNEXPECTED(!is_within(entry, options))) {
		thread->fallbacks++;
		return BRINE_RESIDENT_DECODE;
	}
	if (entry->template) {
		return answer(result, place, entry, unknown_class);
	}
	thread->hits++;
	ZVAL_COPY_VALUE(result, &entry->value);
	return BRINE_RESIDENT_FOUND;
}

brine_resident_answer brine_resident_get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, brine_resident_hashes *hashes)
{
	return get(result, *source, options, hashes, &options->unknown_class);
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
	zval *result, brine_resident_source source, const brine_decode_options *options, uint64_t hash, uint64_t ghost)
{
	admission admission = {
		.observer.built = admit,
		.source = &source,
		.options = options,
		.hash = hash,
		.ghost = ghost,
	};
	brine_decode_options observed = *options;

	if (UNEXPECTED(source.size > brine_resident_most())) {
		refuse(ghost, BRINE_REFUSED_TOO_LARGE);
	} else {
		observed.observer = &admission.observer;
	}
	return decode(result, &source, &observed);
}

/* Bytes that look like those of an entry may have been seen before there was one: then they have the ghost that others have. */
static zend_never_inline uint64_t ghost_of_look_alike(
	uint64_t ghost, const brine_resident_hashes *hashes, const char *payload, size_t size)
{
	return find_ghost(ghost) ? ghost : ghost_of(hashes->key, payload, size);
}

static zend_always_inline zend_result learn(
	zval *result, brine_resident_source source, const brine_decode_options *options, brine_resident_hashes hashes)
{
	uint64_t ghost = ghost_of(hashes.sample, source.payload, source.size);
	uint32_t *place;

	if (UNEXPECTED(hashes.key != hashes.sample)) {
		ghost = ghost_of_look_alike(ghost, &hashes, source.payload, source.size);
	}
	BRINE_G(resident)->misses++;
	place = find_ghost(ghost);
	if (EXPECTED(!place)) {
		make_ghost(ghost);
	} else if (!(*place & GHOST_IS_REFUSED)) {
		/* What looks alike is not to be taken for the same. */
		*place = 0;
		return decode_and_admit(result, source, options, hashes.key, ghost);
	}
	return decode(result, &source, options);
}

zend_result brine_resident_learn(zval *result, const brine_resident_source *source, const brine_decode_options *options,
	const brine_resident_hashes *hashes)
{
	return learn(result, *source, options, *hashes);
}

/* Decodes what has an entry that does not serve. */
static zend_never_inline zend_result decode_knowing(zval *result, const char *payload, size_t size,
	const brine_decode_options *options, const zend_string *unknown_class)
{
	brine_decode_options knowing = *options;

	knowing.unknown_class = unknown_class;
	return brine_decode(result, payload, 0, size, &knowing);
}

zend_result brine_resident_decode(zval *result, const char *payload, size_t size, const brine_decode_options *options)
{
	const brine_resident_source source = {.payload = payload, .size = size};
	const zend_string *unknown_class = NULL;
	brine_resident_hashes hashes;

	if (EXPECTED(!options)) {
		options = &brine_default_decode_options;
	}
	switch (get(result, source, options, &hashes, &unknown_class)) {
		case BRINE_RESIDENT_FOUND:
			return SUCCESS;
		case BRINE_RESIDENT_FAILED:
			return FAILURE;
		case BRINE_RESIDENT_DECODE:
			return decode_knowing(result, payload, size, options, unknown_class);
		default:
			return learn(result, source, options, hashes);
	}
}
