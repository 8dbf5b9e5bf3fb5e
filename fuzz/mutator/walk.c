#include "walk.h"
#include <string.h>

#define MAX_DEPTH 200
#define MAX_COLUMNS 64

typedef struct {
	unsigned kind;
	/* NULL for a column without a flag. */
	const uint8_t *bitmap;
} column;

static bool walk_value(walk *w, uint32_t list);

static bool skip(walk *w, uint64_t size)
{
	if (size > w->size - w->at) {
		return false;
	}
	w->at += (uint32_t) size;
	return true;
}

static void add_piece(walk *w, uint32_t start, piece_kind kind, sequence of, uint64_t number)
{
	if (w->piece_count < MAX_PIECES) {
		w->pieces[w->piece_count++] = (piece){start, w->at - start, kind, of, number};
	}
}

/* Skips bytes that can be changed one by one. */
static bool skip_bytes(walk *w, uint64_t size)
{
	for (; size > 0; size--) {
		if (!skip(w, 1)) {
			return false;
		}
		add_piece(w, w->at - 1, PIECE_BYTE, STRINGS, 0);
	}
	return true;
}

static uint64_t number_at(const uint8_t *p, unsigned size)
{
	uint64_t number = 0;

	while (size-- > 0) {
		number = number << 8 | p[size];
	}
	return number;
}

static bool read_uv(walk *w, uint64_t *value)
{
	const uint8_t *p = w->bytes + w->at;

	if (!skip(w, 1)) {
		return false;
	}
	if (*p < BRINE_UV_2_LEAD) {
		*value = *p;
		return true;
	}
	if (*p < BRINE_UV_3_LEAD) {
		*value = BRINE_UV_2 + ((uint64_t) (*p - BRINE_UV_2_LEAD) << 8);
		return skip(w, 1) && (*value += p[1], true);
	}
	if (*p < 0xEF) {
		*value = BRINE_UV_3 + ((uint64_t) (*p - BRINE_UV_3_LEAD) << 16);
		return skip(w, 2) && (*value += number_at(p + 1, 2), true);
	}
	if (*p == BRINE_UV_5_LEAD || *p == BRINE_UV_9_LEAD) {
		unsigned size = *p == BRINE_UV_5_LEAD ? 4 : 8;

		return skip(w, size) && (*value = number_at(p + 1, size), true);
	}
	return false;
}

static bool walk_uv(walk *w, uint64_t *value)
{
	uint32_t start = w->at;

	if (!read_uv(w, value)) {
		return false;
	}
	add_piece(w, start, PIECE_UV, STRINGS, *value);
	return true;
}

/* Walks the rest of a string of `size` bytes that is stored in `stored` bytes. */
static bool walk_text(walk *w, uint64_t size, uint64_t stored)
{
	if (size >= 2) {
		w->seen.next[STRINGS]++;
	}
	return skip(w, stored);
}

/* Walks the rest of a string with its tag at `start`, stored in full. */
static bool walk_plain_text(walk *w, uint32_t start, uint64_t size)
{
	if (!walk_text(w, size, size)) {
		return false;
	}
	if (size >= 2) {
		add_piece(w, start, PIECE_STRING, STRINGS, w->seen.next[STRINGS] - 1);
	}
	return true;
}

static bool walk_reference(walk *w, sequence of, uint64_t *number)
{
	uint32_t start = w->at - 1;
	unsigned tag = w->bytes[start];

	if (tag >= BRINE_TAG_STRING_REF_1 && tag <= BRINE_TAG_STRING_REF_1_LAST) {
		*number = tag - BRINE_TAG_STRING_REF_1;
	} else if (tag >= BRINE_TAG_SHAPED_1 && tag <= BRINE_TAG_SHAPED_1_LAST) {
		*number = tag - BRINE_TAG_SHAPED_1;
	} else if (tag >= BRINE_TAG_STRING_REF_2 && tag <= BRINE_TAG_STRING_REF_2_LAST && skip(w, 1)) {
		*number = BRINE_STRING_REF_1_COUNT + ((tag - BRINE_TAG_STRING_REF_2) << 8) + w->bytes[w->at - 1];
	} else if (tag >= BRINE_TAG_SHARED_2 && tag <= BRINE_TAG_SHARED_2_LAST && skip(w, 1)) {
		*number = ((tag - BRINE_TAG_SHARED_2) << 8) + w->bytes[w->at - 1];
	} else if (!read_uv(w, number)) {
		return false;
	}
	add_piece(w, start, PIECE_REFERENCE, of, *number);
	return true;
}

static bool is_string_reference(unsigned tag)
{
	return (tag >= BRINE_TAG_STRING_REF_1 && tag <= BRINE_TAG_STRING_REF_2_LAST) || tag == BRINE_TAG_STRING_REF;
}

/* Walks a key or name. */
static bool walk_string(walk *w)
{
	uint32_t start = w->at;
	uint64_t number;
	unsigned tag;

	if (!skip(w, 1)) {
		return false;
	}
	tag = w->bytes[w->at - 1];
	if (tag >= BRINE_TAG_SHORT_STRING && tag <= BRINE_TAG_SHORT_STRING_LAST) {
		return walk_plain_text(w, start, tag - BRINE_TAG_SHORT_STRING + 1);
	}
	if (is_string_reference(tag)) {
		return walk_reference(w, STRINGS, &number);
	}
	return tag == BRINE_TAG_EMPTY_STRING
		|| (tag == BRINE_TAG_STRING && walk_uv(w, &number) && walk_plain_text(w, start, number));
}

/* Bytes after an integer's or double's tag; -1 for other tags. */
static int size_of_number(unsigned tag)
{
	static const uint8_t sizes[] = {1, 2, 4, 1, 2, 4, 8, 4, 8};

	if (tag <= BRINE_TAG_SMALL_INT_LAST) {
		return 0;
	}
	return tag >= BRINE_TAG_U8 && tag <= BRINE_TAG_F64 ? sizes[tag - BRINE_TAG_U8] : -1;
}

static bool walk_key(walk *w)
{
	int size = w->at < w->size ? size_of_number(w->bytes[w->at]) : -1;

	return size >= 0 ? skip_bytes(w, 1 + (unsigned) size) : walk_string(w);
}

static uint32_t add_shape(walk *w)
{
	return w->seen.next[SHAPES]++;
}

static void define_shape(walk *w, uint32_t shape, uint64_t values, bool is_object, bool is_custom)
{
	if (shape < MAX_SHAPES) {
		w->seen.shapes[shape].values = (uint32_t) values;
		w->seen.shapes[shape].is_object = is_object;
		w->seen.shapes[shape].is_custom = is_custom;
	}
}

static bool walk_keys(walk *w, uint64_t count)
{
	for (; count > 0; count--) {
		if (!walk_key(w)) {
			return false;
		}
	}
	return true;
}

static bool walk_values(walk *w, uint64_t count, uint32_t list)
{
	for (; count > 0; count--) {
		if (!walk_value(w, list)) {
			return false;
		}
	}
	return true;
}

/* Walks a map's number of keys and its keys. */
static bool walk_map_head(walk *w, uint64_t *count)
{
	uint32_t shape = add_shape(w);

	if (!walk_uv(w, count) || !walk_keys(w, *count)) {
		return false;
	}
	define_shape(w, shape, *count, false, false);
	return true;
}

/* Walks an object's class and names. */
static bool walk_object_head(walk *w, uint64_t *count)
{
	uint32_t shape = add_shape(w);

	if (!walk_string(w) || !walk_uv(w, count)) {
		return false;
	}
	for (uint64_t i = 0; i < *count; i++) {
		if (w->at < w->size && w->bytes[w->at] <= BRINE_SCOPE_PRIVATE_OF) {
			bool has_class = w->bytes[w->at] == BRINE_SCOPE_PRIVATE_OF;

			if (!skip_bytes(w, 1) || (has_class && !walk_string(w))) {
				return false;
			}
		}
		if (!walk_string(w)) {
			return false;
		}
	}
	define_shape(w, shape, *count, true, false);
	return true;
}

static bool walk_instance(walk *w)
{
	uint64_t shape;

	if (!walk_reference(w, SHAPES, &shape) || shape >= w->seen.next[SHAPES] || shape >= MAX_SHAPES) {
		return false;
	}
	w->seen.next[w->seen.shapes[shape].is_object ? OBJECTS : ARRAYS]++;
	return walk_values(w, w->seen.shapes[shape].values, UINT32_MAX);
}

static bool is_marked(const uint8_t *bitmap, uint64_t i)
{
	return bitmap && bitmap[i / 8] >> i % 8 & 1;
}

static bool walk_column(walk *w, column *c, uint64_t count)
{
	uint64_t unmarked = 0, value, width;

	if (!skip_bytes(w, 1)) {
		return false;
	}
	c->kind = w->bytes[w->at - 1];
	c->bitmap = NULL;
	if (c->kind & ~BRINE_COLUMN_KIND_MASK) {
		c->bitmap = w->bytes + w->at;
		if (!skip_bytes(w, (count + 7) / 8)) {
			return false;
		}
	}
	for (uint64_t i = 0; c->bitmap && i < count; i++) {
		unmarked += !is_marked(c->bitmap, i);
	}
	count = c->bitmap ? unmarked : count;
	width = (c->kind & BRINE_COLUMN_WIDTH_MASK) + 1;
	switch (c->kind & BRINE_COLUMN_KIND_MASK) {
		case BRINE_COLUMN_VALUES:
			return true;
		case BRINE_COLUMN_CONSTANT:
			return walk_value(w, UINT32_MAX);
		case BRINE_COLUMN_BOOLEANS:
			return skip_bytes(w, (count + 7) / 8);
		case BRINE_COLUMN_AFFINE:
			return walk_uv(w, &value) && walk_uv(w, &value);
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			return skip(w, count * (c->kind & 1 ? 8 : 4));
	}
	switch (c->kind & BRINE_COLUMN_KIND_MASK & ~BRINE_COLUMN_WIDTH_MASK) {
		case BRINE_COLUMN_INTEGERS:
			return walk_uv(w, &value) && skip(w, count * width);
		case BRINE_COLUMN_DELTAS:
			return count > 0 && walk_uv(w, &value) && walk_uv(w, &value) && skip(w, (count - 1) * width);
		case BRINE_COLUMN_DECIMALS:
			return skip_bytes(w, 1) && walk_uv(w, &value) && skip(w, count * width);
	}
	return false;
}

static bool walk_run(walk *w)
{
	uint64_t count;
	column c;

	if (!walk_uv(w, &count) || count > BRINE_MAX_ELEMENTS_OF_ARRAY || !walk_column(w, &c, count)) {
		return false;
	}
	for (uint64_t i = 0; c.kind & BRINE_COLUMN_OTHERS && i < count; i++) {
		if (is_marked(c.bitmap, i) && !walk_value(w, UINT32_MAX)) {
			return false;
		}
	}
	return true;
}

/* Walks what follows a LAYOUT's tag, and the tag behind it. */
static bool walk_layout(walk *w, unsigned *tag)
{
	if (!skip_bytes(w, BRINE_LAYOUT_SIZE) || !skip(w, 1)) {
		return false;
	}
	*tag = w->bytes[w->at - 1];
	return true;
}

/* Walks the rows' tag and the definition of their shape. */
static bool walk_row_head(walk *w, uint64_t *count, bool *is_object)
{
	uint64_t shape;
	unsigned tag;

	*is_object = false;
	if (!skip(w, 1)) {
		return false;
	}
	tag = w->bytes[w->at - 1];
	if (tag == BRINE_TAG_LAYOUT) {
		if (!walk_layout(w, &tag) || tag != BRINE_TAG_OBJECT) {
			return false;
		}
	}
	if (tag >= BRINE_TAG_SHORT_LIST && tag <= BRINE_TAG_SHORT_LIST_LAST) {
		*count = tag - BRINE_TAG_SHORT_LIST + 1;
		return true;
	}
	switch (tag) {
		case BRINE_TAG_LIST:
			return walk_uv(w, count);
		case BRINE_TAG_MAP:
			return walk_map_head(w, count);
		case BRINE_TAG_OBJECT:
			*is_object = true;
			return walk_object_head(w, count);
	}
	if ((tag < BRINE_TAG_SHAPED_1 || tag > BRINE_TAG_SHAPED_1_LAST) && tag != BRINE_TAG_SHAPED) {
		return false;
	}
	if (!walk_reference(w, SHAPES, &shape) || shape >= w->seen.next[SHAPES] || shape >= MAX_SHAPES) {
		return false;
	}
	*count = w->seen.shapes[shape].values;
	*is_object = w->seen.shapes[shape].is_object;
	return true;
}

static bool walk_row(walk *w, const column *columns, uint64_t column_count, uint64_t row)
{
	for (uint64_t i = 0; i < column_count; i++) {
		bool is_value = columns[i].kind == BRINE_COLUMN_VALUES
			|| (columns[i].kind & BRINE_COLUMN_OTHERS && is_marked(columns[i].bitmap, row));

		if (is_value && !walk_value(w, UINT32_MAX)) {
			return false;
		}
	}
	return true;
}

static bool walk_rows(walk *w, uint64_t count)
{
	const uint8_t *bitmap = NULL;
	uint64_t has_bitmap, column_count, row_count = 0, row = 0;
	column columns[MAX_COLUMNS];
	bool is_object;

	if (!walk_uv(w, &has_bitmap)) {
		return false;
	}
	if (has_bitmap) {
		bitmap = w->bytes + w->at;
		if (!skip_bytes(w, (count + 7) / 8)) {
			return false;
		}
	}
	for (uint64_t i = 0; i < count; i++) {
		row_count += !is_marked(bitmap, i);
	}
	if (!walk_row_head(w, &column_count, &is_object) || column_count > MAX_COLUMNS) {
		return false;
	}
	for (uint64_t i = 0; i < column_count; i++) {
		if (!walk_column(w, &columns[i], row_count)) {
			return false;
		}
	}
	for (uint64_t i = 0; i < count; i++) {
		if (is_marked(bitmap, i)) {
			if (!walk_value(w, UINT32_MAX)) {
				return false;
			}
			continue;
		}
		w->seen.next[OBJECTS] += is_object;
		if (!walk_row(w, columns, column_count, row++)) {
			return false;
		}
	}
	return true;
}

static bool walk_table(walk *w, bool is_keyed)
{
	uint64_t count, kind = 0;
	column keys;

	if (!walk_uv(w, &count) || count > (uint64_t) (w->size - w->at) * BRINE_TABLE_ELEMENTS_PER_BYTE) {
		return false;
	}
	if (is_keyed && (!walk_uv(w, &kind) || !(kind ? walk_column(w, &keys, count) : walk_keys(w, count)))) {
		return false;
	}
	return walk_rows(w, count);
}

static bool walk_custom(walk *w)
{
	uint32_t shape = add_shape(w);

	if (!walk_string(w)) {
		return false;
	}
	define_shape(w, shape, 1, true, true);
	return walk_value(w, UINT32_MAX);
}

/* Walks a value whose tag has no short form. */
static bool walk_long_form(walk *w, unsigned tag, uint32_t self)
{
	uint32_t start = w->at - 1;
	uint64_t count;

	switch (tag) {
		case BRINE_TAG_NULL:
		case BRINE_TAG_FALSE:
		case BRINE_TAG_TRUE:
		case BRINE_TAG_EMPTY_STRING:
		case BRINE_TAG_EMPTY_ARRAY:
			return true;
		case BRINE_TAG_STRING:
			return walk_uv(w, &count) && walk_plain_text(w, start, count);
		case BRINE_TAG_DIGITS:
		case BRINE_TAG_HEX:
			return walk_uv(w, &count) && walk_text(w, count, count / 2 + count % 2);
		case BRINE_TAG_UUID:
			return walk_text(w, BRINE_UUID_SIZE, 16);
		case BRINE_TAG_LIST:
			w->seen.next[ARRAYS]++;
			return walk_uv(w, &count) && walk_values(w, count, self);
		case BRINE_TAG_MAP:
			w->seen.next[ARRAYS]++;
			return walk_map_head(w, &count) && walk_values(w, count, UINT32_MAX);
		case BRINE_TAG_SHAPED:
			return walk_instance(w);
		case BRINE_TAG_SHARED:
			return walk_reference(w, ARRAYS, &count);
		case BRINE_TAG_RUN:
			w->seen.next[ARRAYS]++;
			return walk_run(w);
		case BRINE_TAG_TABLE:
		case BRINE_TAG_KEYED_TABLE:
			w->seen.next[ARRAYS]++;
			return walk_table(w, tag == BRINE_TAG_KEYED_TABLE);
		case BRINE_TAG_OBJECT:
			w->seen.next[OBJECTS]++;
			return walk_object_head(w, &count) && walk_values(w, count, UINT32_MAX);
		case BRINE_TAG_CUSTOM:
			w->seen.next[OBJECTS]++;
			return walk_custom(w);
		case BRINE_TAG_ENUM:
			w->seen.next[OBJECTS]++;
			return walk_string(w) && walk_string(w);
		case BRINE_TAG_SERIALIZABLE:
			w->seen.next[OBJECTS]++;
			return walk_string(w) && walk_uv(w, &count) && skip(w, count);
		case BRINE_TAG_OBJECT_REF:
			return walk_reference(w, OBJECTS, &count);
		case BRINE_TAG_REFERENCE:
			w->seen.next[REFERENCES]++;
			return walk_value(w, UINT32_MAX);
		case BRINE_TAG_REFERENCE_REF:
			return walk_reference(w, REFERENCES, &count);
	}
	return false;
}

static bool walk_form(walk *w, uint32_t self)
{
	uint64_t number;
	unsigned tag;
	int size;

	if (!skip(w, 1)) {
		return false;
	}
	tag = w->bytes[w->at - 1];
	size = size_of_number(tag);
	if (size >= 0) {
		return skip_bytes(w, (unsigned) size);
	}
	if (tag <= BRINE_TAG_SHORT_STRING_LAST) {
		return walk_plain_text(w, w->at - 1, tag - BRINE_TAG_SHORT_STRING + 1);
	}
	if (is_string_reference(tag)) {
		return walk_reference(w, STRINGS, &number);
	}
	if (tag <= BRINE_TAG_SHAPED_1_LAST) {
		return walk_instance(w);
	}
	if (tag <= BRINE_TAG_SHORT_LIST_LAST) {
		w->seen.next[ARRAYS]++;
		return walk_values(w, tag - BRINE_TAG_SHORT_LIST + 1, self);
	}
	if (tag <= BRINE_TAG_SHARED_2_LAST) {
		return walk_reference(w, ARRAYS, &number);
	}
	if (tag == BRINE_TAG_LAYOUT && (!walk_layout(w, &tag) || (tag != BRINE_TAG_OBJECT && tag != BRINE_TAG_CUSTOM))) {
		return false;
	}
	return walk_long_form(w, tag, self);
}

static bool walk_value(walk *w, uint32_t list)
{
	uint32_t self = w->span_count;
	span *s = &w->spans[self];

	if (w->span_count == MAX_SPANS || w->depth >= MAX_DEPTH) {
		return false;
	}
	w->span_count++;
	s->start = w->at;
	s->end = 0;
	s->list = list;
	memcpy(s->before, w->seen.next, sizeof(s->before));
	w->depth++;
	if (!walk_form(w, self)) {
		return false;
	}
	w->depth--;
	s->end = w->at;
	memcpy(s->after, w->seen.next, sizeof(s->after));
	return true;
}

bool walk_payload(walk *w, const uint8_t *bytes, size_t size)
{
	w->bytes = bytes;
	w->size = (uint32_t) size;
	w->at = 0;
	w->depth = 0;
	w->span_count = 0;
	w->piece_count = 0;
	memset(&w->seen, 0, sizeof(w->seen));
	return walk_value(w, UINT32_MAX) && w->at == w->size;
}
