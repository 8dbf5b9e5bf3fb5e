/*
 * Errors: whoever knows the reason records it and returns false, and so does every caller up to the entry point, which
 * throws. The first reason sticks. An exception that is already pending, for example of a hook, wins.
 */
#ifndef BRINE_ERROR_H
#define BRINE_ERROR_H

#include "php.h"

extern zend_class_entry *brine_exception_ce;
extern zend_class_entry *brine_encode_exception_ce;
extern zend_class_entry *brine_decode_exception_ce;

/*
 * X(name, key, message): DecodeException::getReason() returns the key, which is the name in lower case; the message is
 * for people.
 */
#define BRINE_DECODE_ERRORS(X) \
	X(TRUNCATED, "truncated", "the payload ends too early") \
	X(NOT_BRINE, "not_brine", "the payload does not begin with the magic byte of Brine") \
	X(NOT_IGBINARY, "not_igbinary", \
		"the bytes do not begin with the header of an igbinary format that this reader knows") \
	X(VERSION, "version", "the payload has a version that this reader does not know") \
	X(FLAGS, "flags", "the payload has a flag that this reader does not know") \
	X(SIGNED, "signed", "the payload is signed, which only brine_unserialize_signed() reads,") \
	X(NOT_VERIFIED, "not_verified", "no key verifies the bytes") \
	X(UNKNOWN_DICTIONARY, "unknown_dictionary", "the payload needs a dictionary that is not known here") \
	X(BAD_DICTIONARY, "bad_dictionary", "the dictionary is malformed") \
	X(TOO_MANY_DICTIONARIES, "too_many_dictionaries", "there is no room for more dictionaries") \
	X(TRAILING_BYTES, "trailing_bytes", "there are bytes after the value") \
	X(UNKNOWN_TAG, "unknown_tag", "unknown tag") \
	X(BAD_NUMBER, "bad_number", "a number is cut off, longer than needed, or of no known form") \
	X(BAD_COUNT, "bad_count", "a count is zero or too large") \
	X(STRING_EXPECTED, "string_expected", "a string was expected here") \
	X(UNKNOWN_STRING, "unknown_string", "reference to a string that was not given") \
	X(UNKNOWN_SHAPE, "unknown_shape", "reference to a shape that was not given") \
	X(UNKNOWN_ARRAY, "unknown_array", \
		"reference to an array that was not given, is not complete, or cannot be shared") \
	X(UNKNOWN_OBJECT, "unknown_object", "reference to an object that was not given") \
	X(UNKNOWN_REFERENCE, "unknown_reference", "reference to a PHP reference that was not given") \
	X(UNKNOWN_VALUE, "unknown_value", "reference to an array or object that was not given") \
	X(MISPLACED_REFERENCE, "misplaced_reference", "a PHP reference cannot stand here") \
	X(BAD_KEY, "bad_key", "an array key must be an integer or a string") \
	X(DUPLICATE_KEY, "duplicate_key", "a key occurs twice") \
	X(DUPLICATE_NAME, "duplicate_name", "a property name occurs twice") \
	X(BAD_NAME, "bad_name", "a property name is malformed") \
	X(BAD_COLUMN, "bad_column", "a column has a kind, exponent or bitmap that is not allowed") \
	X(BAD_DIGITS, "bad_digits", "a packed string has bits beyond its end") \
	X(OUT_OF_RANGE, "out_of_range", "an integer is outside of its range") \
	X(ARRAY_EXPECTED, "array_expected", "an array was expected here") \
	X(MAX_DEPTH, "max_depth", "the value is nested deeper than max_depth") \
	X(MAX_ELEMENTS, "max_elements", "the value has more elements than max_elements") \
	X(MAX_MEMORY, "max_memory", "the value takes more memory than max_memory allows") \
	X(TOO_DEEP, "too_deep", "back-references nest the value deeper than the stack can take apart") \
	X(TOO_MANY, "too_many", "the payload numbers too many strings, shapes, arrays, objects or references") \
	X(BAD_CLASS_NAME, "bad_class_name", "malformed class name") \
	X(MISSING_CLASS, "missing_class", "there is no such class") \
	X(STALE_CLASS, "stale_class", "the class has changed since this was written") \
	X(CLASS_LOAD, "class_load", "the class could not be loaded") \
	X(BAD_CLASS, "bad_class", "objects of this class cannot be decoded") \
	X(BAD_PROPERTY, "bad_property", "the class does not accept this property value") \
	X(BAD_ENUM, "bad_enum", "there is no such enum case, or its enum is missing or not allowed") \
	X(BAD_OBJECT, "bad_object", "the class refuses the data of its object")

#define BRINE_DECODE_ERROR_ENUM(name, key, message) BRINE_ERR_##name,
typedef enum {
	BRINE_OK,
	BRINE_DECODE_ERRORS(BRINE_DECODE_ERROR_ENUM)
} brine_decode_error;
#undef BRINE_DECODE_ERROR_ENUM

/*
 * Throws Brine\DecodeException for a byte offset. `message`, or NULL, replaces the reason's own; `path` is the place
 * inside the value, or NULL if unknown. Releases neither. A pending exception becomes the previous one.
 */
void brine_throw_decode_error(brine_decode_error error, const zend_string *message, size_t offset, zend_string *path);

/* The message of that exception, which the caller releases. */
zend_string *brine_decode_error_text(
	brine_decode_error error, const zend_string *message, size_t offset, const zend_string *path);

/* Message for empty input, which has no place. */
#define BRINE_EMPTY_MESSAGE "The payload is empty: was the cache entry missing (false)?"

/* Message of BRINE_ERR_MAX_DEPTH if the stack allows fewer levels than max_depth. */
#define BRINE_STACK_MESSAGE "the value is nested deeper than the stack has room for (%u)"

/*
 * Message for a key that is too short to sign: the least number of bytes, and the key's. The same as in
 * src/Internal/SigningKey.php.
 */
#define BRINE_SHORT_KEY_MESSAGE \
	"A signing key must have at least %d bytes, and this one has %zu. This command prints a good one: " \
	"php -r \"echo bin2hex(random_bytes(32));\""

/* The message of a reason, and its key. */
const char *brine_decode_error_message(brine_decode_error error);
const char *brine_decode_error_key(brine_decode_error error);

/* Throws a complete message at offset 0, for limits that the bytes do not cause. */
void brine_throw_decode_limit(brine_decode_error error, const zend_string *message);

/* The message of BRINE_ERR_UNKNOWN_DICTIONARY, with the dictionary's id in hexadecimal. */
zend_string *brine_unknown_dictionary_message(const unsigned char *id, size_t size);

/*
 * True if PHP or an extension threw the pending exception, here or in a function called from here; false if user code
 * did, such as a class loader, an error handler or a hook.
 */
bool brine_php_refused(void);

/* Throws Brine\EncodeException; `path` is the place in the value ("$value['a'][3]->b") and is not released. */
void brine_throw_encode_error(zend_string *message, zend_string *path);

/* Body of an exception's getter: returns the value of a property that `ce` declares. */
void brine_return_property(zval *object, zend_class_entry *ce, const char *name, size_t size, zval *return_value);

#endif
