#include "encode/dictionary.h"
#include "format/dictionary_index.h"
#include "encode/value.h"

/* Extra bytes of the header with a dictionary. */
#define HEADER_COST BRINE_DICTIONARY_ID_SIZE

static uint32_t own_string(const brine_encoder *encoder, uint32_t number)
{
	if (number < BRINE_OWN_STRING_REF_1_COUNT) {
		return number;
	}
	return number < BRINE_OWN_STRING_REF_1_COUNT + BRINE_OWN_STRING_REF_2_COUNT
		? number - BRINE_OWN_STRING_REF_1_COUNT + BRINE_STRING_REF_1_COUNT
		: number + encoder->dictionary->string_count + BRINE_DICTIONARY_FIRST_LONG;
}

/*
 * Lower bound of the bytes saved: one per named entry, two per array, one per key of a shape. A distinct string also
 * counts in full once, but not inside arrays and shapes: where it comes again by itself, it is written in full.
 */
static zend_always_inline void note_string(
	brine_dictionary_use *use, uint32_t number, const brine_dictionary_name *name)
{
	uint64_t bit = UINT64_C(1) << (number % 64);

	use->saved -= name->size - 1;
	if (!(use->strings & bit)) {
		use->strings |= bit;
		use->saved += name->gain;
	}
}

/* Writes an entry's name; the caller has reserved space. */
static zend_always_inline void put_name(brine_buffer *out, const brine_dictionary_name *name)
{
	BRINE_ASSERT(brine_has_room(out, sizeof(name->bytes)));
	memcpy(out->p, &name->bytes, sizeof(name->bytes));
	out->p += name->size;
}

/*
 * Writes a string that is not in the dictionary, if its slot is taken or the list is full: it may have been seen
 * before.
 */
static zend_never_inline uint32_t search_own_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	brine_seen_strings *seen = &encoder->strings;
	uint32_t count = seen->count;
	uint32_t number;
	bool found;

	found = brine_seen_strings_find_or_add(seen, string, skip, fingerprint, &number);
	encoder->dictionary_use.limit = seen->limit;
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

/* Writes a string that is not in the dictionary. */
static zend_never_inline uint32_t put_own_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	brine_seen_strings *seen = &encoder->strings;
	brine_index_slot *slot = brine_seen_strings_slot(seen, fingerprint);
	uint32_t number = seen->count;
	size_t size = ZSTR_LEN(string) - skip;
	bool may_pack;

	if (UNEXPECTED(slot->stamp >= seen->index.base || number >= encoder->dictionary_use.limit)) {
		return search_own_string(encoder, string, skip, is_value, fingerprint);
	}
	brine_seen_strings_add(seen, slot, string, skip, fingerprint);
	number = own_string(encoder, number);
	seen->entries[seen->count - 1].number = number;
	may_pack = is_value && brine_may_pack(string, skip);
	if (UNEXPECTED(may_pack | (size > BRINE_WORDS_MAX) | (skip > 0))) {
		return brine_put_new_string(&encoder->out, string, skip, may_pack, number);
	}
	brine_put_short_string(&encoder->out, string, 0);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

/* Writes the number of a dictionary string; the caller has reserved space. */
static zend_always_inline uint32_t put_dictionary_string(brine_encoder *encoder, uint32_t number)
{
	const brine_dictionary_name *name = &encoder->dictionary->index->string_names[number];

	note_string(&encoder->dictionary_use, number, name);
	put_name(&encoder->out, name);
	return BRINE_TOKEN(BRINE_TOKEN_STRING, name->number);
}

/* Writes a string whose slot in the dictionary's index holds another string. */
static zend_never_inline uint32_t search_dictionary_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	uint32_t number = brine_dictionary_search_string(encoder->dictionary, string, skip, fingerprint);

	if (number == BRINE_NOT_IN_DICTIONARY) {
		return put_own_string(encoder, string, skip, is_value, fingerprint);
	}
	return put_dictionary_string(encoder, number);
}

/* Writes a string whose slot in the dictionary's index is occupied. */
static zend_always_inline uint32_t guess_dictionary_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	uint32_t number = brine_dictionary_guess_string(encoder->dictionary, string, skip, fingerprint);

	if (UNEXPECTED(number == BRINE_NOT_IN_DICTIONARY)) {
		return search_dictionary_string(encoder, string, skip, is_value, fingerprint);
	}
	return put_dictionary_string(encoder, number);
}

/* guess_dictionary_string() out of line, for strings that need a call to compare: long ones and tails. */
static zend_never_inline uint32_t guess_long_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	return guess_dictionary_string(encoder, string, skip, is_value, fingerprint);
}

/* Every path ends in a tail call, so that short strings save no registers. */
uint32_t brine_encode_dictionary_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint)
{
	if (brine_dictionary_has_no_string(encoder->dictionary, fingerprint)) {
		return put_own_string(encoder, string, skip, is_value, fingerprint);
	}
	if (skip > 0 || ZSTR_LEN(string) > 32) {
		return guess_long_string(encoder, string, skip, is_value, fingerprint);
	}
	return guess_dictionary_string(encoder, string, 0, is_value, fingerprint);
}

/* Gives the shape at `place` the dictionary's number, if it has one. */
static zend_always_inline bool take_shape(brine_encoder *encoder, uint32_t place, uint32_t number)
{
	brine_shape_entry *entry = &encoder->shapes.entries[place];
	brine_dictionary_use *use = &encoder->dictionary_use;
	const brine_dictionary_name *name;

	if (number == BRINE_NOT_IN_DICTIONARY) {
		number = place - use->shapes;
		entry->number = number < BRINE_OWN_SHAPED_1_COUNT
			? number
			: number + encoder->dictionary->shape_count + BRINE_DICTIONARY_FIRST_LONG;
		return false;
	}
	name = &encoder->dictionary->index->shape_names[number];
	entry->number = name->number;
	use->shapes++;
	use->longest_shape = MAX(use->longest_shape, name->size);
	use->saved += entry->count;
	put_name(&encoder->out, name);
	return true;
}

bool brine_encode_dictionary_shape(brine_encoder *encoder, uint32_t place)
{
	const brine_shape_entry *entry = &encoder->shapes.entries[place];
	const brine_shape_key *keys = encoder->shapes.keys + entry->first_key;

	return take_shape(
		encoder, place, brine_dictionary_find_shape(encoder->dictionary, entry->kind, keys, entry->count));
}

bool brine_encode_dictionary_map(brine_encoder *encoder, const HashTable *map, uint32_t place)
{
	brine_shape_key *keys = encoder->shapes.keys + encoder->shapes.entries[place].first_key;

	return take_shape(encoder, place, brine_dictionary_find_map(encoder->dictionary, map, keys));
}

bool brine_encode_dictionary_class(brine_encoder *encoder, brine_class_head *head, uint32_t place)
{
	if (head->dictionary != encoder->dictionary) {
		head->dictionary = encoder->dictionary;
		head->dictionary_shape =
			brine_dictionary_find_shape(encoder->dictionary, BRINE_SHAPE_OBJECT, head->keys, head->count);
	}
	return take_shape(encoder, place, head->dictionary_shape);
}

static void put_array(brine_encoder *encoder, uint32_t number)
{
	const brine_dictionary_name *name = &encoder->dictionary->index->array_names[number];
	brine_dictionary_use *use = &encoder->dictionary_use;

	brine_reserve(&encoder->out, sizeof(name->bytes));
	put_name(&encoder->out, name);
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_ARRAY, name->number));
	use->has_arrays = true;
	use->saved += name->gain - (name->size - 2);
}

/* Skips the dictionary's array numbers once the payload's own short ones are used up. Always false. */
static zend_always_inline bool number_own_array(brine_encoder *encoder)
{
	if (UNEXPECTED(encoder->array_count == BRINE_OWN_SHARED_2_COUNT)) {
		encoder->array_count += encoder->dictionary->array_count + BRINE_DICTIONARY_FIRST_LONG;
	}
	return false;
}

static zend_never_inline bool search_dictionary_array(brine_encoder *encoder, HashTable *array)
{
	const brine_dictionary *dictionary = encoder->dictionary;
	uint32_t number = brine_dictionary_find_array(dictionary, array);
	uint32_t deepest = number == BRINE_NOT_IN_DICTIONARY ? 0 : encoder->depth + dictionary->arrays[number].height;

	if (number == BRINE_NOT_IN_DICTIONARY || UNEXPECTED(deepest > encoder->max_depth)) {
		return number_own_array(encoder);
	}
	encoder->deepest = MAX(encoder->deepest, deepest);
	encoder->cycles.highest = MAX(encoder->cycles.highest, dictionary->arrays[number].height);
	put_array(encoder, number);
	return true;
}

bool brine_encode_dictionary_array(brine_encoder *encoder, HashTable *array)
{
	return brine_dictionary_may_have_array(encoder->dictionary, array) ? search_dictionary_array(encoder, array)
																	   : number_own_array(encoder);
}

static uint32_t own_shapes(const brine_encoder *encoder)
{
	return encoder->shapes.count - encoder->dictionary_use.shapes;
}

static bool uses_dictionary(const brine_dictionary_use *use)
{
	return use->has_arrays || use->shapes > 0 || use->strings != 0;
}

bool brine_encode_is_plain(const brine_encoder *encoder)
{
	return !uses_dictionary(&encoder->dictionary_use)
		&& brine_seen_strings_numbers(&encoder->strings) <= BRINE_OWN_STRING_REF_1_COUNT
		&& encoder->shapes.count <= BRINE_OWN_SHAPED_1_COUNT && encoder->array_count <= BRINE_OWN_SHARED_2_COUNT;
}

/*
 * Worst case: with many strings each back-reference takes one byte more than without a dictionary, and every array and
 * object has the shape with the longest name.
 */
bool brine_encode_is_surely_shorter(const brine_encoder *encoder)
{
	const brine_dictionary_use *use = &encoder->dictionary_use;
	uint32_t strings = brine_seen_strings_numbers(&encoder->strings);
	uint32_t longest = use->longest_shape;
	int64_t saved = use->saved;

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
