/*
 * The signed frame (docs/format.md, section 1.1): HMAC-SHA256 (RFC 2104) before opaque content. The hash states of a
 * few keys are cached between calls; they are as secret as the keys (sign/secret.h).
 */
#ifndef BRINE_SIGN_H
#define BRINE_SIGN_H

#include "php.h"
#include "core/compat.h"
#include "format/format.h"
#include "sign/sha256.h"

/* Bytes that a key needs to sign. It verifies with fewer: entries that are there stay readable. */
#define BRINE_SIGNING_KEY_MIN 16

/* Cached keys: enough for a current and an old one of several applications. */
#define BRINE_SIGNING_KEYS 8

typedef struct {
	/* The key padded with zeros to a block, after hashing if it is longer, as in HMAC. */
	unsigned char block[BRINE_SHA256_BLOCK_SIZE];
	/* The key's id in frames. */
	unsigned char id[BRINE_KEY_ID_SIZE];
	/* Stands for the key in data about what it verified; the key cannot be derived from it. */
	unsigned char mark[BRINE_SHA256_SIZE];
	/* States after the first block of the inner and of the outer hash. */
	brine_sha256 inner;
	brine_sha256 outer;
} brine_signing_key;

typedef struct brine_signing_keys {
	brine_signing_key keys[BRINE_SIGNING_KEYS];
	uint32_t count;
	/* The key that the next new one replaces. */
	uint32_t oldest;
} brine_signing_keys;

/*
 * Writes header, key id and signature to the first BRINE_FRAME_HEAD_SIZE of a frame's bytes, before the content. The
 * key has at least BRINE_SIGNING_KEY_MIN bytes; context may be NULL.
 */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
void brine_sign(char *frame, size_t size, const zend_string *key, const zend_string *context);

/* True if the bytes are a frame that was signed with this key and context. Takes constant time for a signature. */
ZEND_ATTRIBUTE_NONNULL_ARGS(1, 3)
bool brine_verify(const char *frame, size_t size, const zend_string *key, const zend_string *context);

/*
 * True if the bytes claim to be a frame that this key signed; mark[0 .. BRINE_SHA256_SIZE) becomes the key's mark.
 * Verifies nothing.
 */
ZEND_ATTRIBUTE_NONNULL
bool brine_names_key(const char *frame, size_t size, const zend_string *key, unsigned char *mark);

#endif
