#!/usr/bin/env bash
# Runs the suites of random values repeatedly, with another seed each time, and prints failures.
# usage: scripts/soak.sh MINUTES JOBS
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

minutes=$1 jobs=$2
PHP_FPM=$(fpm_program)
export PHP_FPM
logs=build/soak
# Name, build, extensions to leave out, and command: each takes about half a minute.
suites=(
	'differential|release||tests/agreement/differential/run.php --count 20000 --reference'
	'identity|release||tests/agreement/identity/run.php --count 10000'
	'classes|release||tests/agreement/classes/run.php --count 400'
	'encoder|release||tests/agreement/codec/encoder.php --count 30000'
	'decoder|release||tests/agreement/differential/run.php --count 50000 --codec decoder'
	'heights|release||tests/agreement/codec/heights.php --count 500'
	'igbinary|release||tests/agreement/codec/igbinary.php --count 50000'
	'places|release||tests/agreement/codec/places.php --count 20000'
	'functions|release||tests/agreement/codec/functions.php --count 20000'
	'backends|release||tests/agreement/interop/backends.php --count 100000'
	'hostile|release||tests/library/hostile.php --count 300000'
	'flips|release||tests/library/flips.php --count 200000'
	'resident|guard||tests/resident/stress.php --count 25000'
	'server|guard||tests/resident/server/run.php --count 5000'
	'hostile-php|release|brine igbinary|tests/library/hostile.php --count 100000'
	'python|release||tests/agreement/interop/python.php --count 20000'
	'javascript|release||tests/agreement/interop/javascript.php --count 20000'
)

work() { # JOB
	local name build without arguments seed log
	while [ "$SECONDS" -lt $((minutes * 60)) ]; do
		IFS='|' read -r name build without arguments <<<"${suites[SRANDOM % ${#suites[@]}]}"
		seed=$SRANDOM
		log=$logs/$name.$seed
		# shellcheck disable=SC2086 # the words of the command
		if BRINE_WITHOUT=$without timeout 1800 scripts/php.sh "$build" $arguments --seed "$seed" </dev/null >"$log" 2>&1; then
			grep -aEo '^[0-9]+ passed' "$log" | sed "s/^/$name /" >>"$logs/passed.$1"
			rm "$log"
		else
			echo "failed: $log"
			tail -n 20 "$log" | cut -c 1-400 | sed 's/^/  /'
		fi
	done
}

rm -rf "$logs"
mkdir -p "$logs"
for ((job = 0; job < jobs; job++)); do
	work "$job" &
done
wait
awk '{ values[$1] += $2; runs[$1]++ } END { for (name in runs) printf "%-12s %d runs, %d passed\n", name, runs[name], values[name] }' "$logs"/passed.* | sort
[ -z "$(find "$logs" -type f ! -name 'passed.*')" ]
