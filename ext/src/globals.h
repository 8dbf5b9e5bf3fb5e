/* Module globals: one set a thread. */
#ifndef PHP_BRINE_GLOBALS_H
#define PHP_BRINE_GLOBALS_H

#include "php.h"
#include "core/key_cache.h"
#include "format/shape_cache.h"
#include "format/class_heads.h"
#include "sign/sign.h"
#include "msgpack/templates.h"

struct brine_encoder;
struct brine_decoder;
struct brine_packer;

ZEND_BEGIN_MODULE_GLOBALS(brine)
	/* All encoders and decoders that were ever needed at once; see scratch.h. */
	struct brine_encoder *encoders;
	struct brine_decoder *decoders;
	struct brine_packer *packers;
	/* Of the main stack; see fiber.h. */
	uint32_t levels_in_use;
	brine_msgpack_templates templates;
	brine_key_cache keys;
	brine_shape_cache shapes;
	brine_class_heads heads;
	brine_signing_keys signing_keys;
	/* The values of a request are gone, and caches that they used may be cleared before the next one. */
	bool request_ended;
	/* How many payloads were given to the decoder. */
	uint64_t decodes;
	/* Random; makes places and the order of comparisons unpredictable where keys may have been chosen. */
	uint64_t secret;
ZEND_END_MODULE_GLOBALS(brine)

ZEND_EXTERN_MODULE_GLOBALS(brine)

#define BRINE_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(brine, v)

#if defined(ZTS) && defined(COMPILE_DL_BRINE)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
