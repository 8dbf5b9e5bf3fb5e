#!/usr/bin/env bash
# Runs a command with PHP, PHPIZE and PHP_CONFIG of a thread-safe PHP, which is built once from the source package of the PHP here, outside of the tree.
# "debug" is Debian 12's, has assertions, reports leaks and overwrites freed memory; "release" is as small as the check of a release's binary allows.
# usage: scripts/zts.sh debug|release COMMAND...
set -euo pipefail
. "$(dirname "$0")/lib.sh"

kind=$1
shift
configure=(--enable-zts --disable-all --disable-cgi --disable-phpdbg --enable-session)
if [ "$kind" = debug ]; then
	package=php8.2
	configure+=(--enable-debug --enable-embed=shared --enable-opcache --enable-ctype --enable-simplexml --with-libxml)
	# The engine is optimised, to save time.
	flags=-O1
else
	package=php$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
	flags=
fi
dir=$cache/$kind-$package
prefix=$dir/installed
log=$dir/build.log

# Where this system's packages come from; Debian 12 unless this is a directory of "make matrix".
sources() {
	if [ "$root" = /brine/main ]; then
		sed -n 's/^deb /deb-src /p' /etc/apt/sources.list
	else
		printf 'deb-src [signed-by=%s] %s bookworm main\n' "$archive_keyring" "$(debian_mirror)"
	fi
}

# Makes apt fetch sources, without changing the machine's own list.
fetch_source() {
	local apt=$dir/apt options
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	sources >"$apt/sources.list"
	options=(-q -y -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apt/lists"
		-o Dir::Cache="$apt/cache" -o APT::Sandbox::User=)
	logged apt-get "${options[@]}" update
	logged apt-get "${options[@]}" source --download-only --only-source "$package"
	# Debian's patches produce a phpize that works only at Debian's install path.
	logged dpkg-source --skip-patches -x "$package"_*.dsc source
}

build_php() {
	echo "zts: building $package ($kind) into $dir (once; this takes a while)" >&2
	rm -rf "$dir"
	mkdir -p "$dir"
	cd "$dir"
	: >"$log"
	fetch_source
	cd source
	logged ./configure --prefix="$prefix" "${configure[@]}"
	logged make -j"$(nproc)" ${flags:+EXTRA_CFLAGS="$flags"}
	logged make install
	rm -rf "$dir/source"
	touch "$dir/.complete"
}

[ -e "$dir/.complete" ] || (build_php)
export PHP=$prefix/bin/php PHPIZE=$prefix/bin/phpize PHP_CONFIG=$prefix/bin/php-config
export LD_LIBRARY_PATH=$prefix/lib
exec "$@"
