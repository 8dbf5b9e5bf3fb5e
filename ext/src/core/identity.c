#include "core/identity.h"
#include "core/memory.h"

void brine_identity_init(brine_identity *identity)
{
	memset(identity, 0, sizeof(*identity));
	identity->index = BRINE_INDEX_NONE;
	BRINE_GROWABLE_START(identity->entries, identity->capacity, identity->first_entries);
}

void brine_identity_destroy(brine_identity *identity)
{
	brine_index_destroy(&identity->index);
	BRINE_GROWABLE_FREE(identity->entries, identity->capacity);
}

void brine_identity_reset(brine_identity *identity, bool make_roots)
{
	for (uint32_t i = 0; i < identity->pinned; i++) {
		zend_refcounted *node = identity->entries[i].node;

		if (GC_FLAGS(node) & GC_IMMUTABLE) {
			continue;
		}
		if (GC_DELREF(node) == 0) {
			rc_dtor_func(node);
			/* A destructor may have run the cycle collector. */
			make_roots = true;
		} else if (UNEXPECTED(make_roots)) {
			gc_check_possible_root(node);
		}
	}
	identity->pinned = 0;
	BRINE_GROWABLE_TRIM(identity->entries, identity->capacity);
	brine_identity_empty(identity);
}

void brine_identity_pin(brine_identity *identity)
{
	for (; identity->pinned < identity->count; identity->pinned++) {
		zend_refcounted *node = identity->entries[identity->pinned].node;

		if (!(GC_FLAGS(node) & GC_IMMUTABLE)) {
			GC_ADDREF(node);
		}
	}
}

static zend_always_inline brine_probe start_probe(const brine_identity *identity, const void *node)
{
	return brine_probe_start(&identity->index, brine_mix((uint64_t) (uintptr_t) node >> 3));
}

const brine_identity_entry *brine_identity_search(const brine_identity *identity, const void *node)
{
	const brine_index *index = &identity->index;
	brine_probe probe = start_probe(identity, node);

	for (; brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED); brine_probe_next(index, &probe)) {
		const brine_identity_entry *entry = &identity->entries[brine_probe_number(index, &probe)];

		if (entry->node == node) {
			return entry;
		}
	}
	return NULL;
}

static zend_never_inline void index_entries(brine_identity *identity, uint32_t from)
{
	brine_index *index = &identity->index;

	if (UNEXPECTED(!index->slots)) {
		brine_index_init(index);
	}
	for (; from < identity->count; from++) {
		brine_probe probe = start_probe(identity, identity->entries[from].node);

		while (brine_probe_live(index, &probe, BRINE_PROBE_UNLIMITED)) {
			brine_probe_next(index, &probe);
		}
		brine_index_insert(index, &probe, from);
	}
}

BRINE_HOT void brine_identity_add(brine_identity *identity, void *node, uint32_t number, uint32_t height)
{
	BRINE_GROWABLE_ENSURE(identity->entries, identity->capacity, identity->count);
	identity->entries[identity->count] = (brine_identity_entry){node, number, height, 0};
	identity->count++;
	if (UNEXPECTED(identity->count > BRINE_IDENTITIES_COMPARED)) {
		index_entries(identity, identity->count == BRINE_IDENTITIES_COMPARED + 1 ? 0 : identity->count - 1);
	}
}

uint32_t brine_identity_renumber(brine_identity *identity, const void *node, uint32_t number)
{
	uint32_t position = (uint32_t) (brine_identity_find(identity, node) - identity->entries);

	BRINE_ASSERT(position < identity->count);
	identity->entries[position].number = number;
	return position;
}

HashTable *brine_copy_slots(HashTable *array)
{
	HashTable *copy = zend_array_dup(array);

	HT_FLAGS(copy) &= ~HASH_FLAG_HAS_EMPTY_IND;
	return copy;
}

/* Arrays with more elements, counted at all depths, are never compared. */
#define MAX_COMPARED_ELEMENTS 32

/* True if a value contains neither objects nor PHP references and at most *budget elements, which are subtracted. */
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
		if (!is_comparable(brine_unwrap_unshared(element), budget)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* brine_is_identical() for two packed arrays without holes. */
static bool lists_are_identical(const HashTable *a, const HashTable *b)
{
	for (uint32_t i = 0; i < a->nNumUsed; i++) {
		if (!brine_is_identical(brine_unwrap_unshared(&a->arPacked[i]), brine_unwrap_unshared(&b->arPacked[i]))) {
			return false;
		}
	}
	return true;
}

/* brine_is_identical() for two hash arrays. */
static bool maps_are_identical(const HashTable *a, const HashTable *b)
{
	const Bucket *bucket = a->arData, *other = b->arData;

	for (uint32_t left = a->nNumUsed; left > 0; left--, bucket++, other++) {
		if (bucket->h != other->h || !bucket->key != !other->key
			|| (bucket->key && !brine_strings_are_identical(bucket->key, other->key))
			|| !brine_is_identical(
				brine_unwrap_unshared((zval *) &bucket->val), brine_unwrap_unshared((zval *) &other->val))) {
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
	if (HT_IS_PACKED(a) && HT_IS_PACKED(b) && HT_IS_WITHOUT_HOLES(a) && HT_IS_WITHOUT_HOLES(b)) {
		return lists_are_identical(a, b);
	}
	/* The number of elements is not known. */
	if (UNEXPECTED((HT_FLAGS(a) | HT_FLAGS(b)) & HASH_FLAG_HAS_EMPTY_IND)) {
		return false;
	}
	if (!HT_IS_PACKED(a) && !HT_IS_PACKED(b) && HT_IS_WITHOUT_HOLES(a) && HT_IS_WITHOUT_HOLES(b)) {
		return maps_are_identical(a, b);
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
			|| !brine_is_identical(brine_unwrap_unshared(value), brine_unwrap_unshared(other))) {
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
