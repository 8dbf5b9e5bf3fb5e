#!/usr/bin/env bash
# Builds the extension from its unpacked archive, for the PHP of the system that this runs in, and writes brine.so and a file "about", shell
# variables with a package's metadata. PHP, PHPIZE and PHP_CONFIG name another PHP.
# usage: scripts/dist/binary.sh SOURCE OUTPUT
set -euo pipefail
: "${PHP:=php}" "${PHPIZE:=phpize}" "${PHP_CONFIG:=php-config}"

source=$1 output=$2
mkdir -p "$output"
log=$output/build.log

build() {
	cd "$source"
	"$PHPIZE"
	./configure --with-php-config="$(command -v "$PHP_CONFIG")" CFLAGS=-O2
	make -j"$(getconf _NPROCESSORS_ONLN)"
	strip --strip-unneeded modules/brine.so
}

if ! (build) >"$log" 2>&1 </dev/null; then
	tail -n 20 "$log" >&2
	exit 1
fi
cp "$source/modules/brine.so" "$source/php_brine.h" "$output"

# The packed module must work.
[ "$("$PHP" -n -d extension="$output/brine.so" -r 'echo json_encode(brine_unserialize(brine_serialize_signed([1, "a"], "key") ? brine_serialize([1, "a"]) : ""));')" = '[1,"a"]' ]

# Debian's packages with the libraries that the module links, except the C library.
packages() {
	local library path
	command -v dpkg >/dev/null || return 0
	objdump -p "$output/brine.so" | awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m|dl|pthread)|ld-linux.*)\.so/ { print $2 }' | while read -r library; do
		path=$(ldd "$output/brine.so" | awk -v name="$library" '$1 == name { print $3 }')
		dpkg -S "$path" 2>/dev/null || dpkg -S "/usr$path"
	done | cut -d: -f1 | sort -u | paste -sd ' '
}

{
	"$PHP" -n -r 'printf("php=%d.%d\nthreads=%s\ndebug=%s\n", PHP_MAJOR_VERSION, PHP_MINOR_VERSION, PHP_ZTS ? "zts" : "nts", PHP_DEBUG ? "-debug" : "");'
	echo "api=$("$PHP_CONFIG" --phpapi)"
	echo "extensions=$("$PHP_CONFIG" --extension-dir)"
	echo "headers=$("$PHP_CONFIG" --include-dir)/ext/brine"
	echo "glibc=$(objdump -T "$output/brine.so" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -n 1)"
	echo "machine=$(uname -m)"
	echo "debian=$(dpkg --print-architecture 2>/dev/null)"
	echo "packages='$(packages)'"
} >"$output/about"
