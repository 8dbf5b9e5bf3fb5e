/*
 * Encoders and decoders, with all their tables and buffers, live longer than a call: the next one finds them warm. A call
 * that is made while another runs (from a hook, an autoloader, a destructor) takes another one.
 */
#ifndef BRINE_SCRATCH_H
#define BRINE_SCRATCH_H

#include "php.h"

struct brine_encoder;
struct brine_decoder;
struct _zend_brine_globals;

/* Marks an encoder busy and returns it, clean. */
struct brine_encoder *brine_encoder_acquire(void);
/* Resets it and makes it free. */
void brine_encoder_release(struct brine_encoder *encoder);

struct brine_decoder *brine_decoder_acquire(void);
void brine_decoder_release(struct brine_decoder *decoder);

/* A thread, or the process, ends. */
void brine_scratch_shutdown(struct _zend_brine_globals *globals);

/* Of encode.c and decode.c, for scratch.c. */
void brine_encoder_init(struct brine_encoder *encoder);
void brine_encoder_destroy(struct brine_encoder *encoder);
void brine_encoder_reset(struct brine_encoder *encoder);
/* Drops every pointer into request memory, which is gone after a fatal error, without following it. */
void brine_encoder_forget(struct brine_encoder *encoder);

void brine_decoder_init(struct brine_decoder *decoder);
void brine_decoder_destroy(struct brine_decoder *decoder);
void brine_decoder_reset(struct brine_decoder *decoder);
void brine_decoder_forget(struct brine_decoder *decoder);

#endif
