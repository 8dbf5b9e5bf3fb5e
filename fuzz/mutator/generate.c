#include "generate.h"
#include <string.h>

#define MAX_COLUMNS 6
#define MAX_ROWS 64
#define TEXT(literal) literal, sizeof(literal) - 1

/* A class, its property names, and their scopes. */
typedef struct {
	const char *name;
	const char *properties[4];
	uint8_t scope;
} class_form;

/* Classes of the test vectors and of php/classes.php; the last one is missing. */
static const class_form classes[] = {
	{"V\\Point", {"x", "y"}, BRINE_SCOPE_PUBLIC},
	{"V\\Node", {"next"}, BRINE_SCOPE_PUBLIC},
	{"V\\Child", {"name", "kept"}, BRINE_SCOPE_PUBLIC},
	{"V\\Base", {"kept"}, BRINE_SCOPE_PROTECTED},
	{"V\\Secret", {"key"}, BRINE_SCOPE_PRIVATE},
	{"V\\Leaf", {"a", "g"}, BRINE_SCOPE_PRIVATE},
	{"V\\Typed", {"n", "s", "list"}, BRINE_SCOPE_PUBLIC},
	{"V\\Partial", {"set", "unset"}, BRINE_SCOPE_PUBLIC},
	{"V\\Frozen", {"n"}, BRINE_SCOPE_PUBLIC},
	{"V\\Extended", {"s", "list", "more"}, BRINE_SCOPE_PUBLIC},
	{"V\\Sleeper", {"kept", "left"}, BRINE_SCOPE_PUBLIC},
	{"stdClass", {"a", "bc", "d"}, BRINE_SCOPE_PUBLIC},
	{"F\\Changer", {"target", "other"}, BRINE_SCOPE_PUBLIC},
	{"F\\Dropper", {"target", "more"}, BRINE_SCOPE_PUBLIC},
	{"F\\Nested", {"data"}, BRINE_SCOPE_PUBLIC},
	{"F\\Collector", {"data"}, BRINE_SCOPE_PUBLIC},
	{"F\\Thrower", {"data"}, BRINE_SCOPE_PRIVATE},
	{"F\\Waker", {"data"}, BRINE_SCOPE_PUBLIC},
	{"F\\Destroyer", {"data", "more"}, BRINE_SCOPE_PUBLIC},
	{"F\\Kinds", {"int", "float", "either", "any"}, BRINE_SCOPE_PUBLIC},
	{"F\\Kinds", {"many", "date", "once", "id"}, BRINE_SCOPE_PUBLIC},
	{"F\\Numbers", {"own"}, BRINE_SCOPE_PUBLIC},
	{"No\\Such", {"a", "b"}, BRINE_SCOPE_PUBLIC},
};

/* Classes with an array form. */
static const char *const custom_classes[] = {"V\\Bag", "F\\Nested", "F\\Thrower", "ArrayObject", "F\\Numbers",
	"SplObjectStorage", "SplQueue", "SplFixedArray", "DateInterval", "DateTimeZone", "V\\Locked", "V\\Point",
	"No\\Such"};

/* A column, and which of its cells are tagged values. */
typedef struct {
	bool has_values;
	/* Bit i: cell i is marked. */
	uint64_t others;
} column;

static void values(generator *g, unsigned count);

static void text(generator *g, const char *bytes, size_t size)
{
	put(g->out, BRINE_TAG_SHORT_STRING + (unsigned) size - 1);
	put_bytes(g->out, bytes, size);
	if (size >= 2) {
		g->seen.next[STRINGS]++;
	}
}

static void name(generator *g, const char *bytes)
{
	text(g, bytes, strlen(bytes));
}

static bool reference(generator *g, sequence of)
{
	if (g->seen.next[of] == 0) {
		return false;
	}
	/* Favours the latest ones, which may be incomplete. */
	put_reference(g->out, of,
		once_in(g->dice, 2) ? roll(g->dice, g->seen.next[of])
							: g->seen.next[of] - 1 - roll(g->dice, g->seen.next[of] < 4 ? g->seen.next[of] : 4));
	return true;
}

static void packed_string(generator *g)
{
	unsigned tag = BRINE_TAG_DIGITS + roll(g->dice, 3);
	unsigned size = tag == BRINE_TAG_UUID ? 32 : 1 + roll(g->dice, 20);

	put(g->out, tag);
	if (tag != BRINE_TAG_UUID) {
		put_uv(g->out, size);
	}
	for (unsigned i = 0; i < size / 2; i++) {
		put(g->out, (unsigned) roll_bits(g->dice) & 0xFF);
	}
	if (size % 2) {
		put(g->out, roll(g->dice, 16));
	}
	if (size >= 2) {
		g->seen.next[STRINGS]++;
	}
}

static void string(generator *g)
{
	static const char letters[] = "namekeyvalue2024-05-06 0123456789abcdef";
	unsigned kind = roll(g->dice, 8);

	if (kind < 3 && reference(g, STRINGS)) {
		return;
	}
	if (kind == 3) {
		packed_string(g);
	} else if (kind == 4) {
		put(g->out, BRINE_TAG_EMPTY_STRING);
	} else if (kind == 5) {
		unsigned size = 1 + roll(g->dice, 80);

		put(g->out, BRINE_TAG_STRING);
		put_uv(g->out, size);
		for (unsigned i = 0; i < size; i++) {
			put(g->out, (unsigned char) letters[roll(g->dice, sizeof(letters) - 1)]);
		}
		g->seen.next[STRINGS] += size >= 2;
	} else {
		text(g, letters + roll(g->dice, 20), 1 + roll(g->dice, 18));
	}
}

static void number(generator *g)
{
	static const uint8_t sizes[] = {1, 2, 4, 1, 2, 4, 8, 4, 8};
	unsigned kind = roll(g->dice, 10);

	if (kind == 9) {
		put(g->out, roll(g->dice, BRINE_SMALL_INT_COUNT));
	} else {
		put(g->out, BRINE_TAG_U8 + kind);
		put_number(g->out, once_in(g->dice, 2) ? roll_interesting(g->dice) : roll_bits(g->dice), sizes[kind]);
	}
}

static void scalar(generator *g)
{
	switch (roll(g->dice, 4)) {
		case 0:
			put(g->out, BRINE_TAG_NULL + roll(g->dice, 3));
			break;
		case 1:
			string(g);
			break;
		default:
			number(g);
			break;
	}
}

/* Mostly distinct keys. */
static void keys(generator *g, unsigned count)
{
	unsigned start = roll(g->dice, 100);
	unsigned kind = roll(g->dice, 4);

	for (unsigned i = start; i < start + count; i++) {
		char key[4] = {'k', (char) ('a' + i / 26 % 26), (char) ('a' + i % 26), 0};

		if (kind == 0 || (kind == 1 && once_in(g->dice, 2))) {
			put(g->out, BRINE_TAG_U8);
			put(g->out, i);
		} else if (once_in(g->dice, 12)) {
			string(g);
		} else {
			text(g, key, kind == 2 ? 2 : 3);
		}
	}
}

/* Reserves a shape's number. */
static uint32_t new_shape(generator *g)
{
	return g->seen.next[SHAPES]++;
}

static void define_shape(generator *g, uint32_t shape, uint32_t count, bool is_object, bool is_custom)
{
	if (shape < MAX_SHAPES) {
		g->seen.shapes[shape].values = count;
		g->seen.shapes[shape].is_object = is_object;
		g->seen.shapes[shape].is_custom = is_custom;
	}
}

/* Writes from the tag to the last key; returns the number of values that follow. */
static unsigned map_head(generator *g)
{
	unsigned count = 1 + roll(g->dice, MAX_COLUMNS);
	uint32_t shape = new_shape(g);

	put(g->out, BRINE_TAG_MAP);
	put_uv(g->out, count);
	keys(g, count);
	define_shape(g, shape, count, false, false);
	return count;
}

/* Perhaps writes a LAYOUT: with the fingerprint of V\Partial, or any. */
static void layout(generator *g)
{
	if (once_in(g->dice, 6)) {
		put(g->out, BRINE_TAG_LAYOUT);
		put_number(g->out, once_in(g->dice, 2) ? 0x85975429 : roll_bits(g->dice), BRINE_LAYOUT_SIZE);
	}
}

static unsigned object_head(generator *g)
{
	const class_form *class = &classes[roll(g->dice, sizeof(classes) / sizeof(*classes))];
	uint32_t shape = new_shape(g);
	unsigned count = 0;

	layout(g);
	put(g->out, BRINE_TAG_OBJECT);
	name(g, class->name);
	while (count < 4 && class->properties[count]) {
		count++;
	}
	count -= once_in(g->dice, 8);
	put_uv(g->out, count);
	for (unsigned i = 0; i < count; i++) {
		if (i == 0 && class->scope != BRINE_SCOPE_PUBLIC) {
			put(g->out, class->scope);
		}
		name(g, class->properties[i]);
	}
	define_shape(g, shape, count, true, false);
	return count;
}

/* Writes an instance of a known shape; false if there is none. */
static bool instance(generator *g)
{
	uint32_t count = g->seen.next[SHAPES] < MAX_SHAPES ? g->seen.next[SHAPES] : MAX_SHAPES;
	uint32_t shape;

	if (count == 0) {
		return false;
	}
	shape = roll(g->dice, count);
	put_reference(g->out, SHAPES, shape);
	g->seen.next[g->seen.shapes[shape].is_object ? OBJECTS : ARRAYS]++;
	values(g, g->seen.shapes[shape].values < 2 * MAX_COLUMNS ? g->seen.shapes[shape].values : 0);
	return true;
}

/* Random bits with at least one set and one clear, if there are two. */
static uint64_t bitmap(generator *g, unsigned count)
{
	uint64_t all = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
	uint64_t marks = roll_bits(g->dice) & all;

	if (once_in(g->dice, 2)) {
		marks &= roll_bits(g->dice) & roll_bits(g->dice);
	}
	if (marks == 0 || marks == all) {
		marks = UINT64_C(1) << roll(g->dice, count);
	}
	put_number(g->out, marks, (count + 7) / 8);
	return marks;
}

static void integer_cells(generator *g, unsigned kind, unsigned count)
{
	unsigned width = (kind & BRINE_COLUMN_WIDTH_MASK) + 1;

	if ((kind & ~BRINE_COLUMN_WIDTH_MASK) == BRINE_COLUMN_DECIMALS) {
		put(g->out, roll(g->dice, BRINE_DECIMALS_MAX_EXPONENT + 1));
	}
	put_sv(g->out, once_in(g->dice, 2) ? (int64_t) roll_interesting(g->dice) : (int64_t) roll(g->dice, 1000));
	if ((kind & ~BRINE_COLUMN_WIDTH_MASK) == BRINE_COLUMN_DELTAS) {
		put_sv(g->out, (int64_t) roll(g->dice, 100) - 50);
		count--;
	}
	for (unsigned i = 0; i < count; i++) {
		put_number(g->out, once_in(g->dice, 3) ? roll_bits(g->dice) : roll(g->dice, 100), width);
	}
}

static void cells(generator *g, unsigned kind, unsigned count)
{
	switch (kind) {
		case BRINE_COLUMN_VALUES:
			return;
		case BRINE_COLUMN_CONSTANT:
			generate_value(g);
			return;
		case BRINE_COLUMN_BOOLEANS:
			put_number(
				g->out, roll_bits(g->dice) & (count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1), (count + 7) / 8);
			return;
		case BRINE_COLUMN_AFFINE:
			put_sv(g->out, (int64_t) roll_interesting(g->dice));
			put_sv(g->out, (int64_t) roll(g->dice, 20) - 5);
			return;
		case BRINE_COLUMN_F32:
		case BRINE_COLUMN_F64:
			for (unsigned i = 0; i < count; i++) {
				put_number(g->out, roll_bits(g->dice), kind == BRINE_COLUMN_F32 ? 4 : 8);
			}
			return;
		default:
			integer_cells(g, kind, count);
			return;
	}
}

/* A column of 1 to 64 cells. */
static void write_column(generator *g, column *c, unsigned count, bool may_be_values)
{
	static const uint8_t kinds[] = {BRINE_COLUMN_VALUES, BRINE_COLUMN_CONSTANT, BRINE_COLUMN_BOOLEANS,
		BRINE_COLUMN_AFFINE, BRINE_COLUMN_F32, BRINE_COLUMN_F64, BRINE_COLUMN_INTEGERS, BRINE_COLUMN_DELTAS,
		BRINE_COLUMN_DECIMALS};
	unsigned kind = kinds[roll(g->dice, sizeof(kinds) - !may_be_values) + !may_be_values];
	unsigned flag = 0, unmarked = count;

	c->others = 0;
	c->has_values = kind == BRINE_COLUMN_VALUES;
	if (kind >= BRINE_COLUMN_INTEGERS) {
		kind += once_in(g->dice, 2) ? 0 : roll(g->dice, 8);
	}
	if (count > 1 && kind != BRINE_COLUMN_VALUES && once_in(g->dice, 2)) {
		flag = once_in(g->dice, 2) ? BRINE_COLUMN_NULLS : BRINE_COLUMN_OTHERS;
	}
	put(g->out, kind | flag);
	if (flag) {
		uint64_t marks = bitmap(g, count);

		unmarked -= (unsigned) __builtin_popcountll(marks);
		c->others = flag == BRINE_COLUMN_OTHERS ? marks : 0;
	}
	cells(g, kind, unmarked);
}

static void run(generator *g)
{
	unsigned count = 1 + roll(g->dice, once_in(g->dice, 4) ? MAX_ROWS : 12);
	column c;

	g->seen.next[ARRAYS]++;
	put(g->out, BRINE_TAG_RUN);
	if (once_in(g->dice, 8)) {
		/* Many cells in a few bytes. */
		put_uv(g->out, roll(g->dice, 4000));
		put(g->out, once_in(g->dice, 2) ? BRINE_COLUMN_CONSTANT : BRINE_COLUMN_AFFINE);
		cells(g, g->out->bytes[g->out->size - 1], 0);
		return;
	}
	put_uv(g->out, count);
	write_column(g, &c, count, false);
	values(g, (unsigned) __builtin_popcountll(c.others));
}

/* Writes the form of rows; returns their number of columns. */
static unsigned row_head(generator *g, bool *is_object)
{
	uint32_t shape_count = g->seen.next[SHAPES] < MAX_SHAPES ? g->seen.next[SHAPES] : MAX_SHAPES;
	unsigned kind = roll(g->dice, 6);
	unsigned count;

	*is_object = false;
	if (kind == 0) {
		count = 1 + roll(g->dice, MAX_COLUMNS);
		put(g->out, BRINE_TAG_SHORT_LIST + count - 1);
		return count;
	}
	if (kind <= 2 && shape_count > 0) {
		uint32_t shape = roll(g->dice, shape_count);

		if (g->seen.shapes[shape].values <= MAX_COLUMNS) {
			put_reference(g->out, SHAPES, shape);
			*is_object = g->seen.shapes[shape].is_object;
			return g->seen.shapes[shape].values;
		}
	}
	if (kind <= 3) {
		*is_object = true;
		return object_head(g);
	}
	return map_head(g);
}

static void rows(generator *g, unsigned count)
{
	column columns[MAX_COLUMNS];
	unsigned column_count, row = 0;
	uint64_t marks = 0;
	bool is_object;

	put(g->out, once_in(g->dice, 2) && count > 1);
	if (g->out->bytes[g->out->size - 1]) {
		marks = bitmap(g, count);
	}
	column_count = row_head(g, &is_object);
	for (unsigned i = 0; i < column_count; i++) {
		write_column(g, &columns[i], count - (unsigned) __builtin_popcountll(marks), true);
	}
	for (unsigned i = 0; i < count; i++) {
		if (marks >> i & 1) {
			generate_value(g);
			continue;
		}
		g->seen.next[OBJECTS] += is_object;
		for (unsigned j = 0; j < column_count; j++) {
			values(g, columns[j].has_values || columns[j].others >> row & 1);
		}
		row++;
	}
}

static void table(generator *g)
{
	unsigned count = 1 + roll(g->dice, once_in(g->dice, 4) ? MAX_ROWS : 12);
	bool is_keyed = once_in(g->dice, 3);

	g->seen.next[ARRAYS]++;
	put(g->out, is_keyed ? BRINE_TAG_KEYED_TABLE : BRINE_TAG_TABLE);
	put_uv(g->out, count);
	if (is_keyed && once_in(g->dice, 2)) {
		static const uint8_t kinds[] = {BRINE_COLUMN_AFFINE, BRINE_COLUMN_INTEGERS, BRINE_COLUMN_DELTAS + 1};
		unsigned kind = kinds[roll(g->dice, sizeof(kinds))];

		put(g->out, 1);
		put(g->out, kind);
		cells(g, kind, count);
	} else if (is_keyed) {
		put(g->out, 0);
		keys(g, count);
	}
	rows(g, count);
}

static void custom(generator *g)
{
	uint32_t shape = new_shape(g);

	g->seen.next[OBJECTS]++;
	layout(g);
	put(g->out, BRINE_TAG_CUSTOM);
	name(g, custom_classes[roll(g->dice, sizeof(custom_classes) / sizeof(*custom_classes))]);
	define_shape(g, shape, 1, true, true);
	if (once_in(g->dice, 4)) {
		put(g->out, BRINE_TAG_EMPTY_ARRAY);
	} else {
		unsigned count = 1 + roll(g->dice, 4);

		g->seen.next[ARRAYS]++;
		put(g->out, BRINE_TAG_SHORT_LIST + count - 1);
		values(g, count);
	}
}

static void other_object(generator *g)
{
	g->seen.next[OBJECTS]++;
	if (once_in(g->dice, 2)) {
		put(g->out, BRINE_TAG_ENUM);
		name(g, "V\\Suit");
		name(g, once_in(g->dice, 2) ? "Hearts" : "Spades");
	} else {
		put(g->out, BRINE_TAG_SERIALIZABLE);
		name(g, "V\\Text");
		put_uv(g->out, 4);
		put_bytes(g->out, TEXT("i:5;"));
	}
}

static void list(generator *g)
{
	unsigned count = 1 + roll(g->dice, once_in(g->dice, 4) ? 20 : 4);

	g->seen.next[ARRAYS]++;
	if (count <= BRINE_SHORT_LIST_MAX) {
		put(g->out, BRINE_TAG_SHORT_LIST + count - 1);
	} else {
		put(g->out, BRINE_TAG_LIST);
		put_uv(g->out, count);
	}
	values(g, count);
}

static void values(generator *g, unsigned count)
{
	for (; count > 0; count--) {
		generate_value(g);
	}
}

void generate_value(generator *g)
{
	unsigned kind = roll(g->dice, 24);

	if (g->budget == 0) {
		scalar(g);
		return;
	}
	g->budget--;
	if (kind < 6) {
		scalar(g);
	} else if (kind < 8) {
		list(g);
	} else if (kind < 10) {
		g->seen.next[ARRAYS]++;
		values(g, map_head(g));
	} else if (kind < 12) {
		run(g);
	} else if (kind < 15) {
		table(g);
	} else if (kind < 17) {
		g->seen.next[OBJECTS]++;
		values(g, object_head(g));
	} else if (kind == 17) {
		custom(g);
	} else if (kind == 18) {
		other_object(g);
	} else if (kind == 19) {
		g->seen.next[REFERENCES]++;
		put(g->out, BRINE_TAG_REFERENCE);
		generate_value(g);
	} else if (!(kind == 20         ? instance(g)
					   : kind == 21 ? reference(g, ARRAYS)
					   : kind == 22 ? reference(g, OBJECTS)
									: reference(g, REFERENCES))) {
		put(g->out, BRINE_TAG_EMPTY_ARRAY);
	}
}
