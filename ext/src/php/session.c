/*
 * session.serialize_handler = brine, and handlers that read the same and write as another. $_SESSION is one payload.
 * ext/session stores an empty session if an encode returns nothing, so a failed encode returns the stored data; it
 * destroys one after FAILURE, so a failed decode throws.
 */
#include "php/igbinary.h"
#include "php/integration.h"
#include "php/signing.h"

#if defined(HAVE_PHP_SESSION)

#include "error.h"
#include "globals.h"
#include "core/compat.h"
#include "format/dictionary.h"
#include "format/format.h"
#include "encode/encoder.h"
#include "decode/decoder.h"
#include "decode/guard.h"
#include "igbinary/codec.h"
#include "ext/session/php_session.h"
#include "zend_exceptions.h"

typedef zend_string *(*session_encode)(PS_SERIALIZER_ENCODE_ARGS);
typedef zend_result (*session_decode)(PS_SERIALIZER_DECODE_ARGS);

/*
 * ext/session as loaded now. If it is a shared module, none of its symbols is linked, so that Brine loads without it,
 * or before it.
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
 * Makes a PHP reference $_SESSION, taking over the caller's holder. The old one is released last: its destructors see
 * the new one, and may replace it again.
 */
static void use_session(zval *reference)
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
	ZVAL_COPY_VALUE(&globals->http_session_vars, reference);
	ZVAL_COPY(variable, reference);
	zend_string_release(name);
	zval_ptr_dtor(&old_variable);
	zval_ptr_dtor(&old);
}

/* Replaces $_SESSION by an array, taking over the caller's holder. */
static void replace_session(zval *variables)
{
	zval reference;

	ZVAL_NEW_REF(&reference, variables);
	use_session(&reference);
}

static void replace_with_empty_session(void)
{
	zval empty;

	array_init(&empty);
	replace_session(&empty);
}

/*
 * Ends the session without writing, after a failed decode: stored data is kept and $_SESSION is empty. A save handler
 * in PHP does not run while an exception is pending.
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
 * The stored bytes of this session, so that writing them changes nothing. NULL if nothing will be written: the session
 * is closed, or its save handler is PHP code, which does not run while an exception is pending.
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
		/* A fatal error, since only the request's end keeps ext/session from writing an empty session. */
		globals->session_status = php_session_none;
		php_error_docref(NULL, E_ERROR, "Cannot encode the session; the stored one is left as it is");
	}
	return stored;
}

/* session.lazy_write skips unchanged data: a new session, read as the empty string, would never be stored. */
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
 * A hook may close the session during the encode. ext/session would still call the save handler and crash: a C handler
 * has lost its data, and a destroyed session has no id.
 */
static void check_still_open(bool was_active)
{
	php_ps_globals *globals = session_globals();

	if (was_active && (!globals->id || (!globals->mod_data && strcmp(globals->mod->s_name, "user") != 0))) {
		php_error_docref(NULL, E_ERROR, "The session was closed while it was encoded");
	}
}

/* PHP reads and writes the uploading user's session before any code runs. */
static bool is_uploading(void)
{
	return session_globals()->rfc1867_progress && !EG(current_execute_data);
}

/*
 * True if there is no $_SESSION to encode and stored data is kept: a hook closes a session while it is decoded, or it
 * could not be decoded during an upload.
 */
static bool keeps_stored_session(void)
{
	if (UNEXPECTED(BRINE_G(session_is_open))) {
		zend_throw_exception(brine_encode_exception_ce, "The session cannot be written while it is decoded", 0);
		return true;
	}
	return UNEXPECTED(BRINE_G(session_is_unread)) && is_uploading();
}

static zend_string *encode_as(const char *name);

/* True for data that Brine's own decoders read; they leave no stand-ins (see handler_of_upload()) in $_SESSION. */
static bool is_own(const char *data, size_t size)
{
	return (unsigned char) data[0] == BRINE_MAGIC || brine_is_igbinary(data, size);
}

/*
 * During an upload, another handler's text is written back before any code runs. PHP has read it without classes, and
 * only PHP's own handlers understand its stand-ins for enums and Serializable objects.
 */
static const char *handler_of_upload(void)
{
	const char *name = NULL;
	zend_string *stored;

	if (EXPECTED(!is_uploading()) || !(stored = stored_session())) {
		return NULL;
	}
	if (ZSTR_LEN(stored) > 0 && !is_own(ZSTR_VAL(stored), ZSTR_LEN(stored))) {
		name = brine_session_handler_of(ZSTR_VAL(stored), ZSTR_VAL(stored) + ZSTR_LEN(stored));
	}
	zend_string_release(stored);
	return name;
}

/* Encodes the variables of a session. */
typedef zend_result (*session_write)(zend_string **payload, zval *variables, unsigned flags);

static zend_result write_brine(zend_string **payload, zval *variables, unsigned flags)
{
	(void) flags;
	return brine_encode_with(payload, variables, 0, brine_dictionary_to_write(), BRINE_G(refuses_stale));
}

static zend_string *encode_by(session_write write, unsigned flags)
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
	/* The extra reference keeps hooks that write to $_SESSION from changing the array during the encode. */
	ZVAL_COPY(&variables, Z_REFVAL(session_globals()->http_session_vars));
	if (write == write_brine && zend_hash_num_elements(Z_ARRVAL(variables)) == 0) {
		payload = encode_empty_session();
	} else if ((brine_signs() ? brine_signing_encode(&payload, &variables, 0, &session_globals()->id)
							  : write(&payload, &variables, flags))
		== FAILURE) {
		payload = stored_session();
	}
	zval_ptr_dtor(&variables);
	check_still_open(was_active);
	return payload;
}

static zend_string *encode_session(PS_SERIALIZER_ENCODE_ARGS)
{
	return encode_by(write_brine, 0);
}

zend_string *brine_session_encode_igbinary(unsigned flags)
{
	return encode_by(brine_igbinary_serialize, flags);
}

/* The handler "php" would store an empty session if a name contains its delimiter. */
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

/* Writes like another handler, except that failures keep the stored data. */
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
	return brine_signs() ? encode_by(write_brine, 0) : encode_as("php");
}

static zend_string *encode_as_php_serialize(PS_SERIALIZER_ENCODE_ARGS)
{
	return brine_signs() ? encode_by(write_brine, 0) : encode_as("php_serialize");
}

static zend_string *encode_as_igbinary(PS_SERIALIZER_ENCODE_ARGS)
{
	return brine_signs() ? encode_by(write_brine, 0) : encode_as("igbinary");
}

/* "php_serialize" makes a reference to a reference of text that refers to the whole session: "a:1:{i:0;R:1;}". */
static bool is_array_session(void)
{
	const zval *variables = &session_globals()->http_session_vars;

	return Z_ISREF_P(variables) && Z_TYPE_P(Z_REFVAL_P(variables)) == IS_ARRAY;
}

/* Calls another handler; hooks run when its unserialize() context ends. */
static zend_result decode_guarded(const ps_serializer *handler, const char *data, size_t size)
{
	brine_native_context context;
	zend_result result;

	if (EXPECTED(!BRINE_G(guard))) {
		return handler->decode(data, size);
	}
	brine_native_begin(&context, NULL, data, size, BRINE_READER_SESSION);
	result = handler->decode(data, size);
	brine_native_end(&context);
	return result;
}

static bool decode_other(const char *data, size_t size)
{
	const char *name = brine_session_handler_of(data, data + size);
	const ps_serializer *handler = session.find_serializer(name);
	bool decoded;

	if (!brine_native_check(data, size, BRINE_READER_SESSION)) {
		return false;
	}
	/* Some of these handlers add to $_SESSION, others release it during use. */
	replace_with_empty_session();
	decoded = handler && decode_guarded(handler, data, size) == SUCCESS && is_array_session();
	/* An exception of the handler or an internal class becomes the cause; that of a loader or hook is passed on. */
	if (EG(exception) ? brine_php_refused() : !decoded) {
		zend_object *exception = zend_throw_exception_ex(brine_decode_exception_ce, 0,
			handler ? "Session data that looks like that of the handler \"%s\" cannot be decoded"
					: "Session data was written by the handler \"%s\", which is not available",
			name);

		zend_update_property_string(brine_decode_exception_ce, exception, ZEND_STRL("reason"), "not_brine");
	}
	return decoded && !EG(exception);
}

/* Makes these the variables of the session; refuses what is no array, whose value begins at an offset of the data. */
static bool use_variables(zval *variables, size_t offset)
{
	if (Z_TYPE_P(variables) != IS_ARRAY) {
		zend_string *message = strpprintf(0, "a session must be an array, and is %s", brine_type_name(variables));

		brine_throw_decode_error(BRINE_ERR_ARRAY_EXPECTED, message, offset, NULL);
		zend_string_release(message);
		zval_ptr_dtor(variables);
		return false;
	}
	replace_session(variables);
	return true;
}

static bool decode_payload(const char *data, size_t size)
{
	size_t header_size = BRINE_HEADER_SIZE + (brine_is_in_place(data, size) ? BRINE_IGBINARY_HEADER_SIZE : 0);
	zval variables;

	return brine_decode(&variables, data, 0, size, brine_setting_decode_options(BRINE_READER_SESSION)) == SUCCESS
		&& use_variables(&variables, header_size);
}

static bool decode_igbinary(const char *data, size_t size)
{
	zval variables;

	return brine_igbinary_decode(&variables, data, size, &brine_setting_options[BRINE_READER_SESSION][0]) == SUCCESS
		&& use_variables(&variables, BRINE_IGBINARY_HEADER_SIZE);
}

/* Where there are keys; true if *decoded is the answer, as of decode_any(). */
static bool decode_signed(const char *data, size_t size, bool *decoded)
{
	brine_decode_options options = *brine_setting_decode_options(BRINE_READER_SESSION);
	const char *reason;
	bool is_decoded;
	zval variables;

	reason = brine_signing_decode(&variables, data, size, session_globals()->id, &options, &is_decoded);
	if (reason) {
		zend_string *message = zend_string_init(reason, strlen(reason), false);

		brine_throw_decode_error(BRINE_ERR_NOT_VERIFIED, message, 0, NULL);
		zend_string_release(message);
	}
	*decoded = is_decoded && !EG(exception) && use_variables(&variables, BRINE_FRAME_HEAD_SIZE + BRINE_HEADER_SIZE);
	return reason || is_decoded;
}

static bool decode_any(const char *data, size_t size)
{
	bool decoded;

	if (size == 0) {
		replace_with_empty_session();
		return true;
	}
	if (BRINE_G(keyring) && decode_signed(data, size, &decoded)) {
		return decoded;
	}
	if ((unsigned char) data[0] == BRINE_MAGIC || brine_is_in_place(data, size)) {
		return decode_payload(data, size);
	}
	return brine_is_igbinary(data, size) ? decode_igbinary(data, size) : decode_other(data, size);
}

/* Decodes, and adds to what is in $_SESSION; variables of the same name are replaced, and released last. */
static bool decode_adding(const char *data, size_t size)
{
	zval *current = &session_globals()->http_session_vars, reference, added, *session_variables;
	bool decoded;

	if (!is_array_session() || zend_hash_num_elements(Z_ARRVAL_P(Z_REFVAL_P(current))) == 0) {
		return decode_any(data, size);
	}
	ZVAL_COPY(&reference, current);
	decoded = decode_any(data, size);
	session_variables = Z_REFVAL(reference);
	if (decoded && is_array_session() && Z_TYPE_P(session_variables) == IS_ARRAY) {
		zval old = *session_variables;

		ZVAL_COPY(&added, Z_REFVAL_P(current));
		ZVAL_ARR(session_variables, zend_array_dup(Z_ARRVAL(old)));
		zend_hash_merge(Z_ARRVAL_P(session_variables), Z_ARRVAL(added), zval_add_ref, true);
		use_session(&reference);
		zval_ptr_dtor(&added);
		zval_ptr_dtor(&old);
	} else {
		zval_ptr_dtor(&reference);
	}
	return decoded;
}

/*
 * Decodes during an upload, before any code runs. Without a stack frame, an exception would end the request: a frame of
 * zend_pass_function stands in. A failure leaves $_SESSION empty, and stored data is kept.
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

static zend_result decode_session(const char *bytes, size_t size, bool (*decode)(const char *data, size_t size))
{
	bool was_open = BRINE_G(session_is_open);

	BRINE_G(session_is_open) = true;
	zend_try
	{
		if (UNEXPECTED(is_uploading())) {
			decode_for_upload(bytes, size);
		} else if (!decode(bytes, size)) {
			abandon_session();
		}
		BRINE_G(session_is_open) = was_open;
	}
	zend_catch
	{
		BRINE_G(session_is_open) = false;
		/* A fatal error: make the session inactive, or ext/session would destroy it. */
		session_globals()->session_status = php_session_none;
		zend_bailout();
	}
	zend_end_try();
	return SUCCESS;
}

static zend_result decode_replacing_session(PS_SERIALIZER_DECODE_ARGS)
{
	return decode_session(val, vallen, decode_any);
}

zend_result brine_session_decode_adding(const char *bytes, size_t size)
{
	return decode_session(bytes, size, decode_adding);
}

void brine_register_session_handlers(void)
{
	if (find_session_module()) {
		session.register_serializer("brine", encode_session, decode_replacing_session);
		session.register_serializer("brine_php", encode_as_php, brine_session_decode_adding);
		session.register_serializer("brine_php_serialize", encode_as_php_serialize, decode_replacing_session);
		if (session.find_serializer("igbinary")) {
			session.register_serializer("brine_igbinary", encode_as_igbinary, brine_session_decode_adding);
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

zend_string *brine_session_encode_igbinary(unsigned flags)
{
	(void) flags;
	return NULL;
}

zend_result brine_session_decode_adding(const char *bytes, size_t size)
{
	(void) bytes;
	(void) size;
	return FAILURE;
}

void brine_register_session_handlers(void)
{
}

const char *brine_session_handlers(void)
{
	return "none";
}

#endif
