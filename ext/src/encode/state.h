/* The encoder's state and its basic operations. Mirror image of decode/state.h. */
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

/* Classes whose shape is remembered, by a hash of their address. */
#define BRINE_CLASS_SHAPES 16

/* Shape number of a class's objects, for objects whose slots all have a value or with their own array form. */
typedef struct {
	zend_class_entry *ce;
	uint32_t number;
} brine_class_shape;

/* Use of the dictionary by a payload; see encode/dictionary.h. */
typedef struct {
	/* The value of strings.limit without a dictionary. */
	uint32_t limit;
	/* Whether arrays were used; how many shapes were, and the longest name of one in bytes. */
	bool has_arrays;
	uint32_t shapes;
	uint32_t longest_shape;
	/* A bit per used string, by number modulo 64: a clear bit means first use. */
	uint64_t strings;
	/* A lower bound of the bytes saved, but for longer numbers. */
	int64_t saved;
} brine_dictionary_use;

/* An open array that may have several holders, and the next such array around it. */
typedef struct brine_open_shared {
	const HashTable *array;
	const struct brine_open_shared *outer;
	bool outer_in_shared_array;
} brine_open_shared;

/* An array or object, and its number. */
typedef struct {
	zend_refcounted *node;
	uint32_t number;
} brine_numbered_node;

/* State of the writer of another format (igbinary/), besides `strings`, `objects` and `object_count`. */
typedef struct {
	bool compact_strings;
	/* Nodes that no search can be for so far, so they are not in `objects`. */
	uint32_t unsearched_count;
	uint32_t unsearched_capacity;
	brine_numbered_node *unsearched;
	/* Keys of the fingerprint of a string, which an attacker must not know. */
	uint64_t keys[2];
	/*
	 * Strings of `strings` whose fingerprint too many others have, by a hash of all bytes; `collided` is above each of
	 * its numbers.
	 */
	brine_index collisions;
	uint32_t collided;
} brine_foreign_writer;

struct brine_encoder;

/* Writes the tail, of at least 2 bytes, of a string from `skip` on, with this fingerprint; returns its token. */
typedef uint32_t (*brine_encode_seen_function)(
	struct brine_encoder *encoder, zend_string *string, uint32_t skip, bool is_value, uint32_t fingerprint);

typedef struct brine_encoder {
	/* Hot fields come first, where offsets are short. */
	brine_pooled pooled;
	brine_buffer out;
	brine_seen_strings strings;
	brine_seen_arrays seen_arrays;
	/* Numbers assigned so far; strings and shapes count themselves. */
	uint32_t array_count;
	uint32_t object_count;
	uint32_t reference_count;
	/* Grows with every object and reference; an array is pure if it did not grow meanwhile. */
	uint32_t identity_count;
	/* Open arrays and objects, and the limit. */
	uint32_t depth;
	uint32_t max_depth;
	/* The dictionary in use, or NULL; see encode/dictionary.h. */
	const brine_dictionary *dictionary;
	/*
	 * Largest refcount of arrays that are written without a lookup: 1; with a dictionary 0, since each array is looked
	 * up.
	 */
	uint32_t max_unshared;
	/* Handles strings that the first slot does not show to be new. */
	brine_encode_seen_function encode_seen;
	/* Deepest level reached so far inside the innermost open array, object or reference. */
	uint32_t deepest;
	/*
	 * Complete arrays that contain an object or reference. Together with objects and references they are the nodes of
	 * `cycles`.
	 */
	uint32_t impure_arrays;
	/* Whether cycles are recorded. */
	bool notes_cycles;
	/* A cycle was not recorded. */
	bool has_missed_cycles;
	/* The value must be encoded again with cycles recorded; this encode ends like a failed one. */
	bool must_restart;
	/* No PHP code has run yet. */
	bool can_restart;
	/*
	 * True inside an array or PHP reference with several holders: objects in it can be seen again even with refcount 1.
	 */
	bool in_shared_array;
	/* Every object can be seen again: user code can reach all of them, or the outermost array appeared again. */
	bool tracks_all;
	/* Some object would not be recognised if seen again. */
	bool has_untracked;
	/* Definitions of objects have a LAYOUT where they do not say the class's layout. */
	bool writes_layouts;
	uint16_t known_classes;
	/* The innermost open array of this kind. */
	const brine_open_shared *open_shared;
	/* The encoded value, if it is an array: its refcount does not show whether it also contains itself. */
	brine_open_shared outermost;

	/* A method of an object was called; calling it again may have another result. */
	bool called_hook;
	/* True from the first call of user code on; and the cycle collector's runs before it. */
	bool called_user_code;
	uint32_t collections;
	/* Values returned by user code, kept until the end because the encoder points into them. */
	zval *held;
	uint32_t held_count;
	uint32_t held_capacity;

	/* Why encoding failed, or NULL; and the path to the value at fault. */
	zend_string *error;
	brine_path path;

	/* Derives the effect of cycles on heights, as the decoder will; see encode/heights.h. */
	brine_cycles cycles;
	/* Arrays with several holders, objects, and PHP references; by address. */
	brine_identity arrays;
	brine_identity objects;
	/*
	 * Arrays with a copy in another form: the number is the copy's place among held values, from 1. Wide rows with
	 * several holders have number 0; `scan_budget` is how many of their cells may be scanned again (encode/rows.c).
	 */
	brine_identity rows;
	uint64_t scan_budget;
	brine_identity references;
	brine_foreign_writer foreign;

	/* With layouts: the class with versions that was prepared last, and its fingerprint. */
	const zend_class_entry *versioned_class;
	uint32_t fingerprint;

	/* Remembered classes, and a bit for each occupied place. */
	brine_class_shape class_shapes[BRINE_CLASS_SHAPES];
	/* Subtracted from a number that follows its tag; not 0 with a dictionary. */
	uint32_t bias;
	brine_dictionary_use dictionary_use;
	brine_seen_shapes shapes;

	/* First slots of the indexes of strings, shapes and arrays. */
	brine_index_slot string_slots[BRINE_INDEX_INITIAL_SLOTS];
	brine_index_slot shape_slots[BRINE_INDEX_INITIAL_SLOTS];
	brine_index_slot array_slots[BRINE_INDEX_INITIAL_SLOTS];

	/* Last: so the fields before it are closer together, and a small value's output is on the same pages. */
	unsigned char scratch[BRINE_BUFFER_SCRATCH_SIZE];
} brine_encoder;

/* Number of an object without serialized form: it is null wherever it appears. */
#define BRINE_OBJECT_IS_NULL UINT32_MAX

/* Records why encoding fails, taking over `message`. Always false. */
ZEND_COLD bool brine_encode_fail(brine_encoder *encoder, zend_string *message);

/* Fails because of the nesting. Always false. */
ZEND_COLD bool brine_encode_fail_depth(brine_encoder *encoder);

/* Call before user code runs: takes a reference to everything that the encoder points to. */
ZEND_COLD void brine_encode_pin(brine_encoder *encoder);

/* Like brine_encode_pin(), before a method of an object is called. */
ZEND_COLD void brine_encode_begin_hook(brine_encoder *encoder);

/*
 * True if the cycle collector has run since user code was called: nodes that only the encoder held were skipped, and
 * must be made roots again when released.
 */
ZEND_COLD bool brine_encode_was_collected(const brine_encoder *encoder);

/* Makes every object recognisable from now on. False if the value must be encoded again for that. */
ZEND_COLD bool brine_encode_track_all(brine_encoder *encoder);

/* True if the array is the encoded value itself, seen again inside itself. */
static zend_always_inline bool brine_encode_is_outermost(const brine_encoder *encoder, const HashTable *array)
{
	return UNEXPECTED(array == encoder->outermost.array) && encoder->depth > 0;
}

/* Takes over a value's reference and keeps it until the encode ends. */
ZEND_COLD void brine_encode_hold(brine_encoder *encoder, zval *value);

/* Cold half of brine_encode_let_go(). */
void brine_encode_let_go_slowly(brine_encoder *encoder, zend_refcounted *node);

/*
 * Releases the reference that protected a node while it was encoded. If a hook made it the last one, the node is kept
 * until the end, because the encoder points into it.
 */
static zend_always_inline void brine_encode_let_go(brine_encoder *encoder, zend_refcounted *node)
{
	if (UNEXPECTED(encoder->called_user_code)) {
		brine_encode_let_go_slowly(encoder, node);
	} else {
		/* Another holder remains, so this decrement must not create a cycle collector root. */
		GC_DELREF(node);
	}
}

/* Cold half of brine_encode_enter(): checks every limit. */
ZEND_COLD bool brine_encode_enter_slowly(brine_encoder *encoder);

/*
 * Enters a nesting level; false if there are too many levels, strings, arrays or objects. Each new number takes at
 * least a byte of output, so only large outputs need the full check.
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

/* True if the array is open. */
bool brine_encode_is_open(const brine_encoder *encoder, const HashTable *array);

/*
 * True for a PHP reference with one holder, which is written as its value. Not if it refers to an open array, which
 * would contain itself forever, as in zend_array_dup().
 */
static zend_always_inline bool brine_encode_is_unshared(const brine_encoder *encoder, const zend_reference *reference)
{
	return GC_REFCOUNT(reference) == 1
		&& (EXPECTED(Z_TYPE(reference->val) != IS_ARRAY) || !brine_encode_is_open(encoder, Z_ARRVAL(reference->val)));
}

/* Unwraps such a reference; other values are returned unchanged. */
static zend_always_inline zval *brine_encode_unwrap(const brine_encoder *encoder, zval *value)
{
	return UNEXPECTED(Z_ISREF_P(value)) && brine_encode_is_unshared(encoder, Z_REF_P(value)) ? Z_REFVAL_P(value)
																							 : value;
}

/* Takes over a string's reference and keeps it until the encode ends. */
zend_string *brine_encode_hold_string(brine_encoder *encoder, zend_string *string);

#endif
