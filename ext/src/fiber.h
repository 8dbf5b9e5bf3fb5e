/* How deep values may be nested, given the C stack that the call runs on. */
#ifndef BRINE_FIBER_H
#define BRINE_FIBER_H

#include "php.h"

/* Has the engine tell the stack size of every fiber that is made from now on. For MINIT. */
void brine_fiber_startup(void);

/* Deepest nesting that neither the codec nor PHP's destructors overflow the C stack with: less inside a fiber with a small one. */
uint32_t brine_safe_depth(void);

#endif
