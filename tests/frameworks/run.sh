#!/usr/bin/env bash
# Runs the recipes of docs/frameworks.md. Installs first what composer.json names.
# BRINE_FETCH=mediawiki: also unpacks Debian's package of it, 40 MB. BRINE_FRAMEWORKS: a directory of frameworks, see README.md.
# usage: tests/frameworks/run.sh release|asan [CASE]
#        tests/frameworks/run.sh install
set -uo pipefail
. "$(dirname "$0")/../../scripts/lib.sh"

flavour=$1
[ "$flavour" = install ] || skip_bridge
here=$root/tests/frameworks
log=$(build_dir "${flavour/install/release}")/logs/frameworks-install
mkdir -p "${log%/*}"
: >"$log"

# Without what it depends on. Where it cannot be fetched, a stand-in is tested.
unpack_mediawiki() { # DIRECTORY
	local dir=$1 tmp file
	[ ! -e "$dir" ] && [ ! -e /usr/share/mediawiki ] && command -v dpkg-deb >/dev/null || return 0
	tmp=$(mktemp -d)
	mkdir "$tmp/mediawiki"
	(
		cd "$tmp" && logged apt-get -q -o APT::Sandbox::User= download mediawiki mediawiki-classes && for file in ./*.deb; do
			dpkg-deb --fsys-tarfile "$file" | tar x --strip-components=4 -C mediawiki --wildcards './usr/share/mediawiki/[aiv]*' || exit 1
		done
	) && mkdir -p "${dir%/*}" && mv "$tmp/mediawiki" "$dir"
	rm -rf "$tmp"
}

install_packages "$here" "$here/vendor/.installed" || exit 1
[ "$flavour" != install ] || exit 0
[ "${BRINE_FETCH:-}" != mediawiki ] || unpack_mediawiki "$cache/frameworks/mediawiki"
export BRINE_FRAMEWORKS=${BRINE_FRAMEWORKS:-$cache/frameworks}

mapfile -t arguments < <(load_extensions ctype iconv intl mbstring pdo pdo_sqlite redis simplexml tokenizer)
exec "$root/scripts/php.sh" "$flavour" "${arguments[@]}" "$here/run.php" "${@:2}"
