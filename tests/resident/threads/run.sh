#!/usr/bin/env bash
# Resident values in many threads at once: builds threads.c with the selected PHP, where that is thread-safe and can be embedded, and runs it.
# usage: tests/resident/threads/run.sh release|asan [THREADS [REQUESTS]]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../../scripts/lib.sh"

dir=$(build_dir "$1")
library=$(embed_library)
if [ -z "$library" ] || [ "$("$PHP" -n -r 'echo (int) PHP_ZTS;')" -eq 0 ]; then
	echo 'skipped: this needs a thread-safe PHP that can be embedded'
	exit 0
fi
includes=$("$PHP_CONFIG" --includes)
# shellcheck disable=SC2086 # the words of the options
cc -std=gnu11 -O1 -g -Wall -Wextra -Werror -Wno-unused-parameter ${includes//-I/-isystem } -isystem "$("$PHP_CONFIG" --include-dir)" \
	-o "$dir/threads" "$here/threads.c" "$library" -lpthread
export REQUESTS=${3:-30}
printf '%s\n' "extension=$dir/modules/brine.so" display_errors=1 memory_limit=1G brine.resident_memory=1M >"$dir/threads.ini"
LD_LIBRARY_PATH=$(dirname "$library") PHP_INI_SCAN_DIR='' "$dir/threads" "$dir/threads.ini" "$here/request.php" "${2:-8}" "$REQUESTS"
