#!/usr/bin/env bash
# Brine in igbinary's place in many threads at once, with other settings in each, where PHP is thread-safe and can be embedded.
# usage: tests/igbinary/threads/run.sh release|asan [THREADS [REQUESTS]]
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
	-o "$dir/igbinary-threads" "$here/../../resident/threads/threads.c" "$library" -lpthread
printf '%s\n' "extension=$dir/igbinary/modules/brine_igbinary.so" "extension=$dir/igbinary-capi/modules/brine_igbinary_capi.so" \
	"extension=$dir/modules/brine.so" display_errors=1 memory_limit=1G >"$dir/igbinary-threads.ini"
LD_LIBRARY_PATH=$(dirname "$library") PHP_INI_SCAN_DIR='' "$dir/igbinary-threads" "$dir/igbinary-threads.ini" "$here/request.php" "${2:-8}" "${3:-30}"
