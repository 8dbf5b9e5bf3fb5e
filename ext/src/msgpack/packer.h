/* The state of one call that packs. */
#ifndef BRINE_MSGPACK_PACKER_H
#define BRINE_MSGPACK_PACKER_H

#include "msgpack/msgpack.h"

typedef struct brine_packer {
	brine_buffer out;
	brine_pack_options options;
	/* What is called for objects and resources, or NULL. */
	brine_callable *other;
	uint32_t depth;
	uint32_t max_depth;

	bool busy;
	struct brine_packer *next;
} brine_packer;

/* Marks a packer busy and returns it. Packers live longer than a call, as scratch.h says of encoders. */
brine_packer *brine_packer_acquire(void);
void brine_packer_release(brine_packer *packer);

#endif
