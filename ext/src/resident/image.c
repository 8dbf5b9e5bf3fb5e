#include "resident/image.h"
#include "core/memory.h"
#include "core/string_hash.h"

void brine_image_scratch_init(brine_image_scratch *scratch)
{
	brine_identity_init(&scratch->known);
	brine_identity_init(&scratch->objects);
}

void brine_image_scratch_destroy(brine_image_scratch *scratch)
{
	brine_identity_destroy(&scratch->known);
	brine_identity_destroy(&scratch->objects);
}

void brine_image_init(brine_image *image, brine_image_scratch *scratch)
{
	memset(image, 0, offsetof(brine_image, first_items));
	image->known = &scratch->known;
	image->objects = &scratch->objects;
	BRINE_GROWABLE_START(image->items, image->item_capacity, image->first_items);
	BRINE_GROWABLE_START(image->patches, image->patch_capacity, image->first_patches);
}

/* PHP sets the highest bit of every hash. */
static bool is_hash(zend_ulong h)
{
	return (zend_long) h < 0;
}

/* True for a string that stores its number, or can. */
static bool has_number(const zend_string *string)
{
	return !is_hash(ZSTR_H(string)) && !ZSTR_IS_INTERNED(string);
}

static bool is_string(const brine_image_item *item)
{
	return GC_TYPE(item->original) == IS_STRING;
}

/* In a newly decoded value, only dictionary arrays and the empty array are. */
static bool is_immutable(const zend_array *array)
{
	return (GC_FLAGS(array) & GC_IMMUTABLE) != 0;
}

static void forget_numbers(const brine_image *image)
{
	for (uint32_t i = 0; i < image->item_count; i++) {
		if (!is_string(&image->items[i])) {
			if (!is_immutable((zend_array *) image->items[i].original)) {
				((zend_array *) image->items[i].original)->nInternalPointer = 0;
			}
		} else if (has_number((zend_string *) image->items[i].original)) {
			ZSTR_H((zend_string *) image->items[i].original) = 0;
		}
	}
}

void brine_image_destroy(brine_image *image)
{
	forget_numbers(image);
	brine_identity_reset(image->known, false);
	brine_identity_reset(image->objects, false);
	BRINE_GROWABLE_FREE(image->items, image->item_capacity);
	BRINE_GROWABLE_FREE(image->patches, image->patch_capacity);
	pefree(image->node_items, 1);
	pefree(image->holders, 1);
}

/* PHP's own permanent strings. */
static zend_string *permanent_string(const zend_string *string)
{
	return ZSTR_LEN(string) == 0 ? ZSTR_EMPTY_ALLOC() : ZSTR_CHAR((unsigned char) ZSTR_VAL(string)[0]);
}

static bool is_empty(const zend_array *array)
{
	return zend_hash_num_elements(array) == 0;
}

/* The array is not copied: it lives as long as the block. */
static bool is_permanent(const brine_image *image, const zend_array *array)
{
	return is_empty(array) || (is_immutable(array) && !image->copies_dictionaries);
}

/* Adds a string or array and reserves its space; returns its number. */
static uint32_t add_item(brine_image *image, const void *node, size_t size)
{
	uint32_t number = image->item_count;

	BRINE_GROWABLE_ENSURE(image->items, image->item_capacity, number);
	image->items[number] = (brine_image_item){(void *) node, brine_image_reserve(image, size), BRINE_NO_NODE};
	image->item_count++;
	return number;
}

static uint32_t add_string(brine_image *image, const zend_string *string)
{
	return add_item(image, string, _ZSTR_STRUCT_SIZE(ZSTR_LEN(string)));
}

void brine_image_add_string(brine_image *image, const zend_string *string)
{
	if (ZSTR_LEN(string) <= 1) {
		return;
	}
	if (!has_number(string)) {
		if (!brine_identity_find(image->known, string)) {
			brine_identity_add(image->known, (void *) string, add_string(image, string), 0);
		}
	} else if (ZSTR_H(string) == 0) {
		ZSTR_H((zend_string *) string) = add_string(image, string) + 1;
	}
}

static const brine_image_item *item_of_string(const brine_image *image, const zend_string *string)
{
	uint32_t number =
		has_number(string) ? (uint32_t) ZSTR_H(string) - 1 : brine_identity_find(image->known, string)->number;

	return &image->items[number];
}

/* The number of an array's item plus 1; 0 if it was not added. */
static uint32_t number_of_array(const brine_image *image, const zend_array *array)
{
	const brine_identity_entry *known;

	if (EXPECTED(!is_immutable(array))) {
		return array->nInternalPointer;
	}
	known = brine_identity_find(image->known, array);
	return known ? known->number + 1 : 0;
}

/* The item of an array that was added. */
static brine_image_item *item_of_array(const brine_image *image, const zend_array *array)
{
	return &image->items[number_of_array(image, array) - 1];
}

static void add_patch(brine_image *image, uint32_t container, bool is_item, size_t offset, uint32_t node)
{
	BRINE_GROWABLE_ENSURE(image->patches, image->patch_capacity, image->patch_count);
	image->patches[image->patch_count++] = (brine_image_patch){offset, container, node, is_item};
}

static size_t slot_offset(uint32_t position)
{
	return offsetof(zend_object, properties_table) + position * sizeof(zval);
}

static bool refuse(brine_image *image, brine_resident_reason reason)
{
	image->reason = reason;
	return false;
}

static bool add_value(brine_image *image, const zval *value, uint32_t container, bool is_item, size_t offset)
{
	const brine_identity_entry *object;
	uint32_t node;

	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			brine_image_add_string(image, Z_STR_P(value));
			return true;
		case IS_ARRAY:
			if (!brine_image_add_array(image, Z_ARR_P(value), &node)) {
				return false;
			}
			if (node != BRINE_NO_NODE) {
				add_patch(image, container, is_item, offset, node);
			}
			return true;
		case IS_OBJECT:
			object = brine_identity_find(image->objects, Z_OBJ_P(value));
			if (!object) {
				return refuse(image, BRINE_REFUSED_PROPERTIES);
			}
			image->holders[object->number]++;
			add_patch(image, container, is_item, offset, object->number);
			return true;
		case IS_REFERENCE:
			return refuse(image, BRINE_REFUSED_REFERENCES);
		default:
			return Z_TYPE_P(value) <= IS_DOUBLE || refuse(image, BRINE_REFUSED_PROPERTIES);
	}
}

void brine_image_add_patch(brine_image *image, uint32_t object, uint32_t position, uint32_t node)
{
	add_patch(image, object, false, slot_offset(position), node);
}

bool brine_image_add_value(brine_image *image, const zval *value, uint32_t container, uint32_t position)
{
	return add_value(image, value, container, false, slot_offset(position));
}

static size_t used_size(const zend_array *array)
{
	return HT_IS_PACKED(array) ? HT_PACKED_USED_SIZE(array) : HT_USED_SIZE(array);
}

uint32_t brine_image_make_node(brine_image *image, const zend_array *array)
{
	brine_image_item *item = item_of_array(image, array);

	if (item->node == BRINE_NO_NODE) {
		BRINE_GROWABLE_ENSURE(image->node_items, image->node_item_capacity, image->node_item_count);
		item->node = image->object_count + image->node_item_count;
		image->node_items[image->node_item_count++] = number_of_array(image, array) - 1;
	}
	return item->node;
}

bool brine_image_add_array(brine_image *image, const zend_array *array, uint32_t *node)
{
	uint32_t patches = image->patch_count, position = 0, number;

	*node = BRINE_NO_NODE;
	if (is_permanent(image, array)) {
		return true;
	}
	if (number_of_array(image, array) > 0) {
		/* An array with objects has only one place. */
		*node = item_of_array(image, array)->node;
		return *node == BRINE_NO_NODE || refuse(image, BRINE_REFUSED_PROPERTIES);
	}
	number = add_item(image, array, sizeof(zend_array));
	if (UNEXPECTED(is_immutable(array))) {
		brine_identity_add(image->known, (void *) array, number, 0);
	} else {
		((zend_array *) array)->nInternalPointer = number + 1;
	}
	brine_image_reserve(image, used_size(array));
	if (HT_IS_PACKED(array)) {
		for (; position < array->nNumUsed; position++) {
			if (!add_value(image, &array->arPacked[position], number, true, position * sizeof(zval))) {
				return false;
			}
		}
	} else {
		for (; position < array->nNumUsed; position++) {
			if (array->arData[position].key) {
				brine_image_add_string(image, array->arData[position].key);
			}
			if (!add_value(image, &array->arData[position].val, number, true, position * sizeof(Bucket))) {
				return false;
			}
		}
	}
	if (image->patch_count > patches) {
		*node = brine_image_make_node(image, array);
	}
	return true;
}

zend_string *brine_image_string(const brine_image *image, const zend_string *string)
{
	if (ZSTR_LEN(string) <= 1) {
		return permanent_string(string);
	}
	return (zend_string *) (image->block + item_of_string(image, string)->offset);
}

uint32_t brine_image_node(const brine_image *image, const zend_array *array)
{
	return is_permanent(image, array) ? BRINE_NO_NODE : item_of_array(image, array)->node;
}

void brine_image_put(const brine_image *image, zval *place, const zval *value)
{
	const brine_image_item *item;

	/* Includes u2, which holds a bucket's chain or a slot's flags. */
	*place = *value;
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			Z_STR_P(place) = brine_image_string(image, Z_STR_P(value));
			Z_TYPE_INFO_P(place) = IS_INTERNED_STRING_EX;
			break;
		case IS_ARRAY:
			Z_TYPE_INFO_P(place) = IS_ARRAY;
			if (is_empty(Z_ARR_P(value))) {
				Z_ARR_P(place) = (zend_array *) &zend_empty_array;
				break;
			}
			if (is_permanent(image, Z_ARR_P(value))) {
				break;
			}
			item = item_of_array(image, Z_ARR_P(value));
			Z_ARR_P(place) = (zend_array *) (image->block + item->offset);
			if (item->node != BRINE_NO_NODE) {
				Z_TYPE_INFO_P(place) = IS_NULL;
			}
			break;
		case IS_OBJECT:
			Z_TYPE_INFO_P(place) = IS_NULL;
			break;
		default:
			break;
	}
}

/*
 * Interned: no refcounting. Not permanent, because that flag would let others keep the string beyond the request, after
 * which it may be freed.
 */
static void write_string(char *place, const zend_string *string)
{
	zend_string *copy = (zend_string *) place;

	GC_SET_REFCOUNT(copy, 1);
	GC_TYPE_INFO(copy) = GC_STRING | ((IS_STR_INTERNED | IS_STR_PERSISTENT) << GC_FLAGS_SHIFT);
	ZSTR_H(copy) = is_hash(ZSTR_H(string)) ? ZSTR_H(string) : brine_string_hash(ZSTR_VAL(string), ZSTR_LEN(string));
	BRINE_ASSERT(ZSTR_H(copy) == zend_hash_func(ZSTR_VAL(string), ZSTR_LEN(string)));
	ZSTR_LEN(copy) = ZSTR_LEN(string);
	memcpy(ZSTR_VAL(copy), ZSTR_VAL(string), ZSTR_LEN(string) + 1);
}

/* Copies the hash part and the elements, without spare capacity. */
static void write_array(const brine_image *image, char *place, const zend_array *array)
{
	zend_array *copy = (zend_array *) place;
	char *data = place + ZEND_MM_ALIGNED_SIZE(sizeof(zend_array));

	*copy = *array;
	/* Refcount 2, so that nobody treats the array as unshared. */
	GC_SET_REFCOUNT(copy, 2);
	GC_TYPE_INFO(copy) = GC_ARRAY | ((GC_IMMUTABLE | GC_PERSISTENT) << GC_FLAGS_SHIFT);
	HT_FLAGS(copy) = (HT_FLAGS(array) & HASH_FLAG_PACKED) | HASH_FLAG_STATIC_KEYS;
	copy->nInternalPointer = 0;
	HT_SET_DATA_ADDR(copy, data);
	if (HT_IS_PACKED(array)) {
		HT_HASH_RESET_PACKED(copy);
		for (uint32_t i = 0; i < array->nNumUsed; i++) {
			brine_image_put(image, &copy->arPacked[i], &array->arPacked[i]);
		}
		return;
	}
	memcpy(data, HT_GET_DATA_ADDR(array), HT_HASH_SIZE(array->nTableMask));
	for (uint32_t i = 0; i < array->nNumUsed; i++) {
		Bucket *bucket = &copy->arData[i];

		bucket->h = array->arData[i].h;
		bucket->key = array->arData[i].key ? brine_image_string(image, array->arData[i].key) : NULL;
		brine_image_put(image, &bucket->val, &array->arData[i].val);
	}
}

void brine_image_write(const brine_image *image)
{
	for (uint32_t i = 0; i < image->item_count; i++) {
		const brine_image_item *item = &image->items[i];
		char *place = image->block + item->offset;

		if (is_string(item)) {
			write_string(place, (const zend_string *) item->original);
		} else {
			write_array(image, place, (const zend_array *) item->original);
		}
	}
}
