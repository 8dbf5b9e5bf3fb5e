/*
 * SHA-256 (FIPS 180-4) with a copyable state: OpenSSL's, which uses the processor's instructions, if the build found
 * libcrypto; otherwise PHP's own.
 */
#ifndef BRINE_SHA256_H
#define BRINE_SHA256_H

#include "php.h"

#define BRINE_SHA256_SIZE 32
#define BRINE_SHA256_BLOCK_SIZE 64

#ifdef BRINE_HAVE_LIBCRYPTO

/*
 * OpenSSL 3's replacements look up the algorithm and allocate per message, which costs more than hashing a short one.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>

typedef SHA256_CTX brine_sha256;

static inline const char *brine_sha256_library(void)
{
	return OpenSSL_version(OPENSSL_VERSION);
}

static inline void brine_sha256_init(brine_sha256 *state)
{
	SHA256_Init(state);
}

static inline void brine_sha256_update(brine_sha256 *state, const void *bytes, size_t size)
{
	SHA256_Update(state, bytes, size);
}

static inline void brine_sha256_final(brine_sha256 *state, unsigned char digest[BRINE_SHA256_SIZE])
{
	SHA256_Final(digest, state);
}

#else

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"

typedef PHP_SHA256_CTX brine_sha256;

static inline const char *brine_sha256_library(void)
{
	return "PHP " PHP_VERSION;
}

static inline void brine_sha256_init(brine_sha256 *state)
{
	PHP_SHA256Init(state);
}

static inline void brine_sha256_update(brine_sha256 *state, const void *bytes, size_t size)
{
	PHP_SHA256Update(state, bytes, size);
}

static inline void brine_sha256_final(brine_sha256 *state, unsigned char digest[BRINE_SHA256_SIZE])
{
	PHP_SHA256Final(digest, state);
}

#endif

#endif
