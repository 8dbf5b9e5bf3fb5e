#!/usr/bin/env bash
# Runs every test suite against a build. The last line of the output is "N passed, N failed", the sum over all suites.
# A suite is a program that prints such a line itself; without one, it is a single test by its exit code, unless it says that it is skipped.
# "part": a run of a few minutes, with a tenth of the random values and without slow suites.
# Suites run in parallel, one more than there are processors, since some wait; BRINE_JOBS=1 runs them one after the other. Printed seconds are
# processor time.
# ONLY='SUITE...': these suites. CASE=WORD with it: a file or directory of phpt, a filter of PHPUnit, the last argument of any other suite.
# usage: [ONLY='SUITE...' [CASE=WORD]] scripts/test.sh release|asan [part]
#        scripts/test.sh --list      prints the name of each suite, and a line of scripts/suites.txt
set -uo pipefail
. "$(dirname "$0")/lib.sh"

list=
if [ "${1:-}" = --list ]; then
	list=1
	set -- release
fi
flavour=$1
dir=$(build_dir "$flavour")
cd "$root" || exit 1
mkdir -p "$dir/logs"

# Time limit of a suite in seconds; a suite that hangs has failed.
suite_timeout=3600

part=${2:-}
left_out=()

# Change only one bit of each byte of a vector, not all eight.
[ -z "$part" ] || export BRINE_ONE_BIT=1

# Seconds that workers of different kinds share a store.
rolling=5
[ -z "$part" ] || rolling=2

# Runs a suite unless only a part is run.
in_full() { # COMMAND NAME...
	if [ -n "$list" ]; then
		note=' (left to make test-all)' "$@"
	elif [ -n "$part" ]; then
		left_out+=("$2")
	else
		"$@"
	fi
}

# Runs a suite, under sanitizers unless only a part is run: it takes many minutes there.
unless_sanitized() { # COMMAND NAME...
	if [ "$flavour" = asan ]; then
		in_full "$@"
	else
		"$@"
	fi
}

# Succeeds if a suite was selected.
wanted() { # NAME
	if [ -n "$list" ]; then
		describe "$1"
		return 1
	fi
	[ -z "${ONLY:-}" ] || [[ " $ONLY " = *" $1 "* ]]
}

# Prints the line of a suite, which must have one.
described=' '
describe() { # NAME
	local line
	line=$(sed -n "s/^$1  *//p" scripts/suites.txt)
	[ -n "$line" ] || echo "scripts/suites.txt lacks $1" >&2
	printf '%-21s %s\n' "$1" "$line${note:-}"
	described+="$1 "
}

# Prints the number of random values for a suite.
values() { # COUNT
	echo $(($1 / (${#part} > 0 ? 10 : 1)))
}

# Debian's redis-tools contain Redis' server as redis-check-rdb, the same program; the package redis-server would start a service.
if ! command -v redis-server >/dev/null && command -v redis-check-rdb >/dev/null; then
	mkdir -p "$dir/bin"
	ln -sf "$(command -v redis-check-rdb)" "$dir/bin/redis-server"
	PATH=$PATH:$dir/bin
fi

# The random values are the same in each run, so that results are repeatable: make soak uses others.
export BRINE_SEED=${BRINE_SEED-20824}

at_once=${BRINE_JOBS:-$(($(processors) + 1))}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
touch "$results/counts"
# Number of the output file, by the job's process id.
declare -A running=()
in_job=

# Runs a command as a job, or directly if called inside a job. Its output is shown when it has ended.
job() { # COMMAND...
	if [ -n "$in_job$list" ]; then
		"$@"
		return
	fi
	while [ "${#running[@]}" -ge "$at_once" ]; do
		end_of_job
	done
	started=$((${started:-0} + 1))
	(
		in_job=1
		"$@"
	) >"$results/output.$started" 2>&1 </dev/null &
	running[$!]=$started
}

# Waits until a job has ended.
end_of_job() {
	local process=
	wait -n -p process "${!running[@]}"
	# Bash forgets jobs that ended long ago.
	if [ -z "$process" ]; then
		process=${!running[*]} process=${process%% *}
		wait "$process"
	fi
	cat "$results/output.${running[$process]}"
	unset "running[$process]"
}

# Ends a process and all its descendants.
end_process() { # PROCESS
	local child
	for child in $(pgrep -P "$1" 2>/dev/null); do
		end_process "$child"
	done
	kill "$1" 2>/dev/null
}
trap 'for process in "${!running[@]}"; do end_process "$process"; done; exit 130' INT TERM

# Sets seconds: processor time of this job since the last call.
measure() {
	local total file=$results/times.$BASHPID
	times >"$file"
	total=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$file")
	seconds=$((total - ${measured:-0}))
	measured=$total
}

# Adds a suite to the sum: its counts, if it printed any. A suite that ends with an error has at least one failure, whatever it printed.
count() { # NAME STATUS PASSED FAILED
	local name=$1 status=$2 suite_passed=$3 suite_failed=$4
	if [ "$status" -ne 0 ] && [ "$suite_failed" -eq 0 ]; then
		echo "  exit code $status"
		suite_failed=1
	fi
	measure
	printf '%-12s %d passed, %d failed, %d s\n' "$name" "$suite_passed" "$suite_failed" "$seconds"
	echo "$name $suite_passed $suite_failed" >>"$results/counts"
}

# Prints a suite's output indented, so that only the sum is not indented; very long output is cut, and complete in the log.
show() {
	cut -c 1-400 | sed 's/^/  /'
}

suite() { # NAME COMMAND...
	! wanted "$1" || job run_suite "$@"
}

run_suite() { # NAME COMMAND...
	local name=$1 status line skipped
	shift
	time_limit "$suite_timeout" "$@" ${CASE:+"$CASE"} </dev/null >"$dir/logs/$name" 2>&1
	status=$?
	line=$(grep -aEo '[0-9]+ passed, [0-9]+ failed' "$dir/logs/$name" | tail -n 1)
	skipped=$(grep -ac '^skipped' "$dir/logs/$name")
	show <"$dir/logs/$name"
	if [ -n "$line" ]; then
		# shellcheck disable=SC2086 # the words of the line
		set -- $line
		count "$name" "$status" "$1" "$3"
	else
		count "$name" "$status" $((status == 0 && ! skipped)) 0
	fi
}

# A suite that uses packages: skipped without Composer.
with_packages() { # suite|php_suite NAME ARGUMENT...
	if [ -e vendor/autoload.php ]; then
		"$@"
	else
		suite "$2" echo 'skipped: this needs what Composer puts into vendor/'
	fi
}

php_suite() { # NAME ARGUMENT...
	suite "$1" scripts/php.sh "$flavour" "${@:2}"
}

# A suite of resident values: $guard is the build.
guarded_suite() { # NAME ARGUMENT...
	mkdir -p "$(build_dir "$guard")/logs"
	suite "$1" scripts/php.sh "$guard" "${@:2}"
}

# Extensions that PHPUnit needs, and optional ones for the library's tests.
phpunit_extensions=(ctype dom ffi gmp mbstring memcached mysqlnd pdo pdo_mysql pdo_pgsql pdo_sqlite redis tokenizer xml xmlwriter zstd)

# Explains why PHPUnit cannot run.
has_phpunit() {
	local extension
	if ! [ -e vendor/bin/phpunit ]; then
		echo '  skipped: there is no PHPUnit in vendor/'
		return 1
	fi
	if [ "$("$PHP" -n -r 'echo PHP_INT_SIZE;')" -lt 8 ]; then
		echo '  skipped: these tests need 64-bit integers'
		return 1
	fi
	for extension in dom mbstring xml xmlwriter; do
		if ! has_extension "$extension" && ! [ -n "$("$PHP" -n -r "echo extension_loaded('$extension');")" ]; then
			echo "  skipped: PHPUnit needs the extension $extension"
			return 1
		fi
	done
}

# The library's suite without some extensions: PHP code replaces them, or nothing does.
library_suite() { # NAME [WITHOUT...]
	local name=$1
	shift
	BRINE_WITHOUT=$* phpunit_suite "$name" c tests/library/phpunit.xml
}

# A suite of PHPUnit, with the library's backend in C or in PHP.
phpunit_suite() { # NAME BACKEND CONFIGURATION
	! wanted "$1" || job run_phpunit_suite "$@"
}

run_phpunit_suite() { # NAME BACKEND CONFIGURATION
	local name=$1 backend=$2 configuration=$3 status line arguments
	if ! has_phpunit; then
		count "$name" 0 0 0
		return
	fi
	# shellcheck disable=SC2207 # words
	arguments=($(load_extensions "${phpunit_extensions[@]}"))
	(
		[ "$backend" != php ] || export BRINE_PURE_PHP=1
		# PHPUnit exits inside its own calls, so PHP does not free their values. Other suites find leaks.
		export ASAN_OPTIONS=detect_leaks=0
		time_limit "$suite_timeout" scripts/php.sh "$flavour" ${arguments[@]+"${arguments[@]}"} vendor/bin/phpunit -c "$configuration" ${CASE:+--filter "$CASE"}
	) </dev/null >"$dir/logs/$name" 2>&1
	status=$?
	line=$(phpunit_counts "$dir/logs/$name")
	if [ "$status" -ne 0 ] || [ -z "$line" ]; then
		show <"$dir/logs/$name"
	fi
	# shellcheck disable=SC2086 # the words of the line
	set -- ${line:-0 passed, 0 failed}
	count "$name" "$status" "$1" "$3"
}

phpt_suite() { # NAME TESTS EXTENSION...
	! wanted "$1" || job run_phpt_suite "$@"
}

run_phpt_suite() { # NAME TESTS EXTENSION...
	local name=$1 tests=$2 status extension arguments=()
	shift 2
	for extension in "$@"; do
		arguments+=(-d extension="$extension")
	done
	[ "$flavour" != asan ] || arguments+=("${sanitizer_arguments[@]}")
	# A copy: run-tests.php writes its results beside the tests.
	rm -rf "$dir/tests/$name"
	mkdir -p "$dir/tests/$name"
	cp -R "$tests/." "$dir/tests/$name"
	rm -rf "$dir/tests/$name/capi"
	(
		[ "$flavour" != asan ] || use_sanitizers "$dir"
		NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$(command -v "$PHP") time_limit "$suite_timeout" \
			"$PHP" -n "$dir/run-tests.php" -j1 -n -q "${arguments[@]}" -g FAIL,BORK,WARN,LEAK,SKIP --set-timeout 300 \
			--offline --show-diff --no-color --no-progress "$dir/tests/$name${CASE:+/$CASE}"
	) </dev/null >"$dir/logs/$name" 2>&1
	status=$?
	sed -n '/^Running selected tests/,/^=\{60,\}$/p' "$dir/logs/$name" | sed '1d;$d' | show
	count "$name" "$status" "$(phpt_count "$name" passed)" \
		$(($(phpt_count "$name" failed) + $(phpt_count "$name" warned) + $(phpt_count "$name" leaked) + $(phpt_count "$name" borked)))
}

phpt_count() { # NAME RESULT
	local number
	number=$(sed -n "s/^Tests $2 *: *\([0-9]*\).*/\1/p" "$dir/logs/$1")
	echo "${number:-0}"
}

phpt_suite phpt ext/tests "$dir/modules/brine.so"
# Early, since it takes the longest.
unless_sanitized library_suite library
phpt_suite capi ext/tests/capi "$dir/modules/brine.so" "$dir/capi/modules/brine_capi.so"
phpt_suite igbinary-phpt ext-igbinary/tests "$dir/igbinary/modules/brine_igbinary.so" "$dir/modules/brine.so" "$dir/igbinary-capi/modules/brine_igbinary_capi.so"
php_suite vectors tests/format/vectors/check.php
php_suite signed tests/format/vectors/signed.php
php_suite differential tests/agreement/differential/run.php --count "$(values 10000)" --reference
php_suite identity tests/agreement/identity/run.php --count "$(values "$([ "$flavour" = asan ] && echo 2000 || echo 12000)")"
php_suite classes tests/agreement/classes/run.php --count "$(values "$([ "$flavour" = asan ] && echo 100 || echo 500)")"
unless_sanitized php_suite corpus tests/agreement/corpus/run.php --reference
php_suite stale tests/agreement/stale/run.php --count "$(values "$([ "$flavour" = asan ] && echo 2000 || echo 12000)")"
php_suite sizes packages/bench/tools/sizes.php --check
# igbinary leaks where it throws: sanitizers see the writer alone.
BRINE_WITHOUT=$([ "$flavour" != asan ] || echo igbinary) php_suite igbinary-writer tests/agreement/codec/igbinary_writer.php \
	--count "$(values "$([ "$flavour" = asan ] && echo 4000 || echo 50000)")"
# The first of its twelve values passes through all calls.
php_suite allocation tests/limits/allocation/run.php ${part:+1}
php_suite caches -d extension="$dir/caches/modules/brine_caches.so" tests/limits/caches/run.php
php_suite complexity tests/limits/complexity/run.php
php_suite demo examples/demo.php --once
# Resident values, in a build that crashes if one is written to, or read after it was freed. Sanitizers detect both themselves.
guard=$flavour
if [ "$flavour" != asan ]; then
	guard=guard
	[ -n "$list" ] || { [ -n "${ONLY:-}" ] && [[ "$ONLY" != *resident* && "$ONLY" != *loops* ]]; } || scripts/build.sh guard
fi
PHP_FPM=$(fpm_program)
export PHP_FPM
guarded_suite resident-cases tests/resident/cases.php
guarded_suite resident-stress tests/resident/stress.php --count "$(values "$([ "$flavour" = asan ] && echo 5000 || echo 30000)")"
BRINE_TEST_HELD=1 guarded_suite resident-held tests/resident/held.php --count "$(values 200000)"
BRINE_TEST_HELD=1 guarded_suite resident-held-stress tests/resident/stress.php --mode none --count "$(values "$([ "$flavour" = asan ] && echo 5000 || echo 30000)")"
guarded_suite resident-server tests/resident/server/run.php --count "$(values 5000)"
unless_sanitized guarded_suite resident-phpt tests/resident/phpt.php
guarded_suite resident-sweep tests/resident/sweep/test.php
guarded_suite resident-shared tests/resident/shared/run.php
guarded_suite resident-eviction tests/resident/shared/eviction.php
suite resident-domain tests/resident/shared/domain.sh "$flavour"
# Early, since it takes long. One job, since they share a build directory.
fuzz() {
	local target
	for target in decode dictionary msgpack resident round_trip session signed; do
		suite "fuzz-$target" scripts/fuzz.sh replay "$flavour" "$target"
	done
}
in_full job fuzz
suite resident-threads tests/resident/threads/run.sh "$flavour"
suite igbinary-threads tests/igbinary/threads/run.sh "$flavour"
# shellcheck disable=SC2046 # words
with_packages php_suite igbinary-place $(load_extensions redis memcached) tests/igbinary/run.php
# shellcheck disable=SC2046 # words
with_packages php_suite igbinary-fatal $(load_extensions redis) tests/igbinary/fatal/run.php
unless_sanitized phpunit_suite msgpack-c c packages/msgpack/tests/phpunit.xml
php_suite exchange tests/library/exchange.php
# Only a part under sanitizers, which do not check PHP code.
php_suite backends tests/agreement/interop/backends.php --count "$(values "$([ "$flavour" = asan ] && echo 5000 || echo 50000)")"
# Without igbinary, which leaks values of damaged payloads.
if [ "$flavour" = asan ]; then
	# Whole stacks distinguish PHP's own leaks from Brine's.
	ASAN_OPTIONS=fast_unwind_on_malloc=0 LSAN_OPTIONS=suppressions=scripts/leaks-of-php.txt:print_suppressions=0 \
		BRINE_WITHOUT=igbinary php_suite hostile tests/library/hostile.php --count "$(values 20000)"
fi
# Suites that run little code of the extension, or repeat inputs of other suites.
if [ "$flavour" != asan ]; then
	in_full php_suite compare tests/format/reference/compare.php
	suite setup tests/setup/run.sh
	suite dist tests/dist/run.sh
	php_suite generate tests/format/vectors/generate.php --check
	php_suite reference tests/format/reference/check.php
	php_suite dictionaries tests/format/vectors/dictionaries.php
	php_suite envelopes tests/format/vectors/envelopes.php
	# shellcheck disable=SC2046 # words
	php_suite frozen $(load_extensions ffi) tests/format/frozen/check.php
	# shellcheck disable=SC2046 # words
	BRINE_WITHOUT=brine php_suite frozen-php $(load_extensions ffi) tests/format/frozen/check.php
	suite frozen-changes "$PHP" -n tests/format/frozen/changes.php
	php_suite dictionary-graphs tests/agreement/codec/dictionaries.php --count "$(values 10000)"
	php_suite kaitai tests/format/vectors/described/check.php
	# Objects that throw when they are examined.
	# shellcheck disable=SC2046 # words
	php_suite codec-writer $(load_extensions simplexml) tests/agreement/codec/encoder.php --count "$(values 50000)"
	php_suite heights tests/agreement/codec/heights.php --count "$(values 100)"
	php_suite decoder tests/agreement/codec/decoder.php
	php_suite nans tests/agreement/codec/nans.php
	php_suite decoder-vectors tests/agreement/codec/vectors.php
	in_full php_suite decoder-limits tests/agreement/codec/limits.php
	php_suite decoder-graphs tests/agreement/differential/run.php --count "$(values 50000)" --codec decoder
	php_suite decoder-corpus tests/agreement/corpus/run.php --decoder
	php_suite igbinary tests/agreement/codec/igbinary.php --count "$(values 30000)"
	php_suite igbinary-reader tests/agreement/codec/igbinary_readers.php --count "$(values 30000)"
	php_suite igbinary-mutations tests/agreement/codec/igbinary_mutations.php --count "$(values 50000)"
	php_suite places tests/agreement/codec/places.php --count "$(values 20000)"
	# shellcheck disable=SC2046 # words
	php_suite functions $(load_extensions gmp) tests/agreement/codec/functions.php
	phpunit_suite msgpack-php php packages/msgpack/tests/phpunit.xml
	# shellcheck disable=SC2207 # words
	arguments=($(load_extensions redis memcached))
	for store in redis predis memcached; do
		with_packages php_suite "stores-$store" ${arguments[@]+"${arguments[@]}"} tests/stores/stress.php --store "$store" --operations "$(values 20000)"
	done
	with_packages php_suite stores-dictionaries ${arguments[@]+"${arguments[@]}"} tests/stores/dictionaries.php --seconds "${BRINE_ROLLING_SECONDS:-$rolling}"
	# shellcheck disable=SC2046 # words
	with_packages php_suite igbinary-reload $(load_extensions redis) tests/igbinary/reload/run.php
	# shellcheck disable=SC2046 # words
	with_packages php_suite igbinary-allowed $(load_extensions redis memcached) tests/igbinary/allowed/run.php
	# shellcheck disable=SC2046 # words
	with_packages php_suite igbinary-signing $(load_extensions redis memcached) tests/igbinary/signing/run.php
	with_packages php_suite rolling ${arguments[@]+"${arguments[@]}"} tests/stores/rolling.php --seconds "${BRINE_ROLLING_SECONDS:-$rolling}"
	# shellcheck disable=SC2046 # words
	BRINE_TEST_HELD=1 with_packages guarded_suite loops $(load_extensions redis memcached) tests/loops/run.php --requests 2000
	# shellcheck disable=SC2046 # words
	with_packages php_suite sessions $(load_extensions redis) tests/sessions/run.php --count "$(values 50)"
	php_suite hostile tests/library/hostile.php --count "$(values 1000000)"
	php_suite flips tests/library/flips.php --count "$(values 100000)"
	BRINE_WITHOUT='brine igbinary' php_suite hostile-php tests/library/hostile.php --count "$(values 100000)"
	in_full library_suite library-no-igbinary igbinary
	phpunit_suite console c packages/cli/tests/phpunit.xml
	phpunit_suite bench c packages/bench/tests/phpunit.xml
	# shellcheck disable=SC2207 # words
	arguments=($(load_extensions "${phpunit_extensions[@]}" apcu))
	php_suite guides ${arguments[@]+"${arguments[@]}"} tests/guides/run.php
	BRINE_WITHOUT=brine php_suite guides-library ${arguments[@]+"${arguments[@]}"} tests/guides/run.php
	library_suite library-no-brine brine
	BRINE_WITHOUT=brine phpunit_suite training-no-brine c packages/cli/tests/training/phpunit.xml
	in_full library_suite library-neither brine igbinary
	suite frameworks env BRINE_FETCH="$([ -n "$part" ] || echo mediawiki)" tests/frameworks/run.sh "$flavour"
	suite symfony packages/symfony/tests/run "$flavour"
	suite laravel packages/laravel/tests/run "$flavour"
	suite drupal packages/drupal/tests/run "$flavour"
	BRINE_CALLS=$(values 100000) suite wordpress packages/wordpress/tests/run "$flavour"
	BRINE_CALLS=$(values 1000) BRINE_WITHOUT=brine in_full suite wordpress-no-brine packages/wordpress/tests/run "$flavour"
	php_suite python tests/agreement/interop/python.php
	php_suite javascript tests/agreement/interop/javascript.php
	with_packages suite report packages/bench/tests/report/run.sh
	suite site tests/site/run.sh
fi

if [ -n "$list" ]; then
	while read -r name _; do
		[[ "$described" = *" $name "* ]] || echo "scripts/suites.txt describes $name, which is no suite" >&2
	done <scripts/suites.txt
	exit
fi

while [ ${#running[@]} -gt 0 ]; do
	end_of_job
done

# Prints the ends of failed suites' logs again at the end of the output, where they are easy to find.
while read -r name _ suite_failed; do
	if [ "$suite_failed" -gt 0 ]; then
		echo
		echo "failed: $name"
		tail -n 20 "$dir/logs/$name" | show
	fi
done <"$results/counts"

read -r passed failed < <(awk '{ passed += $2; failed += $3 } END { print passed + 0, failed + 0 }' "$results/counts")
echo
[ -z "$part" ] || echo "left to make test-all: ${left_out[*]-}"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
