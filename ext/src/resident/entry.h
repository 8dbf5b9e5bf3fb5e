/*
 * What is kept of a value: one block of memory, which is not written to after it was made, so that its size is known exactly and it is freed in one
 * piece. The block begins with the entry; then there are the payload, the context, and the value.
 */
#ifndef BRINE_RESIDENT_ENTRY_H
#define BRINE_RESIDENT_ENTRY_H

#include "php.h"
#include "core/compat.h"

#define BRINE_RESIDENT_KEY_SIZE 32

/* What has verified a signed payload; bytes that another key, or another context, would have to verify are other bytes. */
typedef struct {
	/* Stands for the key, which cannot be found from it. */
	unsigned char key[BRINE_RESIDENT_KEY_SIZE];
	const char *context;
	size_t context_size;
} brine_resident_seal;

/*
 * Bytes of which a value is decoded, from `start` on, and what has to verify them, or NULL. If the option "open" is called for what is inside of them,
 * is_opened, that is `content`, which brine_resident_get() does not need. They are other bytes than those that are decoded themselves.
 */
typedef struct {
	const char *payload;
	size_t start;
	size_t size;
	const brine_resident_seal *seal;
	bool is_opened;
	const zend_string *content;
} brine_resident_source;

/* Why a value is not kept: X(name, key), where the key is the name in lower case. */
#define BRINE_RESIDENT_REASONS(X) \
	X(SCALAR, "scalar") \
	X(REFERENCES, "references") \
	X(SERIALIZABLE, "serializable") \
	X(INTERNAL_CLASS, "internal_class") \
	X(MISSING_CLASS, "missing_class") \
	X(PROPERTIES, "properties") \
	X(TOO_DEEP, "too_deep") \
	X(TOO_LARGE, "too_large") \
	X(FULL, "full")

#define BRINE_RESIDENT_REASON_ENUM(name, key) BRINE_REFUSED_##name,
typedef enum {
	BRINE_RESIDENT_REASONS(BRINE_RESIDENT_REASON_ENUM) BRINE_REFUSED_COUNT
} brine_resident_reason;
#undef BRINE_RESIDENT_REASON_ENUM

struct brine_template;

typedef struct brine_resident_entry {
	size_t block_size;
	/* No other entry of the process has had it. */
	uint64_t serial;
	/* The payload, but for one long string that the value has too: that is left out at `string_at`, which is payload_size where there is none. */
	const char *payload;
	size_t payload_size;
	size_t string_at;
	const zend_string *string;
	/* Bytes that were decoded: those behind a frame's head; or those that the option "open" gave, as is_opened says. */
	size_t content_size;
	bool is_opened;
	bool is_signed;
	brine_resident_seal seal;
	/* What a decode counts against max_depth, max_elements and max_memory. */
	uint32_t depth;
	zend_ulong elements;
	uint64_t memory;
	/* The value; if there are objects in it, what makes it. */
	zval value;
	const struct brine_template *template;
} brine_resident_entry;

/* Whether the bytes from the string on are those of the entry. */
ZEND_ATTRIBUTE_NONNULL bool brine_resident_has_rest(const brine_resident_entry *entry, const char *payload);

static zend_always_inline bool brine_resident_has_payload(
	const brine_resident_entry *entry, const char *payload, size_t size)
{
	return entry->payload_size == size && memcmp(entry->payload, payload, entry->string_at) == 0
		&& (EXPECTED(entry->string_at == size) || brine_resident_has_rest(entry, payload));
}

/* Both with malloc(), never under memory_limit; mapped memory, in whole pages, in a build with BRINE_RESIDENT_GUARD. NULL where there is none. */
void *brine_resident_allocate(size_t *size);
void brine_resident_free(void *block, size_t size);
/* Nothing is written to the block any more. */
void brine_resident_seal_block(void *block, size_t size);

ZEND_ATTRIBUTE_NONNULL void brine_resident_entry_free(brine_resident_entry *entry);

#endif
