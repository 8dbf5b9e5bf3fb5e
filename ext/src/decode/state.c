/*
 * Operations on the decoder's state: failing, numbering shapes, keeping discarded values. Mirror image of
 * encode/state.c.
 */
#include "decode/state.h"

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
