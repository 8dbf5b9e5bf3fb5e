#include "resident/resident.h"
#include "core/fiber.h"
#include "core/hash.h"
#include "decode/decoder.h"
#include "decode/limits.h"
#include "resident/ghost.h"
#include "resident/record.h"
#include "resident/table.h"
#include "resident/thread.h"

/* From so many sights on, counting begins here again. */
#define GHOST_MANY_SIGHTS 64
/* The budget of the process's own table is renewed after so many misses. */
#define BUDGET_MISSES 4096
/* A script that has run for so many seconds holds values; the time is looked at once in so many misses. */
#define LONG_SCRIPT 60
#define MISSES_PER_LOOK 256
/* After an entry of so many bytes, scratch memory is given back to the system. */
#define LARGE_ENTRY (1 << 20)

static zend_always_inline uint64_t load(const char *p)
{
	return brine_load_native(p, 8);
}

/* All of 1 to 7 bytes, some of them twice. Rotated: on big-endian machines a short word lies in the upper bits. */
static zend_always_inline uint64_t load_few(const char *p, size_t size)
{
	uint64_t first, last;

	if (size == 1) {
		return (unsigned char) *p;
	}
	brine_load_ends(p, size, &first, &last);
	return first ^ (last << 32 | last >> 32);
}

/*
 * A seventh of the size, or slightly more if it is large, without a slow division. Six of them are less than the size.
 */
static zend_always_inline size_t seventh(size_t size)
{
	return (size_t) ((uint64_t) size * 9363 >> 16);
}

/* A hash of all bytes of a frame's head, at least 16. */
static zend_never_inline uint64_t hash_head(const char *head, size_t size)
{
	uint64_t hash = brine_residents.secret[0], secret = brine_residents.secret[1];

	for (size_t i = 0; i + 16 <= size; i += 16) {
		hash = brine_fold_product(hash ^ load(head + i), load(head + i + 8) ^ secret);
	}
	return brine_fold_product(hash ^ load(head + size - 16), load(head + size - 8) ^ secret);
}

/*
 * Hash of the size and some words, and of all of a signature. So bytes are compared only after the whole signature
 * matched: the comparison's duration reveals nothing new about a valid one.
 */
static zend_always_inline uint64_t sample(const char *payload, size_t start, size_t size)
{
	uint64_t hash = brine_residents.secret[0] ^ (uint64_t) size * BRINE_HASH_FACTOR_2;
	uint64_t factor = brine_residents.secret[1], other;
	size_t stride;

	if (UNEXPECTED(start > 0 && start <= size)) {
		hash ^= hash_head(payload, start);
		payload += start;
		size -= start;
	}
	if (UNEXPECTED(size < 8)) {
		return brine_fold_product(hash ^ load_few(payload, size), factor);
	}
	/* Two independent chains, for instruction-level parallelism. */
	stride = seventh(size - 8);
	other = (hash + load(payload + size - 8)) * factor + load(payload + stride);
	hash = (hash + load(payload)) * factor;
	payload += 2 * stride;
	hash = (hash + load(payload)) * factor;
	other = other * factor + load(payload + stride);
	payload += 2 * stride;
	hash = (hash + load(payload)) * factor;
	other = other * factor + load(payload + stride);
	return brine_fold_product(hash + load(payload + 2 * stride), other);
}

/* A hash of all bytes, for payloads with equal samples. */
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

/*
 * True if a list of the caller's allows all classes. What is resolved is noted for those without a list: with the
 * setting, others do not use it.
 */
static bool allows(const brine_class_list *allowed_classes, const brine_template *template)
{
	for (uint32_t i = 0; i < template->class_count; i++) {
		if (!brine_class_list_has(allowed_classes, template->classes[i].lower_name)) {
			return false;
		}
	}
	return !BRINE_G(guard);
}

/* True if the caller's limits and permissions allow the value. */
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
	const brine_resident_entry *entry, const brine_resident_seal *seal, uint32_t reading)
{
	return EXPECTED(entry->reading == reading)
		&& (!seal
			|| (memcmp(entry->seal.key, seal->key, BRINE_RESIDENT_KEY_SIZE) == 0
				&& entry->seal.context_size == seal->context_size
				&& (seal->context_size == 0 || memcmp(entry->seal.context, seal->context, seal->context_size) == 0)));
}

/* Observes a second decode. */
typedef struct {
	brine_decode_observer observer;
	const brine_resident_source *source;
	const brine_decode_options *options;
	uint64_t hash;
	uint64_t ghost;
} admission;

static zend_always_inline bool is_ghost(uint32_t place, uint32_t ghost)
{
	return (place ^ ghost) <= (BRINE_GHOST_IS_REFUSED | BRINE_GHOST_SIGHTS);
}

static zend_always_inline uint32_t *places_of(uint64_t ghost)
{
	return BRINE_G(resident)->ghosts[(ghost >> 16) % BRINE_GHOST_SETS];
}

static zend_always_inline uint32_t value_of(uint64_t ghost)
{
	return (uint32_t) (ghost >> 32) & ~(uint32_t) (BRINE_GHOST_IS_REFUSED | BRINE_GHOST_SIGHTS);
}

/* The place of a ghost, or NULL. */
static zend_always_inline uint32_t *find_ghost(uint64_t ghost)
{
	uint32_t *places = places_of(ghost), value = value_of(ghost);

	return is_ghost(places[0], value) ? places : is_ghost(places[1], value) ? places + 1 : NULL;
}

/* Replaces the set's older ghost. */
static zend_always_inline uint32_t *make_ghost(uint64_t ghost)
{
	uint32_t *places = places_of(ghost);

	places[1] = places[0];
	places[0] = value_of(ghost);
	return places;
}

/* The payload is not tried again, unless another process was only faster, or there may be room later. */
static void refuse(uint64_t ghost, brine_resident_reason reason)
{
	uint32_t *place = find_ghost(ghost);

	BRINE_G(resident)->refused[reason]++;
	if (!place) {
		place = make_ghost(ghost);
	}
	*place |= reason == BRINE_REFUSED_BUSY || reason == BRINE_REFUSED_BLOCKED || reason == BRINE_REFUSED_FULL
		? ghost & BRINE_GHOST_SIGHTS
		: BRINE_GHOST_IS_REFUSED;
}

/* True if the script holds values, and can hold this one. */
static bool is_for_script(const brine_decoder *decoder, const zval *value)
{
	return BRINE_G(resident)->held && decoder->object_count == 0 && decoder->reference_count == 0
		&& Z_REFCOUNTED_P(value);
}

static void admit(brine_decode_observer *observer, struct brine_decoder *decoder, const zval *value)
{
	const admission *admitted = (const admission *) observer;
	brine_resident_reason reason;
	size_t max = brine_resident_max_size(), room = brine_resident_room(admitted->hash, &reason);
	brine_resident_entry *entry = NULL;

	if (UNEXPECTED(is_for_script(decoder, value))) {
		if (!brine_held_add(
				BRINE_G(resident)->held, admitted->hash, admitted->source, decoder, value, admitted->options)) {
			refuse(admitted->ghost, BRINE_REFUSED_TOO_LARGE);
		}
		return;
	}
	if (EXPECTED(room > 0)) {
		entry = brine_resident_record(
			admitted->source, decoder, value, admitted->options, MIN(max, room), &BRINE_G(resident)->scratch, &reason);
	}
	if (!entry && reason == BRINE_REFUSED_TOO_LARGE && room < max) {
		reason = BRINE_REFUSED_FULL;
		brine_resident_note_full();
	}
	BRINE_G(resident)->has_scratch |= entry && entry->block_size >= LARGE_ENTRY;
	if (!entry || !brine_resident_insert(admitted->hash, entry, &reason)) {
		refuse(admitted->ghost, reason);
	}
}

/* Hands a refusal on to the caller's observer. */
static void pass_refusal(
	brine_decode_observer *observer, brine_decode_error error, size_t offset, zend_string *message, zend_string *path)
{
	brine_decode_observer *outer = ((const admission *) observer)->options->observer;

	outer->refused(outer, error, offset, message, path);
}

/* Creates the value of an entry with objects. */
static brine_resident_answer make(zval *result, uint32_t place, const brine_resident_entry *entry, brine_reader reader,
	const zend_string **unknown_class)
{
	brine_resident_thread *thread = BRINE_G(resident);
	void *const *resolved;

	switch (brine_resident_resolve(&thread->checks, place, entry, reader, &resolved, unknown_class)) {
		case BRINE_CLASSES_SAME:
			thread->hits++;
			brine_resident_note_hit(place);
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

static void take(zval *result, uint32_t place, const brine_resident_entry *entry)
{
	BRINE_G(resident)->hits++;
	brine_resident_note_hit(place);
	ZVAL_COPY_VALUE(result, &entry->value);
}

/* Finds the entry of a source and its place: BRINE_RESIDENT_FOUND. */
static zend_always_inline brine_resident_answer find(brine_resident_source source, const brine_decode_options *options,
	brine_resident_hashes *hashes, brine_resident_entry **entry, uint32_t *place)
{
	/* Opened bytes are kept apart from the same bytes decoded directly, and checked values from others. */
	uint32_t reading = brine_resident_reading(&source, options->refuses_stale);
	uint64_t mark = reading * BRINE_HASH_FACTOR_2;
	bool looks_alike;

	if (UNEXPECTED(brine_residents.limit == 0 || source.size == source.start)) {
		return BRINE_RESIDENT_DECODE;
	}
	hashes->sample = sample(source.payload, source.start, source.size) ^ mark;
	hashes->key = hashes->sample;
	*place = brine_resident_find(hashes->key, source.payload, source.size, entry, &looks_alike);
	if (UNEXPECTED(looks_alike)) {
		hashes->key = hash_all(source.payload, source.size) ^ mark;
		*place = brine_resident_find(hashes->key, source.payload, source.size, entry, &looks_alike);
	}
	if (*place == UINT32_MAX || UNEXPECTED(!is_read_so(*entry, source.seal, reading))) {
		return BRINE_RESIDENT_UNKNOWN;
	}
	if (UNEXPECTED(!is_within(*entry, options))) {
		BRINE_G(resident)->fallbacks++;
		return BRINE_RESIDENT_DECODE;
	}
	return BRINE_RESIDENT_FOUND;
}

/* The same among the values that the script holds: BRINE_RESIDENT_FOUND, and the value. */
static zend_never_inline brine_resident_answer take_held(zval *result, const brine_resident_source *source,
	const brine_decode_options *options, const brine_resident_hashes *hashes)
{
	brine_resident_thread *thread = BRINE_G(resident);
	const brine_resident_entry *entry = brine_held_find(thread->held, hashes->key, source->payload, source->size);

	if (!entry || !is_read_so(entry, source->seal, brine_resident_reading(source, options->refuses_stale))) {
		return BRINE_RESIDENT_UNKNOWN;
	}
	if (!is_within(entry, options)) {
		thread->fallbacks++;
		return BRINE_RESIDENT_DECODE;
	}
	thread->hits++;
	ZVAL_COPY(result, &entry->value);
	return BRINE_RESIDENT_FOUND;
}

brine_resident_answer brine_resident_get(
	zval *result, const brine_resident_source *source, brine_decode_options *options, brine_resident_hashes *hashes)
{
	brine_resident_entry *entry;
	uint32_t place;
	brine_resident_answer answer = find(*source, options, hashes, &entry, &place);

	if (answer == BRINE_RESIDENT_UNKNOWN && UNEXPECTED(BRINE_G(resident)->held)) {
		return take_held(result, source, options, hashes);
	}
	if (answer != BRINE_RESIDENT_FOUND) {
		return answer;
	}
	if (entry->template) {
		return make(result, place, entry, options->reader, &options->unknown_class);
	}
	take(result, place, entry);
	return BRINE_RESIDENT_FOUND;
}

static zend_always_inline zend_result decode(
	zval *result, const brine_resident_source *source, const brine_decode_options *options)
{
	if (source->is_opened) {
		return brine_decode(result, ZSTR_VAL(source->content), 0, ZSTR_LEN(source->content), options);
	}
	return brine_decode(result, source->payload, source->start, source->size, options);
}

static zend_result decode_and_admit(zval *result, const brine_resident_source *source,
	const brine_decode_options *options, uint64_t hash, uint64_t ghost)
{
	admission admission = {
		.observer.built = admit,
		.observer.refused = options->observer ? pass_refusal : NULL,
		.source = source,
		.options = options,
		.hash = hash,
		.ghost = ghost,
	};
	brine_decode_options observed = *options;

	if (UNEXPECTED(source->size > brine_resident_max_size())) {
		refuse(ghost, BRINE_REFUSED_TOO_LARGE);
	} else {
		observed.observer = &admission.observer;
	}
	return decode(result, source, &observed);
}

/*
 * If the sample collides with an entry's, the bytes may have been seen before that entry existed: then their ghost is
 * by sample.
 */
static zend_never_inline uint64_t ghost_of_look_alike(uint64_t ghost, uint64_t key, const char *payload, size_t size)
{
	return find_ghost(ghost) ? ghost : brine_ghost_of(key, payload, size);
}

/*
 * A further sight of a ghost that was not refused; true if its value should be kept now, and *ghost has the number of
 * sights. Attempts cost several decodes: after enough sights they are made at the next, the second, the fourth.
 */
static zend_never_inline bool is_due(uint32_t *place, uint64_t *ghost)
{
	brine_held *held = BRINE_G(resident)->held;
	uint32_t sights = (*place & BRINE_GHOST_SIGHTS) + 1, attempt;
	uint32_t enough = UNEXPECTED(held) ? brine_held_sights(held) : brine_resident_sights();

	if (UNEXPECTED(enough == UINT32_MAX)) {
		/* Counting goes on with the next budget. */
		return false;
	}
	if (sights > BRINE_GHOST_SIGHTS) {
		sights = GHOST_MANY_SIGHTS;
	}
	attempt = sights < enough ? 3 : sights - enough + 1;
	if ((attempt & (attempt - 1)) != 0) {
		*place = (*place & ~(uint32_t) BRINE_GHOST_SIGHTS) | sights;
		return false;
	}
	/* Drop the ghost: other bytes with this sample must not pass for the same payload. */
	*place = 0;
	*ghost = (*ghost & ~(uint64_t) BRINE_GHOST_SIGHTS) | sights;
	return true;
}

static bool runs_long(time_t seconds)
{
#if defined(BRINE_RESIDENT_GUARD) || defined(__SANITIZE_ADDRESS__)
	/* Tests cannot wait. */
	if (getenv("BRINE_TEST_HELD")) {
		return true;
	}
#endif
	return seconds >= LONG_SCRIPT;
}

/* Each MISSES_PER_LOOK misses. */
static zend_never_inline void note_misses(void)
{
	brine_resident_thread *thread = BRINE_G(resident);
	time_t now = time(NULL);

	if (thread->misses % BUDGET_MISSES == 1) {
		brine_resident_renew_budget();
	}
	if (thread->began == 0) {
		thread->began = now;
	}
	if (!thread->held && !thread->has_released && runs_long(now - thread->began)) {
		thread->held = brine_held_new(brine_resident_table_limit());
	}
}

/* True if unknown bytes were seen before and should be kept. Otherwise they become a ghost, whose number is *ghost. */
static zend_always_inline bool is_known(const char *payload, size_t size, brine_resident_hashes hashes, uint64_t *ghost)
{
	uint32_t *place;

	*ghost = brine_ghost_of(hashes.sample, payload, size);
	if (UNEXPECTED(hashes.key != hashes.sample)) {
		*ghost = ghost_of_look_alike(*ghost, hashes.key, payload, size);
	}
	if (UNEXPECTED(BRINE_G(resident)->misses++ % MISSES_PER_LOOK == 0)) {
		note_misses();
	}
	place = find_ghost(*ghost);
	if (EXPECTED(!place)) {
		make_ghost(*ghost);
		return false;
	}
	return !(*place & BRINE_GHOST_IS_REFUSED) && is_due(place, ghost);
}

zend_result brine_resident_learn(zval *result, const brine_resident_source *source, const brine_decode_options *options,
	const brine_resident_hashes *hashes)
{
	uint64_t ghost;

	return is_known(source->payload, source->size, *hashes, &ghost)
		? decode_and_admit(result, source, options, hashes->key, ghost)
		: decode(result, source, options);
}

/* In a script that holds values. */
static zend_never_inline zend_result decode_beside_held(
	zval *result, const char *payload, size_t size, const brine_decode_options *options, brine_resident_hashes hashes)
{
	const brine_resident_source source = {.payload = payload, .size = size};

	switch (take_held(result, &source, options, &hashes)) {
		case BRINE_RESIDENT_FOUND:
			return SUCCESS;
		case BRINE_RESIDENT_UNKNOWN:
			return brine_resident_learn(result, &source, options, &hashes);
		default:
			return decode(result, &source, options);
	}
}

static zend_never_inline zend_result learn_plain(
	zval *result, const char *payload, size_t size, const brine_decode_options *options, uint64_t key, uint64_t ghost)
{
	const brine_resident_source source = {.payload = payload, .size = size};

	return decode_and_admit(result, &source, options, key, ghost);
}

/* Creates the value of an entry, or decodes if the entry does not fit. */
static zend_never_inline zend_result make_or_decode(zval *result, uint32_t place, const brine_resident_entry *entry,
	const char *payload, const brine_decode_options *options)
{
	size_t size = entry->payload_size;
	brine_decode_options knowing;
	const zend_string *unknown_class = NULL;
	brine_resident_answer answer = make(result, place, entry, options->reader, &unknown_class);

	if (EXPECTED(answer != BRINE_RESIDENT_DECODE)) {
		return answer == BRINE_RESIDENT_FOUND ? SUCCESS : FAILURE;
	}
	knowing = *options;
	knowing.unknown_class = unknown_class;
	return brine_decode(result, payload, 0, size, &knowing);
}

zend_result brine_resident_decode(zval *result, const char *payload, size_t size, const brine_decode_options *options)
{
	const brine_resident_source source = {.payload = payload, .size = size};
	brine_resident_hashes hashes;
	brine_resident_entry *entry;
	uint32_t place;
	uint64_t ghost;

	switch (find(source, options, &hashes, &entry, &place)) {
		case BRINE_RESIDENT_FOUND:
			if (entry->template) {
				return make_or_decode(result, place, entry, payload, options);
			}
			take(result, place, entry);
			return SUCCESS;
		case BRINE_RESIDENT_UNKNOWN:
			if (UNEXPECTED(BRINE_G(resident)->held)) {
				return decode_beside_held(result, payload, size, options, hashes);
			}
			if (UNEXPECTED(is_known(payload, size, hashes, &ghost))) {
				return learn_plain(result, payload, size, options, hashes.key, ghost);
			}
			break;
		default:
			break;
	}
	return brine_decode(result, payload, 0, size, options);
}
