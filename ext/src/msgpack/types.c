/* The library's classes for values without a PHP type: how they are recognised and unpacked. pack.c packs them. */
#include "msgpack/types.h"
#include "core/fiber.h"

#define PREFIX "Brine\\MessagePack\\Type\\"
#define PREFIX_SIZE (sizeof(PREFIX) - 1)

static const struct {
	const char *name;
	/* The name in lower case. */
	const char *key;
	size_t size;
	/* Type masks of the properties; there may be only one. */
	int properties;
	uint32_t first;
	uint32_t second;
} types[] = {
	[BRINE_TYPE_BIN] = {PREFIX "Bin", NULL, PREFIX_SIZE + 3, 1, MAY_BE_STRING, 0},
	[BRINE_TYPE_MAP] = {PREFIX "Map", NULL, PREFIX_SIZE + 3, 1, MAY_BE_ARRAY, 0},
	[BRINE_TYPE_EXT] = {PREFIX "Ext", "brine\\messagepack\\type\\ext", PREFIX_SIZE + 3, 2, MAY_BE_LONG, MAY_BE_STRING},
	[BRINE_TYPE_TIMESTAMP] = {PREFIX "Timestamp", "brine\\messagepack\\type\\timestamp", PREFIX_SIZE + 9, 2,
		MAY_BE_LONG, MAY_BE_LONG},
};

brine_type brine_type_of(const zend_class_entry *ce)
{
	const zend_string *name = ce->name;

	if (EXPECTED(ZSTR_LEN(name) != PREFIX_SIZE + 3 && ZSTR_LEN(name) != PREFIX_SIZE + 9)) {
		return BRINE_TYPE_NONE;
	}
	for (brine_type type = BRINE_TYPE_BIN; type <= BRINE_TYPE_TIMESTAMP; type++) {
		if (ZSTR_LEN(name) == types[type].size && memcmp(ZSTR_VAL(name), types[type].name, types[type].size) == 0) {
			return ce->default_properties_count == types[type].properties ? type : BRINE_TYPE_NONE;
		}
	}
	return BRINE_TYPE_NONE;
}

/* True if a property of a class accepts only one type. */
static bool property_is(const zend_class_entry *ce, int number, uint32_t type)
{
	const zend_property_info *info = ce->properties_info_table[number];

	return info && ZEND_TYPE_FULL_MASK(info->type) == type;
}

/* The class of a two-property type, loaded if necessary; NULL if an exception was thrown. */
static zend_class_entry *find_class(const brine_unpacker *unpacker, brine_type type)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), types[type].key, types[type].size);

	if (UNEXPECTED(!ce)) {
		zend_string *name = zend_string_init(types[type].name, types[type].size, 0);

		/* A class loader may unpack too. */
		brine_use_levels(unpacker->depth);
		ce = zend_fetch_class(name, ZEND_FETCH_CLASS_DEFAULT | ZEND_FETCH_CLASS_EXCEPTION);
		brine_return_levels(unpacker->depth);
		zend_string_release(name);
		if (!ce) {
			return NULL;
		}
	}
	if (UNEXPECTED(brine_type_of(ce) != type || !property_is(ce, 0, types[type].first)
			|| !property_is(ce, 1, types[type].second))) {
		zend_throw_error(NULL, "Class %s is not that of the library", types[type].name);
		return NULL;
	}
	return ce;
}

/* Creates an object from these properties, taking them over; false if an exception was thrown. */
static bool make_object(const brine_unpacker *unpacker, brine_type type, const zval *properties, zval *out)
{
	zend_class_entry *ce = find_class(unpacker, type);
	zval object;

	if (UNEXPECTED(!ce || object_init_ex(&object, ce) != SUCCESS)) {
		zval_ptr_dtor((zval *) &properties[1]);
		return false;
	}
	for (int i = 0; i < 2; i++) {
		zval *property = &Z_OBJ(object)->properties_table[i];

		ZVAL_COPY_VALUE(property, &properties[i]);
		/* Marks the property as initialised. */
		Z_PROP_FLAG_P(property) = 0;
	}
	ZVAL_COPY_VALUE(out, &object);
	return true;
}

const unsigned char *brine_unpack_ext_object(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, int type, zval *out)
{
	const unsigned char *end;
	zval properties[2];

	ZVAL_LONG(&properties[0], type);
	end = brine_unpack_bytes(unpacker, at, p, size, &properties[1]);
	return end && make_object(unpacker, BRINE_TYPE_EXT, properties, out) ? end : NULL;
}

const unsigned char *brine_unpack_timestamp(
	brine_unpacker *unpacker, const unsigned char *at, const unsigned char *p, size_t size, zval *out)
{
	size_t offset = (size_t) (at - unpacker->in.start);
	uint64_t nanoseconds = 0;
	zval properties[2];
	int64_t seconds;

	if (size == 4) {
		seconds = (int64_t) brine_load_be(p, 4);
	} else if (size == 8) {
		uint64_t both = brine_load_be(p, 8);

		seconds = (int64_t) (both & ((UINT64_C(1) << 34) - 1));
		nanoseconds = both >> 34;
	} else if (size == 12) {
		nanoseconds = brine_load_be(p, 4);
		seconds = (int64_t) brine_load_be(p + 4, 8);
	} else {
		brine_throw_bad_timestamp(offset, "%zu bytes", size);
		return NULL;
	}
	if (UNEXPECTED(nanoseconds > BRINE_NANOSECONDS_MAX)) {
		brine_throw_bad_timestamp(offset, "%zu nanoseconds", (size_t) nanoseconds);
		return NULL;
	}
	if (UNEXPECTED(seconds < ZEND_LONG_MIN || seconds > ZEND_LONG_MAX)) {
		brine_throw_bad_timestamp(offset, "more seconds than an integer holds");
		return NULL;
	}
	ZVAL_LONG(&properties[0], (zend_long) seconds);
	ZVAL_LONG(&properties[1], (zend_long) nanoseconds);
	return make_object(unpacker, BRINE_TYPE_TIMESTAMP, properties, out) ? p + size : NULL;
}
