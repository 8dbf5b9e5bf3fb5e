#!/usr/bin/env bash
# The memory that all workers share, without PHP: builds domain.c and evict.c with the sources that they test, and runs them. Their threads run again
# under ThreadSanitizer, if the compiler has that.
# usage: tests/resident/shared/domain.sh release|asan [WORD]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../../scripts/lib.sh"

dir=$(build_dir "$1")
if [ "$(uname -s)" != Linux ] || [ "$("$PHP" -n -r 'echo PHP_INT_SIZE, (int) PHP_ZTS;')" != 80 ]; then
	echo 'skipped: values are shared on 64-bit Linux, without threads'
	exit 0
fi

build() { # PROGRAM NAME FLAG...
	local includes
	includes=$("$PHP_CONFIG" --includes)
	# shellcheck disable=SC2086 # the words of the options
	cc -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Werror -Wno-unused-parameter "${@:3}" ${includes//-I/-isystem } -I "$root/ext/src" -I "$root/ext" \
		-DBRINE_DOMAIN_STEP=step -DBRINE_RESIDENT_GUARD -Dmprotect=guarded_mprotect -o "$dir/$2" "$here/$1.c" "$root/ext/src/resident/"{block,domain,evict,place}.c -lpthread
}

sanitizers=()
[ "$1" != asan ] || sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
status=0
: >"$dir/domain.log"
for program in domain evict; do
	build "$program" "$program" ${sanitizers[@]+"${sanitizers[@]}"}
	"$dir/$program" "${2:-}" >>"$dir/domain.log" || status=1
	# It does not know fences, which order nothing that it looks at.
	if build "$program" "$program-threads" -fsanitize=thread -Wno-tsan 2>/dev/null && "$dir/$program-threads" none >/dev/null 2>&1; then
		TSAN_OPTIONS=halt_on_error=0:exitcode=66 "$dir/$program-threads" threads >>"$dir/domain.log" 2>&1 || status=1
	else
		echo 'ThreadSanitizer: left out, there is none'
	fi
done
grep -v ' passed, ' "$dir/domain.log" | head -n 100 || true
awk '/^[0-9]+ passed, / { passed += $1; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed" }' "$dir/domain.log"
exit "$status"
