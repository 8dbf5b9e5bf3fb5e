/*
 * Encoding of tables: arrays whose elements are mostly rows of one shape, stored by column. decode_table.c is the mirror image.
 *
 * The elements are looked at first: which of them are rows, and what the columns hold. Then the columns are written, and then, row after row,
 * what is left to be a value of its own. Rows of objects hold nothing in which user code could run, or from which another row could be reached;
 * rows of arrays stay as they are, since the array around them is held.
 */
#include "encode.h"
#include "names.h"

/* Rows that are looked at together, column after column, while they are in the cache. */
#define BLOCK 256

/* Elements in the cells of objects that are looked at, for each cell. */
#define INERT_BUDGET 16

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
	unsigned char *marks;

	size_t *offsets;
	brine_column_writer *columns;
	/* Columns that have values of their own. */
	uint32_t *values;
	uint32_t value_count;
} table;

/* The elements of an array in order. */
typedef struct {
	HashTable *array;
	uint32_t position;
} element_iterator;

static zval *next_element(element_iterator *iterator, zend_ulong *h, zend_string **key)
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

static zval *plain(zval *value)
{
	return Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1 ? Z_REFVAL_P(value) : value;
}

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
static bool take_form(table *t, brine_encoder *encoder, zval *row)
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
static void find_offsets(table *t)
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
static const char *base_of(const table *t, brine_encoder *encoder, zval *element)
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

static bool is_marked(const table *t, uint32_t i)
{
	return t->marks && ((t->marks[i / 8] >> (i % 8)) & 1);
}

static void mark(table *t, uint32_t i)
{
	if (!t->marks) {
		t->marks = ecalloc(1, ((size_t) t->count + 7) / 8);
	}
	t->marks[i / 8] |= (unsigned char) (1u << (i % 8));
}

/* Finds the rows; false if more than a quarter of the elements are none, of which *other is the first. */
static bool find_rows(table *t, brine_encoder *encoder, zval **other)
{
	element_iterator iterator = {t->array, 0};
	const HashTable *last = NULL;
	uint32_t marked = 0, repeated = 0;
	zend_ulong h;
	zend_string *key;

	*other = NULL;
	t->row_count = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = plain(next_element(&iterator, &h, &key));
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
static void allocate_columns(table *t)
{
	t->offsets = safe_emalloc(t->column_count, sizeof(*t->offsets) + sizeof(*t->values) + sizeof(*t->columns), 64);
	t->columns = (brine_column_writer *) (t->offsets + t->column_count);
	t->values = (uint32_t *) (t->columns + t->column_count);
	find_offsets(t);
}

/* Finds the rows of the form that was taken, or failing that of the first element that has not this form. */
static bool find_rows_of_any_form(table *t, brine_encoder *encoder)
{
	zval *other;

	if (find_rows(t, encoder, &other)) {
		return true;
	}
	if (t->marks) {
		memset(t->marks, 0, ((size_t) t->count + 7) / 8);
	}
	return other && take_form(t, encoder, other) && find_rows(t, encoder, &other);
}

static brine_cells cells_of(const table *t, uint32_t column)
{
	return (brine_cells){.bases = t->bases, .offset = t->offsets[column]};
}

/* Looks at all cells and chooses the kinds of the columns. */
static void choose_columns(table *t)
{
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_column_start(&t->columns[i]);
	}
	for (uint32_t from = 0; from < t->row_count; from += BLOCK) {
		uint32_t to = t->row_count - from > BLOCK ? from + BLOCK : t->row_count;

		for (uint32_t i = 0; i < t->column_count; i++) {
			brine_cells cells = cells_of(t, i);

			brine_column_scan(&t->columns[i], &cells, from, to);
		}
	}
	t->value_count = 0;
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_cells cells = cells_of(t, i);

		brine_column_choose(&t->columns[i], &cells);
		if (t->columns[i].kind == BRINE_COLUMN_VALUES || t->columns[i].flag == BRINE_COLUMN_OTHERS) {
			t->values[t->value_count++] = i;
		}
	}
}

/* True if the table is surely not larger than its rows one by one: integers of one byte may gain nothing, the others gain their tags. */
static bool is_worthwhile(const table *t)
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
	hash = (hash ^ value) * UINT64_C(0xD6E8FEB86659FD93);
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

static uint64_t hash_value(uint64_t hash, zval *value, unsigned levels)
{
	uint64_t bits;
	zval *element;

	value = plain(value);
	hash = mix(hash, Z_TYPE_P(value));
	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			return mix(hash, (uint64_t) Z_LVAL_P(value));
		case IS_DOUBLE:
			memcpy(&bits, &Z_DVAL_P(value), sizeof(bits));
			return mix(hash, bits);
		case IS_STRING:
			return hash_string(hash, Z_STR_P(value));
		case IS_ARRAY:
			hash = mix(hash, zend_hash_num_elements(Z_ARRVAL_P(value)));
			if (levels > 0) {
				ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
					hash = hash_value(hash, element, levels - 1);
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
static uint64_t hash_row(const table *t, const char *base)
{
	uint64_t hash = 1;

	for (uint32_t i = 0; i < t->column_count; i++) {
		if (t->columns[i].kind != BRINE_COLUMN_CONSTANT || t->columns[i].flag) {
			hash = hash_value(hash, (zval *) (base + t->offsets[i]), HASHED_LEVELS);
		}
	}
	return hash | 1;
}

/* A row, its element, and how many rows are kept so far. */
typedef struct {
	uint32_t element;
	uint32_t row;
	uint32_t kept;
} row_cursor;

static void skip_marked(const table *t, row_cursor *cursor)
{
	while (is_marked(t, cursor->element)) {
		cursor->element++;
	}
}

/*
 * Marks rows that repeat earlier ones: written as values, they can be shared. Returns false if more than a quarter of the elements is
 * marked then. *found says whether any was.
 */
static bool mark_repeated_rows(table *t, bool *found)
{
	row_cursor cursor = {0, 0, 0};
	uint32_t mask = 15, limit = t->count / 4 + 1;
	uint64_t *slots;

	while (mask < (uint64_t) t->row_count * 2) {
		mask = mask * 2 + 1;
	}
	slots = ecalloc((size_t) mask + 1, sizeof(*slots));
	*found = false;
	for (; cursor.row < t->row_count; cursor.row++, cursor.element++) {
		uint64_t hash = hash_row(t, t->bases[cursor.row]);
		uint32_t slot = (uint32_t) (hash >> 32) & mask;
		bool repeated = false;

		skip_marked(t, &cursor);
		for (unsigned steps = 0; slots[slot] && steps < BRINE_PROBE_LIMIT; steps++) {
			if (slots[slot] == hash) {
				repeated = true;
				break;
			}
			slot = (slot + 1) & mask;
		}
		if (!repeated) {
			slots[slot] = hash;
			t->bases[cursor.kept++] = t->bases[cursor.row];
			continue;
		}
		*found = true;
		mark(t, cursor.element);
		if (t->count - cursor.kept > limit + (t->row_count - cursor.row)) {
			break;
		}
	}
	efree(slots);
	t->row_count = cursor.kept;
	return t->count - t->row_count <= t->count / 4;
}

/* True if a cell holds neither an object that is no enum case nor a PHP reference, and no more elements than *budget. */
static bool is_inert(zval *cell, size_t *budget)
{
	zval *element;

	cell = plain(cell);
	if (Z_TYPE_P(cell) == IS_OBJECT) {
		return (Z_OBJCE_P(cell)->ce_flags & ZEND_ACC_ENUM) != 0;
	}
	if (Z_TYPE_P(cell) != IS_ARRAY) {
		return !Z_ISREF_P(cell);
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(cell)) > *budget) {
		return false;
	}
	*budget -= zend_hash_num_elements(Z_ARRVAL_P(cell));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(cell), element) {
		if (!is_inert(element, budget)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static bool rows_are_inert(const table *t)
{
	size_t budget = ((size_t) t->row_count + 16) * ((size_t) t->column_count + 1) * INERT_BUDGET;

	for (uint32_t row = 0; row < t->row_count; row++) {
		for (uint32_t i = 0; i < t->value_count; i++) {
			if (!is_inert((zval *) (t->bases[row] + t->offsets[t->values[i]]), &budget)) {
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
static bool objects_are_new(table *t, brine_encoder *encoder)
{
	element_iterator iterator = {t->array, 0};
	uint32_t known = 0;
	zend_ulong h;
	zend_string *key;

	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = plain(next_element(&iterator, &h, &key));
		bool met = false;

		if (Z_TYPE_P(element) == IS_OBJECT) {
			met = brine_object_is_trackable(encoder, Z_OBJ_P(element))
				&& brine_identity_find(&encoder->objects, Z_OBJ_P(element)) != NULL;
		} else if (Z_TYPE_P(element) >= IS_ARRAY) {
			return false;
		}
		if (is_marked(t, i) && Z_TYPE_P(element) == IS_OBJECT && !met) {
			return false;
		}
		known += met || is_marked(t, i);
	}
	return known <= t->count / 4;
}

/* Marks objects that were met before, and remembers the others; their numbers are given when they are written. */
static bool mark_known_objects(table *t, brine_encoder *encoder)
{
	element_iterator iterator = {t->array, 0};
	uint32_t row = 0, kept = 0;
	zend_ulong h;
	zend_string *key;

	for (uint32_t i = 0; i < t->count; i++) {
		zval *element = plain(next_element(&iterator, &h, &key));

		if (is_marked(t, i)) {
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

/* Decides whether there is a table to write, and prepares its columns. */
static bool prepare(table *t, brine_encoder *encoder)
{
	bool repeated = false;

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
			brine_cells cells = cells_of(t, i);

			distinct = brine_column_is_monotonic(&t->columns[i], &cells);
		}
		if (!distinct && !mark_repeated_rows(t, &repeated)) {
			return false;
		}
	}
	if (repeated) {
		choose_columns(t);
	}
	return true;
}

void brine_encode_note_mark(brine_encoder *encoder, unsigned mark, uint32_t count)
{
	brine_sharing_note(&encoder->sharing, BRINE_TOKEN(BRINE_TOKEN_CONSTANT, mark));
	brine_sharing_note(&encoder->sharing, count);
}

/* Notes bytes of the output that hold no number of anything. Nothing is looked up of the outermost array. */
static void note_bytes(brine_encoder *encoder, size_t offset, size_t size)
{
	if (encoder->depth > 1) {
		brine_sharing_note_bytes(&encoder->sharing, encoder->out.start + offset, size);
	}
}

void brine_encode_note_column(brine_encoder *encoder, const brine_column_writer *column)
{
	size_t end = column->body;

	if (column->kind == BRINE_COLUMN_BOOLEANS) {
		end += ((size_t) column->members + 7) / 8;
	}
	note_bytes(encoder, column->head, end - column->head);
}

void brine_encode_note_kind(brine_encoder *encoder, const brine_column_writer *column)
{
	brine_sharing_note(&encoder->sharing, column->kind | column->flag | column->width << 8);
}

bool brine_encode_column_head(brine_encoder *encoder, brine_column_writer *column)
{
	zval null;

	brine_reserve(&encoder->out, brine_column_size(column));
	brine_column_put_head(&encoder->out, column);
	if (column->kind != BRINE_COLUMN_CONSTANT) {
		return true;
	}
	ZVAL_NULL(&null);
	return brine_encode_value(encoder, column->sample ? column->sample : &null);
}

static void write_row_head(brine_encoder *encoder, const table *t)
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
static void write_marks(brine_encoder *encoder, const table *t)
{
	brine_buffer *out = &encoder->out;
	size_t start = brine_buffer_offset(out);
	size_t size = ((size_t) t->count + 7) / 8;

	brine_reserve(out, 1 + size);
	brine_put_u8(out, t->row_count < t->count);
	if (t->row_count < t->count) {
		brine_put_bytes(out, (const char *) t->marks, size);
	}
	note_bytes(encoder, start, brine_buffer_offset(out) - start);
}

/* Writes the heads of the columns, then their cells. */
static bool write_columns(brine_encoder *encoder, table *t)
{
	for (uint32_t i = 0; i < t->column_count; i++) {
		brine_encode_note_kind(encoder, &t->columns[i]);
		if (UNEXPECTED(!brine_encode_column_head(encoder, &t->columns[i]))) {
			return false;
		}
	}
	for (uint32_t from = 0; from < t->row_count; from += BLOCK) {
		uint32_t to = t->row_count - from > BLOCK ? from + BLOCK : t->row_count;

		for (uint32_t i = 0; i < t->column_count; i++) {
			if (t->columns[i].kind != BRINE_COLUMN_VALUES) {
				brine_cells cells = cells_of(t, i);

				brine_column_put_cells(&encoder->out, &t->columns[i], &cells, from, to);
			}
		}
	}
	return true;
}

/* Adds the step from a row to one of its cells to the way to the value at fault. */
static void add_path(brine_encoder *encoder, const table *t, uint32_t column)
{
	if (t->form == BRINE_ROW_MAP) {
		brine_encode_path_key(encoder, t->keys->arData[column].h, t->keys->arData[column].key);
	} else if (t->form == BRINE_ROW_LIST) {
		brine_encode_path_key(encoder, column, NULL);
	} else if (t->form == BRINE_ROW_DYNAMIC) {
		brine_encode_path_property(encoder, t->keys->arData[column].key);
	} else {
		brine_encode_path_property(
			encoder, t->object->ce->properties_info_table[OBJ_PROP_TO_NUM(t->offsets[column])]->name);
	}
}

/* Writes those cells of a row that are values of their own. */
static bool write_row(brine_encoder *encoder, const table *t, uint32_t row)
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

/* Begins a row: an object gets its number; what is in an array that another place holds can be met again. */
static void begin_row(brine_encoder *encoder, const table *t, zval *element, bool in_shared_array)
{
	if (t->form == BRINE_ROW_MAP || t->form == BRINE_ROW_LIST) {
		encoder->in_shared_array = in_shared_array || GC_REFCOUNT(Z_ARR_P(element)) > 1;
		return;
	}
	encoder->impurities++;
	if (brine_object_is_trackable(encoder, Z_OBJ_P(element))) {
		brine_identity_renumber(&encoder->objects, Z_OBJ_P(element), encoder->object_count);
	}
	encoder->object_count++;
}

static bool write_elements(brine_encoder *encoder, table *t)
{
	element_iterator iterator = {t->array, 0};
	bool in_shared_array = encoder->in_shared_array;
	bool is_array = t->form == BRINE_ROW_MAP || t->form == BRINE_ROW_LIST;
	uint32_t row = 0;

	if (is_array && t->value_count == 0 && t->row_count == t->count) {
		return true;
	}
	for (uint32_t i = 0; i < t->count; i++) {
		zend_ulong h;
		zend_string *key;
		zval *element = plain(next_element(&iterator, &h, &key));
		bool success;

		if (is_marked(t, i)) {
			success = brine_encode_value(encoder, element);
		} else {
			encoder->depth++;
			begin_row(encoder, t, element, in_shared_array);
			success = write_row(encoder, t, row++);
			encoder->in_shared_array = in_shared_array;
			encoder->depth--;
		}
		if (UNEXPECTED(!success)) {
			brine_encode_path_key(encoder, h, key);
			return false;
		}
	}
	return true;
}

/* The keys of a map of rows as one column, if that is what they should be. */
static bool write_key_column(brine_encoder *encoder, const table *t)
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

static void write_keys(brine_encoder *encoder, const table *t)
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
static void lengthen(table *t)
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

static bool write_table(brine_encoder *encoder, table *t)
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

/* Element i of an array. */
static zval *element_at(HashTable *array, uint32_t i)
{
	element_iterator iterator = {array, 0};
	zend_ulong h;
	zend_string *key;

	if (EXPECTED(HT_IS_WITHOUT_HOLES(array))) {
		iterator.position = i;
		i = 0;
	}
	for (; i > 0; i--) {
		next_element(&iterator, &h, &key);
	}
	return plain(next_element(&iterator, &h, &key));
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
static bool find_form(table *t, brine_encoder *encoder)
{
	zval *first = element_at(t->array, 0);
	zval *middle = element_at(t->array, t->count / 2);
	zval *last = element_at(t->array, t->count - 1);

	if (look_alike(first, middle) || look_alike(first, last)) {
		return take_form(t, encoder, first);
	}
	return look_alike(middle, last) && take_form(t, encoder, middle);
}

bool brine_encode_table(brine_encoder *encoder, HashTable *array, bool is_list, bool *done)
{
	table t = {.array = array, .count = zend_hash_num_elements(array), .is_list = is_list};
	bool success = true;

	*done = false;
	if (t.count < BRINE_TABLE_MIN || encoder->depth >= encoder->max_depth || !find_form(&t, encoder)) {
		return true;
	}
	t.bases = safe_emalloc(t.count, sizeof(*t.bases), 0);
	if (prepare(&t, encoder)) {
		*done = true;
		success = write_table(encoder, &t);
	}
	efree(t.bases);
	if (t.offsets) {
		efree(t.offsets);
	}
	if (t.marks) {
		efree(t.marks);
	}
	return success;
}
