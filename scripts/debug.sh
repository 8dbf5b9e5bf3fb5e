#!/usr/bin/env bash
# Runs every test suite with a thread-safe debug build of PHP.
# usage: scripts/debug.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# Other builds sign with libcrypto.
export BRINE_CONFIGURE=--without-brine-libcrypto
# shellcheck disable=SC2016 # for the shell inside
exec "$root/scripts/zts.sh" debug sh -c '"$1/build.sh" release && exec "$1/test.sh" release' sh "$root/scripts"
