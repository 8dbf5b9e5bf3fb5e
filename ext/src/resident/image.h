/*
 * A copy of a value in one block of memory, which PHP takes for what OPcache keeps of a script: arrays are immutable, strings are interned, and nobody
 * counts references to either.
 *
 * First everything is measured: each string and array, found once however often it occurs, gets its place in the block. Then the block is
 * written. Nothing here is memory of the request, whose limit could end it in between.
 */
#ifndef BRINE_RESIDENT_IMAGE_H
#define BRINE_RESIDENT_IMAGE_H

#include "php.h"
#include "core/identity.h"
#include "resident/entry.h"
#include "resident/template.h"

/* A string or an array that is taken up, by its number. */
typedef struct {
	zend_refcounted *original;
	size_t offset;
	/* Of an array with objects inside, the node that is made each time. */
	uint32_t node;
} brine_image_item;

/* A place where an image has a node. Arrays have a number among the nodes only when all that is in them is known: until then it is that of the item. */
typedef struct {
	/* As a template's patches have it. */
	size_t offset;
	uint32_t container;
	uint32_t node;
	bool is_item;
} brine_image_patch;

/* What is kept from one value to the next, for its memory. */
typedef struct {
	brine_identity known;
	brine_identity objects;
} brine_image_scratch;

/*
 * What was just decoded is still ours alone: an array has its number, and one more, in its internal pointer, a string whose hash nobody has asked for in the place of
 * the hash, until brine_image_destroy(). `known` has the numbers of all other strings.
 */
typedef struct {
	brine_identity *known;
	brine_image_item *items;
	uint32_t item_count;
	uint32_t item_capacity;
	/* Arrays that are nodes, as items, in order. */
	uint32_t *node_items;
	uint32_t node_item_count;
	uint32_t node_item_capacity;
	brine_identity *objects;
	uint32_t object_count;
	/* How many places hold an object, by number. */
	uint32_t *holders;
	brine_image_patch *patches;
	uint32_t patch_count;
	uint32_t patch_capacity;
	size_t size;
	char *block;
	/* Why the value cannot be kept. */
	brine_resident_reason reason;
	/* Those of small values need no memory of their own. */
	brine_image_item first_items[32];
	brine_image_patch first_patches[16];
} brine_image;

void brine_image_scratch_init(brine_image_scratch *scratch);
void brine_image_scratch_destroy(brine_image_scratch *scratch);

void brine_image_init(brine_image *image, brine_image_scratch *scratch);
void brine_image_destroy(brine_image *image);

/* Reserves room in the block and returns its offset. */
static inline size_t brine_image_reserve(brine_image *image, size_t size)
{
	size_t offset = image->size;

	image->size += ZEND_MM_ALIGNED_SIZE(size);
	return offset;
}

/* Takes up a string, or whatever a value is. False if it cannot be kept. The container is an object's number, the position that of a slot. */
void brine_image_add_string(brine_image *image, const zend_string *string);
bool brine_image_add_value(brine_image *image, const zval *value, uint32_t container, uint32_t position);
/* *node is BRINE_NO_NODE for an array that is part of the value as it is. */
bool brine_image_add_array(brine_image *image, const zend_array *array, uint32_t *node);
/* Has an array made each time all the same, and returns the node. */
uint32_t brine_image_make_node(brine_image *image, const zend_array *array);

/* Has a place in an object filled with a node. */
void brine_image_add_patch(brine_image *image, uint32_t object, uint32_t position, uint32_t node);

/* The node that a patch is in, and that an array is; known when all is taken up. */
static inline uint32_t brine_image_container(const brine_image *image, const brine_image_patch *patch)
{
	return patch->is_item ? image->items[patch->container].node : patch->container;
}
uint32_t brine_image_node(const brine_image *image, const zend_array *array);

/* Writes all strings and arrays to image->block. */
void brine_image_write(const brine_image *image);

/* What is in the block for a string that was taken up. */
zend_string *brine_image_string(const brine_image *image, const zend_string *string);
/* Copies a value: null where a node is to be. */
void brine_image_put(const brine_image *image, zval *place, const zval *value);

#endif
