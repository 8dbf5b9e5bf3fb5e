#!/usr/bin/env bash
# Installs WordPress in a temporary directory, with php-fpm and Redis, and compares its pages with those without a cache.
# WORDPRESS, and the directories of the options: checkouts of WordPress and of the plugins sqlite-database-integration and Redis Object Cache.
# FILE: WP-CLI's phar, or its php/boot-fs.php; by default Composer installs it.
# The last line is "N passed, N failed".
# usage: scripts/wordpress-check.sh WORDPRESS --sqlite=DIRECTORY [--redis-cache=DIRECTORY] [--wp-cli=FILE] [STEP...]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

[ $# -ge 2 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
BRINE_BUILD=$(build_dir release)
[ -e "$BRINE_BUILD/modules/brine.so" ] && [ -e "$BRINE_BUILD/igbinary/modules/brine_igbinary.so" ] || "$root/scripts/build.sh" release
PHP_FPM=$(fpm_program)
[ -n "$PHP_FPM" ] || {
	echo 'wordpress-check.sh: there is no php-fpm of this PHP; scripts/setup.sh fpm' >&2
	exit 1
}
export BRINE_BUILD PHP_FPM
exec "$PHP" "$root/scripts/wordpress/check.php" "$@"
