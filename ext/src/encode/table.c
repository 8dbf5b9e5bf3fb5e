/*
 * Encoding of tables: arrays whose elements are mostly rows of one shape, stored by column. encode/rows.c has found the rows; here the columns are
 * written, and then, row after row, what is left to be a value of its own. decode/table.c is the mirror image.
 */
#include "encode/table.h"
#include "encode/class.h"
#include "encode/column.h"
#include "encode/encode.h"
#include "encode/keys.h"

static void write_row_head(brine_encoder *encoder, const brine_table *t)
{
	brine_buffer *out = &encoder->out;

	if (t->form == BRINE_ROW_MAP) {
		brine_encode_map_head(encoder, t->keys);
	} else if (t->form == BRINE_ROW_LIST) {
		brine_encode_list_head(encoder, t->column_count);
	} else {
		brine_encode_row_class(encoder, t->object);
	}
	brine_reserve(out, 1);
}

/* Writes which elements are rows. */
static void write_marks(brine_encoder *encoder, const brine_table *t)
{
	brine_buffer *out = &encoder->out;
	size_t start = brine_buffer_offset(out);
	size_t size = brine_bitmap_size(t->count);

	brine_reserve(out, 1 + size);
	brine_put_u8(out, t->row_count < t->count);
	if (t->row_count < t->count) {
		brine_put_bytes(out, (const char *) t->marks, size);
	}
	brine_encode_note_bytes(encoder, start, brine_buffer_offset(out) - start);
}

/* Writes the heads of the columns, then their cells. */
static bool write_columns(brine_encoder *encoder, brine_table *t)
{
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_encode_note_kind(encoder, &t->columns[i]);
		if (UNEXPECTED(!brine_encode_column_head(encoder, &t->columns[i]))) {
			return false;
		}
	}
	for (uint32_t from = 0; from < t->row_count; from += BRINE_TABLE_BLOCK) {
		uint32_t to = t->row_count - from > BRINE_TABLE_BLOCK ? from + BRINE_TABLE_BLOCK : t->row_count;

		for (uint32_t i = 0; i < t->column_count; i++) {
			if (t->columns[i].kind != BRINE_COLUMN_VALUES) {
				brine_cells cells = brine_table_cells(t, i);

				brine_column_put_cells(&encoder->out, &t->columns[i], &cells, from, to);
			}
		}
	}
	return true;
}

/* Adds the step from a row to one of its cells to the way to the value at fault. */
static void add_path(brine_encoder *encoder, const brine_table *t, uint32_t column)
{
	if (t->form == BRINE_ROW_MAP) {
		brine_path_add_key(&encoder->path, t->keys->arData[column].h, t->keys->arData[column].key);
	} else if (t->form == BRINE_ROW_LIST) {
		brine_path_add_key(&encoder->path, column, NULL);
	} else if (t->form == BRINE_ROW_DYNAMIC) {
		brine_path_add_property(&encoder->path, t->keys->arData[column].key);
	} else {
		brine_path_add_property(
			&encoder->path, t->object->ce->properties_info_table[OBJ_PROP_TO_NUM(t->offsets[column])]->name);
	}
}

/* Writes those cells of a row that are values of their own. */
static bool write_row(brine_encoder *encoder, const brine_table *t, uint32_t row)
{
	for (uint32_t i = 0; i < t->value_count; i++) {
		uint32_t column = t->values[i];
		zval *cell;

		if (t->columns[column].flag && !brine_column_marked(&encoder->out, &t->columns[column], row)) {
			continue;
		}
		cell = (zval *) (t->bases[row] + t->offsets[column]);
		if (UNEXPECTED(!brine_encode_value(encoder, cell))) {
			add_path(encoder, t, column);
			return false;
		}
	}
	return true;
}

/* Writes a row that is an array; what is in one that another place holds can be met again. */
static zend_always_inline bool write_array_row(
	brine_encoder *encoder, const brine_table *t, HashTable *array, uint32_t row, brine_open_shared *open)
{
	if (GC_REFCOUNT(array) > 1) {
		encoder->in_shared_array = true;
		open->array = array;
		encoder->open_shared = open;
	}
	return write_row(encoder, t, row);
}

/* Writes a row that is an object, which gets its number. */
static zend_always_inline bool write_object_row(
	brine_encoder *encoder, const brine_table *t, zend_object *object, uint32_t row)
{
	bool trackable = brine_object_is_trackable(encoder, object);
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position = 0, height;
	bool success;

	encoder->impurities++;
	encoder->deepest = encoder->depth;
	if (trackable) {
		encoder->open_shared = NULL;
		position = brine_identity_renumber(&encoder->objects, object, encoder->object_count);
	}
	encoder->object_count++;
	success = write_row(encoder, t, row);
	height = brine_encode_height(encoder, outer_deepest) + 1;
	if (trackable) {
		encoder->objects.entries[position].height = height;
	}
	return success;
}

static bool write_elements(brine_encoder *encoder, brine_table *t)
{
	brine_element_iterator iterator = {t->array, 0};
	bool in_shared_array = encoder->in_shared_array;
	brine_open_shared open = {NULL, encoder->open_shared};
	bool is_array = t->form == BRINE_ROW_MAP || t->form == BRINE_ROW_LIST;
	uint32_t row = 0;

	if (is_array && t->value_count == 0 && t->row_count == t->count) {
		return true;
	}
	for (uint32_t i = 0; i < t->count; i++) {
		zend_ulong h;
		zend_string *key;
		zval *element = brine_plain(brine_next_element(&iterator, &h, &key));
		bool success;

		if (brine_table_is_marked(t, i)) {
			success = brine_encode_value(encoder, element);
		} else {
			encoder->depth++;
			success = is_array ? write_array_row(encoder, t, Z_ARR_P(element), row++, &open)
							   : write_object_row(encoder, t, Z_OBJ_P(element), row++);
			encoder->in_shared_array = in_shared_array;
			encoder->open_shared = open.outer;
			encoder->depth--;
		}
		if (UNEXPECTED(!success)) {
			brine_path_add_key(&encoder->path, h, key);
			return false;
		}
	}
	return true;
}

/* The keys of a map of rows as one column, if that is what they should be. */
static bool write_key_column(brine_encoder *encoder, const brine_table *t)
{
	brine_column_writer column;
	brine_cells cells;
	uint32_t count = 0;
	Bucket *bucket;
	zval *keys;
	bool chosen;

	ZEND_HASH_MAP_FOREACH_BUCKET(t->array, bucket) {
		if (bucket->key) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	keys = safe_emalloc(t->count, sizeof(*keys), 0);
	ZEND_HASH_MAP_FOREACH_BUCKET(t->array, bucket) {
		ZVAL_LONG(&keys[count], (zend_long) bucket->h);
		count++;
	}
	ZEND_HASH_FOREACH_END();
	cells = (brine_cells){.first = (const char *) keys, .stride = sizeof(*keys)};
	brine_column_start(&column);
	brine_column_scan(&column, &cells, 0, count);
	chosen = brine_column_choose(&column, &cells);
	if (chosen) {
		brine_sharing_note(&encoder->sharing, 1);
		brine_reserve(&encoder->out, 1 + brine_column_size(&column));
		brine_put_u8(&encoder->out, 1);
		brine_column_put_head(&encoder->out, &column);
		brine_column_put_cells(&encoder->out, &column, &cells, 0, count);
		brine_encode_note_column(encoder, &column);
	}
	efree(keys);
	return chosen;
}

static void write_keys(brine_encoder *encoder, const brine_table *t)
{
	Bucket *bucket;

	if (write_key_column(encoder, t)) {
		return;
	}
	brine_sharing_note(&encoder->sharing, 0);
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, 0);
	ZEND_HASH_MAP_FOREACH_BUCKET(t->array, bucket) {
		brine_encode_key(encoder, bucket->h, bucket->key);
	}
	ZEND_HASH_FOREACH_END();
}

/* A table has at least a bit for each element: where all columns are short, the first is written as values. */
static void lengthen(brine_table *t)
{
	if (t->row_count < t->count || t->count / BRINE_TABLE_ELEMENTS_PER_BYTE <= t->column_count) {
		return;
	}
	for (uint32_t i = 0; i < t->column_count; i++) {
		const brine_column_writer *column = &t->columns[i];

		if (column->flag || (column->kind != BRINE_COLUMN_CONSTANT && column->kind != BRINE_COLUMN_AFFINE)) {
			return;
		}
	}
	t->columns[0].kind = BRINE_COLUMN_VALUES;
	t->values[t->value_count++] = 0;
}

static bool write_table(brine_encoder *encoder, brine_table *t)
{
	bool is_list = t->is_list;

	lengthen(t);
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(&encoder->out, is_list ? BRINE_TAG_TABLE : BRINE_TAG_KEYED_TABLE);
	brine_put_uv(&encoder->out, t->count);
	brine_encode_note_mark(encoder, is_list ? BRINE_MARK_TABLE : BRINE_MARK_KEYED_TABLE, t->count);
	if (!is_list) {
		write_keys(encoder, t);
	}
	write_marks(encoder, t);
	write_row_head(encoder, t);
	encoder->depth++;
	if (encoder->deepest < encoder->depth) {
		encoder->deepest = encoder->depth;
	}
	if (UNEXPECTED(!write_columns(encoder, t))) {
		return false;
	}
	encoder->depth--;
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_encode_note_column(encoder, &t->columns[i]);
	}
	return write_elements(encoder, t);
}

bool brine_encode_table(brine_encoder *encoder, HashTable *array, bool is_list, bool *done)
{
	brine_table t = {.array = array, .count = zend_hash_num_elements(array), .is_list = is_list};
	bool success = true;

	*done = false;
	if (t.count < BRINE_TABLE_MIN || encoder->depth >= encoder->max_depth) {
		return true;
	}
	if (brine_table_prepare(&t, encoder)) {
		*done = true;
		success = write_table(encoder, &t);
	}
	brine_table_free(&t);
	return success;
}
