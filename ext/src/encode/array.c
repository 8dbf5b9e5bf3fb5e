/* Encoding of values, arrays and references; objects are in encode_object.c. decode.c is the mirror image. */
#include "error.h"
#include "core/fiber.h"
#include "encode/state.h"

bool brine_encode_fail(brine_encoder *encoder, zend_string *message)
{
	if (encoder->error) {
		zend_string_release(message);
	} else {
		encoder->error = message;
	}
	return false;
}

static uint32_t count_collections(void)
{
	zend_gc_status status;

	zend_gc_get_status(&status);
	return status.runs;
}

bool brine_encode_was_collected(const brine_encoder *encoder)
{
	return encoder->called_user_code && count_collections() != encoder->collections;
}

void brine_encode_pin(brine_encoder *encoder)
{
	if (!encoder->called_user_code) {
		encoder->called_user_code = true;
		encoder->collections = count_collections();
	}
	brine_string_dictionary_pin(&encoder->strings);
	brine_shape_dictionary_pin(&encoder->shapes);
	brine_identity_pin(&encoder->arrays);
	brine_identity_pin(&encoder->objects);
	brine_identity_pin(&encoder->references);
}

void brine_encode_hold(brine_encoder *encoder, zval *value)
{
	BRINE_GROWABLE_ENSURE(encoder->held, encoder->held_capacity, encoder->held_count);
	ZVAL_COPY_VALUE(&encoder->held[encoder->held_count], value);
	encoder->held_count++;
}

void brine_encode_let_go(brine_encoder *encoder, zend_refcounted *thing)
{
	zval value;

	if (EXPECTED(GC_REFCOUNT(thing) > 1)) {
		/* As a rule not a decrement that could make it a root of the cycle collector. */
		GC_DELREF(thing);
		if (UNEXPECTED(brine_encode_was_collected(encoder))) {
			gc_check_possible_root(thing);
		}
		return;
	}
	switch (GC_TYPE(thing)) {
		case IS_ARRAY:
			ZVAL_ARR(&value, (zend_array *) thing);
			break;
		case IS_OBJECT:
			ZVAL_OBJ(&value, (zend_object *) thing);
			break;
		default:
			ZVAL_REF(&value, (zend_reference *) thing);
			break;
	}
	brine_encode_hold(encoder, &value);
}

static bool fail_depth(brine_encoder *encoder)
{
	return brine_encode_fail(encoder,
		brine_levels_in_use() > 0
			? strpprintf(0, "the value and the hooks around it are nested deeper than %u levels", brine_safe_depth())
			: strpprintf(0, "the value is nested deeper than %u levels", encoder->max_depth));
}

bool brine_encode_reach(brine_encoder *encoder, uint32_t deepest)
{
	/* The height that the stack takes is only asked for where it could matter. */
	if (UNEXPECTED(deepest > encoder->max_depth) && deepest > brine_safe_height()) {
		return brine_encode_fail(encoder,
			strpprintf(0,
				"objects or references that were met before nest the value deeper than %u levels, more than PHP could free",
				brine_safe_height()));
	}
	if (deepest > encoder->deepest) {
		encoder->deepest = deepest;
	}
	return true;
}

bool brine_encode_fail_enter(brine_encoder *encoder)
{
	if (encoder->depth >= encoder->max_depth) {
		return fail_depth(encoder);
	}
	if (encoder->strings.numbers >= BRINE_MAX_IDS || encoder->shapes.count >= BRINE_MAX_IDS
		|| encoder->array_count >= BRINE_MAX_IDS || encoder->object_count >= BRINE_MAX_IDS
		|| encoder->reference_count >= BRINE_MAX_IDS || encoder->sharing.open_count >= BRINE_MAX_IDS * 2
		|| encoder->sharing.kept_count >= BRINE_MAX_IDS * 2) {
		return brine_encode_fail(
			encoder, strpprintf(0, "the value has more than %u strings, arrays or objects", BRINE_MAX_IDS));
	}
	encoder->depth++;
	return true;
}

/* The integer as it is noted in a row. */
static zend_always_inline void note_int(brine_encoder *encoder, int64_t value)
{
	if (EXPECTED(value >= -(INT64_C(1) << 28) && value < INT64_C(1) << 28)) {
		brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_INT, (uint32_t) value));
	} else {
		brine_sharing_note_wide(&encoder->sharing, BRINE_TOKEN_WIDE_INT, (uint64_t) value);
	}
}

static zend_always_inline bool encode_constant(brine_encoder *encoder, unsigned tag, unsigned constant)
{
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, tag);
	brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, constant));
	return true;
}

static zend_always_inline bool encode_int(brine_encoder *encoder, int64_t value)
{
	brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
	brine_put_int(&encoder->out, value);
	note_int(encoder, value);
	return true;
}

static zend_always_inline bool encode_double(brine_encoder *encoder, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
	brine_put_float(&encoder->out, value);
	brine_sharing_note_wide(&encoder->sharing, BRINE_TOKEN_DOUBLE, bits);
	return true;
}

bool brine_put_packed_string(brine_buffer *out, const zend_string *string)
{
	unsigned tag = brine_packed_tag(ZSTR_VAL(string), ZSTR_LEN(string));
	unsigned char *p = out->p;

	if (tag == 0) {
		return false;
	}
	p = brine_write_u8(p, tag);
	if (tag != BRINE_TAG_UUID) {
		p = brine_write_uv(p, ZSTR_LEN(string));
	}
	out->p = brine_pack(p, tag, ZSTR_VAL(string), ZSTR_LEN(string));
	return true;
}

static zend_always_inline bool encode_string(brine_encoder *encoder, zend_string *string)
{
	uint32_t token;

	brine_encode_any_string(encoder, string, 0, true, &token);
	brine_sharing_note(&encoder->sharing, token);
	return true;
}

static zend_always_inline bool encode_element(brine_encoder *encoder, zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return encode_string(encoder, Z_STR_P(value));
		case IS_LONG:
			return encode_int(encoder, Z_LVAL_P(value));
		case IS_ARRAY:
			return brine_encode_array(encoder, Z_ARRVAL_P(value));
		case IS_OBJECT:
			return brine_encode_object(encoder, Z_OBJ_P(value));
		case IS_TRUE:
			return encode_constant(encoder, BRINE_TAG_TRUE, BRINE_CONSTANT_TRUE);
		case IS_FALSE:
			return encode_constant(encoder, BRINE_TAG_FALSE, BRINE_CONSTANT_FALSE);
		case IS_NULL:
			return encode_constant(encoder, BRINE_TAG_NULL, BRINE_CONSTANT_NULL);
		case IS_DOUBLE:
			return encode_double(encoder, Z_DVAL_P(value));
		case IS_REFERENCE:
			return brine_encode_reference(encoder, Z_REF_P(value));
		default:
			/* A resource, which serialize() writes as 0 too. */
			return encode_int(encoder, 0);
	}
}

bool brine_encode_value(brine_encoder *encoder, zval *value)
{
	return encode_element(encoder, value);
}

static bool encode_list_elements(brine_encoder *encoder, const HashTable *list)
{
	uint32_t count = list->nNumUsed;

	for (uint32_t i = 0; i < count; i++) {
		if (UNEXPECTED(!encode_element(encoder, &list->arPacked[i]))) {
			brine_path_add_key(&encoder->path, i, NULL);
			return false;
		}
	}
	return true;
}

/* Elements of a map, or of a list that is stored as a map, in order. */
static bool encode_map_elements(brine_encoder *encoder, HashTable *map)
{
	Bucket *bucket = map->arData;
	Bucket *end = bucket + map->nNumUsed;

	for (; bucket < end; bucket++) {
		if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
			continue;
		}
		if (UNEXPECTED(!encode_element(encoder, &bucket->val))) {
			brine_path_add_key(&encoder->path, bucket->h, bucket->key);
			return false;
		}
	}
	return true;
}

static void encode_keys(brine_encoder *encoder, const brine_key *key, uint32_t count)
{
	uint32_t token;

	for (; count > 0; key++, count--) {
		if (key->key) {
			brine_encode_string_tail(encoder, key->key, 0, &token);
		} else {
			brine_reserve(&encoder->out, BRINE_VALUE_HEAD_MAX);
			brine_put_int(&encoder->out, (zend_long) key->h);
		}
	}
}

void brine_encode_key(brine_encoder *encoder, zend_ulong h, zend_string *key)
{
	uint32_t token;

	if (key) {
		brine_encode_string_tail(encoder, key, 0, &token);
		brine_sharing_note(&encoder->sharing, token);
	} else {
		encode_int(encoder, (zend_long) h);
	}
}

void brine_encode_map_head(brine_encoder *encoder, const HashTable *map)
{
	brine_buffer *out = &encoder->out;
	uint32_t number;

	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (brine_shape_dictionary_add_map(&encoder->shapes, map, &number)) {
		brine_put_shaped(out, number);
	} else {
		const brine_shape_entry *entry = &encoder->shapes.entries[number];

		brine_put_u8(out, BRINE_TAG_MAP);
		brine_put_uv(out, entry->count);
		encode_keys(encoder, encoder->shapes.keys + entry->first_key, entry->count);
	}
	brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_MAP, number));
}

void brine_encode_list_head(brine_encoder *encoder, uint32_t count)
{
	brine_buffer *out = &encoder->out;

	brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
	if (count <= BRINE_SHORT_LIST_MAX) {
		brine_put_u8(out, BRINE_TAG_SHORT_LIST + count - 1);
	} else {
		brine_put_u8(out, BRINE_TAG_LIST);
		brine_put_uv(out, count);
	}
	brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_LIST, count));
}

/* Keeps a copy of an array until the encode ends. */
static HashTable *hold_copy(brine_encoder *encoder, HashTable *copy)
{
	zval held;

	ZVAL_ARR(&held, copy);
	brine_encode_hold(encoder, &held);
	return copy;
}

/* An element for a copy, whose own reference must not make it look like one that two places hold. */
static zval *copied(zval *value)
{
	if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1) {
		value = Z_REFVAL_P(value);
	}
	Z_TRY_ADDREF_P(value);
	return value;
}

HashTable *brine_encode_packed_to_map(brine_encoder *encoder, const HashTable *packed)
{
	HashTable *map = zend_new_array(zend_hash_num_elements(packed));

	zend_hash_real_init_mixed(map);
	for (uint32_t i = 0; i < packed->nNumUsed; i++) {
		if (Z_TYPE(packed->arPacked[i]) != IS_UNDEF) {
			zend_hash_index_add_new(map, i, copied(&packed->arPacked[i]));
		}
	}
	return hold_copy(encoder, map);
}

HashTable *brine_encode_map_to_packed(brine_encoder *encoder, const HashTable *map)
{
	HashTable *packed = zend_new_array(zend_hash_num_elements(map));
	zval *value;

	zend_hash_real_init_packed(packed);
	ZEND_HASH_FILL_PACKED(packed) {
		ZEND_HASH_MAP_FOREACH_VAL((HashTable *) map, value) {
			ZEND_HASH_FILL_SET(copied(value));
			ZEND_HASH_FILL_NEXT();
		}
		ZEND_HASH_FOREACH_END();
	}
	ZEND_HASH_FILL_END();
	return hold_copy(encoder, packed);
}

bool brine_map_has_list_keys(const HashTable *map)
{
	zend_ulong expected = 0;
	zend_ulong h;
	zend_string *key;

	ZEND_HASH_MAP_FOREACH_KEY((HashTable *) map, h, key) {
		if (key || h != expected++) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Elements that are looked at before a list that is no run is given up: a few at first, then more at a time. */
#define RUN_FIRST_BLOCK 32
#define RUN_BLOCK 512

/* A guess from three elements: numbers, booleans, null, or one string again and again. */
static bool looks_like_run(const brine_cells *cells, uint32_t count)
{
	zval *first = brine_cell(cells, 0);
	zval *middle = brine_cell(cells, count / 2);
	zval *last = brine_cell(cells, count - 1);

	if (Z_TYPE_P(first) < IS_STRING || Z_TYPE_P(middle) < IS_STRING || Z_TYPE_P(last) < IS_STRING) {
		return true;
	}
	return Z_TYPE_P(first) == IS_STRING && Z_TYPE_P(middle) == IS_STRING && Z_TYPE_P(last) == IS_STRING
		&& zend_string_equals(Z_STR_P(first), Z_STR_P(middle)) && zend_string_equals(Z_STR_P(first), Z_STR_P(last));
}

/* Looks at the elements of a list and chooses a column for them; false if it is not to be a run. */
static bool choose_run(brine_column_writer *column, const brine_cells *cells, uint32_t count)
{
	brine_column_start(column);
	for (uint32_t from = 0, to = RUN_FIRST_BLOCK; from < count; from = to, to += RUN_BLOCK) {
		to = to < count ? to : count;
		brine_column_scan(column, cells, from, to);
		if (!column->compared
			&& MAX(column->integers.count, MAX(column->doubles, column->booleans)) + column->nulls
				< column->count / 4 * 3) {
			return false;
		}
	}
	return brine_column_choose(column, cells);
}

/* Writes a run; *has_values says that it contains values, whose bytes depend on what was written before. */
static bool encode_run(brine_encoder *encoder, brine_column_writer *column, const brine_cells *cells, bool *has_values)
{
	uint32_t count = column->count;

	*has_values = column->kind == BRINE_COLUMN_CONSTANT || column->flag == BRINE_COLUMN_OTHERS;
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(&encoder->out, BRINE_TAG_RUN);
	brine_put_uv(&encoder->out, count);
	if (*has_values) {
		brine_encode_note_mark(encoder, BRINE_MARK_RUN, count);
		brine_encode_note_kind(encoder, column);
	}
	if (UNEXPECTED(!brine_encode_column_head(encoder, column))) {
		return false;
	}
	brine_column_put_cells(&encoder->out, column, cells, 0, count);
	if (!*has_values) {
		return true;
	}
	brine_encode_note_column(encoder, column);
	for (uint32_t i = 0; column->flag == BRINE_COLUMN_OTHERS && i < count; i++) {
		if (i % 8 == 0 && encoder->out.start[column->bitmap + i / 8] == 0) {
			i += 7;
		} else if (brine_column_marked(&encoder->out, column, i)
			&& UNEXPECTED(!brine_encode_value(encoder, brine_cell(cells, i)))) {
			brine_path_add_key(&encoder->path, i, NULL);
			return false;
		}
	}
	return true;
}

/* A list without holes, of 8 or more elements; *done says that it was written as a run. */
static zend_never_inline bool encode_if_run(brine_encoder *encoder, HashTable *list, bool *done, bool *has_values)
{
	brine_cells cells = {.first = (const char *) list->arPacked, .stride = sizeof(zval)};
	brine_column_writer column;

	if (!HT_IS_PACKED(list)) {
		cells = (brine_cells){.first = (const char *) &list->arData[0].val, .stride = sizeof(Bucket)};
	}
	*done = looks_like_run(&cells, list->nNumUsed) && choose_run(&column, &cells, list->nNumUsed);
	return !*done || encode_run(encoder, &column, &cells, has_values);
}

/* Writes an array that has elements, and its row; *is_run says that its bytes are its row. */
static bool encode_array_body(brine_encoder *encoder, HashTable *array, bool *is_run)
{
	bool is_list = HT_IS_PACKED(array);
	bool done, has_values, success;

	*is_run = false;
	if (is_list) {
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			array = brine_encode_packed_to_map(encoder, array);
			is_list = false;
		}
	} else if (brine_map_is_list(array)) {
		is_list = true;
		if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
			array = brine_encode_map_to_packed(encoder, array);
		}
	}
	if (zend_hash_num_elements(array) >= BRINE_TABLE_MIN) {
		success = brine_encode_table(encoder, array, is_list, &done);
		if (!done && is_list) {
			success = encode_if_run(encoder, array, &done, &has_values);
			*is_run = done && !has_values;
		}
		if (done) {
			return success;
		}
	}
	if (is_list) {
		brine_encode_list_head(encoder, zend_hash_num_elements(array));
	} else {
		brine_encode_map_head(encoder, array);
	}
	return HT_IS_PACKED(array) ? encode_list_elements(encoder, array) : encode_map_elements(encoder, array);
}

static zend_always_inline void encode_shared(brine_encoder *encoder, uint32_t number)
{
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_shared(&encoder->out, number);
	brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
}

/*
 * Closes a pure array that was written from `start` on as array `number`: where an equal one was written before, the output is taken back
 * in favour of a reference. Everything inside an array that is found was found itself, so that no other number needs to be taken back.
 */
static uint32_t close_pure_array(brine_encoder *encoder, size_t start, uint32_t row, uint32_t number, bool is_run)
{
	uint32_t canonical = number;
	bool found = is_run ? brine_sharing_close_run(&encoder->sharing, encoder->out.start, start,
					 brine_buffer_offset(&encoder->out) - start, &canonical)
						: brine_sharing_close(&encoder->sharing, row, &canonical);

	if (found) {
		brine_buffer_truncate(&encoder->out, start);
		encoder->array_count = number;
		encode_shared(encoder, canonical);
	} else {
		brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
	}
	return canonical;
}

static bool encode_filled_array(brine_encoder *encoder, HashTable *array, bool held_elsewhere)
{
	size_t start = brine_buffer_offset(&encoder->out);
	uint32_t row = encoder->sharing.open_count;
	uint32_t number = encoder->array_count++;
	uint32_t impurities = encoder->impurities;
	uint32_t outer_deepest = encoder->deepest;
	uint32_t deepest;
	bool is_run;

	encoder->deepest = encoder->depth;
	if (UNEXPECTED(!encode_array_body(encoder, array, &is_run))) {
		return false;
	}
	deepest = encoder->deepest;
	if (outer_deepest > deepest) {
		encoder->deepest = outer_deepest;
	}
	if (encoder->depth == 1) {
		/* Nothing comes after the outermost array. */
		return true;
	}
	if (EXPECTED(encoder->impurities == impurities)) {
		number = close_pure_array(encoder, start, row, number, is_run);
		if (held_elsewhere) {
			brine_identity_add(&encoder->arrays, array, number, deepest - encoder->depth + 1);
		}
	} else {
		encoder->sharing.open_count = row;
	}
	return true;
}

static bool encode_known_array(brine_encoder *encoder, const brine_identity_entry *known)
{
	uint32_t deepest = encoder->depth + known->height;

	if (UNEXPECTED(deepest > encoder->max_depth)) {
		return fail_depth(encoder);
	}
	if (deepest > encoder->deepest) {
		encoder->deepest = deepest;
	}
	encoder->sharing.hits++;
	encode_shared(encoder, known->number);
	return true;
}

bool brine_encode_array(brine_encoder *encoder, HashTable *array)
{
	bool counted = !(GC_FLAGS(array) & GC_IMMUTABLE);
	bool held_elsewhere = encoder->depth > 0 && GC_REFCOUNT(array) > 1;
	bool outer_in_shared_array = encoder->in_shared_array;
	brine_open_shared open = {array, encoder->open_shared};
	const brine_identity_entry *known;
	bool success;

	if (zend_hash_num_elements(array) == 0) {
		return encode_constant(encoder, BRINE_TAG_EMPTY_ARRAY, BRINE_CONSTANT_EMPTY_ARRAY);
	}
	if (held_elsewhere && (known = brine_identity_find(&encoder->arrays, array))) {
		return encode_known_array(encoder, known);
	}
	if (UNEXPECTED(!brine_encode_enter(encoder))) {
		return false;
	}
	if (UNEXPECTED(GC_REFCOUNT(array) > 1)) {
		encoder->open_shared = &open;
	}
	if (counted) {
		/* A hook may drop or change the array: held by one more, it stays as it is. */
		GC_ADDREF(array);
	}
	encoder->in_shared_array = outer_in_shared_array || held_elsewhere;
	success = encode_filled_array(encoder, array, held_elsewhere);
	encoder->in_shared_array = outer_in_shared_array;
	encoder->open_shared = open.outer;
	if (counted) {
		brine_encode_let_go(encoder, (zend_refcounted *) array);
	}
	brine_encode_leave(encoder);
	return success;
}

/*
 * True for a reference to an array that it is in: one place holds it, since the array that lies around it is, to PHP, another place of the same
 * one until it is written to. What it refers to has no end.
 */
static bool leads_to_open_array(const brine_encoder *encoder, const zend_reference *reference)
{
	const brine_open_shared *open = encoder->open_shared;

	if (Z_TYPE(reference->val) != IS_ARRAY || Z_REFCOUNT(reference->val) == 1) {
		return false;
	}
	while (open && open->array != Z_ARRVAL(reference->val)) {
		open = open->outer;
	}
	return open != NULL;
}

bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference)
{
	const brine_identity_entry *known;
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position;
	bool success;

	if (GC_REFCOUNT(reference) == 1 && EXPECTED(!leads_to_open_array(encoder, reference))) {
		return brine_encode_value(encoder, &reference->val);
	}
	encoder->impurities++;
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	if ((known = brine_identity_find(&encoder->references, reference))) {
		brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE_REF);
		brine_put_uv(&encoder->out, known->number);
		return brine_encode_reach(encoder, encoder->depth + MAX(known->height, 1));
	}
	position = encoder->references.count;
	brine_identity_add(&encoder->references, reference, encoder->reference_count++, 0);
	brine_put_u8(&encoder->out, BRINE_TAG_REFERENCE);
	GC_ADDREF(reference);
	encoder->deepest = encoder->depth;
	success = brine_encode_value(encoder, &reference->val);
	encoder->deepest++;
	encoder->references.entries[position].height = brine_encode_height(encoder, outer_deepest);
	brine_encode_let_go(encoder, (zend_refcounted *) reference);
	return success;
}
