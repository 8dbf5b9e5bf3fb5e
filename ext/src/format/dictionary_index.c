#include "format/dictionary_index.h"

void brine_dictionary_make_index(brine_dictionary *dictionary)
{
	dictionary->index = NULL;
}

void brine_dictionary_index_free(struct brine_dictionary_index *index)
{
	(void) index;
}
