#!/usr/bin/env bash
# Switches the module of packages/drupal on and off on an installed site, and what is around it: with, without and with another extension, under load, and
# with entries that are changed, damaged or moved. Every page has to be there, with the same HTML, all the time.
# SITE: a directory with a Drupal that is installed and has the module among its files, not switched on. It is better a copy: its cache and settings.php
# are changed. Both are as before when all has passed.
# DRUPAL_PHP: arguments for PHP that the site needs, such as "-d extension=gd".
# The last line is "N passed, N failed".
# usage: scripts/drupal-check.sh SITE [STEP...]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

[ $# -ge 1 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
dir=$(build_dir release)
[ -e "$dir/modules/brine.so" ] || "$root/scripts/build.sh" release
export BRINE_EXTENSION=$dir/modules/brine.so
exec "$PHP" "$root/scripts/drupal/check.php" "$@"
