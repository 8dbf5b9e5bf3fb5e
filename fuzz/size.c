#include "size.h"

/* Size of an object beside its properties, including what it may encode about itself. */
#define SIZE_OF_OBJECT 256

/* Shorter strings count each time, because remembering them costs more. */
#define SHORT_STRING 32

static size_t size_of(zval *value, HashTable *seen);

/* True at the first call with an address. */
static bool is_new(HashTable *seen, const void *address)
{
	return zend_hash_index_add_empty_element(seen, (zend_ulong) (uintptr_t) address) != NULL;
}

static size_t size_of_string(const zend_string *string, HashTable *seen)
{
	return ZSTR_LEN(string) <= SHORT_STRING || is_new(seen, string) ? ZSTR_LEN(string) : 0;
}

static size_t size_of_elements(HashTable *array, HashTable *seen)
{
	size_t size = sizeof(*array);
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(array, key, value) {
		if (key) {
			size += sizeof(Bucket) + size_of_string(key, seen);
		}
		size += size_of(Z_TYPE_P(value) == IS_INDIRECT ? Z_INDIRECT_P(value) : value, seen);
	}
	ZEND_HASH_FOREACH_END();
	return size;
}

/* Objects report everything they hold to the cycle collector, even outside of properties. */
static size_t size_of_object(zend_object *object, HashTable *seen)
{
	size_t size = SIZE_OF_OBJECT;
	HashTable *properties;
	zval *held, *copy;
	int count;

	properties = object->handlers->get_gc(object, &held, &count);
	/* The next object may reuse the reported buffer. */
	copy = safe_emalloc((size_t) count, sizeof(zval), sizeof(zval));
	for (int i = 0; i < count; i++) {
		ZVAL_COPY_VALUE(&copy[i], &held[i]);
	}
	for (int i = 0; i < count; i++) {
		size += size_of(&copy[i], seen);
	}
	efree(copy);
	return properties ? size + size_of_elements(properties, seen) : size;
}

static size_t size_of(zval *value, HashTable *seen)
{
	ZVAL_DEREF(value);
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return sizeof(zval) + size_of_string(Z_STR_P(value), seen);
		case IS_ARRAY:
			return sizeof(zval) + (is_new(seen, Z_ARR_P(value)) ? size_of_elements(Z_ARR_P(value), seen) : 0);
		case IS_OBJECT:
			return sizeof(zval) + (is_new(seen, Z_OBJ_P(value)) ? size_of_object(Z_OBJ_P(value), seen) : 0);
		default:
			return sizeof(zval);
	}
}

size_t size_of_value(zval *value)
{
	HashTable seen;
	size_t size;

	zend_hash_init(&seen, 64, NULL, NULL, false);
	size = size_of(value, &seen);
	zend_hash_destroy(&seen);
	return size;
}
