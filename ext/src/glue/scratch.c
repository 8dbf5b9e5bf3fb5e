#include "glue/scratch.h"
#include "codec.h"
#include "encode/state.h"
#include "decode/state.h"
#include "msgpack/packer.h"
#include "globals.h"

brine_encoder *brine_encoder_acquire(void)
{
	brine_encoder *encoder = BRINE_G(encoders);

	while (encoder && encoder->busy) {
		encoder = encoder->next;
	}
	if (!encoder) {
		encoder = pemalloc(sizeof(*encoder), 1);
		brine_encoder_init(encoder);
		encoder->next = BRINE_G(encoders);
		BRINE_G(encoders) = encoder;
	}
	encoder->busy = true;
	return encoder;
}

void brine_encoder_release(brine_encoder *encoder)
{
	brine_encoder_reset(encoder);
	encoder->busy = false;
}

brine_decoder *brine_decoder_acquire(void)
{
	brine_decoder *decoder = BRINE_G(decoders);

	while (decoder && decoder->busy) {
		decoder = decoder->next;
	}
	if (!decoder) {
		decoder = pemalloc(sizeof(*decoder), 1);
		brine_decoder_init(decoder);
		decoder->next = BRINE_G(decoders);
		BRINE_G(decoders) = decoder;
	}
	decoder->busy = true;
	return decoder;
}

void brine_decoder_release(brine_decoder *decoder)
{
	brine_decoder_reset(decoder);
	decoder->busy = false;
}

brine_packer *brine_packer_acquire(void)
{
	brine_packer *packer = BRINE_G(packers);

	while (packer && packer->busy) {
		packer = packer->next;
	}
	if (!packer) {
		packer = pemalloc(sizeof(*packer), 1);
		packer->next = BRINE_G(packers);
		BRINE_G(packers) = packer;
	}
	packer->busy = true;
	return packer;
}

void brine_packer_release(brine_packer *packer)
{
	packer->busy = false;
}

void brine_scratch_deactivate(void)
{
	/* A fatal error may have left the codec in the middle of a call. */
	for (brine_encoder *encoder = BRINE_G(encoders); encoder; encoder = encoder->next) {
		if (encoder->busy) {
			brine_encoder_forget(encoder);
			brine_encoder_release(encoder);
		}
	}
	for (brine_decoder *decoder = BRINE_G(decoders); decoder; decoder = decoder->next) {
		if (decoder->busy) {
			brine_decoder_forget(decoder);
			brine_decoder_release(decoder);
		}
	}
	/* A packer holds nothing from one call to the next. */
	for (brine_packer *packer = BRINE_G(packers); packer; packer = packer->next) {
		packer->busy = false;
	}
	BRINE_G(levels_in_use) = 0;
	brine_shape_cache_deactivate(&BRINE_G(shapes));
	BRINE_G(heads).request++;
	BRINE_G(request_ended) = true;
}

void brine_scratch_activate(void)
{
	/* Application servers that keep a script running call the hooks of requests inside of it: then values may be left. */
	if (!BRINE_G(request_ended) || EG(current_execute_data)) {
		return;
	}
	BRINE_G(request_ended) = false;
	if (brine_key_cache_is_worn(&BRINE_G(keys)) || brine_shape_cache_is_worn(&BRINE_G(shapes))) {
		brine_shape_cache_clear(&BRINE_G(shapes));
		brine_key_cache_clear(&BRINE_G(keys));
	}
}

void brine_scratch_shutdown(zend_brine_globals *globals)
{
	while (globals->encoders) {
		brine_encoder *encoder = globals->encoders;

		globals->encoders = encoder->next;
		brine_encoder_destroy(encoder);
		pefree(encoder, 1);
	}
	while (globals->decoders) {
		brine_decoder *decoder = globals->decoders;

		globals->decoders = decoder->next;
		brine_decoder_destroy(decoder);
		pefree(decoder, 1);
	}
	while (globals->packers) {
		brine_packer *packer = globals->packers;

		globals->packers = packer->next;
		pefree(packer, 1);
	}
	brine_shape_cache_clear(&globals->shapes);
	brine_key_cache_clear(&globals->keys);
	brine_class_heads_destroy(&globals->heads);
	brine_signing_keys_wipe(&globals->signing_keys);
}
