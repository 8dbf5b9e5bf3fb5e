#include "resident/place.h"

#ifdef BRINE_HAS_DOMAINS

static struct flock lock_of(uint32_t number)
{
	return (struct flock){
		.l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = (off_t) number,
		.l_len = 1,
	};
}

bool brine_place_is_alive(const brine_domain *domain, uint32_t number)
{
	struct flock lock = lock_of(number);

	/* One's own lock is no conflict. If the kernel does not answer, nothing is taken from anybody. */
	return number == domain->own || fcntl(domain->locks, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

static void raise_end(brine_domain_head *head, uint32_t end)
{
	uint32_t known = BRINE_DOMAIN_GET(head->workers_end);

	while (known < end
		&& !__atomic_compare_exchange_n(&head->workers_end, &known, end, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
}

bool brine_place_take(brine_domain *domain)
{
	for (uint32_t number = 0; number < BRINE_DOMAIN_WORKERS; number++) {
		brine_worker_place *place = &domain->head->workers[number];
		struct flock lock = lock_of(number);
		uint32_t generation;

		if (fcntl(domain->locks, F_OFD_SETLK, &lock) != 0) {
			continue;
		}
		/* A new generation: a lock word of the process that had the place before names nobody alive. */
		generation = BRINE_DOMAIN_GET(place->generation) + 1;
		BRINE_DOMAIN_PUT(place->generation, generation);
		BRINE_DOMAIN_PUT(place->epoch, 0);
		raise_end(domain->head, number + 1);
		domain->own = number;
		domain->word = (uint64_t) generation << 16 | (number + 1);
		return true;
	}
	return false;
}

#endif
