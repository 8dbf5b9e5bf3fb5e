/* Entry points for libFuzzer, or for replay.c in its place. FUZZ_TARGET is the target's name. */
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
