/*
 * session.serialize_handler = igbinary. Brine's own handlers do the work, and keep stored sessions that cannot be read.
 * Without them a session must not reach ext/session as a failure, which would destroy it.
 */
#include "brine_igbinary.h"

#ifdef HAVE_PHP_SESSION

#include "ext/session/php_session.h"

/* ext/session as loaded now. If it is a shared module, none of its symbols is linked. */
static zend_module_entry *session;

/* Makes the session inactive, so that the end of the request neither writes nor destroys it. */
static void forget_session(void)
{
#ifdef ZTS
	TSRMG_BULK(*session->globals_id_ptr, php_ps_globals *)->session_status = php_session_none;
#else
	((php_ps_globals *) session->globals_ptr)->session_status = php_session_none;
#endif
}

static zend_string *encode(PS_SERIALIZER_ENCODE_ARGS)
{
	const php_brine_api *brine = brine_igbinary_api();

	if (UNEXPECTED(!brine)) {
		forget_session();
		zend_error(E_ERROR, "The session cannot be written, and what is stored stays: %s", brine_igbinary_lack());
		return NULL;
	}
	return brine->igbinary_session_encode(brine_igbinary_flags());
}

static zend_result decode(PS_SERIALIZER_DECODE_ARGS)
{
	const php_brine_api *brine = brine_igbinary_api();

	if (UNEXPECTED(!brine && vallen == 0)) {
		return SUCCESS;
	}
	if (UNEXPECTED(!brine)) {
		forget_session();
		zend_error(E_ERROR, "The session cannot be read, and stays stored: %s", brine_igbinary_lack());
		return FAILURE;
	}
	return brine->igbinary_session_decode(val, vallen);
}

bool brine_igbinary_register_session_handler(void)
{
	zend_result (*register_serializer)(const char *name, zend_string *(*encode)(PS_SERIALIZER_ENCODE_ARGS),
		zend_result (*decode)(PS_SERIALIZER_DECODE_ARGS)) = NULL;

	session = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("session"));
	if (!session) {
		return false;
	}
#ifdef COMPILE_DL_SESSION
	*(void **) &register_serializer = DL_FETCH_SYMBOL(session->handle, "php_session_register_serializer");
#else
	register_serializer = php_session_register_serializer;
#endif
	return register_serializer && register_serializer("igbinary", encode, decode) == SUCCESS;
}

#else

bool brine_igbinary_register_session_handler(void)
{
	return false;
}

#endif
