/*
 * Encoding of tables: which rows stay rows. Objects that were met before are written as values, which refer to them; and the rows of objects have to be inert:
 * nothing in their values runs user code or leads to another row. Arrays that repeat one another are no rows: encode/row_repeats.c.
 */
#include "encode/table.h"

/* Elements in the cells of objects that are looked at, for each cell. */
#define INERT_BUDGET 16
#define INERT_LEVELS 32
/* Elements of a table that may be objects that were met before, null or scalars. */
#define MOST_KNOWN(count) ((count) / 4)

/*
 * True if a cell holds neither an object that is no enum case nor a PHP reference, no more elements than *budget, and no more than `levels` arrays
 * in one another.
 */
static bool is_inert(zval *cell, size_t *budget, unsigned levels)
{
	zval *element;

	cell = brine_unwrap_lone(cell);
	if (Z_TYPE_P(cell) == IS_OBJECT) {
		return (Z_OBJCE_P(cell)->ce_flags & ZEND_ACC_ENUM) != 0;
	}
	if (Z_TYPE_P(cell) != IS_ARRAY) {
		return !Z_ISREF_P(cell);
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(cell)) > *budget || levels == 0) {
		return false;
	}
	*budget -= zend_hash_num_elements(Z_ARRVAL_P(cell));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(cell), element) {
		if (!is_inert(element, budget, levels - 1)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool rows_are_inert(const brine_table *table)
{
	size_t budget = ((size_t) table->row_count + 16) * ((size_t) table->column_count + 1) * INERT_BUDGET;
	bool is_flat = true;

	for (uint32_t i = 0; i < table->value_column_count; i++) {
		is_flat &= brine_column_is_flat(&table->columns[table->value_columns[i]]);
	}
	if (is_flat) {
		return true;
	}
	for (uint32_t row = 0; row < table->row_count; row++) {
		for (uint32_t i = 0; i < table->value_column_count; i++) {
			if (!is_inert(
					(zval *) (table->bases[row] + table->offsets[table->value_columns[i]]), &budget, INERT_LEVELS)) {
				return false;
			}
		}
	}
	return true;
}

static zend_always_inline bool was_met(brine_encoder *encoder, zval *element)
{
	return Z_TYPE_P(element) == IS_OBJECT && brine_object_is_trackable(encoder, Z_OBJ_P(element))
		&& brine_identity_find(&encoder->objects, Z_OBJ_P(element)) != NULL;
}

bool brine_table_begins_with_known(const brine_table *table, brine_encoder *encoder)
{
	brine_element_iterator iterator = {table->array, 0};
	uint32_t known = 0;
	zend_ulong h;
	zend_string *key;

	while (known <= MOST_KNOWN(table->count)) {
		if (!was_met(encoder, brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key)))) {
			return false;
		}
		known++;
	}
	return true;
}

/*
 * Looks for objects that were met before. True if all marked elements are such objects, null or scalars, and there are rows enough. Objects
 * that occur twice in the table are found by mark_known_objects().
 */
static bool objects_are_new(brine_table *table, brine_encoder *encoder)
{
	brine_element_iterator iterator = {table->array, 0};
	uint32_t known = 0;
	zend_ulong h;
	zend_string *key;

	if (!table->has_trackable && table->row_count == table->count) {
		return true;
	}
	for (uint32_t i = 0; i < table->count; i++) {
		zval *element = brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key));
		bool met = was_met(encoder, element);

		if (Z_TYPE_P(element) >= IS_ARRAY && Z_TYPE_P(element) != IS_OBJECT) {
			return false;
		}
		if (brine_table_is_marked(table, i) && Z_TYPE_P(element) == IS_OBJECT && !met) {
			return false;
		}
		known += met || brine_table_is_marked(table, i);
	}
	return known <= MOST_KNOWN(table->count);
}

/* Marks objects that were met before, and remembers the others; their numbers are given when they are written. */
static bool mark_known_objects(brine_table *table, brine_encoder *encoder)
{
	brine_element_iterator iterator = {table->array, 0};
	uint32_t row = 0, kept = 0;
	zend_ulong h;
	zend_string *key;

	if (!table->has_trackable) {
		encoder->has_untracked = true;
		return false;
	}
	for (uint32_t i = 0; i < table->count; i++) {
		zval *element = brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key));

		if (brine_table_is_marked(table, i)) {
			continue;
		}
		if (!brine_object_is_trackable(encoder, Z_OBJ_P(element))) {
			encoder->has_untracked = true;
			table->bases[kept++] = table->bases[row++];
		} else if (brine_identity_find(&encoder->objects, Z_OBJ_P(element))) {
			brine_table_mark(table, i);
			row++;
		} else {
			brine_identity_add(&encoder->objects, Z_OBJ_P(element), 0, 0);
			table->bases[kept++] = table->bases[row++];
		}
	}
	table->row_count = kept;
	return kept < row;
}

/* True if a column of integers says that no two rows are equal. */
static bool has_distinct_column(const brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		brine_cells cells = brine_table_cells(table, i);

		if (brine_column_is_monotonic(&table->columns[i], &cells)) {
			return true;
		}
	}
	return false;
}

bool brine_table_check_rows(brine_table *table, brine_encoder *encoder, bool *remarked)
{
	*remarked = false;
	if (brine_table_has_arrays(table)) {
		return table->is_settled || has_distinct_column(table) || !brine_table_repeats(table);
	}
	if (!objects_are_new(table, encoder) || !rows_are_inert(table)) {
		return false;
	}
	*remarked = mark_known_objects(table, encoder);
	return true;
}
