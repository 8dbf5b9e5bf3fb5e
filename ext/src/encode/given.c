#include "encode/given.h"
#include "format/dictionary_index.h"
#include "encode/value.h"

/* The first number of any sequence that follows its tag. */
#define FIRST_LONG (BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT)

/* Bytes that the header has more than that of a payload without dictionary. */
#define HEADER_COST BRINE_DICTIONARY_ID_SIZE

static uint32_t own_string(const brine_encoder *encoder, uint32_t number)
{
	if (number < BRINE_OWN_STRING_REF_1_COUNT) {
		return number;
	}
	return number < BRINE_OWN_STRING_REF_1_COUNT + BRINE_OWN_STRING_REF_2_COUNT
		? number - BRINE_OWN_STRING_REF_1_COUNT + BRINE_STRING_REF_1_COUNT
		: number + encoder->dictionary->string_count + FIRST_LONG;
}

/*
 * A lower bound of what the payload without the dictionary has more: one byte at least for all that is named here, two for an array, one for each key
 * of a shape; and each distinct string in full once, wherever that is. So a string adds what it takes in full the first time that it is named, but
 * those in an array or shape may be others that are named: either the strings that are named count, or those of the one array or shape that has
 * most.
 */
static zend_always_inline void note_string(brine_encoder *encoder, uint32_t number)
{
	brine_given *given = &encoder->given;
	uint64_t bit = UINT64_C(1) << (number % 64);

	given->is_used = true;
	if (!(given->strings & bit)) {
		given->strings |= bit;
		given->gain_of_strings += encoder->dictionary->index->string_gains[number];
	}
}

/* Writes a string that the dictionary has not, and that was met before, goes where another one is, or has no room. */
static zend_never_inline uint32_t search_own_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	brine_seen_strings *seen = &encoder->strings;
	uint32_t count = seen->count;
	uint32_t number;
	bool found;

	brine_reserve(&encoder->out, BRINE_STRING_ROOM(ZSTR_LEN(string) - skip));
	found = brine_seen_strings_find_or_add(seen, string, skip, fingerprint, &number);
	encoder->given.limit = seen->limit;
	seen->limit = 0;
	if (found) {
		brine_put_string_ref(encoder, number);
		return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
	}
	number = own_string(encoder, number);
	if (EXPECTED(seen->count > count)) {
		seen->entries[count].number = number;
	}
	return brine_put_new_string(&encoder->out, string, skip, is_value && brine_may_pack(string, skip), number);
}

/* Writes a string that the dictionary has not. */
static zend_never_inline uint32_t put_own_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	brine_seen_strings *seen = &encoder->strings;
	brine_index_slot *slot = brine_seen_strings_slot(seen, fingerprint);
	uint32_t number = seen->count;
	size_t size = ZSTR_LEN(string) - skip;
	bool may_pack;

	if (UNEXPECTED(slot->stamp >= seen->index.base || number >= encoder->given.limit
			|| !brine_has_room(&encoder->out, BRINE_STRING_ROOM(size)))) {
		return search_own_string(encoder, string, skip, is_value, fingerprint);
	}
	brine_seen_strings_add(seen, slot, string, skip, fingerprint);
	number = own_string(encoder, number);
	seen->entries[seen->count - 1].number = number;
	may_pack = is_value && brine_may_pack(string, skip);
	if (UNEXPECTED(may_pack | (size > 32))) {
		return brine_put_new_string(&encoder->out, string, skip, may_pack, number);
	}
	brine_put_short_string(&encoder->out, string, skip);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

/* Writes the number of a string of the dictionary. There is room for it. */
static zend_always_inline uint32_t put_given_string(brine_encoder *encoder, uint32_t number)
{
	uint32_t name;

	note_string(encoder, number);
	if (number < BRINE_GIVEN_STRING_REF_1_COUNT) {
		name = number + BRINE_OWN_STRING_REF_1_COUNT;
	} else if (EXPECTED(number < BRINE_GIVEN_STRING_REF_1_COUNT + BRINE_GIVEN_STRING_REF_2_COUNT)) {
		name = number - BRINE_GIVEN_STRING_REF_1_COUNT + BRINE_STRING_REF_1_COUNT + BRINE_OWN_STRING_REF_2_COUNT;
		encoder->given.saved--;
	} else {
		name = number + FIRST_LONG;
		encoder->given.saved -= (int64_t) brine_uv_size(number);
	}
	brine_put_string_ref(encoder, name);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, name);
}

/* Writes a string whose slot in the dictionary's index is in use. */
static zend_never_inline uint32_t search_given_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	uint32_t number = brine_dictionary_search_string(encoder->dictionary, string, skip, fingerprint);

	if (number == BRINE_NOT_GIVEN) {
		return put_own_string(encoder, string, skip, is_value, fingerprint);
	}
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	return put_given_string(encoder, number);
}

/* Writes a string that is not new by the first look. It ends by other functions where it would have to call them: so it saves no registers. */
static uint32_t encode_given_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	uint32_t number = brine_dictionary_guess_string(encoder->dictionary, string, skip, fingerprint);

	if (number == BRINE_NOT_GIVEN) {
		return put_own_string(encoder, string, skip, is_value, fingerprint);
	}
	if (UNEXPECTED(number == BRINE_NOT_GUESSED || !brine_has_room(&encoder->out, 1 + BRINE_UV_MAX_SIZE))) {
		return search_given_string(encoder, string, skip, is_value, fingerprint);
	}
	return put_given_string(encoder, number);
}

void brine_encode_begin_given(brine_encoder *encoder, const brine_dictionary *dictionary)
{
	encoder->dictionary = dictionary;
	encoder->bias = FIRST_LONG;
	encoder->most_lone = 0;
	encoder->encode_met = encode_given_string;
	encoder->given = (brine_given){0};
	encoder->called_hook = false;
	/* No string is remembered where it is met. */
	encoder->given.limit = encoder->strings.limit;
	encoder->strings.limit = 0;
	brine_put_u8(&encoder->out, BRINE_DICTIONARY_VERSION_BYTE);
	brine_put_bytes(&encoder->out, (const char *) dictionary->hash, BRINE_DICTIONARY_ID_SIZE);
}

void brine_encode_end_given(brine_encoder *encoder)
{
	encoder->dictionary = NULL;
	encoder->bias = 0;
	encoder->most_lone = 1;
	encoder->encode_met = brine_encode_met_string;
	brine_seen_strings_set_limit(&encoder->strings);
}

/* Has a shape be the dictionary's of this number, if it is one. */
static bool take_shape(brine_encoder *encoder, uint32_t place, uint32_t number)
{
	brine_shape_entry *entry = &encoder->shapes.entries[place];
	brine_given *given = &encoder->given;
	uint32_t length;

	if (number == BRINE_NOT_GIVEN) {
		number = place - given->shapes;
		entry->number =
			number < BRINE_OWN_SHAPED_1_COUNT ? number : number + encoder->dictionary->shape_count + FIRST_LONG;
		return false;
	}
	entry->number = number < BRINE_GIVEN_SHAPED_1_COUNT ? number + BRINE_OWN_SHAPED_1_COUNT : number + FIRST_LONG;
	length = number < BRINE_GIVEN_SHAPED_1_COUNT ? 1 : 1 + (uint32_t) brine_uv_size(number);
	given->is_used = true;
	given->shapes++;
	given->longest_shape = MAX(given->longest_shape, length);
	given->saved += entry->count;
	given->gain_of_one = MAX(given->gain_of_one, brine_dictionary_shape_gain(encoder->dictionary, number));
	brine_put_shaped(encoder, entry->number);
	return true;
}

static zend_always_inline bool encode_given_shape(brine_encoder *encoder, uint32_t place)
{
	const brine_shape_entry *entry = &encoder->shapes.entries[place];

	return take_shape(encoder, place,
		brine_dictionary_find_shape(
			encoder->dictionary, entry->kind, encoder->shapes.keys + entry->first_key, entry->count));
}

bool brine_encode_given_shape(brine_encoder *encoder, uint32_t place)
{
	return encode_given_shape(encoder, place);
}

bool brine_encode_given_map(brine_encoder *encoder, const HashTable *map, uint32_t place)
{
	brine_shape_key *keys = encoder->shapes.keys + encoder->shapes.entries[place].first_key;
	Bucket *bucket;

	ZEND_HASH_MAP_FOREACH_BUCKET((HashTable *) map, bucket) {
		*keys++ = (brine_shape_key){bucket->h, bucket->key};
	}
	ZEND_HASH_FOREACH_END();
	return encode_given_shape(encoder, place);
}

bool brine_encode_given_class(brine_encoder *encoder, brine_class_head *head, uint32_t place)
{
	if (head->dictionary != encoder->dictionary) {
		head->dictionary = encoder->dictionary;
		head->given = brine_dictionary_find_shape(encoder->dictionary, BRINE_SHAPE_OBJECT, head->keys, head->count);
	}
	return take_shape(encoder, place, head->given);
}

static void put_array(brine_encoder *encoder, uint32_t number)
{
	uint32_t name = number < BRINE_GIVEN_SHARED_2_COUNT ? number + BRINE_OWN_SHARED_2_COUNT : number + FIRST_LONG;
	brine_given *given = &encoder->given;

	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_shared(encoder, name);
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_ARRAY, name));
	given->is_used = true;
	given->saved -= number < BRINE_GIVEN_SHARED_2_COUNT ? 0 : (int64_t) brine_uv_size(number) - 1;
	given->gain_of_one = MAX(given->gain_of_one, brine_dictionary_array_gain(encoder->dictionary, number));
}

bool brine_encode_given_array(brine_encoder *encoder, HashTable *array)
{
	const brine_dictionary *dictionary = encoder->dictionary;
	uint32_t number = brine_dictionary_may_have_array(dictionary, array)
		? brine_dictionary_find_array(dictionary, array)
		: BRINE_NOT_GIVEN;
	uint32_t deepest = number == BRINE_NOT_GIVEN ? 0 : encoder->depth + dictionary->arrays[number].height;

	if (number == BRINE_NOT_GIVEN || UNEXPECTED(deepest > encoder->max_depth)) {
		if (encoder->array_count == BRINE_OWN_SHARED_2_COUNT) {
			/* The next array's number follows its tag. */
			encoder->array_count += dictionary->array_count + FIRST_LONG;
		}
		return false;
	}
	encoder->deepest = MAX(encoder->deepest, deepest);
	encoder->cycles.highest = MAX(encoder->cycles.highest, dictionary->arrays[number].height);
	put_array(encoder, number);
	return true;
}

static uint32_t own_shapes(const brine_encoder *encoder)
{
	return encoder->shapes.count - encoder->given.shapes;
}

bool brine_encode_is_plain(const brine_encoder *encoder)
{
	return !encoder->given.is_used && brine_seen_strings_numbers(&encoder->strings) <= BRINE_OWN_STRING_REF_1_COUNT
		&& encoder->shapes.count <= BRINE_OWN_SHAPED_1_COUNT && encoder->array_count <= BRINE_OWN_SHARED_2_COUNT;
}

/*
 * Each string that is met again may take a byte more than without a dictionary, where the payload has that many. Each array and object may be of the
 * shape that takes most.
 */
bool brine_encode_is_surely_shorter(const brine_encoder *encoder)
{
	const brine_given *given = &encoder->given;
	uint32_t strings = brine_seen_strings_numbers(&encoder->strings);
	uint32_t longest = given->longest_shape;
	int64_t saved = given->saved + MAX(given->gain_of_strings, given->gain_of_one);

	if (strings > BRINE_OWN_STRING_REF_1_COUNT + BRINE_OWN_STRING_REF_2_COUNT
		|| encoder->array_count > BRINE_OWN_SHARED_2_COUNT) {
		return false;
	}
	if (strings > BRINE_OWN_STRING_REF_1_COUNT) {
		saved -= encoder->strings.hits;
	}
	if (own_shapes(encoder) > BRINE_OWN_SHAPED_1_COUNT) {
		longest = MAX(
			longest, 1 + (uint32_t) brine_uv_size((uint64_t) encoder->dictionary->shape_count + own_shapes(encoder)));
	}
	if (longest > 1) {
		saved -= ((int64_t) encoder->array_count + encoder->object_count) * (longest - 1);
	}
	return saved > HEADER_COST;
}
