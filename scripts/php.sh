#!/usr/bin/env bash
# Runs PHP without any ini file, with the built Brine and the installed peers. BRINE_WITHOUT: names of extensions to leave out.
# usage: scripts/php.sh release|asan|guard|valgrind ARGUMENT...
set -euo pipefail
. "$(dirname "$0")/lib.sh"

mode=$1
shift
flavour=${mode/valgrind/release}
dir=$(build_dir "$flavour")
# For tests that run PHP again.
export BRINE_BUILD=$dir

# Without an ini file PHP has a limit of 128 MB, too low for the tests of the format's limits.
command=("$PHP" -n -d memory_limit=1G)
is_left_out brine || command+=(-d extension="$dir/modules/brine.so")
for peer in igbinary msgpack phpser; do
	if ! is_left_out "$peer" && has_extension "$peer"; then
		command+=(-d extension="$peer")
	fi
done

case $mode in
	asan)
		use_sanitizers "$dir"
		command+=("${sanitizer_arguments[@]}")
		;;
	valgrind)
		export USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1
		command=(valgrind -q --error-exitcode=1 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite "${command[@]}")
		;;
esac
exec "${command[@]}" "$@"
