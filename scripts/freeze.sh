#!/usr/bin/env bash
# Copies the current test vectors that no earlier version has to tests/format/frozen/VERSION (docs/compatibility.md), before make release sets
# this version. FFI provides Zstandard and LZ4.
# usage: scripts/freeze.sh X.Y.Z[-RCN]
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

version=${1:-}
if ! [[ "$version" =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-RC[1-9][0-9]*)?$ ]]; then
	echo "freeze: \"$version\" is no version, such as 1.2.3 or 1.2.3-RC1: make freeze VERSION=1.2.3" >&2
	exit 1
fi
# What is frozen must be what the vectors' sources say.
scripts/php.sh release tests/format/vectors/generate.php --check
# shellcheck disable=SC2046 # words
scripts/php.sh release $(load_extensions ffi) tests/format/frozen/freeze.php "$version"
"$PHP" -n tests/format/frozen/unchanged.php
