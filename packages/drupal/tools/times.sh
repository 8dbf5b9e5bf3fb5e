#!/usr/bin/env bash
# Measures what the cache entries of four requests to an installed site take in each format: bytes, time to decode them, and memory for their values. Prints
# the table of packages/drupal/README.md. For meaningful times, run nothing else on the machine.
# SITE: as for check.sh, which explains it; the module is installed for this, then uninstalled. ROUNDS: number of measurements each (31).
# usage: packages/drupal/tools/times.sh SITE [ROUNDS]
set -euo pipefail
. "$(dirname "$0")/../../../scripts/lib.sh"

[ $# -ge 1 ] || {
	sed -n '/^# usage: /s/^# //p' "$0" >&2
	exit 2
}
dir=$(build_dir release)
[ -e "$dir/modules/brine.so" ] || "$root/scripts/build.sh" release
export BRINE_EXTENSION=$dir/modules/brine.so
exec "$PHP" "$root/packages/drupal/tools/times.php" "$@"
