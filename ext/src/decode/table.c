/*
 * Decoding of runs (lists stored as one column) and tables (arrays whose elements are mostly rows of one shape, stored
 * by column). Mirror image of encode/table.c.
 */
#include "globals.h"
#include "core/memory.h"
#include "decode/array.h"
#include "decode/class.h"
#include "decode/dictionary.h"
#include "decode/keys.h"
#include "decode/layout.h"
#include "decode/refuse.h"
#include "decode/value.h"

/* Fails with a reason from column/column.h, which left the cursor at the fault. */
static bool fail_at_cursor(brine_decoder *decoder, brine_decode_error error)
{
	return brine_decode_fail(decoder, error, decoder->in.p);
}

/* Charges the elements of arrays in a CONSTANT, for the cells after its first. */
static bool count_copies(brine_decoder *decoder, zend_ulong elements, uint32_t copies, const unsigned char *at)
{
	if (UNEXPECTED(elements > 0 && copies > decoder->elements_left / elements)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_ELEMENTS, at);
	}
	decoder->elements_left -= elements * copies;
	return true;
}

/* Reads a column of `count` cells; decodes a CONSTANT's value and charges it for all cells. */
static bool decode_column(brine_decoder *decoder, brine_column_reader *column, uint32_t count)
{
	brine_decode_error error = brine_column_read(&decoder->in, column, count);
	zend_ulong elements_left = decoder->elements_left;
	uint32_t identity_count = decoder->identity_count;
	const unsigned char *at;
	bool success;

	if (UNEXPECTED(error != BRINE_OK)) {
		return fail_at_cursor(decoder, error);
	}
	if (column->kind != BRINE_COLUMN_CONSTANT) {
		return true;
	}
	at = decoder->in.p;
	success = brine_decode_no_reference(decoder, &column->constant);
	if (Z_REFCOUNTED(column->constant)) {
		/* The cells take their own references. */
		brine_decode_discard(decoder, &column->constant);
	}
	if (UNEXPECTED(!success)) {
		/* The value is in many cells, so the table is the reported place. */
		brine_path_clear(&decoder->path);
		return false;
	}
	if (UNEXPECTED(decoder->identity_count != identity_count)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_ARRAY, at);
	}
	return count_copies(decoder, elements_left - decoder->elements_left, column->members - 1, at);
}

bool brine_decode_run(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	brine_open_array open;
	brine_column_reader column;
	brine_cell_source rows = {.columns = &column, .at = at};
	zend_array *list;
	uint32_t count;

	if (UNEXPECTED(!brine_decode_count(decoder, &count, 0)
			|| !brine_decode_open_array(decoder, &open, count, brine_memory_of_list(count), at))) {
		return false;
	}
	if (UNEXPECTED(!decode_column(decoder, &column, count))) {
		brine_decode_explain_column(decoder, &column, 0, 0);
		return false;
	}
	if (UNEXPECTED(column.kind == BRINE_COLUMN_VALUES)) {
		return brine_decode_refuse_kind(decoder, "the column of a run", decoder->in.p - 1);
	}
	list = brine_new_list(count);
	ZVAL_ARR(out, list);
	if (EXPECTED(!column.bitmap)) {
		brine_column_fill(&decoder->in, &column, list->arPacked, count);
	} else {
		for (; rows.row < count; rows.row++) {
			if (UNEXPECTED(!brine_decode_cell(decoder, &rows, 0, &list->arPacked[rows.row]))) {
				brine_list_finish(list, rows.row + 1);
				brine_path_add_key(&decoder->path, rows.row, NULL);
				return false;
			}
		}
	}
	brine_list_finish(list, count);
	return brine_decode_close_array(decoder, &open, list);
}

/* A table whose head is being read. */
typedef struct {
	const unsigned char *at;
	uint32_t count;
	/* Rows among the elements, and the bitmap of the others; NULL if all are rows. */
	uint32_t row_count;
	const unsigned char *bitmap;
	/* The shape of the rows; BRINE_MAX_NUMBERS for lists. */
	uint32_t shape;
	uint32_t column_count;
	brine_cell_source rows;
} table_head;

/* Reads which elements are rows. */
static bool decode_bitmap(brine_decoder *decoder, table_head *head)
{
	const unsigned char *at;
	uint64_t has_bitmap;
	brine_decode_error error;

	if (UNEXPECTED(!brine_decode_uv(decoder, &has_bitmap, &at))) {
		return false;
	}
	if (UNEXPECTED(has_bitmap > 1)) {
		return brine_decode_refuse_number(decoder, "number of bitmaps", has_bitmap, 0, 1, at);
	}
	head->row_count = head->count;
	if (!has_bitmap) {
		return true;
	}
	error = brine_bitmap_read(&decoder->in, head->count, &head->bitmap, &head->row_count);
	if (UNEXPECTED(error == BRINE_ERR_BAD_COLUMN)) {
		return brine_decode_refuse_bitmap(decoder, "a table");
	}
	return error == BRINE_OK || fail_at_cursor(decoder, error);
}

/* A shape without an instance yet: its layout is a separate array. */
static bool decode_map_head(brine_decoder *decoder, table_head *head, const unsigned char *at)
{
	uint32_t shape = brine_decode_new_shape(decoder, BRINE_SHAPE_MAP, at);
	uint32_t first_string = decoder->strings.count;
	uint32_t count;
	zend_array *layout;
	bool readable;

	if (UNEXPECTED(shape == BRINE_MAX_NUMBERS || !brine_decode_count(decoder, &count, 2))) {
		return false;
	}
	head->shape = shape;
	head->column_count = count;
	if (brine_decode_cached_keys(decoder, shape, count, &readable)) {
		return true;
	}
	layout = zend_new_array(count);
	zend_hash_real_init_mixed(layout);
	decoder->shapes[shape].layout = layout;
	decoder->shapes[shape].owns_layout = true;
	if (UNEXPECTED(!brine_decode_keys(decoder, layout, count, at))) {
		return false;
	}
	if (readable) {
		brine_shape_cache_add(BRINE_G(shapes), &decoder->definition, &decoder->strings, first_string, layout, NULL);
	}
	decoder->shapes[shape].count = count;
	decoder->shapes[shape].ready = true;
	return true;
}

static bool decode_shape_number(
	brine_decoder *decoder, table_head *head, uint64_t shape, const unsigned char *at, const unsigned char *number_at)
{
	if (UNEXPECTED(shape >= decoder->shape_count || !decoder->shapes[shape].ready
			|| decoder->shapes[shape].kind == BRINE_SHAPE_CUSTOM)) {
		return brine_decode_fail(decoder, BRINE_ERR_UNKNOWN_SHAPE, number_at);
	}
	head->shape = (uint32_t) shape;
	head->column_count = decoder->shapes[shape].count;
	return head->column_count <= brine_cursor_left(&decoder->in) || brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
}

/* Reads the shape of the rows. */
static bool decode_row_head(brine_decoder *decoder, table_head *head)
{
	const unsigned char *at = decoder->in.p, *tag_at = at, *number_at;
	uint64_t number;
	unsigned tag;

	if (UNEXPECTED(at == decoder->in.end)) {
		return brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	tag = *decoder->in.p++;
	if (UNEXPECTED(tag == BRINE_TAG_LAYOUT)) {
		if (UNEXPECTED(!brine_decode_layout(decoder, &tag, &number, &tag_at, at))) {
			return false;
		}
		if (tag == BRINE_TAG_SHAPED) {
			return decode_shape_number(decoder, head, number, at, tag_at);
		}
	}
	if (tag >= BRINE_TAG_SHAPED_1 && tag <= BRINE_TAG_SHAPED_1_LAST) {
		number = tag - BRINE_TAG_SHAPED_1;
		if (UNEXPECTED(decoder->strings.dictionary && !brine_decode_dictionary_shaped_1(decoder, &number, at))) {
			return false;
		}
		return decode_shape_number(decoder, head, number, at, at);
	}
	if (tag >= BRINE_TAG_SHORT_LIST && tag <= BRINE_TAG_SHORT_LIST_LAST) {
		head->shape = BRINE_MAX_NUMBERS;
		head->column_count = tag - BRINE_TAG_SHORT_LIST + 1;
		return head->column_count <= brine_cursor_left(&decoder->in)
			|| brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, at);
	}
	switch (tag) {
		case BRINE_TAG_LIST:
			head->shape = BRINE_MAX_NUMBERS;
			return brine_decode_count(decoder, &head->column_count, 1);
		case BRINE_TAG_MAP:
			return decode_map_head(decoder, head, at);
		case BRINE_TAG_SHAPED:
			return brine_decode_uv(decoder, &number, &number_at)
				&& (EXPECTED(!decoder->strings.dictionary) || brine_decode_dictionary_shape_ref(decoder, &number, at))
				&& decode_shape_number(decoder, head, number, at, number_at);
		case BRINE_TAG_OBJECT:
			if (UNEXPECTED(!brine_decode_object_head(decoder, &head->shape, at))) {
				return false;
			}
			head->column_count = decoder->shapes[head->shape].count;
			return true;
		default:
			return brine_decode_fail_with(
				decoder, BRINE_ERR_UNKNOWN_TAG, tag_at, strpprintf(0, "rows do not begin with the tag %02X", tag));
	}
}

static uint64_t memory_of_row(const brine_decoder *decoder, const table_head *head)
{
	const brine_decoded_shape *shape;

	if (head->shape == BRINE_MAX_NUMBERS) {
		return brine_memory_of_list(head->column_count);
	}
	shape = &decoder->shapes[head->shape];
	return shape->kind == BRINE_SHAPE_MAP ? brine_memory_of_map(head->column_count) : shape->memory;
}

/* Charges level, cells and memory of all rows, and reads their columns. */
static bool decode_columns(brine_decoder *decoder, table_head *head)
{
	uint64_t cells = (uint64_t) head->row_count * head->column_count;
	/* No overflow: there are at most 2^30 rows and columns, and fewer slots in a class. */
	uint64_t memory =
		head->row_count * memory_of_row(decoder, head) + (uint64_t) BRINE_MEMORY_OF_COLUMN * head->column_count;

	if (UNEXPECTED(!brine_decode_enter(
			decoder, cells < ZEND_ULONG_MAX ? (zend_ulong) cells : ZEND_ULONG_MAX, memory, head->at))) {
		return false;
	}
	if (decoder->depth > decoder->deepest) {
		decoder->deepest = decoder->depth;
	}
	head->rows.columns = safe_emalloc(head->column_count, sizeof(brine_column_reader), sizeof(brine_column_reader));
	for (uint32_t i = 0; i < head->column_count; i++) {
		if (UNEXPECTED(!decode_column(decoder, &head->rows.columns[i], head->row_count))) {
			brine_decode_explain_column(decoder, &head->rows.columns[i], i + 1, head->column_count);
			return false;
		}
	}
	brine_decode_leave(decoder);
	return true;
}

static bool decode_list_row(brine_decoder *decoder, zval *out, table_head *head)
{
	zend_array *list = brine_new_list(head->column_count);
	zval *cell = list->arPacked;

	ZVAL_ARR(out, list);
	for (uint32_t i = 0; i < head->column_count; i++, cell++) {
		if (UNEXPECTED(!brine_decode_cell(decoder, &head->rows, i, cell))) {
			brine_list_finish(list, i + 1);
			brine_path_add_key(&decoder->path, i, NULL);
			return false;
		}
	}
	brine_list_finish(list, head->column_count);
	return true;
}

static bool decode_map_row(brine_decoder *decoder, zval *out, const HashTable *layout, table_head *head)
{
	zend_array *map = brine_map_clone_layout(layout);

	ZVAL_ARR(out, map);
	if (UNEXPECTED(!brine_decode_map_cells(decoder, map, layout, 0, head->column_count, &head->rows))) {
		brine_decode_path_element(decoder, map);
		return false;
	}
	return true;
}

/* Adds the step to element i of a table to the path. */
static void add_step(brine_decoder *decoder, const zval *element, size_t stride, uint32_t i)
{
	const Bucket *bucket = (const Bucket *) element;

	if (stride == sizeof(zval)) {
		brine_path_add_key(&decoder->path, i, NULL);
	} else {
		brine_path_add_key(&decoder->path, bucket->h, bucket->key);
	}
}

/* Decodes elements in order, rows and others; element i goes to `first` + i · `stride` bytes. */
static bool decode_elements(brine_decoder *decoder, table_head *head, zval *first, size_t stride, uint32_t *decoded)
{
	bool is_map = head->shape != BRINE_MAX_NUMBERS && decoder->shapes[head->shape].kind == BRINE_SHAPE_MAP;
	bool is_object = head->shape != BRINE_MAX_NUMBERS && !is_map;
	const HashTable *layout = is_map ? decoder->shapes[head->shape].layout : NULL;
	char *place = (char *) first;

	for (uint32_t i = 0; i < head->count; i++, place += stride) {
		zval *element = (zval *) place;
		bool success;

		*decoded = i + 1;
		if (UNEXPECTED(head->bitmap && brine_bit(head->bitmap, i))) {
			if (UNEXPECTED(!brine_decode_value(decoder, element))) {
				add_step(decoder, element, stride, i);
				return false;
			}
			continue;
		}
		ZVAL_NULL(element);
		if (is_object) {
			success = brine_decode_row_object(decoder, element, head->shape, &head->rows);
		} else {
			uint32_t identity_count = decoder->identity_count;

			decoder->depth++;
			success = is_map ? decode_map_row(decoder, element, layout, head) : decode_list_row(decoder, element, head);
			success =
				success && (decoder->identity_count == identity_count || brine_decode_close_impure_array(decoder));
			decoder->depth--;
		}
		if (UNEXPECTED(!success)) {
			add_step(decoder, element, stride, i);
			return false;
		}
		head->rows.row++;
	}
	return true;
}

/* Reads what precedes the rows; the number of elements was already read. */
static bool decode_before_elements(brine_decoder *decoder, table_head *head)
{
	return decode_bitmap(decoder, head) && decode_row_head(decoder, head) && decode_columns(decoder, head);
}

static bool decode_table_count(brine_decoder *decoder, table_head *head)
{
	const unsigned char *count_at = decoder->in.p;

	if (UNEXPECTED(!brine_decode_count(decoder, &head->count, 0))) {
		return false;
	}
	return head->count / BRINE_TABLE_ELEMENTS_PER_BYTE + (head->count % BRINE_TABLE_ELEMENTS_PER_BYTE != 0)
		<= brine_cursor_left(&decoder->in)
		|| brine_decode_fail(decoder, BRINE_ERR_TRUNCATED, count_at);
}

static bool decode_list_of_rows(brine_decoder *decoder, zval *out, table_head *head)
{
	uint32_t decoded = 0;
	zend_array *list;
	bool success;

	if (UNEXPECTED(!decode_before_elements(decoder, head))) {
		return false;
	}
	list = brine_new_list(head->count);
	ZVAL_ARR(out, list);
	success = decode_elements(decoder, head, list->arPacked, sizeof(zval), &decoded);
	brine_list_finish(list, decoded);
	return success;
}

bool brine_decode_table(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	table_head head = {.at = at, .rows.at = at};
	brine_open_array open;
	bool success;

	if (UNEXPECTED(!decode_table_count(decoder, &head)
			|| !brine_decode_open_array(decoder, &open, head.count, brine_memory_of_list(head.count), at))) {
		return false;
	}
	success = decode_list_of_rows(decoder, out, &head);
	if (head.rows.columns) {
		efree(head.rows.columns);
	}
	return EXPECTED(success) && brine_decode_close_array(decoder, &open, Z_ARR_P(out));
}

/* Reads the keys as one column of integers. */
static bool decode_key_column(brine_decoder *decoder, HashTable *map, uint32_t count, const unsigned char *at)
{
	brine_cursor *in = &decoder->in;
	brine_column_reader column;
	brine_decode_error error;

	if (UNEXPECTED(in->p < in->end && *in->p != BRINE_COLUMN_AFFINE
			&& (*in->p < BRINE_COLUMN_INTEGERS || *in->p >= BRINE_COLUMN_DECIMALS))) {
		return brine_decode_refuse_kind(decoder, "the column of keys", in->p);
	}
	error = brine_column_read(in, &column, count);
	if (UNEXPECTED(error != BRINE_OK)) {
		return fail_at_cursor(decoder, error);
	}
	for (uint32_t i = 0; i < count; i++) {
		zval key;

		ZVAL_LONG(&key, 0);
		brine_column_next(&decoder->in, &column, &key);
		brine_map_append_key(map, (zend_ulong) Z_LVAL(key), NULL);
	}
	return brine_decode_check_distinct(decoder, map, BRINE_ERR_DUPLICATE_KEY, at);
}

static bool decode_map_of_rows(brine_decoder *decoder, zval *out, table_head *head)
{
	const unsigned char *form_at;
	uint32_t decoded = 0;
	uint64_t form;
	zend_array *map;

	if (UNEXPECTED(!brine_decode_uv(decoder, &form, &form_at))) {
		return false;
	}
	if (UNEXPECTED(form > 1)) {
		return brine_decode_refuse_number(decoder, "form of the keys", form, 0, 1, form_at);
	}
	map = zend_new_array(head->count);
	zend_hash_real_init_mixed(map);
	ZVAL_ARR(out, map);
	if (UNEXPECTED(!(form ? decode_key_column(decoder, map, head->count, head->at)
						  : brine_decode_keys(decoder, map, head->count, head->at)))) {
		return false;
	}
	return decode_before_elements(decoder, head)
		&& decode_elements(decoder, head, &map->arData[0].val, sizeof(Bucket), &decoded);
}

bool brine_decode_keyed_table(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	table_head head = {.at = at, .rows.at = at};
	brine_open_array open;
	bool success;

	if (UNEXPECTED(!decode_table_count(decoder, &head)
			|| !brine_decode_open_array(decoder, &open, head.count, brine_memory_of_map(head.count), at))) {
		return false;
	}
	success = decode_map_of_rows(decoder, out, &head);
	if (head.rows.columns) {
		efree(head.rows.columns);
	}
	return EXPECTED(success) && brine_decode_close_array(decoder, &open, Z_ARR_P(out));
}
