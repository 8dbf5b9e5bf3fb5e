/* Error levels that are hidden for a while. */
#include "core/silence.h"

static const void *pointer_of(const zval *handler)
{
	return Z_ISUNDEF_P(handler) ? NULL : Z_PTR_P(handler);
}

void brine_silence_begin(brine_silence *silence, int levels)
{
	silence->reported = EG(error_reporting) & levels;
	silence->reporting = EG(error_reporting) &= ~levels;
	silence->handled = EG(user_error_handler_error_reporting) & levels;
	silence->handling = EG(user_error_handler_error_reporting) &= ~levels;
	silence->handler = pointer_of(&EG(user_error_handler));
	silence->below = zend_stack_count(&EG(user_error_handlers));
}

void brine_silence_end(brine_silence *silence)
{
	const zval *handler = &EG(user_error_handler);
	int *handling = &EG(user_error_handler_error_reporting);
	int above = zend_stack_count(&EG(user_error_handlers)) - silence->below;

	if (EG(error_reporting) == silence->reporting) {
		EG(error_reporting) |= silence->reported;
	}
	if (above > 0) {
		handler = (const zval *) zend_stack_base(&EG(user_error_handlers)) + silence->below;
		handling = (int *) zend_stack_base(&EG(user_error_handlers_error_reporting)) + silence->below;
	}
	if (above >= 0 && *handling == silence->handling && pointer_of(handler) == silence->handler) {
		*handling |= silence->handled;
	}
	silence->reported = 0;
	silence->handled = 0;
}
