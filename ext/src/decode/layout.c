#include "decode/layout.h"
#include "globals.h"
#include "core/fiber.h"
#include "core/names.h"
#include "decode/decode.h"
#include "decode/dictionary.h"
#include "decode/object.h"
#include "decode/refuse.h"
#include "format/dictionary.h"
#include "format/layout.h"

bool brine_decode_layout(
	brine_decoder *decoder, unsigned *tag, uint64_t *place, const unsigned char **number_at, const unsigned char *at)
{
	const brine_dictionary *dictionary = decoder->strings.dictionary;
	brine_cursor *in = &decoder->in;
	const unsigned char *tag_at;
	uint64_t entry;

	*tag = BRINE_TAG_LAYOUT;
	if (UNEXPECTED(brine_cursor_left(in) <= BRINE_LAYOUT_SIZE)) {
		return brine_decode_fail(
			decoder, BRINE_ERR_TRUNCATED, brine_cursor_left(in) == BRINE_LAYOUT_SIZE ? in->end : in->p);
	}
	in->p += BRINE_LAYOUT_SIZE;
	*number_at = tag_at = in->p++;
	*tag = *tag_at;
	if (EXPECTED(*tag == BRINE_TAG_OBJECT || *tag == BRINE_TAG_CUSTOM)) {
		return true;
	}
	/* Own numbers wrap around. */
	entry = (uint64_t) *tag - BRINE_TAG_SHAPED_1 - BRINE_OWN_SHAPED_1_COUNT;
	if (*tag == BRINE_TAG_SHAPED && dictionary && !brine_decode_uv(decoder, &entry, number_at)) {
		return false;
	}
	if ((*tag != BRINE_TAG_SHAPED && *tag > BRINE_TAG_SHAPED_1_LAST) || !dictionary || entry >= dictionary->shape_count
		|| dictionary->shapes[entry].kind == BRINE_SHAPE_MAP || decoder->dictionary_places[entry] > 0) {
		return brine_decode_refuse_tag(decoder, tag_at);
	}
	*tag = BRINE_TAG_SHAPED;
	return brine_decode_take_up_shape(decoder, (uint32_t) entry, place, at);
}

bool brine_decode_with_layout(brine_decoder *decoder, zval *out, const unsigned char *at)
{
	const unsigned char *number_at;
	uint64_t place;
	unsigned tag;

	if (!brine_decode_layout(decoder, &tag, &place, &number_at, at)) {
		return false;
	}
	return tag == BRINE_TAG_OBJECT ? brine_decode_object(decoder, out, at)
		: tag == BRINE_TAG_CUSTOM  ? brine_decode_custom(decoder, out, at)
								   : brine_decode_object_instance(decoder, out, (uint32_t) place, at);
}

/* Whether what is written of an object says the layout of a class without versions. */
static bool is_said(const brine_decoded_shape *shape)
{
	if (shape->kind == BRINE_SHAPE_CUSTOM) {
		return brine_layout_is_said_by_custom(shape->ce);
	}
	/* Without an array all names are those of slots. */
	return brine_layout_is_said(
		shape->ce, shape->layout ? &shape->layout->arData->key : NULL, sizeof(Bucket), shape->count);
}

/* Messages name this many properties of each kind. */
#define SHOWN_NAMES 5

static void add_name(smart_str *list, uint32_t *count, const char *what, const zend_string *name)
{
	uint32_t skip = brine_name_skip(name);
	zend_string *shown;

	if ((*count)++ < SHOWN_NAMES) {
		shown = brine_readable(ZSTR_VAL(name) + skip, ZSTR_LEN(name) - skip, BRINE_READABLE_NAME);
		smart_str_append_printf(list, "%s%s $%s", *count == 1 ? what : ", ",
			skip == 0 ? "public" : (ZSTR_VAL(name)[1] == '*' ? "protected" : "private"), ZSTR_VAL(shown));
		zend_string_release(shown);
	}
}

/* Whether the shape's names include a declared property's. */
static bool has_name(const brine_decoder *decoder, const brine_decoded_shape *shape, const zend_property_info *info)
{
	bool has = shape->build != BRINE_BUILD_SLOTS && shape->layout && zend_hash_exists(shape->layout, info->name);

	for (uint32_t i = 0; shape->build == BRINE_BUILD_SLOTS && !has && i < shape->count; i++) {
		has = decoder->slots[shape->first + i].offset == info->offset;
	}
	return has;
}

static void add_differences(smart_str *text, const brine_decoder *decoder, const brine_decoded_shape *shape)
{
	uint32_t added = 0, gone = 0;

	for (int i = 0; i < shape->ce->default_properties_count; i++) {
		const zend_property_info *info = shape->ce->properties_info_table[i];

		if (info && !has_name(decoder, shape, info)) {
			add_name(text, &added, ", not written: ", info->name);
		}
	}
	for (uint32_t i = 0; shape->build != BRINE_BUILD_SLOTS && i < shape->count && gone < SHOWN_NAMES; i++) {
		const Bucket *bucket = &shape->layout->arData[i];
		zend_string *name = bucket->key ? zend_string_copy(bucket->key) : zend_long_to_str((zend_long) bucket->h);

		if (!brine_layout_has(shape->ce, name)) {
			add_name(text, &gone, ", not declared: ", name);
		}
		zend_string_release(name);
	}
}

static ZEND_COLD bool refuse(brine_decoder *decoder, const brine_decoded_shape *shape, const unsigned char *at)
{
	bool is_custom = shape->kind == BRINE_SHAPE_CUSTOM, has_hook = shape->ce->__serialize != NULL;
	zend_string *class_name = brine_readable_name(shape->ce->name), *message;
	smart_str names = {0};

	if (!is_custom && !has_hook) {
		add_differences(&names, decoder, shape);
		smart_str_0(&names);
	}
	message = strpprintf(0, "%s has changed since this was written (%s%s)", ZSTR_VAL(class_name),
		is_custom != has_hook ? (has_hook ? "has got __serialize()" : "no longer has __serialize()")
			: names.s         ? "other properties"
			: !is_custom || brine_class_has_own_form(shape->ce) ? "another version"
																: "other properties or another version",
		names.s ? ZSTR_VAL(names.s) : "");
	smart_str_free(&names);
	zend_string_release(class_name);
	return brine_decode_fail_with(decoder, BRINE_ERR_STALE_CLASS, at, message);
}

static bool find_fingerprint(
	brine_decoder *decoder, zend_class_entry *ce, uint32_t *fingerprint, const unsigned char *at)
{
	uint32_t levels = decoder->depth + BRINE_LEVELS_PER_HOOK;
	const zend_class_entry *at_fault;
	zend_result result;

	brine_use_levels(levels);
	result = brine_layout_fingerprint(fingerprint, BRINE_G(heads), ce, &at_fault);
	brine_return_levels(levels);
	if (EXPECTED(result == SUCCESS)) {
		return true;
	}
	return EG(exception)
		? brine_decode_fail(decoder, BRINE_ERR_CLASS_LOAD, at)
		: brine_decode_fail_with(decoder, BRINE_ERR_BAD_CLASS, at, brine_bad_version_message(at_fault));
}

/* Compares a shape for which the cache has no answer. `written` is NULL without a LAYOUT. */
static zend_never_inline bool compare(
	brine_decoder *decoder, const brine_decoded_shape *shape, const uint32_t *written, const unsigned char *at)
{
	zend_class_entry *ce = shape->ce;
	brine_version_kind kind;
	uint32_t fingerprint;

	if (!brine_class_has_layout(ce)) {
		return true;
	}
	if (UNEXPECTED((shape->kind == BRINE_SHAPE_CUSTOM) != (ce->__serialize != NULL))) {
		return refuse(decoder, shape, at);
	}
	kind = brine_class_version_kind(ce);
	if (kind == BRINE_VERSION_EXPRESSION && UNEXPECTED(decoder->max_depth == 0)) {
		return brine_decode_fail(decoder, BRINE_ERR_MAX_DEPTH, at);
	}
	if ((written || kind != BRINE_VERSION_NONE) && !find_fingerprint(decoder, ce, &fingerprint, at)) {
		return false;
	}
	return (written ? fingerprint == *written : kind == BRINE_VERSION_NONE && is_said(shape))
		|| refuse(decoder, shape, at);
}

/* What says the layout, in brine_cached_shape: a number above all fingerprints, or a fingerprint besides. */
#define SAID_BY_NAMES ((uint64_t) 1 << 32)
#define SAID_BY_LAYOUT ((uint64_t) 2 << 32)

bool brine_decode_compare_layout(brine_decoder *decoder, const brine_decoded_shape *shape, const unsigned char *at)
{
	brine_cached_shape *cached = shape->cached;
	bool has_layout = *at == BRINE_TAG_LAYOUT;
	uint32_t written = 0;
	uint64_t said;

	if (has_layout) {
		written = (uint32_t) at[1] | (uint32_t) at[2] << 8 | (uint32_t) at[3] << 16 | (uint32_t) at[4] << 24;
	}
	said = has_layout ? SAID_BY_LAYOUT | written : SAID_BY_NAMES;
	if (EXPECTED(cached) && EXPECTED(cached->said == said)) {
		return true;
	}
	if (UNEXPECTED(!compare(decoder, shape, has_layout ? &written : NULL, at))) {
		return false;
	}
	if (cached) {
		cached->said = said;
	}
	return true;
}
