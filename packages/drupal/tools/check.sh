#!/usr/bin/env bash
# Installs and uninstalls the module of packages/drupal on a site, with, without and with another extension, under load, and with changed, damaged
# or moved entries. Every page must stay available with the same HTML.
# SITE: a directory with an installed Drupal that contains the module, not installed yet. Use a copy: its cache and settings.php are changed, and
# restored only if everything passes.
# DRUPAL_PHP: arguments for PHP that the site needs, such as "-d extension=gd".
# The last line is "N passed, N failed".
# usage: packages/drupal/tools/check.sh SITE [STEP...]
set -euo pipefail
. "$(dirname "$0")/../../../scripts/lib.sh"

[ $# -ge 1 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
dir=$(build_dir release)
[ -e "$dir/modules/brine.so" ] || "$root/scripts/build.sh" release
export BRINE_EXTENSION=$dir/modules/brine.so
exec "$PHP" "$root/packages/drupal/tools/check.php" "$@"
