/* Brine's integration into PHP beyond its functions. MINIT calls each brine_register_… function once. */
#ifndef BRINE_INTEGRATION_H
#define BRINE_INTEGRATION_H

#include "php.h"
#include "globals.h"
#include "options.h"

/* The options of readers that have none of their own: sessions, APCu and igbinary's place. */
static inline const brine_decode_options *brine_setting_decode_options(brine_reader reader)
{
	return &brine_setting_options[reader][BRINE_G(refuses_stale)];
}

/* session.serialize_handler = brine, brine_php … No-op without ext/session. */
void brine_register_session_handlers(void);

/*
 * The handlers of sessions in igbinary's place; php_brine.h describes them. The decoded variables are added to
 * $_SESSION.
 */
zend_string *brine_session_encode_igbinary(unsigned flags);
zend_result brine_session_decode_adding(const char *bytes, size_t size);

/* The handler that wrote session data other than Brine's and igbinary's, by the rules of docs/session.md. */
const char *brine_session_handler_of(const char *data, const char *end);

/* The settings brine.allowed_classes and brine.allowed_classes_report. */
PHP_INI_MH(brine_on_allowed_classes);
PHP_INI_MH(brine_on_allowed_classes_report);

/* apc.serializer = brine. No-op if APCu is missing or disabled. */
void brine_register_apcu_serializer(void);

/* The constant through which other extensions find the php_brine_api (php_brine.h). */
void brine_register_api(int module_number);

/*
 * Decodes what the option "open" returns for the bytes; it is called only if no value is resident for them. Runs user
 * code in between.
 */
void brine_decode_opened(zval *result, zend_string *payload, brine_decode_options *options);

/* The settings brine.resident_memory and brine.resident_shared, brine_resident_status(), and the rows of phpinfo(). */
PHP_INI_MH(brine_on_resident_memory);
PHP_INI_MH(brine_on_resident_shared);
void brine_resident_status_array(zval *result);
void brine_resident_print_info(void);

/*
 * Dictionaries: the setting brine.dictionary; loading what the settings name; the functions, the second one for an id
 * or, with NULL, for all; and the rows of phpinfo().
 */
PHP_INI_MH(brine_on_dictionary);
void brine_dictionaries_start(void);
void brine_dictionary_load_function(zval *result, const zend_string *bytes);
void brine_dictionary_info_function(zval *result, const unsigned char *id);

/* Returns a preset dictionary, or null if there is none; false for an unknown algorithm. */
bool brine_dictionary_preset_function(zval *result, const unsigned char *id, const zend_string *algorithm);
void brine_dictionaries_print_info(void);

/* Parses 16 hexadecimal digits to an id of BRINE_DICTIONARY_ID_SIZE bytes; false if they are invalid. */
bool brine_dictionary_id_parse(unsigned char *id, const zend_string *hex);

/* Result of the registration, for phpinfo(). */
const char *brine_session_handlers(void);
bool brine_has_apcu_serializer(void);

#endif
