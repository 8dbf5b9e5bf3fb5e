/*
 * Finds the rows of a table: which elements of an array share a form, and the kinds of their columns. table.c asks
 * before writing. The one idea: guess from few elements, then verify; whatever does not clearly pay is written element
 * by element.
 */
#include "core/hash.h"
#include "core/identity.h"
#include "encode/class.h"
#include "encode/keys.h"
#include "encode/table.h"

/* Rows scanned before guessing whether rows repeat. */
#define FIRST_ROWS 8

/* Rows of up to this many columns are always scanned; wider ones spend the scan budget when they occur again. */
#define FREE_COLUMNS 32

/* Cells that a scan or comparison of the element may touch. */
static uint32_t width_of(const zval *element)
{
	const zend_object *object;

	if (Z_TYPE_P(element) == IS_ARRAY) {
		return zend_hash_num_elements(Z_ARRVAL_P(element));
	}
	if (Z_TYPE_P(element) != IS_OBJECT) {
		return 0;
	}
	object = Z_OBJ_P(element);
	return (uint32_t) object->ce->default_properties_count
		+ (object->properties ? zend_hash_num_elements(object->properties) : 0);
}

/*
 * True if the element may be scanned. A wide array can occur many times for a few bytes each, but each scan costs its
 * whole width. So its first occurrence adds twice its width to a budget, and each later scan takes it once.
 */
static bool scan_budget_allows(brine_encoder *encoder, const zval *element)
{
	uint32_t width = width_of(element);

	if (width <= FREE_COLUMNS || Z_REFCOUNT_P(element) == 1) {
		return true;
	}
	if (encoder->rows.count == 0) {
		/* Hold a dummy value: a call that holds values ends with the full reset, which also empties this list. */
		zval nothing;

		ZVAL_NULL(&nothing);
		brine_encode_hold(encoder, &nothing);
	}
	if (!brine_identity_find(&encoder->rows, Z_COUNTED_P(element))) {
		brine_identity_add(&encoder->rows, Z_COUNTED_P(element), 0, 0);
		encoder->scan_budget += UINT64_C(2) * width;
		return true;
	}
	if (width > encoder->scan_budget) {
		return false;
	}
	encoder->scan_budget -= width;
	return true;
}

static bool scan_budget_allows_all(brine_encoder *encoder, HashTable *array)
{
	zval *element;

	ZEND_HASH_FOREACH_VAL(array, element) {
		if (!scan_budget_allows(encoder, brine_encode_unwrap(encoder, element))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Sets the form of the rows to that of `row`; false if it cannot be a row. */
static bool take_form(brine_table *table, brine_encoder *encoder, zval *row)
{
	if (!scan_budget_allows(encoder, row)) {
		return false;
	}
	if (Z_TYPE_P(row) == IS_OBJECT) {
		table->object = Z_OBJ_P(row);
		table->form = brine_object_row_form(table->object);
		if (table->form == BRINE_ROW_DYNAMIC) {
			table->keys = table->object->properties;
			table->column_count = zend_hash_num_elements(table->keys);
		} else if (table->form == BRINE_ROW_SLOTS) {
			table->column_count = (uint32_t) table->object->ce->default_properties_count;
		}
		/* Evaluating a version may run user code: nothing but the row is held so far, and the array holds that. */
		return table->form != BRINE_ROW_NONE && brine_encode_prepare_head(encoder, table->object->ce);
	}
	if (Z_TYPE_P(row) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(row)) == 0
		|| UNEXPECTED(brine_may_have_unset_slots(Z_ARRVAL_P(row)))) {
		return false;
	}
	table->keys = Z_ARRVAL_P(row);
	if (UNEXPECTED(!HT_IS_WITHOUT_HOLES(table->keys))) {
		table->keys = brine_encode_copy_without_holes(encoder, table->keys, false);
	}
	table->column_count = zend_hash_num_elements(table->keys);
	table->form = HT_IS_PACKED(table->keys) || brine_map_is_list(table->keys) ? BRINE_ROW_LIST : BRINE_ROW_MAP;
	/* Longer lists can be runs. */
	return table->form == BRINE_ROW_MAP || table->column_count < BRINE_RUN_MIN;
}

/* Offsets of the cells in a row; for slots, only of those with a value. */
static void find_offsets(brine_table *table)
{
	if (table->form == BRINE_ROW_SLOTS) {
		const zend_class_entry *ce = table->object->ce;
		uint32_t count = 0;

		for (int i = 0; i < ce->default_properties_count; i++) {
			const zend_property_info *info = ce->properties_info_table[i];

			if (info && Z_TYPE_P(OBJ_PROP(table->object, info->offset)) != IS_UNDEF) {
				table->offsets[count++] = info->offset;
			}
		}
		table->column_count = count;
		return;
	}
	for (uint32_t i = 0; i < table->column_count; i++) {
		table->offsets[i] = table->form == BRINE_ROW_LIST && HT_IS_PACKED(table->keys)
			? i * sizeof(zval)
			: i * sizeof(Bucket) + offsetof(Bucket, val);
	}
}

static zend_always_inline bool is_same_key(const Bucket *a, const Bucket *b)
{
	return a->h == b->h && (a->key == b->key || (a->key && b->key && brine_string_bytes_equal(a->key, b->key)));
}

/*
 * The slow part of has_keys(): compares by content, from the first pair of keys that are not the same string object and
 * number.
 */
static zend_never_inline bool have_same_keys(const Bucket *a, const Bucket *b, const Bucket *end)
{
	for (; b < end; a++, b++) {
		if (!is_same_key(a, b)) {
			return false;
		}
	}
	return true;
}

/* True if two maps without holes, with equally many elements, have the same keys. */
static zend_always_inline bool has_keys(const HashTable *map, const HashTable *keys)
{
	const Bucket *a = map->arData, *b = keys->arData, *end = b + keys->nNumUsed;

	for (; b < end; a++, b++) {
		if (((uintptr_t) a->key ^ (uintptr_t) b->key) | (a->h ^ b->h)) {
			return have_same_keys(a, b, end);
		}
	}
	return true;
}

static bool has_same_slots(const zend_object *object, const zend_object *other)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		if ((Z_TYPE(object->properties_table[i]) == IS_UNDEF) != (Z_TYPE(other->properties_table[i]) == IS_UNDEF)) {
			return false;
		}
	}
	return true;
}

/* Fast path: true if the element is a row and a map without holes. After false, call cells_of(). */
static zend_always_inline bool is_map_row(const brine_table *table, const zval *element)
{
	const HashTable *map;

	if (table->form != BRINE_ROW_MAP || Z_TYPE_P(element) != IS_ARRAY) {
		return false;
	}
	map = Z_ARRVAL_P(element);
	return !(HT_FLAGS(map) & (HASH_FLAG_PACKED | HASH_FLAG_HAS_EMPTY_IND)) && map->nNumUsed == table->column_count
		&& map->nNumOfElements == table->column_count && has_keys(map, table->keys);
}

/* Base address of the row's cells; NULL if the element is not a row. */
static const char *cells_of(const brine_table *table, brine_encoder *encoder, zval *element)
{
	HashTable *array;
	zend_object *object;

	if (table->form == BRINE_ROW_MAP || table->form == BRINE_ROW_LIST) {
		if (Z_TYPE_P(element) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(element)) != table->column_count) {
			return NULL;
		}
		array = Z_ARRVAL_P(element);
		if (table->form == BRINE_ROW_LIST) {
			if (HT_IS_PACKED(array) ? !HT_IS_WITHOUT_HOLES(array) : !brine_map_is_list(array)) {
				return NULL;
			}
			return (const char *) brine_encode_without_holes(encoder, array, HT_IS_PACKED(table->keys))->arPacked;
		}
		if (HT_IS_PACKED(array) ? HT_IS_WITHOUT_HOLES(array) : brine_may_have_unset_slots(array)) {
			return NULL;
		}
		array = brine_encode_without_holes(encoder, array, false);
		return has_keys(array, table->keys) ? (const char *) array->arData : NULL;
	}
	if (Z_TYPE_P(element) != IS_OBJECT) {
		return NULL;
	}
	object = Z_OBJ_P(element);
	if (object->ce != table->object->ce) {
		return NULL;
	}
	if (table->form == BRINE_ROW_SLOTS) {
		return brine_object_row_form(object) == table->form && has_same_slots(object, table->object)
			? (const char *) object
			: NULL;
	}
	/* Compare the number first, so that a narrow table never scans a wide object with many holders. */
	return object->properties && zend_hash_num_elements(object->properties) == table->column_count
			&& brine_object_row_form(object) == table->form && has_keys(object->properties, table->keys)
		? (const char *) object->properties->arData
		: NULL;
}

static void start_columns(brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		brine_column_start(&table->columns[i]);
	}
	table->scanned = 0;
}

/* Allocates the columns of the chosen form. */
static void allocate_columns(brine_table *table)
{
	table->columns = safe_emalloc(
		table->column_count, sizeof(*table->columns) + sizeof(*table->offsets) + sizeof(*table->value_columns), 64);
	table->offsets = (size_t *) (table->columns + table->column_count);
	table->value_columns = (uint32_t *) (table->offsets + table->column_count);
	find_offsets(table);
	start_columns(table);
}

/* Scans the cells of rows up to `to`, column by column. */
static void scan_rows(brine_table *table, uint32_t to)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		brine_cells cells = brine_table_cells(table, i);

		brine_column_scan(&table->columns[i], &cells, table->scanned, to);
	}
	table->scanned = to;
}

/* Scans newly found rows while they are in the processor's cache. */
static zend_never_inline void scan_found_rows(brine_table *table)
{
	if (!table->columns) {
		allocate_columns(table);
	}
	scan_rows(table, table->row_count);
}

static void free_columns(brine_table *table)
{
	if (table->columns) {
		efree(table->columns);
		table->columns = NULL;
	}
}

/*
 * Finds the rows. False if the array is not a table of this form: *other is then the first element that is not a row,
 * whose form may be tried next, or NULL if no form is worth trying.
 */
static bool find_rows(brine_table *table, brine_encoder *encoder, zval **other)
{
	brine_element_iterator iterator = {table->array, 0};
	const HashTable *last = NULL;
	const char *last_base = NULL;
	/* Whether `last` counts as a repetition when it appears again; -1 if not yet known. */
	int last_counts = -1;
	uint32_t marked = 0, repeated = 0;
	zend_ulong h;
	zend_string *key;

	*other = NULL;
	if (table->column_count > FREE_COLUMNS && !scan_budget_allows_all(encoder, table->array)) {
		return false;
	}
	free_columns(table);
	table->row_count = 0;
	table->has_trackable = false;
	for (uint32_t i = 0; i < table->count; i++) {
		zval *element = brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key));
		const char *base;

		if (Z_TYPE_P(element) == IS_ARRAY && UNEXPECTED(Z_ARR_P(element) == last)) {
			last_counts = last_counts < 0 ? last_base && brine_row_can_repeat(Z_ARR_P(element)) : last_counts;
			repeated += (uint32_t) last_counts;
			if (repeated > table->count / 2) {
				/* More than half of the rows repeat: brine_table_repeats() would find that later, at more cost. */
				*other = NULL;
				return false;
			}
			base = last_base;
		} else {
			base = is_map_row(table, element) ? (const char *) Z_ARRVAL_P(element)->arData
											  : cells_of(table, encoder, element);
			last = Z_TYPE_P(element) == IS_ARRAY ? Z_ARR_P(element) : NULL;
			last_base = base;
			last_counts = -1;
		}
		if (EXPECTED(base)) {
			if (Z_TYPE_P(element) == IS_OBJECT && brine_object_is_trackable(encoder, Z_OBJ_P(element))) {
				table->has_trackable = true;
			}
			table->bases[table->row_count++] = base;
			if (UNEXPECTED(table->row_count % BRINE_TABLE_BLOCK == 0) && table->count >= BRINE_LARGE_TABLE) {
				scan_found_rows(table);
			}
			continue;
		}
		if (!*other) {
			*other = element;
		}
		if (++marked > table->count / 4) {
			return false;
		}
		brine_table_mark(table, i);
	}
	return true;
}

/* Finds rows of the chosen form; if that fails, of the form of the first element that did not match. */
static bool find_rows_of_any_form(brine_table *table, brine_encoder *encoder)
{
	zval *other;

	if (find_rows(table, encoder, &other)) {
		return true;
	}
	if (table->bitmap) {
		memset(table->bitmap, 0, brine_bitmap_size(table->count));
	}
	return other && take_form(table, encoder, other) && find_rows(table, encoder, &other);
}

/*
 * True if the first three cells of a column are integers with equal, non-zero differences; otherwise no column looks
 * distinct.
 */
static zend_always_inline bool may_seem_distinct(const brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		size_t offset = table->offsets[i];
		const zval *a = (const zval *) (table->bases[0] + offset);
		const zval *b = (const zval *) (table->bases[1] + offset);
		const zval *c = (const zval *) (table->bases[2] + offset);

		if (Z_TYPE_P(a) == IS_LONG && Z_TYPE_P(b) == IS_LONG && Z_TYPE_P(c) == IS_LONG && Z_LVAL_P(a) != Z_LVAL_P(b)
			&& (zend_ulong) Z_LVAL_P(b) - (zend_ulong) Z_LVAL_P(a)
				== (zend_ulong) Z_LVAL_P(c) - (zend_ulong) Z_LVAL_P(b)) {
			return true;
		}
	}
	return false;
}

/* Guesses from the scanned rows, a middle one and the last whether the integers of some column all differ. */
static bool seem_distinct(const brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		const brine_integers *integers = &table->columns[i].integers;
		brine_cells cells = brine_table_cells(table, i);
		zval *middle = brine_cell(&cells, table->row_count / 2), *last = brine_cell(&cells, table->row_count - 1);

		if (integers->count < table->columns[i].count || !integers->affine || integers->step == 0
			|| Z_TYPE_P(middle) != IS_LONG || Z_TYPE_P(last) != IS_LONG) {
			continue;
		}
		if (table->row_count <= 2 * FIRST_ROWS || table->scanned > FIRST_ROWS
			|| ((Z_LVAL_P(middle) > integers->last) == (integers->step > 0)
				&& (Z_LVAL_P(last) > Z_LVAL_P(middle)) == (integers->step > 0))) {
			return true;
		}
	}
	return false;
}

/* Scans all remaining rows and chooses the kinds of the columns. */
static void choose_columns(brine_table *table)
{
	while (table->scanned < table->row_count) {
		uint32_t left = table->row_count - table->scanned;

		scan_rows(table, table->scanned + MIN(left, BRINE_TABLE_BLOCK));
	}
	for (uint32_t i = 0; i < table->column_count; i++) {
		brine_cells cells = brine_table_cells(table, i);

		brine_column_choose(&table->columns[i], &cells);
	}
}

/* Below this many elements, a table whose columns have mixed types is written row by row: the table would be slower. */
#define FEW_ELEMENTS 16

/* True if two cells have the same type; true and false count as one. */
static zend_always_inline bool are_of_one_type(zval *a, zval *b)
{
	if (EXPECTED(Z_TYPE_P(a) == Z_TYPE_P(b) && Z_TYPE_P(a) < IS_REFERENCE)) {
		return true;
	}
	a = brine_unwrap_unshared(a);
	b = brine_unwrap_unshared(b);
	return Z_TYPE_P(a) == IS_FALSE || Z_TYPE_P(a) == IS_TRUE ? Z_TYPE_P(b) == IS_FALSE || Z_TYPE_P(b) == IS_TRUE
															 : Z_TYPE_P(a) == Z_TYPE_P(b);
}

/* True if in at least half of the columns the first, middle and last cell differ in type. */
static zend_always_inline bool seems_mixed(const brine_table *table)
{
	const char *first = table->bases[0];
	const char *middle = table->bases[table->row_count / 2];
	const char *last = table->bases[table->row_count - 1];
	uint32_t alike = 0;

	for (uint32_t i = 0; i < table->column_count && 2 * alike <= table->column_count; i++) {
		size_t offset = table->offsets[i];

		alike += are_of_one_type((zval *) (first + offset), (zval *) (middle + offset))
			&& are_of_one_type((zval *) (first + offset), (zval *) (last + offset));
	}
	return 2 * alike <= table->column_count;
}

/* Element i of an array. */
static zval *element_at(const brine_encoder *encoder, HashTable *array, uint32_t i)
{
	brine_element_iterator iterator = {array, 0};
	zend_ulong h;
	zend_string *key;

	if (EXPECTED(HT_IS_WITHOUT_HOLES(array))) {
		iterator.position = i;
		i = 0;
	}
	for (; i > 0; i--) {
		brine_next_element(&iterator, &h, &key);
	}
	return brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key));
}

static bool begin_alike(HashTable *a, HashTable *b)
{
	brine_element_iterator in_a = {a, 0}, in_b = {b, 0};
	Bucket first_of_a, first_of_b;

	brine_next_element(&in_a, &first_of_a.h, &first_of_a.key);
	brine_next_element(&in_b, &first_of_b.h, &first_of_b.key);
	return is_same_key(&first_of_a, &first_of_b);
}

/* Guesses whether two elements can be rows of one table. */
static bool look_alike(zval *a, zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	if (Z_TYPE_P(a) == IS_ARRAY) {
		uint32_t count = zend_hash_num_elements(Z_ARRVAL_P(a));

		return count > 0 && count == zend_hash_num_elements(Z_ARRVAL_P(b)) && begin_alike(Z_ARRVAL_P(a), Z_ARRVAL_P(b));
	}
	return Z_TYPE_P(a) == IS_OBJECT && Z_OBJCE_P(a) == Z_OBJCE_P(b);
}

/* Takes the form of the first element, or of a middle one if that looks like the last. */
static bool find_form(brine_table *table, brine_encoder *encoder)
{
	zval *first = element_at(encoder, table->array, 0);
	zval *middle = element_at(encoder, table->array, table->count / 2);
	zval *last = element_at(encoder, table->array, table->count - 1);

	if (look_alike(first, middle) || look_alike(first, last)) {
		return take_form(table, encoder, first);
	}
	return look_alike(middle, last) && take_form(table, encoder, middle);
}

bool brine_table_prepare(brine_table *table, brine_encoder *encoder)
{
	bool has_arrays, may_be_distinct, remarked = false;

	if (!find_form(table, encoder) || brine_table_begins_with_known(table, encoder)) {
		return false;
	}
	table->bases = safe_emalloc(table->count, sizeof(*table->bases), 0);
	if (!find_rows_of_any_form(table, encoder)) {
		return false;
	}
	if (!table->columns) {
		allocate_columns(table);
	}
	if (table->column_count == 0 || (table->count < FEW_ELEMENTS && seems_mixed(table))) {
		return false;
	}
	has_arrays = brine_table_has_arrays(table);
	may_be_distinct = has_arrays && may_seem_distinct(table);
	/* Usually decided before all columns are scanned. */
	if (has_arrays && !may_be_distinct && brine_table_repeats(table)) {
		return false;
	}
	if (table->scanned == 0) {
		scan_rows(table, MIN(table->row_count, FIRST_ROWS));
	}
	if (may_be_distinct && !seem_distinct(table) && brine_table_repeats(table)) {
		return false;
	}
	choose_columns(table);
	if (!brine_table_pays(table) || !brine_table_check_rows(table, encoder, &remarked)) {
		return false;
	}
	if (remarked) {
		/* Objects are numbered by now, so that it stays a table. */
		start_columns(table);
		choose_columns(table);
		brine_table_pays(table);
	}
	return true;
}

void brine_table_free(brine_table *table)
{
	if (table->bases) {
		efree(table->bases);
	}
	free_columns(table);
	if (table->bitmap) {
		efree(table->bitmap);
	}
	if (table->repeats) {
		efree(table->repeats);
	}
}
