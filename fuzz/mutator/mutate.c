/*
 * Mutator for targets with an options byte and a payload; a dictionary file is a payload too. Exchanges, copies, adds
 * and removes whole values, changes numbers, and amplifies, adjusting later numbers so that results stay valid.
 * Alternates with libFuzzer's format-unaware mutations.
 */
#include "amplify.h"
#include "copy.h"
#include "generate.h"
#include "../host.h"
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
	size_t max_size, unsigned seed);

#define MAX_SIZE (1 << 16)

/* Bytes before the header. */
#define OPTIONS_SIZE 1
#define SIZE_SIZE 2

static walk first_walk;
static walk second_walk;

/* A payload within an input. */
typedef struct {
	size_t start;
	size_t end;
	/* Preceded by its size, in two bytes. */
	bool is_sized;
} part;

/* In an input with a dictionary (php/dictionary.php): the dictionary, or the payload after it. */
static part pick_of_two(const uint8_t *data, size_t size, dice *d)
{
	size_t start = OPTIONS_SIZE + SIZE_SIZE, end;

	if (size < start) {
		return (part){size, size, false};
	}
	end = start + data[OPTIONS_SIZE] + ((size_t) data[OPTIONS_SIZE + 1] << 8);
	if (end > size) {
		end = size;
	}
	return once_in(d, 2) ? (part){start, end, true} : (part){end, size, false};
}

static part pick_part(const uint8_t *data, size_t size, dice *d)
{
	if (host_has_dictionaries()) {
		return pick_of_two(data, size, d);
	}
	return (part){size < OPTIONS_SIZE ? size : OPTIONS_SIZE, size, false};
}

/* Records a part's new size. */
static void resize_part(uint8_t *data, const part *p, size_t size)
{
	if (p->is_sized) {
		data[p->start - 2] = (uint8_t) size;
		data[p->start - 1] = (uint8_t) (size >> 8);
	}
}

static bool has_header(const uint8_t *payload, size_t size)
{
	return size > BRINE_HEADER_SIZE && payload[0] == BRINE_MAGIC && payload[1] == BRINE_VERSION_BYTE;
}

/* Numbering at the start of a value; shapes defined later are not used. */
static void start_generator(generator *g, const walk *w, const span *s, tape *out, dice *d)
{
	g->out = out;
	g->dice = d;
	g->seen = w->seen;
	memcpy(g->seen.next, s->before, sizeof(s->before));
	g->budget = 1 + roll(d, once_in(d, 4) ? 60 : 12);
}

static void replace_by_new(tape *out, const walk *w, const span *old, dice *d)
{
	generator g;

	start_generator(&g, w, old, out, d);
	put_bytes(out, w->bytes, old->start);
	generate_value(&g);
	put_rest(out, w, old, g.seen.next);
}

/* Replaces a value by one of this or another payload. */
static void replace_by_copy(tape *out, const walk *w, const span *old, const walk *source, const span *copied)
{
	renumbering r = {
		.from = copied->before,
		.to = old->before,
		.is_foreign = w != source || copied->start >= old->start,
	};
	uint32_t now[SEQUENCES];

	put_bytes(out, w->bytes, old->start);
	copy_part(out, source, copied->start, copied->end, &r);
	for (unsigned i = 0; i < SEQUENCES; i++) {
		now[i] = old->before[i] + copied->after[i] - copied->before[i];
	}
	put_rest(out, w, old, now);
}

/* Wraps the value: as the only or one of two children of a new one. */
static void wrap(tape *out, const walk *w, const span *old, dice *d)
{
	static const struct {
		uint8_t bytes[3];
		uint8_t size;
		sequence adds;
	} wraps[] = {
		{{BRINE_TAG_SHORT_LIST}, 1, ARRAYS},
		{{BRINE_TAG_SHORT_LIST + 1}, 1, ARRAYS},
		{{BRINE_TAG_RUN, 9, BRINE_COLUMN_CONSTANT}, 3, ARRAYS},
		{{BRINE_TAG_REFERENCE}, 1, REFERENCES},
	};
	unsigned kind = roll(d, sizeof(wraps) / sizeof(*wraps));
	uint32_t inner[SEQUENCES];
	renumbering r = {.from = old->before, .to = inner};
	generator g;

	start_generator(&g, w, old, out, d);
	memcpy(inner, old->before, sizeof(inner));
	inner[wraps[kind].adds]++;
	put_bytes(out, w->bytes, old->start);
	put_bytes(out, wraps[kind].bytes, wraps[kind].size);
	copy_part(out, w, old->start, old->end, &r);
	for (unsigned i = 0; i < SEQUENCES; i++) {
		g.seen.next[i] = inner[i] + old->after[i] - old->before[i];
	}
	if (kind == 1) {
		generate_value(&g);
	}
	put_rest(out, w, old, g.seen.next);
}

/* Rewrites a list's tag and count, and copies the bytes up to `until`. */
static void put_list_head(tape *out, const walk *w, const span *list, uint32_t until, int change)
{
	uint32_t first = list->start + 1;
	uint64_t count = w->bytes[list->start] - BRINE_TAG_SHORT_LIST + 1u;

	for (uint32_t i = 0; w->bytes[list->start] == BRINE_TAG_LIST && i < w->piece_count; i++) {
		if (w->pieces[i].start == list->start + 1) {
			count = w->pieces[i].number;
			first += w->pieces[i].size;
			break;
		}
	}
	count += (uint64_t) change;
	put_bytes(out, w->bytes, list->start);
	if (count > 0 && count <= BRINE_SHORT_LIST_MAX) {
		put(out, BRINE_TAG_SHORT_LIST + (unsigned) count - 1);
	} else {
		put(out, BRINE_TAG_LIST);
		put_uv(out, count);
	}
	put_bytes(out, w->bytes + first, until - first);
}

/* Removes or duplicates a list's element. */
static void resize_list(tape *out, const walk *w, const span *element, dice *d)
{
	const span *list = &w->spans[element->list];
	uint32_t now[SEQUENCES];
	bool remove = once_in(d, 2);

	put_list_head(out, w, list, remove ? element->start : element->end, remove ? -1 : 1);
	memcpy(now, remove ? element->before : element->after, sizeof(now));
	if (!remove) {
		renumbering r = {.from = element->before, .to = element->after};

		copy_part(out, w, element->start, element->end, &r);
		for (unsigned i = 0; i < SEQUENCES; i++) {
			now[i] += element->after[i] - element->before[i];
		}
	}
	put_rest(out, w, element, now);
}

/* Changes one number, count, or column byte, and nothing else. */
static void change_piece(tape *out, const walk *w, dice *d)
{
	const piece *p = &w->pieces[roll(d, w->piece_count)];

	put_bytes(out, w->bytes, p->start);
	if (p->kind == PIECE_BYTE) {
		put(out, once_in(d, 2) ? w->bytes[p->start] ^ 1u << roll(d, 8) : (unsigned) roll_bits(d) & 0xFF);
	} else {
		uint64_t number = once_in(d, 2) ? p->number + (once_in(d, 2) ? 1 : UINT64_MAX) : roll_interesting(d);

		if (p->kind == PIECE_UV) {
			put_uv(out, number);
		} else {
			put_reference(out, p->of, number);
		}
	}
	put_bytes(out, w->bytes + p->start + p->size, w->size - p->start - p->size);
}

static void mutate_value(tape *out, const walk *w, dice *d)
{
	const span *s = pick_span(w, d);
	const span *other = pick_span(w, d);
	unsigned kind = roll(d, 14);

	if (kind >= 10) {
		amplify(out, w, d);
	} else if (s && kind < 4) {
		replace_by_new(out, w, s, d);
	} else if (s && other && kind < 6) {
		replace_by_copy(out, w, s, w, other);
	} else if (s && kind == 6) {
		wrap(out, w, s, d);
	} else if (s && kind < 9 && s->list != UINT32_MAX) {
		resize_list(out, w, s, d);
	} else if (w->piece_count > 0) {
		change_piece(out, w, d);
	} else if (s) {
		replace_by_new(out, w, s, d);
	}
}

/* Mutates the payload at `data`, whose header may be missing or damaged. */
static size_t mutate_payload(uint8_t *data, size_t size, size_t max_size, dice *d)
{
	static uint8_t bytes[MAX_SIZE];
	tape out = {bytes, 0, max_size < MAX_SIZE ? max_size : MAX_SIZE};

	if (!has_header(data, size) || once_in(d, 4)) {
		return LLVMFuzzerMutate(data, size, max_size);
	}
	walk_payload(&first_walk, data + BRINE_HEADER_SIZE, size - BRINE_HEADER_SIZE);
	put_bytes(&out, data, BRINE_HEADER_SIZE);
	mutate_value(&out, &first_walk, d);
	if (out.size == BRINE_HEADER_SIZE) {
		return LLVMFuzzerMutate(data, size, max_size);
	}
	memcpy(data, out.bytes, out.size);
	return out.size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	static uint8_t behind[MAX_SIZE];
	size_t left, mutated;
	part p;
	dice d;

	dice_init(&d, seed);
	p = pick_part(data, size, &d);
	left = size - p.end;
	if (left > sizeof(behind) || once_in(&d, 16)) {
		return LLVMFuzzerMutate(data, size, max_size);
	}
	if (once_in(&d, 16)) {
		data[0] = (uint8_t) roll_bits(&d);
	}
	memcpy(behind, data + p.end, left);
	mutated = mutate_payload(data + p.start, p.end - p.start, max_size - p.start - left, &d);
	memcpy(data + p.start + mutated, behind, left);
	resize_part(data, &p, mutated);
	return p.start + mutated + left;
}

/* Replaces a value of one payload by one of the other. */
static void cross(tape *out, const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, dice *d)
{
	const span *old, *copied;

	if (!has_header(data1, size1) || !has_header(data2, size2)) {
		put_bytes(out, data1, size1);
		return;
	}
	walk_payload(&first_walk, data1 + BRINE_HEADER_SIZE, size1 - BRINE_HEADER_SIZE);
	walk_payload(&second_walk, data2 + BRINE_HEADER_SIZE, size2 - BRINE_HEADER_SIZE);
	put_bytes(out, data1, BRINE_HEADER_SIZE);
	old = pick_span(&first_walk, d);
	copied = pick_span(&second_walk, d);
	if (old && copied) {
		replace_by_copy(out, &first_walk, old, &second_walk, copied);
	} else {
		put_bytes(out, data1 + BRINE_HEADER_SIZE, size1 - BRINE_HEADER_SIZE);
	}
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
	size_t max_size, unsigned seed)
{
	tape crossed = {out, 0, max_size};
	size_t mutated;
	part p1, p2;
	dice d;

	dice_init(&d, seed);
	p1 = pick_part(data1, size1, &d);
	p2 = pick_part(data2, size2, &d);
	put_bytes(&crossed, data1, p1.start);
	cross(&crossed, data1 + p1.start, p1.end - p1.start, data2 + p2.start, p2.end - p2.start, &d);
	mutated = crossed.size - p1.start;
	put_bytes(&crossed, data1 + p1.end, size1 - p1.end);
	resize_part(out, &p1, mutated);
	return crossed.size;
}
