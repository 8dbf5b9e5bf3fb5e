#include "decode/keys.h"
#include "globals.h"
#include "core/key_cache.h"
#include "decode/decode.h"
#include "decode/limits.h"
#include "decode/refuse.h"
#include "decode/value.h"

/* A string for a key that should not enter the key cache. */
static zend_string *new_key(const unsigned char *bytes, size_t size)
{
	zend_string *string = zend_string_init((const char *) bytes, size, 0);

	zend_string_hash_val(string);
	return string;
}

/*
 * A short string whose tag was read. The registry owns it unless it is interned: one byte long, or from the key cache.
 */
static zend_always_inline zend_string *short_key(brine_decoder *decoder, size_t size)
{
	brine_cursor *in = &decoder->in;
	zend_string *string;

	if (UNEXPECTED(size > brine_cursor_left(in))) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, in->p);
		return NULL;
	}
	string = EXPECTED(!decoder->has_data_keys || size == 1)
		? brine_key_cache_get(BRINE_G(keys), (const char *) in->p, size, BRINE_G(secret))
		: new_key(in->p, size);
	in->p += size;
	if (size > 1) {
		brine_string_registry_add(&decoder->strings, string);
		brine_string_registry_own(&decoder->strings, string);
	}
	return string;
}

/* A STRING; the registry becomes its owner. */
static zend_string *long_key(brine_decoder *decoder)
{
	zval value;

	decoder->in.p++;
	if (UNEXPECTED(!brine_decode_long_string(decoder, &value))) {
		return NULL;
	}
	zend_string_hash_val(Z_STR(value));
	brine_string_registry_own(&decoder->strings, Z_STR(value));
	return Z_STR(value);
}

/* The empty string or a back-reference; the registry, or what it borrows from, owns it. */
static zend_always_inline zend_string *held_key(brine_decoder *decoder)
{
	zval value;

	ZVAL_NULL(&value);
	if (UNEXPECTED(!brine_decode_tagged(decoder, &value))) {
		return NULL;
	}
	zend_string_hash_val(Z_STR(value));
	zval_ptr_dtor_str(&value);
	return Z_STR(value);
}

BRINE_HOT zend_string *brine_decode_key_string(brine_decoder *decoder)
{
	const unsigned char *at = decoder->in.p;
	unsigned tag;

	if (UNEXPECTED(at == decoder->in.end)) {
		brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
		return NULL;
	}
	tag = *at;
	if (EXPECTED(tag >= BRINE_TAG_SHORT_STRING && tag <= BRINE_TAG_SHORT_STRING_LAST)) {
		decoder->in.p++;
		return short_key(decoder, tag - BRINE_TAG_SHORT_STRING + 1);
	}
	if ((tag >= BRINE_TAG_STRING_REF_1 && tag <= BRINE_TAG_STRING_REF_2_LAST) || tag == BRINE_TAG_STRING_REF
		|| tag == BRINE_TAG_EMPTY_STRING) {
		return held_key(decoder);
	}
	if (tag == BRINE_TAG_STRING) {
		return long_key(decoder);
	}
	brine_decode_fail(decoder, BRINE_ERR_STRING_EXPECTED, at);
	return NULL;
}

static zend_always_inline bool decode_integer_key(brine_decoder *decoder, zval *key, unsigned tag)
{
	const unsigned char *at = decoder->in.p++;

	ZVAL_LONG(key, (zend_long) tag - BRINE_TAG_SMALL_INT);
	switch (tag) {
		case BRINE_TAG_U8:
			return brine_decode_fixed_int(decoder, key, 1, false, at);
		case BRINE_TAG_U16:
			return brine_decode_fixed_int(decoder, key, 2, false, at);
		case BRINE_TAG_U32:
			return brine_decode_fixed_int(decoder, key, 4, false, at);
		case BRINE_TAG_I8:
			return brine_decode_fixed_int(decoder, key, 1, true, at);
		case BRINE_TAG_I16:
			return brine_decode_fixed_int(decoder, key, 2, true, at);
		case BRINE_TAG_I32:
			return brine_decode_fixed_int(decoder, key, 4, true, at);
		case BRINE_TAG_I64:
			return brine_decode_fixed_int(decoder, key, 8, true, at);
		default:
			return true;
	}
}

/* Reads a key and appends it to `map`, which has space. */
static bool decode_key(brine_decoder *decoder, HashTable *map)
{
	const unsigned char *at = decoder->in.p;
	zend_string *string;
	zend_ulong h;
	unsigned tag;
	zval key;

	if (UNEXPECTED(at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	tag = *at;
	if (tag < BRINE_TAG_SHORT_STRING || (tag >= BRINE_TAG_U8 && tag <= BRINE_TAG_I64)) {
		if (UNEXPECTED(!decode_integer_key(decoder, &key, tag))) {
			return false;
		}
		brine_map_append_key(map, (zend_ulong) Z_LVAL(key), NULL);
		return true;
	}
	string = brine_decode_key_string(decoder);
	if (UNEXPECTED(!string)) {
		if (decoder->error == BRINE_ERR_STRING_EXPECTED) {
			decoder->error = BRINE_ERR_BAD_KEY;
		}
		return false;
	}
	if (UNEXPECTED(ZEND_HANDLE_NUMERIC(string, h))) {
		brine_map_append_key(map, h, NULL);
	} else {
		brine_map_append_key(map, ZSTR_H(string), zend_string_copy(string));
	}
	return true;
}

/* Resolves a two-byte reference, or one to a dictionary string, which has its hash. */
static zend_never_inline zend_string *referred_key(brine_decoder *decoder, const unsigned char **p)
{
	const brine_string_registry *strings = &decoder->strings;
	const unsigned char *at = *p;
	bool is_long = *at >= BRINE_TAG_STRING_REF_2;
	brine_split_number split = {false, 0};
	zend_string *key;

	/* A value must follow the key. */
	if (*at < BRINE_TAG_STRING_REF_1 || *at > BRINE_TAG_STRING_REF_2_LAST
		|| (size_t) (decoder->in.end - at) < (is_long ? 3 : 2)) {
		return NULL;
	}
	if (strings->dictionary) {
		split = brine_split_string_ref(*at, is_long ? at[1] : 0);
	} else {
		split.number = BRINE_STRING_REF_1_COUNT + ((*at - BRINE_TAG_STRING_REF_2) << 8) + at[1];
	}
	if (UNEXPECTED(split.number >= (split.is_from_dictionary ? strings->dictionary->string_count : strings->count))) {
		return NULL;
	}
	key = split.is_from_dictionary ? strings->dictionary->strings[split.number] : strings->items[split.number];
	if (UNEXPECTED((unsigned char) ZSTR_VAL(key)[0] <= '9')) {
		return NULL;
	}
	*p = at + (is_long ? 2 : 1);
	zend_string_hash_val(key);
	return zend_string_copy(key);
}

/*
 * Reads a short string or back-reference that is not numeric, and advances *p. Returns a reference for the map to take
 * over; NULL without any change for other keys.
 */
static zend_always_inline zend_string *usual_key(
	brine_decoder *decoder, const unsigned char **p, brine_key_cache *cache, uint64_t secret)
{
	const unsigned char *at = *p;
	size_t left = (size_t) (decoder->in.end - at), size;
	zend_string *key;

	/* A value must follow the key. */
	if (UNEXPECTED(left < 2)) {
		return NULL;
	}
	size = (size_t) *at - BRINE_TAG_SHORT_STRING + 1;
	if (*at >= BRINE_TAG_STRING_REF_1 && *at <= decoder->strings.last_ref_1) {
		uint32_t number = *at - BRINE_TAG_STRING_REF_1;

		if (UNEXPECTED(number >= decoder->strings.count
				|| (unsigned char) ZSTR_VAL(decoder->strings.items[number])[0] <= '9')) {
			return NULL;
		}
		*p = at + 1;
		key = zend_string_copy(decoder->strings.items[number]);
		zend_string_hash_val(key);
		return key;
	}
	/* A one-byte key has no string number. */
	if (UNEXPECTED(size - 2 > BRINE_SHORT_STRING_MAX - 2)) {
		return referred_key(decoder, p);
	}
	if (UNEXPECTED(size >= left - 1 || at[1] <= '9')) {
		return NULL;
	}
	*p = at + 1 + size;
	key = brine_key_cache_get(cache, (const char *) at + 1, size, secret);
	brine_string_registry_add(&decoder->strings, key);
	if (UNEXPECTED(!ZSTR_IS_INTERNED(key))) {
		brine_string_registry_own(&decoder->strings, key);
		GC_ADDREF(key);
	}
	return key;
}

/* Reads usual keys up to the first other one and returns their number; *distinct is true if they certainly differ. */
static zend_always_inline uint32_t decode_usual_keys(
	brine_decoder *decoder, HashTable *map, uint32_t count, bool *distinct)
{
	brine_key_cache *cache = BRINE_G(keys);
	uint64_t secret = BRINE_G(secret);
	const unsigned char *p = decoder->in.p;
	zend_string *key;
	uint32_t i;

	*distinct = true;
	for (i = 0; i < count && EXPECTED(key = usual_key(decoder, &p, cache, secret)); i++) {
		if (UNEXPECTED(!ZSTR_IS_INTERNED(key))) {
			HT_FLAGS(map) &= ~HASH_FLAG_STATIC_KEYS;
		}
		*distinct &= brine_map_put_string_key(map, i, key);
	}
	decoder->in.p = p;
	brine_map_finish(map, i);
	return i;
}

BRINE_HOT bool brine_decode_keys(brine_decoder *decoder, HashTable *map, uint32_t count, const unsigned char *at)
{
	bool success = true, distinct;
	uint32_t i;

	if (UNEXPECTED(count > BRINE_DEFINITION_MAX_ITEMS)) {
		decoder->has_data_keys = true;
		i = 0;
	} else {
		i = decode_usual_keys(decoder, map, count, &distinct);
		if (EXPECTED(i == count && distinct)) {
			return true;
		}
	}
	for (; i < count && success; i++) {
		success = decode_key(decoder, map);
	}
	decoder->has_data_keys = false;
	if (UNEXPECTED(!success)) {
		return false;
	}
	return brine_decode_check_distinct(decoder, map, BRINE_ERR_DUPLICATE_KEY, at);
}

BRINE_HOT bool brine_decode_check_distinct(
	brine_decoder *decoder, const HashTable *map, brine_decode_error error, const unsigned char *at)
{
	uint64_t work = 0;

	if (UNEXPECTED(!brine_map_keys_distinct(map, BRINE_G(secret), &work))) {
		return brine_decode_refuse_twice(decoder, error, map, at);
	}
	return brine_decode_charge(decoder, work, at);
}

BRINE_HOT bool brine_decode_cached_keys(brine_decoder *decoder, uint32_t shape, uint32_t count, bool *readable)
{
	brine_decoded_shape *entry = &decoder->shapes[shape];
	brine_cached_shape *cached;

	*readable = brine_definition_read_keys(&decoder->definition, &decoder->in, &decoder->strings, count);
	if (!*readable || !(cached = brine_shape_cache_find(BRINE_G(shapes), &decoder->definition))) {
		return false;
	}
	brine_definition_take(&decoder->definition, cached, &decoder->in, &decoder->strings);
	cached->refcount++;
	entry->cached = cached;
	entry->layout = cached->layout;
	entry->count = count;
	entry->ready = true;
	return true;
}
