#include "amplify.h"
#include "copy.h"
#include <string.h>

/* Number of repetitions for a part of `size` bytes; excess is cut off. */
static uint32_t roll_times(const tape *out, const walk *w, uint32_t size, dice *d)
{
	size_t left = out->capacity > w->size ? out->capacity - w->size : 0;
	uint64_t most = 2 + left / (size + 1), times = UINT64_C(2) << roll(d, 14);

	return (uint32_t) (times < most ? times : most);
}

/*
 * Replaces a value by a list of copies. Back-references within a copy are adjusted; in a chain, so are those to the
 * previous value. Strings may be defined once.
 */
static void repeat_value(tape *out, const walk *w, const span *old, dice *d)
{
	uint32_t times = roll_times(out, w, old->end - old->start, d);
	uint32_t from[SEQUENCES], to[SEQUENCES], now[SEQUENCES];
	renumbering r = {.from = from, .to = to};
	bool is_chain = once_in(d, 3), gives_strings_once = !once_in(d, 4);

	put_bytes(out, w->bytes, old->start);
	put(out, BRINE_TAG_LIST);
	put_uv(out, times);
	memcpy(now, old->before, sizeof(now));
	now[ARRAYS]++;
	for (uint32_t copy = 0; copy < times; copy++) {
		for (unsigned i = 0; i < SEQUENCES; i++) {
			uint32_t added = old->after[i] - old->before[i];
			uint32_t back = is_chain && copy > 0 && added <= old->before[i] ? added : 0;

			from[i] = old->before[i] - back;
			to[i] = now[i] - back;
			now[i] += i == STRINGS && r.has_strings ? 0 : added;
		}
		copy_part(out, w, old->start, old->end, &r);
		r.has_strings = gives_strings_once;
	}
	put_rest(out, w, old, now);
}

/* Repeats names, keys or other parts of a construct, and raises the count before them. */
static void repeat_pieces(tape *out, const walk *w, dice *d)
{
	uint32_t first = roll(d, w->piece_count), last = first + roll(d, 3), count = first;
	uint32_t start, end, times;

	last = last < w->piece_count ? last : w->piece_count - 1;
	start = w->pieces[first].start;
	end = w->pieces[last].start + w->pieces[last].size;
	if (end <= start) {
		return;
	}
	times = roll_times(out, w, end - start, d);
	while (count > 0 && w->pieces[count].kind != PIECE_UV) {
		count--;
	}
	if (w->pieces[count].kind == PIECE_UV && w->pieces[count].start < start) {
		const piece *p = &w->pieces[count];

		put_bytes(out, w->bytes, p->start);
		put_uv(out, p->number + times);
		put_bytes(out, w->bytes + p->start + p->size, start - p->start - p->size);
	} else {
		put_bytes(out, w->bytes, start);
	}
	for (; times > 0; times--) {
		put_bytes(out, w->bytes + start, end - start);
	}
	put_bytes(out, w->bytes + start, w->size - start);
}

/* A string definition, or NULL. */
static const piece *pick_string(const walk *w, dice *d)
{
	for (unsigned tries = 0; w->piece_count > 0 && tries < 20; tries++) {
		const piece *p = &w->pieces[roll(d, w->piece_count)];

		if (p->kind == PIECE_STRING) {
			return p;
		}
	}
	return NULL;
}

/* Start of a string's bytes. */
static uint32_t text_of(const walk *w, const piece *p)
{
	uint32_t head = p->start + 1;

	if (w->bytes[p->start] != BRINE_TAG_STRING) {
		return head;
	}
	return head + (w->bytes[head] < BRINE_UV_2_LEAD ? 1 : w->bytes[head] < BRINE_UV_3_LEAD ? 2 : 3);
}

/* Repeats a string's last byte, so that a name stays a name; or shortens it. */
static void resize_string(tape *out, const walk *w, const piece *p, dice *d)
{
	static const uint32_t sizes[] = {64, 65, 127, 128, 129, 255, 256, 257, 1000, 4096};
	uint32_t size = once_in(d, 2) ? sizes[roll(d, sizeof(sizes) / sizeof(*sizes))]
								  : 2 + roll_times(out, w, 1, d) / (1 + roll(d, 3));
	uint32_t text = text_of(w, p), end = p->start + p->size, kept = end - text < size ? end - text : size;

	put_bytes(out, w->bytes, p->start);
	put(out, BRINE_TAG_STRING);
	put_uv(out, size);
	put_bytes(out, w->bytes + text, kept);
	for (; kept < size; kept++) {
		put(out, w->bytes[end - 1]);
	}
	put_bytes(out, w->bytes + end, w->size - end);
}

static bool is_same_string(const walk *w, const piece *a, const piece *b)
{
	return a->size == b->size && memcmp(w->bytes + a->start, w->bytes + b->start, a->size) == 0;
}

/* Turns strings after a chosen one into references to it: all, or the equal ones. */
static void refer_to_string(tape *out, const walk *w, const piece *to, dice *d)
{
	bool all = !once_in(d, 4);
	uint32_t at = 0;
	uint64_t gone = 0;

	for (const piece *p = w->pieces; p < w->pieces + w->piece_count; p++) {
		bool gives_way = p->kind == PIECE_STRING && p > to && (all || is_same_string(w, p, to));
		uint64_t number = p->number;

		if (p->start < at || (!gives_way && (p->kind != PIECE_REFERENCE || p->of != STRINGS))) {
			continue;
		}
		if (gives_way || (all && number > to->number)) {
			number = to->number;
		} else if (number > to->number) {
			number -= gone;
		}
		put_bytes(out, w->bytes + at, p->start - at);
		put_reference(out, STRINGS, number);
		gone += gives_way;
		at = p->start + p->size;
	}
	put_bytes(out, w->bytes + at, w->size - at);
}

/* The longest of a few random strings. */
static const piece *pick_long_string(const walk *w, dice *d)
{
	const piece *longest = pick_string(w, d);

	for (unsigned tries = 0; longest && tries < 4; tries++) {
		const piece *p = pick_string(w, d);

		longest = p && p->size > longest->size ? p : longest;
	}
	return longest;
}

/* Raises a count to about what the remaining bytes allow, and appends bytes to the value. */
static void raise_count(tape *out, const walk *w, dice *d)
{
	const piece *p = &w->pieces[roll(d, w->piece_count)];
	uint32_t room = roll_times(out, w, 1, d);

	for (unsigned tries = 0; p->kind != PIECE_UV && tries < 20; tries++) {
		p = &w->pieces[roll(d, w->piece_count)];
	}
	if (p->kind != PIECE_UV) {
		return;
	}
	put_bytes(out, w->bytes, p->start);
	put_uv(out, ((uint64_t) w->size + room) << roll(d, 5));
	put_bytes(out, w->bytes + p->start + p->size, w->size - p->start - p->size);
	for (; once_in(d, 2) && room > 0; room--) {
		put(out, 0);
	}
}

/* Appends a long string to the value, as a list's second element. */
static void append_string(tape *out, const walk *w, dice *d)
{
	const span *root = &w->spans[0];
	uint32_t now[SEQUENCES], size = roll_times(out, w, 1, d);
	renumbering r = {.from = root->before, .to = now};

	memcpy(now, root->before, sizeof(now));
	now[ARRAYS]++;
	put(out, BRINE_TAG_SHORT_LIST + 1);
	copy_part(out, w, 0, w->size, &r);
	put(out, BRINE_TAG_STRING);
	put_uv(out, size);
	for (; size > 0; size--) {
		put(out, 'l');
	}
}

void amplify(tape *out, const walk *w, dice *d)
{
	const span *s = pick_span(w, d);
	const piece *string = pick_long_string(w, d);

	switch (roll(d, 8)) {
		case 0:
		case 1:
		case 2:
			if (s) {
				repeat_value(out, w, s, d);
			}
			return;
		case 3:
			if (w->piece_count > 0) {
				repeat_pieces(out, w, d);
			}
			return;
		case 4:
			if (string) {
				resize_string(out, w, string, d);
			}
			return;
		case 5:
			if (string) {
				refer_to_string(out, w, string, d);
			}
			return;
		case 6:
			if (w->piece_count > 0) {
				raise_count(out, w, d);
			}
			return;
		case 7:
			if (w->span_count > 0) {
				append_string(out, w, d);
			}
			return;
	}
}
