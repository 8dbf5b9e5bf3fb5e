#!/usr/bin/env bash
# Runs WordPress' own tests of the object cache with the drop-in of packages/wordpress, which WordPress loads as on a site, without a database: by
# phpredis, Predis and Memcached, with and without the extension, as one site and as a network. Servers are its own.
# WORDPRESS: a directory with WordPress. TESTFILE: such as tests/phpunit/tests/cache.php of WordPress' repository for developers,
# of 5.9 or newer.
# Some of the tests ask for less if an object cache is not WordPress' own: here they do not.
# The last line is "N passed, N failed".
# usage: packages/wordpress/tools/cache-tests.sh WORDPRESS TESTFILE...
set -uo pipefail
. "$(dirname "$0")/../../../scripts/lib.sh"

[ $# -ge 2 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
wordpress=$(realpath "$1")
[ -e "$wordpress/wp-settings.php" ] || {
	echo "wordpress-cache-tests: $wordpress has no wp-settings.php" >&2
	exit 2
}
shift
package=$root/packages/wordpress
log=$root/build/wordpress-cache-tests.log
mkdir -p "${log%/*}"
: >"$log"
install_packages "$package/tests" "$package/vendor/.installed" "$package/composer.json" || exit 1

work=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/wp-content" "$work/tests"
cp "$package/object-cache.php" "$work/wp-content"
cp "$root/packages/wordpress/tools/cache-tests/db.php" "$work/wp-content"
redis=$(command -v redis-server || command -v redis-check-rdb)
(exec -a redis-server "$redis" --port 0 --unixsocket "$work/redis" --save '' --daemonize no) >/dev/null 2>&1 &
servers+=($!)
as_root=()
[ "$(id -u)" -ne 0 ] || as_root=(-u root)
memcached -s "$work/memcached" ${as_root[@]+"${as_root[@]}"} >/dev/null 2>&1 &
servers+=($!)
for socket in redis memcached; do
	for ((tries = 0; tries < 100; ++tries)); do
		[ ! -S "$work/$socket" ] || break
		sleep 0.1
	done
	[ -S "$work/$socket" ] || {
		echo "wordpress-cache-tests: $socket does not start" >&2
		exit 1
	}
done

# PHPUnit 11 wants static functions, where WordPress' older one does not.
for file; do
	sed -E 's/^(\t(public|private|protected)) function (data_|provide)/\1 static function \3/' "$file" >"$work/tests/${file##*/}"
done

passed=0 failed=0
mapfile -t arguments < <(load_extensions ctype dom filter iconv mbstring mysqli mysqlnd openssl pdo posix tokenizer xml xmlwriter redis msgpack memcached)
for client in phpredis predis memcached; do
	for without in '' brine; do
		for multisite in 0 1; do
			for file in "$work/tests"/*; do
				: >"$log"
				BRINE_CLIENT=$client BRINE_SOCKETS=$work BRINE_MULTISITE=$multisite BRINE_WORDPRESS=$wordpress BRINE_WITHOUT="msgpack $without" \
					"$root/scripts/php.sh" release "${arguments[@]}" "$package/vendor/bin/phpunit" --bootstrap "$root/packages/wordpress/tools/cache-tests/bootstrap.php" \
					--no-configuration --do-not-cache-result "$file" </dev/null >>"$log" 2>&1
				status=$?
				line=$(phpunit_counts "$log")
				read -r good _ bad _ <<<"${line:-0 passed, 1 failed}"
				[ "$status" -eq 0 ] && [ -n "$line" ] || cat "$log"
				[ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
				echo "$client${without:+, without the extension}, multisite $multisite, ${file##*/}: $good passed, $bad failed"
				passed=$((passed + good)) failed=$((failed + bad))
			done
		done
	done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
