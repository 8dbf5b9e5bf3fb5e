#include "php/lifetime.h"
#include "php/signing.h"
#include "core/class_list.h"
#include "core/fiber.h"
#include "core/key_cache.h"
#include "format/class_heads.h"
#include "format/shape_cache.h"
#include "encode/encoder.h"
#include "decode/decoder.h"
#include "decode/hooks.h"
#include "sign/secret.h"
#include "sign/sign.h"
#include "resident/life.h"
#include "msgpack/packer.h"
#include "msgpack/templates.h"
#include "ext/random/php_random.h"

void brine_globals_init(zend_brine_globals *globals)
{
	memset(globals, 0, sizeof(*globals));
	globals->keys = brine_key_cache_new();
	globals->shapes = brine_shape_cache_new();
	globals->heads = pecalloc(1, sizeof(*globals->heads), 1);
	globals->templates = pecalloc(1, sizeof(*globals->templates), 1);
	globals->signing_keys = brine_secret_new(sizeof(*globals->signing_keys));
	brine_encoders_prepare(&globals->encoders);
	brine_decoders_prepare(&globals->decoders);
	globals->resident = brine_resident_thread_new();
	globals->request_ended = true;
	if (php_random_bytes_silent(&globals->secret, sizeof(globals->secret)) == FAILURE) {
		/* Fallback without a source of random bytes: an address. */
		globals->secret = (uint64_t) (uintptr_t) globals->keys;
	}
}

void brine_globals_destroy(zend_brine_globals *globals)
{
	brine_encoders_destroy(globals->encoders);
	brine_decoders_destroy(globals->decoders);
	brine_packers_destroy(globals->packers);
	brine_shape_cache_free(globals->shapes);
	brine_key_cache_free(globals->keys);
	brine_class_heads_destroy(globals->heads);
	brine_signing_forget(globals);
	brine_secret_free(globals->signing_keys, sizeof(*globals->signing_keys));
	if (globals->guard) {
		brine_class_list_free(globals->guard);
	}
	if (globals->reported) {
		zend_hash_destroy(globals->reported);
		pefree(globals->reported, 1);
	}
	brine_resident_thread_free(globals->resident);
	pefree(globals->heads, 1);
	pefree(globals->templates, 1);
}

/*
 * True if a running application server calls the request hooks inside its script: values are alive then, and calls may
 * be unfinished.
 */
static bool is_script_running(void)
{
	return EG(current_execute_data) != NULL;
}

void brine_request_begin(void)
{
	if (UNEXPECTED(brine_region_exists)) {
		brine_region_forget_end();
	}
	brine_resident_hold();
	if (!BRINE_G(request_ended) || is_script_running()) {
		return;
	}
	BRINE_G(request_ended) = false;
	if (brine_key_cache_is_worn(BRINE_G(keys)) || brine_shape_cache_is_worn(BRINE_G(shapes))) {
		brine_shape_cache_clear(BRINE_G(shapes));
		brine_key_cache_clear(BRINE_G(keys));
	}
	brine_resident_begin_request();
}

void brine_request_end(void)
{
	if (is_script_running()) {
		return;
	}
	brine_encoders_abandon();
	brine_decoders_abandon();
	brine_packers_abandon();
	BRINE_G(levels_in_use) = 0;
	brine_fibers_forget();
	brine_shape_cache_deactivate(BRINE_G(shapes));
	brine_class_heads_deactivate(BRINE_G(heads));
	brine_resident_end_request();
	BRINE_G(session_is_open) = false;
	BRINE_G(session_is_unread) = false;
	BRINE_G(request_ended) = true;
}
