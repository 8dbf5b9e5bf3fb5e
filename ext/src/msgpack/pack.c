/*
 * Packing. Mirror image of unpack.c. The output position is passed and returned, so that it stays in a register; NULL
 * means that an exception was thrown. It is stored in the buffer only when that grows and while user code runs.
 */
#include "globals.h"
#include "core/fiber.h"
#include "core/identity.h"
#include "msgpack/msgpack.h"
#include "msgpack/packer.h"
#include "msgpack/types.h"

static unsigned char *pack_array(brine_packer *packer, unsigned char *p, HashTable *array);
static unsigned char *pack_reference(brine_packer *packer, unsigned char *p, zend_reference *reference);
static unsigned char *pack_other(brine_packer *packer, unsigned char *p, zval *value);

/* Cold half of room(). */
static zend_never_inline unsigned char *grow(brine_packer *packer, unsigned char *p, size_t size)
{
	packer->out.p = p;
	brine_buffer_grow(&packer->out, size);
	return packer->out.p;
}

/* Reserves `size` more bytes at p. */
static zend_always_inline unsigned char *room(brine_packer *packer, unsigned char *p, size_t size)
{
	if (UNEXPECTED((size_t) (packer->out.end - p) < size)) {
		return grow(packer, p, size);
	}
	return p;
}

static zend_always_inline unsigned char *write_number(unsigned char *p, unsigned byte, uint64_t value, unsigned size)
{
	p = brine_write_u8(p, byte);
	return brine_write_be(p, value, size);
}

static zend_always_inline unsigned char *write_int(unsigned char *p, int64_t value)
{
	uint64_t bits = (uint64_t) value;

	if (EXPECTED(value >= 0)) {
		if (bits <= BRINE_MSGPACK_POSITIVE_INT_LAST) {
			return brine_write_u8(p, (unsigned) bits);
		}
		if (bits <= UINT8_MAX) {
			return write_number(p, BRINE_MSGPACK_UINT_8, bits, 1);
		}
		if (bits <= UINT16_MAX) {
			return write_number(p, BRINE_MSGPACK_UINT_16, bits, 2);
		}
		if (bits <= UINT32_MAX) {
			return write_number(p, BRINE_MSGPACK_UINT_32, bits, 4);
		}
		return write_number(p, BRINE_MSGPACK_UINT_64, bits, 8);
	}
	if (value >= -BRINE_MSGPACK_NEGATIVE_INT_COUNT) {
		return brine_write_u8(p, (unsigned) (bits & UINT8_MAX));
	}
	if (value >= INT8_MIN) {
		return write_number(p, BRINE_MSGPACK_INT_8, bits, 1);
	}
	if (value >= INT16_MIN) {
		return write_number(p, BRINE_MSGPACK_INT_16, bits, 2);
	}
	if (value >= INT32_MIN) {
		return write_number(p, BRINE_MSGPACK_INT_32, bits, 4);
	}
	return write_number(p, BRINE_MSGPACK_INT_64, bits, 8);
}

static zend_always_inline unsigned char *write_double(brine_packer *packer, unsigned char *p, double value)
{
	float narrow = (float) value;
	uint64_t bits;
	uint32_t narrow_bits;

	if (UNEXPECTED(packer->options.floats == BRINE_PACK_FORCE_FLOAT32)) {
		memcpy(&narrow_bits, &narrow, sizeof(narrow_bits));
		return write_number(p, BRINE_MSGPACK_FLOAT_32, narrow_bits, 4);
	}
	memcpy(&bits, &value, sizeof(bits));
	return write_number(p, BRINE_MSGPACK_FLOAT_64, bits, 8);
}

/* Writes a length of at most UINT32_MAX after the byte for 8, 16 or 32 bits; the three bytes are consecutive. */
static zend_always_inline unsigned char *write_length(unsigned char *p, unsigned byte, size_t size)
{
	if (size <= UINT8_MAX) {
		return write_number(p, byte, size, 1);
	}
	if (size <= UINT16_MAX) {
		return write_number(p, byte + 1, size, 2);
	}
	return write_number(p, byte + 2, size, 4);
}

static zend_always_inline bool is_utf8(const zend_string *string)
{
	return (GC_FLAGS(string) & IS_STR_VALID_UTF8)
		|| brine_is_utf8((const unsigned char *) ZSTR_VAL(string), ZSTR_LEN(string));
}

static zend_always_inline bool is_too_long(size_t size)
{
#if SIZEOF_SIZE_T > 4
	return size > UINT32_MAX;
#else
	(void) size;
	return false;
#endif
}

/* A str or a bin of any length. */
static unsigned char *pack_bytes(brine_packer *packer, unsigned char *p, const zend_string *string, bool is_bin)
{
	size_t size = ZSTR_LEN(string);

	if (UNEXPECTED(is_too_long(size))) {
		brine_throw_packing_error("too_long", "The value is longer than MessagePack allows");
		return NULL;
	}
	p = room(packer, p, BRINE_MSGPACK_HEAD_MAX + size + BRINE_BUFFER_SLACK);
	if (is_bin) {
		p = write_length(p, BRINE_MSGPACK_BIN_8, size);
	} else if (size < BRINE_MSGPACK_SHORT_STR_COUNT) {
		p = brine_write_u8(p, BRINE_MSGPACK_SHORT_STR + (unsigned) size);
	} else {
		p = write_length(p, BRINE_MSGPACK_STR_8, size);
	}
	return brine_write_string(p, string, size);
}

/* A string that is long, or not known to be a str. */
static zend_never_inline unsigned char *pack_any_string(
	brine_packer *packer, unsigned char *p, const zend_string *string)
{
	unsigned strings = packer->options.strings;

	return pack_bytes(packer, p, string,
		strings == BRINE_PACK_FORCE_BIN || (strings == BRINE_PACK_DETECT_STR_BIN && !is_utf8(string)));
}

static zend_always_inline unsigned char *pack_string(brine_packer *packer, unsigned char *p, const zend_string *string)
{
	size_t size = ZSTR_LEN(string);

	if (UNEXPECTED(size >= BRINE_MSGPACK_SHORT_STR_COUNT || packer->options.strings != BRINE_PACK_FORCE_STR)) {
		return pack_any_string(packer, p, string);
	}
	p = room(packer, p, 1 + BRINE_MSGPACK_SHORT_STR_COUNT + BRINE_BUFFER_SLACK);
	p = brine_write_u8(p, BRINE_MSGPACK_SHORT_STR + (unsigned) size);
	return brine_write_string(p, string, size);
}

static zend_always_inline unsigned char *pack_element(brine_packer *packer, unsigned char *p, zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_STRING:
			return pack_string(packer, p, Z_STR_P(value));
		case IS_LONG:
			return write_int(room(packer, p, BRINE_MSGPACK_HEAD_MAX), Z_LVAL_P(value));
		case IS_ARRAY:
			return pack_array(packer, p, Z_ARRVAL_P(value));
		case IS_TRUE:
			return brine_write_u8(room(packer, p, 1), BRINE_MSGPACK_TRUE);
		case IS_FALSE:
			return brine_write_u8(room(packer, p, 1), BRINE_MSGPACK_FALSE);
		case IS_NULL:
			return brine_write_u8(room(packer, p, 1), BRINE_MSGPACK_NIL);
		case IS_DOUBLE:
			return write_double(packer, room(packer, p, BRINE_MSGPACK_HEAD_MAX), Z_DVAL_P(value));
		case IS_REFERENCE:
			return pack_reference(packer, p, Z_REF_P(value));
		default:
			return pack_other(packer, p, value);
	}
}

static unsigned char *pack_list_elements(brine_packer *packer, unsigned char *p, const HashTable *list)
{
	zval *element = list->arPacked;
	zval *end = element + list->nNumUsed;

	for (; element < end; element++) {
		if (UNEXPECTED(Z_TYPE_P(element) == IS_UNDEF)) {
			continue;
		}
		p = pack_element(packer, p, element);
		if (UNEXPECTED(!p)) {
			return NULL;
		}
	}
	return p;
}

/* Packs elements of a hash array, with or without their keys. */
static zend_always_inline unsigned char *pack_buckets(
	brine_packer *packer, unsigned char *p, const HashTable *array, bool with_keys)
{
	Bucket *bucket = array->arData;
	Bucket *end = bucket + array->nNumUsed;

	for (; bucket < end; bucket++) {
		if (UNEXPECTED(Z_TYPE(bucket->val) == IS_UNDEF)) {
			continue;
		}
		if (!with_keys) {
			/* Without a key, the element is everything. */
		} else if (EXPECTED(bucket->key)) {
			p = pack_string(packer, p, bucket->key);
			if (UNEXPECTED(!p)) {
				return NULL;
			}
		} else {
			p = write_int(room(packer, p, BRINE_MSGPACK_HEAD_MAX), (zend_long) bucket->h);
		}
		p = pack_element(packer, p, &bucket->val);
		if (UNEXPECTED(!p)) {
			return NULL;
		}
	}
	return p;
}

static unsigned char *pack_map_entries(brine_packer *packer, unsigned char *p, const HashTable *array)
{
	return pack_buckets(packer, p, array, true);
}

static unsigned char *pack_map_elements(brine_packer *packer, unsigned char *p, const HashTable *array)
{
	return pack_buckets(packer, p, array, false);
}

/* Packs the entries of a packed array as a map: it has holes, or the options say so. */
static unsigned char *pack_list_entries(brine_packer *packer, unsigned char *p, const HashTable *list)
{
	for (uint32_t i = 0; i < list->nNumUsed; i++) {
		if (Z_TYPE(list->arPacked[i]) == IS_UNDEF) {
			continue;
		}
		p = write_int(room(packer, p, BRINE_MSGPACK_HEAD_MAX), i);
		p = pack_element(packer, p, &list->arPacked[i]);
		if (UNEXPECTED(!p)) {
			return NULL;
		}
	}
	return p;
}

static zend_always_inline bool is_map(const brine_packer *packer, HashTable *array)
{
	if (UNEXPECTED(packer->options.arrays != BRINE_PACK_DETECT_ARR_MAP)) {
		return packer->options.arrays == BRINE_PACK_FORCE_MAP;
	}
	if (HT_IS_PACKED(array) ? HT_IS_WITHOUT_HOLES(array) : array->nNumUsed > 0 && array->arData[0].key) {
		return !HT_IS_PACKED(array);
	}
	return !zend_array_is_list(array);
}

static zend_never_inline unsigned char *fail_depth(void)
{
	brine_throw_packing_error("max_depth", "The value is nested too deeply");
	return NULL;
}

static zend_always_inline unsigned char *write_count(unsigned char *p, uint32_t count, bool map)
{
	if (EXPECTED(count < BRINE_MSGPACK_SHORT_COUNT)) {
		return brine_write_u8(p, (map ? BRINE_MSGPACK_SHORT_MAP : BRINE_MSGPACK_SHORT_ARRAY) + count);
	}
	if (count <= UINT16_MAX) {
		return write_number(p, map ? BRINE_MSGPACK_MAP_16 : BRINE_MSGPACK_ARRAY_16, count, 2);
	}
	return write_number(p, map ? BRINE_MSGPACK_MAP_32 : BRINE_MSGPACK_ARRAY_32, count, 4);
}

static zend_always_inline unsigned char *pack_elements(
	brine_packer *packer, unsigned char *p, HashTable *array, bool map)
{
	if (UNEXPECTED(packer->depth >= packer->max_depth)) {
		return fail_depth();
	}
	packer->depth++;
	p = write_count(room(packer, p, BRINE_MSGPACK_HEAD_MAX), zend_hash_num_elements(array), map);
	if (HT_IS_PACKED(array)) {
		p = EXPECTED(!map) ? pack_list_elements(packer, p, array) : pack_list_entries(packer, p, array);
	} else {
		p = EXPECTED(map) ? pack_map_entries(packer, p, array) : pack_map_elements(packer, p, array);
	}
	packer->depth--;
	return p;
}

/* Packs a property table with unset slots from a copy without them. */
static zend_never_inline unsigned char *pack_without_unset_slots(
	brine_packer *packer, unsigned char *p, HashTable *array)
{
	HashTable *copy = brine_copy_slots(array);

	p = pack_array(packer, p, copy);
	zend_array_release(copy);
	return p;
}

static unsigned char *pack_array(brine_packer *packer, unsigned char *p, HashTable *array)
{
	if (UNEXPECTED(brine_may_have_unset_slots(array))) {
		return pack_without_unset_slots(packer, p, array);
	}
	return pack_elements(packer, p, array, is_map(packer, array));
}

/*
 * Only an array behind a reference can change while it is packed: all others belong to their holder, so a write
 * separates them.
 */
static unsigned char *pack_reference(brine_packer *packer, unsigned char *p, zend_reference *reference)
{
	zval value;

	if (Z_TYPE(reference->val) != IS_ARRAY || !packer->other) {
		return pack_element(packer, p, &reference->val);
	}
	ZVAL_COPY(&value, &reference->val);
	p = pack_array(packer, p, Z_ARRVAL(value));
	zval_ptr_dtor(&value);
	return p;
}

/* User code may change the slot. */
static zend_never_inline unsigned char *pack_slot(brine_packer *packer, unsigned char *p, zval *value)
{
	zval held;

	value = brine_follow_slot(value);
	ZVAL_COPY(&held, value);
	p = pack_element(packer, p, &held);
	zval_ptr_dtor(&held);
	return p;
}

static unsigned char *write_ext_head(unsigned char *p, int type, size_t size)
{
	switch (size) {
		case 1:
			p = brine_write_u8(p, BRINE_MSGPACK_FIXEXT_1);
			break;
		case 2:
			p = brine_write_u8(p, BRINE_MSGPACK_FIXEXT_2);
			break;
		case 4:
			p = brine_write_u8(p, BRINE_MSGPACK_FIXEXT_4);
			break;
		case 8:
			p = brine_write_u8(p, BRINE_MSGPACK_FIXEXT_8);
			break;
		case 16:
			p = brine_write_u8(p, BRINE_MSGPACK_FIXEXT_16);
			break;
		default:
			p = write_length(p, BRINE_MSGPACK_EXT_8, size);
	}
	return brine_write_u8(p, (unsigned) type & UINT8_MAX);
}

static unsigned char *pack_timestamp(brine_packer *packer, unsigned char *p, int64_t seconds, uint64_t nanoseconds)
{
	p = room(packer, p, BRINE_MSGPACK_HEAD_MAX + 12);
	if (((uint64_t) seconds >> 34) != 0) {
		p = write_ext_head(p, BRINE_MSGPACK_TIMESTAMP, 12);
		p = brine_write_be(p, nanoseconds, 4);
		return brine_write_be(p, (uint64_t) seconds, 8);
	}
	if (nanoseconds == 0 && seconds <= UINT32_MAX) {
		return brine_write_be(write_ext_head(p, BRINE_MSGPACK_TIMESTAMP, 4), (uint64_t) seconds, 4);
	}
	p = write_ext_head(p, BRINE_MSGPACK_TIMESTAMP, 8);
	return brine_write_be(p, nanoseconds << 34 | (uint64_t) seconds, 8);
}

/* Hold the array: the callable may change the property that contains it. */
static unsigned char *pack_map_object(brine_packer *packer, unsigned char *p, const zval *map)
{
	zval held;

	ZVAL_COPY(&held, map);
	packer->depth++;
	p = pack_elements(packer, p, Z_ARRVAL(held), true);
	packer->depth--;
	zval_ptr_dtor(&held);
	return p;
}

/* A property of an object of the library's classes, in order of declaration. */
static const zval *property(const zend_object *object, unsigned index)
{
	const zval *value = &object->properties_table[index];

	ZVAL_DEREF(value);
	return value;
}

/* True if an object of the library's classes can be packed; otherwise the library reports the fault. */
static bool is_packable(const zend_object *object, brine_type type)
{
	const zval *first;
	const zval *second;

	switch (type) {
		case BRINE_TYPE_BIN:
			return Z_TYPE_P(property(object, 0)) == IS_STRING;
		case BRINE_TYPE_MAP:
			return Z_TYPE_P(property(object, 0)) == IS_ARRAY;
		case BRINE_TYPE_EXT:
			first = property(object, 0);
			second = property(object, 1);
			return Z_TYPE_P(first) == IS_LONG && Z_LVAL_P(first) >= INT8_MIN && Z_LVAL_P(first) <= INT8_MAX
				&& Z_TYPE_P(second) == IS_STRING && !is_too_long(Z_STRLEN_P(second));
		case BRINE_TYPE_TIMESTAMP:
			first = property(object, 0);
			second = property(object, 1);
			return Z_TYPE_P(first) == IS_LONG && Z_TYPE_P(second) == IS_LONG
				&& (zend_ulong) Z_LVAL_P(second) <= BRINE_NANOSECONDS_MAX;
		default:
			return false;
	}
}

static unsigned char *pack_ext(brine_packer *packer, unsigned char *p, int type, const zend_string *payload)
{
	size_t size = ZSTR_LEN(payload);

	p = room(packer, p, BRINE_MSGPACK_HEAD_MAX + size + BRINE_BUFFER_SLACK);
	return brine_write_string(write_ext_head(p, type, size), payload, size);
}

/*
 * Packs an object of the library's classes, if the options say so; it counts as a nesting level, as in the library.
 * False, with *p unchanged, if the callable must handle it.
 */
static bool pack_typed_object(brine_packer *packer, unsigned char **p, const zend_object *object)
{
	brine_type type = brine_type_of(object->ce);
	unsigned option = type == BRINE_TYPE_TIMESTAMP ? BRINE_PACK_TIMESTAMPS : BRINE_PACK_TYPES;

	if (!(packer->options.objects & option) || !is_packable(object, type)) {
		return false;
	}
	const zval *first = property(object, 0);
	if (UNEXPECTED(packer->depth >= packer->max_depth)) {
		*p = fail_depth();
	} else if (type == BRINE_TYPE_BIN) {
		*p = pack_bytes(packer, *p, Z_STR_P(first), true);
	} else if (type == BRINE_TYPE_MAP) {
		*p = pack_map_object(packer, *p, first);
	} else if (type == BRINE_TYPE_EXT) {
		*p = pack_ext(packer, *p, (int) Z_LVAL_P(first), Z_STR_P(property(object, 1)));
	} else {
		*p = pack_timestamp(packer, *p, Z_LVAL_P(first), (uint64_t) Z_LVAL_P(property(object, 1)));
	}
	return true;
}

static void throw_unsupported(zval *value)
{
	if (Z_TYPE_P(value) == IS_OBJECT) {
		brine_throw_packing_error(
			"unsupported_type", "an object of class %s cannot be packed", ZSTR_VAL(Z_OBJCE_P(value)->name));
	} else {
		brine_throw_packing_error("unsupported_type", "a resource cannot be packed");
	}
}

/* INDIRECTs, and values without a MessagePack form. */
static zend_never_inline unsigned char *pack_other(brine_packer *packer, unsigned char *p, zval *value)
{
	/* The second argument is passed only on request. */
	zval arguments[2], result;
	uint32_t count = packer->options.pass_depth ? 2 : 1;

	if (UNEXPECTED(Z_TYPE_P(value) == IS_INDIRECT)) {
		return pack_slot(packer, p, value);
	}
	if (Z_TYPE_P(value) == IS_OBJECT && packer->options.objects != 0 && pack_typed_object(packer, &p, Z_OBJ_P(value))) {
		return p;
	}
	if (!packer->other) {
		throw_unsupported(value);
		return NULL;
	}
	packer->out.p = p;
	ZVAL_COPY(&arguments[0], value);
	ZVAL_LONG(&arguments[1], packer->depth);
	if (!brine_msgpack_call(packer->other, &result, count, arguments, packer->depth)) {
		p = NULL;
	} else if (Z_TYPE(result) == IS_STRING) {
		p = room(packer, packer->out.p, Z_STRLEN(result) + BRINE_BUFFER_SLACK);
		p = brine_write_string(p, Z_STR(result), Z_STRLEN(result));
	} else {
		p = NULL;
		if (Z_TYPE(result) == IS_NULL) {
			throw_unsupported(&arguments[0]);
		} else {
			zend_type_error(
				"brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, %s returned",
				brine_type_name(&result));
		}
	}
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&arguments[0]);
	return p;
}

static brine_packer *acquire_packer(void)
{
	brine_packer *packer = (brine_packer *) brine_pool_take(BRINE_G(packers));

	if (UNEXPECTED(!packer)) {
		packer = pemalloc(sizeof(*packer), 1);
		brine_pool_add(&BRINE_G(packers), &packer->pooled, packer);
	}
	return packer;
}

void brine_packers_abandon(void)
{
	/*
	 * A packer that a fatal error left busy owns nothing to free: unfinished output is request memory. It only becomes
	 * free for use again.
	 */
	brine_pool_abandon(BRINE_G(packers), brine_pool_give_back);
}

static void destroy_packer(brine_pooled *pooled)
{
	/* A packer owns nothing. */
	(void) pooled;
}

void brine_packers_destroy(brine_pooled *pool)
{
	brine_pool_destroy(pool, destroy_packer);
}

zend_result brine_msgpack_pack(
	zend_string **message, zval *value, const brine_pack_options *options, brine_callable *other)
{
	brine_packer *packer = acquire_packer();
	unsigned char *p;

	brine_buffer_start(&packer->out, packer->scratch);
	packer->options = *options;
	packer->other = other;
	packer->depth = 0;
	packer->max_depth = brine_levels_left();
	if (other) {
		brine_use_levels(BRINE_MSGPACK_LEVELS);
	}
	p = EXPECTED(packer->max_depth > 0) ? pack_element(packer, packer->out.p, value) : fail_depth();
	if (EXPECTED(p)) {
		packer->out.p = p;
		*message = brine_buffer_finish(&packer->out);
	} else {
		*message = NULL;
		brine_buffer_discard(&packer->out);
	}
	brine_pool_give_back(&packer->pooled);
	if (other) {
		brine_return_levels(BRINE_MSGPACK_LEVELS);
	}
	/* A destructor of a released value may have thrown. */
	if (UNEXPECTED(EG(exception) && *message)) {
		zend_string_release(*message);
		*message = NULL;
	}
	return *message ? SUCCESS : FAILURE;
}
