#!/usr/bin/env bash
# The memory that all workers share, without PHP: builds domain.c, evict.c and fragments.c with the sources that they test, and runs them. Their threads
# run again under ThreadSanitizer, if the compiler has that.
# With "exact" it only builds the program that checks a server's domains (exact.c), with "fragments" the one that measures fragments.
# usage: tests/resident/shared/domain.sh release|asan [WORD]
#        tests/resident/shared/domain.sh exact|fragments PROGRAM
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../../scripts/lib.sh"

if [ "$(uname -s)" != Linux ] || [ "$("$PHP" -n -r 'echo PHP_INT_SIZE, (int) PHP_ZTS;')" != 80 ]; then
	echo 'skipped: values are shared on 64-bit Linux, without threads'
	exit 0
fi

build() { # PROGRAM SOURCE FLAG...
	local includes
	includes=$("$PHP_CONFIG" --includes)
	# shellcheck disable=SC2086 # the words of the options
	cc -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Werror -Wno-unused-parameter "${@:3}" ${includes//-I/-isystem } -I "$root/ext/src" -I "$root/ext" \
		-o "$1" "$here/$2" "$root/ext/src/resident/"{block,domain,evict,place,retire}.c -lpthread
}

case $1 in
	exact)
		# It puts copies where they are in the server, so libraries must not lie there.
		build "$2" exact.c -static
		exit
		;;
	fragments)
		build "$2" fragments.c -Dmprotect=guarded_mprotect
		exit
		;;
esac
dir=$(build_dir "$1")
stubs=(-DBRINE_DOMAIN_STEP=step -DBRINE_RESIDENT_GUARD -Dmprotect=guarded_mprotect)
sanitizers=()
[ "$1" != asan ] || sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
status=0
: >"$dir/domain.log"
for name in domain evict fragments; do
	build "$dir/$name" "$name.c" "${stubs[@]}" ${sanitizers[@]+"${sanitizers[@]}"}
	"$dir/$name" "${2:-}" >>"$dir/domain.log" || status=1
	[ "$name" != fragments ] || continue
	# It does not know fences, which order nothing that it looks at.
	if build "$dir/$name-threads" "$name.c" "${stubs[@]}" -fsanitize=thread -Wno-tsan 2>/dev/null && "$dir/$name-threads" none >/dev/null 2>&1; then
		TSAN_OPTIONS=halt_on_error=0:exitcode=66 "$dir/$name-threads" threads >>"$dir/domain.log" 2>&1 || status=1
	else
		echo 'ThreadSanitizer: left out, there is none'
	fi
done
grep -v ' passed, ' "$dir/domain.log" | head -n 100 || true
awk '/^[0-9]+ passed, / { passed += $1; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed" }' "$dir/domain.log"
exit "$status"
