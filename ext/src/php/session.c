/*
 * session.serialize_handler = brine, and the handlers that read the same and write as another one.
 *
 * $_SESSION is encoded whole, as one payload; an empty session is the empty string. Two habits of ext/session decide what is
 * done when something fails, since stored data must survive both:
 *
 *  - an encode function that returns nothing makes it store an empty session; so a failed encode returns what is stored already;
 *  - a decode function that returns FAILURE makes it destroy the session; so a failed decode throws, and ends the session
 *    without writing.
 */
#include "php/integration.h"

#if defined(HAVE_PHP_SESSION)

#include "error.h"
#include "globals.h"
#include "core/compat.h"
#include "format/dictionary.h"
#include "format/format.h"
#include "encode/encoder.h"
#include "decode/decoder.h"
#include "ext/session/php_session.h"
#include "zend_exceptions.h"

typedef zend_string *(*session_encode)(PS_SERIALIZER_ENCODE_ARGS);
typedef zend_result (*session_decode)(PS_SERIALIZER_DECODE_ARGS);

/*
 * ext/session as it is loaded now. Where it is a module of its own, none of its symbols is linked: Brine then loads without
 * it, and before it.
 */
static struct {
	zend_result (*register_serializer)(const char *name, session_encode encode, session_decode decode);
	const ps_serializer *(*find_serializer)(const char *name);
#ifdef ZTS
	ts_rsrc_id globals_id;
#else
	php_ps_globals *globals;
#endif
} session;

static bool find_session_module(void)
{
	zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("session"));

	if (!module) {
		return false;
	}
#ifdef COMPILE_DL_SESSION
	*(void **) &session.register_serializer = DL_FETCH_SYMBOL(module->handle, "php_session_register_serializer");
	*(void **) &session.find_serializer = DL_FETCH_SYMBOL(module->handle, "_php_find_ps_serializer");
#else
	session.register_serializer = php_session_register_serializer;
	session.find_serializer = _php_find_ps_serializer;
#endif
#ifdef ZTS
	session.globals_id = *module->globals_id_ptr;
#else
	session.globals = module->globals_ptr;
#endif
	return session.register_serializer && session.find_serializer;
}

static php_ps_globals *session_globals(void)
{
#ifdef ZTS
	return TSRMG_BULK(session.globals_id, php_ps_globals *);
#else
	return session.globals;
#endif
}

/*
 * Makes an array that the caller gives away the new $_SESSION. The old one is released last: a destructor in it finds the new one, and
 * may replace that in turn.
 */
static void replace_session(zval *variables)
{
	php_ps_globals *globals = session_globals();
	zend_string *name = zend_string_init(ZEND_STRL("_SESSION"), false);
	zval *variable = zend_hash_lookup(&EG(symbol_table), name);
	zval old_variable, old;

	if (Z_TYPE_P(variable) == IS_INDIRECT) {
		variable = Z_INDIRECT_P(variable);
	}
	ZVAL_COPY_VALUE(&old_variable, variable);
	ZVAL_COPY_VALUE(&old, &globals->http_session_vars);
	ZVAL_NEW_REF(&globals->http_session_vars, variables);
	ZVAL_COPY(variable, &globals->http_session_vars);
	zend_string_release(name);
	zval_ptr_dtor(&old_variable);
	zval_ptr_dtor(&old);
}

static void replace_with_empty_session(void)
{
	zval empty;

	array_init(&empty);
	replace_session(&empty);
}

/*
 * Ends the session without writing, after a failed decode: what is stored stays as it is, and $_SESSION is empty. The save
 * handler may be PHP code, which does not run while an exception is pending.
 */
static void abandon_session(void)
{
	php_ps_globals *globals = session_globals();
	zend_object *exception = EG(exception);

	EG(exception) = NULL;
	if (globals->session_status == php_session_active) {
		if (globals->mod_data || globals->mod_user_implemented) {
			globals->mod->s_close(&globals->mod_data);
		}
		globals->session_status = php_session_none;
	}
	replace_with_empty_session();
	if (EG(exception)) {
		zend_exception_set_previous(EG(exception), exception);
	} else {
		EG(exception) = exception;
	}
}

/*
 * The bytes that are stored for this session, so that writing them changes nothing. NULL where nothing will be written: the
 * session is closed, or the save handler is PHP code, which does not run while an exception is pending.
 */
static zend_string *stored_session(void)
{
	php_ps_globals *globals = session_globals();
	zend_string *stored = NULL;

	if (globals->session_status != php_session_active) {
		return NULL;
	}
	if (globals->session_vars) {
		return zend_string_copy(globals->session_vars);
	}
	if (!globals->mod_data || globals->mod_user_implemented) {
		return NULL;
	}
	if (globals->mod->s_read(&globals->mod_data, globals->id, &stored, globals->gc_maxlifetime) == FAILURE) {
		/* Only the end of the request is left to keep ext/session from writing an empty session. */
		globals->session_status = php_session_none;
		php_error_docref(NULL, E_ERROR, "Cannot encode the session; the stored one is left as it is");
	}
	return stored;
}

/*
 * With session.lazy_write, what is the same as it was read is not written. A session that is not stored yet was read as the empty string,
 * too: it would never be stored.
 */
static zend_string *encode_empty_session(void)
{
	php_ps_globals *globals = session_globals();

	if (globals->session_vars && ZSTR_LEN(globals->session_vars) == 0) {
		zend_string_release(globals->session_vars);
		globals->session_vars = NULL;
	}
	return ZSTR_EMPTY_ALLOC();
}

static bool is_active(void)
{
	return session_globals()->session_status == php_session_active;
}

/*
 * A hook may close the session that is being encoded. ext/session would have the save handler write all the same, and crash: one in C has no
 * data then, and one in PHP is gone with a session that was destroyed, which has no id.
 */
static void check_still_open(bool was_active)
{
	php_ps_globals *globals = session_globals();

	if (was_active && (!globals->id || (!globals->mod_data && strcmp(globals->mod->s_name, "user") != 0))) {
		php_error_docref(NULL, E_ERROR, "The session was closed while it was encoded");
	}
}

/* PHP reads and writes the session of who uploads a file before any code runs. */
static bool is_told_of_upload(void)
{
	return session_globals()->rfc1867_progress && !EG(current_execute_data);
}

/*
 * Whether there is no $_SESSION to be encoded: what is stored stays. A hook closes the session that is being decoded; or it could not be decoded while
 * an upload is told of.
 */
static bool keeps_stored_session(void)
{
	if (UNEXPECTED(BRINE_G(session_is_open))) {
		zend_throw_exception(brine_encode_exception_ce, "The session cannot be written while it is decoded", 0);
		return true;
	}
	return UNEXPECTED(BRINE_G(session_is_unread)) && is_told_of_upload();
}

static zend_string *encode_as(const char *name);
static const char *other_handler(const char *data, const char *end);

/*
 * Text of another handler that is written back while an upload is told of, before any code runs. PHP has read it without classes then, and what stands
 * for an enum or for an object with Serializable is understood by PHP's handlers alone.
 */
static const char *handler_of_upload(void)
{
	const char *name = NULL;
	zend_string *stored;

	if (EXPECTED(!is_told_of_upload()) || !(stored = stored_session())) {
		return NULL;
	}
	if (ZSTR_LEN(stored) > 0 && (unsigned char) ZSTR_VAL(stored)[0] != BRINE_MAGIC) {
		name = other_handler(ZSTR_VAL(stored), ZSTR_VAL(stored) + ZSTR_LEN(stored));
	}
	zend_string_release(stored);
	return name;
}

static zend_string *encode_session(PS_SERIALIZER_ENCODE_ARGS)
{
	const char *upload;
	bool was_active = is_active();
	zval variables;
	zend_string *payload;

	if (keeps_stored_session()) {
		return stored_session();
	}
	upload = handler_of_upload();
	if (UNEXPECTED(upload)) {
		return encode_as(upload);
	}
	/* The additional owner keeps a hook that writes to $_SESSION from changing the array that is being encoded. */
	ZVAL_COPY(&variables, Z_REFVAL(session_globals()->http_session_vars));
	if (zend_hash_num_elements(Z_ARRVAL(variables)) == 0) {
		payload = encode_empty_session();
	} else if (brine_encode_with(&payload, &variables, 0, brine_dictionary_to_write()) == FAILURE) {
		payload = stored_session();
	}
	zval_ptr_dtor(&variables);
	check_still_open(was_active);
	return payload;
}

/* The handler "php" would store an empty session in place of one that has a name with its delimiter. */
static bool check_names_for_php(HashTable *variables)
{
	zend_string *name, *message, *path;

	ZEND_HASH_FOREACH_STR_KEY(variables, name) {
		if (name && memchr(ZSTR_VAL(name), '|', ZSTR_LEN(name))) {
			message = zend_string_init(ZEND_STRL("the handler \"php\" cannot store a name with \"|\""), false);
			path = strpprintf(0, "$value['%s']", ZSTR_VAL(name));
			brine_throw_encode_error(message, path);
			zend_string_release(message);
			zend_string_release(path);
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

/* Writes as another handler does, but for what happens where that fails. */
static zend_string *encode_as(const char *name)
{
	const ps_serializer *handler = session.find_serializer(name);
	bool was_active = is_active();
	zend_string *data = NULL;
	zval variables;

	if (keeps_stored_session()) {
		return stored_session();
	}
	ZVAL_COPY(&variables, Z_REFVAL(session_globals()->http_session_vars));
	if (strcmp(name, "php") != 0 || check_names_for_php(Z_ARRVAL(variables))) {
		data = handler->encode();
	}
	if (UNEXPECTED(EG(exception))) {
		if (data) {
			zend_string_release(data);
		}
		data = stored_session();
	} else if (data && ZSTR_LEN(data) == 0) {
		/* Before PHP 8.6 there is no string at all for an empty session. */
		zend_string_release(data);
		data = encode_empty_session();
	}
	zval_ptr_dtor(&variables);
	check_still_open(was_active);
	return data;
}

static zend_string *encode_as_php(PS_SERIALIZER_ENCODE_ARGS)
{
	return encode_as("php");
}

static zend_string *encode_as_php_serialize(PS_SERIALIZER_ENCODE_ARGS)
{
	return encode_as("php_serialize");
}

static zend_string *encode_as_igbinary(PS_SERIALIZER_ENCODE_ARGS)
{
	return encode_as("igbinary");
}

/* Whether native serialized text of some value can begin at p. */
static bool is_serialized_value(const char *p, const char *end)
{
	static const char typed[] = {'a', 'b', 'C', 'd', 'E', 'i', 'O', 'r', 'R', 's', 'S'};

	if (end - p < 2) {
		return false;
	}
	return p[1] == ':' ? memchr(typed, p[0], sizeof(typed)) != NULL : p[0] == 'N' && p[1] == ';';
}

/* "a:N:{": one serialized array. */
static bool is_php_serialize(const char *data, const char *end)
{
	const char *p = data + 2;

	if (end - data < 5 || data[0] != 'a' || data[1] != ':') {
		return false;
	}
	while (p < end && *p >= '0' && *p <= '9') {
		p++;
	}
	return p > data + 2 && end - p >= 2 && p[0] == ':' && p[1] == '{';
}

/*
 * The length of a name, the name, its serialized value. In the format of "php" a name ends with the first '|', and no name has one in
 * it; so a name that is complete before any '|' cannot be of that format unless what looks like a length and a value is part of
 * one long name.
 */
static bool is_php_binary(const char *data, const char *end)
{
	size_t length = (unsigned char) data[0];

	return length < 128 && (size_t) (end - data) > length + 1 && !memchr(data, '|', length + 1)
		&& is_serialized_value(data + length + 1, end);
}

/* Its header is a big-endian version number, 1 or 2. */
static bool is_igbinary(const char *data, const char *end)
{
	return end - data >= 4 && !data[0] && !data[1] && !data[2] && (data[3] == 1 || data[3] == 2);
}

/* Name of the handler that wrote session data which is not Brine's. docs/session.md states the same rules. */
static const char *other_handler(const char *data, const char *end)
{
	if (is_php_serialize(data, end)) {
		return "php_serialize";
	}
	if (is_igbinary(data, end)) {
		return "igbinary";
	}
	return is_php_binary(data, end) ? "php_binary" : "php";
}

/* The handler "php_serialize" makes a reference to a reference of text that refers to all of the session: "a:1:{i:0;R:1;}". */
static bool is_array_session(void)
{
	const zval *variables = &session_globals()->http_session_vars;

	return Z_ISREF_P(variables) && Z_TYPE_P(Z_REFVAL_P(variables)) == IS_ARRAY;
}

static bool decode_other(const char *data, size_t size)
{
	const char *name = other_handler(data, data + size);
	const ps_serializer *handler = session.find_serializer(name);
	bool decoded;

	/* Some of these handlers add to $_SESSION, and others release it while it is in use. */
	replace_with_empty_session();
	decoded = handler && handler->decode(data, size) == SUCCESS && is_array_session();
	/* What the handler, or a class of PHP's own, throws becomes the cause; what a class loader or a hook throws is thrown as it is. */
	if (EG(exception) ? brine_php_refused() : !decoded) {
		zend_object *exception = zend_throw_exception_ex(brine_decode_exception_ce, 0,
			handler ? "Session data that looks like that of the handler \"%s\" cannot be decoded"
					: "Session data was written by the handler \"%s\", which is not available",
			name);

		zend_update_property_string(brine_decode_exception_ce, exception, ZEND_STRL("reason"), "not_brine");
	}
	return decoded && !EG(exception);
}

static bool decode_payload(const char *data, size_t size)
{
	zval variables;

	if (brine_decode(&variables, data, 0, size, NULL) == FAILURE) {
		return false;
	}
	if (Z_TYPE(variables) != IS_ARRAY) {
		zend_string *message = strpprintf(0, "a session must be an array, and is %s", brine_type_name(&variables));

		brine_throw_decode_error(BRINE_ERR_ARRAY_EXPECTED, message, BRINE_HEADER_SIZE, NULL);
		zend_string_release(message);
		zval_ptr_dtor(&variables);
		return false;
	}
	replace_session(&variables);
	return true;
}

static bool decode_any(const char *data, size_t size)
{
	if (size == 0) {
		replace_with_empty_session();
		return true;
	}
	return (unsigned char) data[0] == BRINE_MAGIC ? decode_payload(data, size) : decode_other(data, size);
}

/*
 * Decodes what can be decoded without code while an upload is told of. An exception would end the request, since no code waits for it: the frame of a
 * function that does nothing does, as where the engine calls a constructor that is not there. What fails leaves $_SESSION empty, and is written as
 * it is stored.
 */
static void decode_for_upload(const char *data, size_t size)
{
	zend_execute_data frame;
	bool was_unread = BRINE_G(session_is_unread);

	memset(&frame, 0, sizeof(frame));
	frame.func = (zend_function *) &zend_pass_function;
	EG(current_execute_data) = &frame;
	BRINE_G(session_is_unread) = !decode_any(data, size);
	if (BRINE_G(session_is_unread)) {
		if (EG(exception)) {
			zend_clear_exception();
		}
		replace_with_empty_session();
	}
	EG(current_execute_data) = NULL;
	if (BRINE_G(session_is_unread) && !was_unread) {
		php_error_docref(
			NULL, E_NOTICE, "The session cannot be decoded before code runs; the progress of the upload is not told");
	}
}

static zend_result decode_session(PS_SERIALIZER_DECODE_ARGS)
{
	bool was_open = BRINE_G(session_is_open);

	BRINE_G(session_is_open) = true;
	zend_try
	{
		if (UNEXPECTED(is_told_of_upload())) {
			decode_for_upload(val, vallen);
		} else if (!decode_any(val, vallen)) {
			abandon_session();
		}
		BRINE_G(session_is_open) = was_open;
	}
	zend_catch
	{
		BRINE_G(session_is_open) = false;
		/* A fatal error. ext/session destroys the session then, but not one that is not active. */
		session_globals()->session_status = php_session_none;
		zend_bailout();
	}
	zend_end_try();
	return SUCCESS;
}

void brine_register_session_handlers(void)
{
	if (find_session_module()) {
		session.register_serializer("brine", encode_session, decode_session);
		session.register_serializer("brine_php", encode_as_php, decode_session);
		session.register_serializer("brine_php_serialize", encode_as_php_serialize, decode_session);
		if (session.find_serializer("igbinary")) {
			session.register_serializer("brine_igbinary", encode_as_igbinary, decode_session);
		}
	}
}

const char *brine_session_handlers(void)
{
	if (!session.find_serializer || !session.find_serializer("brine")) {
		return "none";
	}
	return session.find_serializer("brine_igbinary") ? "brine, brine_php, brine_php_serialize, brine_igbinary"
													 : "brine, brine_php, brine_php_serialize";
}

#else

void brine_register_session_handlers(void)
{
}

const char *brine_session_handlers(void)
{
	return "none";
}

#endif
