/*
 * Encoding of runs (lists stored as one column) and of tables, whose rows rows.c has found: first the columns, then row
 * by row the remaining values. Mirror image of decode/table.c.
 */
#include "encode/table.h"
#include "core/slots.h"
#include "encode/class.h"
#include "encode/encode.h"
#include "encode/heights.h"
#include "encode/keys.h"

/* First tokens of transcripts of runs and tables. */
enum {
	BRINE_CONSTANT_RUN = BRINE_CONSTANT_BYTE + 256,
	BRINE_CONSTANT_TABLE,
	BRINE_CONSTANT_KEYED_TABLE,
};

/* Elements examined before the search for a run is given up: few at first, then more at a time. */
#define RUN_FIRST_BLOCK 32
#define RUN_BLOCK 512

/* Begins the transcript of a run or table. */
static void note_start(brine_encoder *encoder, unsigned constant, uint32_t count)
{
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, constant));
	brine_seen_arrays_note(&encoder->seen_arrays, count);
}

/*
 * Notes output bytes that contain no numbers of strings, shapes or arrays. Not for the outermost array, which is never
 * looked up.
 */
static void note_bytes(brine_encoder *encoder, size_t offset, size_t size)
{
	if (encoder->depth > 1) {
		brine_seen_arrays_note_bytes(&encoder->seen_arrays, encoder->out.start + offset, size);
	}
}

/* Notes a column's kind first: it defines the meaning of the tokens after it. */
static void note_kind(brine_encoder *encoder, const brine_column_writer *column)
{
	brine_seen_arrays_note(&encoder->seen_arrays, column->kind | column->flag | column->width << 8);
}

/* Writes `column` up to its cells, and notes a CONSTANT's value. */
static bool encode_column_head(brine_encoder *encoder, brine_column_writer *column)
{
	zval null;

	brine_reserve(&encoder->out, brine_column_size(column));
	brine_column_put_head(&encoder->out, column);
	if (column->kind != BRINE_COLUMN_CONSTANT) {
		return true;
	}
	ZVAL_NULL(&null);
	return brine_encode_value(encoder, column->pattern ? column->pattern : &null);
}

/* Notes what a column wrote, except for values. */
static void note_column(brine_encoder *encoder, const brine_column_writer *column)
{
	size_t end = column->body;

	if (column->kind == BRINE_COLUMN_BOOLEANS) {
		end += brine_bitmap_size(column->members);
	}
	note_bytes(encoder, column->head, end - column->head);
}

/* Guesses from three elements: numbers, booleans, nulls, or one repeated string. */
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

/* Scans a list and chooses a column for it; false if it should not be a run. */
static bool choose_run(brine_column_writer *column, const brine_cells *cells, uint32_t count)
{
	brine_column_start(column);
	for (uint32_t from = 0, to = RUN_FIRST_BLOCK; from < count; from = to, to += RUN_BLOCK) {
		to = to < count ? to : count;
		brine_column_scan(column, cells, from, to);
		if (!column->compares
			&& MAX(column->integers.count, MAX(column->doubles, column->booleans)) + column->nulls
				< column->count / 4 * 3) {
			return false;
		}
	}
	return brine_column_choose(column, cells) && brine_column_pays(column, cells);
}

/* True if a run contains values, whose bytes depend on earlier output. */
static bool has_values(const brine_column_writer *column)
{
	return column->kind == BRINE_COLUMN_CONSTANT || column->flag == BRINE_COLUMN_OTHERS;
}

/* Writes the marked cells as values. */
static bool write_others(brine_encoder *encoder, const brine_column_writer *column, const brine_cells *cells)
{
	for (uint32_t i = 0; i < column->count; i += BRINE_MARKS_AT_ONCE) {
		uint64_t marks = brine_column_writer_marks_from(&encoder->out, column, i);

		for (; marks > 0; marks &= marks - 1) {
			uint32_t other = i + brine_trailing_zeros(marks);

			if (UNEXPECTED(!brine_encode_value(encoder, brine_stored_cell(cells, other)))) {
				brine_path_add_key(&encoder->path, other, NULL);
				return false;
			}
		}
	}
	return true;
}

static bool encode_run(brine_encoder *encoder, brine_column_writer *column, const brine_cells *cells)
{
	uint32_t count = column->count;
	bool noted = has_values(column);

	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(&encoder->out, BRINE_TAG_RUN);
	brine_put_uv(&encoder->out, count);
	if (noted) {
		note_start(encoder, BRINE_CONSTANT_RUN, count);
		note_kind(encoder, column);
	}
	if (UNEXPECTED(!encode_column_head(encoder, column))) {
		return false;
	}
	brine_column_put_cells(&encoder->out, column, cells, 0, count);
	if (!noted) {
		return true;
	}
	note_column(encoder, column);
	return column->flag != BRINE_COLUMN_OTHERS || write_others(encoder, column, cells);
}

bool brine_encode_if_run(brine_encoder *encoder, HashTable *list, brine_array_form *form)
{
	brine_cells cells = {.first = (const char *) list->arPacked, .stride = sizeof(zval)};
	brine_column_writer column;

	if (!HT_IS_PACKED(list)) {
		cells = (brine_cells){.first = (const char *) &list->arData[0].val, .stride = sizeof(Bucket)};
	}
	if (!looks_like_run(&cells, list->nNumUsed) || !choose_run(&column, &cells, list->nNumUsed)) {
		return true;
	}
	*form = has_values(&column) ? BRINE_ARRAY_RUN : BRINE_ARRAY_PURE_RUN;
	return encode_run(encoder, &column, &cells);
}

static void write_row_head(brine_encoder *encoder, const brine_table *table)
{
	brine_buffer *out = &encoder->out;

	if (table->form == BRINE_ROW_MAP) {
		brine_encode_map_head(encoder, table->keys);
	} else if (table->form == BRINE_ROW_LIST) {
		brine_encode_list_head(encoder, table->column_count);
	} else {
		brine_encode_row_class(encoder, table->object);
	}
	brine_reserve(out, 1);
}

/* Writes the bitmap of the elements that are not rows. */
static void write_bitmap(brine_encoder *encoder, const brine_table *table)
{
	brine_buffer *out = &encoder->out;
	size_t start = brine_buffer_offset(out);
	size_t size = brine_bitmap_size(table->count);

	brine_reserve(out, 1 + size);
	brine_put_u8(out, table->row_count < table->count);
	if (table->row_count < table->count) {
		brine_put_bytes(out, (const char *) table->bitmap, size);
	}
	note_bytes(encoder, start, brine_buffer_offset(out) - start);
}

/* Writes the heads of the columns and reserves space for their cells. */
static bool write_column_heads(brine_encoder *encoder, brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		note_kind(encoder, &table->columns[i]);
		if (UNEXPECTED(!encode_column_head(encoder, &table->columns[i]))) {
			return false;
		}
	}
	return true;
}

/* Writes the cells of a block of rows into the reserved space. */
static void write_block(brine_encoder *encoder, brine_table *table, uint32_t from)
{
	uint32_t to = from + MIN(table->row_count - from, BRINE_TABLE_BLOCK);

	for (uint32_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].kind != BRINE_COLUMN_VALUES) {
			brine_cells cells = brine_table_cells(table, i);

			brine_column_put_cells(&encoder->out, &table->columns[i], &cells, from, to);
		}
	}
}

/* Prefetches the strings of a block that is written next. */
static void prefetch_strings(const brine_table *table, uint32_t from)
{
	uint32_t to = from + MIN(table->row_count - from, BRINE_TABLE_BLOCK);

	for (uint32_t i = 0; i < table->value_column_count; i++) {
		brine_cells cells = brine_table_cells(table, table->value_columns[i]);

		BRINE_EACH_STORED_CELL(&cells, from, to, cell, {
			if (Z_TYPE_P(cell) == IS_STRING) {
				brine_prefetch(Z_STR_P(cell));
			}
		});
	}
}

/*
 * True if each block's cells can be written together with its rows: all elements are rows of scalars and strings, so no
 * user code runs in between, and no transcript is needed.
 */
static bool is_written_by_blocks(const brine_encoder *encoder, const brine_table *table)
{
	if (table->count < BRINE_LARGE_TABLE || table->row_count < table->count || encoder->depth > 1) {
		return false;
	}
	for (uint32_t i = 0; i < table->value_column_count; i++) {
		if (!brine_column_is_flat(&table->columns[table->value_columns[i]])) {
			return false;
		}
	}
	return table->value_column_count > 0;
}

/* Adds the step from a row to one of its cells to the path. */
static void add_path(brine_encoder *encoder, const brine_table *table, uint32_t column)
{
	if (table->form == BRINE_ROW_MAP) {
		brine_path_add_key(&encoder->path, table->keys->arData[column].h, table->keys->arData[column].key);
	} else if (table->form == BRINE_ROW_LIST) {
		brine_path_add_key(&encoder->path, column, NULL);
	} else if (table->form == BRINE_ROW_DYNAMIC) {
		brine_path_add_property(&encoder->path, table->keys->arData[column].key);
	} else {
		uint32_t slot = OBJ_PROP_TO_NUM(table->offsets[column]);

		brine_path_add_property(&encoder->path, brine_property_of_slot(table->object->ce, slot)->name);
	}
}

/* Writes the cells of a row that are values. */
static bool write_row(brine_encoder *encoder, const brine_table *table, uint32_t row)
{
	for (uint32_t i = 0; i < table->value_column_count; i++) {
		uint32_t column = table->value_columns[i];
		zval *cell;

		if (table->columns[column].flag && !brine_column_writer_marks(&encoder->out, &table->columns[column], row)) {
			continue;
		}
		cell = (zval *) (table->bases[row] + table->offsets[column]);
		if (UNEXPECTED(!brine_encode_value(encoder, cell))) {
			add_path(encoder, table, column);
			return false;
		}
	}
	return true;
}

/*
 * Writes a row that is an array. If it has several holders, or is behind a PHP reference, its content can be seen
 * again.
 */
static zend_always_inline bool write_array_row(
	brine_encoder *encoder, const brine_table *table, zval *element, uint32_t row, brine_open_shared *open)
{
	HashTable *array = Z_ISREF_P(element) ? Z_ARR_P(Z_REFVAL_P(element)) : Z_ARR_P(element);
	uint32_t identity_count = encoder->identity_count;

	if (GC_REFCOUNT(array) > 1 || UNEXPECTED(Z_ISREF_P(element))) {
		if (brine_encode_is_outermost(encoder, array) && !brine_encode_track_all(encoder)) {
			return false;
		}
		encoder->in_shared_array = true;
		open->array = array;
		encoder->open_shared = open;
	}
	return write_row(encoder, table, row)
		&& (EXPECTED(encoder->identity_count == identity_count) || brine_encode_close_impure_array(encoder));
}

/* Writes a row that is an object and assigns its number. */
static zend_always_inline bool write_object_row(
	brine_encoder *encoder, const brine_table *table, zval *element, uint32_t row)
{
	zend_object *object = Z_ISREF_P(element) ? Z_OBJ_P(Z_REFVAL_P(element)) : Z_OBJ_P(element);
	bool trackable = table->has_trackable && brine_object_is_trackable(encoder, object);
	uint32_t outer_deepest = encoder->deepest;
	uint32_t position = 0, height;
	bool success;

	encoder->identity_count++;
	encoder->deepest = encoder->depth;
	if (trackable) {
		position = brine_identity_renumber(&encoder->objects, object, encoder->object_count);
	}
	encoder->object_count++;
	success = write_row(encoder, table, row);
	height = encoder->deepest - encoder->depth + 1;
	if (outer_deepest > encoder->deepest) {
		encoder->deepest = outer_deepest;
	}
	if (trackable) {
		/* No value in a row refers to anything around it. */
		encoder->objects.entries[position].height = height;
	}
	return success;
}

/* Writes the elements, or the parts of them that are not in columns; `by_blocks`: each block's cells first. */
static bool write_elements(brine_encoder *encoder, brine_table *table, bool by_blocks)
{
	brine_element_iterator iterator = {table->array, 0};
	brine_open_shared open = {NULL, encoder->open_shared, encoder->in_shared_array};
	bool is_array = brine_table_has_arrays(table);
	/* The outermost array and arrays of objects are never looked up. */
	bool has_transcript = is_array && encoder->depth > 1;
	uint32_t transcript_end = encoder->seen_arrays.open_count;
	uint32_t row = 0;

	if (is_array && table->value_column_count == 0 && table->row_count == table->count) {
		return true;
	}
	for (uint32_t i = 0; i < table->count; i++) {
		zend_ulong h;
		zend_string *key;
		zval *element = brine_next_element(&iterator, &h, &key);
		bool success;

		if (brine_table_is_marked(table, i)) {
			success = brine_encode_value(encoder, element);
		} else {
			if (by_blocks && row % BRINE_TABLE_BLOCK == 0) {
				write_block(encoder, table, row);
				prefetch_strings(table, row);
			}
			encoder->depth++;
			success = is_array ? write_array_row(encoder, table, element, row++, &open)
							   : write_object_row(encoder, table, element, row++);
			encoder->in_shared_array = open.outer_in_shared_array;
			encoder->open_shared = open.outer;
			encoder->depth--;
		}
		if (UNEXPECTED(!success)) {
			brine_path_add_key(&encoder->path, h, key);
			return false;
		}
		if (!has_transcript) {
			encoder->seen_arrays.open_count = transcript_end;
		}
	}
	return true;
}

/* Writes the keys of a map of rows as a column, if that is suitable. */
static bool write_key_column(brine_encoder *encoder, const brine_table *table)
{
	brine_column_writer column;
	brine_cells cells;
	uint32_t count = 0;
	Bucket *bucket;
	zval *keys;
	bool chosen;

	ZEND_HASH_MAP_FOREACH_BUCKET(table->array, bucket) {
		if (bucket->key) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	keys = safe_emalloc(table->count, sizeof(*keys), 0);
	ZEND_HASH_MAP_FOREACH_BUCKET(table->array, bucket) {
		ZVAL_LONG(&keys[count], (zend_long) bucket->h);
		count++;
	}
	ZEND_HASH_FOREACH_END();
	cells = (brine_cells){.first = (const char *) keys, .stride = sizeof(*keys)};
	brine_column_start(&column);
	brine_column_scan(&column, &cells, 0, count);
	chosen = brine_column_choose(&column, &cells) && brine_column_pays(&column, &cells);
	if (chosen) {
		brine_seen_arrays_note(&encoder->seen_arrays, 1);
		brine_reserve(&encoder->out, 1 + brine_column_size(&column));
		brine_put_u8(&encoder->out, 1);
		brine_column_put_head(&encoder->out, &column);
		brine_column_put_cells(&encoder->out, &column, &cells, 0, count);
		note_column(encoder, &column);
	}
	efree(keys);
	return chosen;
}

static void write_keys(brine_encoder *encoder, const brine_table *table)
{
	Bucket *bucket;

	if (write_key_column(encoder, table)) {
		return;
	}
	brine_seen_arrays_note(&encoder->seen_arrays, 0);
	brine_reserve(&encoder->out, 1);
	brine_put_u8(&encoder->out, 0);
	ZEND_HASH_MAP_FOREACH_BUCKET(table->array, bucket) {
		brine_encode_key(encoder, bucket->h, bucket->key);
	}
	ZEND_HASH_FOREACH_END();
}

/* A table takes at least a bit per element: if all columns are shorter, the first one is written as values. */
static void pad_to_minimum(brine_table *table)
{
	if (table->row_count < table->count || table->count / BRINE_TABLE_ELEMENTS_PER_BYTE <= table->column_count) {
		return;
	}
	for (uint32_t i = 0; i < table->column_count; i++) {
		const brine_column_writer *column = &table->columns[i];

		if (column->flag || (column->kind != BRINE_COLUMN_CONSTANT && column->kind != BRINE_COLUMN_AFFINE)) {
			return;
		}
	}
	table->columns[0].kind = BRINE_COLUMN_VALUES;
	table->value_columns[table->value_column_count++] = 0;
}

static bool write_table(brine_encoder *encoder, brine_table *table)
{
	bool is_list = table->is_list, by_blocks;

	pad_to_minimum(table);
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_u8(&encoder->out, is_list ? BRINE_TAG_TABLE : BRINE_TAG_KEYED_TABLE);
	brine_put_uv(&encoder->out, table->count);
	note_start(encoder, is_list ? BRINE_CONSTANT_TABLE : BRINE_CONSTANT_KEYED_TABLE, table->count);
	if (!is_list) {
		write_keys(encoder, table);
	}
	write_bitmap(encoder, table);
	write_row_head(encoder, table);
	encoder->depth++;
	if (encoder->deepest < encoder->depth) {
		encoder->deepest = encoder->depth;
	}
	if (UNEXPECTED(!write_column_heads(encoder, table))) {
		return false;
	}
	encoder->depth--;
	by_blocks = is_written_by_blocks(encoder, table);
	if (!by_blocks) {
		for (uint32_t from = 0; from < table->row_count; from += BRINE_TABLE_BLOCK) {
			write_block(encoder, table, from);
		}
		for (uint32_t i = 0; i < table->column_count; i++) {
			note_column(encoder, &table->columns[i]);
		}
	}
	return write_elements(encoder, table, by_blocks);
}

/* False if no two of the first, middle and last element can be rows. */
static zend_always_inline bool can_have_rows(const HashTable *array)
{
	size_t stride = HT_IS_PACKED(array) ? sizeof(zval) : sizeof(Bucket);
	const char *first = HT_IS_PACKED(array) ? (const char *) array->arPacked : (const char *) &array->arData[0].val;
	uint32_t used = array->nNumUsed;
	unsigned others;

	if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(array))) {
		return true;
	}
	others = (Z_TYPE_P((const zval *) first) < IS_ARRAY)
		+ (Z_TYPE_P((const zval *) (first + used / 2 * stride)) < IS_ARRAY)
		+ (Z_TYPE_P((const zval *) (first + (used - 1) * stride)) < IS_ARRAY);
	return others < 2;
}

/* Writes an array with repeating rows; a list may still be a run. */
static bool write_repeating(brine_encoder *encoder, const brine_table *table, brine_array_form *form)
{
	if (table->is_list) {
		if (UNEXPECTED(!brine_encode_if_run(encoder, table->array, form))) {
			return false;
		}
		if (*form != BRINE_ARRAY_LIST) {
			return true;
		}
	}
	*form = BRINE_ARRAY_TABLE;
	return brine_encode_repeating_rows(encoder, table);
}

/* Writes an array whose elements may be rows, if it is a table or has repeating rows. */
static zend_never_inline bool encode_candidate(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	brine_table table;
	bool success = true;

	brine_table_start(&table, array, *form == BRINE_ARRAY_LIST);
	if (brine_table_prepare(&table, encoder)) {
		*form = BRINE_ARRAY_TABLE;
		success = write_table(encoder, &table);
	} else if (table.repeats) {
		success = write_repeating(encoder, &table, form);
	}
	brine_table_free(&table);
	return success;
}

BRINE_HOT bool brine_encode_if_table(brine_encoder *encoder, HashTable *array, brine_array_form *form)
{
	BRINE_ASSERT(zend_hash_num_elements(array) >= BRINE_TABLE_MIN);
	return !can_have_rows(array) || encoder->depth >= encoder->max_depth || encode_candidate(encoder, array, form);
}
