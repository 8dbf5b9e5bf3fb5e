#!/usr/bin/env bash
# Runs every test suite with a thread-safe debug build of PHP from Debian's source package: it has assertions, reports leaks, and overwrites freed
# memory. It is built once, outside of the tree.
# usage: scripts/debug.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"

package=php8.2
suite=bookworm
dir=$cache/debug-$package
prefix=$dir/installed
log=$dir/build.log

# Makes apt fetch sources, without changing the machine's own list.
fetch_source() {
	local apt=$dir/apt options
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	printf 'deb-src [signed-by=%s] %s %s main\n' "$archive_keyring" "$(debian_mirror)" "$suite" >"$apt/sources.list"
	options=(-q -y -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apt/lists"
		-o Dir::Cache="$apt/cache" -o APT::Sandbox::User=)
	logged apt-get "${options[@]}" update
	logged apt-get "${options[@]}" source --download-only --only-source "$package"
	# Debian's patches produce a phpize that works only at Debian's install path.
	logged dpkg-source --skip-patches -x "$package"_*.dsc source
}

# Only the extensions that the tests use. The engine is optimised, to save time.
build_php() {
	echo "debug: building $package with --enable-debug and --enable-zts into $dir (once; this takes a while)"
	rm -rf "$dir"
	mkdir -p "$dir"
	cd "$dir"
	: >"$log"
	fetch_source
	cd source
	logged ./configure --prefix="$prefix" --enable-debug --enable-zts --disable-all --disable-cgi --disable-phpdbg --enable-embed=shared \
		--enable-opcache --enable-ctype --enable-session --enable-simplexml --with-libxml
	logged make -j"$(nproc)" EXTRA_CFLAGS=-O1
	logged make install
	rm -rf "$dir/source"
	touch "$dir/.complete"
}

[ -e "$dir/.complete" ] || (build_php)

export PHP=$prefix/bin/php PHPIZE=$prefix/bin/phpize PHP_CONFIG=$prefix/bin/php-config
export LD_LIBRARY_PATH=$prefix/lib
# Other builds sign with libcrypto.
export BRINE_CONFIGURE=--without-brine-libcrypto
"$root/scripts/build.sh" release
"$root/scripts/test.sh" release
