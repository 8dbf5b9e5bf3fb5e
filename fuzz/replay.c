/*
 * Replaces libFuzzer: runs the target on the files of the named directories and prints "N passed, N failed". Files run
 * in a child process; if it dies, the file has failed and another child continues.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "host.h"
#include "measure.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Seconds allowed per input. */
#define SECONDS_OF_INPUT 120

static char **files;
static size_t file_count;

/* Number of finished files, shared between parent and child. */
static volatile size_t *done;

static void *check(void *memory)
{
	if (!memory) {
		perror("replay");
		exit(2);
	}
	return memory;
}

static int is_input(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void add_files(const char *directory)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, is_input, alphasort);

	for (int i = 0; i < count; i++) {
		files = check(realloc(files, (file_count + 1) * sizeof(*files)));
		if (asprintf(&files[file_count++], "%s/%s", directory, entries[i]->d_name) < 0) {
			check(NULL);
		}
		free(entries[i]);
	}
	if (count >= 0) {
		free(entries);
	}
}

static void run_file(const char *name)
{
	FILE *file = check(fopen(name, "rb"));
	uint8_t *data;
	long size;

	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	data = check(malloc((size_t) size + 1));
	size = (long) fread(data, 1, (size_t) size, file);
	fclose(file);
	LLVMFuzzerTestOneInput(data, (size_t) size);
	free(data);
}

/* The child; leaks are found when it ends. */
static void run_files(void)
{
	for (size_t i = *done; i < file_count; i++) {
		alarm(SECONDS_OF_INPUT);
		run_file(files[i]);
		*done = i + 1;
	}
	alarm(0);
	measure_print();
	host_stop();
	exit(0);
}

int main(int argc, char **argv)
{
	size_t failed = 0;
	int status = 0;

	LLVMFuzzerInitialize(&argc, &argv);
	for (int i = 1; i < argc; i++) {
		add_files(argv[i]);
	}
	done = mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (done == MAP_FAILED) {
		check(NULL);
	}
	do {
		if (fork() == 0) {
			run_files();
		}
		wait(&status);
		if (status != 0) {
			printf("failed: %s\n", *done < file_count ? files[*done] : "at the end");
			failed++;
			++*done;
		}
	} while (*done < file_count);
	printf("%zu passed, %zu failed\n", file_count - (failed < file_count ? failed : file_count), failed);
	fflush(stdout);
	/* Not exit(): PHP is still running, which is not a leak. */
	_exit(failed > 0);
}
