/* The option "open": decodes what a Closure returns for the bytes. */
#include "php/integration.h"
#include "error.h"
#include "core/fiber.h"
#include "decode/decoder.h"
#include "resident/resident.h"

static ZEND_COLD void throw_no_levels(void)
{
	zend_string *message = strpprintf(0, BRINE_STACK_MESSAGE, 0);

	brine_throw_decode_error(BRINE_ERR_MAX_DEPTH, message, 0, NULL);
	zend_string_release(message);
}

/* Takes a Closure's result; NULL if it is null or undefined, or an exception is pending. */
static zend_string *take_payload(zval *result)
{
	if (EXPECTED(!EG(exception))) {
		if (UNEXPECTED(Z_TYPE_P(result) == IS_REFERENCE)) {
			zend_unwrap_reference(result);
		}
		if (EXPECTED(Z_TYPE_P(result) == IS_STRING)) {
			return Z_STR_P(result);
		}
		if (Z_TYPE_P(result) != IS_NULL) {
			zend_type_error("brine_unserialize(): Option \"open\" must return a value of type ?string, %s returned",
				brine_type_name(result));
		}
	}
	zval_ptr_dtor(result);
	return NULL;
}

/* Calls the Closure of the option "open"; NULL if it returns nothing, or an exception is pending. */
static zend_string *open_payload(zend_string *payload, zend_object *open)
{
	zval closure, argument, result;
	zend_string *content;

	/* The Closure may recurse without reaching the decoder, which would refuse, so the limit is checked here. */
	if (UNEXPECTED(brine_levels_left() == 0)) {
		throw_no_levels();
		return NULL;
	}
	ZVAL_OBJ(&closure, open);
	ZVAL_STR(&argument, payload);
	ZVAL_UNDEF(&result);
	brine_use_levels(BRINE_LEVELS_PER_HOOK);
	call_user_function(NULL, NULL, &closure, &result, 1, &argument);
	content = take_payload(&result);
	brine_return_levels(BRINE_LEVELS_PER_HOOK);
	return content;
}

/* Everything classes may come from: declared ones, executed files, and the list of loaders. */
typedef struct {
	uint32_t classes;
	uint32_t functions;
	uint32_t files;
	/* Undefined if it cannot be determined. */
	zval loaders;
} class_sources;

static class_sources find_class_sources(void)
{
	zend_function *function = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("spl_autoload_functions"));
	class_sources sources = {
		.classes = zend_hash_num_elements(EG(class_table)),
		.functions = zend_hash_num_elements(EG(function_table)),
		.files = zend_hash_num_elements(&EG(included_files)),
	};

	ZVAL_UNDEF(&sources.loaders);
	if (EXPECTED(function && function->type == ZEND_INTERNAL_FUNCTION)) {
		zend_call_known_function(function, NULL, NULL, &sources.loaders, 0, NULL, NULL);
	}
	return sources;
}

static bool class_sources_are_same(class_sources *a, class_sources *b)
{
	return a->classes == b->classes && a->functions == b->functions && a->files == b->files
		&& Z_TYPE(a->loaders) == IS_ARRAY && zend_is_identical(&a->loaders, &b->loaders);
}

/*
 * open_payload() after loaders have failed for a class: they are not called again, unless the Closure may have added a
 * loader, or the class.
 */
static zend_never_inline zend_string *open_knowing(zend_string *payload, brine_decode_options *options)
{
	class_sources before = find_class_sources(), after;
	zend_string *content = open_payload(payload, options->open);

	if (EXPECTED(content)) {
		after = find_class_sources();
		if (!class_sources_are_same(&before, &after)) {
			options->unknown_class = NULL;
		}
		zval_ptr_dtor(&after.loaders);
	}
	zval_ptr_dtor(&before.loaders);
	return content;
}

void brine_decode_opened(zval *result, zend_string *payload, brine_decode_options *options)
{
	brine_resident_source source = {.payload = ZSTR_VAL(payload), .size = ZSTR_LEN(payload), .is_opened = true};
	brine_resident_answer answer = BRINE_RESIDENT_DECODE;
	zend_string *content;
	brine_resident_hashes hashes;

	if (options->resident) {
		answer = brine_resident_get(result, &source, options, &hashes);
		if (answer == BRINE_RESIDENT_FOUND || answer == BRINE_RESIDENT_FAILED) {
			return;
		}
	}
	if (UNEXPECTED(options->unknown_class != NULL)) {
		content = open_knowing(payload, options);
	} else {
		content = open_payload(payload, options->open);
	}
	if (!content) {
		return;
	}
	if (answer == BRINE_RESIDENT_UNKNOWN) {
		source.content = content;
		brine_resident_learn(result, &source, options, &hashes);
	} else {
		brine_decode(result, ZSTR_VAL(content), 0, ZSTR_LEN(content), options);
	}
	zend_string_release(content);
}
