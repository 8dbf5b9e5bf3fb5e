#!/usr/bin/env bash
# Names functions of PHP's extensions that write into arrays or strings that they are given. All extensions of Debian are installed into a copy of a
# directory of "make matrix", once; those that conflict with others are only unpacked.
# usage: [SUITE=trixie] scripts/sweep.sh [EXTENSION...]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

: "${SUITE:=trixie}"

if [ "$(id -u)" -ne 0 ]; then
	exec sudo -n --preserve-env=SUITE,http_proxy,https_proxy,no_proxy env BRINE_CACHE="$cache" "$0" "$@"
fi

dir=$cache/sweep/$SUITE
build=$root/build/matrix/sweep-$SUITE
log=$build/prepare.log
mkdir -p "$build"

if [ ! -e "$dir/.swept" ]; then
	BRINE_INSTALLED=1 SUITES=$SUITE FLAVOURS=none "$root/scripts/matrix.sh"
	echo "sweep: installing extensions into $dir (once)"
	rm -rf --one-file-system "$dir"
	mkdir -p "$cache/sweep"
	cp -a "$cache/matrix/$SUITE" "$dir"
	: >"$log"
	# shellcheck disable=SC2016 # for the shell inside
	logged "$root/scripts/chroot.sh" "$dir" "$build" env all= others= sh -euc '
		apt-get -q -y update
		cd /tmp
		for package in $(apt-cache --names-only search "^php$1-" | sed -n "s/^\(php$1-[^ ]*\) .*/\1/p" | grep -vE "[0-9]-(cgi|cli|common|dev|fpm|phpdbg|.*-dbgsym)$" | sort); do
			if apt-get -s install --no-install-recommends $all $package >/dev/null 2>&1; then
				all="$all $package"
			else
				others="$others $package"
			fi
		done
		apt-get -q -y install --no-install-recommends $all
		for package in $others; do
			apt-get -q -o APT::Sandbox::User= download $package && dpkg-deb -x ${package}_*.deb / || echo "left out: $package"
		done' sh "$(cat "$dir/.prepared")"
	touch "$dir/.swept"
fi

version=$(cat "$dir/.prepared")
# shellcheck disable=SC2016 # for the shell inside
exec "$root/scripts/chroot.sh" "$dir" "$build" env PHP="php$version" PHPIZE="phpize$version" PHP_CONFIG="php-config$version" \
	sh -c 'scripts/build.sh guard && exec scripts/php.sh guard tests/resident/sweep/run.php "$@"' sh "$@"
