/* The entry points that libFuzzer, or replay.c in its place, calls. FUZZ_TARGET is the name of the target. */
#include "host.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void) argc;
	host_start(FUZZ_TARGET, *argv);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	host_run(data, size);
	return 0;
}
