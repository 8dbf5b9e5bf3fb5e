/* What every part of the decoder does with its state: failing, numbering, keeping what gave way. encode/state.c is the mirror image. */
#include "decode/state.h"
#include "decode/limits.h"

bool brine_decode_fail(brine_decoder *decoder, brine_decode_error error, const unsigned char *at)
{
	if (decoder->error == BRINE_OK) {
		decoder->error = error;
		decoder->error_offset = (size_t) (at - decoder->in.start);
	}
	return false;
}

void brine_decode_discard(brine_decoder *decoder, zval *value)
{
	BRINE_GROWABLE_ENSURE(decoder->discarded, decoder->discarded_capacity, decoder->discarded_count);
	ZVAL_COPY_VALUE(&decoder->discarded[decoder->discarded_count], value);
	decoder->discarded_count++;
}

BRINE_HOT uint32_t brine_decode_new_shape(brine_decoder *decoder, brine_shape_kind kind, const unsigned char *at)
{
	if (UNEXPECTED(decoder->shape_count >= BRINE_MAX_NUMBERS)) {
		brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
		return BRINE_MAX_NUMBERS;
	}
	BRINE_GROWABLE_ENSURE(decoder->shapes, decoder->shape_capacity, decoder->shape_count);
	decoder->shapes[decoder->shape_count] = (brine_decoded_shape){.kind = kind};
	return decoder->shape_count++;
}

void brine_decode_refuse_uv(brine_decoder *decoder, const unsigned char *at)
{
	brine_decode_fail(decoder, at == decoder->in.end ? BRINE_ERR_TRUNCATED : BRINE_ERR_BAD_NUMBER, at);
}

BRINE_HOT bool brine_decode_number_object(
	brine_decoder *decoder, zend_object *object, uint32_t holds, const unsigned char *at)
{
	if (UNEXPECTED(decoder->object_count >= BRINE_MAX_NUMBERS)) {
		return brine_decode_fail(decoder, BRINE_ERR_TOO_MANY, at);
	}
	BRINE_GROWABLE_ENSURE(decoder->objects, decoder->object_capacity, decoder->object_count);
	decoder->objects[decoder->object_count++] = (brine_decoded_object){
		.object = object,
		.thing = brine_decode_open_thing_at(decoder, decoder->depth | holds),
		.shape = BRINE_MAX_NUMBERS,
	};
	decoder->impurities++;
	return true;
}
