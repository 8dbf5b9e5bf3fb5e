#!/usr/bin/env bash
# Copies the current test vectors to tests/format/frozen/VERSION (docs/compatibility.md). FFI provides Zstandard and LZ4.
# usage: scripts/freeze.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

# shellcheck disable=SC2046 # words
scripts/php.sh release $(load_extensions ffi) tests/format/frozen/freeze.php
