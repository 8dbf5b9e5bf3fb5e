#!/usr/bin/env bash
# Runs the recipes of docs/frameworks.md. Installs first what composer.json names. BRINE_FRAMEWORKS: a directory of frameworks, see README.md.
# usage: tests/frameworks/run.sh release|asan [CASE]
#        tests/frameworks/run.sh install
set -uo pipefail
. "$(dirname "$0")/../../scripts/lib.sh"

flavour=$1
[ "$flavour" = install ] || skip_bridge
log=$(build_dir "${flavour/install/release}")/logs/frameworks-install
mkdir -p "${log%/*}" "$root/build/frameworks"
: >"$log"

install_packages "$root/tests/frameworks" "$root/build/frameworks/.installed" || exit 1
[ "$flavour" != install ] || exit 0

mapfile -t arguments < <(load_extensions ctype iconv intl mbstring pdo pdo_sqlite redis simplexml tokenizer)
exec "$root/scripts/php.sh" "$flavour" "${arguments[@]}" "$root/tests/frameworks/run.php" "${@:2}"
