/* The state of an encoder, and what all parts of the encoder do with it. decode/state.h is the mirror image. */
#ifndef BRINE_ENCODE_STATE_H
#define BRINE_ENCODE_STATE_H

#include "php.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/cycles.h"
#include "core/hash.h"
#include "core/identity.h"
#include "core/memory.h"
#include "core/path.h"
#include "format/dictionary.h"
#include "format/format.h"
#include "format/numbers.h"
#include "format/shapes.h"
#include "format/sharing.h"
#include "format/strings.h"

/* Classes whose shape an encoder remembers, by a hash of their address. */
#define BRINE_CLASS_SHAPES 16

/* The number of the shape of the objects of a class, in which every slot has a value, or which have an array form of their own. */
typedef struct {
	zend_class_entry *ce;
	uint32_t number;
} brine_class_shape;

/* What is known of a payload with a dictionary; see encode/dictionary.h. */
typedef struct {
	/* What strings.limit would be. */
	uint32_t limit;
	/* Arrays were used; how many shapes were, and the most bytes that name one of these. */
	bool has_arrays;
	uint32_t shapes;
	uint32_t longest_shape;
	/* A bit for each string that was used, by its number: one whose bit is missing is used for the first time. */
	uint64_t strings;
	/* Bytes that are saved at least: what all is shorter than one byte for each; what strings add, and one array or shape alone. */
	int64_t saved;
	int64_t gain_of_strings;
	int64_t gain_of_one;
} brine_dictionary_use;

/* An array that another place may hold, while it is being encoded, and the one around it. */
typedef struct brine_open_shared {
	const HashTable *array;
	const struct brine_open_shared *outer;
	bool outer_in_shared_array;
} brine_open_shared;

struct brine_encoder;

/* Writes a string of at least 2 bytes, its tail from `skip` on, that has this fingerprint, and returns its token. */
typedef uint32_t (*brine_encode_seen_function)(
	struct brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint);

typedef struct brine_encoder {
	/* What every string and every element touches comes first, where addresses are short. */
	brine_pooled pooled;
	brine_buffer out;
	brine_seen_strings strings;
	brine_seen_arrays seen_arrays;
	/* Numbers given so far; strings and shapes are counted where they are kept. */
	uint32_t array_count;
	uint32_t object_count;
	uint32_t reference_count;
	/* Grows with every object and reference; an array during which it did not grow is pure. */
	uint32_t identity_count;
	/* Arrays and objects that are open, and how many may be. */
	uint32_t depth;
	uint32_t max_depth;
	/* What is written with, or NULL; see encode/dictionary.h. */
	const brine_dictionary *dictionary;
	/* Places that hold an array that can be written at once: 1; with a dictionary 0, as each array is looked for. */
	uint32_t most_unshared;
	/* What becomes of a string that is not new by the first look. */
	brine_encode_seen_function encode_seen;
	/* Deepest level that anything in the innermost open array, object or reference has reached so far. */
	uint32_t deepest;
	/* Arrays that are complete and have an object or reference inside. With the objects and references they are all nodes of `cycles`. */
	uint32_t impure_arrays;
	/* Whether `cycles` is to note them. */
	bool notes_cycles;
	/* A cycle was not noted. */
	bool has_missed_cycles;
	/* Everything is to be written once more, and cycles noted: this encode ends as if it had failed. */
	bool must_restart;
	/* No PHP code has run yet. */
	bool can_restart;
	/* True inside an array or a PHP reference that more than one place holds: an object in it can be seen again although its refcount is 1. */
	bool in_shared_array;
	/* Every object can be seen again: user code can get at all of them, or the outermost array has come again. */
	bool tracks_all;
	/* There is an object that would not be recognised. */
	bool has_untracked;
	uint16_t known_classes;
	/* The innermost of those that are open. */
	const brine_open_shared *open_shared;
	/* The value that is encoded, if it is an array. Its refcount does not tell whether a place inside of it holds it, too. */
	brine_open_shared outermost;

	/* A method of an object was called, which need not do the same again. */
	bool called_hook;
	/* True from the first call of user code on, and how often the cycle collector had run before it. */
	bool called_user_code;
	uint32_t collections;
	/* What user code returned, kept until the end because what was seen points into it. */
	zval *held;
	uint32_t held_count;
	uint32_t held_capacity;

	/* Why encoding failed, or NULL; and the way to the value at fault. */
	zend_string *error;
	brine_path path;

	/* Finds out what cycles mean for heights, as the decoder will; see encode/heights.h. */
	brine_cycles cycles;
	/* Arrays that more than one place holds, objects, and PHP references; by address. */
	brine_identity arrays;
	brine_identity objects;
	/*
	 * Arrays of which there is a copy in another form: the number is its place among what is held, from 1. Wide rows that more than one place holds have
	 * number 0; `scan_budget` is how many of their cells may be looked at again (encode/rows.c).
	 */
	brine_identity rows;
	uint64_t scan_budget;
	brine_identity references;

	/* What is known of classes, and a bit for each place that is in use. */
	brine_class_shape class_shapes[BRINE_CLASS_SHAPES];
	/* What a number that follows a tag is less than that by which a string, shape or array is known here; not 0 where there is a dictionary. */
	uint32_t bias;
	brine_dictionary_use dictionary_use;
	brine_seen_shapes shapes;

	/* Of the indexes of strings, shapes and arrays. */
	brine_index_slot string_slots[BRINE_INDEX_INITIAL_SLOTS];
	brine_index_slot shape_slots[BRINE_INDEX_INITIAL_SLOTS];
	brine_index_slot array_slots[BRINE_INDEX_INITIAL_SLOTS];

	/* Last: what is before it is closer together so, and the output of a small value lies on the same pages. */
	unsigned char scratch[BRINE_BUFFER_SCRATCH_SIZE];
} brine_encoder;

/* Number of an object whose hook gave nothing to encode: it is null wherever it occurs. */
#define BRINE_OBJECT_IS_NULL UINT32_MAX

/* Records why encoding fails; takes over the reference to message. Always false. */
ZEND_COLD bool brine_encode_fail(brine_encoder *encoder, zend_string *message);

/* Fails because of the nesting. */
ZEND_COLD bool brine_encode_fail_depth(brine_encoder *encoder);

/* User code is about to run: everything that the encoder points to is held by a reference from now on. */
ZEND_COLD void brine_encode_pin(brine_encoder *encoder);

/* The same where a method of an object is called. */
ZEND_COLD void brine_encode_begin_hook(brine_encoder *encoder);

/*
 * True if the cycle collector has run in user code that was called. What the encoder held then, and user code no longer holds, was passed over,
 * and has to be made a root once more when it is let go.
 */
ZEND_COLD bool brine_encode_was_collected(const brine_encoder *encoder);

/* From now on every object is recognised when it is seen again. False if everything has to be written once more for that. */
ZEND_COLD bool brine_encode_track_all(brine_encoder *encoder);

/* True for the value that is encoded, if it is an array, seen again inside of itself. */
static zend_always_inline bool brine_encode_is_outermost(const brine_encoder *encoder, const HashTable *array)
{
	return UNEXPECTED(array == encoder->outermost.array) && encoder->depth > 0;
}

/* Keeps a value, whose reference is taken over, until the encode ends. */
ZEND_COLD void brine_encode_hold(brine_encoder *encoder, zval *value);

/* Cold half of brine_encode_let_go(). */
void brine_encode_let_go_slowly(brine_encoder *encoder, zend_refcounted *node);

/*
 * Gives up the reference that was taken to an array, object or reference while it was encoded. If a hook has made it the last one, the
 * node is kept until the encode ends instead, since what was seen points into it.
 */
static zend_always_inline void brine_encode_let_go(brine_encoder *encoder, zend_refcounted *node)
{
	if (UNEXPECTED(encoder->called_user_code)) {
		brine_encode_let_go_slowly(encoder, node);
	} else {
		/* Who gave it to us has it still. This is no decrement that could make it a root of the cycle collector. */
		GC_DELREF(node);
	}
}

/* Cold half of brine_encode_enter(): looks at every limit. */
ZEND_COLD bool brine_encode_enter_slowly(brine_encoder *encoder);

/*
 * Counts one more level of nesting; false if there are too many, or too many strings, arrays or objects. No sequence of numbers grows by more
 * than the bytes that are written, so that only a large output can have used one up.
 */
static zend_always_inline bool brine_encode_enter(brine_encoder *encoder)
{
	if (UNEXPECTED(encoder->depth >= encoder->max_depth || brine_buffer_offset(&encoder->out) >= BRINE_MAX_NUMBERS)) {
		return brine_encode_enter_slowly(encoder);
	}
	encoder->depth++;
	return true;
}

static zend_always_inline void brine_encode_leave(brine_encoder *encoder)
{
	BRINE_ASSERT(encoder->depth > 0);
	encoder->depth--;
}

/* True if an array is one of those that are open. */
bool brine_encode_is_open(const brine_encoder *encoder, const HashTable *array);

/*
 * True for a PHP reference that only one place holds: it is what it refers to. One to an array around it is none: that array is another place
 * of it, as in zend_array_dup(), and what it refers to has no end.
 */
static zend_always_inline bool brine_encode_is_unshared(const brine_encoder *encoder, const zend_reference *reference)
{
	return GC_REFCOUNT(reference) == 1
		&& (EXPECTED(Z_TYPE(reference->val) != IS_ARRAY) || !brine_encode_is_open(encoder, Z_ARRVAL(reference->val)));
}

/* A value; such a reference is what it refers to. */
static zend_always_inline zval *brine_encode_unwrap(const brine_encoder *encoder, zval *value)
{
	return UNEXPECTED(Z_ISREF_P(value)) && brine_encode_is_unshared(encoder, Z_REF_P(value)) ? Z_REFVAL_P(value)
																							 : value;
}

/* Keeps a string, whose reference is taken over, until the encode ends. */
zend_string *brine_encode_hold_string(brine_encoder *encoder, zend_string *string);

#endif
