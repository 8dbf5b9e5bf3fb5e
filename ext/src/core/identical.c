#include "core/identical.h"

/* An array with more elements, at all depths, is not compared with others. */
#define MAX_COMPARED_ELEMENTS 32

/* True if there is neither object nor PHP reference in a value, and no more elements than *budget, which is reduced by them. */
static bool is_comparable(zval *value, uint32_t *budget)
{
	zval *element;

	if (Z_TYPE_P(value) != IS_ARRAY) {
		return Z_TYPE_P(value) < IS_ARRAY;
	}
	if (zend_hash_num_elements(Z_ARRVAL_P(value)) > *budget) {
		return false;
	}
	*budget -= zend_hash_num_elements(Z_ARRVAL_P(value));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
		if (!is_comparable(brine_unwrap_lone(element), budget)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* The same for two packed arrays without holes. */
static bool lists_are_identical(const HashTable *a, const HashTable *b)
{
	for (uint32_t i = 0; i < a->nNumUsed; i++) {
		if (!brine_is_identical(brine_unwrap_lone(&a->arPacked[i]), brine_unwrap_lone(&b->arPacked[i]))) {
			return false;
		}
	}
	return true;
}

/* The same for two that are not packed. */
static bool maps_are_identical(const HashTable *a, const HashTable *b)
{
	const Bucket *bucket = a->arData, *other = b->arData;

	for (uint32_t left = a->nNumUsed; left > 0; left--, bucket++, other++) {
		if (bucket->h != other->h || !bucket->key != !other->key
			|| (bucket->key && !brine_strings_are_identical(bucket->key, other->key))
			|| !brine_is_identical(brine_unwrap_lone((zval *) &bucket->val), brine_unwrap_lone((zval *) &other->val))) {
			return false;
		}
	}
	return true;
}

bool brine_arrays_are_identical(HashTable *a, HashTable *b)
{
	uint32_t position = 0;
	zend_ulong h;
	zend_string *key;
	zval *value;

	if (a == b) {
		return true;
	}
	if (zend_hash_num_elements(a) != zend_hash_num_elements(b)) {
		return false;
	}
	if (HT_IS_PACKED(a) == HT_IS_PACKED(b) && HT_IS_WITHOUT_HOLES(a) && HT_IS_WITHOUT_HOLES(b)) {
		return HT_IS_PACKED(a) ? lists_are_identical(a, b) : maps_are_identical(a, b);
	}
	ZEND_HASH_FOREACH_KEY_VAL(a, h, key, value) {
		zend_ulong other_h = position;
		zend_string *other_key = NULL;
		zval *other;

		if (HT_IS_PACKED(b)) {
			while (Z_TYPE(b->arPacked[position]) == IS_UNDEF) {
				position++;
			}
			other_h = position;
			other = &b->arPacked[position++];
		} else {
			while (Z_TYPE(b->arData[position].val) == IS_UNDEF) {
				position++;
			}
			other_h = b->arData[position].h;
			other_key = b->arData[position].key;
			other = &b->arData[position++].val;
		}
		if (h != other_h || !key != !other_key
			|| (key && key != other_key && !zend_string_equal_content(key, other_key))
			|| !brine_is_identical(brine_unwrap_lone(value), brine_unwrap_lone(other))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

bool brine_is_comparable(zval *value)
{
	uint32_t budget = MAX_COMPARED_ELEMENTS;

	return is_comparable(value, &budget);
}
