/*
 * Copies a value to one memory block that PHP treats like OPcache's data: immutable arrays, interned strings, no
 * refcounts. First each distinct string and array gets its place, then the block is written. Uses no request memory,
 * whose limit could interrupt it.
 */
#ifndef BRINE_RESIDENT_IMAGE_H
#define BRINE_RESIDENT_IMAGE_H

#include "php.h"
#include "core/identity.h"
#include "resident/entry.h"
#include "resident/template.h"

/* An added string or array, by number. */
typedef struct {
	zend_refcounted *original;
	size_t offset;
	/* Of an array with objects inside: the node that is made for each request. */
	uint32_t node;
} brine_image_item;

/*
 * A place that holds a node. Arrays become nodes only when their content is known; until then `node` is the item's
 * number.
 */
typedef struct {
	/* As in a template's patches. */
	size_t offset;
	uint32_t container;
	uint32_t node;
	bool is_item;
} brine_image_patch;

/* Memory kept between values. */
typedef struct {
	brine_identity known;
	brine_identity objects;
} brine_image_scratch;

/*
 * The decoded value is not yet shared, so items are numbered in place until brine_image_destroy(): arrays in their
 * internal pointer (plus 1), strings without a hash in the hash field. Other strings are in `known`.
 */
typedef struct {
	brine_identity *known;
	brine_image_item *items;
	uint32_t item_count;
	uint32_t item_capacity;
	/* Items of the arrays that are nodes, in order. */
	uint32_t *node_items;
	uint32_t node_item_count;
	uint32_t node_item_capacity;
	brine_identity *objects;
	uint32_t object_count;
	/* Number of holders per object. */
	uint32_t *holders;
	brine_image_patch *patches;
	uint32_t patch_count;
	uint32_t patch_capacity;
	size_t size;
	char *block;
	/*
	 * The block may outlive this process, so arrays of dictionaries are copied. They are in `known`, since nothing
	 * writes to them.
	 */
	bool copies_dictionaries;
	/* Why the value cannot be resident. */
	brine_resident_reason reason;
	/* Small values need no further memory. */
	brine_image_item first_items[32];
	brine_image_patch first_patches[16];
} brine_image;

void brine_image_scratch_init(brine_image_scratch *scratch);
void brine_image_scratch_destroy(brine_image_scratch *scratch);

void brine_image_init(brine_image *image, brine_image_scratch *scratch);
void brine_image_destroy(brine_image *image);

/* Reserves space in the block; returns its offset. */
static inline size_t brine_image_reserve(brine_image *image, size_t size)
{
	size_t offset = image->size;

	image->size += ZEND_MM_ALIGNED_SIZE(size);
	return offset;
}

/*
 * Add a string, or any value; false if the value cannot be resident. `container` is an object's number, `position` a
 * slot's.
 */
void brine_image_add_string(brine_image *image, const zend_string *string);
bool brine_image_add_value(brine_image *image, const zval *value, uint32_t container, uint32_t position);
/* *node becomes BRINE_NO_NODE for an array that is copied as it is. */
bool brine_image_add_array(brine_image *image, const zend_array *array, uint32_t *node);
/* Makes an array a node in any case; returns the node. */
uint32_t brine_image_make_node(brine_image *image, const zend_array *array);

/* Records that a place in an object will hold a node. */
void brine_image_add_patch(brine_image *image, uint32_t object, uint32_t position, uint32_t node);

/* The node that contains a patch, and the node of an array; known once everything is added. */
static inline uint32_t brine_image_container(const brine_image *image, const brine_image_patch *patch)
{
	return patch->is_item ? image->items[patch->container].node : patch->container;
}
uint32_t brine_image_node(const brine_image *image, const zend_array *array);

/* Writes all strings and arrays to image->block. */
void brine_image_write(const brine_image *image);

/* The copy of an added string in the block. */
zend_string *brine_image_string(const brine_image *image, const zend_string *string);
/* Copies a value, with null in place of a node. */
void brine_image_put(const brine_image *image, zval *place, const zval *value);

#endif
