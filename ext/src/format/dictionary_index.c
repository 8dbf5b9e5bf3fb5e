/*
 * Finds a dictionary's entries by content, for the encoder. The one idea: a fingerprint of size and a few parts finds
 * nearly all; only an entry whose fingerprint another one already has is stored by a hash of its whole content.
 */
#include "format/dictionary_index.h"
#include "core/identity.h"
#include "core/index.h"
#include "format/numbers.h"
#include "format/strings.h"

/*
 * The next number with the probe's hash, or BRINE_NOT_IN_DICTIONARY; then the probe is where a number can be inserted.
 */
static zend_always_inline uint32_t next_match(const brine_index *index, brine_probe *probe)
{
	for (; brine_probe_live(index, probe, BRINE_PROBE_LIMIT); brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			return brine_probe_number(index, probe);
		}
	}
	return BRINE_NOT_IN_DICTIONARY;
}

static zend_always_inline bool is_string(
	const brine_dictionary *dictionary, uint32_t number, const zend_string *string, uint32_t skip)
{
	const zend_string *known = dictionary->strings[number];
	size_t size = ZSTR_LEN(string) - skip;

	return ZSTR_LEN(known) == size && brine_bytes_equal(ZSTR_VAL(known), ZSTR_VAL(string) + skip, size);
}

static zend_never_inline uint32_t find_string_by_all(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip)
{
	const brine_index *index = &dictionary->index->strings;
	brine_probe probe = brine_probe_start(index, brine_string_hash_of_all(string, skip));
	uint32_t number;

	while ((number = next_match(index, &probe)) != BRINE_NOT_IN_DICTIONARY
		&& !is_string(dictionary, number, string, skip)) {
		brine_probe_next(index, &probe);
	}
	return number;
}

uint32_t brine_dictionary_search_string(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip, uint32_t fingerprint)
{
	const brine_index *index = &dictionary->index->strings;
	brine_probe probe = brine_probe_start(index, fingerprint);
	uint32_t number = next_match(index, &probe);

	if (number == BRINE_NOT_IN_DICTIONARY || EXPECTED(is_string(dictionary, number, string, skip))) {
		return number;
	}
	return find_string_by_all(dictionary, string, skip);
}

static zend_always_inline bool is_shape(const brine_dictionary *dictionary, uint32_t number, brine_shape_kind kind,
	const brine_shape_key *keys, uint32_t count)
{
	const brine_dictionary_shape *shape = &dictionary->shapes[number];

	return shape->kind == kind && shape->key_count == count && brine_shape_keys_equal(shape->keys, keys, count);
}

static zend_never_inline uint32_t find_shape_by_all(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count)
{
	const brine_index *index = &dictionary->index->shapes;
	brine_probe probe = brine_probe_start(index, brine_shape_hash(keys, count, kind));
	uint32_t number;

	while ((number = next_match(index, &probe)) != BRINE_NOT_IN_DICTIONARY
		&& !is_shape(dictionary, number, kind, keys, count)) {
		brine_probe_next(index, &probe);
	}
	return number;
}

/* A shape's fingerprint, from its first and last key and size; few shapes share one. */
static zend_always_inline uint32_t shape_fingerprint(
	zend_ulong first, zend_ulong last, uint32_t count, brine_shape_kind kind)
{
	return (uint32_t) (first + last * 3 + count * 4 + kind);
}

uint32_t brine_dictionary_find_shape(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count)
{
	const brine_index *index = &dictionary->index->shapes;
	brine_probe probe = brine_probe_start(index, shape_fingerprint(keys[0].h, keys[count - 1].h, count, kind));
	uint32_t number = next_match(index, &probe);

	if (number == BRINE_NOT_IN_DICTIONARY || EXPECTED(is_shape(dictionary, number, kind, keys, count))) {
		return number;
	}
	return find_shape_by_all(dictionary, kind, keys, count);
}

/* brine_dictionary_find_map() for maps with holes, or if another shape has the fingerprint. */
static zend_never_inline uint32_t search_map(
	const brine_dictionary *dictionary, const HashTable *map, brine_shape_key *keys)
{
	brine_shape_key *end = keys;
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		*end++ = (brine_shape_key){bucket->h, bucket->key};
	}
	ZEND_HASH_FOREACH_END();
	return brine_dictionary_find_shape(dictionary, BRINE_SHAPE_MAP, keys, zend_hash_num_elements(map));
}

/* Copies the keys of a map without holes while they equal those of a shape of the same size; true if all do. */
static zend_always_inline bool copy_equal_keys(
	const brine_dictionary_shape *shape, const HashTable *map, brine_shape_key *keys)
{
	const brine_shape_key *known = shape->keys;
	const Bucket *bucket = map->arData, *end = bucket + map->nNumUsed;

	for (; bucket < end; bucket++, known++, keys++) {
		if (known->h != bucket->h || !known->key != !bucket->key
			|| (known->key && known->key != bucket->key && !brine_string_bytes_equal(known->key, bucket->key))) {
			return false;
		}
		*keys = (brine_shape_key){bucket->h, bucket->key};
	}
	return true;
}

uint32_t brine_dictionary_find_map(const brine_dictionary *dictionary, const HashTable *map, brine_shape_key *keys)
{
	const brine_index *index = &dictionary->index->shapes;
	const Bucket *first = map->arData;
	uint32_t count = zend_hash_num_elements(map), number;
	const brine_dictionary_shape *shape;
	brine_probe probe;

	BRINE_ASSERT(!HT_IS_PACKED(map) && count > 0);
	if (UNEXPECTED(map->nNumUsed != count)) {
		return search_map(dictionary, map, keys);
	}
	probe = brine_probe_start(index, shape_fingerprint(first->h, first[count - 1].h, count, BRINE_SHAPE_MAP));
	number = next_match(index, &probe);
	if (number == BRINE_NOT_IN_DICTIONARY) {
		return number;
	}
	shape = &dictionary->shapes[number];
	return EXPECTED(shape->kind == BRINE_SHAPE_MAP && shape->key_count == count && copy_equal_keys(shape, map, keys))
		? number
		: search_map(dictionary, map, keys);
}

static zend_always_inline uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * BRINE_HASH_FACTOR_2;
	return hash ^ (hash >> 32);
}

/* Partial hash of a value, without an array's content. */
static zend_always_inline uint64_t hash_flat(zval *value)
{
	uint64_t type;

	value = brine_unwrap_unshared(value);
	type = (uint64_t) Z_TYPE_P(value) << 56;
	if (Z_TYPE_P(value) == IS_STRING) {
		brine_string_words words = BRINE_WORDS_IN_STRINGS ? brine_whole_words(Z_STR_P(value))
														  : brine_tail_words(Z_STRVAL_P(value), Z_STRLEN_P(value));

		return type ^ words.first * BRINE_HASH_FACTOR_3 ^ words.last ^ (uint64_t) Z_STRLEN_P(value) << 40;
	}
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			return type ^ (uint64_t) Z_LVAL_P(value);
		case IS_DOUBLE:
			return type ^ brine_bits_of(Z_DVAL_P(value));
		case IS_ARRAY:
			return type ^ zend_hash_num_elements(Z_ARRVAL_P(value));
		default:
			return type;
	}
}

/* Place of the element at `position`, which does not count holes. */
static zend_always_inline uint32_t place_of(const HashTable *array, uint32_t position)
{
	uint32_t place = 0;

	if (EXPECTED(HT_IS_WITHOUT_HOLES(array))) {
		return position;
	}
	for (;; place++) {
		const zval *value = HT_IS_PACKED(array) ? &array->arPacked[place] : &array->arData[place].val;

		if (Z_TYPE_P(value) != IS_UNDEF && position-- == 0) {
			return place;
		}
	}
}

/* Levels of inner arrays that a fingerprint covers, because differences are often deep inside. */
#define FINGERPRINT_LEVELS 2

static uint64_t hash_inner(HashTable *array, unsigned levels);

/* Partial hash of an element and its key, covering inner arrays down to `levels`. */
static zend_always_inline uint64_t hash_element(HashTable *array, uint32_t position, unsigned levels)
{
	bool is_packed = HT_IS_PACKED(array);
	uint32_t place = place_of(array, position);
	zval *value = brine_unwrap_unshared(is_packed ? &array->arPacked[place] : &array->arData[place].val);
	uint64_t key = is_packed ? place : (uint64_t) array->arData[place].h;
	uint64_t hash =
		Z_TYPE_P(value) == IS_ARRAY && levels > 0 ? hash_inner(Z_ARRVAL_P(value), levels) : hash_flat(value);

	return hash ^ key * BRINE_HASH_FACTOR_2;
}

/* Partial hash of an array: its size, middle and last element, so that arrays of arrays with equal sizes differ. */
static uint64_t hash_inner(HashTable *array, unsigned levels)
{
	uint32_t count = zend_hash_num_elements(array);
	uint64_t hash = count;

	if (count > 0) {
		hash = (hash + hash_element(array, count - 1, levels - 1)) * BRINE_HASH_FACTOR;
	}
	if (count > 2) {
		hash ^= hash_element(array, count / 2, levels - 1) * BRINE_HASH_FACTOR_3;
	}
	return hash;
}

/* Hash of an array's size and first element, independent of how it is stored. */
static zend_always_inline uint64_t hash_beginning(HashTable *array)
{
	return mix(zend_hash_num_elements(array) * BRINE_HASH_FACTOR, hash_element(array, 0, FINGERPRINT_LEVELS))
		* BRINE_HASH_FACTOR_3;
}

static zend_always_inline uint32_t filter_bit(uint64_t beginning)
{
	return (uint32_t) (beginning >> (64 - BRINE_DICTIONARY_FILTER_BITS));
}

/* Fingerprint of an array: its beginning, its last and its middle element. */
static zend_always_inline uint32_t array_fingerprint(HashTable *array, uint64_t beginning)
{
	uint32_t count = zend_hash_num_elements(array);

	if (count > 1) {
		beginning = mix(beginning, hash_element(array, count - 1, FINGERPRINT_LEVELS));
	}
	if (count > 2) {
		beginning = mix(beginning, hash_element(array, count / 2, FINGERPRINT_LEVELS));
	}
	return brine_mix(beginning);
}

/* Hashes an array at all depths; false if it has more elements than *budget, or a value that no dictionary contains. */
static bool hash_all(HashTable *array, uint64_t *hash, zend_ulong *budget)
{
	zend_ulong h;
	zend_string *key;
	zval *value;

	if (zend_hash_num_elements(array) > *budget) {
		return false;
	}
	*budget -= zend_hash_num_elements(array);
	*hash = mix(*hash, zend_hash_num_elements(array));
	ZEND_HASH_FOREACH_KEY_VAL(array, h, key, value) {
		value = brine_unwrap_unshared(value);
		*hash = mix(mix(*hash, h ^ (uint64_t) (key != NULL) << 63), hash_flat(value));
		if (Z_TYPE_P(value) > IS_ARRAY || (Z_TYPE_P(value) == IS_ARRAY && !hash_all(Z_ARRVAL_P(value), hash, budget))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Probe by the hash of the whole array; NULL if the dictionary cannot contain it. */
static brine_probe *probe_by_all(const struct brine_dictionary_index *index, HashTable *array, brine_probe *probe)
{
	zend_ulong budget = index->max_elements;
	uint64_t hash = 0;

	if (!hash_all(array, &hash, &budget)) {
		return NULL;
	}
	*probe = brine_probe_start(&index->arrays, brine_mix(hash));
	return probe;
}

static zend_never_inline uint32_t find_array_by_all(const brine_dictionary *dictionary, HashTable *array)
{
	const struct brine_dictionary_index *index = dictionary->index;
	brine_probe probe;
	uint32_t number;

	if (!probe_by_all(index, array, &probe)) {
		return BRINE_NOT_IN_DICTIONARY;
	}
	while ((number = next_match(&index->arrays, &probe)) != BRINE_NOT_IN_DICTIONARY
		&& !brine_arrays_are_identical(dictionary->arrays[number].array, array)) {
		brine_probe_next(&index->arrays, &probe);
	}
	return number;
}

uint32_t brine_dictionary_find_array(const brine_dictionary *dictionary, HashTable *array)
{
	const struct brine_dictionary_index *index = dictionary->index;
	uint64_t beginning = hash_beginning(array);
	uint32_t bit = filter_bit(beginning), number;
	brine_probe probe;

	BRINE_ASSERT(zend_hash_num_elements(array) > 0);
	if (!(index->filter[bit / 64] >> (bit % 64) & 1)) {
		return BRINE_NOT_IN_DICTIONARY;
	}
	probe = brine_probe_start(&index->arrays, array_fingerprint(array, beginning));
	number = next_match(&index->arrays, &probe);
	if (number == BRINE_NOT_IN_DICTIONARY || brine_arrays_are_identical(dictionary->arrays[number].array, array)) {
		return number;
	}
	return UNEXPECTED(index->array_names[number].is_ambiguous) ? find_array_by_all(dictionary, array)
															   : BRINE_NOT_IN_DICTIONARY;
}

static void add_string(brine_dictionary *dictionary, uint32_t number)
{
	brine_index *index = &dictionary->index->strings;
	zend_string *string = dictionary->strings[number];
	brine_string_words words = brine_tail_words(ZSTR_VAL(string), ZSTR_LEN(string));
	brine_probe probe = brine_probe_start(index, brine_string_fingerprint(words, ZSTR_LEN(string)));

	if (next_match(index, &probe) != BRINE_NOT_IN_DICTIONARY) {
		probe = brine_probe_start(index, brine_string_hash_of_all(string, 0));
		while (next_match(index, &probe) != BRINE_NOT_IN_DICTIONARY) {
			brine_probe_next(index, &probe);
		}
	}
	brine_index_insert(index, &probe, number);
}

static void add_shape(brine_dictionary *dictionary, uint32_t number)
{
	brine_index *index = &dictionary->index->shapes;
	const brine_dictionary_shape *shape = &dictionary->shapes[number];
	uint32_t count = shape->key_count;
	brine_probe probe =
		brine_probe_start(index, shape_fingerprint(shape->keys[0].h, shape->keys[count - 1].h, count, shape->kind));

	if (next_match(index, &probe) != BRINE_NOT_IN_DICTIONARY) {
		probe = brine_probe_start(index, brine_shape_hash(shape->keys, count, shape->kind));
		while (next_match(index, &probe) != BRINE_NOT_IN_DICTIONARY) {
			brine_probe_next(index, &probe);
		}
	}
	brine_index_insert(index, &probe, number);
}

static void add_array(brine_dictionary *dictionary, uint32_t number)
{
	struct brine_dictionary_index *index = dictionary->index;
	HashTable *array = dictionary->arrays[number].array;
	uint64_t beginning = hash_beginning(array);
	brine_probe probe = brine_probe_start(&index->arrays, array_fingerprint(array, beginning));
	uint32_t earlier = next_match(&index->arrays, &probe);

	index->first_keys[brine_dictionary_keys_bit(array) / 64] |= UINT64_C(1) << (brine_dictionary_keys_bit(array) % 64);
	index->filter[filter_bit(beginning) / 64] |= UINT64_C(1) << (filter_bit(beginning) % 64);
	if (earlier != BRINE_NOT_IN_DICTIONARY) {
		index->array_names[earlier].is_ambiguous = true;
		if (!probe_by_all(index, array, &probe)) {
			return;
		}
		while ((earlier = next_match(&index->arrays, &probe)) != BRINE_NOT_IN_DICTIONARY) {
			if (brine_arrays_are_identical(dictionary->arrays[earlier].array, array)) {
				return;
			}
			brine_probe_next(&index->arrays, &probe);
		}
	}
	brine_index_insert(&index->arrays, &probe, number);
}

static size_t slots_size(const brine_index *index)
{
	return ((size_t) index->mask + 1) * sizeof(*index->slots);
}

static brine_dictionary_name make_name(const unsigned char *bytes, size_t size, uint32_t number)
{
	brine_dictionary_name name = {.size = (uint8_t) size, .number = number};

	BRINE_ASSERT(size <= sizeof(name.bytes));
	memcpy(&name.bytes, bytes, size);
	return name;
}

/* Name of an entry whose number follows the tag. */
static brine_dictionary_name make_long_name(unsigned tag, uint32_t number)
{
	unsigned char bytes[1 + BRINE_UV_MAX_SIZE];
	unsigned char *end = brine_write_uv(brine_write_u8(bytes, tag), number);

	return make_name(bytes, (size_t) (end - bytes), number + BRINE_DICTIONARY_FIRST_LONG);
}

/* One-byte names have the lowest numbers. Two-byte names have a number in the tag's low bits and the second byte. */
static brine_dictionary_name make_short_name(unsigned tag, uint32_t number)
{
	return make_name(&(unsigned char){(unsigned char) (tag + number)}, 1, number);
}

static brine_dictionary_name make_name_of_two(unsigned tag, uint32_t number, uint32_t numbers_before)
{
	unsigned char bytes[] = {(unsigned char) (tag + (number >> 8)), (unsigned char) number};

	return make_name(bytes, sizeof(bytes), number + numbers_before);
}

static brine_dictionary_name name_string(uint32_t number)
{
	if (number < BRINE_DICTIONARY_STRING_REF_1_COUNT) {
		return make_short_name(BRINE_TAG_STRING_REF_1, number + BRINE_OWN_STRING_REF_1_COUNT);
	}
	if (number < BRINE_DICTIONARY_STRING_REF_1_COUNT + BRINE_DICTIONARY_STRING_REF_2_COUNT) {
		number -= BRINE_DICTIONARY_STRING_REF_1_COUNT;
		return make_name_of_two(
			BRINE_TAG_STRING_REF_2, number + BRINE_OWN_STRING_REF_2_COUNT, BRINE_STRING_REF_1_COUNT);
	}
	return make_long_name(BRINE_TAG_STRING_REF, number);
}

static brine_dictionary_name name_shape(uint32_t number)
{
	return number < BRINE_DICTIONARY_SHAPED_1_COUNT
		? make_short_name(BRINE_TAG_SHAPED_1, number + BRINE_OWN_SHAPED_1_COUNT)
		: make_long_name(BRINE_TAG_SHAPED, number);
}

static brine_dictionary_name name_array(uint32_t number)
{
	return number < BRINE_DICTIONARY_SHARED_2_COUNT
		? make_name_of_two(BRINE_TAG_SHARED_2, number + BRINE_OWN_SHARED_2_COUNT, 0)
		: make_long_name(BRINE_TAG_SHARED, number);
}

static brine_dictionary_name *new_names(brine_dictionary *dictionary, uint32_t count)
{
	dictionary->memory += ((size_t) count + 1) * sizeof(brine_dictionary_name);
	return safe_pemalloc(count, sizeof(brine_dictionary_name), sizeof(brine_dictionary_name), 1);
}

/*
 * Below 0: a text of the array may have been packed, which a key cannot be. The decode of the file has limited the
 * depth.
 */
static int32_t gain_of_array(HashTable *array)
{
	int32_t gain = 0;
	zval *value;

	ZEND_HASH_FOREACH_VAL(array, value) {
		if (Z_TYPE_P(value) == IS_STRING) {
			gain += (int32_t) brine_string_gain(Z_STRVAL_P(value), Z_STRLEN_P(value)) - (int32_t) Z_STRLEN_P(value);
		} else if (Z_TYPE_P(value) == IS_ARRAY) {
			gain += gain_of_array(Z_ARRVAL_P(value));
		}
	}
	ZEND_HASH_FOREACH_END();
	return gain;
}

static void name_all(brine_dictionary *dictionary)
{
	struct brine_dictionary_index *index = dictionary->index;

	index->string_names = new_names(dictionary, dictionary->string_count);
	index->shape_names = new_names(dictionary, dictionary->shape_count);
	index->array_names = new_names(dictionary, dictionary->array_count);
	for (uint32_t i = 0; i < dictionary->string_count; i++) {
		const zend_string *string = dictionary->strings[i];

		index->string_names[i] = name_string(i);
		index->string_names[i].gain = (int32_t) brine_string_gain(ZSTR_VAL(string), ZSTR_LEN(string));
	}
	for (uint32_t i = 0; i < dictionary->shape_count; i++) {
		index->shape_names[i] = name_shape(i);
	}
	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		index->array_names[i] = name_array(i);
		index->array_names[i].gain = gain_of_array(dictionary->arrays[i].array);
	}
}

void brine_dictionary_make_index(brine_dictionary *dictionary)
{
	struct brine_dictionary_index *index = pecalloc(1, sizeof(*index), 1);

	dictionary->index = index;
	name_all(dictionary);
	brine_index_init(&index->strings);
	brine_index_init(&index->shapes);
	brine_index_init(&index->arrays);
	for (uint32_t i = 0; i < dictionary->string_count; i++) {
		add_string(dictionary, i);
	}
	/* More slots, so that most failing searches end at once at an empty slot. */
	brine_index_grow(&index->strings);
	brine_index_grow(&index->shapes);
	for (uint32_t i = 0; i < dictionary->shape_count; i++) {
		add_shape(dictionary, i);
	}
	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		index->max_elements = MAX(index->max_elements, dictionary->arrays[i].elements);
	}
	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		add_array(dictionary, i);
	}
	dictionary->memory +=
		sizeof(*index) + slots_size(&index->strings) + slots_size(&index->shapes) + slots_size(&index->arrays);
}

void brine_dictionary_index_free(struct brine_dictionary_index *index)
{
	if (index) {
		brine_index_destroy(&index->strings);
		brine_index_destroy(&index->shapes);
		brine_index_destroy(&index->arrays);
		pefree(index->string_names, 1);
		pefree(index->shape_names, 1);
		pefree(index->array_names, 1);
		pefree(index, 1);
	}
}
