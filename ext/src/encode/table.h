/*
 * A table while it is encoded. rows.c finds out what its rows are and what their columns hold, row_filters.c which rows are better written as values;
 * table.c writes it.
 */
#ifndef BRINE_ENCODE_TABLE_H
#define BRINE_ENCODE_TABLE_H

#include "column/column.h"
#include "encode/object_form.h"

/* Rows that are looked at together, column after column, while they are in the cache. */
#define BRINE_TABLE_BLOCK 256

/* Tables of fewer elements stay in the cache as a whole. In others a block of rows is looked at once it is found, and written all at once. */
#define BRINE_LARGE_TABLE 4096

/*
 * A row that repeats an earlier one: which is the first of those, and what is in it: strings, arrays, elements of these, and levels of
 * arrays with its own.
 */
typedef struct {
	bool is_repeated;
	/* Nothing but scalars and small arrays. */
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
	/* A row of arrays or of dynamic properties whose keys all rows have; or the class of objects. */
	HashTable *keys;
	zend_object *object;
	uint32_t column_count;

	/* What the cells of each row lie relative to. Elements that are no rows are marked, and have none. */
	const char **bases;
	uint32_t row_count;
	/* Rows whose cells were looked at. */
	uint32_t scanned;
	/* True if a row is an object that may have been seen before, or may be seen again. */
	bool has_trackable;
	unsigned char *bitmap;

	size_t *offsets;
	brine_column_writer *columns;
	/* Columns that have values of their own. */
	uint32_t *value_columns;
	uint32_t value_column_count;

	/* True once it is known that few rows, which are arrays, repeat others. */
	bool is_settled;
	/* Where too many do: which, for each row. */
	brine_row_content *repeats;
} brine_table;

/* The elements of an array in order. */
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

/* Begins with an array of which nothing is known. All other fields are set as its rows and columns are found. */
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
 * Finds out whether the array of a table, whose elements are counted, is one, and prepares its rows and columns. What is allocated for them is
 * freed by brine_table_free() in either case.
 */
bool brine_table_prepare(brine_table *table, brine_encoder *encoder);
void brine_table_free(brine_table *table);

/* True if it is no table, since the first elements are objects that were seen before, and more than it may have. */
bool brine_table_begins_with_known(const brine_table *table, brine_encoder *encoder);

/*
 * Looks at the rows of a table whose columns are there. False if it is no table because of them; *remarked says whether any was marked, so that its
 * cells do not count any more.
 */
bool brine_table_check_rows(brine_table *table, brine_encoder *encoder, bool *remarked);

/* True if another row can repeat this one: there are neither objects nor PHP references in it, and not too many levels of arrays. */
bool brine_row_can_repeat(HashTable *row);

/*
 * True if so many rows, which are arrays, repeat earlier ones that they are better written as values, which can be shared. It is told which they are, and
 * brine_encode_repeating_rows() writes them.
 */
bool brine_table_repeats(brine_table *table);

/* Writes an array that is no table, since its rows repeat one another: where one equals an earlier one, a reference to that is all. */
bool brine_encode_repeating_rows(brine_encoder *encoder, const brine_table *table);

#endif
