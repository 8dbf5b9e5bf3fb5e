/*
 * The signed frame (docs/format.md, section 1.1): HMAC-SHA256 (RFC 2104) in front of content, of which this file knows nothing.
 *
 * The hash states that a key leads to are kept from call to call, for a few keys. They are as secret as the key, and are wiped with the
 * module's globals.
 */
#ifndef BRINE_SIGN_H
#define BRINE_SIGN_H

#include "php.h"
#include "core/compat.h"
#include "format/format.h"
#include "sign/sha256.h"

/* Keys that are remembered: enough for a current and an old one of several applications. */
#define BRINE_SIGNING_KEYS 8

typedef struct {
	/* The key as HMAC uses it: padded with zeros to a block, and hashed before if it is longer. */
	unsigned char block[BRINE_SHA256_BLOCK_SIZE];
	/* What the frames of this key name it by. */
	unsigned char id[BRINE_KEY_ID_SIZE];
	/* Stands for the key where something is kept of what it has verified; the key cannot be found from it. */
	unsigned char mark[BRINE_SHA256_SIZE];
	/* States after the first block of the inner and of the outer hash. */
	brine_sha256 inner;
	brine_sha256 outer;
} brine_signing_key;

typedef struct brine_signing_keys {
	brine_signing_key keys[BRINE_SIGNING_KEYS];
	uint32_t count;
	/* The one that gives way to the next new key. */
	uint32_t oldest;
} brine_signing_keys;

/*
 * Writes header, key id and signature into the first BRINE_FRAME_HEAD_SIZE bytes of `frame`; the content lies behind them. The signing key is not empty; the context is
 * NULL for none.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
void brine_sign(zend_string *frame, const zend_string *key, const zend_string *context);

/* Whether `frame` was signed with this key and this context. The comparison of signatures takes the same time for any difference. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 2)
bool brine_verify(const zend_string *frame, const zend_string *key, const zend_string *context);

/* True if a frame says that it was signed with this key; then mark[0 .. BRINE_SHA256_SIZE) is the key's mark. Nothing is verified. */
ZEND_ATTRIBUTE_NONNULL bool brine_names_key(const zend_string *frame, const zend_string *key, unsigned char *mark);

ZEND_ATTRIBUTE_NONNULL void brine_signing_keys_wipe(brine_signing_keys *keys);

#endif
