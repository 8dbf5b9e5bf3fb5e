#!/usr/bin/env bash
# Runs igbinary's own tests with brine_igbinary in its place, once for each format that it writes. Tests that differ are named, with the reason, in
# tests/igbinary/differences.txt; any other that fails has failed here, and so has one that is named there and passes.
# "list" prints the lines of that file that this run would need, without reasons.
# usage: scripts/igbinary-suite.sh CHECKOUT [release|asan] [list]      CHECKOUT: of https://github.com/igbinary/igbinary
set -uo pipefail
. "$(dirname "$0")/lib.sh"

checkout=$1 flavour=${2:-release}
dir=$(build_dir "$flavour")
expected=$root/tests/igbinary/differences.txt
passed=0 failed=0

if ! [ -e "$checkout/tests/igbinary_001.phpt" ]; then
	echo "igbinary-suite: $checkout has no tests of igbinary" >&2
	exit 2
fi

arguments=()
while IFS= read -r argument; do
	arguments+=("$argument")
done < <(BRINE_WITHOUT='igbinary msgpack' load_extensions apcu)
# The tests print numbers of objects, so that nothing may run before them; what they leave in cycles would be reported as leaks.
export ASAN_OPTIONS=detect_leaks=0

# Prints the names of tests that did not pass, with what became of them: FAIL, BORK, WARN or LEAK.
run_tests() { # FORMAT
	local tests=$dir/tests/igbinary-suite-$1
	rm -rf "$tests"
	mkdir -p "$tests" "$dir/logs"
	cp -R "$checkout/tests/." "$tests"
	(
		[ "$flavour" != asan ] || use_sanitizers "$dir"
		NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$(command -v "$PHP") "$PHP" -n "$dir/run-tests.php" -j"$(processors)" -n -q \
			-d extension="$dir/igbinary/modules/brine_igbinary.so" -d extension="$dir/modules/brine.so" ${arguments[@]+"${arguments[@]}"} \
			-d igbinary.format="$1" -d apc.enable_cli=1 --set-timeout 120 --offline --show-diff --no-color --no-progress -W "$tests/results" "$tests"
	) </dev/null >"$dir/logs/igbinary-suite-$1" 2>&1
	awk '$1 != "PASSED" && $1 != "SKIPPED" { n = split($2, path, "/"); sub(/\.phpt$/, "", path[n]); print path[n], $1 }' "$tests/results" | LC_ALL=C sort
	total=$(grep -c '^PASSED\|^FAILED\|^BORKED\|^WARNED\|^LEAKED' "$tests/results")
	echo "total $total"
}

for format in igbinary brine; do
	result=$(run_tests "$format")
	total=$(sed -n 's/^total //p' <<<"$result")
	result=$(grep -v '^total ' <<<"$result")
	if [ "${3:-}" = list ]; then
		[ -z "$result" ] || sed "s/^/$format /" <<<"$result"
		continue
	fi
	echo "format $format: ${total:-0} tests"
	if [ "${total:-0}" -eq 0 ]; then
		failed=$((failed + 1))
		continue
	fi
	differing=$(grep -c 'FAILED$' <<<"$result")
	unexpected=$(comm -3 <(grep 'FAILED$' <<<"$result" | cut -d' ' -f1) <(awk -v format="$format" '!/^#/ && $1 == format { print $2 }' "$expected" | LC_ALL=C sort))
	broken=$(grep -v 'FAILED$' <<<"$result" | grep .)
	passed=$((passed + total))
	echo "  $differing differ"
	while IFS= read -r name; do
		[ -n "$name" ] || continue
		failed=$((failed + 1)) passed=$((passed - 1))
		echo "  FAIL $name"
	done <<<"$(sed 's/^\t\(.*\)/\1 passes, and is named there/' <<<"$unexpected")"$'\n'"$broken"
done
[ "${3:-}" = list ] || echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
