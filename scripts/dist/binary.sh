#!/usr/bin/env bash
# Builds an extension, brine or brine_igbinary, from its unpacked archive, for the PHP of the system that this runs in. Writes the module, its header,
# and a file "about", shell variables with a package's metadata. PHP, PHPIZE and PHP_CONFIG name another PHP. HOST=aarch64-linux-gnu builds for the
# PHP that scripts/dist/cross.sh has unpacked into SYSROOT.
# usage: scripts/dist/binary.sh SOURCE OUTPUT [BRINE]      BRINE: for brine_igbinary, the output for brine
set -euo pipefail
: "${PHP:=php}" "${PHPIZE:=phpize}" "${PHP_CONFIG:=php-config}" "${HOST:=}" "${SYSROOT:=}"
[ -z "$SYSROOT" ] || export PKG_CONFIG_SYSROOT_DIR=$SYSROOT PKG_CONFIG_LIBDIR=$SYSROOT/usr/lib/$HOST/pkgconfig
tool=${HOST:+$HOST-}

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
	[ -z "$SYSROOT" ] || includes+=" -I$SYSROOT/usr/include/$HOST"
	./configure ${HOST:+--host="$HOST"} --with-php-config="$(command -v "$PHP_CONFIG")" CFLAGS="-O2 $includes" CPPFLAGS="$includes"
	make -j"$(getconf _NPROCESSORS_ONLN)"
	"${tool}strip" --strip-unneeded "modules/$extension.so"
}

if ! (build) >"$log" 2>&1 </dev/null; then
	tail -n 20 "$log" >&2
	exit 1
fi
cp "$source/modules/$extension.so" "$source/$header" "$output"

# Functions that PHP's headers call in code inlined into the module, and that earlier releases of the same minor version do not export: the module
# could not be loaded there.
if "${tool}nm" -D --undefined-only "$output/$extension.so" | grep -E '_(safe_)?fe?realloc2?$'; then
	echo "$extension.so needs a newer PHP than the first one of its minor version" >&2
	exit 1
fi

# The packed module must work.
[ "$("$PHP" -n "${arguments[@]}" -r "echo json_encode($call);")" = '[1,"a"]' ]

# Debian's packages with the libraries that the module links, except the C library.
packages() {
	local library path
	if [ -n "$SYSROOT" ]; then
		! "${tool}objdump" -p "$output/$extension.so" | grep 'NEEDED *libcrypto' >/dev/null || cat "$SYSROOT/packages"
		return
	fi
	command -v dpkg >/dev/null || return 0
	objdump -p "$output/$extension.so" | awk '$1 == "NEEDED" && $2 !~ /^(lib(c|m|dl|pthread)|ld-linux.*)\.so/ { print $2 }' | while read -r library; do
		path=$(ldd "$output/$extension.so" | awk -v name="$library" '$1 == name { print $3 }')
		dpkg -S "$path" 2>/dev/null || dpkg -S "/usr$path"
	done | cut -d: -f1 | sort -u | paste -sd ' '
}

{
	printf 'extension=%s\nheader=%s\n' "$extension" "$header"
	"$PHP" -n -r 'printf("php=%d.%d\nthreads=%s\ndebug=%s\n", PHP_MAJOR_VERSION, PHP_MINOR_VERSION, PHP_ZTS ? "zts" : "nts", PHP_DEBUG ? "-debug" : "");'
	echo "api=$("$PHP_CONFIG" --phpapi)"
	extensions=$("$PHP_CONFIG" --extension-dir)
	echo "extensions=${extensions#"$SYSROOT"}"
	headers=$("$PHP_CONFIG" --include-dir)/ext/$folder
	echo "headers=${headers#"$SYSROOT"}"
	echo "glibc=$("${tool}objdump" -T "$output/$extension.so" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -n 1)"
	if [ -n "$HOST" ]; then
		printf 'machine=arm64\ndebian=arm64\n'
	else
		# PIE's name for it, and Debian's.
		echo "machine=$(uname -m | sed 's/^aarch64$/arm64/')"
		echo "debian=$(dpkg --print-architecture 2>/dev/null)"
	fi
	echo "packages='$(packages)'"
} >"$output/about"
