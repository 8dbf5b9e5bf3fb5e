#include "resident/held.h"
#include "resident/record.h"
#include "resident/set.h"
#include "resident/table.h"

/* The part of memory_limit that all values of a script may take. */
#define PART_OF_MEMORY_LIMIT 8
/* A value takes at most this fraction of that. */
#define LARGEST_PART 2
#define MAX_SETS (1 << 14)

struct brine_held {
	size_t max;
	/* No more than that, and renewed with the budget, since scripts change memory_limit. */
	size_t limit;
	size_t bytes;
	/* While more than half is in use, bytes that may be added until `renewed` is another second. */
	size_t budget;
	time_t renewed;
	/* Counts movements of the hand. */
	uint32_t now;
	uint32_t hand;
	uint32_t set_mask;
	uint32_t entries;
	uint64_t evicted;
	brine_resident_use *uses;
	brine_resident_place places[];
};

static size_t limit_of(size_t max)
{
	return PG(memory_limit) > 0 ? MIN(max, (size_t) PG(memory_limit) / PART_OF_MEMORY_LIMIT) : max;
}

static uint32_t place_count(const brine_held *held)
{
	return held->set_mask + BRINE_RESIDENT_WAYS;
}

brine_held *brine_held_new(size_t max)
{
	uint32_t count = brine_resident_sets_for(limit_of(max), MAX_SETS) * BRINE_RESIDENT_WAYS;
	size_t size = sizeof(brine_held) + count * sizeof(brine_resident_place);
	brine_held *held = ecalloc(1, size + count * sizeof(brine_resident_use));

	held->max = max;
	held->limit = limit_of(max);
	held->set_mask = count - BRINE_RESIDENT_WAYS;
	held->uses = (brine_resident_use *) ((char *) held + size);
	return held;
}

static void evict(brine_held *held, uint32_t number)
{
	brine_resident_entry *entry = held->places[number].entry;

	held->places[number].entry = NULL;
	held->bytes -= entry->block_size;
	held->entries--;
	/* Without objects there is no destructor, and nothing that the cycle collector would find. */
	zval_ptr_dtor_nogc(&entry->value);
	efree(entry);
}

void brine_held_free(brine_held *held)
{
	for (uint32_t i = 0; i < place_count(held); i++) {
		if (held->places[i].entry) {
			evict(held, i);
		}
	}
	efree(held);
}

const brine_resident_entry *brine_held_find(brine_held *held, uint64_t hash, const char *payload, size_t size)
{
	uint32_t set = brine_resident_set(hash, held->set_mask);

	for (uint32_t i = set; i < set + BRINE_RESIDENT_WAYS; i++) {
		const brine_resident_entry *entry = held->places[i].entry;

		if (entry && held->places[i].hash == hash && brine_resident_has_payload(entry, payload, size)) {
			held->uses[i].last_hit = held->now;
			return entry;
		}
	}
	return NULL;
}

uint32_t brine_held_sights(brine_held *held)
{
	time_t now = time(NULL);

	if (now != held->renewed) {
		held->renewed = now;
		held->limit = limit_of(held->max);
		held->budget = held->limit / BRINE_RESIDENT_BUDGET * 2;
	}
	return brine_resident_sights_at(held->bytes, held->limit, held->budget);
}

/* Moves the hand until there is room; at last all uses have been counted down. */
static void make_room(brine_held *held, size_t size)
{
	held->now++;
	while (held->bytes > held->limit - size) {
		uint32_t number = held->hand;

		held->hand = (number + 1) % place_count(held);
		if (held->places[number].entry && brine_resident_pass(&held->uses[number], false)) {
			evict(held, number);
			held->evicted++;
		}
	}
}

/* A place of the set: a free one, or that of the longest unused entry. */
static uint32_t place_for(brine_held *held, uint64_t hash)
{
	uint32_t set = brine_resident_set(hash, held->set_mask), oldest = set;

	for (uint32_t i = set; i < set + BRINE_RESIDENT_WAYS; i++) {
		if (!held->places[i].entry) {
			return i;
		}
		if (held->now - held->uses[i].last_hit > held->now - held->uses[oldest].last_hit) {
			oldest = i;
		}
	}
	evict(held, oldest);
	held->evicted++;
	return oldest;
}

bool brine_held_add(brine_held *held, uint64_t hash, const brine_resident_source *source, const brine_decoder *decoder,
	const zval *value, const brine_decode_options *options)
{
	size_t context_size = source->seal ? source->seal->context_size : 0;
	size_t block_size = sizeof(brine_resident_entry) + source->size + context_size;
	uint64_t size = block_size + decoder->max_memory - decoder->memory_left;
	brine_resident_entry *entry;
	uint32_t number;

	if (size > held->limit / LARGEST_PART) {
		return false;
	}
	make_room(held, (size_t) size);
	entry = emalloc(block_size);
	brine_resident_describe(entry, source, decoder, options);
	entry->block_size = (size_t) size;
	entry->payload = (const char *) memcpy(entry + 1, source->payload, source->size);
	if (source->seal) {
		entry->seal.context = (const char *) entry->payload + source->size;
		memcpy((char *) (entry + 1) + source->size, source->seal->context ? source->seal->context : "", context_size);
	}
	ZVAL_COPY(&entry->value, value);
	number = place_for(held, hash);
	held->places[number] = (brine_resident_place){hash, entry};
	held->uses[number] = (brine_resident_use){.last_hit = held->now, .seen = (uint16_t) held->now};
	held->bytes += entry->block_size;
	held->entries++;
	held->budget -= MIN(held->budget, held->bytes > held->limit / 2 ? entry->block_size : 0);
	return true;
}

brine_held_status brine_held_get_status(const brine_held *held)
{
	return (brine_held_status){held->limit, held->bytes, held->entries, held->evicted};
}
