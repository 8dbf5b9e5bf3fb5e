#include "sign/sign.h"
#include "globals.h"
#include "core/buffer.h"

/* A key's HMAC of this text begins with the key's id. No frame begins like the text. */
static const char key_id_text[] = "brine key id";
/* A key's HMAC of this text is the key's mark. */
static const char key_mark_text[] = "brine key mark";

/* Secrets of a computation: they reveal the key, or signatures of other frames. */
typedef struct {
	brine_sha256 hash;
	unsigned char digest[BRINE_SHA256_SIZE];
} brine_mac;

static void mac_start(brine_mac *mac, const brine_signing_key *key)
{
	mac->hash = key->inner;
}

static void mac_end(brine_mac *mac, const brine_signing_key *key)
{
	brine_sha256_final(&mac->hash, mac->digest);
	mac->hash = key->outer;
	brine_sha256_update(&mac->hash, mac->digest, BRINE_SHA256_SIZE);
	brine_sha256_final(&mac->hash, mac->digest);
}

static void fill_block(unsigned char *block, const zend_string *key)
{
	memset(block, 0, BRINE_SHA256_BLOCK_SIZE);
	if (ZSTR_LEN(key) <= BRINE_SHA256_BLOCK_SIZE) {
		memcpy(block, ZSTR_VAL(key), ZSTR_LEN(key));
	} else {
		brine_sha256 hash;

		brine_sha256_init(&hash);
		brine_sha256_update(&hash, ZSTR_VAL(key), ZSTR_LEN(key));
		brine_sha256_final(&hash, block);
		ZEND_SECURE_ZERO(&hash, sizeof(hash));
	}
}

/* Hashes the block with every byte changed by `pad`. */
static void start_hash(brine_sha256 *hash, const unsigned char *block, unsigned char pad)
{
	unsigned char padded[BRINE_SHA256_BLOCK_SIZE];

	for (unsigned i = 0; i < BRINE_SHA256_BLOCK_SIZE; i++) {
		padded[i] = block[i] ^ pad;
	}
	brine_sha256_init(hash);
	brine_sha256_update(hash, padded, BRINE_SHA256_BLOCK_SIZE);
	ZEND_SECURE_ZERO(padded, sizeof(padded));
}

static void prepare_key(brine_signing_key *key, const unsigned char *block)
{
	brine_mac mac;

	memcpy(key->block, block, BRINE_SHA256_BLOCK_SIZE);
	start_hash(&key->inner, block, 0x36);
	start_hash(&key->outer, block, 0x5C);
	mac_start(&mac, key);
	brine_sha256_update(&mac.hash, key_id_text, sizeof(key_id_text) - 1);
	mac_end(&mac, key);
	for (unsigned i = 0; i < BRINE_KEY_ID_SIZE; i++) {
		key->id[i] = mac.digest[i] & 0x7F;
	}
	mac_start(&mac, key);
	brine_sha256_update(&mac.hash, key_mark_text, sizeof(key_mark_text) - 1);
	mac_end(&mac, key);
	memcpy(key->mark, mac.digest, BRINE_SHA256_SIZE);
	ZEND_SECURE_ZERO(&mac, sizeof(mac));
}

/* Returns the key's states, valid until the next call. */
static const brine_signing_key *find_key(const zend_string *bytes)
{
	brine_signing_keys *keys = BRINE_G(signing_keys);
	unsigned char block[BRINE_SHA256_BLOCK_SIZE];
	brine_signing_key *key = keys->keys;

	BRINE_ASSERT(ZSTR_LEN(bytes) > 0);
	fill_block(block, bytes);
	while (key < keys->keys + keys->count && memcmp(key->block, block, BRINE_SHA256_BLOCK_SIZE) != 0) {
		key++;
	}
	if (UNEXPECTED(key == keys->keys + keys->count)) {
		if (keys->count < BRINE_SIGNING_KEYS) {
			keys->count++;
		} else {
			key = &keys->keys[keys->oldest];
			keys->oldest = (keys->oldest + 1) % BRINE_SIGNING_KEYS;
		}
		prepare_key(key, block);
	}
	ZEND_SECURE_ZERO(block, sizeof(block));
	return key;
}

/* Computes the signature of a frame, with header and key id in place, into mac->digest. */
static void compute_signature(
	brine_mac *mac, const brine_signing_key *key, const char *frame, size_t size, const zend_string *context)
{
	size_t context_size = context ? ZSTR_LEN(context) : 0;
	unsigned char head[BRINE_FRAME_SIGNATURE_OFFSET + 8];

	memcpy(head, frame, BRINE_FRAME_SIGNATURE_OFFSET);
	brine_write_le(head + BRINE_FRAME_SIGNATURE_OFFSET, context_size, 8);
	mac_start(mac, key);
	brine_sha256_update(&mac->hash, head, sizeof(head));
	if (context_size > 0) {
		brine_sha256_update(&mac->hash, ZSTR_VAL(context), context_size);
	}
	brine_sha256_update(&mac->hash, frame + BRINE_FRAME_HEAD_SIZE, size - BRINE_FRAME_HEAD_SIZE);
	mac_end(mac, key);
}

void brine_sign(char *frame, size_t size, const zend_string *key, const zend_string *context)
{
	const brine_signing_key *signing_key = find_key(key);
	brine_mac mac;

	BRINE_ASSERT(size >= BRINE_FRAME_HEAD_SIZE && ZSTR_LEN(key) >= BRINE_SIGNING_KEY_MIN);
	memcpy(frame, BRINE_FRAME_HEADER, BRINE_HEADER_SIZE);
	memcpy(frame + BRINE_HEADER_SIZE, signing_key->id, BRINE_KEY_ID_SIZE);
	compute_signature(&mac, signing_key, frame, size, context);
	memcpy(frame + BRINE_FRAME_SIGNATURE_OFFSET, mac.digest, BRINE_SHA256_SIZE);
	ZEND_SECURE_ZERO(&mac, sizeof(mac));
}

static bool signatures_are_equal(const unsigned char *a, const unsigned char *b)
{
	uint64_t difference = 0;

	for (unsigned i = 0; i < BRINE_SHA256_SIZE; i += sizeof(difference)) {
		uint64_t word_of_a, word_of_b;

		memcpy(&word_of_a, a + i, sizeof(word_of_a));
		memcpy(&word_of_b, b + i, sizeof(word_of_b));
		/* Volatile, or the compiler may leave the loop at the first difference. */
		difference |= *(volatile uint64_t *) &word_of_a ^ word_of_b;
	}
	return difference == 0;
}

/* The key's states if the frame claims to be signed with the key; otherwise NULL. */
static const brine_signing_key *find_key_of(const char *frame, size_t size, const zend_string *key)
{
	const brine_signing_key *signing_key;

	if (size < BRINE_FRAME_HEAD_SIZE || memcmp(frame, BRINE_FRAME_HEADER, BRINE_HEADER_SIZE) != 0) {
		return NULL;
	}
	signing_key = find_key(key);
	return memcmp(frame + BRINE_HEADER_SIZE, signing_key->id, BRINE_KEY_ID_SIZE) == 0 ? signing_key : NULL;
}

bool brine_verify(const char *frame, size_t size, const zend_string *key, const zend_string *context)
{
	const brine_signing_key *signing_key = find_key_of(frame, size, key);
	brine_mac mac;
	bool equal;

	if (!signing_key) {
		return false;
	}
	compute_signature(&mac, signing_key, frame, size, context);
	equal = signatures_are_equal((const unsigned char *) frame + BRINE_FRAME_SIGNATURE_OFFSET, mac.digest);
	ZEND_SECURE_ZERO(&mac, sizeof(mac));
	return equal;
}

bool brine_names_key(const char *frame, size_t size, const zend_string *key, unsigned char *mark)
{
	const brine_signing_key *signing_key = find_key_of(frame, size, key);

	if (!signing_key) {
		return false;
	}
	memcpy(mark, signing_key->mark, BRINE_SHA256_SIZE);
	return true;
}
