#!/usr/bin/env bash
# Installs WordPress in a temporary directory, with php-fpm and servers of its own, and compares its pages, for visitors and the administrator, with
# those of a host without a cache. Errors in PHP's log are failures, too.
# WORDPRESS, DIRECTORY: checkouts of WordPress and of its plugins sqlite-database-integration and Redis Object Cache.
# FILE: WP-CLI's phar, or its php/boot-fs.php; by default Composer installs it.
# STEP: plain redis small place dropin memcached library signed damaged hosts down cli load; all if none is given. measure, alone: prints what entries
# and pages take; ROUNDS: of the measurements (31).
# The last line is "N passed, N failed".
# usage: packages/wordpress/tools/check.sh WORDPRESS --sqlite=DIRECTORY [--redis-cache=DIRECTORY] [--wp-cli=FILE] [STEP...]
set -euo pipefail
. "$(dirname "$0")/../../../scripts/lib.sh"

[ $# -ge 2 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
BRINE_BUILD=$(build_dir release)
[ -e "$BRINE_BUILD/modules/brine.so" ] && [ -e "$BRINE_BUILD/igbinary/modules/brine_igbinary.so" ] || "$root/scripts/build.sh" release
PHP_FPM=$(fpm_program)
[ -n "$PHP_FPM" ] || {
	echo 'check.sh: there is no php-fpm of this PHP; scripts/setup.sh fpm' >&2
	exit 1
}
export BRINE_BUILD PHP_FPM
exec "$PHP" "$root/packages/wordpress/tools/check.php" "$@"
