/* Classes of igbinary's objects, each found once by the number of its name. */
#include "decode/class.h"
#include "ext/standard/php_incomplete_class.h"
#include "igbinary/read.h"

/* Decides how objects of a class are built. */
static void resolve_class(brine_igbinary_class *class)
{
	const zend_class_entry *ce = class->class_reference.ce;

	if (class->class_reference.incomplete) {
		class->build = BRINE_BUILD_DYNAMIC;
	} else if (ce->__unserialize) {
		class->build = BRINE_BUILD_HOOK_ARRAY;
	} else if (ce->create_object || ce == PHP_IC_ENTRY) {
		class->build = BRINE_BUILD_BY_NAME;
	} else if (ce->default_properties_count == 0 && (ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES)
		&& zend_hash_num_elements(&ce->properties_info) == 0) {
		class->build = BRINE_BUILD_DYNAMIC;
	} else {
		class->build = BRINE_BUILD_SLOTS;
	}
	class->has_wakeup =
		!ce->__unserialize && ce != PHP_IC_ENTRY && zend_hash_exists(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
	class->holds = class->has_wakeup || class->build == BRINE_BUILD_HOOK_ARRAY || class->build == BRINE_BUILD_BY_NAME
		? 0
		: BRINE_NODE_HOLDS;
	class->memory_count = UINT32_MAX;
}

/* Makes room to note the class of the string with this number. */
static void extend_classes(brine_igbinary_reader *reader, uint32_t number)
{
	if (reader->class_count == reader->class_capacity) {
		reader->class_capacity = reader->class_capacity * 2 + 8;
		reader->classes = safe_erealloc(reader->classes, reader->class_capacity, sizeof(*reader->classes), 0);
	}
	if (number >= reader->class_of_string_capacity) {
		uint32_t capacity = MAX(number + 1, reader->class_of_string_capacity * 2 + 16);

		reader->class_of_string = safe_erealloc(reader->class_of_string, capacity, sizeof(*reader->class_of_string), 0);
		memset(reader->class_of_string + reader->class_of_string_capacity, 0,
			(capacity - reader->class_of_string_capacity) * sizeof(*reader->class_of_string));
		reader->class_of_string_capacity = capacity;
	}
}

brine_igbinary_class *brine_igbinary_find_class(brine_decoder *decoder, uint32_t number, const unsigned char *at)
{
	brine_igbinary_reader *reader = brine_igbinary_of(decoder);
	brine_named_class class_reference;
	brine_igbinary_class *class;

	if (UNEXPECTED(!brine_decode_named_class(decoder, decoder->strings.items[number], &class_reference, at))) {
		return NULL;
	}
	extend_classes(reader, number);
	class = reader->classes[reader->class_count++] = ecalloc(1, sizeof(*class));
	reader->class_of_string[number] = reader->class_count;
	class->class_reference = class_reference;
	resolve_class(class);
	return class;
}
