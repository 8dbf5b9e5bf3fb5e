/*
 * A table during encoding: rows.c finds rows and columns, row_filters.c decides which rows are better written as
 * values, table.c writes it.
 */
#ifndef BRINE_ENCODE_TABLE_H
#define BRINE_ENCODE_TABLE_H

#include "column/column.h"
#include "encode/object_form.h"

/* Rows scanned together, column by column, while they are cached. */
#define BRINE_TABLE_BLOCK 256

/*
 * Smaller tables fit into the cache. In larger ones each block of rows is scanned as soon as it is found, and written
 * as a unit.
 */
#define BRINE_LARGE_TABLE 4096

/*
 * A repeated row: the first equal row, and its content: strings, arrays, their elements, and levels of arrays including
 * its own.
 */
typedef struct {
	bool is_repeated;
	/* Contains only scalars and small arrays. */
	bool is_plain;
	uint32_t first;
	uint32_t strings;
	uint32_t arrays;
	uint32_t elements;
	uint32_t height;
} brine_row_content;

typedef struct {
	HashTable *array;
	uint32_t count;
	bool is_list;

	brine_row_form form;
	/* Array or dynamic properties of one row, whose keys all rows have; or an object of the class. */
	HashTable *keys;
	zend_object *object;
	uint32_t column_count;

	/* Base address of each row's cells. Other elements are marked and have none. */
	const char **bases;
	uint32_t row_count;
	/* Number of rows scanned. */
	uint32_t scanned;
	/* True if a row is an object that may have been seen before or may be seen again. */
	bool has_trackable;
	unsigned char *bitmap;

	size_t *offsets;
	brine_column_writer *columns;
	/* Columns with tagged values. */
	uint32_t *value_columns;
	uint32_t value_column_count;

	/* True once brine_table_repeats() has run. */
	bool is_settled;
	/* Per row, if too many repeat; otherwise NULL. */
	brine_row_content *repeats;
} brine_table;

/* Iterates over the elements of an array in order. */
typedef struct {
	HashTable *array;
	uint32_t position;
} brine_element_iterator;

static inline zval *brine_next_element(brine_element_iterator *iterator, zend_ulong *h, zend_string **key)
{
	HashTable *array = iterator->array;

	for (;;) {
		uint32_t position = iterator->position++;

		if (HT_IS_PACKED(array)) {
			if (Z_TYPE(array->arPacked[position]) != IS_UNDEF) {
				*h = position;
				*key = NULL;
				return &array->arPacked[position];
			}
		} else if (Z_TYPE(array->arData[position].val) != IS_UNDEF) {
			*h = array->arData[position].h;
			*key = array->arData[position].key;
			return &array->arData[position].val;
		}
	}
}

static inline bool brine_table_has_arrays(const brine_table *table)
{
	return table->form == BRINE_ROW_MAP || table->form == BRINE_ROW_LIST;
}

static inline bool brine_table_is_marked(const brine_table *table, uint32_t i)
{
	return table->bitmap && brine_bit(table->bitmap, i);
}

/* Marks element i. */
static inline void brine_table_mark(brine_table *table, uint32_t i)
{
	if (!table->bitmap) {
		table->bitmap = ecalloc(1, brine_bitmap_size(table->count));
	}
	table->bitmap[i / 8] |= (unsigned char) (1u << (i % 8));
}

static inline brine_cells brine_table_cells(const brine_table *table, uint32_t column)
{
	return (brine_cells){.bases = table->bases, .offset = table->offsets[column]};
}

/* Starts with an unexamined array. The other fields are set as rows and columns are found. */
static inline void brine_table_start(brine_table *table, HashTable *array, bool is_list)
{
	table->array = array;
	table->count = zend_hash_num_elements(array);
	table->is_list = is_list;
	table->bases = NULL;
	table->bitmap = NULL;
	table->columns = NULL;
	table->is_settled = false;
	table->repeats = NULL;
}

/*
 * Decides whether an array, whose elements are counted, is a table, and prepares rows and columns. The caller always
 * calls brine_table_free().
 */
bool brine_table_prepare(brine_table *table, brine_encoder *encoder);
void brine_table_free(brine_table *table);

/* True if the first elements are objects seen before, and more than a table may have. */
bool brine_table_begins_with_known(const brine_table *table, brine_encoder *encoder);

/*
 * True if the table, whose columns are chosen, takes at most as many bytes as its rows one by one. Finds the columns
 * with values.
 */
bool brine_table_pays(brine_table *table);

/*
 * Checks the rows after the columns are chosen. False if the array is not a table because of them; *remarked: rows were
 * marked, so the columns must be scanned again.
 */
bool brine_table_check_rows(brine_table *table, brine_encoder *encoder, bool *remarked);

/*
 * True if the row could repeat: it has neither objects nor PHP references, and not too many elements or levels of
 * arrays.
 */
bool brine_row_can_repeat(HashTable *row);

/*
 * True if so many array rows repeat earlier ones that shareable values are smaller. Records which ones, for
 * brine_encode_repeating_rows().
 */
bool brine_table_repeats(brine_table *table);

/* Writes an array with repeating rows: each repetition is a reference to the first equal row. */
bool brine_encode_repeating_rows(brine_encoder *encoder, const brine_table *table);

#endif
