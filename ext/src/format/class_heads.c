#include "format/class_heads.h"
#include "core/names.h"
#include "format/format.h"
#include "format/strings.h"

unsigned brine_name_scope(const zend_string *class_name, const zend_string *name, uint32_t skip)
{
	const char *scope = ZSTR_VAL(name) + 1;

	if (skip == 0) {
		return BRINE_SCOPE_PUBLIC;
	}
	if (skip == 3 && scope[0] == '*') {
		return BRINE_SCOPE_PROTECTED;
	}
	return skip == ZSTR_LEN(class_name) + 2 && memcmp(scope, ZSTR_VAL(class_name), skip - 2) == 0
		? BRINE_SCOPE_PRIVATE
		: BRINE_SCOPE_PRIVATE_OF;
}

static void set_name(brine_class_head *head, zend_string *string, uint32_t skip, unsigned scope)
{
	head->keys[head->count] = (brine_shape_key){zend_string_hash_val(string), string};
	head->names[head->count] = (brine_head_name){string, skip, scope};
	head->count++;
}

static void make_head(brine_class_head *head, zend_class_entry *ce, uint32_t request)
{
	size_t count = 1 + (size_t) ce->default_properties_count;
	unsigned last_scope = BRINE_SCOPE_PUBLIC;

	pefree(head->keys, 1);
	*head = (brine_class_head){.ce = ce, .request = request};
	head->keys = safe_pemalloc(count, sizeof(*head->keys) + sizeof(*head->names), 0, 1);
	head->names = (brine_head_name *) (head->keys + count);
	set_name(head, ce->name, 0, BRINE_SCOPE_STAYS);
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];
		uint32_t skip;
		unsigned scope;

		if (!info) {
			continue;
		}
		skip = brine_name_skip(info->name);
		scope = brine_name_scope(ce->name, info->name, skip);
		if (scope == BRINE_SCOPE_PRIVATE_OF) {
			head->count = 0;
			return;
		}
		set_name(head, info->name, skip, scope == last_scope ? BRINE_SCOPE_STAYS : scope);
		last_scope = scope;
	}
}

BRINE_HOT brine_class_head *brine_class_head_of(brine_class_heads *heads, zend_class_entry *ce)
{
	brine_class_head *head = &heads->heads[brine_class_head_place(ce)];

	if (UNEXPECTED(head->ce != ce || head->request != heads->request)) {
		make_head(head, ce, heads->request);
	}
	return head->count > 0 ? head : NULL;
}

void brine_class_heads_destroy(brine_class_heads *heads)
{
	for (unsigned i = 0; i < BRINE_CLASS_HEADS; i++) {
		pefree(heads->heads[i].keys, 1);
	}
}
