/*
 * What php_brine.h offers to an extension in igbinary's place: igbinary's format, and Brine's behind igbinary's header.
 */
#include "php/igbinary.h"
#include "php/integration.h"
#include "php/signing.h"
#include "error.h"
#include "globals.h"
#include "decode/decoder.h"
#include "decode/state.h"
#include "encode/encoder.h"
#include "igbinary/codec.h"
#include "format/dictionary.h"
#include "format/format.h"
#include "resident/resident.h"

#define HEADER_SIZE BRINE_IGBINARY_HEADER_SIZE

bool brine_is_igbinary(const char *bytes, size_t size)
{
	return size >= HEADER_SIZE && memcmp(bytes, "\0\0\0", 3) == 0 && (bytes[3] == 1 || bytes[3] == 2);
}

/* True if others compare the bytes: stores those of scalars and strings, clients those of null and the empty array. */
static bool is_compared(const zval *value)
{
	return Z_TYPE_P(value) == IS_ARRAY ? zend_hash_num_elements(Z_ARRVAL_P(value)) == 0 : Z_TYPE_P(value) != IS_OBJECT;
}

static zend_always_inline zend_result write_unsigned(zend_string **bytes, zval *value, unsigned flags)
{
	value = brine_dereference(value);
	if (!(flags & PHP_BRINE_IGBINARY_AS_BRINE) || is_compared(value)) {
		return brine_igbinary_encode(bytes, value, (flags & PHP_BRINE_IGBINARY_COMPACT_STRINGS) != 0);
	}
	if (brine_encode_with(bytes, value, HEADER_SIZE, brine_dictionary_to_write(), BRINE_G(refuses_stale)) == FAILURE) {
		return FAILURE;
	}
	memcpy(ZSTR_VAL(*bytes), "\0\0\0\2", HEADER_SIZE);
	return SUCCESS;
}

/* Where there are keys. */
static zend_never_inline zend_result write_signed(zend_string **bytes, zval *value, unsigned flags)
{
	value = brine_dereference(value);
	if (!brine_signs() || (flags & PHP_BRINE_IGBINARY_UNSIGNED) || is_compared(value)) {
		return write_unsigned(bytes, value, flags);
	}
	if (brine_signing_encode(bytes, value, HEADER_SIZE, NULL) == FAILURE) {
		return FAILURE;
	}
	memcpy(ZSTR_VAL(*bytes), "\0\0\0\2", HEADER_SIZE);
	return SUCCESS;
}

zend_result brine_igbinary_serialize(zend_string **bytes, zval *value, unsigned flags)
{
	return UNEXPECTED(BRINE_G(keyring) != NULL) ? write_signed(bytes, value, flags)
												: write_unsigned(bytes, value, flags);
}

/* Keeps Brine's reason for a refusal. */
typedef struct {
	brine_decode_observer observer;
	zend_string *message;
} refusal_reader;

static void note_built(brine_decode_observer *observer, struct brine_decoder *decoder, const zval *value)
{
	(void) observer;
	(void) decoder;
	(void) value;
}

static void note_refused(
	brine_decode_observer *observer, brine_decode_error error, size_t offset, zend_string *message, zend_string *path)
{
	refusal_reader *reader = (refusal_reader *) observer;

	reader->message = brine_decode_error_text(error, message, offset, path);
}

/* Where there are keys; true if the bytes are decoded or refused. */
static zend_never_inline bool decode_signed(
	zval *result, const char *bytes, size_t size, brine_decode_observer *observer)
{
	brine_decode_options options = *brine_setting_decode_options(BRINE_READER_IGBINARY);
	const char *reason;
	bool is_decoded;

	options.observer = observer;
	options.resident = BRINE_G(igbinary_resident);
	reason = brine_signing_decode(result, bytes, size, NULL, &options, &is_decoded);
	if (reason) {
		ZVAL_NULL(result);
		((refusal_reader *) observer)->message = strpprintf(0, "%s at byte 0", reason);
	}
	return reason || is_decoded;
}

php_brine_outcome brine_igbinary_unserialize(
	zval *result, const char *bytes, size_t size, unsigned flags, zend_string **message)
{
	refusal_reader reader = {.observer = {.built = note_built, .refused = note_refused}};
	bool is_brine = brine_is_in_place(bytes, size);
	brine_decode_options options = brine_setting_options[BRINE_READER_IGBINARY][is_brine && BRINE_G(refuses_stale)];

	options.observer = &reader.observer;
	if (UNEXPECTED(BRINE_G(keyring) != NULL) && !(flags & PHP_BRINE_IGBINARY_UNSIGNED)
		&& decode_signed(result, bytes, size, &reader.observer)) {
		/* Nothing is left to do. */
	} else if (!is_brine) {
		brine_igbinary_decode(result, bytes, size, &options);
	} else if (BRINE_G(igbinary_resident)) {
		brine_resident_decode(result, bytes, size, &options);
	} else {
		brine_decode(result, bytes, 0, size, &options);
	}
	if (EXPECTED(!reader.message && !EG(exception))) {
		return PHP_BRINE_READ;
	}
	if (EG(exception)) {
		/* An exception of PHP or of a destructor says more than Brine's reason. */
		if (reader.message) {
			zend_string_release(reader.message);
		}
		return PHP_BRINE_THROWN;
	}
	*message = reader.message;
	return PHP_BRINE_REFUSED;
}
