#!/usr/bin/env bash
# Installs through apt what the named groups need and this machine lacks. Silent where nothing is missing.
# usage: scripts/setup.sh [build] [peers] [embed] [library] [check] [fuzz] [valgrind] [debug] [matrix]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

missing=()
want_npm=
want_vendor=

need_command() { # COMMAND PACKAGE
	command -v "$1" >/dev/null || missing+=("$2")
}

need_file() { # FILE PACKAGE
	[ -e "$1" ] || missing+=("$2")
}

# Optional: what needs such an extension is skipped without it. Debian's packages fit only Debian's own PHP.
want_extension() { # EXTENSION PACKAGE [BEFORE...]
	if [ "$PHP" = php ] && ! { command -v "$PHP" && has_extension "$1" "${@:3}"; } >/dev/null 2>&1; then
		missing+=("$2")
	fi
}

# Optional likewise: the fuzz targets run inside of it.
want_embed_library() {
	if [ "$PHP" = php ] && ! { command -v "$PHP" && command -v "$PHP_CONFIG" && [ -n "$(embed_library)" ]; } >/dev/null 2>&1; then
		missing+=("libphp$("$PHP" -n -r 'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;' 2>/dev/null || true)-embed")
	fi
}

# PHPUnit and the like, which composer.json names.
need_composer() {
	need_command composer composer
	need_command unzip unzip
	# It does several downloads at a time then.
	want_extension curl php-curl
	# It installs PHPUnit only where these are.
	want_extension mbstring php-mbstring
	want_extension dom php-xml
	want_vendor=1
}

need_fuzzer() {
	local clang
	clang=$(newest_tool clang)
	if [ -z "$clang" ] || ! [ -e "$("$clang" --print-file-name="libclang_rt.fuzzer-$(uname -m).a")" ]; then
		missing+=(clang libclang-rt-dev)
	fi
	[ -n "$(newest_tool llvm-cov)" ] || missing+=(llvm)
}

for group in "$@"; do
	case $group in
		build)
			need_command "$PHP" php-cli
			need_command "$PHPIZE" php-dev
			need_command gcc gcc
			need_command make make
			need_file /usr/include/stdio.h libc6-dev
			;;
		peers)
			want_extension igbinary php-igbinary
			want_extension apcu php-apcu
			want_extension simplexml php-xml
			need_command openssl openssl
			;;
		library)
			# PHPUnit, and what the suites of src/ are run against; they are skipped where it is not Debian's PHP.
			need_composer
			want_extension pdo_sqlite php-sqlite3 pdo
			want_extension redis php-redis igbinary
			command -v redis-server >/dev/null || missing+=(redis-server)
			want_extension gmp php-gmp
			[ -x /usr/bin/python3 ] || missing+=(python3)
			[ -e /usr/lib/python3/dist-packages/msgpack ] || missing+=(python3-msgpack)
			need_command node nodejs
			need_command npm npm
			want_npm=@msgpack/msgpack
			;;
		check)
			need_command clang-format clang-format
			# Which files are of the project.
			need_command git git
			need_composer
			;;
		embed) want_embed_library ;;
		fuzz) need_fuzzer ;;
		valgrind) need_command valgrind valgrind ;;
		debug)
			need_command gcc gcc
			need_command make make
			need_file /usr/include/stdio.h libc6-dev
			need_command dpkg-source dpkg-dev
			need_command autoconf autoconf
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

# Optional: a package of npm, for the suite that is skipped without it.
install_npm() {
	[ -n "$want_npm" ] && [ ! -e "$root/build/npm/node_modules/$want_npm" ] || return 0
	echo "setup: installing $want_npm"
	mkdir -p "$root/build/npm"
	npm install --silent --no-audit --no-fund --prefix "$root/build/npm" "$want_npm" </dev/null >/dev/null 2>&1 ||
		echo "setup: $want_npm cannot be installed; what needs it is skipped" >&2
}

# Fills vendor/, again only when composer.json has changed.
install_vendor() {
	local log=$root/build/composer.log stamp=$root/vendor/.installed rules
	[ -n "$want_vendor" ] || return 0
	rules=$(sha1sum <"$root/composer.json")
	[ "$(cat "$stamp" 2>/dev/null)" != "$rules" ] || return 0
	echo 'setup: installing the packages of composer.json'
	mkdir -p "$root/build"
	: >"$log"
	COMPOSER_ALLOW_SUPERUSER=1 logged composer update --working-dir="$root" --no-interaction --no-progress --prefer-dist
	printf '%s\n' "$rules" >"$stamp"
}

if [ ${#missing[@]} -eq 0 ]; then
	install_npm
	install_vendor
	exit 0
fi

if ! command -v apt-get >/dev/null; then
	echo "setup: please install: ${missing[*]}" >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "setup: neither root nor sudo: please install: ${missing[*]}" >&2
		exit 1
	fi
	as_root=(sudo -n)
fi

echo "setup: installing ${missing[*]}"
log=$(mktemp)
# shellcheck disable=SC2064 # the file of now
trap "rm -f '$log'" EXIT
apt() {
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" </dev/null >>"$log" 2>&1
}
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; }; then
	cat "$log" >&2
	exit 1
fi
install_npm
install_vendor
