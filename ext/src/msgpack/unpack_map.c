/*
 * Unpacking of maps. Consecutive maps often repeat their keys; so a map starts with the hash part and keys of an
 * earlier one, its template, without hashing or allocating. At the first different key it continues the ordinary way.
 */
#include "globals.h"
#include "core/hash.h"
#include "core/key_cache.h"
#include "core/map.h"
#include "msgpack/templates.h"
#include "msgpack/unpack.h"

/* Larger maps have keys that are data: they would fill the key cache, and make bad templates. */
#define NAMES_MAX 64

/* A map under construction. */
typedef struct {
	HashTable *map;
	uint32_t count;
	/* Complete entries; and keys in place, one more if the last value could not be read. */
	uint32_t filled;
	uint32_t keys;
	/* All keys so far are short strings. */
	bool has_names;
	/* The keys differ from the template's. */
	bool is_new;
} open_map;

/*
 * The template's place for a map whose first entry, of at least 2 bytes, is at p; NULL if its first key is not a short
 * string.
 */
static zend_always_inline brine_msgpack_template *find_template(
	const brine_unpacker *unpacker, const unsigned char *p, uint32_t count)
{
	size_t left = (size_t) (unpacker->in.end - p);
	unsigned size = *p - BRINE_MSGPACK_SHORT_STR;

	if (size - 1 >= BRINE_MSGPACK_SHORT_STR_COUNT - 1 || size >= left || count > NAMES_MAX) {
		return NULL;
	}
	return &BRINE_G(templates)->items[(count * 7 + size + p[1] * 5 + p[size] * 3) % BRINE_MSGPACK_TEMPLATES];
}

/* True if the bytes at p are `key` as a short string; at least two bytes, head first, are available. */
static zend_always_inline bool is_key(const unsigned char *p, size_t left, const zend_string *key)
{
	size_t size = ZSTR_LEN(key);

	if (*p != BRINE_MSGPACK_SHORT_STR + size || size >= left) {
		return false;
	}
	return size == 1 ? p[1] == (unsigned char) ZSTR_VAL(key)[0]
					 : brine_bytes_equal((const char *) p + 1, ZSTR_VAL(key), size);
}

/* Fills a map that has `exemplar`'s hash part, as long as the keys match; NULL if an exception was thrown. */
static zend_always_inline const unsigned char *fill_from_template(
	brine_unpacker *unpacker, const unsigned char *p, open_map *open, const HashTable *exemplar)
{
	bool static_keys = (HT_FLAGS(exemplar) & HASH_FLAG_STATIC_KEYS) != 0;
	const Bucket *source = exemplar->arData;
	Bucket *bucket = open->map->arData;
	Bucket *end = bucket + open->count;

	for (; bucket < end; bucket++, source++) {
		size_t left = (size_t) (unpacker->in.end - p);

		if (UNEXPECTED(left == 0 || !is_key(p, left, source->key))) {
			break;
		}
		brine_map_take_key(bucket, source, static_keys);
		p = brine_unpack_in_line(unpacker, p + 1 + ZSTR_LEN(source->key), &bucket->val);
		if (UNEXPECTED(!p)) {
			open->keys = (uint32_t) (bucket - open->map->arData) + 1;
			return NULL;
		}
	}
	open->filled = open->keys = (uint32_t) (bucket - open->map->arData);
	return p;
}

/* Rebuilds the hash part for the first `filled` buckets, whose keys are strings. */
static void relink(HashTable *map, uint32_t filled)
{
	HT_HASH_RESET(map);
	for (uint32_t i = 0; i < filled; i++) {
		Bucket *bucket = map->arData + i;
		uint32_t chain = (uint32_t) bucket->h | map->nTableMask;

		Z_NEXT(bucket->val) = HT_HASH(map, chain);
		HT_HASH(map, chain) = HT_IDX_TO_HASH(i);
	}
	brine_map_finish(map, filled);
}

/* Appends the `size` bytes at p as a key; NULL if they are incomplete or invalid. */
static zend_always_inline const unsigned char *append_string_key(const brine_unpacker *unpacker, open_map *open,
	const unsigned char *at, const unsigned char *p, size_t size, bool is_str)
{
	const char *bytes = (const char *) p;
	zend_string *key;
	zend_ulong h;

	if (UNEXPECTED(size > (size_t) (unpacker->in.end - p))) {
		return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, at);
	}
	if (UNEXPECTED(is_str && !brine_unpack_validate(unpacker, at, p, size))) {
		return NULL;
	}
	/* Numeric strings start with a digit or a smaller byte. */
	if (UNEXPECTED(size > 0 && *p <= '9') && ZEND_HANDLE_NUMERIC_STR(bytes, size, h)) {
		brine_map_append_key(open->map, h, NULL);
		open->has_names = false;
		return p + size;
	}
	if (EXPECTED(open->count <= NAMES_MAX) || size <= 1) {
		key = brine_key_cache_get(BRINE_G(keys), bytes, size, BRINE_G(secret));
	} else {
		key = zend_string_init(bytes, size, 0);
		zend_string_hash_val(key);
	}
	brine_map_append_key(open->map, ZSTR_H(key), key);
	open->has_names &= is_str && size > 0 && size < BRINE_MSGPACK_SHORT_STR_COUNT;
	return p + size;
}

static const unsigned char *append_int_key(
	const brine_unpacker *unpacker, open_map *open, const unsigned char *p, unsigned size, bool is_signed)
{
	uint64_t bits;
	bool fits;

	if (UNEXPECTED(!brine_unpack_has(unpacker, p, size))) {
		return NULL;
	}
	open->has_names = false;
	if (size < 8) {
		bits = (uint64_t) (int64_t) brine_load_int(p, size, is_signed);
		fits = size < SIZEOF_ZEND_LONG || is_signed || brine_load_be(p + 1, size) <= ZEND_LONG_MAX;
	} else {
		bits = brine_load_be(p + 1, 8);
		fits = is_signed ? (int64_t) bits >= ZEND_LONG_MIN && (int64_t) bits <= ZEND_LONG_MAX : bits <= ZEND_LONG_MAX;
	}
	if (EXPECTED(fits)) {
		brine_map_append_key(open->map, (zend_ulong) bits, NULL);
	} else {
		zend_string *digits = brine_bigint_digits(size < 8 ? (uint32_t) bits : bits, is_signed && (int64_t) bits < 0);

		zend_string_hash_val(digits);
		brine_map_append_key(open->map, ZSTR_H(digits), digits);
	}
	return p + 1 + size;
}

/* Reads a key that is not a short string. */
static zend_never_inline const unsigned char *append_other_key(
	const brine_unpacker *unpacker, open_map *open, const unsigned char *p)
{
	unsigned byte = *p;

	if (byte <= BRINE_MSGPACK_POSITIVE_INT_LAST || byte >= BRINE_MSGPACK_NEGATIVE_INT) {
		open->has_names = false;
		brine_map_append_key(open->map, (zend_ulong) (zend_long) (int8_t) byte, NULL);
		return p + 1;
	}
	switch (byte) {
		case BRINE_MSGPACK_UINT_8:
			return append_int_key(unpacker, open, p, 1, false);
		case BRINE_MSGPACK_UINT_16:
			return append_int_key(unpacker, open, p, 2, false);
		case BRINE_MSGPACK_UINT_32:
			return append_int_key(unpacker, open, p, 4, false);
		case BRINE_MSGPACK_UINT_64:
			return append_int_key(unpacker, open, p, 8, false);
		case BRINE_MSGPACK_INT_8:
			return append_int_key(unpacker, open, p, 1, true);
		case BRINE_MSGPACK_INT_16:
			return append_int_key(unpacker, open, p, 2, true);
		case BRINE_MSGPACK_INT_32:
			return append_int_key(unpacker, open, p, 4, true);
		case BRINE_MSGPACK_INT_64:
			return append_int_key(unpacker, open, p, 8, true);
		case BRINE_MSGPACK_STR_8:
		case BRINE_MSGPACK_BIN_8:
			if (UNEXPECTED(!brine_unpack_has(unpacker, p, 1))) {
				return NULL;
			}
			return append_string_key(unpacker, open, p, p + 2, p[1], byte == BRINE_MSGPACK_STR_8);
		case BRINE_MSGPACK_STR_16:
		case BRINE_MSGPACK_BIN_16:
			if (UNEXPECTED(!brine_unpack_has(unpacker, p, 2))) {
				return NULL;
			}
			return append_string_key(
				unpacker, open, p, p + 3, (size_t) brine_load_be(p + 1, 2), byte == BRINE_MSGPACK_STR_16);
		case BRINE_MSGPACK_STR_32:
		case BRINE_MSGPACK_BIN_32:
			if (UNEXPECTED(!brine_unpack_has(unpacker, p, 4))) {
				return NULL;
			}
			return append_string_key(
				unpacker, open, p, p + 5, (size_t) brine_load_be(p + 1, 4), byte == BRINE_MSGPACK_STR_32);
		default:
			return brine_unpack_fail(
				unpacker, byte == BRINE_MSGPACK_UNUSED ? BRINE_UNPACK_ERR_UNKNOWN_BYTE : BRINE_UNPACK_ERR_BAD_KEY, p);
	}
}

/* Reads the remaining entries the ordinary way. */
static const unsigned char *fill_rest(brine_unpacker *unpacker, const unsigned char *p, open_map *open)
{
	while (open->filled < open->count) {
		unsigned size;

		if (UNEXPECTED(p == unpacker->in.end)) {
			return brine_unpack_fail(unpacker, BRINE_UNPACK_ERR_TRUNCATED, p);
		}
		size = *p - BRINE_MSGPACK_SHORT_STR;
		p = EXPECTED(size < BRINE_MSGPACK_SHORT_STR_COUNT) ? append_string_key(unpacker, open, p, p + 1, size, true)
														   : append_other_key(unpacker, open, p);
		if (UNEXPECTED(!p)) {
			return NULL;
		}
		open->keys = open->filled + 1;
		p = brine_unpack_in_line(unpacker, p, &open->map->arData[open->filled].val);
		if (UNEXPECTED(!p)) {
			return NULL;
		}
		open->filled++;
	}
	return p;
}

/*
 * Of equal keys, the last value wins in the first key's position. Released values may contain templates, and objects
 * with destructors, which cannot reach anything here.
 */
static void merge_keys(brine_unpacker *unpacker, HashTable *map)
{
	unpacker->stamp = ++BRINE_G(templates)->stamp;
	brine_map_merge_keys(map, BRINE_G(secret));
}

/* Fills a map from its template as far as possible, then the ordinary way; NULL if an exception was thrown. */
static zend_always_inline const unsigned char *fill_map(
	brine_unpacker *unpacker, const unsigned char *p, open_map *open, const brine_msgpack_template *template)
{
	if (EXPECTED(
			template && template->stamp == unpacker->stamp && zend_hash_num_elements(template->map) == open->count)) {
		const HashTable *exemplar = template->map;

		open->map = brine_map_clone_layout(exemplar);
		p = fill_from_template(unpacker, p, open, exemplar);
		if (UNEXPECTED(!p) || EXPECTED(open->filled == open->count)) {
			return p;
		}
		relink(open->map, open->filled);
	} else {
		open->map = zend_new_array(open->count);
		zend_hash_real_init_mixed(open->map);
	}
	open->is_new = true;
	return fill_rest(unpacker, p, open);
}

const unsigned char *brine_unpack_map(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, uint32_t count, zval *out)
{
	open_map open = {.count = count, .has_names = true};
	brine_msgpack_template *template;
	/* Nothing to charge: a message has each key for one map only. */
	uint64_t work = 0;

	if (UNEXPECTED(!brine_unpack_enter(unpacker, at, p, count, 2))) {
		return NULL;
	}
	if (UNEXPECTED(count == 0)) {
		ZVAL_EMPTY_ARRAY(out);
		unpacker->depth--;
		return p;
	}
	template = find_template(unpacker, p, count);
	p = fill_map(unpacker, p, &open, template);
	if (UNEXPECTED(!p)) {
		brine_map_finish(open.map, open.keys);
		zend_array_destroy(open.map);
		return NULL;
	}
	if (EXPECTED(!open.is_new)) {
		brine_map_finish(open.map, count);
	} else if (UNEXPECTED(!brine_map_keys_distinct(open.map, BRINE_G(secret), &work))) {
		merge_keys(unpacker, open.map);
	} else if (template && open.has_names) {
		*template = (brine_msgpack_template){open.map, unpacker->stamp};
	}
	ZVAL_ARR(out, open.map);
	unpacker->depth--;
	return p;
}
