/* The setting brine.dictionaries: files read at process start, before any request. */
#include "dictionary/check.h"
#include "dictionary/load.h"
#include "zend_virtual_cwd.h"
#ifdef PHP_WIN32
#include "win32/readdir.h"
#else
#include <dirent.h>
#endif

/* Extension of a dictionary's file, after its id. */
#define EXTENSION ".dictionary"
#define NAME_SIZE (2 * BRINE_DICTIONARY_ID_SIZE + sizeof(EXTENSION) - 1)

static void warn(const char *file, const char *what)
{
	zend_error(E_CORE_WARNING, "brine.dictionaries: %s is not loaded: %s", file, what);
}

static void warn_of_fault(const char *file, const brine_dictionary_fault *fault)
{
	zend_error(E_CORE_WARNING, "brine.dictionaries: %s is not loaded: %s at byte %zu (%s)", file,
		fault->message ? ZSTR_VAL(fault->message) : brine_decode_error_message(fault->reason), fault->offset,
		brine_decode_error_key(fault->reason));
}

static void load_bytes(const char *file, const char *bytes, size_t size)
{
	brine_dictionary_fault fault;

	if (!brine_dictionary_load(bytes, size, true, &fault)) {
		warn_of_fault(file, &fault);
	}
	brine_dictionary_fault_destroy(&fault);
}

/* Opens a file; NULL after a warning. A pipe without a writer would block the start, and devices may be endless. */
static FILE *open_file(const char *file)
{
	FILE *stream = NULL;
	zend_stat_t status;

	if (VCWD_STAT(file, &status) == 0 && !S_ISREG(status.st_mode)) {
		warn(file, "it is not a regular file");
	} else if (!(stream = VCWD_FOPEN(file, "rb"))) {
		warn(file, strerror(errno));
	}
	return stream;
}

static void load_file(const char *file)
{
	FILE *stream = open_file(file);
	size_t size;
	char *bytes;

	if (!stream) {
		return;
	}
	/* One byte more than the maximum, to detect longer files. */
	bytes = pemalloc(BRINE_DICTIONARY_MAX_SIZE + 1, 1);
	size = fread(bytes, 1, BRINE_DICTIONARY_MAX_SIZE + 1, stream);
	if (ferror(stream)) {
		warn(file, "it cannot be read");
	} else {
		load_bytes(file, bytes, size);
	}
	fclose(stream);
	pefree(bytes, 1);
}

static bool is_name(const char *name)
{
	return strlen(name) == NAME_SIZE && strspn(name, "0123456789abcdef") == 2 * BRINE_DICTIONARY_ID_SIZE
		&& strcmp(name + 2 * BRINE_DICTIONARY_ID_SIZE, EXTENSION) == 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* Loads a directory's files by name order: at most as many as dictionaries are allowed, plus one for the warning. */
static void load_directory(const char *path, DIR *directory)
{
	char *names[BRINE_MAX_DICTIONARIES + 1];
	uint32_t count = 0;
	struct dirent *entry;
	char *file;

	while (count <= BRINE_MAX_DICTIONARIES && (entry = readdir(directory))) {
		if (is_name(entry->d_name)) {
			names[count++] = pestrdup(entry->d_name, 1);
		}
	}
	qsort(names, count, sizeof(*names), compare_names);
	for (uint32_t i = 0; i < count; i++) {
		spprintf(&file, 0, "%s%c%s", path, DEFAULT_SLASH, names[i]);
		load_file(file);
		efree(file);
		pefree(names[i], 1);
	}
}

static void load_path(const char *path)
{
	DIR *directory = VCWD_OPENDIR(path);

	if (directory) {
		load_directory(path, directory);
		closedir(directory);
	} else {
		load_file(path);
	}
}

void brine_dictionaries_load_all(const char *setting)
{
	const char *end;
	char *path;

	/*
	 * Exceeding memory_limit before the first request would end the process silently. Dictionaries have limits of their
	 * own.
	 */
	zend_set_memory_limit(SIZE_MAX);
	for (; *setting; setting = *end ? end + 1 : end) {
		end = strchr(setting, ZEND_PATHS_SEPARATOR);
		end = end ? end : setting + strlen(setting);
		if (end > setting) {
			path = estrndup(setting, (size_t) (end - setting));
			load_path(path);
			efree(path);
		}
	}
	zend_set_memory_limit((size_t) PG(memory_limit));
}
