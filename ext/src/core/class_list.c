#include "core/class_list.h"

brine_class_list *brine_class_list_new(bool is_persistent)
{
	brine_class_list *list = pecalloc(1, sizeof(*list), is_persistent);

	zend_hash_init(&list->names, 0, NULL, NULL, is_persistent);
	return list;
}

void brine_class_list_free(brine_class_list *list)
{
	bool is_persistent = (GC_FLAGS(&list->names) & IS_ARRAY_PERSISTENT) != 0;

	zend_hash_destroy(&list->names);
	pefree(list, is_persistent);
}

bool brine_class_list_add(brine_class_list *list, const char *name, size_t size)
{
	bool is_namespace = size > 2 && name[size - 2] == '\\' && name[size - 1] == '*';
	zend_string *key =
		zend_string_init(name, is_namespace ? size - 1 : size, (GC_FLAGS(&list->names) & IS_ARRAY_PERSISTENT) != 0);
	bool is_valid = zend_is_valid_class_name(key);

	/* No class has a name that ends with a backslash, which marks namespaces. */
	if (is_valid && (is_namespace || size == 0 || name[size - 1] != '\\')) {
		zend_str_tolower(ZSTR_VAL(key), ZSTR_LEN(key));
		zend_hash_add_empty_element(&list->names, key);
		list->longest = is_namespace ? MAX(list->longest, ZSTR_LEN(key)) : list->longest;
	}
	zend_string_release(key);
	return is_valid;
}

static bool is_space(char character)
{
	return character == ' ' || (character >= '\t' && character <= '\r');
}

const char *brine_class_list_add_text(brine_class_list *list, const zend_string *text, size_t *size)
{
	const char *p = ZSTR_VAL(text), *end = p + ZSTR_LEN(text), *name, *name_end;
	bool is_last = false;

	for (; !is_last; p++) {
		name = p;
		while (p < end && *p != ',') {
			p++;
		}
		is_last = p == end;
		name_end = p;
		while (name < name_end && is_space(*name)) {
			name++;
		}
		while (name < name_end && is_space(name_end[-1])) {
			name_end--;
		}
		*size = (size_t) (name_end - name);
		if (*size == 4 && strncasecmp(name, "none", 4) == 0) {
			/* Alone, it adds nothing; a class of this name would be mistaken for it. */
			if (!is_last || zend_hash_num_elements(&list->names) > 0) {
				return name;
			}
		} else if (*size == 0 || *name == '\\' || name_end[-1] == '\\' || !brine_class_list_add(list, name, *size)) {
			return name;
		}
	}
	return NULL;
}

bool brine_class_list_has(const brine_class_list *list, zend_string *lower_name)
{
	const char *name = ZSTR_VAL(lower_name);
	size_t size = ZSTR_LEN(lower_name);

	if (list->has_all) {
		return true;
	}
	if (size > 0 && name[size - 1] == '\\') {
		return false;
	}
	if (zend_hash_exists(&list->names, lower_name)) {
		return true;
	}
	for (size_t end = MIN(size, list->longest); end > 0; end--) {
		if (name[end - 1] == '\\' && zend_hash_str_exists(&list->names, name, end)) {
			return true;
		}
	}
	return false;
}
