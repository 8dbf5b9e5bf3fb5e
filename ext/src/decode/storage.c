/*
 * Internal objects that keep their elements in another object of the same kind: ArrayObject, ArrayIterator and
 * subclasses.
 */
#include "decode/storage.h"
#include "decode/hooks.h"
#include "decode/refuse.h"
#include "ext/spl/spl_array.h"

/* State flag of an object that keeps its elements in its own properties. */
#define IS_SELF 0x01000000

/* One internal function creates the objects of all these classes. */
static zend_always_inline bool is_array_object(const zend_class_entry *ce)
{
	return ce->create_object == spl_ce_ArrayObject->create_object;
}

zend_object *brine_decode_storage(const brine_hook *hook)
{
	const zval *flags, *storage, *members;

	if (hook->kind != BRINE_HOOK_UNSERIALIZE || EXPECTED(!is_array_object(hook->object->ce))) {
		return NULL;
	}
	flags = zend_hash_index_find(Z_ARRVAL(hook->argument), 0);
	storage = zend_hash_index_find(Z_ARRVAL(hook->argument), 1);
	members = zend_hash_index_find(Z_ARRVAL(hook->argument), 2);
	if (!flags || !storage || !members) {
		return NULL;
	}
	ZVAL_DEREF(flags);
	ZVAL_DEREF(storage);
	ZVAL_DEREF(members);
	if (Z_TYPE_P(flags) != IS_LONG || (Z_LVAL_P(flags) & IS_SELF) || Z_TYPE_P(storage) != IS_OBJECT
		|| Z_TYPE_P(members) != IS_ARRAY) {
		return NULL;
	}
	/* Itself means its own properties. */
	return Z_OBJ_P(storage) != hook->object && is_array_object(Z_OBJCE_P(storage)) ? Z_OBJ_P(storage) : NULL;
}

/* An object that keeps its elements in another. */
typedef struct {
	const brine_hook *hook;
	zend_object *storage;
	/* Number of the first walk that visited it. */
	uint32_t walk;
} storage_link;

static storage_link *next_of(const HashTable *links, const storage_link *from)
{
	return zend_hash_index_find_ptr(links, from->storage->handle);
}

/* Among the hooks of a ring and the best one so far, if any, the one whose object begins first in the payload. */
static const brine_hook *first_of_ring(const HashTable *links, const storage_link *start, const brine_hook *found)
{
	const storage_link *at = start;

	do {
		if (!found || at->hook->at < found->at) {
			found = at->hook;
		}
		at = next_of(links, at);
	} while (at != start);
	return found;
}

/* The first object in a ring, or NULL. Follows each link once: a walk ends where any walk has been. */
static const brine_hook *find_ring(const HashTable *links, storage_link *all, uint32_t count)
{
	const brine_hook *found = NULL;

	for (uint32_t i = 0; i < count; i++) {
		storage_link *at = &all[i];

		while (at && at->walk == 0) {
			at->walk = i + 1;
			at = next_of(links, at);
		}
		if (at && at->walk == i + 1) {
			found = first_of_ring(links, at, found);
		}
	}
	return found;
}

bool brine_decode_check_storages(brine_decoder *decoder, zval *value)
{
	storage_link *all = safe_emalloc(decoder->hook_count, sizeof(*all), 0);
	const brine_hook *found;
	uint32_t count = 0;
	HashTable links;

	zend_hash_init(&links, 8, NULL, NULL, false);
	for (uint32_t i = 0; i < decoder->hook_count; i++) {
		zend_object *storage = brine_decode_storage(&decoder->hooks[i]);

		if (storage) {
			all[count] = (storage_link){&decoder->hooks[i], storage, 0};
			zend_hash_index_add_ptr(&links, decoder->hooks[i].object->handle, &all[count]);
			count++;
		}
	}
	found = find_ring(&links, all, count);
	zend_hash_destroy(&links);
	efree(all);
	if (!found) {
		return true;
	}
	decoder->built = value;
	brine_decode_locate(decoder, found->object);
	return brine_decode_refuse_ring(decoder, found->object->ce, found->at);
}
