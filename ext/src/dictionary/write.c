#include "dictionary/write.h"
#include "core/buffer.h"
#include "core/hash.h"
#include "format/dictionary_index.h"
#include "resident/image.h"
#include "ext/standard/md5.h"

/* The parts, and the offsets of the dictionary's lists in the image's block. */
typedef struct {
	const brine_dictionary_parts *parts;
	brine_dictionary *dictionary;
	brine_image image;
	size_t strings;
	size_t shapes;
	size_t keys;
	size_t arrays;
} writer;

/* Adds an array that is known to be pure. */
static void add_array(writer *writer, const zend_array *array)
{
	uint32_t node;

	brine_image_add_array(&writer->image, array, &node);
	BRINE_ASSERT(node == BRINE_NO_NODE);
}

/* Adds everything that the block will contain. */
static void measure(writer *writer)
{
	const brine_dictionary_parts *parts = writer->parts;
	brine_dictionary *dictionary = writer->dictionary;
	zval *value;
	uint32_t i = 0;

	dictionary->string_count = zend_hash_num_elements(parts->strings);
	dictionary->shape_count = zend_hash_num_elements(parts->shapes);
	dictionary->array_count = zend_hash_num_elements(parts->arrays);
	writer->strings = brine_image_reserve(&writer->image, dictionary->string_count * sizeof(*dictionary->strings));
	writer->shapes = brine_image_reserve(&writer->image, dictionary->shape_count * sizeof(*dictionary->shapes));
	writer->keys = brine_image_reserve(&writer->image, parts->key_count * sizeof(brine_shape_key));
	writer->arrays = brine_image_reserve(&writer->image, dictionary->array_count * sizeof(*dictionary->arrays));
	ZEND_HASH_FOREACH_VAL(parts->strings, value) {
		brine_image_add_string(&writer->image, Z_STR_P(value));
	}
	ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_VAL(parts->shapes, value) {
		zval *element;

		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(value), element) {
			if (Z_TYPE_P(element) == IS_STRING) {
				brine_image_add_string(&writer->image, Z_STR_P(element));
			}
		}
		ZEND_HASH_FOREACH_END();
		if (parts->layouts[i]) {
			add_array(writer, parts->layouts[i]);
		}
		i++;
	}
	ZEND_HASH_FOREACH_END();
	ZEND_HASH_FOREACH_VAL(parts->arrays, value) {
		add_array(writer, Z_ARRVAL_P(value));
	}
	ZEND_HASH_FOREACH_END();
	for (zend_ulong algorithm = 0; parts->presets && algorithm < BRINE_PRESET_END; algorithm++) {
		if ((value = zend_hash_index_find(parts->presets, algorithm))) {
			brine_image_add_string(&writer->image, Z_STR_P(value));
		}
	}
}

/* The kept copy of a value that was added. */
static zval kept(const writer *writer, const zval *value)
{
	zval copy;

	ZVAL_NULL(&copy);
	brine_image_put(&writer->image, &copy, value);
	return copy;
}

/* Key of a shape in the shape cache: it begins with BRINE_MAGIC, so it never equals a payload's definition. */
static void mark_shape(brine_dictionary_shape *shape, const unsigned char *hash, uint32_t number)
{
	uint64_t id;

	memset(shape->mark, 0, sizeof(shape->mark));
	shape->mark[0] = BRINE_MAGIC;
	brine_write_le(shape->mark + 4, number, 4);
	memcpy(shape->mark + 8, hash, 8);
	memcpy(&id, hash, sizeof(id));
	/* Not 0, which marks an empty place. */
	shape->mark_hash =
		(uint32_t) brine_fold_product(id ^ BRINE_HASH_FACTOR, number + BRINE_HASH_FACTOR_2) | UINT32_C(1) << 31;
}

/* Writes one shape with its keys at `keys`; returns the end of the keys. */
static brine_shape_key *write_shape(const writer *writer, uint32_t number, HashTable *list, brine_shape_key *keys)
{
	brine_dictionary_shape *shape = &writer->dictionary->shapes[number];
	bool is_first = true;
	zval *element, layout;

	*shape = (brine_dictionary_shape){.keys = keys, .key_count = zend_hash_num_elements(list) - 1};
	ZEND_HASH_FOREACH_VAL(list, element) {
		if (is_first) {
			shape->kind = (brine_shape_kind) Z_LVAL_P(element);
			is_first = false;
		} else if (Z_TYPE_P(element) == IS_LONG) {
			*keys++ = (brine_shape_key){.h = (zend_ulong) Z_LVAL_P(element)};
		} else {
			zend_string *key = brine_image_string(&writer->image, Z_STR_P(element));

			*keys++ = (brine_shape_key){.h = zend_string_hash_val(key), .key = key};
		}
	}
	ZEND_HASH_FOREACH_END();
	shape->count = shape->kind == BRINE_SHAPE_MAP ? shape->key_count : shape->key_count - 1;
	if (shape->kind == BRINE_SHAPE_MAP) {
		ZVAL_ARR(&layout, writer->parts->layouts[number]);
		layout = kept(writer, &layout);
		shape->layout = Z_ARR(layout);
	}
	mark_shape(shape, writer->dictionary->hash, number);
	return keys;
}

static void write_lists(const writer *writer)
{
	const brine_dictionary_parts *parts = writer->parts;
	brine_dictionary *dictionary = writer->dictionary;
	brine_shape_key *keys = (brine_shape_key *) (writer->image.block + writer->keys);
	uint32_t i = 0;
	zval *value;

	dictionary->strings = (zend_string **) (writer->image.block + writer->strings);
	dictionary->shapes = (brine_dictionary_shape *) (writer->image.block + writer->shapes);
	dictionary->arrays = (brine_registered_array *) (writer->image.block + writer->arrays);
	ZEND_HASH_FOREACH_VAL(parts->strings, value) {
		dictionary->strings[i++] = brine_image_string(&writer->image, Z_STR_P(value));
	}
	ZEND_HASH_FOREACH_END();
	i = 0;
	ZEND_HASH_FOREACH_VAL(parts->shapes, value) {
		keys = write_shape(writer, i++, Z_ARRVAL_P(value), keys);
	}
	ZEND_HASH_FOREACH_END();
	i = 0;
	ZEND_HASH_FOREACH_VAL(parts->arrays, value) {
		zval array = kept(writer, value);

		dictionary->arrays[i] = parts->measures[i];
		dictionary->arrays[i++].array = Z_ARR(array);
	}
	ZEND_HASH_FOREACH_END();
	for (zend_ulong algorithm = 0; parts->presets && algorithm < BRINE_PRESET_END; algorithm++) {
		if ((value = zend_hash_index_find(parts->presets, algorithm))) {
			dictionary->presets[algorithm] = brine_image_string(&writer->image, Z_STR_P(value));
		}
	}
}

brine_dictionary *brine_dictionary_write(const brine_dictionary_parts *parts, const unsigned char *hash, size_t size)
{
	writer writer = {.parts = parts, .dictionary = pecalloc(1, sizeof(brine_dictionary), 1)};
	brine_dictionary *dictionary = writer.dictionary;
	brine_image_scratch scratch;

	memcpy(dictionary->hash, hash, sizeof(dictionary->hash));
	make_digest_ex(dictionary->name, hash, BRINE_DICTIONARY_ID_SIZE);
	dictionary->size = size;
	brine_image_scratch_init(&scratch);
	brine_image_init(&writer.image, &scratch);
	measure(&writer);
	writer.image.block = dictionary->block = pemalloc(writer.image.size, 1);
	dictionary->memory = sizeof(*dictionary) + writer.image.size;
	brine_image_write(&writer.image);
	write_lists(&writer);
	brine_image_destroy(&writer.image);
	brine_image_scratch_destroy(&scratch);
	brine_dictionary_make_index(dictionary);
	return dictionary;
}
