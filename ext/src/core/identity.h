/*
 * Identity of values: by address with a number (objects, PHP references, shared arrays), or by content (CONSTANT cells,
 * dictionary arrays).
 */
#ifndef BRINE_IDENTITY_H
#define BRINE_IDENTITY_H

#include "php.h"
#include "core/buffer.h"
#include "core/compat.h"
#include "core/hash.h"
#include "core/index.h"
#include "core/memory.h"

typedef struct {
	zend_refcounted *node;
	uint32_t number;
	/* Fields of brine_node (core/cycles.h). Arrays are added when complete, with `place` 0. */
	uint32_t height;
	uint32_t place;
} brine_identity_entry;

/* Up to this many nodes are compared one by one; beyond that, an index is used. */
#define BRINE_IDENTITIES_COMPARED 8

typedef struct {
	/* Covers all entries once it exists. */
	brine_index index;
	brine_identity_entry *entries;
	uint32_t count;
	uint32_t capacity;
	/* The first `pinned` entries own a reference to their node. */
	uint32_t pinned;
	brine_identity_entry first_entries[BRINE_IDENTITIES_COMPARED];
} brine_identity;

void brine_identity_init(brine_identity *identity);
void brine_identity_destroy(brine_identity *identity);

/* Forgets everything. With `make_roots`, pinned nodes that live on become roots of the cycle collector. */
void brine_identity_reset(brine_identity *identity, bool make_roots);

/* Forgets everything; requires that nothing is pinned and the list is short. */
static zend_always_inline void brine_identity_empty(brine_identity *identity)
{
	BRINE_ASSERT(identity->pinned == 0);
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		brine_index_reset(&identity->index, identity->count);
	}
	identity->count = 0;
}

/* Takes a reference to every node that has none yet: call it before user code, which may free values, runs. */
void brine_identity_pin(brine_identity *identity);

/* Cold half of brine_identity_find(), for lists with an index. */
const brine_identity_entry *brine_identity_search(const brine_identity *identity, const void *node);

/* Returns the entry of a node that was added before, or NULL. */
static zend_always_inline const brine_identity_entry *brine_identity_find(
	const brine_identity *identity, const void *node)
{
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		return brine_identity_search(identity, node);
	}
	for (uint32_t i = 0; i < identity->count; i++) {
		if (identity->entries[i].node == node) {
			return &identity->entries[i];
		}
	}
	return NULL;
}

/* Changes the number of a known node; returns the position of its entry. */
ZEND_ATTRIBUTE_NONNULL uint32_t brine_identity_renumber(brine_identity *identity, const void *node, uint32_t number);

/* Adds a node that is not yet known, with its number. */
ZEND_ATTRIBUTE_NONNULL void brine_identity_add(brine_identity *identity, void *node, uint32_t number, uint32_t height);

/*
 * Where an INDIRECT points to: elements of an object's property table, and copies of them, point to its slots. An unset
 * slot is null.
 */
static zend_always_inline zval *brine_follow_slot(zval *value)
{
	if (EXPECTED(Z_TYPE_P(value) != IS_INDIRECT)) {
		return value;
	}
	return Z_TYPE_P(Z_INDIRECT_P(value)) == IS_UNDEF ? &EG(uninitialized_zval) : Z_INDIRECT_P(value);
}

/* True if some INDIRECTs of an array may point to unset slots, which are no elements; they are counted all the same. */
static zend_always_inline bool brine_may_have_unset_slots(const HashTable *array)
{
	return (HT_FLAGS(array) & HASH_FLAG_HAS_EMPTY_IND) != 0;
}

/* A copy with values in place of INDIRECTs, and without unset slots. The caller owns it. */
HashTable *brine_copy_slots(HashTable *array);

/* Unwraps an INDIRECT, and a PHP reference with refcount 1; other values are returned unchanged. */
static zend_always_inline zval *brine_unwrap_unshared(zval *value)
{
	if (UNEXPECTED(Z_TYPE_P(value) >= IS_REFERENCE)) {
		value = brine_follow_slot(value);
		value = Z_ISREF_P(value) && Z_REFCOUNT_P(value) == 1 ? Z_REFVAL_P(value) : value;
	}
	return value;
}

/* Unwraps an INDIRECT, and any PHP reference. */
static zend_always_inline zval *brine_dereference(zval *value)
{
	if (UNEXPECTED(Z_TYPE_P(value) >= IS_REFERENCE)) {
		value = brine_follow_slot(value);
		ZVAL_DEREF(value);
	}
	return value;
}

/* True if two distinct strings have the same bytes; up to 32 bytes without a function call. */
static zend_always_inline bool brine_string_bytes_equal(const zend_string *a, const zend_string *b)
{
	const char *bytes = ZSTR_VAL(a), *others = ZSTR_VAL(b);
	size_t size = ZSTR_LEN(a);

	if (ZSTR_LEN(b) != size) {
		return false;
	}
	if (!BRINE_WORDS_IN_STRINGS) {
		return EXPECTED(size - 2 <= 30) ? brine_short_bytes_equal(bytes, others, size)
										: memcmp(bytes, others, size) == 0;
	}
	/* The word before a short string's bytes is its length, which is equal. */
	if (brine_load_native(bytes + size - 8, 8) != brine_load_native(others + size - 8, 8)) {
		return false;
	}
	if (size <= 8) {
		return true;
	}
	return brine_load_native(bytes, 8) == brine_load_native(others, 8)
		&& (size <= 16
			|| (size <= 32 ? brine_load_native(bytes + 8, 8) == brine_load_native(others + 8, 8)
						&& brine_load_native(bytes + size - 16, 8) == brine_load_native(others + size - 16, 8)
						   : memcmp(bytes + 8, others + 8, size - 16) == 0));
}

/* True if two strings have the same bytes; they may be the same string. */
static zend_always_inline bool brine_strings_are_identical(const zend_string *a, const zend_string *b)
{
	return a == b || brine_string_bytes_equal(a, b);
}

/* True if a value contains neither objects nor PHP references, and few enough elements to be compared. */
bool brine_is_comparable(zval *value);

/* True if two arrays have the same types, order, keys and bits; `a` must be comparable. */
bool brine_arrays_are_identical(HashTable *a, HashTable *b);

/* The same comparison for two values of any type. */
static zend_always_inline bool brine_is_identical(zval *a, zval *b)
{
	if (Z_TYPE_P(a) != Z_TYPE_P(b)) {
		return false;
	}
	switch (Z_TYPE_P(a)) {
		case IS_LONG:
			return Z_LVAL_P(a) == Z_LVAL_P(b);
		case IS_DOUBLE:
			return brine_bits_of(Z_DVAL_P(a)) == brine_bits_of(Z_DVAL_P(b));
		case IS_STRING:
			return brine_strings_are_identical(Z_STR_P(a), Z_STR_P(b));
		case IS_ARRAY:
			return brine_arrays_are_identical(Z_ARRVAL_P(a), Z_ARRVAL_P(b));
		default:
			return Z_TYPE_P(a) < IS_LONG;
	}
}

#endif
