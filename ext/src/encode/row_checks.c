/*
 * Encoding of tables: which rows stay rows. Those that repeat earlier ones are better written as values, which can be shared; objects that were met
 * before have to be. And the rows of objects have to be inert: nothing in their values runs user code or leads to another row.
 */
#include "core/hash.h"
#include "encode/table.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * BRINE_HASH_FACTOR_2;
	return hash ^ (hash >> 32);
}

/* Bytes of a string, and arrays in arrays, that the hash of a row takes in. */
#define HASHED_BYTES 256
#define HASHED_LEVELS 3

static uint64_t hash_string(uint64_t hash, const zend_string *string)
{
	const char *p = ZSTR_VAL(string);
	size_t left = ZSTR_LEN(string) < HASHED_BYTES ? ZSTR_LEN(string) : HASHED_BYTES;
	uint64_t word = 0;

	hash = mix(hash, ZSTR_LEN(string));
	for (; left >= 8; left -= 8, p += 8) {
		hash = mix(hash, brine_load_native(p, 8));
	}
	memcpy(&word, p, left);
	return mix(hash, word);
}

/* A hash of a value with all that `levels` of arrays hold; without any, of the ends of strings and the numbers of elements. */
static uint64_t hash_value(uint64_t hash, zval *value, unsigned levels)
{
	uint64_t bits;
	zend_ulong h;
	zend_string *key;
	zval *element;

	value = brine_unwrap_lone(value);
	hash = mix(hash, Z_TYPE_P(value));
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			return mix(hash, (uint64_t) Z_LVAL_P(value));
		case IS_DOUBLE:
			memcpy(&bits, &Z_DVAL_P(value), sizeof(bits));
			return mix(hash, bits);
		case IS_STRING:
			if (levels == 0 && Z_STRLEN_P(value) >= 2) {
				return mix(hash, brine_fingerprint(Z_STRVAL_P(value), Z_STRLEN_P(value)));
			}
			return hash_string(hash, Z_STR_P(value));
		case IS_ARRAY:
			hash = mix(hash, zend_hash_num_elements(Z_ARRVAL_P(value)));
			if (levels > 0) {
				ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(value), h, key, element) {
					hash = hash_value(mix(hash, key ? zend_string_hash_val(key) : h), element, levels - 1);
				}
				ZEND_HASH_FOREACH_END();
			}
			return hash;
		case IS_OBJECT:
		case IS_REFERENCE:
			/* Rows with different ones are different. */
			return mix(hash, (uintptr_t) Z_COUNTED_P(value));
		default:
			return hash;
	}
}

/* A hash that equal rows share, never 0. */
static uint64_t hash_row(const brine_table *table, const char *base, unsigned levels)
{
	uint64_t hash = 1;

	for (uint32_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].kind != BRINE_COLUMN_CONSTANT || table->columns[i].flag) {
			hash = hash_value(hash, (zval *) (base + table->offsets[i]), levels);
		}
	}
	/* The highest bits of the last cell reach those that choose a slot. */
	return mix(hash, 0) | 1;
}

/* A row, its element, and how many rows are kept so far. */
typedef struct {
	uint32_t element;
	uint32_t row;
	uint32_t kept;
} row_position;

static void skip_marked(const brine_table *table, row_position *cursor)
{
	while (brine_table_is_marked(table, cursor->element)) {
		cursor->element++;
	}
}

/* Hashes of rows that were looked at. */
typedef struct {
	uint64_t *slots;
	uint32_t mask;
} row_set;

static row_set new_row_set(uint32_t count)
{
	row_set set = {.mask = 15};

	while (set.mask < (uint64_t) count * 2) {
		set.mask = set.mask * 2 + 1;
	}
	set.slots = ecalloc((size_t) set.mask + 1, sizeof(*set.slots));
	return set;
}

/* True if a hash is in a set, to which it is added otherwise. */
static bool add_row(row_set *set, uint64_t hash)
{
	uint32_t slot = (uint32_t) (hash >> 32) & set->mask;

	for (unsigned steps = 0; set->slots[slot] && steps < BRINE_PROBE_LIMIT; steps++) {
		if (set->slots[slot] == hash) {
			return true;
		}
		slot = (slot + steps + 1) & set->mask;
	}
	set->slots[slot] = hash;
	return false;
}

/* True if no two rows are equal, by a quick look: false may be wrong. */
static bool rows_are_distinct(const brine_table *table)
{
	row_set set = new_row_set(table->row_count);
	bool distinct = true;

	for (uint32_t row = 0; row < table->row_count && distinct; row++) {
		distinct = !add_row(&set, hash_row(table, table->bases[row], 0));
	}
	efree(set.slots);
	return distinct;
}

/*
 * Marks rows that repeat earlier ones: written as values, they can be shared. Returns false if more than a quarter of the elements is
 * marked then. *found says whether any was.
 */
static bool mark_repeated_rows(brine_table *table, bool *found)
{
	row_set set = new_row_set(table->row_count);
	row_position cursor = {0, 0, 0};
	uint32_t limit = table->count / 4 + 1;

	*found = false;
	for (; cursor.row < table->row_count; cursor.row++, cursor.element++) {
		skip_marked(table, &cursor);
		if (!add_row(&set, hash_row(table, table->bases[cursor.row], HASHED_LEVELS))) {
			table->bases[cursor.kept++] = table->bases[cursor.row];
			continue;
		}
		*found = true;
		brine_table_mark(table, cursor.element);
		if (table->count - cursor.kept > limit + (table->row_count - cursor.row)) {
			break;
		}
	}
	efree(set.slots);
	table->row_count = cursor.kept;
	return table->count - table->row_count <= table->count / 4;
}

/* Elements in the cells of objects that are looked at, for each cell. */
#define INERT_BUDGET 16
#define INERT_LEVELS 32

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

	for (uint32_t i = 0; i < table->count; i++) {
		zval *element = brine_unwrap_lone(brine_next_element(&iterator, &h, &key));
		bool met = false;

		if (Z_TYPE_P(element) == IS_OBJECT) {
			met = brine_object_is_trackable(encoder, Z_OBJ_P(element))
				&& brine_identity_find(&encoder->objects, Z_OBJ_P(element)) != NULL;
		} else if (Z_TYPE_P(element) >= IS_ARRAY) {
			return false;
		}
		if (brine_table_is_marked(table, i) && Z_TYPE_P(element) == IS_OBJECT && !met) {
			return false;
		}
		known += met || brine_table_is_marked(table, i);
	}
	return known <= table->count / 4;
}

/* Marks objects that were met before, and remembers the others; their numbers are given when they are written. */
static bool mark_known_objects(brine_table *table, brine_encoder *encoder)
{
	brine_element_iterator iterator = {table->array, 0};
	uint32_t row = 0, kept = 0;
	zend_ulong h;
	zend_string *key;

	for (uint32_t i = 0; i < table->count; i++) {
		zval *element = brine_unwrap_lone(brine_next_element(&iterator, &h, &key));

		if (brine_table_is_marked(table, i)) {
			continue;
		}
		if (!brine_object_is_trackable(encoder, Z_OBJ_P(element))) {
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
	if (table->form == BRINE_ROW_SLOTS || table->form == BRINE_ROW_DYNAMIC) {
		if (!objects_are_new(table, encoder) || !rows_are_inert(table)) {
			return false;
		}
		*remarked = mark_known_objects(table, encoder);
		return true;
	}
	return has_distinct_column(table) || rows_are_distinct(table) || mark_repeated_rows(table, remarked);
}
