# Sourced by the suites that use a browser: the program, its driver, and the message if there is none.
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

# Ends the suite as skipped if there is no browser, or a file is missing; with BRINE_BROWSER=needed, as failed.
require_browser() { # FILE...
	local file missing=
	CHROMIUM=$(command -v chromium) || missing=chromium
	command -v node >/dev/null || missing=node
	for file in "$root/build/npm/node_modules/playwright-core" "$@"; do
		[ -e "$file" ] || missing=$file
	done
	export CHROMIUM
	if [ -n "$missing" ]; then
		echo "skipped: there is no $missing; scripts/setup.sh browser installs it"
		[ "${BRINE_BROWSER:-}" != needed ] || exit 1
		exit 0
	fi
}
