#!/usr/bin/env bash
# The fuzz targets (fuzz/README.md), for the selected PHP. All build products are in build/fuzz/.
# usage: scripts/fuzz.sh run TARGET|all MINUTES JOBS   fuzzes; fails if there are findings, which are in build/fuzz/findings/
#        scripts/fuzz.sh keep TARGET|all               adds inputs that reached new code to the archives in fuzz/corpus/, and prints them
#        scripts/fuzz.sh replay release|asan TARGET|all  runs the kept inputs through targets that gcc has built
#        scripts/fuzz.sh coverage                      prints how much of the extension the kept inputs reach
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

all_targets=(decode dictionary igbinary msgpack resident round_trip session signed)
sanitizers='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

# Under the sanitizers, objects whose hooks decode again take long on a busy machine.
limits=(-timeout=60 -rss_limit_mb=4096)

# Inputs of a few kilobytes reach everything, and run fast. Quadratic behaviour only shows with larger ones.
small=-max_len=4096
large=(-max_len=65536 -len_control=0)

selected_targets() { # TARGET|all
	if [ "$1" = all ]; then
		echo "${all_targets[@]}"
	elif [[ " ${all_targets[*]} " = *" $1 "* ]]; then
		echo "$1"
	else
		echo "fuzz: no such target: $1 (${all_targets[*]})" >&2
		exit 2
	fi
}

# Builds all targets into the directory `out`. The fuzzer is libFuzzer's; other flavours replay files.
build() { # fuzzer|coverage|release|asan
	local cc=gcc cflags extension_cflags='' ldflags='' common='host measure heap size count replay' mutator='' libphp log
	libphp=$(embed_library)
	out=build/fuzz/$(basename "$(build_dir "$1")")
	cflags="-g -Wall -Wextra -Werror -fvisibility=hidden -Iext -Iext/src $("$PHP_CONFIG" --includes)"
	case $1 in
		fuzzer)
			cc=$(newest_tool clang)
			cflags+=" -O1 $sanitizers"
			# Only the extension's own branches guide the fuzzer.
			extension_cflags=-fsanitize=fuzzer-no-link
			ldflags=-fsanitize=fuzzer
			common='host measure heap size count'
			mutator='mutator/tape mutator/generate mutator/walk mutator/copy mutator/amplify mutator/mutate'
			;;
		coverage)
			cc=$(newest_tool clang)
			cflags+=' -O1'
			extension_cflags='-fprofile-instr-generate -fcoverage-mapping'
			ldflags=-fprofile-instr-generate
			;;
		release) cflags+=' -O2' ;;
		asan) cflags+=" -O1 $sanitizers" ;;
	esac
	if pkg-config --exists 'libcrypto >= 1.1.1' 2>/dev/null; then
		extension_cflags+=" -DBRINE_HAVE_LIBCRYPTO=1 $(pkg-config --cflags libcrypto)"
		ldflags+=" $(pkg-config --libs libcrypto)"
	fi
	# Writing to a resident value, or reading a freed one, crashes.
	extension_cflags+=' -DBRINE_RESIDENT_GUARD=1'
	# Basic blocks are counted by fuzz/count.c; libFuzzer has a function of the same name that only fails.
	ldflags+=' -Wl,--wrap=__sanitizer_cov_trace_pc'
	mkdir -p "$out"
	# The library is loaded by its soname, which another version may share.
	ln -sfn "$libphp" "$out/libphp.so"
	log=$out/build.log
	if ! make -j"$(nproc)" -f fuzz/build.mk OUT="$out" CC="$cc" CFLAGS="$cflags" EXTENSION_CFLAGS="$extension_cflags" \
		LDFLAGS="$ldflags $out/libphp.so -Wl,-rpath,'\$\$ORIGIN'" COMMON="$common" MUTATOR="$mutator" >"$log" 2>&1; then
		tail -n 40 "$log" >&2
		echo "fuzz: building failed; the whole output is in $log" >&2
		exit 1
	fi
}

# The archive of a target's kept inputs.
archive() { # TARGET
	echo "fuzz/corpus/$1_seed_corpus.zip"
}

# Unpacks the archives of all targets into build/fuzz/kept/.
unpack() {
	local target
	for target in "${all_targets[@]}"; do
		"$PHP" -n fuzz/corpus.php unpack "$(archive "$target")" "build/fuzz/kept/$target"
	done
}

# The directories of kept inputs of a target, which unpack() has made. Inputs of "decode" are used for all targets that take payloads.
kept() { # TARGET
	local dir dirs=("build/fuzz/kept/$1" "fuzz/findings/$1")
	[[ "$1" != @(s*|resident) ]] || dirs+=(build/fuzz/kept/decode fuzz/findings/decode)
	for dir in "${dirs[@]}"; do
		[ ! -d "$dir" ] || echo "$dir"
	done
}

# Generates inputs that demand many resources, for all targets.
make_attacks() {
	rm -rf build/fuzz/attacks
	"$PHP" -n fuzz/attacks.php build/fuzz/attacks
}

# The directory of such inputs for a target.
attacks() { # TARGET
	case $1 in
		msgpack) echo build/fuzz/attacks/messages ;;
		dictionary) echo build/fuzz/attacks/dictionaries ;;
		decode | resident | s*) echo build/fuzz/attacks/payloads ;;
	esac
}

# The directory of test vectors for a target.
seeds() { # TARGET
	case $1 in
		dictionary) echo build/fuzz/seeds/dictionaries ;;
		*) echo build/fuzz/seeds/payloads ;;
	esac
}

fuzz_target() { # TARGET MINUTES JOBS
	local target=$1 minutes=$2 jobs=$3 job length pids=() failed=0
	local corpus=build/fuzz/corpus/$target findings=build/fuzz/findings/$target logs=build/fuzz/logs/$target
	mkdir -p "$corpus" "$findings" "$logs"
	for ((job = 1; job <= jobs; job++)); do
		length=("$small")
		((job % 2)) || length=("${large[@]}")
		# shellcheck disable=SC2046 # words are directories
		"$out/$target" "${limits[@]}" "${length[@]}" -max_total_time=$((minutes * 60)) -reload=10 -print_final_stats=1 \
			-artifact_prefix="$findings/" "$corpus" $(kept "$target") $(attacks "$target") "$(seeds "$target")" >"$logs/$job" 2>&1 </dev/null &
		pids+=($!)
	done
	for ((job = 1; job <= jobs; job++)); do
		if ! wait "${pids[job - 1]}"; then
			grep -aE '^(FINDING|==.*ERROR|SUMMARY|artifact_prefix)' "$logs/$job" | cut -c 1-400 || tail -n 20 "$logs/$job"
			failed=1
		fi
		awk -v name="$target $job" '/^stat::number_of_executed_units/ { n = $2 } /^stat::average_exec_per_sec/ { s = $2 }
			END { printf "%-14s %d inputs, %d a second; %s\n", name, n, s, FILENAME }' "$logs/$job"
	done
	return "$failed"
}

run() { # TARGET|all MINUTES JOBS
	local target targets failed=0
	targets=$(selected_targets "$1")
	build fuzzer
	rm -rf build/fuzz/seeds
	"$PHP" -n fuzz/seeds.php build/fuzz/seeds
	unpack
	make_attacks
	for target in $targets; do
		fuzz_target "$target" "$2" "$3" || failed=1
	done
	return "$failed"
}

# libFuzzer keeps the smallest found inputs that reach code beyond the kept inputs.
keep() { # TARGET|all
	local target targets merged
	targets=$(selected_targets "$1")
	build fuzzer
	unpack
	for target in $targets; do
		merged=build/fuzz/merged/$target
		rm -rf "$merged"
		mkdir -p "$merged" "build/fuzz/corpus/$target"
		# shellcheck disable=SC2046 # words are directories
		find $(kept "$target") -type f -print0 | xargs -0 -r cp -t "$merged"
		(cd "$merged" && ls) >"$merged.kept"
		"$out/$target" "${limits[@]}" "$small" -merge=1 -use_counters=0 "$merged" "build/fuzz/corpus/$target" >"$merged.log" 2>&1
		(cd "$merged" && ls | grep -vxFf "../$target.kept" | xargs -r cp -t "../../kept/$target") || true
		"$PHP" -n fuzz/corpus.php pack "$(archive "$target")" "build/fuzz/kept/$target"
		echo "$target: $(find "build/fuzz/kept/$target" -type f | wc -l) inputs are kept"
	done
}

replay() { # release|asan TARGET|all
	local target targets failed=0
	targets=$(selected_targets "$2")
	if [ -z "$(embed_library)" ]; then
		echo "skipped: there is no libphp of $PHP to embed"
		return
	fi
	build "$1"
	unpack
	make_attacks
	for target in $targets; do
		# shellcheck disable=SC2046 # words are directories
		"$out/$target" $(kept "$target") $(attacks "$target") || failed=1
	done
	return "$failed"
}

coverage() {
	local target profiles=() objects=()
	build coverage
	unpack
	for target in "${all_targets[@]}"; do
		objects+=(-object="$out/$target")
		# shellcheck disable=SC2046 # words are directories
		LLVM_PROFILE_FILE="$out/$target.%p.profraw" "$out/$target" $(kept "$target")
	done
	profiles=("$out"/*.profraw)
	"$(newest_tool llvm-profdata)" merge -sparse "${profiles[@]}" -o "$out/profile"
	rm -f "${profiles[@]}"
	"$(newest_tool llvm-cov)" report -instr-profile="$out/profile" -show-region-summary=0 "$out/decode" "${objects[@]}" ext | awk -v root="${root#/}/" '
		$1 ~ /\.[ch]$/ || $1 == "TOTAL" {
			sub(root, "")
			printf "%-28s %5d lines, %4d not reached: %7s   branches: %7s\n", $1, $5, $6, $7, $10
		}'
}

command=${1:-}
shift || true
case $command in
	run | keep | replay | coverage) "$command" "$@" ;;
	*)
		echo 'fuzz: run, keep, replay or coverage' >&2
		exit 2
		;;
esac
