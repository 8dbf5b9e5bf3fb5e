#include "copy.h"

static uint64_t renumbered(const renumbering *r, const piece *p)
{
	uint32_t from = r->from[p->of], to = r->to[p->of];

	if (p->of == STRINGS && r->has_strings) {
		return p->number;
	}
	if (p->number >= from) {
		return p->number - from + to;
	}
	return r->is_foreign && to > 0 ? p->number % to : p->number;
}

void copy_part(tape *out, const walk *w, uint32_t start, uint32_t end, const renumbering *r)
{
	for (uint32_t i = 0; i < w->piece_count && start < end; i++) {
		const piece *p = &w->pieces[i];
		bool is_known = p->kind == PIECE_STRING && r->has_strings;

		if ((p->kind != PIECE_REFERENCE && !is_known) || p->start < start || p->start + p->size > end) {
			continue;
		}
		put_bytes(out, w->bytes + start, p->start - start);
		put_reference(out, p->of, renumbered(r, p));
		start = p->start + p->size;
	}
	if (start < end) {
		put_bytes(out, w->bytes + start, end - start);
	}
}

void put_rest(tape *out, const walk *w, const span *old, const uint32_t *now)
{
	renumbering r = {.from = old->after, .to = now};

	copy_part(out, w, old->end, w->size, &r);
}

const span *pick_span(const walk *w, dice *d)
{
	for (unsigned tries = 0; w->span_count > 0 && tries < 20; tries++) {
		const span *s = &w->spans[roll(d, w->span_count)];

		if (s->end > 0) {
			return s;
		}
	}
	return NULL;
}
