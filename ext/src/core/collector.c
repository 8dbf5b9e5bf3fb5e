#include "core/collector.h"

static int (*collect_cycles_of_php)(void);

static int collect_cycles(void)
{
	BRINE_G(collections)++;
	return collect_cycles_of_php();
}

void brine_collector_startup(void)
{
	collect_cycles_of_php = gc_collect_cycles;
	gc_collect_cycles = collect_cycles;
}

void brine_collector_shutdown(void)
{
	if (gc_collect_cycles == collect_cycles) {
		gc_collect_cycles = collect_cycles_of_php;
	}
}
