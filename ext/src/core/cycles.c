#include "core/cycles.h"
#include "core/memory.h"

void brine_cycles_destroy(brine_cycles *cycles)
{
	pefree(cycles->levels, 1);
	pefree(cycles->groups, 1);
}

void brine_cycles_reset(brine_cycles *cycles)
{
	cycles->found = false;
	memset(cycles->referenced, 0, sizeof(cycles->referenced));
	cycles->level_count = 0;
	cycles->group_count = 0;
	BRINE_GROWABLE_TRIM(cycles->levels, cycles->level_capacity);
	BRINE_GROWABLE_TRIM(cycles->groups, cycles->group_capacity);
}

static bool has_leads(brine_leads leads)
{
	return leads.lowest > 0;
}

static zend_always_inline brine_cycle_level *level_at(brine_cycles *cycles, uint32_t level)
{
	while (UNEXPECTED(cycles->level_count <= level)) {
		BRINE_GROWABLE_ENSURE(cycles->levels, cycles->level_capacity, cycles->level_count);
		memset(&cycles->levels[cycles->level_count++], 0, sizeof(brine_cycle_level));
	}
	return &cycles->levels[level];
}

/* The nearest referenced level above `level`, or 0. */
static uint16_t referenced_above(const brine_cycles *cycles, uint32_t level)
{
	const uint32_t bits = 8 * sizeof(zend_ulong);
	uint32_t word = level / bits;
	zend_ulong left = cycles->referenced[word] & (((zend_ulong) 1 << level % bits) - 1);

	while (left == 0 && word > 0) {
		left = cycles->referenced[--word];
	}
	return left == 0 ? 0 : (uint16_t) (word * bits + bits - 1 - (uint32_t) zend_ulong_nlz(left));
}

/*
 * Removes the nearest lead. If the one after it was not recorded, the next referenced level stands in: whatever leads
 * further up lies in its region too.
 */
static brine_leads without_nearest(const brine_cycles *cycles, brine_leads leads)
{
	const uint32_t last = BRINE_NEAREST_LEADS - 1;
	uint16_t farthest = leads.nearest[last];

	if (leads.nearest[0] == leads.lowest) {
		return (brine_leads){0};
	}
	memmove(leads.nearest, leads.nearest + 1, last * sizeof(*leads.nearest));
	leads.nearest[last] = leads.lowest < farthest ? referenced_above(cycles, farthest) : 0;
	return leads;
}

static brine_leads both(brine_leads a, brine_leads b)
{
	brine_leads leads = {.lowest = !has_leads(a) || (has_leads(b) && b.lowest < a.lowest) ? b.lowest : a.lowest};
	const uint16_t *from_a = a.nearest, *from_b = b.nearest;

	for (uint32_t i = 0; i < BRINE_NEAREST_LEADS; i++) {
		leads.nearest[i] = MAX(*from_a, *from_b);
		/* Both pointers stay in bounds: each step forward matches an entry of the result. */
		from_a += *from_a == leads.nearest[i];
		from_b += *from_b == leads.nearest[i];
	}
	return leads;
}

/* Adds a branch to a level; `way` is the longest descent that starts inside the branch and climbs out of it. */
static void add_branch(brine_cycles *cycles, uint32_t level, uint32_t way, uint32_t height, brine_leads leads)
{
	brine_cycle_level *own = level_at(cycles, level);

	if (has_leads(own->leads) && own->leads.lowest < level) {
		own->way = MAX(own->way, own->branch + way);
	}
	if (leads.lowest < level) {
		own->way = MAX(own->way, MAX(way, own->climb + height));
		own->branch = MAX(own->branch, height);
	}
	own->climb = MAX(own->climb, way);
	if (!has_leads(own->leads)) {
		own->leads = leads;
	} else if (memcmp(&own->leads, &leads, sizeof(leads)) != 0) {
		own->leads = both(own->leads, leads);
	}
}

/* Adds a group that waits for the nearest level it leads to; returns it. */
static uint32_t add_group(brine_cycles *cycles, brine_leads leads, uint32_t bound)
{
	uint32_t group = MAX(cycles->group_count, 1);

	BRINE_GROWABLE_ENSURE(cycles->groups, cycles->group_capacity, group);
	cycles->groups[group] = (brine_cycle_group){.leads = leads, .bound = bound, .enclosing = group};
	if (has_leads(leads)) {
		brine_cycle_level *nearest = &cycles->levels[leads.nearest[0]];

		cycles->groups[group].next = nearest->waiting;
		nearest->waiting = group;
	}
	cycles->group_count = group + 1;
	return group;
}

/* The outermost complete region that a group leads to, directly or indirectly; the group itself if there is none. */
static const brine_cycle_group *outermost(brine_cycles *cycles, uint32_t group)
{
	brine_cycle_group *groups = cycles->groups;

	while (groups[group].enclosing != group) {
		groups[group].enclosing = groups[groups[group].enclosing].enclosing;
		group = groups[group].enclosing;
	}
	return &groups[group];
}

void brine_cycles_refer(brine_cycles *cycles, uint32_t level, brine_node target, size_t at)
{
	uint16_t to = (uint16_t) (target.height & BRINE_NODE_LEVEL);
	brine_cycle_level *target_level = level_at(cycles, to);

	cycles->found = true;
	if (!zend_bitset_in(cycles->referenced, to)) {
		zend_bitset_incl(cycles->referenced, to);
		target_level->number = target.place;
		target_level->at = at;
	}
	target_level->number = MIN(target_level->number, target.place);
	target_level->holds |= (target.height & BRINE_NODE_HOLDS) != 0;
	add_branch(cycles, level, 1, 0, (brine_leads){.nearest = {to}, .lowest = to});
}

uint32_t brine_cycles_jump(brine_cycles *cycles, uint32_t level, brine_node target)
{
	const brine_cycle_group *group = outermost(cycles, target.place);
	uint32_t height = target.height;

	if (group->bound > 0) {
		height = MIN(cycles->nodes + cycles->highest, MAX(height, group->bound));
	}
	if (has_leads(group->leads)) {
		add_branch(cycles, level, height, height, group->leads);
	}
	return height;
}

/*
 * Makes a region of a complete node that was referenced, and assigns it to the groups that waited. The height is added
 * because a descent may end in a branch that does not lead back.
 */
static zend_never_inline uint32_t close_region(
	brine_cycles *cycles, const brine_cycle_level *own, uint32_t height, brine_leads leads)
{
	uint32_t more = cycles->has_references ? 1 : 0;
	uint32_t way = MAX(height, 1 + more + MAX(own->way, own->climb));
	uint32_t bound = MIN(cycles->nodes + cycles->highest, MIN(cycles->nodes - own->number, way) + height);
	uint32_t region = add_group(cycles, leads, bound);

	for (uint32_t group = own->waiting; group > 0; group = cycles->groups[group].next) {
		cycles->groups[group].enclosing = region;
	}
	return bound;
}

brine_closed_node brine_cycles_close(brine_cycles *cycles, uint32_t level, uint32_t height, bool can_be_named)
{
	uint32_t more = cycles->has_references ? 1 : 0;
	brine_closed_node closed = {0};
	brine_cycle_level own;
	brine_leads leads;

	if (level >= cycles->level_count || !has_leads(cycles->levels[level].leads)) {
		return closed;
	}
	own = cycles->levels[level];
	memset(&cycles->levels[level], 0, sizeof(own));
	leads = own.leads.nearest[0] < level ? own.leads : without_nearest(cycles, own.leads);
	if (zend_bitset_in(cycles->referenced, level)) {
		zend_bitset_excl(cycles->referenced, level);
		closed.bound = close_region(cycles, &own, height, leads);
		closed.at = own.at;
	}
	if (!has_leads(leads)) {
		return closed;
	}
	add_branch(cycles, level - 1, MAX(height, 1 + more + own.way), height + more, leads);
	if (can_be_named && more == 0 && leads.nearest[0] == level - 1 && cycles->levels[level - 1].holds) {
		leads = without_nearest(cycles, leads);
	}
	if (can_be_named && has_leads(leads)) {
		closed.group = add_group(cycles, leads, 0);
	}
	return closed;
}

uint32_t brine_cycles_close_reference(brine_cycles *cycles, uint32_t level)
{
	brine_leads leads = level_at(cycles, level)->leads;

	return has_leads(leads) ? add_group(cycles, leads, 0) : 0;
}
