/* What Brine offers to the rest of PHP beside its own functions. MINIT calls each brine_register_… function once. */
#ifndef BRINE_INTEGRATION_H
#define BRINE_INTEGRATION_H

#include "php.h"
#include "options.h"

/* session.serialize_handler = brine, brine_php … Does nothing where ext/session is not loaded. */
void brine_register_session_handlers(void);

/* apc.serializer = brine. Does nothing where APCu is not loaded or is disabled. */
void brine_register_apcu_serializer(void);

/* The constant through which other extensions find the php_brine_api (php_brine.h). */
void brine_register_api(int module_number);

/* Decodes what the option "open" says is inside of bytes, which is only asked for where no value is kept of them. User code runs in between. */
void brine_decode_opened(zval *result, zend_string *payload, brine_decode_options *options);

/* The setting brine.resident_memory; what brine_resident_status() returns; and the rows of phpinfo(). */
PHP_INI_MH(brine_on_resident_memory);
void brine_resident_status_array(zval *result);
void brine_resident_print_info(void);

/*
 * Dictionaries: the setting brine.dictionary; what the settings name is loaded; what the functions do, the second one for an id or, if it is NULL, for all; and
 * the rows of phpinfo().
 */
PHP_INI_MH(brine_on_dictionary);
void brine_dictionaries_start(void);
void brine_dictionary_load_function(zval *result, const zend_string *bytes);
void brine_dictionary_info_function(zval *result, const unsigned char *id);

/* Gives a preset dictionary, or null where there is none; false if there is no such algorithm. */
bool brine_dictionary_preset_function(zval *result, const unsigned char *id, const zend_string *algorithm);
void brine_dictionaries_print_info(void);

/* Reads the 16 hexadecimal digits of an id of BRINE_DICTIONARY_ID_SIZE bytes; false if they are none. */
bool brine_dictionary_id_parse(unsigned char *id, const zend_string *hex);

/* What came of it, for phpinfo(). */
const char *brine_session_handlers(void);
bool brine_has_apcu_serializer(void);

#endif
