#include "format/numbers.h"

bool brine_get_uv_long(brine_cursor *cursor, uint64_t *value)
{
	const unsigned char *p = cursor->p;
	size_t left = brine_cursor_left(cursor);
	unsigned lead;

	if (left == 0) {
		return false;
	}
	lead = *p++;
	left--;
	if (lead < BRINE_UV_3_LEAD) {
		if (left < 1) {
			return false;
		}
		*value = BRINE_UV_2 + ((uint64_t) (lead - BRINE_UV_2_LEAD) << 8) + *p;
		p += 1;
	} else if (lead < BRINE_UV_5_LEAD - 1) {
		if (left < 2) {
			return false;
		}
		*value = BRINE_UV_3 + ((uint64_t) (lead - BRINE_UV_3_LEAD) << 16) + brine_load_le(p, 2);
		p += 2;
	} else if (lead == BRINE_UV_5_LEAD) {
		if (left < 4 || (*value = brine_load_le(p, 4)) < BRINE_UV_5) {
			return false;
		}
		p += 4;
	} else if (lead == BRINE_UV_9_LEAD) {
		if (left < 8 || (*value = brine_load_le(p, 8)) <= UINT32_MAX) {
			return false;
		}
		p += 8;
	} else {
		return false;
	}
	cursor->p = p;
	return true;
}
