/* Lists of allowed classes: names, and namespaces as "App\Entity\*". For the option and the setting. */
#ifndef BRINE_CLASS_LIST_H
#define BRINE_CLASS_LIST_H

#include "php.h"

typedef struct brine_class_list {
	/* Keys in lower case: names, and namespaces with the backslash at their end. */
	HashTable names;
	/* Bytes of the longest namespace; 0 if there is none. */
	size_t longest;
	/* Every class is in the list. */
	bool has_all;
} brine_class_list;

/* An empty list; a persistent one outlives the request. */
brine_class_list *brine_class_list_new(bool is_persistent);
void brine_class_list_free(brine_class_list *list);

/* Adds a name or a namespace; false if it is neither. */
bool brine_class_list_add(brine_class_list *list, const char *name, size_t size);

/*
 * Adds what is between commas, without the space around; "none" alone adds nothing. Returns the first item that is
 * neither name nor namespace, and its size; or NULL.
 */
const char *brine_class_list_add_text(brine_class_list *list, const zend_string *text, size_t *size);

/* True if a class is in the list, by its name in lower case. */
bool brine_class_list_has(const brine_class_list *list, zend_string *lower_name);

#endif
