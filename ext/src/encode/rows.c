/*
 * Encoding of tables, first part: which elements of an array are rows, and what their columns hold. What follows is in encode_table.c.
 *
 * Rows of objects hold nothing in which user code could run, or from which another row could be reached; rows of arrays stay as they are, since
 * the array around them is held.
 */
#include "core/hash.h"
#include "encode/table.h"

/* Elements in the cells of objects that are looked at, for each cell. */
#define INERT_BUDGET 16
#define INERT_LEVELS 32

/* An array without holes; a packed one is a list. */
static HashTable *without_holes(brine_encoder *encoder, HashTable *array)
{
	zval copy;

	if (EXPECTED(HT_IS_WITHOUT_HOLES(array))) {
		return array;
	}
	if (HT_IS_PACKED(array)) {
		return brine_encode_packed_to_map(encoder, array);
	}
	ZVAL_ARR(&copy, zend_array_dup(array));
	brine_encode_hold(encoder, &copy);
	return Z_ARR(copy);
}

/* Takes the form of the rows from one of them; false if it can be no row. */
static bool take_form(brine_table *t, brine_encoder *encoder, zval *row)
{
	if (Z_TYPE_P(row) == IS_OBJECT) {
		t->object = Z_OBJ_P(row);
		t->form = brine_object_row_form(t->object);
		if (t->form == BRINE_ROW_DYNAMIC) {
			t->keys = t->object->properties;
			t->column_count = zend_hash_num_elements(t->keys);
		} else if (t->form == BRINE_ROW_SLOTS) {
			t->column_count = (uint32_t) t->object->ce->default_properties_count;
		}
		return t->form != BRINE_ROW_NONE;
	}
	if (Z_TYPE_P(row) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(row)) == 0) {
		return false;
	}
	t->keys = without_holes(encoder, Z_ARRVAL_P(row));
	t->column_count = zend_hash_num_elements(t->keys);
	t->form = HT_IS_PACKED(t->keys) || brine_map_is_list(t->keys) ? BRINE_ROW_LIST : BRINE_ROW_MAP;
	/* Longer lists can be runs themselves. */
	return t->form == BRINE_ROW_MAP || t->column_count < BRINE_RUN_MIN;
}

/* Where the cells of each column lie in a row; for slots, only those that have a value. */
static void find_offsets(brine_table *t)
{
	if (t->form == BRINE_ROW_SLOTS) {
		const zend_class_entry *ce = t->object->ce;
		uint32_t count = 0;

		for (int i = 0; i < ce->default_properties_count; i++) {
			const zend_property_info *info = ce->properties_info_table[i];

			if (info && Z_TYPE_P(OBJ_PROP(t->object, info->offset)) != IS_UNDEF) {
				t->offsets[count++] = info->offset;
			}
		}
		t->column_count = count;
		return;
	}
	for (uint32_t i = 0; i < t->column_count; i++) {
		t->offsets[i] = t->form == BRINE_ROW_LIST && HT_IS_PACKED(t->keys) ? i * sizeof(zval)
																		   : i * sizeof(Bucket) + offsetof(Bucket, val);
	}
}

/* A list that is stored as the first row is. */
static HashTable *stored_alike(brine_encoder *encoder, HashTable *list, const HashTable *first)
{
	if (HT_IS_PACKED(list) == HT_IS_PACKED(first)) {
		return list;
	}
	return HT_IS_PACKED(list) ? brine_encode_packed_to_map(encoder, list) : brine_encode_map_to_packed(encoder, list);
}

static bool has_keys(const HashTable *map, const HashTable *keys)
{
	const Bucket *a = map->arData, *b = keys->arData;

	for (uint32_t left = keys->nNumUsed; left > 0; left--, a++, b++) {
		if (a->h != b->h || (a->key != b->key && (!a->key || !b->key || !zend_string_equal_content(a->key, b->key)))) {
			return false;
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

/* What the cells of an element lie relative to; NULL if it is no row. */
static const char *base_of(const brine_table *t, brine_encoder *encoder, zval *element)
{
	HashTable *array;
	zend_object *object;

	if (t->form == BRINE_ROW_MAP || t->form == BRINE_ROW_LIST) {
		if (Z_TYPE_P(element) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(element)) != t->column_count) {
			return NULL;
		}
		array = without_holes(encoder, Z_ARRVAL_P(element));
		if (t->form == BRINE_ROW_LIST) {
			if (!HT_IS_PACKED(array) && !brine_map_is_list(array)) {
				return NULL;
			}
			return (const char *) stored_alike(encoder, array, t->keys)->arPacked;
		}
		return !HT_IS_PACKED(array) && has_keys(array, t->keys) ? (const char *) array->arData : NULL;
	}
	if (Z_TYPE_P(element) != IS_OBJECT) {
		return NULL;
	}
	object = Z_OBJ_P(element);
	if (object->ce != t->object->ce || brine_object_row_form(object) != t->form) {
		return NULL;
	}
	if (t->form == BRINE_ROW_SLOTS) {
		return has_same_slots(object, t->object) ? (const char *) object : NULL;
	}
	return zend_hash_num_elements(object->properties) == t->column_count && has_keys(object->properties, t->keys)
		? (const char *) object->properties->arData
		: NULL;
}

static void mark(brine_table *t, uint32_t i)
{
	if (!t->marks) {
		t->marks = ecalloc(1, brine_bitmap_size(t->count));
	}
	t->marks[i / 8] |= (unsigned char) (1u << (i % 8));
}

/* Finds the rows; false if more than a quarter of the elements are none, of which *other is the first. */
static bool find_rows(brine_table *t, brine_encoder *encoder, zval **other)
{
	brine_element_iterator iterator = {t->array, 0};
	const HashTable *last = NULL;
	uint32_t marked = 0, repeated = 0;
	zend_ulong h;
	zend_string *key;

	*other = NULL;
	t->row_count = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = brine_plain(brine_next_element(&iterator, &h, &key));
		const char *base;

		if (Z_TYPE_P(element) == IS_ARRAY) {
			if (UNEXPECTED(Z_ARR_P(element) == last) && ++repeated > t->count / 4) {
				/* Equal rows, which mark_repeated_rows() would find. */
				*other = NULL;
				return false;
			}
			last = Z_ARR_P(element);
		}
		base = base_of(t, encoder, element);
		if (EXPECTED(base)) {
			t->bases[t->row_count++] = base;
			continue;
		}
		if (!*other) {
			*other = element;
		}
		if (++marked > t->count / 4) {
			return false;
		}
		mark(t, i);
	}
	return true;
}

/* Room for the columns of the form that was taken. */
static void allocate_columns(brine_table *t)
{
	t->columns = safe_emalloc(t->column_count, sizeof(*t->columns) + sizeof(*t->offsets) + sizeof(*t->values), 64);
	t->offsets = (size_t *) (t->columns + t->column_count);
	t->values = (uint32_t *) (t->offsets + t->column_count);
	find_offsets(t);
}

/* Finds the rows of the form that was taken, or failing that of the first element that has not this form. */
static bool find_rows_of_any_form(brine_table *t, brine_encoder *encoder)
{
	zval *other;

	if (find_rows(t, encoder, &other)) {
		return true;
	}
	if (t->marks) {
		memset(t->marks, 0, brine_bitmap_size(t->count));
	}
	return other && take_form(t, encoder, other) && find_rows(t, encoder, &other);
}

/* Looks at all cells and chooses the kinds of the columns. */
static void choose_columns(brine_table *t)
{
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_column_start(&t->columns[i]);
	}
	for (uint32_t from = 0; from < t->row_count; from += BRINE_TABLE_BLOCK) {
		uint32_t to = t->row_count - from > BRINE_TABLE_BLOCK ? from + BRINE_TABLE_BLOCK : t->row_count;

		for (uint32_t i = 0; i < t->column_count; i++) {
			brine_cells cells = brine_table_cells(t, i);

			brine_column_scan(&t->columns[i], &cells, from, to);
		}
	}
	t->value_count = 0;
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_cells cells = brine_table_cells(t, i);

		brine_column_choose(&t->columns[i], &cells);
		if (t->columns[i].kind == BRINE_COLUMN_VALUES || t->columns[i].flag == BRINE_COLUMN_OTHERS) {
			t->values[t->value_count++] = i;
		}
	}
}

/* True if the table is surely not larger than its rows one by one: integers of one byte may gain nothing, the others gain their tags. */
static bool is_worthwhile(const brine_table *t)
{
	size_t gain = t->row_count;
	size_t cost = 6 + t->column_count + (t->row_count < t->count ? t->count / 8 + 1 : 0);
	uint32_t typed = 0;

	for (uint32_t i = 0; i < t->column_count; i++) {
		const brine_column_writer *column = &t->columns[i];

		if (column->kind == BRINE_COLUMN_VALUES) {
			continue;
		}
		typed++;
		cost += (column->flag ? t->row_count / 8 + 1 : 0)
			+ (column->kind == BRINE_COLUMN_BOOLEANS ? column->members / 8 + 1 : 0);
		if (column->kind < BRINE_COLUMN_INTEGERS || column->kind == BRINE_COLUMN_DECIMALS) {
			gain += column->members;
		}
		cost += column->kind == BRINE_COLUMN_CONSTANT ? 2 : column->kind >= BRINE_COLUMN_INTEGERS ? 4 : 2;
	}
	return typed > 0 && gain >= cost;
}

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

	value = brine_plain(value);
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
static uint64_t hash_row(const brine_table *t, const char *base, unsigned levels)
{
	uint64_t hash = 1;

	for (uint32_t i = 0; i < t->column_count; i++) {
		if (t->columns[i].kind != BRINE_COLUMN_CONSTANT || t->columns[i].flag) {
			hash = hash_value(hash, (zval *) (base + t->offsets[i]), levels);
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
} row_cursor;

static void skip_marked(const brine_table *t, row_cursor *cursor)
{
	while (brine_table_is_marked(t, cursor->element)) {
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
static bool rows_are_distinct(const brine_table *t)
{
	row_set set = new_row_set(t->row_count);
	bool distinct = true;

	for (uint32_t row = 0; row < t->row_count && distinct; row++) {
		distinct = !add_row(&set, hash_row(t, t->bases[row], 0));
	}
	efree(set.slots);
	return distinct;
}

/*
 * Marks rows that repeat earlier ones: written as values, they can be shared. Returns false if more than a quarter of the elements is
 * marked then. *found says whether any was.
 */
static bool mark_repeated_rows(brine_table *t, bool *found)
{
	row_set set = new_row_set(t->row_count);
	row_cursor cursor = {0, 0, 0};
	uint32_t limit = t->count / 4 + 1;

	*found = false;
	for (; cursor.row < t->row_count; cursor.row++, cursor.element++) {
		skip_marked(t, &cursor);
		if (!add_row(&set, hash_row(t, t->bases[cursor.row], HASHED_LEVELS))) {
			t->bases[cursor.kept++] = t->bases[cursor.row];
			continue;
		}
		*found = true;
		mark(t, cursor.element);
		if (t->count - cursor.kept > limit + (t->row_count - cursor.row)) {
			break;
		}
	}
	efree(set.slots);
	t->row_count = cursor.kept;
	return t->count - t->row_count <= t->count / 4;
}

/*
 * True if a cell holds neither an object that is no enum case nor a PHP reference, no more elements than *budget, and no more than `levels` arrays
 * in one another.
 */
static bool is_inert(zval *cell, size_t *budget, unsigned levels)
{
	zval *element;

	cell = brine_plain(cell);
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

static bool rows_are_inert(const brine_table *t)
{
	size_t budget = ((size_t) t->row_count + 16) * ((size_t) t->column_count + 1) * INERT_BUDGET;

	for (uint32_t row = 0; row < t->row_count; row++) {
		for (uint32_t i = 0; i < t->value_count; i++) {
			if (!is_inert((zval *) (t->bases[row] + t->offsets[t->values[i]]), &budget, INERT_LEVELS)) {
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
static bool objects_are_new(brine_table *t, brine_encoder *encoder)
{
	brine_element_iterator iterator = {t->array, 0};
	uint32_t known = 0;
	zend_ulong h;
	zend_string *key;

	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = brine_plain(brine_next_element(&iterator, &h, &key));
		bool met = false;

		if (Z_TYPE_P(element) == IS_OBJECT) {
			met = brine_object_is_trackable(encoder, Z_OBJ_P(element))
				&& brine_identity_find(&encoder->objects, Z_OBJ_P(element)) != NULL;
		} else if (Z_TYPE_P(element) >= IS_ARRAY) {
			return false;
		}
		if (brine_table_is_marked(t, i) && Z_TYPE_P(element) == IS_OBJECT && !met) {
			return false;
		}
		known += met || brine_table_is_marked(t, i);
	}
	return known <= t->count / 4;
}

/* Marks objects that were met before, and remembers the others; their numbers are given when they are written. */
static bool mark_known_objects(brine_table *t, brine_encoder *encoder)
{
	brine_element_iterator iterator = {t->array, 0};
	uint32_t row = 0, kept = 0;
	zend_ulong h;
	zend_string *key;

	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = brine_plain(brine_next_element(&iterator, &h, &key));

		if (brine_table_is_marked(t, i)) {
			continue;
		}
		if (!brine_object_is_trackable(encoder, Z_OBJ_P(element))) {
			t->bases[kept++] = t->bases[row++];
		} else if (brine_identity_find(&encoder->objects, Z_OBJ_P(element))) {
			mark(t, i);
			row++;
		} else {
			brine_identity_add(&encoder->objects, Z_OBJ_P(element), 0, 0);
			t->bases[kept++] = t->bases[row++];
		}
	}
	t->row_count = kept;
	return kept < row;
}

/* Element i of an array. */
static zval *element_at(HashTable *array, uint32_t i)
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
	return brine_plain(brine_next_element(&iterator, &h, &key));
}

/* A guess whether two elements can be rows of one table. */
static bool look_alike(zval *a, zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	if (Z_TYPE_P(a) == IS_ARRAY) {
		return zend_hash_num_elements(Z_ARRVAL_P(a)) == zend_hash_num_elements(Z_ARRVAL_P(b));
	}
	return Z_TYPE_P(a) == IS_OBJECT && Z_OBJCE_P(a) == Z_OBJCE_P(b);
}

/* Takes the form of the rows from the first element, or from a middle one if that is like the last. */
static bool find_form(brine_table *t, brine_encoder *encoder)
{
	zval *first = element_at(t->array, 0);
	zval *middle = element_at(t->array, t->count / 2);
	zval *last = element_at(t->array, t->count - 1);

	if (look_alike(first, middle) || look_alike(first, last)) {
		return take_form(t, encoder, first);
	}
	return look_alike(middle, last) && take_form(t, encoder, middle);
}

bool brine_table_prepare(brine_table *t, brine_encoder *encoder)
{
	bool repeated = false;

	if (!find_form(t, encoder)) {
		return false;
	}
	t->bases = safe_emalloc(t->count, sizeof(*t->bases), 0);
	if (!find_rows_of_any_form(t, encoder)) {
		return false;
	}
	allocate_columns(t);
	if (t->column_count == 0) {
		return false;
	}
	choose_columns(t);
	if (!is_worthwhile(t)) {
		return false;
	}
	if (t->form == BRINE_ROW_SLOTS || t->form == BRINE_ROW_DYNAMIC) {
		if (!objects_are_new(t, encoder) || !rows_are_inert(t)) {
			return false;
		}
		repeated = mark_known_objects(t, encoder);
	} else {
		bool distinct = false;

		for (uint32_t i = 0; i < t->column_count && !distinct; i++) {
			brine_cells cells = brine_table_cells(t, i);

			distinct = brine_column_is_monotonic(&t->columns[i], &cells);
		}
		if (!distinct && !rows_are_distinct(t) && !mark_repeated_rows(t, &repeated)) {
			return false;
		}
	}
	if (repeated) {
		choose_columns(t);
	}
	return true;
}

void brine_table_free(brine_table *t)
{
	if (t->bases) {
		efree(t->bases);
	}
	if (t->columns) {
		efree(t->columns);
	}
	if (t->marks) {
		efree(t->marks);
	}
}
