/* What Brine offers to the rest of PHP beside its own functions. MINIT calls each brine_register_… function once. */
#ifndef BRINE_GLUE_H
#define BRINE_GLUE_H

#include "php.h"

/* session.serialize_handler = brine, brine_php … Does nothing where ext/session is not loaded. */
void brine_register_session_handlers(void);

/* apc.serializer = brine. Does nothing where APCu is not loaded or is disabled. */
void brine_register_apcu_serializer(void);

/* The constant through which other extensions find the php_brine_api (php_brine.h). */
void brine_register_api(int module_number);

/* The setting brine.resident_memory; what brine_resident_status() returns; and the rows of phpinfo(). */
PHP_INI_MH(brine_on_resident_memory);
void brine_resident_status_array(zval *result);
void brine_resident_print_info(void);

/* What came of it, for phpinfo(). */
const char *brine_session_handlers(void);
bool brine_has_apcu_serializer(void);

#endif
