/*
 * Detailed decode errors: the class and property at fault, a limit's number, the actual format. Runs only after a
 * failure.
 */
#include "decode/refuse.h"
#include "decode/state.h"
#include "ext/standard/php_incomplete_class.h"
#include "zend_exceptions.h"

bool brine_decode_fail_with(
	brine_decoder *decoder, brine_decode_error error, const unsigned char *at, zend_string *message)
{
	if (decoder->error == BRINE_OK) {
		decoder->error_message = message;
	} else {
		zend_string_release(message);
	}
	return brine_decode_fail(decoder, error, at);
}

/* Fails with a message whose %s is the name. */
static bool fail_with_name(brine_decoder *decoder, brine_decode_error error, const unsigned char *at,
	const char *format, const zend_string *name)
{
	zend_string *readable = brine_readable_name(name);
	zend_string *message = strpprintf(0, format, ZSTR_VAL(readable));

	zend_string_release(readable);
	return brine_decode_fail_with(decoder, error, at, message);
}

void brine_decode_path_element(brine_decoder *decoder, const HashTable *map)
{
	const Bucket *last = &map->arData[map->nNumUsed - 1];

	brine_path_add_key(&decoder->path, last->h, last->key);
}

void brine_decode_path_property(brine_decoder *decoder, const HashTable *map)
{
	const Bucket *last = &map->arData[map->nNumUsed - 1];

	brine_path_add_property_key(&decoder->path, last->h, last->key);
}

bool brine_decode_refuse_name(brine_decoder *decoder, const zend_string *name, const unsigned char *at)
{
	return fail_with_name(decoder, BRINE_ERR_BAD_CLASS_NAME, at, "'%s' is not the name of a class", name);
}

bool brine_decode_refuse_missing(brine_decoder *decoder, const zend_string *name, const unsigned char *at)
{
	return fail_with_name(decoder, BRINE_ERR_MISSING_CLASS, at, "There is no class %s", name);
}

bool brine_decode_refuse_class(brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at)
{
	const char *format = "Unserialization of '%s' is not allowed";

	if (ce->ce_flags & ZEND_ACC_INTERFACE) {
		format = "%s is an interface, which has no objects";
	} else if (ce->ce_flags & ZEND_ACC_TRAIT) {
		format = "%s is a trait, which has no objects";
	} else if (ce->ce_flags & ZEND_ACC_ENUM) {
		format = "%s is an enum, whose cases are not stored as other objects are";
	} else if (ce->ce_flags & (ZEND_ACC_IMPLICIT_ABSTRACT_CLASS | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS)) {
		format = "%s is an abstract class, which has no objects";
	}
	return fail_with_name(decoder, BRINE_ERR_BAD_CLASS, at, format, ce->name);
}

/* The message of the exception that is pending. */
static zend_string *pending_message(void)
{
	zend_object *exception = EG(exception);
	zval buffer;
	zval *message = zend_read_property_ex(
		zend_get_exception_base(exception), exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &buffer);

	ZVAL_DEREF(message);
	return Z_TYPE_P(message) == IS_STRING
		? brine_readable(Z_STRVAL_P(message), Z_STRLEN_P(message), BRINE_READABLE_MESSAGE)
		: ZSTR_EMPTY_ALLOC();
}

bool brine_decode_refuse_state(brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at)
{
	zend_string *name = brine_readable_name(ce->name);
	zend_string *cause = pending_message();
	zend_string *message = strpprintf(0, "%s refuses its data: %s", ZSTR_VAL(name), ZSTR_VAL(cause));

	zend_string_release(name);
	zend_string_release(cause);
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_OBJECT, at, message);
}

bool brine_decode_refuse_ring(brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at)
{
	return fail_with_name(
		decoder, BRINE_ERR_BAD_OBJECT, at, "an object of %s keeps its elements in itself, by way of others", ce->name);
}

bool brine_decode_refuse_form(brine_decoder *decoder, const zend_class_entry *ce, const unsigned char *at)
{
	return fail_with_name(decoder, BRINE_ERR_BAD_CLASS, at,
		"objects of %s are stored as a string of Serializable, or not at all", ce->name);
}

bool brine_decode_refuse_scope(brine_decoder *decoder, const zend_string *class_name, const unsigned char *at)
{
	return fail_with_name(decoder, BRINE_ERR_BAD_NAME, at,
		"a property is private to the class %s, which is not loaded and not allowed (allowed_classes)", class_name);
}

bool brine_decode_refuse_data(
	brine_decoder *decoder, const zend_string *class_name, const zval *data, const unsigned char *at)
{
	zend_string *name = brine_readable_name(class_name);
	zend_string *message =
		strpprintf(0, "the data of %s must be an array, and is %s", ZSTR_VAL(name), brine_type_name(data));

	zend_string_release(name);
	return brine_decode_fail_with(decoder, BRINE_ERR_ARRAY_EXPECTED, at, message);
}

/* True if allowed_classes excludes the class; false if it is missing. */
static bool is_denied(const brine_decoder *decoder, zend_string *name)
{
	zend_string *lower_name = zend_string_tolower(name);
	bool denied = decoder->allowed_classes && !brine_class_list_has(decoder->allowed_classes, lower_name);

	zend_string_release(lower_name);
	return denied;
}

bool brine_decode_refuse_string_form(
	brine_decoder *decoder, const brine_named_class *class_reference, const unsigned char *at)
{
	const char *format = "objects of %s are not stored as a string of Serializable";

	if (class_reference->incomplete) {
		format = is_denied(decoder, class_reference->name)
			? "only the class %s can read its objects, and it is not allowed (allowed_classes)"
			: "only the class %s can read its objects, and it does not exist";
	}
	return fail_with_name(decoder, BRINE_ERR_BAD_CLASS, at, format, class_reference->name);
}

bool brine_decode_refuse_enum(brine_decoder *decoder, const brine_named_class *class_reference,
	const zend_string *case_name, const unsigned char *at)
{
	zend_string *name, *readable_case, *message;

	if (class_reference->incomplete) {
		return fail_with_name(decoder, BRINE_ERR_BAD_ENUM, at,
			is_denied(decoder, class_reference->name) ? "the enum %s is not allowed (allowed_classes)"
													  : "the enum %s does not exist",
			class_reference->name);
	}
	if (!(class_reference->ce->ce_flags & ZEND_ACC_ENUM)) {
		return fail_with_name(decoder, BRINE_ERR_BAD_ENUM, at, "%s is not an enum", class_reference->name);
	}
	name = brine_readable_name(class_reference->name);
	readable_case = brine_readable_name(case_name);
	message = strpprintf(0, "the enum %s has no case '%s'", ZSTR_VAL(name), ZSTR_VAL(readable_case));
	zend_string_release(name);
	zend_string_release(readable_case);
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_ENUM, at, message);
}

/* Names the format of bytes that are not a payload; NULL if unknown. */
static const char *other_format(const unsigned char *bytes, size_t size)
{
	static const char types[] = "abCdEiOrRsS";

	if (size >= 4 && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0 && (bytes[3] == 1 || bytes[3] == 2)) {
		return "igbinary, which igbinary_unserialize() or Brine\\Auto reads";
	}
	if (size >= 2 && (bytes[1] == ':' ? strchr(types, bytes[0]) && bytes[0] : bytes[0] == 'N' && bytes[1] == ';')) {
		return "the text of serialize(), which unserialize() or Brine\\Auto reads";
	}
	if (size >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B) {
		return "gzip, which gzdecode() reads";
	}
	if (size >= 4 && memcmp(bytes, "\x28\xB5\x2F\xFD", 4) == 0) {
		return "Zstandard, which zstd_uncompress() reads";
	}
	return NULL;
}

bool brine_decode_refuse_empty(brine_decoder *decoder)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_TRUNCATED, decoder->in.p,
		zend_string_init(BRINE_EMPTY_MESSAGE, sizeof(BRINE_EMPTY_MESSAGE) - 1, 0));
}

bool brine_decode_refuse_magic(brine_decoder *decoder)
{
	const unsigned char *at = decoder->in.p;
	const char *format = other_format(at, brine_cursor_left(&decoder->in));

	if (!format) {
		return brine_decode_fail(decoder, BRINE_ERR_NOT_BRINE, at);
	}
	return brine_decode_fail_with(
		decoder, BRINE_ERR_NOT_BRINE, at, strpprintf(0, "the payload is not one of Brine; it looks like %s,", format));
}

bool brine_decode_refuse_version(brine_decoder *decoder)
{
	const unsigned char *at = decoder->in.p;

	if (*at >> 4 != BRINE_VERSION) {
		return brine_decode_fail_with(decoder, BRINE_ERR_VERSION, at,
			strpprintf(0, "the payload has version %u, and this reader knows version %u", *at >> 4, BRINE_VERSION));
	}
	switch (*at) {
		case BRINE_SIGNED_VERSION_BYTE:
			return brine_decode_fail(decoder, BRINE_ERR_SIGNED, at);
		case BRINE_ENVELOPE_VERSION_BYTE:
			return brine_decode_fail_with(decoder, BRINE_ERR_FLAGS, at,
				strpprintf(0, "the payload is in an envelope, which Brine\\Compressed or Brine\\Auto reads,"));
		default:
			return brine_decode_fail(decoder, BRINE_ERR_FLAGS, at);
	}
}

static const char *const scopes[] = {
	[BRINE_SCOPE_PUBLIC] = "public",
	[BRINE_SCOPE_PROTECTED] = "protected",
	[BRINE_SCOPE_PRIVATE] = "private",
	[BRINE_SCOPE_PRIVATE_OF] = "private",
};

bool brine_decode_refuse_property_name(
	brine_decoder *decoder, const zend_class_entry *ce, const zend_string *name, const unsigned char *at)
{
	zend_string *readable = brine_readable_name(name);
	zend_string *class_name = brine_readable_name(ce->name);
	zend_string *message =
		strpprintf(0, "'%s' is not the name of a property of %s", ZSTR_VAL(readable), ZSTR_VAL(class_name));

	zend_string_release(readable);
	zend_string_release(class_name);
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_NAME, at, message);
}

bool brine_decode_refuse_scope_again(brine_decoder *decoder, unsigned scope, const unsigned char *at)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_NAME, at,
		strpprintf(0, "the scope of property names is %s, and is %s already", scopes[scope], scopes[scope]));
}

bool brine_decode_refuse_owner(brine_decoder *decoder, const zend_string *owner, const unsigned char *at)
{
	return fail_with_name(
		decoder, BRINE_ERR_BAD_NAME, at, "a property is private to '%s', which is not the name of a class", owner);
}

bool brine_decode_refuse_no_name(brine_decoder *decoder, unsigned scope, const unsigned char *at)
{
	return brine_decode_fail_with(
		decoder, BRINE_ERR_BAD_NAME, at, strpprintf(0, "the name of a %s property is empty", scopes[scope]));
}

bool brine_decode_refuse_name_of_incomplete(brine_decoder *decoder, const unsigned char *at)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_NAME, at,
		strpprintf(0, "an incomplete object keeps its class in '%s', which is no property of it", MAGIC_MEMBER));
}

bool brine_decode_refuse_number(
	brine_decoder *decoder, const char *what, uint64_t number, uint32_t min, uint32_t max, const unsigned char *at)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_COUNT, at,
		strpprintf(0, "the %s is %" PRIu64 ", and must be from %" PRIu32 " to %" PRIu32, what, number, min, max));
}

bool brine_decode_refuse_size(brine_decoder *decoder, const unsigned char *at)
{
	return brine_decode_fail_with(
		decoder, BRINE_ERR_BAD_COUNT, at, strpprintf(0, "the size of a string is 0, and must be 1 or more here"));
}

bool brine_decode_refuse_kind(brine_decoder *decoder, const char *what, const unsigned char *at)
{
	return brine_decode_fail_with(
		decoder, BRINE_ERR_BAD_COLUMN, at, strpprintf(0, "%s has the kind %02X, which is not allowed", what, *at));
}

bool brine_decode_refuse_bitmap(brine_decoder *decoder, const char *what)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_BAD_COLUMN, decoder->in.p,
		strpprintf(0, "the bitmap of %s marks nothing, everything, or what is beyond its end", what));
}

void brine_decode_explain_column(
	brine_decoder *decoder, const brine_column_reader *column, uint32_t number, uint32_t of)
{
	const unsigned char *at = decoder->in.p;
	zend_string *what;

	/* Columns inside a cell were already explained. */
	if (decoder->error != BRINE_ERR_BAD_COLUMN || decoder->error_message) {
		return;
	}
	decoder->error = BRINE_OK;
	what = of > 0 ? strpprintf(0, "column %" PRIu32 " of %" PRIu32, number, of)
				  : zend_string_init(ZEND_STRL("the column of a run"), false);
	if (!brine_column_is_known(column->kind, column->flag)) {
		brine_decode_refuse_kind(decoder, ZSTR_VAL(what), at);
	} else if (column->flag && !column->bitmap) {
		brine_decode_refuse_bitmap(decoder, ZSTR_VAL(what));
	} else if (column->kind == BRINE_COLUMN_BOOLEANS) {
		brine_decode_fail_with(
			decoder, BRINE_ERR_BAD_COLUMN, at, strpprintf(0, "%s has bits beyond its end", ZSTR_VAL(what)));
	} else {
		brine_decode_fail_with(decoder, BRINE_ERR_BAD_COLUMN, at,
			strpprintf(0, "%s has the exponent %u, and at most %u is possible", ZSTR_VAL(what), *at,
				BRINE_DECIMALS_MAX_EXPONENT));
	}
	zend_string_release(what);
}

bool brine_decode_refuse_tag(brine_decoder *decoder, const unsigned char *at)
{
	return brine_decode_fail_with(decoder, BRINE_ERR_UNKNOWN_TAG, at, strpprintf(0, "unknown tag %02X", *at));
}

/* Maps with more keys are not searched for duplicates. */
#define MAX_COMPARED 1000

/* The first key of a map made by brine_map_append_key() that equals an earlier one, or NULL. */
static const Bucket *second_of_equal(const HashTable *map)
{
	for (uint32_t i = 1; i < map->nNumUsed && map->nNumUsed <= MAX_COMPARED; i++) {
		const Bucket *key = map->arData + i;

		for (const Bucket *other = map->arData; other < key; other++) {
			if (other->h == key->h && !other->key == !key->key
				&& (!key->key || zend_string_equals(other->key, key->key))) {
				return key;
			}
		}
	}
	return NULL;
}

bool brine_decode_refuse_twice(
	brine_decoder *decoder, brine_decode_error error, const HashTable *map, const unsigned char *at)
{
	const Bucket *key = second_of_equal(map);
	const char *what = error == BRINE_ERR_DUPLICATE_NAME ? "property name" : "key";
	zend_string *name, *message;

	if (!key) {
		return brine_decode_fail(decoder, error, at);
	}
	if (!key->key) {
		message = strpprintf(0, "the %s " ZEND_LONG_FMT " occurs twice", what, (zend_long) key->h);
	} else {
		name = brine_readable_name(key->key);
		message = strpprintf(0, "the %s '%s' occurs twice", what, ZSTR_VAL(name));
		zend_string_release(name);
	}
	return brine_decode_fail_with(decoder, error, at, message);
}

/* The message of an exceeded limit, with its number; NULL for other reasons. */
static zend_string *limit_message(const brine_decoder *decoder, const brine_decode_options *options)
{
	switch (decoder->error) {
		case BRINE_ERR_MAX_DEPTH:
			return strpprintf(0,
				decoder->max_depth < options->max_depth ? BRINE_STACK_MESSAGE
														: "the value is nested deeper than max_depth (%u)",
				decoder->max_depth);
		case BRINE_ERR_MAX_ELEMENTS:
			return strpprintf(
				0, "the value has more elements than max_elements (" ZEND_ULONG_FMT ")", options->max_elements);
		case BRINE_ERR_MAX_MEMORY:
			return strpprintf(
				0, "the value takes more memory than max_memory allows (%" PRIu64 ")", decoder->max_memory);
		default:
			return NULL;
	}
}

void brine_decode_throw(brine_decoder *decoder, const brine_decode_options *options)
{
	zend_string *path;

	/* An exception of a class loader or error handler says more than our reason, unless the engine itself refused. */
	if (EG(exception) && decoder->error != BRINE_ERR_BAD_PROPERTY && decoder->error != BRINE_ERR_BAD_OBJECT) {
		return;
	}
	if (!decoder->error_message) {
		decoder->error_message = EG(exception) ? pending_message() : limit_message(decoder, options);
	}
	path = brine_path_get(&decoder->path);
	if (decoder->observer && decoder->observer->refused) {
		decoder->observer->refused(
			decoder->observer, decoder->error, decoder->error_offset, decoder->error_message, path);
	} else {
		brine_throw_decode_error(decoder->error, decoder->error_message, decoder->error_offset, path);
	}
	zend_string_release(path);
}
