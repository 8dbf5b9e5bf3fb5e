#include "format/dictionary.h"
#include "core/shared.h"
#include "format/dictionary_index.h"

/* Filled in order, and places never change. So the places before a free one can be read without a lock. */
static brine_dictionary *known[BRINE_MAX_DICTIONARIES];

/* Id of the dictionary to write with. */
static unsigned char id_to_write[BRINE_DICTIONARY_ID_SIZE];
static bool is_to_write;

const brine_dictionary *brine_dictionary_at(uint32_t place)
{
	return place < BRINE_MAX_DICTIONARIES ? brine_load_shared(known[place]) : NULL;
}

const brine_dictionary *brine_dictionary_find(const unsigned char *id)
{
	const brine_dictionary *dictionary;

	for (uint32_t i = 0; (dictionary = brine_dictionary_at(i)); i++) {
		if (memcmp(dictionary->hash, id, BRINE_DICTIONARY_ID_SIZE) == 0) {
			return dictionary;
		}
	}
	return NULL;
}

const brine_dictionary *brine_dictionary_named(const zend_string *name)
{
	const brine_dictionary *dictionary;

	if (ZSTR_LEN(name) != 2 * BRINE_DICTIONARY_ID_SIZE) {
		return NULL;
	}
	for (uint32_t i = 0; (dictionary = brine_dictionary_at(i)); i++) {
		if (memcmp(dictionary->name, ZSTR_VAL(name), 2 * BRINE_DICTIONARY_ID_SIZE) == 0) {
			break;
		}
	}
	return dictionary;
}

/* brine_dictionary_check(), also giving the first free place, or BRINE_MAX_DICTIONARIES. */
static brine_dictionary_outcome look_for(const unsigned char *hash, size_t size, uint32_t *place)
{
	const brine_dictionary *dictionary;
	size_t bytes = 0;

	for (*place = 0; (dictionary = brine_dictionary_at(*place)); (*place)++) {
		if (memcmp(dictionary->hash, hash, BRINE_DICTIONARY_ID_SIZE) == 0) {
			return memcmp(dictionary->hash, hash, BRINE_DICTIONARY_HASH_SIZE) == 0 ? BRINE_DICTIONARY_KNOWN
																				   : BRINE_DICTIONARY_CLASHES;
		}
		bytes += dictionary->size;
	}
	return *place < BRINE_MAX_DICTIONARIES && size <= BRINE_MAX_DICTIONARY_BYTES - bytes ? BRINE_DICTIONARY_ADDED
																						 : BRINE_DICTIONARY_NO_ROOM;
}

brine_dictionary_outcome brine_dictionary_check(const unsigned char *hash, size_t size)
{
	uint32_t place;

	return look_for(hash, size, &place);
}

brine_dictionary_outcome brine_dictionary_add(brine_dictionary *dictionary)
{
	brine_dictionary_outcome outcome;
	uint32_t place;

	do {
		outcome = look_for(dictionary->hash, dictionary->size, &place);
	} while (outcome == BRINE_DICTIONARY_ADDED && !brine_claim_shared((void **) &known[place], dictionary));
	return outcome;
}

void brine_dictionary_count(uint32_t *count, size_t *bytes)
{
	const brine_dictionary *dictionary;

	*bytes = 0;
	for (*count = 0; (dictionary = brine_dictionary_at(*count)); (*count)++) {
		*bytes += dictionary->size;
	}
}

void brine_dictionary_free(brine_dictionary *dictionary)
{
	brine_dictionary_index_free(dictionary->index);
	pefree(dictionary->block, 1);
	pefree(dictionary, 1);
}

void brine_dictionaries_shutdown(void)
{
	for (uint32_t i = 0; i < BRINE_MAX_DICTIONARIES && known[i]; i++) {
		brine_dictionary_free(known[i]);
		known[i] = NULL;
	}
	is_to_write = false;
}

const brine_dictionary *brine_dictionary_to_write(void)
{
	return is_to_write ? brine_dictionary_find(id_to_write) : NULL;
}

void brine_dictionary_set_to_write(const unsigned char *id)
{
	is_to_write = id != NULL;
	if (id) {
		memcpy(id_to_write, id, BRINE_DICTIONARY_ID_SIZE);
	}
}
