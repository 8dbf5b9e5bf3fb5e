#!/usr/bin/env bash
# Opens the report of the benchmark in a browser. Without one this is skipped, or with BRINE_BROWSER=needed it has failed.
# usage: packages/bench/tests/report/run.sh [CASE]
set -euo pipefail
. "$(dirname "$0")/../../../../tests/browser.sh"

require_browser
# The extensions that the command line needs, unless they are built in.
PHP_ARGUMENTS=$(load_extensions ctype mbstring tokenizer)
export PHP PHP_ARGUMENTS
node "$root/packages/bench/tests/report/run.mjs" "$@"
