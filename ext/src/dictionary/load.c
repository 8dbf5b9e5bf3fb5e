#include "dictionary/load.h"
#include "decode/decoder.h"
#include "decode/state.h"
#include "dictionary/check.h"
#include "dictionary/write.h"
#include "sign/sha256.h"

/* Observes the decode of a file. */
typedef struct {
	brine_decode_observer observer;
	brine_dictionary_fault *fault;
	bool is_pure;
} load_observer;

static void note_built(brine_decode_observer *observer, struct brine_decoder *decoder, const zval *value)
{
	(void) value;
	((load_observer *) observer)->is_pure = brine_decoder_is_pure(decoder);
}

static void note_refused(
	brine_decode_observer *observer, brine_decode_error error, size_t offset, zend_string *message, zend_string *path)
{
	brine_dictionary_fault *fault = ((load_observer *) observer)->fault;

	*fault = (brine_dictionary_fault){
		.reason = error,
		.offset = offset,
		.message = message ? zend_string_copy(message) : NULL,
		.path = zend_string_copy(path),
	};
}

void brine_dictionary_fault_destroy(brine_dictionary_fault *fault)
{
	if (fault->message) {
		zend_string_release(fault->message);
	}
	if (fault->path) {
		zend_string_release(fault->path);
	}
}

void brine_dictionary_throw(brine_dictionary_fault *fault)
{
	if (fault->reason == BRINE_ERR_TOO_MANY_DICTIONARIES) {
		brine_throw_decode_limit(fault->reason, fault->message);
	} else {
		brine_throw_decode_error(fault->reason, fault->message, fault->offset, fault->path);
	}
	brine_dictionary_fault_destroy(fault);
}

/* Reports a fault in the file or in a part, and releases the message; always NULL. */
static const brine_dictionary *refuse(brine_dictionary_fault *fault, zend_string *what)
{
	brine_dictionary_fault_destroy(fault);
	*fault = (brine_dictionary_fault){
		.reason = BRINE_ERR_BAD_DICTIONARY,
		.offset = BRINE_HEADER_SIZE,
		.message = strpprintf(0, "the dictionary is malformed: %s,", ZSTR_VAL(what)),
	};
	zend_string_release(what);
	return NULL;
}

/* Registers a checked dictionary; frees it if that fails or another thread was faster. */
static const brine_dictionary *add(brine_dictionary *dictionary, brine_dictionary_fault *fault)
{
	unsigned char id[BRINE_DICTIONARY_ID_SIZE];
	uint32_t count;
	size_t bytes;

	memcpy(id, dictionary->hash, sizeof(id));
	switch (brine_dictionary_add(dictionary)) {
		case BRINE_DICTIONARY_ADDED:
			return dictionary;
		case BRINE_DICTIONARY_KNOWN:
			break;
		case BRINE_DICTIONARY_CLASHES:
			fault->reason = BRINE_ERR_BAD_DICTIONARY;
			fault->message = strpprintf(0, "another dictionary has the same id,");
			break;
		case BRINE_DICTIONARY_NO_ROOM:
			brine_dictionary_count(&count, &bytes);
			fault->reason = BRINE_ERR_TOO_MANY_DICTIONARIES;
			fault->message =
				strpprintf(0, "There are %u dictionaries of %zu bytes already, and no room for more", count, bytes);
			break;
	}
	brine_dictionary_free(dictionary);
	return fault->reason == BRINE_OK ? brine_dictionary_find(id) : NULL;
}

/* Checks a file's value and keeps its content. */
static const brine_dictionary *keep(
	const zval *value, const unsigned char *hash, size_t size, brine_dictionary_fault *fault)
{
	const brine_dictionary *known = NULL;
	brine_dictionary_parts parts;
	zend_string *what = brine_dictionary_check_parts(&parts, value);

	if (what) {
		refuse(fault, what);
	} else {
		/* From here on no request memory is allocated, because its limit could end the request halfway. */
		known = add(brine_dictionary_write(&parts, hash, size), fault);
	}
	brine_dictionary_parts_destroy(&parts);
	return known;
}

/* Decodes a file, which is as untrusted as any payload. */
static const brine_dictionary *read_file(
	const char *bytes, size_t size, const unsigned char *hash, bool is_startup, brine_dictionary_fault *fault)
{
	load_observer observer = {.observer = {.built = note_built, .refused = note_refused}, .fault = fault};
	brine_decode_options options = brine_default_decode_options;
	const brine_dictionary *known = NULL;
	zval value;

	options.allowed_classes = is_startup ? &brine_no_objects : brine_class_list_new(false);
	options.max_depth = BRINE_DICTIONARY_MAX_DEPTH;
	options.max_elements = BRINE_DICTIONARY_MAX_ELEMENTS;
	options.max_memory = BRINE_DICTIONARY_MAX_MEMORY;
	options.observer = &observer.observer;
	brine_decode(&value, bytes, 0, size, &options);
	if (fault->reason == BRINE_ERR_BAD_DICTIONARY || (fault->reason == BRINE_OK && !observer.is_pure)) {
		refuse(fault, strpprintf(0, "there is an object or a PHP reference in it"));
	} else if (fault->reason == BRINE_OK) {
		known = keep(&value, hash, size, fault);
	}
	zval_ptr_dtor(&value);
	if (!is_startup) {
		brine_class_list_free(options.allowed_classes);
	}
	return known;
}

const brine_dictionary *brine_dictionary_load(
	const char *bytes, size_t size, bool is_startup, brine_dictionary_fault *fault)
{
	unsigned char hash[BRINE_SHA256_SIZE];
	brine_sha256 state;

	memset(fault, 0, sizeof(*fault));
	if (size > BRINE_DICTIONARY_MAX_SIZE) {
		return refuse(fault, strpprintf(0, "the file has more than %u bytes", BRINE_DICTIONARY_MAX_SIZE));
	}
	brine_sha256_init(&state);
	brine_sha256_update(&state, bytes, size);
	brine_sha256_final(&state, hash);
	if (brine_dictionary_check(hash, size) == BRINE_DICTIONARY_KNOWN) {
		return brine_dictionary_find(hash);
	}
	if (hash[1] == BRINE_TAG_TABLE) {
		return refuse(fault, strpprintf(0, "the id has ED as its second byte, which none may have"));
	}
	if (size >= BRINE_HEADER_SIZE && (unsigned char) bytes[0] == BRINE_MAGIC
		&& (unsigned char) bytes[1] == BRINE_DICTIONARY_VERSION_BYTE) {
		*fault = (brine_dictionary_fault){.reason = BRINE_ERR_FLAGS, .offset = 1};
		return NULL;
	}
	/* The decoder would skip igbinary's header, and the file would have a second id. */
	if (brine_is_in_place(bytes, size)) {
		*fault = (brine_dictionary_fault){.reason = BRINE_ERR_NOT_BRINE, .offset = 0};
		return NULL;
	}
	return read_file(bytes, size, hash, is_startup, fault);
}
