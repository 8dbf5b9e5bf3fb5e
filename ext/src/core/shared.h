/* Lock-free sharing between threads: pointers that are published once. */
#ifndef BRINE_SHARED_H
#define BRINE_SHARED_H

#include "php.h"

/* Loads with acquire and stores with release semantics. */
#if defined(ZTS) && defined(__GNUC__)
#define brine_load_shared(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define brine_store_shared(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELEASE)
#elif defined(ZTS)
/* MSVC gives volatile these semantics on the processors that PHP supports. */
#define brine_load_shared(place) (*(void *volatile *) &(place))
#define brine_store_shared(place, value) (*(void *volatile *) &(place) = (value))
#else
#define brine_load_shared(place) (place)
#define brine_store_shared(place, value) ((place) = (value))
#endif

/* Publishes a pointer unless another thread already has; then returns false. */
static inline bool brine_claim_shared(void **place, void *value)
{
#if defined(ZTS) && defined(__GNUC__)
	void *none = NULL;

	return __atomic_compare_exchange_n(place, &none, value, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE);
#elif defined(ZTS)
	return _InterlockedCompareExchangePointer(place, value, NULL) == NULL;
#else
	if (*place) {
		return false;
	}
	*place = value;
	return true;
#endif
}

#endif
