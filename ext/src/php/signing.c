/*
 * The keys are parsed once and kept in memory of their own: PHP's settings, which ini_get_all(), phpinfo() and
 * debuggers show, hold only a mask. A mask stands for the keys of php.ini, or of a pool of php-fpm.
 */
#include "php/signing.h"
#include "error.h"
#include "decode/decoder.h"
#include "encode/encoder.h"
#include "format/dictionary.h"
#include "igbinary/format.h"
#include "resident/resident.h"
#include "sign/secret.h"
#include "sign/sign.h"
#include "zend_exceptions.h"
#include "zend_ini.h"

#define SETTING "brine.signing_key"
/* Of igbinary. */
#define HEADER_SIZE (BRINE_IN_PLACE_PREFIX_SIZE - 1)

/* One block, never written after its creation. */
typedef struct brine_keyring {
	size_t size;
	/* What PHP shows in the place of the keys; shorter than a key. */
	char mask[16];
	/* Why the setting cannot be used, or empty; then there are no keys. */
	char fault[160];
	/* The first one signs, all verify. */
	uint32_t count;
	zend_string *keys[];
} brine_keyring;

/* The process' keys: those of a request may replace them. */
static brine_keyring *configured;

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Makes a string in *memory, and moves that behind it. */
static zend_string *put_string(char **memory, const char *bytes, size_t size)
{
	zend_string *string = (zend_string *) *memory;

	*memory += ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(size));
	GC_SET_REFCOUNT(string, 1);
	GC_TYPE_INFO(string) = GC_STRING | (IS_STR_PERSISTENT << GC_FLAGS_SHIFT);
	ZSTR_LEN(string) = size;
	memcpy(ZSTR_VAL(string), bytes, size);
	return string;
}

/* Parses the setting, and warns if it cannot be used. */
static brine_keyring *parse_keys(const zend_string *setting)
{
	const char *p = ZSTR_VAL(setting), *end = p + ZSTR_LEN(setting);
	uint32_t count = 1;
	brine_keyring *keyring;
	size_t size;
	char *memory;

	for (const char *comma = p; (comma = memchr(comma, ',', end - comma)); comma++) {
		count++;
	}
	size = sizeof(*keyring) + ZSTR_LEN(setting)
		+ count * (sizeof(zend_string *) + ZEND_MM_ALIGNED_SIZE(_ZSTR_STRUCT_SIZE(ZEND_MM_ALIGNMENT)));
	keyring = brine_secret_new(size);
	keyring->size = size;
	memory = (char *) &keyring->keys[count];
	for (uint32_t i = 0; i < count; i++) {
		const char *comma = memchr(p, ',', end - p), *last = comma ? comma : end;

		for (; p < last && is_blank(*p); p++) {}
		for (; p < last && is_blank(last[-1]); last--) {}
		if (UNEXPECTED(last - p < BRINE_SIGNING_KEY_MIN)) {
			snprintf(keyring->fault, sizeof(keyring->fault),
				SETTING " cannot be used, so nothing is read or written: key %u of %u has %zu bytes, and at least %d "
						"are needed (a comma ends a key)",
				i + 1, count, (size_t) (last - p), BRINE_SIGNING_KEY_MIN);
			zend_error(E_CORE_WARNING, "%s", keyring->fault);
			break;
		}
		keyring->keys[i] = put_string(&memory, p, last - p);
		p = comma ? comma + 1 : end;
	}
	keyring->count = keyring->fault[0] ? 0 : count;
	if (keyring->fault[0]) {
		memcpy(keyring->mask, "unusable", sizeof("unusable"));
	} else {
		snprintf(keyring->mask, sizeof(keyring->mask), "%u key%s", count, count == 1 ? "" : "s");
	}
	return keyring;
}

void brine_signing_forget(zend_brine_globals *globals)
{
	if (globals->keyring && globals->keyring != configured) {
		brine_secret_free(globals->keyring, globals->keyring->size);
	}
	globals->keyring = NULL;
}

static void set_configured(brine_keyring *keyring)
{
	if (configured) {
		brine_secret_free(configured, configured->size);
	}
	configured = keyring;
}

PHP_INI_MH(brine_on_signing_key)
{
	brine_keyring *keyring = NULL;

	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	if (configured && zend_string_equals_cstr(new_value, configured->mask, strlen(configured->mask))) {
		keyring = configured;
	} else if (ZSTR_LEN(new_value) > 0) {
		keyring = parse_keys(new_value);
		BRINE_G(key_is_shown) = true;
	}
	brine_signing_forget(ZEND_MODULE_GLOBALS_BULK(brine));
	/* Nothing is "modified" before requests: php-fpm sets what a pool has. */
	if (!entry->modified && keyring != configured) {
		set_configured(keyring);
	}
	BRINE_G(keyring) = keyring;
	return SUCCESS;
}

PHP_INI_MH(brine_on_signing_unsigned)
{
	static const char *const names[] = {"refuse", "read", "write"};

	(void) entry;
	(void) mh_arg1;
	(void) mh_arg2;
	(void) mh_arg3;
	(void) stage;
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (zend_string_equals_cstr(new_value, names[i], strlen(names[i]))) {
			BRINE_G(signing_unsigned) = i;
			return SUCCESS;
		}
	}
	zend_error(E_CORE_WARNING, "brine.signing_unsigned must be \"refuse\", \"read\" or \"write\", \"%s\" given",
		ZSTR_VAL(new_value));
	return FAILURE;
}

/* Replaces a string that has keys, and wipes it. */
static void mask(zend_string **string, const brine_keyring *keyring)
{
	zend_string *old = *string;

	*string = zend_string_init(keyring->mask, strlen(keyring->mask), true);
	if (!ZSTR_IS_INTERNED(old) && GC_REFCOUNT(old) == 1) {
		ZEND_SECURE_ZERO(ZSTR_VAL(old), ZSTR_LEN(old));
	}
	zend_string_release(old);
}

void brine_signing_startup(void)
{
	zval *value = cfg_get_entry(SETTING, sizeof(SETTING) - 1);

	if (value && Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) > 0) {
		set_configured(parse_keys(Z_STR_P(value)));
		mask(&Z_STR_P(value), configured);
	}
}

void brine_signing_shutdown(void)
{
	brine_signing_forget(ZEND_MODULE_GLOBALS_BULK(brine));
	set_configured(NULL);
}

void brine_signing_hide(void)
{
	zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), SETTING, sizeof(SETTING) - 1);

	if (BRINE_G(keyring)) {
		mask(&entry->value, BRINE_G(keyring));
	}
	if (entry->modified && configured) {
		mask(&entry->orig_value, configured);
	}
	BRINE_G(key_is_shown) = false;
}

zend_result brine_signing_encode(zend_string **bytes, zval *value, size_t reserved, zend_string *const *context)
{
	const brine_keyring *keyring = BRINE_G(keyring);
	const char *fault = keyring->fault;

	*bytes = NULL;
	if (!fault[0]) {
		if (brine_encode_with(
				bytes, value, reserved + BRINE_FRAME_HEAD_SIZE, brine_dictionary_to_write(), BRINE_G(refuses_stale))
			== FAILURE) {
			return FAILURE;
		}
		if (EXPECTED(!context || *context)) {
			brine_sign(
				ZSTR_VAL(*bytes) + reserved, ZSTR_LEN(*bytes) - reserved, keyring->keys[0], context ? *context : NULL);
			return SUCCESS;
		}
		zend_string_release(*bytes);
		*bytes = NULL;
		fault = "A session without an id cannot be signed";
	}
	zend_throw_exception(brine_encode_exception_ce, fault, 0);
	return FAILURE;
}

/* Offset of a frame, which igbinary's header may precede; -1 if there is none. */
static int find_frame(const char *bytes, size_t size)
{
	static const char frame[] = "\0\0\0\2" BRINE_FRAME_HEADER;

	if (size >= BRINE_HEADER_SIZE && memcmp(bytes, BRINE_FRAME_HEADER, BRINE_HEADER_SIZE) == 0) {
		return 0;
	}
	return size >= sizeof(frame) - 1 && memcmp(bytes, frame, sizeof(frame) - 1) == 0 ? HEADER_SIZE : -1;
}

/* True for igbinary's bytes of null, a boolean, a number, a string or the empty array, which are never signed. */
static bool is_harmless(const char *bytes, size_t size)
{
	unsigned type;

	if (size <= HEADER_SIZE || memcmp(bytes, "\0\0\0", 3) != 0 || (bytes[3] != 1 && bytes[3] != 2)) {
		return false;
	}
	type = (unsigned char) bytes[HEADER_SIZE];
	return type == BRINE_IGBINARY_NULL || (type >= BRINE_IGBINARY_FALSE && type < BRINE_IGBINARY_ARRAY)
		|| type == BRINE_IGBINARY_LONG_64 || type == BRINE_IGBINARY_LONG_64 + 1 || type == BRINE_IGBINARY_STRING_64
		|| (type == BRINE_IGBINARY_ARRAY && size == HEADER_SIZE + 2 && bytes[size - 1] == 0);
}

const char *brine_signing_decode(zval *result, const char *bytes, size_t size, const zend_string *context,
	brine_decode_options *options, bool *is_decoded)
{
	const brine_keyring *keyring = BRINE_G(keyring);
	int at = find_frame(bytes, size);

	*is_decoded = false;
	if (UNEXPECTED(keyring->fault[0])) {
		return keyring->fault;
	}
	if (at < 0) {
		return BRINE_G(signing_unsigned) != BRINE_UNSIGNED_REFUSED || is_harmless(bytes, size)
			? NULL
			: "the bytes are not signed, and " SETTING " is set,";
	}
	for (uint32_t i = 0; i < keyring->count; i++) {
		if (brine_decode_signed(result, bytes, at, size, keyring->keys[i], context, options)) {
			*is_decoded = true;
			return NULL;
		}
	}
	return "no key of " SETTING " verifies the bytes";
}

/* For a value that may be resident: resident bytes were already verified with this key and context. */
static bool decode_resident_signed(zval *result, const char *bytes, size_t at, size_t size, const zend_string *key,
	const zend_string *context, brine_decode_options *options)
{
	brine_resident_seal seal = {
		.context = context ? ZSTR_VAL(context) : NULL,
		.context_size = context ? ZSTR_LEN(context) : 0,
	};
	brine_resident_source source = {
		.payload = bytes,
		.start = at + BRINE_FRAME_HEAD_SIZE,
		.size = size,
		.seal = &seal,
	};
	brine_resident_answer answer;
	brine_resident_hashes hashes;

	if (!brine_names_key(bytes + at, size - at, key, seal.key)) {
		return false;
	}
	answer = brine_resident_get(result, &source, options, &hashes);
	if (answer == BRINE_RESIDENT_FOUND || answer == BRINE_RESIDENT_FAILED) {
		return true;
	}
	if (!brine_verify(bytes + at, size - at, key, context)) {
		return false;
	}
	if (answer == BRINE_RESIDENT_UNKNOWN) {
		brine_resident_learn(result, &source, options, &hashes);
	} else {
		brine_decode(result, bytes, source.start, size, options);
	}
	return true;
}

bool brine_decode_signed(zval *result, const char *bytes, size_t at, size_t size, const zend_string *key,
	const zend_string *context, brine_decode_options *options)
{
	if (options->resident) {
		return decode_resident_signed(result, bytes, at, size, key, context, options);
	}
	if (!brine_verify(bytes + at, size - at, key, context)) {
		return false;
	}
	brine_decode(result, bytes, at + BRINE_FRAME_HEAD_SIZE, size, options);
	return true;
}
