/*
 * What finds the entries of a dictionary by content. Strings are found by the fingerprint that the encoder has of them, and arrays by one of their
 * size and ends; only of those that share it with another entry, a hash of all is taken.
 */
#include "format/dictionary_index.h"
#include "core/identical.h"
#include "core/index.h"
#include "format/strings.h"

/* The next number with the hash of a probe; BRINE_NOT_GIVEN if there is none, and the probe then is where one can be put. */
static zend_always_inline uint32_t next_match(const brine_index *index, brine_probe *probe)
{
	for (; brine_probe_live(index, probe, BRINE_PROBE_LIMIT); brine_probe_next(index, probe)) {
		if (brine_probe_matches(index, probe)) {
			return brine_probe_number(index, probe);
		}
	}
	return BRINE_NOT_GIVEN;
}

static zend_always_inline bool is_string(
	const brine_dictionary *dictionary, uint32_t number, const zend_string *string, uint32_t skip)
{
	const zend_string *given = dictionary->strings[number];
	size_t size = ZSTR_LEN(string) - skip;

	return ZSTR_LEN(given) == size && brine_bytes_equal(ZSTR_VAL(given), ZSTR_VAL(string) + skip, size);
}

static zend_never_inline uint32_t find_string_by_all(
	const brine_dictionary *dictionary, zend_string *string, uint32_t skip)
{
	const brine_index *index = &dictionary->index->strings;
	brine_probe probe = brine_probe_start(index, brine_string_hash_of_all(string, skip));
	uint32_t number;

	while ((number = next_match(index, &probe)) != BRINE_NOT_GIVEN && !is_string(dictionary, number, string, skip)) {
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

	if (number == BRINE_NOT_GIVEN || EXPECTED(is_string(dictionary, number, string, skip))) {
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

	while (
		(number = next_match(index, &probe)) != BRINE_NOT_GIVEN && !is_shape(dictionary, number, kind, keys, count)) {
		brine_probe_next(index, &probe);
	}
	return number;
}

/* Of the ends of a shape and its size: most shapes have one of their own. */
static zend_always_inline uint32_t shape_fingerprint(const brine_shape_key *keys, uint32_t count, brine_shape_kind kind)
{
	return (uint32_t) (keys[0].h + keys[count - 1].h * 3 + count * 4 + kind);
}

uint32_t brine_dictionary_find_shape(
	const brine_dictionary *dictionary, brine_shape_kind kind, const brine_shape_key *keys, uint32_t count)
{
	const brine_index *index = &dictionary->index->shapes;
	brine_probe probe = brine_probe_start(index, shape_fingerprint(keys, count, kind));
	uint32_t number = next_match(index, &probe);

	if (number == BRINE_NOT_GIVEN || EXPECTED(is_shape(dictionary, number, kind, keys, count))) {
		return number;
	}
	return find_shape_by_all(dictionary, kind, keys, count);
}

static zend_always_inline uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * BRINE_HASH_FACTOR_2;
	return hash ^ (hash >> 32);
}

/* Part of what a value is; nothing of what an array has inside. */
static zend_always_inline uint64_t sign(zval *value)
{
	uint64_t type;

	value = brine_unwrap_lone(value);
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

/* The same of an element, with its key; `position` counts those that are there. */
static zend_always_inline uint64_t sign_element(HashTable *array, uint32_t position)
{
	bool is_packed = HT_IS_PACKED(array);

	if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
		uint32_t before = position;

		for (position = 0;; position++) {
			const zval *value = is_packed ? &array->arPacked[position] : &array->arData[position].val;

			if (Z_TYPE_P(value) != IS_UNDEF && before-- == 0) {
				break;
			}
		}
	}
	return is_packed ? sign(&array->arPacked[position]) ^ position * BRINE_HASH_FACTOR_2
					 : sign(&array->arData[position].val) ^ (uint64_t) array->arData[position].h * BRINE_HASH_FACTOR_2;
}

/* Of the size and first element of an array: the same for equal ones, however they are stored. */
static zend_always_inline uint64_t hash_beginning(HashTable *array)
{
	return mix(zend_hash_num_elements(array) * BRINE_HASH_FACTOR, sign_element(array, 0)) * BRINE_HASH_FACTOR_3;
}

static zend_always_inline uint32_t filter_bit(uint64_t beginning)
{
	return (uint32_t) (beginning >> (64 - BRINE_DICTIONARY_FILTER_BITS));
}

/* Takes in two more elements. */
static zend_always_inline uint32_t array_fingerprint(HashTable *array, uint64_t beginning)
{
	uint32_t count = zend_hash_num_elements(array);

	if (count > 1) {
		beginning = mix(beginning, sign_element(array, count - 1));
	}
	if (count > 2) {
		beginning = mix(beginning, sign_element(array, count / 2));
	}
	return brine_mix(beginning);
}

/* Takes in all of an array, at all depths; false if it has more elements than *budget, or something that no array of a dictionary has. */
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
		value = brine_unwrap_lone(value);
		*hash = mix(mix(*hash, h ^ (uint64_t) (key != NULL) << 63), sign(value));
		if (Z_TYPE_P(value) > IS_ARRAY || (Z_TYPE_P(value) == IS_ARRAY && !hash_all(Z_ARRVAL_P(value), hash, budget))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Where an array is, or would be, by all that is in it; NULL where nothing like it can be. */
static brine_probe *probe_by_all(const struct brine_dictionary_index *index, HashTable *array, brine_probe *probe)
{
	zend_ulong budget = index->most_elements;
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
		return BRINE_NOT_GIVEN;
	}
	while ((number = next_match(&index->arrays, &probe)) != BRINE_NOT_GIVEN
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
		return BRINE_NOT_GIVEN;
	}
	probe = brine_probe_start(&index->arrays, array_fingerprint(array, beginning));
	number = next_match(&index->arrays, &probe);
	if (number == BRINE_NOT_GIVEN || brine_arrays_are_identical(dictionary->arrays[number].array, array)) {
		return number;
	}
	return UNEXPECTED(index->entries[number].is_ambiguous) ? find_array_by_all(dictionary, array) : BRINE_NOT_GIVEN;
}

static void add_string(brine_dictionary *dictionary, uint32_t number)
{
	brine_index *index = &dictionary->index->strings;
	zend_string *string = dictionary->strings[number];
	brine_string_words words = brine_tail_words(ZSTR_VAL(string), ZSTR_LEN(string));
	brine_probe probe = brine_probe_start(index, brine_string_fingerprint(words, ZSTR_VAL(string), ZSTR_LEN(string)));

	if (next_match(index, &probe) != BRINE_NOT_GIVEN) {
		probe = brine_probe_start(index, brine_string_hash_of_all(string, 0));
		while (next_match(index, &probe) != BRINE_NOT_GIVEN) {
			brine_probe_next(index, &probe);
		}
	}
	brine_index_insert(index, &probe, number);
}

static void add_shape(brine_dictionary *dictionary, uint32_t number)
{
	brine_index *index = &dictionary->index->shapes;
	const brine_dictionary_shape *shape = &dictionary->shapes[number];
	brine_probe probe = brine_probe_start(index, shape_fingerprint(shape->keys, shape->key_count, shape->kind));

	if (next_match(index, &probe) != BRINE_NOT_GIVEN) {
		probe = brine_probe_start(index, brine_shape_hash(shape->keys, shape->key_count, shape->kind));
		while (next_match(index, &probe) != BRINE_NOT_GIVEN) {
			brine_probe_next(index, &probe);
		}
	}
	brine_index_insert(index, &probe, number);
}

static uint32_t gain_of_string(const zend_string *string)
{
	return ZSTR_LEN(string) >= 2 ? brine_string_gain(ZSTR_VAL(string), ZSTR_LEN(string)) : 0;
}

/* The keys of an array are distinct strings. Its values may be some of these, so that only one of them counts. */
static uint32_t gain_of_array(HashTable *array)
{
	uint32_t keys = 0, longest = 0;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(array, key, value) {
		if (key) {
			keys = MIN(keys + gain_of_string(key), UINT16_MAX);
		}
		if (Z_TYPE_P(value) == IS_STRING) {
			longest = MAX(longest, gain_of_string(Z_STR_P(value)));
		}
	}
	ZEND_HASH_FOREACH_END();
	return MAX(keys, longest);
}

/* Of a shape of a map: names of properties are tails of its strings. */
static uint32_t gain_of_shape(const brine_dictionary_shape *shape)
{
	uint32_t gain = 0;

	if (shape->kind != BRINE_SHAPE_MAP) {
		return gain_of_string(shape->keys[0].key);
	}
	for (uint32_t i = 0; i < shape->key_count; i++) {
		gain += shape->keys[i].key ? gain_of_string(shape->keys[i].key) : 0;
	}
	return gain;
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
	index->entries[number] = (brine_dictionary_array_entry){gain_of_array(array), false};
	if (earlier != BRINE_NOT_GIVEN) {
		index->entries[earlier].is_ambiguous = true;
		if (!probe_by_all(index, array, &probe)) {
			return;
		}
		while ((earlier = next_match(&index->arrays, &probe)) != BRINE_NOT_GIVEN) {
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

void brine_dictionary_make_index(brine_dictionary *dictionary)
{
	struct brine_dictionary_index *index = pecalloc(1, sizeof(*index), 1);

	dictionary->index = index;
	brine_index_init(&index->strings);
	brine_index_init(&index->shapes);
	brine_index_init(&index->arrays);
	index->shape_gains =
		safe_pemalloc(dictionary->shape_count, sizeof(*index->shape_gains), sizeof(*index->shape_gains), 1);
	index->entries = safe_pemalloc(dictionary->array_count, sizeof(*index->entries), sizeof(*index->entries), 1);
	index->string_gains =
		safe_pemalloc(dictionary->string_count, sizeof(*index->string_gains), sizeof(*index->string_gains), 1);
	for (uint32_t i = 0; i < dictionary->string_count; i++) {
		add_string(dictionary, i);
		index->string_gains[i] = brine_string_gain(ZSTR_VAL(dictionary->strings[i]), ZSTR_LEN(dictionary->strings[i]));
	}
	/* Of what is not there, most is known by a slot that is empty. */
	brine_index_grow(&index->strings);
	brine_index_grow(&index->shapes);
	for (uint32_t i = 0; i < dictionary->shape_count; i++) {
		add_shape(dictionary, i);
		index->shape_gains[i] = gain_of_shape(&dictionary->shapes[i]);
	}
	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		index->most_elements = MAX(index->most_elements, dictionary->arrays[i].elements);
	}
	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		add_array(dictionary, i);
	}
	dictionary->memory += sizeof(*index) + slots_size(&index->strings) + slots_size(&index->shapes)
		+ slots_size(&index->arrays) + ((size_t) dictionary->array_count + 1) * sizeof(*index->entries)
		+ ((size_t) dictionary->shape_count + 1) * sizeof(*index->shape_gains)
		+ ((size_t) dictionary->string_count + 1) * sizeof(*index->string_gains);
}

void brine_dictionary_index_free(struct brine_dictionary_index *index)
{
	if (index) {
		brine_index_destroy(&index->strings);
		brine_index_destroy(&index->shapes);
		brine_index_destroy(&index->arrays);
		pefree(index->shape_gains, 1);
		pefree(index->string_gains, 1);
		pefree(index->entries, 1);
		pefree(index, 1);
	}
}
