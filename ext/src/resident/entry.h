/*
 * A resident value: one memory block that is never written after its creation. So its size is known exactly, and it is
 * freed at once. Layout: entry, payload, context, value.
 */
#ifndef BRINE_RESIDENT_ENTRY_H
#define BRINE_RESIDENT_ENTRY_H

#include "php.h"
#include "core/compat.h"

#define BRINE_RESIDENT_KEY_SIZE 32

/* The verification of a signed payload. The same bytes with another key or context are a different source. */
typedef struct {
	/* Stands for the key, which cannot be derived from it. */
	unsigned char key[BRINE_RESIDENT_KEY_SIZE];
	const char *context;
	size_t context_size;
} brine_resident_seal;

/*
 * Bytes to decode, from `start` on, and their seal, or NULL. If is_opened, the option "open" turns them into `content`,
 * which brine_resident_get() does not need; the same bytes without it are a different source.
 */
typedef struct {
	const char *payload;
	size_t start;
	size_t size;
	const brine_resident_seal *seal;
	bool is_opened;
	const zend_string *content;
} brine_resident_source;

/* How bytes are read: through the option "open", so that stale classes are refused, and with a signature. */
#define BRINE_READ_OPENED 1
#define BRINE_READ_CHECKED 2
#define BRINE_READ_SIGNED 4

static zend_always_inline uint32_t brine_resident_reading(const brine_resident_source *source, bool refuses_stale)
{
	return (source->is_opened ? BRINE_READ_OPENED : 0) | (refuses_stale ? BRINE_READ_CHECKED : 0)
		| (source->seal ? BRINE_READ_SIGNED : 0);
}

/* Why a value is not resident: X(name, key), where the key is the name in lower case. */
#define BRINE_RESIDENT_REASONS(X) \
	X(SCALAR, "scalar") \
	X(REFERENCES, "references") \
	X(SERIALIZABLE, "serializable") \
	X(INTERNAL_CLASS, "internal_class") \
	X(MISSING_CLASS, "missing_class") \
	X(PROPERTIES, "properties") \
	X(TOO_DEEP, "too_deep") \
	X(TOO_LARGE, "too_large") \
	X(FULL, "full") \
	X(BLOCKED, "blocked") \
	X(BUSY, "busy")

#define BRINE_RESIDENT_REASON_ENUM(name, key) BRINE_REFUSED_##name,
typedef enum {
	BRINE_RESIDENT_REASONS(BRINE_RESIDENT_REASON_ENUM) BRINE_REFUSED_COUNT
} brine_resident_reason;
#undef BRINE_RESIDENT_REASON_ENUM

struct brine_template;

typedef struct brine_resident_entry {
	size_t block_size;
	/* Unique in all tables of the process. */
	uint64_t serial;
	/* Number of its place in a domain. */
	uint32_t place;
	/*
	 * The payload; one long string that is also in the value is left out at `string_at`, which is payload_size if there
	 * is none.
	 */
	const char *payload;
	size_t payload_size;
	size_t string_at;
	const zend_string *string;
	/* Bytes that were decoded: after a frame's head, or if is_opened, what the option "open" returned. */
	size_t content_size;
	/* BRINE_READ_*: the same bytes, read in another way, are a different source. */
	uint32_t reading;
	brine_resident_seal seal;
	/* Charged against max_depth, max_elements and max_memory. */
	uint32_t depth;
	zend_ulong elements;
	uint64_t memory;
	/* The value; with objects, the template that makes it. */
	zval value;
	const struct brine_template *template;
} brine_resident_entry;

/* True if the bytes from the omitted string on equal the entry's. */
ZEND_ATTRIBUTE_NONNULL bool brine_resident_has_rest(const brine_resident_entry *entry, const char *payload);

static zend_always_inline bool brine_resident_has_payload(
	const brine_resident_entry *entry, const char *payload, size_t size)
{
	return entry->payload_size == size && memcmp(entry->payload, payload, entry->string_at) == 0
		&& (EXPECTED(entry->string_at == size) || brine_resident_has_rest(entry, payload));
}

/* Use malloc(), never memory_limit; with BRINE_RESIDENT_GUARD, mapped memory in whole pages. NULL if out of memory. */
void *brine_resident_allocate(size_t *size);
void brine_resident_free(void *block, size_t size);
/* Call once the block is complete; it must not be written after that. */
void brine_resident_seal_block(void *block, size_t size);

ZEND_ATTRIBUTE_NONNULL void brine_resident_entry_free(brine_resident_entry *entry);

#endif
