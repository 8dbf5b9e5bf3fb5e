/*
 * Filters for rows.c: which rows of a table are better written as values. Objects seen before become references; the
 * others must not run user code. The one idea: if over half of the array rows repeat earlier ones, references beat
 * columns.
 */
#include "core/hash.h"
#include "core/identity.h"
#include "encode/keys.h"
#include "encode/table.h"
#include "encode/value.h"

/* Budget of elements in object cells, per cell. */
#define INERT_BUDGET 16
#define INERT_LEVELS 32
/* At most this many elements of a table may be known objects, null or scalars. */
#define MAX_KNOWN(count) ((count) / 4)

/*
 * True if encoding the cell runs no user code: it has no PHP reference and no object but enum cases, within *budget
 * elements and `levels` nested arrays.
 */
static bool is_inert(zval *cell, size_t *budget, unsigned levels)
{
	zval *element;

	cell = brine_unwrap_unshared(cell);
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

static zend_always_inline bool was_seen(brine_encoder *encoder, zval *element)
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

	while (known <= MAX_KNOWN(table->count)) {
		if (!was_seen(encoder, brine_encode_unwrap(encoder, brine_next_element(&iterator, &h, &key)))) {
			return false;
		}
		known++;
	}
	return true;
}

/*
 * True if all marked elements are objects seen before, null or scalars, and enough rows remain. mark_known_objects()
 * finds objects that appear twice within the table.
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
		bool seen = was_seen(encoder, element);

		if (Z_TYPE_P(element) >= IS_ARRAY && Z_TYPE_P(element) != IS_OBJECT) {
			return false;
		}
		if (brine_table_is_marked(table, i) && Z_TYPE_P(element) == IS_OBJECT && !seen) {
			return false;
		}
		known += seen || brine_table_is_marked(table, i);
	}
	return known <= MAX_KNOWN(table->count);
}

/*
 * Marks objects that were seen before and remembers the others, whose numbers are assigned when they are written. True
 * if it removed rows.
 */
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

/* True if a strictly monotonic integer column proves that no two rows are equal. */
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

static zend_always_inline uint64_t mix(uint64_t hash, unsigned type, uint64_t value)
{
	hash = (hash ^ value ^ (uint64_t) type << 59) * BRINE_HASH_FACTOR_2;
	return hash ^ (hash >> 32);
}

/* Elements of an array in a row that are hashed. */
#define HASHED_ELEMENTS 4

static uint64_t hash_array(uint64_t hash, HashTable *array);

/*
 * Hashes a value: of a string its ends, of an array its size and, unless it is inside another array, its first
 * elements.
 */
static zend_always_inline uint64_t hash_cell(uint64_t hash, zval *value, bool in_array)
{
	value = brine_unwrap_unshared(value);
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return mix(hash, IS_STRING,
				Z_STRLEN_P(value) >= 2 ? brine_fingerprint(Z_STRVAL_P(value), Z_STRLEN_P(value))
									   : Z_STRLEN_P(value) + (unsigned char) Z_STRVAL_P(value)[0]);
		case IS_LONG:
			return mix(hash, IS_LONG, (uint64_t) Z_LVAL_P(value));
		case IS_DOUBLE:
			return mix(hash, IS_DOUBLE, brine_bits_of(Z_DVAL_P(value)));
		case IS_ARRAY:
			hash = mix(hash, IS_ARRAY, zend_hash_num_elements(Z_ARRVAL_P(value)));
			return in_array ? hash : hash_array(hash, Z_ARRVAL_P(value));
		default:
			return mix(hash, Z_TYPE_P(value), 0);
	}
}

static uint64_t hash_array(uint64_t hash, HashTable *array)
{
	unsigned left = HASHED_ELEMENTS;
	zval *element;

	ZEND_HASH_FOREACH_VAL(array, element) {
		if (left-- == 0) {
			break;
		}
		hash = hash_cell(hash, element, true);
	}
	ZEND_HASH_FOREACH_END();
	return hash;
}

/* Equal rows have equal hashes. */
static zend_always_inline uint64_t hash_row(const brine_table *table, const char *base)
{
	uint64_t hash = 1;

	for (uint32_t i = 0; i < table->column_count; i++) {
		hash = hash_cell(hash, (zval *) (base + table->offsets[i]), false);
	}
	/* Spreads the last cell's bits to those that choose a slot. */
	return mix(hash, 0, 0);
}

/* Rows by hash; a slot contains a row's number plus 1. */
typedef struct {
	uint64_t *hashes;
	/* Per row: the number of the first row with its hash plus 1, or 0 if that is the row itself. */
	uint32_t *firsts;
	uint32_t *slots;
	uint32_t mask;
} row_set;

static row_set new_row_set(uint32_t count)
{
	row_set set = {.mask = 15};
	size_t size;

	while (set.mask < (uint64_t) count * 2) {
		set.mask = set.mask * 2 + 1;
	}
	size = ((size_t) set.mask + 1) * sizeof(*set.slots);
	set.hashes = safe_emalloc(count, sizeof(*set.hashes) + sizeof(*set.firsts), size);
	set.firsts = (uint32_t *) (set.hashes + count);
	set.slots = memset(set.firsts + count, 0, size);
	return set;
}

/* Adds a row; returns the number of the first row with its hash plus 1, or 0 if that is the row itself. */
static zend_always_inline uint32_t add_row(row_set *set, uint32_t row, uint64_t hash)
{
	uint32_t slot = (uint32_t) (hash >> 32) & set->mask;

	set->hashes[row] = hash;
	for (unsigned steps = 0; set->slots[slot] && steps < BRINE_PROBE_LIMIT; steps++) {
		if (set->hashes[set->slots[slot] - 1] == hash) {
			return set->slots[slot];
		}
		slot = (slot + steps + 1) & set->mask;
	}
	set->slots[slot] = row + 1;
	return 0;
}

/*
 * Limits of a row's comparison: levels of arrays including the row, and elements of its inner arrays, since one array
 * may be in many places.
 */
#define COMPARED_LEVELS 8
#define COMPARED_ELEMENTS 1024

/* Adds a value's content; false if it cannot be shared, or exceeds the limits of a comparison. */
static bool add_content(brine_row_content *content, zval *value, uint32_t level)
{
	zval *element;

	if (Z_TYPE_P(value) == IS_STRING) {
		content->strings += Z_STRLEN_P(value) >= 2;
		return true;
	}
	if (Z_TYPE_P(value) != IS_ARRAY) {
		content->is_plain &= Z_TYPE_P(value) < IS_ARRAY;
		value = brine_unwrap_unshared(value);
		return Z_TYPE_P(value) < IS_ARRAY || (Z_TYPE_P(value) == IS_ARRAY && add_content(content, value, level));
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(value)) == 0) {
		return true;
	}
	content->elements += level > 1 ? zend_hash_num_elements(Z_ARRVAL_P(value)) : 0;
	if (level > COMPARED_LEVELS || content->elements > COMPARED_ELEMENTS) {
		return false;
	}
	content->is_plain &= zend_hash_num_elements(Z_ARRVAL_P(value)) < MIN(BRINE_TABLE_MIN, BRINE_RUN_MIN);
	content->arrays++;
	content->height = level > content->height ? level : content->height;
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (!add_content(content, element, level + 1)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

bool brine_row_can_repeat(HashTable *row)
{
	brine_row_content content = {0};
	zval value;

	ZVAL_ARR(&value, row);
	return add_content(&content, &value, 1);
}

/* True if two rows are equal and shareable. */
static bool rows_are_equal(const brine_table *table, uint32_t row, uint32_t earlier, brine_row_content *content)
{
	const char *base = table->bases[row], *other = table->bases[earlier];

	*content = (brine_row_content){.first = earlier, .height = 1, .is_plain = true};
	for (uint32_t i = 0; i < table->column_count; i++) {
		zval *a = (zval *) (base + table->offsets[i]), *b = brine_unwrap_unshared((zval *) (other + table->offsets[i]));

		if (EXPECTED(Z_TYPE_P(a) == IS_LONG)) {
			if (Z_TYPE_P(b) != IS_LONG || Z_LVAL_P(a) != Z_LVAL_P(b)) {
				return false;
			}
		} else if ((Z_TYPE_P(a) >= IS_STRING && !add_content(content, a, 2))
			|| !brine_is_identical(brine_unwrap_unshared(a), b)) {
			return false;
		}
	}
	return true;
}

/* Finds rows with the hash of an earlier one; false as soon as at most `limit` are possible. */
static bool find_candidates(const brine_table *table, row_set *set, uint32_t limit)
{
	uint32_t found = 0;

	for (uint32_t row = 0; row < table->row_count; row++) {
		if (found <= limit && table->row_count - row <= limit - found) {
			return false;
		}
		set->firsts[row] = add_row(set, row, hash_row(table, table->bases[row]));
		found += set->firsts[row] > 0;
	}
	return found > limit;
}

/* Compares rows with the earlier one that has their hash; keeps the result if more than `limit` repeat. */
static void compare_candidates(brine_table *table, uint32_t limit, const uint32_t *firsts)
{
	uint32_t repeated = 0;

	table->repeats = safe_emalloc(table->row_count, sizeof(*table->repeats), 0);
	for (uint32_t row = 0; row < table->row_count; row++) {
		table->repeats[row].is_repeated =
			firsts[row] > 0 && rows_are_equal(table, row, firsts[row] - 1, &table->repeats[row]);
		repeated += table->repeats[row].is_repeated;
	}
	if (repeated <= limit) {
		efree(table->repeats);
		table->repeats = NULL;
	}
}

bool brine_table_repeats(brine_table *table)
{
	uint32_t limit = table->count / 2;
	row_set set = new_row_set(table->row_count);

	BRINE_ASSERT(brine_table_has_arrays(table) && !table->repeats);
	table->is_settled = true;
	if (find_candidates(table, &set, limit)) {
		compare_candidates(table, limit, set.firsts);
	}
	efree(set.hashes);
	return table->repeats != NULL;
}

/*
 * Bytes that a table saves at least and costs at most, and how many more its integers may cost, which were only
 * sampled; and its columns that are not VALUES.
 */
typedef struct {
	size_t gain;
	size_t cost;
	size_t risk;
	uint32_t typed;
} table_estimate;

static table_estimate estimate_table(const brine_table *table)
{
	table_estimate estimate = {
		.gain = table->row_count,
		.cost = 6 + table->column_count + (table->row_count < table->count ? table->count / 8 + 1 : 0),
	};

	for (uint32_t i = 0; i < table->column_count; i++) {
		const brine_column_writer *column = &table->columns[i];

		if (column->kind == BRINE_COLUMN_VALUES) {
			continue;
		}
		estimate.typed++;
		estimate.gain += brine_column_gain(column);
		estimate.cost += (column->flag ? table->row_count / 8 + 1 : 0)
			+ (column->kind == BRINE_COLUMN_BOOLEANS ? column->members / 8 + 1 : 0)
			+ (column->kind >= BRINE_COLUMN_INTEGERS ? 4 : 2);
		if (brine_column_is_of_integers(column)) {
			estimate.risk += (size_t) column->members * (column->width - 1);
		}
	}
	return estimate;
}

/* Chooses VALUES for columns whose integers are smaller as values. */
static void drop_costly_integers(brine_table *table)
{
	for (uint32_t i = 0; i < table->column_count; i++) {
		brine_column_writer *column = &table->columns[i];
		brine_cells cells = brine_table_cells(table, i);

		if (brine_column_is_of_integers(column) && !brine_column_pays(column, &cells)) {
			brine_column_choose_values(column);
		}
	}
}

bool brine_table_pays(brine_table *table)
{
	table_estimate estimate = estimate_table(table);

	if (estimate.gain < estimate.cost + estimate.risk) {
		drop_costly_integers(table);
		estimate = estimate_table(table);
	}
	table->value_column_count = 0;
	for (uint32_t i = 0; i < table->column_count; i++) {
		if (table->columns[i].kind == BRINE_COLUMN_VALUES || table->columns[i].flag == BRINE_COLUMN_OTHERS) {
			table->value_columns[table->value_column_count++] = i;
		}
	}
	return estimate.typed > 0 && estimate.gain >= estimate.cost;
}

/* The row cannot be referred to. */
#define NO_NUMBER UINT32_MAX

/*
 * Writes a reference to the equal row with this number. Counters change as if the row had been written, looked up and
 * replaced.
 */
static void share_row(brine_encoder *encoder, const brine_row_content *content, uint32_t number)
{
	encoder->strings.hits += content->strings;
	encoder->seen_arrays.hits += 1 + content->arrays;
	if (encoder->depth + content->height > encoder->deepest) {
		encoder->deepest = encoder->depth + content->height;
	}
	brine_reserve(&encoder->out, 1 + BRINE_UV_MAX_SIZE);
	brine_put_shared(encoder, number);
	brine_seen_arrays_note(&encoder->seen_arrays, BRINE_TOKEN(BRINE_TOKEN_ARRAY, number));
}

/*
 * True if a lookup would certainly find the row. Not once strings or arrays are no longer remembered, not with a
 * dictionary, and not for arrays with several holders, which are found faster by address.
 */
static bool can_share(const brine_encoder *encoder, const brine_row_content *content, zval *element, uint32_t number)
{
	return content->is_plain && number != NO_NUMBER && !encoder->dictionary && Z_TYPE_P(element) == IS_ARRAY
		&& Z_REFCOUNT_P(element) == 1 && encoder->seen_arrays.count < BRINE_ARRAYS_TO_GIVE_UP
		&& encoder->strings.count < BRINE_STRINGS_TO_GIVE_UP;
}

/* Writes a row and reads its number, if it has one, from its transcript's last token. */
static bool write_row(brine_encoder *encoder, zval *element, uint32_t *number)
{
	uint32_t identity_count = encoder->identity_count;

	if (UNEXPECTED(!brine_encode_value(encoder, element))) {
		return false;
	}
	*number = NO_NUMBER;
	if (encoder->identity_count == identity_count && encoder->seen_arrays.open_count > 0) {
		uint32_t token = encoder->seen_arrays.open[encoder->seen_arrays.open_count - 1];

		*number = (token & 7) == BRINE_TOKEN_ARRAY ? token >> 3 : NO_NUMBER;
	}
	return true;
}

static bool write_rows(brine_encoder *encoder, const brine_table *table, uint32_t *numbers)
{
	brine_element_iterator iterator = {table->array, 0};
	uint32_t row = 0;

	for (uint32_t i = 0; i < table->count; i++) {
		zend_ulong h;
		zend_string *key;
		zval *element = brine_next_element(&iterator, &h, &key);
		bool success = true;

		if (brine_table_is_marked(table, i)) {
			success = brine_encode_value(encoder, element);
		} else {
			const brine_row_content *content = &table->repeats[row];

			if (content->is_repeated && can_share(encoder, content, element, numbers[content->first])) {
				share_row(encoder, content, numbers[content->first]);
				numbers[row] = numbers[content->first];
			} else {
				success = write_row(encoder, element, &numbers[row]);
			}
			row++;
		}
		if (UNEXPECTED(!success)) {
			brine_path_add_key(&encoder->path, h, key);
			return false;
		}
	}
	return true;
}

bool brine_encode_repeating_rows(brine_encoder *encoder, const brine_table *table)
{
	uint32_t *numbers = safe_emalloc(table->row_count, sizeof(*numbers), 0);
	bool success;

	if (table->is_list) {
		brine_encode_list_head(encoder, table->count);
	} else {
		brine_encode_map_head(encoder, table->array);
	}
	success = write_rows(encoder, table, numbers);
	efree(numbers);
	return success;
}
