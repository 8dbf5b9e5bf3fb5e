/* Recognises the session handler that wrote native text. */
#include "php/integration.h"

/* True if native serialized text may begin at p. */
static bool is_serialized_value(const char *p, const char *end)
{
	static const char typed[] = {'a', 'b', 'C', 'd', 'E', 'i', 'O', 'r', 'R', 's', 'S'};

	if (end - p < 2) {
		return false;
	}
	return p[1] == ':' ? memchr(typed, p[0], sizeof(typed)) != NULL : p[0] == 'N' && p[1] == ';';
}

/* "a:N:{": one serialized array. */
static bool is_php_serialize(const char *data, const char *end)
{
	const char *p = data + 2;

	if (end - data < 5 || data[0] != 'a' || data[1] != ':') {
		return false;
	}
	while (p < end && *p >= '0' && *p <= '9') {
		p++;
	}
	return p > data + 2 && end - p >= 2 && p[0] == ':' && p[1] == '{';
}

/*
 * A length, a name, its serialized value. In the format of "php", a name ends at the first '|' and contains none. So a
 * name that ends before any '|' is almost certainly in this format.
 */
static bool is_php_binary(const char *data, const char *end)
{
	size_t length = (unsigned char) data[0];

	return length < 128 && (size_t) (end - data) > length + 1 && !memchr(data, '|', length + 1)
		&& is_serialized_value(data + length + 1, end);
}

const char *brine_session_handler_of(const char *data, const char *end)
{
	if (is_php_serialize(data, end)) {
		return "php_serialize";
	}
	return is_php_binary(data, end) ? "php_binary" : "php";
}
