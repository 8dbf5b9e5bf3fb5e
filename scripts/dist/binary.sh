#!/usr/bin/env bash
# Builds an extension, brine or brine_igbinary, from its unpacked archive, for the PHP of the system that this runs in. Writes the module, its header,
# and a file "about", shell variables with a package's metadata. PHP, PHPIZE and PHP_CONFIG name another PHP.
# usage: scripts/dist/binary.sh SOURCE OUTPUT [BRINE]      BRINE: for brine_igbinary, the output for brine
set -euo pipefail
: "${PHP:=php}" "${PHPIZE:=phpize}" "${PHP_CONFIG:=php-config}"

source=$1 output=$2
mkdir -p "$output"
if [ $# -lt 3 ]; then
	extension=brine header=php_brine.h folder=brine includes=
	arguments=(-d extension="$output/brine.so")
	call='brine_serialize_signed([1, "a"], "key of this test") ? brine_unserialize(brine_serialize([1, "a"])) : null'
else
	extension=brine_igbinary header=igbinary.h folder=igbinary
	mkdir -p "$output/include/ext/brine"
	cp "$3/php_brine.h" "$output/include/ext/brine"
	includes=-I$(realpath "$output/include")
	arguments=(-d extension="$3/brine.so" -d extension="$output/brine_igbinary.so")
	call='igbinary_unserialize(igbinary_serialize([1, "a"]))'
fi
log=$output/build.log

build() {
	cd "$source"
	"$PHPIZE"
	./configure --with-php-config="$(command -v "$PHP_CONFIG")" CFLAGS="-O2 $includes" CPPFLAGS="$includes"
	make -j"$(getconf _NPROCESSORS_ONLN)"
	strip --strip-unneeded "modules/$extension.so"
}

if ! (build) >"$log" 2>&1 </dev/null; then
	tail -n 20 "$log" >&2
	exit 1
fi
cp "$source/modules/$extension.so" "$source/$header" "$output"

# The packed module must work.
[ "$("$PHP" -n "${arguments[@]}" -r "echo json_encode($call);")" = '[1,"a"]' ]

# Debian's packages with the libraries that the module links, except the C library.
packages() {
	local library path
	command -v dpkg >/dev/null || return 0
	objdump -p "$output/$extension.so" | awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m|dl|pthread)|ld-linux.*)\.so/ { print $2 }' | while read -r library; do
		path=$(ldd "$output/$extension.so" | awk -v name="$library" '$1 == name { print $3 }')
		dpkg -S "$path" 2>/dev/null || dpkg -S "/usr$path"
	done | cut -d: -f1 | sort -u | paste -sd ' '
}

{
	printf 'extension=%s\nheader=%s\n' "$extension" "$header"
	"$PHP" -n -r 'printf("php=%d.%d\nthreads=%s\ndebug=%s\n", PHP_MAJOR_VERSION, PHP_MINOR_VERSION, PHP_ZTS ? "zts" : "nts", PHP_DEBUG ? "-debug" : "");'
	echo "release=$("$PHP_CONFIG" --version)"
	echo "api=$("$PHP_CONFIG" --phpapi)"
	echo "extensions=$("$PHP_CONFIG" --extension-dir)"
	echo "headers=$("$PHP_CONFIG" --include-dir)/ext/$folder"
	echo "glibc=$(objdump -T "$output/$extension.so" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -n 1)"
	echo "machine=$(uname -m)"
	echo "debian=$(dpkg --print-architecture 2>/dev/null)"
	echo "packages='$(packages)'"
} >"$output/about"
