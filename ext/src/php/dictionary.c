/* Dictionaries in PHP: functions, settings and phpinfo(). */
#include "dictionary/load.h"
#include "core/compat.h"
#include "php/integration.h"
#include "ext/standard/info.h"
#include "ext/standard/md5.h"
#include "zend_ini.h"

static int digit(char character)
{
	return character >= '0' && character <= '9' ? character - '0'
		: character >= 'a' && character <= 'f'  ? character - 'a' + 10
												: -1;
}

bool brine_dictionary_id_parse(unsigned char *id, const zend_string *hex)
{
	if (ZSTR_LEN(hex) != 2 * BRINE_DICTIONARY_ID_SIZE) {
		return false;
	}
	for (size_t i = 0; i < BRINE_DICTIONARY_ID_SIZE; i++) {
		int high = digit(ZSTR_VAL(hex)[2 * i]), low = digit(ZSTR_VAL(hex)[2 * i + 1]);

		if (high < 0 || low < 0) {
			return false;
		}
		id[i] = (unsigned char) (high << 4 | low);
	}
	return true;
}

PHP_INI_MH(brine_on_dictionary)
{
	unsigned char id[BRINE_DICTIONARY_ID_SIZE];

	(void) entry;
	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	if (ZSTR_LEN(new_value) == 0) {
		brine_dictionary_set_to_write(NULL);
		return SUCCESS;
	}
	if (!brine_dictionary_id_parse(id, new_value)) {
		zend_error(E_CORE_WARNING, "brine.dictionary: \"%s\" is no id of 16 hexadecimal digits", ZSTR_VAL(new_value));
		return FAILURE;
	}
	brine_dictionary_set_to_write(id);
	return SUCCESS;
}

void brine_dictionaries_start(void)
{
	const char *id = zend_ini_string("brine.dictionary", sizeof("brine.dictionary") - 1, 0);

	brine_dictionaries_load_all(zend_ini_string("brine.dictionaries", sizeof("brine.dictionaries") - 1, 0));
	if (id && *id && !brine_dictionary_to_write()) {
		zend_error(E_CORE_WARNING, "brine.dictionary: %s is not among those that were loaded", id);
	}
}

/* These bytes as a hexadecimal string. */
static zend_string *hex(const unsigned char *bytes, size_t size)
{
	zend_string *string = zend_string_alloc(2 * size, 0);

	make_digest_ex(ZSTR_VAL(string), bytes, (int) size);
	return string;
}

void brine_dictionary_load_function(zval *result, const zend_string *bytes)
{
	brine_dictionary_fault fault;
	const brine_dictionary *dictionary = brine_dictionary_load(ZSTR_VAL(bytes), ZSTR_LEN(bytes), false, &fault);

	if (dictionary) {
		ZVAL_STR(result, hex(dictionary->hash, BRINE_DICTIONARY_ID_SIZE));
	} else {
		brine_dictionary_throw(&fault);
	}
}

static const char *const preset_names[BRINE_PRESET_END] = {[BRINE_PRESET_ZLIB] = "zlib", [BRINE_PRESET_ZSTD] = "zstd"};

static void describe(zval *result, const brine_dictionary *dictionary)
{
	zend_ulong elements = 0;
	zval presets;

	for (uint32_t i = 0; i < dictionary->array_count; i++) {
		elements += dictionary->arrays[i].elements;
	}
	array_init_size(&presets, BRINE_PRESET_END);
	for (unsigned algorithm = BRINE_PRESET_ZLIB; algorithm < BRINE_PRESET_END; algorithm++) {
		if (dictionary->presets[algorithm]) {
			add_next_index_string(&presets, preset_names[algorithm]);
		}
	}
	array_init_size(result, 9);
	add_assoc_str(result, "id", hex(dictionary->hash, BRINE_DICTIONARY_ID_SIZE));
	add_assoc_str(result, "hash", hex(dictionary->hash, BRINE_DICTIONARY_HASH_SIZE));
	add_assoc_long(result, "bytes", (zend_long) dictionary->size);
	add_assoc_long(result, "memory", (zend_long) dictionary->memory);
	add_assoc_long(result, "strings", (zend_long) dictionary->string_count);
	add_assoc_long(result, "shapes", (zend_long) dictionary->shape_count);
	add_assoc_long(result, "arrays", (zend_long) dictionary->array_count);
	add_assoc_long(result, "elements", (zend_long) elements);
	add_assoc_zval(result, "presets", &presets);
}

void brine_dictionary_info_function(zval *result, const unsigned char *id)
{
	const brine_dictionary *dictionary = id ? brine_dictionary_find(id) : NULL;

	if (dictionary) {
		describe(result, dictionary);
		return;
	}
	array_init(result);
	for (uint32_t i = 0; !id && (dictionary = brine_dictionary_at(i)); i++) {
		zval info;

		describe(&info, dictionary);
		add_next_index_zval(result, &info);
	}
}

bool brine_dictionary_preset_function(zval *result, const unsigned char *id, const zend_string *algorithm)
{
	const brine_dictionary *dictionary = brine_dictionary_find(id);
	unsigned number = BRINE_PRESET_ZLIB;

	while (number < BRINE_PRESET_END && strcmp(ZSTR_VAL(algorithm), preset_names[number]) != 0) {
		number++;
	}
	if (number == BRINE_PRESET_END || ZSTR_LEN(algorithm) != strlen(preset_names[number])) {
		return false;
	}
	if (dictionary && dictionary->presets[number]) {
		ZVAL_INTERNED_STR(result, dictionary->presets[number]);
	} else {
		ZVAL_NULL(result);
	}
	return true;
}

static void print_number(const char *name, size_t number)
{
	char text[MAX_LENGTH_OF_LONG + 1];

	snprintf(text, sizeof(text), "%zu", number);
	php_info_print_table_row(2, name, text);
}

void brine_dictionaries_print_info(void)
{
	const brine_dictionary *dictionary;
	size_t memory = 0, bytes;
	uint32_t count;

	brine_dictionary_count(&count, &bytes);
	for (uint32_t i = 0; (dictionary = brine_dictionary_at(i)); i++) {
		memory += dictionary->memory;
	}
	print_number("Dictionaries", count);
	print_number("Dictionary bytes", bytes);
	print_number("Dictionary memory", memory);
	dictionary = brine_dictionary_to_write();
	if (dictionary) {
		zend_string *id = hex(dictionary->hash, BRINE_DICTIONARY_ID_SIZE);

		php_info_print_table_row(2, "Dictionary of sessions and APCu", ZSTR_VAL(id));
		zend_string_release(id);
	} else {
		php_info_print_table_row(2, "Dictionary of sessions and APCu", "none");
	}
}
