/*
 * The encoder: state, and the functions that its files offer to each other. decode.h is its mirror image.
 */
#ifndef BRINE_ENCODE_H
#define BRINE_ENCODE_H

#include "php.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/growable.h"
#include "core/hash.h"
#include "core/identity.h"
#include "core/path.h"
#include "core/pool.h"
#include "format/format.h"
#include "format/numbers.h"
#include "format/packed.h"
#include "format/shapes.h"
#include "format/sharing.h"
#include "format/strings.h"
#include "column/column.h"

/* Classes whose shape an encoder remembers, by a hash of their address. */
#define BRINE_CLASS_SHAPES 16

/* The shape of the objects of a class in which every slot has a value. */
typedef struct {
	zend_class_entry *ce;
	uint32_t shape;
} brine_class_shape;

/* An array that more than one place holds, while it is being encoded, and the one around it. */
typedef struct brine_open_shared {
	const HashTable *array;
	const struct brine_open_shared *outer;
} brine_open_shared;

typedef struct brine_encoder {
	brine_pooled pooled;
	brine_buffer out;
	brine_string_dictionary strings;
	brine_shape_dictionary shapes;
	brine_sharing sharing;
	/* Arrays that more than one place holds, objects, and PHP references; by address. */
	brine_identity arrays;
	brine_identity objects;
	brine_identity references;

	brine_class_shape class_shapes[BRINE_CLASS_SHAPES];

	/* Numbers given so far; strings and shapes are counted by their dictionaries. */
	uint32_t array_count;
	uint32_t object_count;
	uint32_t reference_count;
	/* Grows with every object and reference; an array during which it did not grow is pure. */
	uint32_t impurities;
	/* Arrays and objects that are open, and how many may be. */
	uint32_t depth;
	uint32_t max_depth;
	/* Deepest level that anything in the innermost open array, object or reference has reached so far. */
	uint32_t deepest;
	/* True inside an array that more than one place holds: what is in it can be met again although its refcount is 1. */
	bool in_shared_array;
	/* The innermost of those that are open. */
	const brine_open_shared *open_shared;

	/* True from the first call of user code on, and how often the cycle collector had run before it. */
	bool called_user_code;
	uint32_t collections;
	/* What user code returned, kept until the end because the dictionaries point into it. */
	zval *held;
	uint32_t held_count;
	uint32_t held_capacity;

	/* Why encoding failed, or NULL; and the way to the value at fault. */
	zend_string *error;
	brine_path path;
} brine_encoder;

/* Number of an object whose hook gave nothing to encode: it is null wherever it occurs. */
#define BRINE_OBJECT_IS_NULL UINT32_MAX

/* Records why encoding fails; takes over the reference to message. Always false. */
bool brine_encode_fail(brine_encoder *encoder, zend_string *message);

/* User code is about to run: everything that the encoder points to is held by a reference from now on. */
void brine_encode_pin(brine_encoder *encoder);

/*
 * True if the cycle collector has run in user code that was called. What the encoder held then, and user code no longer holds, was passed over,
 * and has to be made a root once more when it is let go.
 */
bool brine_encode_was_collected(const brine_encoder *encoder);

/* Keeps a value, whose reference is taken over, until the encode ends. */
void brine_encode_hold(brine_encoder *encoder, zval *value);

/*
 * Gives up the reference that was taken to an array, object or reference while it was encoded. If a hook has made it the last one, the
 * thing is kept until the encode ends instead, since the dictionaries point into it.
 */
void brine_encode_let_go(brine_encoder *encoder, zend_refcounted *thing);

/* Each encodes one value of its kind; false after an error. */
bool brine_encode_value(brine_encoder *encoder, zval *value);
bool brine_encode_array(brine_encoder *encoder, HashTable *array);
bool brine_encode_object(brine_encoder *encoder, zend_object *object);
bool brine_encode_reference(brine_encoder *encoder, zend_reference *reference);

/*
 * Writes an array as a table if it is one: *done says so. A packed array has no holes.
 */
bool brine_encode_table(brine_encoder *encoder, HashTable *array, bool is_list, bool *done);

/* First tokens of rows that are neither of a plain list nor of a map. */
enum {
	BRINE_MARK_RUN = BRINE_CONSTANT_BYTE + 256,
	BRINE_MARK_TABLE,
	BRINE_MARK_KEYED_TABLE,
};

/* What the rows of a table are. */
typedef enum {
	BRINE_ROW_NONE,
	BRINE_ROW_MAP,
	BRINE_ROW_LIST,
	/* Objects with their properties in slots. */
	BRINE_ROW_SLOTS,
	/* Objects without declared properties. */
	BRINE_ROW_DYNAMIC,
} brine_row_form;

/* The form in which an object can be a row; BRINE_ROW_NONE if it has hooks, or does not keep its properties as the engine does. */
brine_row_form brine_object_row_form(zend_object *object);

/* Writes the class and property names of rows like this object, or the number of their shape. */
void brine_encode_row_class(brine_encoder *encoder, const zend_object *object);

/* True if an object can be met again. */
bool brine_object_is_trackable(const brine_encoder *encoder, const zend_object *object);

/* Writes the tag of a map and, if its shape is new, its keys; or the tag of a list. Begins its row. */
void brine_encode_map_head(brine_encoder *encoder, const HashTable *map);
void brine_encode_list_head(brine_encoder *encoder, uint32_t count);

/* Writes a key as a value. */
void brine_encode_key(brine_encoder *encoder, zend_ulong h, zend_string *key);

/* Notes the kind of a column, before anything else of it: it tells what the tokens that follow stand for. */
void brine_encode_note_kind(brine_encoder *encoder, const brine_column_writer *column);

/* Writes `column` up to its cells, and notes a CONSTANT's value. */
bool brine_encode_column_head(brine_encoder *encoder, brine_column_writer *column);

/* Notes what a column wrote, but for the values. */
void brine_encode_note_column(brine_encoder *encoder, const brine_column_writer *column);

/* Begins the row of a run or table. */
void brine_encode_note_mark(brine_encoder *encoder, unsigned mark, uint32_t count);

/* A packed array, or a map, with the elements of a map or packed array that is stored with holes; kept until the encode ends. */
HashTable *brine_encode_packed_to_map(brine_encoder *encoder, const HashTable *packed);
HashTable *brine_encode_map_to_packed(brine_encoder *encoder, const HashTable *map);

/* Cold half of brine_map_is_list(). */
bool brine_map_has_list_keys(const HashTable *map);

/* True for a map whose keys are 0, 1, 2 … in this order. */
static zend_always_inline bool brine_map_is_list(const HashTable *map)
{
	if (EXPECTED(map->arData[0].key != NULL && Z_TYPE(map->arData[0].val) != IS_UNDEF)) {
		return false;
	}
	return brine_map_has_list_keys(map);
}

/* Cold half of brine_encode_enter(): looks at every limit. */
bool brine_encode_fail_enter(brine_encoder *encoder);

/*
 * Counts one more level of nesting; false if there are too many, or too many strings, arrays or objects. No sequence of numbers grows by more
 * than the bytes that are written, so that only a large output can have used one up.
 */
static zend_always_inline bool brine_encode_enter(brine_encoder *encoder)
{
	if (UNEXPECTED(encoder->depth >= encoder->max_depth || brine_buffer_offset(&encoder->out) >= BRINE_MAX_IDS)) {
		return brine_encode_fail_enter(encoder);
	}
	encoder->depth++;
	return true;
}

static zend_always_inline void brine_encode_leave(brine_encoder *encoder)
{
	encoder->depth--;
}

/*
 * Notes that something inside the innermost open thing reaches down to this level, where the levels of what comes once more count too; false if
 * PHP's destructors could not follow.
 */
bool brine_encode_reach(brine_encoder *encoder, uint32_t deepest);

/* Ends an object or reference: what is around it reaches as deep as it does. Returns its height, its level being left. */
static zend_always_inline uint32_t brine_encode_height(brine_encoder *encoder, uint32_t outer_deepest)
{
	uint32_t height = encoder->deepest - encoder->depth;

	if (outer_deepest > encoder->deepest) {
		encoder->deepest = outer_deepest;
	}
	return height;
}

/* A reference to a string that has a number; the smallest of the three forms. */
static zend_always_inline void brine_put_string_ref(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	if (number < BRINE_STRING_REF_1_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_STRING_REF_1 + number);
	} else if (number < BRINE_STRING_REF_1_COUNT + BRINE_STRING_REF_2_COUNT) {
		number -= BRINE_STRING_REF_1_COUNT;
		p = brine_write_u8(p, BRINE_TAG_STRING_REF_2 + (number >> 8));
		p = brine_write_u8(p, number & 0xFF);
	} else {
		p = brine_write_u8(p, BRINE_TAG_STRING_REF);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shaped(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	if (number < BRINE_SHAPED_1_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHAPED_1 + number);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHAPED);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

static zend_always_inline void brine_put_shared(brine_buffer *out, uint32_t number)
{
	unsigned char *p = out->p;

	if (number < BRINE_SHARED_2_COUNT) {
		p = brine_write_u8(p, BRINE_TAG_SHARED_2 + (number >> 8));
		p = brine_write_u8(p, number & 0xFF);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHARED);
		p = brine_write_uv(p, number);
	}
	out->p = p;
}

/* A tag and the `size` low bytes of an integer. */
static zend_always_inline void brine_put_tagged(brine_buffer *out, unsigned tag, int64_t value, unsigned size)
{
	unsigned char *p = brine_write_u8(out->p, tag);

	out->p = brine_write_le(p, (uint64_t) value, size);
}

static zend_always_inline void brine_put_int(brine_buffer *out, int64_t value)
{
	if (value >= 0) {
		if (value < BRINE_SMALL_INT_COUNT) {
			brine_put_u8(out, BRINE_TAG_SMALL_INT + (unsigned) value);
		} else if (value <= UINT8_MAX) {
			brine_put_tagged(out, BRINE_TAG_U8, value, 1);
		} else if (value <= UINT16_MAX) {
			brine_put_tagged(out, BRINE_TAG_U16, value, 2);
		} else if (value <= UINT32_MAX) {
			brine_put_tagged(out, BRINE_TAG_U32, value, 4);
		} else {
			brine_put_tagged(out, BRINE_TAG_I64, value, 8);
		}
	} else if (value >= INT8_MIN) {
		brine_put_tagged(out, BRINE_TAG_I8, value, 1);
	} else if (value >= INT16_MIN) {
		brine_put_tagged(out, BRINE_TAG_I16, value, 2);
	} else if (value >= INT32_MIN) {
		brine_put_tagged(out, BRINE_TAG_I32, value, 4);
	} else {
		brine_put_tagged(out, BRINE_TAG_I64, value, 8);
	}
}

static zend_always_inline void brine_put_float(brine_buffer *out, double value)
{
	unsigned char *p = out->p;

	if (brine_fits_f32(value)) {
		p = brine_write_u8(p, BRINE_TAG_F32);
		p = brine_write_f32(p, value);
	} else {
		p = brine_write_u8(p, BRINE_TAG_F64);
		p = brine_write_f64(p, value);
	}
	out->p = p;
}

/* Defines a string: the tail of `string` from `skip` on. The caller has reserved its size, BRINE_BUFFER_SLACK and a head. */
static zend_always_inline void brine_put_new_string(brine_buffer *out, zend_string *string, uint32_t skip, size_t size)
{
	unsigned char *p = out->p;

	if (EXPECTED(size <= BRINE_SHORT_STRING_MAX)) {
		p = brine_write_u8(p, BRINE_TAG_SHORT_STRING + (unsigned) size - 1);
	} else {
		p = brine_write_u8(p, BRINE_TAG_STRING);
		p = brine_write_uv(p, size);
	}
	if (EXPECTED(skip == 0)) {
		p = brine_write_string(p, string, size);
	} else {
		memcpy(p, ZSTR_VAL(string) + skip, size);
		p += size;
	}
	out->p = p;
}

/* Writes a string of less than two bytes. */
static zend_always_inline void brine_put_tiny_string(brine_buffer *out, const char *bytes, size_t size, uint32_t *token)
{
	unsigned char *p;

	brine_reserve(out, 2);
	p = out->p;
	if (size == 0) {
		p = brine_write_u8(p, BRINE_TAG_EMPTY_STRING);
		*token = BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_EMPTY_STRING);
	} else {
		p = brine_write_u8(p, BRINE_TAG_SHORT_STRING);
		p = brine_write_u8(p, (unsigned char) *bytes);
		*token = BRINE_TOKEN(BRINE_TOKEN_CONSTANT, BRINE_CONSTANT_BYTE + (unsigned char) *bytes);
	}
	out->p = p;
}

/* Cold: defines a string in packed form, if it has one. The caller has reserved as for brine_put_new_string(). */
bool brine_put_packed_string(brine_buffer *out, const zend_string *string);

/* Writes a string of at least two bytes whose fingerprint is known; only a value can be packed. */
static zend_always_inline void brine_encode_known_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, uint32_t fingerprint, bool is_value, uint32_t *token)
{
	brine_buffer *out = &encoder->out;
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;
	uint32_t number;

	if (brine_string_dictionary_add(&encoder->strings, string, skip, fingerprint, &number)) {
		brine_reserve(out, 1 + BRINE_UV_MAX_SIZE);
		brine_put_string_ref(out, number);
	} else {
		brine_reserve(out, 1 + BRINE_UV_MAX_SIZE + BRINE_BUFFER_SLACK + size);
		if (!is_value || EXPECTED(!brine_maybe_packed(bytes, size)) || !brine_put_packed_string(out, string)) {
			brine_put_new_string(out, string, skip, size);
		}
	}
	*token = BRINE_TOKEN(BRINE_TOKEN_STRING, number);
}

/* Writes the tail of a string from `skip` on, as a key or name, or a whole string as a value; *token stands for it in a row. */
static zend_always_inline void brine_encode_any_string(
	brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t *token)
{
	const char *bytes = ZSTR_VAL(string) + skip;
	size_t size = ZSTR_LEN(string) - skip;

	if (UNEXPECTED(size <= 1)) {
		brine_put_tiny_string(&encoder->out, bytes, size, token);
	} else {
		brine_encode_known_string(encoder, string, skip, brine_fingerprint(bytes, size), is_value, token);
	}
}

static zend_always_inline void brine_encode_string_tail(
	brine_encoder *encoder, zend_string *string, uint32_t skip, uint32_t *token)
{
	brine_encode_any_string(encoder, string, skip, false, token);
}

#endif
