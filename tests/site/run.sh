#!/usr/bin/env bash
# Renders the site, and opens its pages in a browser. Without one this is skipped, or with BRINE_BROWSER=needed it has failed.
# usage: tests/site/run.sh [CASE]
set -euo pipefail
. "$(dirname "$0")/../browser.sh"

require_browser "$root/build/site/node_modules"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
echo '<!DOCTYPE html><html lang="en"><title>A report</title><h1>A report</h1></html>' >"$report"
"$root/scripts/docs.sh" "$report"
BRINE_ROOT=$root node "$root/tests/site/run.mjs" "$@"
