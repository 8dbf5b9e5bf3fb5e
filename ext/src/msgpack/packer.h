/* The state of one call that packs. */
#ifndef BRINE_MSGPACK_PACKER_H
#define BRINE_MSGPACK_PACKER_H

#include "core/buffer.h"
#include "core/memory.h"
#include "msgpack/msgpack.h"

typedef struct brine_packer {
	brine_pooled pooled;
	brine_buffer out;
	brine_pack_options options;
	/* Callable for objects and resources, or NULL. */
	brine_callable *other;
	uint32_t depth;
	uint32_t max_depth;
	unsigned char scratch[BRINE_BUFFER_SCRATCH_SIZE];
} brine_packer;

/* A request has ended: makes packers that a fatal error left busy available again. */
void brine_packers_abandon(void);

/* Destroys all packers of a pool. */
void brine_packers_destroy(brine_pooled *pool);

#endif
