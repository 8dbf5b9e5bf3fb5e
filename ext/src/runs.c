#include "runs.h"

/* Elements that are looked at before a loop sees whether to go on. */
#define BLOCK 32

static bool all_elements_are(const HashTable *list, unsigned type)
{
	const zval *element = list->arPacked;
	const zval *end = element + list->nNumUsed;

	while (element < end) {
		const zval *block_end = (size_t) (end - element) > BLOCK ? element + BLOCK : end;
		unsigned difference = 0;

		for (; element < block_end; element++) {
			difference |= Z_TYPE_P(element) ^ type;
		}
		if (difference) {
			return false;
		}
	}
	return true;
}

static size_t uv_size(uint64_t value)
{
	return value < BRINE_UV_2 ? 1 : value < BRINE_UV_3 ? 2 : value < BRINE_UV_5 ? 3 : value <= UINT32_MAX ? 5 : 9;
}

static size_t sv_size(int64_t value)
{
	return uv_size(((uint64_t) value << 1) ^ (value < 0 ? UINT64_MAX : 0));
}

static size_t list_head_size(uint32_t count)
{
	return count <= BRINE_SHORT_LIST_MAX ? 1 : 1 + uv_size(count);
}

/* Bytes of an integer as a value of its own. */
static size_t int_size(int64_t value)
{
	if (value >= 0) {
		return value < BRINE_SMALL_INT_COUNT ? 1
			: value <= UINT8_MAX             ? 2
			: value <= UINT16_MAX            ? 3
			: value <= UINT32_MAX            ? 5
											 : 9;
	}
	return value >= INT8_MIN ? 2 : value >= INT16_MIN ? 3 : value >= INT32_MIN ? 5 : 9;
}

/* True if start + i · step is within the signed 64-bit range for all i < count. */
static bool affine_fits(int64_t start, int64_t step, uint32_t count)
{
	uint64_t room = step >= 0 ? (uint64_t) INT64_MAX - (uint64_t) start : (uint64_t) start - (uint64_t) INT64_MIN;
	uint64_t distance = step >= 0 ? (uint64_t) step : -(uint64_t) step;

	return distance == 0 || count - 1 <= room / distance;
}

/* True if all elements are integers, and start + i · step for some step that fits 64 bits. */
static bool is_affine(const HashTable *list, int64_t *step)
{
	const zval *element = list->arPacked;
	uint32_t count = list->nNumUsed;
	uint64_t difference = (uint64_t) Z_LVAL(element[1]) - (uint64_t) Z_LVAL(element[0]);

	if (Z_TYPE(element[0]) != IS_LONG) {
		return false;
	}
	for (uint32_t i = 1; i < count;) {
		uint32_t block_end = count - i > BLOCK ? i + BLOCK : count;
		uint64_t deviation = 0;

		for (; i < block_end; i++) {
			deviation |= (((uint64_t) Z_LVAL(element[i]) - (uint64_t) Z_LVAL(element[i - 1])) ^ difference)
				| (Z_TYPE(element[i]) ^ IS_LONG);
		}
		if (deviation) {
			return false;
		}
	}
	*step = (int64_t) difference;
	return affine_fits(Z_LVAL(element[0]), *step, count);
}

static void find_range(const HashTable *list, int64_t *smallest, int64_t *largest)
{
	const zval *element = list->arPacked;
	int64_t low = Z_LVAL(*element), high = low;

	for (uint32_t i = 1; i < list->nNumUsed; i++) {
		int64_t value = Z_LVAL(element[i]);

		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	*smallest = low;
	*largest = high;
}

static unsigned width_of(uint64_t range)
{
	unsigned width = 1;

	while (width < 8 && range >> (8 * width)) {
		width++;
	}
	return width;
}

/* True if a plain list of these integers takes at least `size` bytes. */
static bool list_takes_at_least(const HashTable *list, size_t size)
{
	const zval *element = list->arPacked;
	size_t sum = list_head_size(list->nNumUsed);

	for (uint32_t i = 0; i < list->nNumUsed && sum < size; i++) {
		sum += int_size(Z_LVAL(element[i]));
	}
	return sum >= size;
}

static zend_always_inline void put_offsets(brine_buffer *buffer, const HashTable *list, int64_t base, unsigned width)
{
	const zval *element = list->arPacked;

	/* Whole words; each but the last is written over by the next, and the caller has reserved what the last one has too much. */
	for (uint32_t i = 0; i < list->nNumUsed; i++) {
		brine_put_le(buffer, (uint64_t) Z_LVAL(element[i]) - (uint64_t) base, 8);
		buffer->p -= 8 - width;
	}
}

static bool encode_int_run(brine_buffer *buffer, const HashTable *list)
{
	uint32_t count = list->nNumUsed;
	int64_t smallest, largest, step;
	unsigned width;
	size_t size;

	if (is_affine(list, &step)) {
		brine_reserve(buffer, 1 + 3 * BRINE_UV_MAX_SIZE);
		brine_put_u8(buffer, BRINE_TAG_AFFINE_RUN);
		brine_put_uv(buffer, count);
		brine_put_sv(buffer, Z_LVAL(list->arPacked[0]));
		brine_put_sv(buffer, step);
		return true;
	}
	if (!all_elements_are(list, IS_LONG)) {
		return false;
	}
	find_range(list, &smallest, &largest);
	width = width_of((uint64_t) largest - (uint64_t) smallest);
	size = 1 + uv_size(count) + sv_size(smallest) + 1 + (size_t) count * width;
	if (!list_takes_at_least(list, size)) {
		return false;
	}
	brine_reserve(buffer, size + 8);
	brine_put_u8(buffer, BRINE_TAG_INT_RUN);
	brine_put_uv(buffer, count);
	brine_put_sv(buffer, smallest);
	brine_put_u8(buffer, width);
	switch (width) {
		case 1:
			put_offsets(buffer, list, smallest, 1);
			break;
		case 2:
			put_offsets(buffer, list, smallest, 2);
			break;
		case 3:
			put_offsets(buffer, list, smallest, 3);
			break;
		case 4:
			put_offsets(buffer, list, smallest, 4);
			break;
		case 5:
			put_offsets(buffer, list, smallest, 5);
			break;
		case 6:
			put_offsets(buffer, list, smallest, 6);
			break;
		case 7:
			put_offsets(buffer, list, smallest, 7);
			break;
		default:
			put_offsets(buffer, list, smallest, 8);
			break;
	}
	return true;
}

static bool encode_float_run(brine_buffer *buffer, const HashTable *list)
{
	const zval *element = list->arPacked;
	uint32_t count = list->nNumUsed;
	uint32_t narrow = 0;

	for (uint32_t i = 0; i < count; i++) {
		narrow += brine_fits_f32(Z_DVAL(element[i]));
	}
	if (narrow < count
		&& list_head_size(count) + (size_t) (count - narrow) * 9 + (size_t) narrow * 5
			< 2 + uv_size(count) + (size_t) count * 8) {
		return false;
	}
	brine_reserve(buffer, BRINE_VALUE_HEAD_MAX + (size_t) count * 8);
	brine_put_u8(buffer, BRINE_TAG_FLOAT_RUN);
	brine_put_uv(buffer, count);
	brine_put_u8(buffer, narrow == count ? 4 : 8);
	for (uint32_t i = 0; i < count; i++) {
		if (narrow == count) {
			brine_put_f32(buffer, Z_DVAL(element[i]));
		} else {
			brine_put_f64(buffer, Z_DVAL(element[i]));
		}
	}
	return true;
}

bool brine_encode_run(brine_buffer *buffer, const HashTable *list)
{
	if (list->nNumUsed < BRINE_RUN_MIN) {
		return false;
	}
	switch (Z_TYPE(list->arPacked[0])) {
		case IS_LONG:
			return encode_int_run(buffer, list);
		case IS_DOUBLE:
			return all_elements_are(list, IS_DOUBLE) && encode_float_run(buffer, list);
		default:
			return false;
	}
}

/* True if this PHP can hold the elements of an AFFINE_RUN. */
static bool affine_stays_in_range(const brine_run *run)
{
	int64_t last;

	if (!affine_fits(run->start, run->step, run->count)) {
		return false;
	}
	last = (int64_t) ((uint64_t) run->start + (run->count - 1) * (uint64_t) run->step);
	return run->start >= ZEND_LONG_MIN && run->start <= ZEND_LONG_MAX && last >= ZEND_LONG_MIN && last <= ZEND_LONG_MAX;
}

static brine_decode_error number_error(const brine_cursor *cursor)
{
	return brine_cursor_left(cursor) == 0 ? BRINE_ERR_TRUNCATED : BRINE_ERR_NUMBER;
}

/* True if this PHP can hold the elements of an INT_RUN, which lie at the cursor; with 64-bit integers it can hold all. */
static bool offsets_stay_in_range(const brine_cursor *cursor, const brine_run *run)
{
	const unsigned char *p = cursor->p;

	for (uint32_t i = 0; SIZEOF_ZEND_LONG < 8 && i < run->count; i++, p += run->width) {
		int64_t value = (int64_t) ((uint64_t) run->start + brine_load_le(p, run->width));

		if (value < ZEND_LONG_MIN || value > ZEND_LONG_MAX) {
			return false;
		}
	}
	return true;
}

brine_decode_error brine_decode_run_head(brine_cursor *cursor, unsigned tag, brine_run *run)
{
	const unsigned char *head = cursor->p;
	uint64_t count;

	*run = (brine_run){.tag = tag};
	if (!brine_get_uv(cursor, &count)) {
		return number_error(cursor);
	}
	if (count == 0 || count > BRINE_MAX_ELEMENTS_OF_ARRAY) {
		cursor->p = head;
		return BRINE_ERR_COUNT;
	}
	run->count = (uint32_t) count;
	if (tag != BRINE_TAG_FLOAT_RUN && !brine_get_sv(cursor, &run->start)) {
		return number_error(cursor);
	}
	if (tag == BRINE_TAG_AFFINE_RUN) {
		if (!brine_get_sv(cursor, &run->step)) {
			return number_error(cursor);
		}
		if (!affine_stays_in_range(run)) {
			return BRINE_ERR_RANGE;
		}
		return BRINE_OK;
	}
	if (brine_cursor_left(cursor) < 1) {
		return BRINE_ERR_TRUNCATED;
	}
	run->width = *cursor->p;
	if (tag == BRINE_TAG_INT_RUN ? run->width < 1 || run->width > 8 : run->width != 4 && run->width != 8) {
		return BRINE_ERR_WIDTH;
	}
	cursor->p++;
	if (run->count > brine_cursor_left(cursor) / run->width) {
		return BRINE_ERR_TRUNCATED;
	}
	return tag == BRINE_TAG_INT_RUN && !offsets_stay_in_range(cursor, run) ? BRINE_ERR_RANGE : BRINE_OK;
}

/* `left` is the size of the input from p on. */
static zend_always_inline void get_offsets(
	zval *element, const unsigned char *p, size_t left, const brine_run *run, unsigned width)
{
	uint64_t start = (uint64_t) run->start;
	uint64_t mask = UINT64_MAX >> (64 - 8 * width);
	uint32_t count = run->count;
	uint32_t i = 0;

	if (width & (width - 1)) {
		/* Widths without a load of their own take a whole word, as long as there is one in the input. */
		for (; i < count && left >= 8; i++, p += width, left -= width) {
			ZVAL_LONG(&element[i], (zend_long) (start + (brine_load_le(p, 8) & mask)));
		}
	}
	for (; i < count; i++, p += width) {
		ZVAL_LONG(&element[i], (zend_long) (start + brine_load_le(p, width)));
	}
}

static void get_ints(zval *element, const brine_cursor *cursor, const brine_run *run)
{
	const unsigned char *p = cursor->p;
	size_t left = brine_cursor_left(cursor);

	switch (run->width) {
		case 1:
			get_offsets(element, p, left, run, 1);
			break;
		case 2:
			get_offsets(element, p, left, run, 2);
			break;
		case 3:
			get_offsets(element, p, left, run, 3);
			break;
		case 4:
			get_offsets(element, p, left, run, 4);
			break;
		case 5:
			get_offsets(element, p, left, run, 5);
			break;
		case 6:
			get_offsets(element, p, left, run, 6);
			break;
		case 7:
			get_offsets(element, p, left, run, 7);
			break;
		default:
			get_offsets(element, p, left, run, 8);
			break;
	}
}

zend_array *brine_decode_run_elements(brine_cursor *cursor, const brine_run *run)
{
	zend_array *list = zend_new_array(run->count);
	zval *element;

	zend_hash_real_init_packed(list);
	element = list->arPacked;
	if (run->tag == BRINE_TAG_AFFINE_RUN) {
		for (uint32_t i = 0; i < run->count; i++) {
			ZVAL_LONG(&element[i], (zend_long) ((uint64_t) run->start + i * (uint64_t) run->step));
		}
	} else if (run->tag == BRINE_TAG_INT_RUN) {
		get_ints(element, cursor, run);
	} else if (run->width == 4) {
		for (uint32_t i = 0; i < run->count; i++) {
			ZVAL_DOUBLE(&element[i], brine_load_f32(cursor->p + (size_t) i * 4));
		}
	} else {
		for (uint32_t i = 0; i < run->count; i++) {
			ZVAL_DOUBLE(&element[i], brine_load_f64(cursor->p + (size_t) i * 8));
		}
	}
	cursor->p += (size_t) run->count * run->width;
	list->nNumUsed = list->nNumOfElements = run->count;
	list->nNextFreeElement = run->count;
	return list;
}
