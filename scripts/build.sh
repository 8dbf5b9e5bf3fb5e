#!/usr/bin/env bash
# Builds the extension, and those that its tests need, outside of the source tree.
# BRINE_CONFIGURE: an option for the extension's configure.
# "guard" is a release that maps resident values read-only, and unmaps them when they are freed.
# "alone": without the extensions of the tests.
# usage: scripts/build.sh release|asan|guard [alone]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

flavour=$1
dir=$(build_dir "$flavour")
warnings='-Wall -Wextra -Werror'

case $flavour in
	release)
		cflags='-O2 -g'
		ldflags=
		;;
	asan)
		cflags='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'
		ldflags='-fsanitize=address,undefined'
		;;
	guard)
		cflags='-O2 -g'
		ldflags=
		BRINE_CONFIGURE="${BRINE_CONFIGURE:-} --enable-brine-resident-guard"
		;;
	*)
		echo "build: no such flavour: $flavour" >&2
		exit 2
		;;
esac

# Lists the source files of an extension in the current directory, without what phpize and configure make there.
list_sources() {
	find . -maxdepth 1 -type f \( -name config.m4 -o -name Makefile.frag -o -name '*.[ch]' \) ! -name config.h
	[ ! -d src ] || find ./src -type f -name '*.[ch]'
}

# Brings the sources in the build directory up to date; unchanged ones keep their time stamps, so that make does only what is needed.
mirror_sources() { # FROM TO
	mkdir -p "$2"
	(cd "$1" && list_sources) | while read -r file; do
		if [ "$1/$file" -nt "$2/$file" ]; then
			mkdir -p "$2/${file%/*}"
			cp -p "$1/$file" "$2/$file"
		fi
	done
	(cd "$2" && list_sources) | while read -r file; do
		[ -e "$1/$file" ] || rm -f "$2/$file" "$2/${file%.c}".{lo,o,dep}
	done
}

# phpize, configure and make. What configure decides depends on its input; when that changes, everything starts anew.
build_extension() { # FROM TO CPPFLAGS
	local from=$1 to=$2 cppflags=$3 input
	input=$(find "$from" -maxdepth 1 \( -name config.m4 -o -name Makefile.frag \) -exec cat {} + && "$PHP" -n -v && command -v "$PHP_CONFIG" && echo "$cflags $ldflags $cppflags ${BRINE_CONFIGURE:-}")
	if [ "$(cat "$to/.configured" 2>/dev/null)" != "$input" ]; then
		rm -rf "$to"
	fi
	mirror_sources "$from" "$to"
	cd "$to"
	log=$to/build.log
	: >"$log"
	if ! [ -e .configured ]; then
		echo "build: ${to#"$root/"}"
		logged "$PHPIZE"
		logged ./configure --with-php-config="$(command -v "$PHP_CONFIG")" CFLAGS="$cflags" LDFLAGS="$ldflags" CPPFLAGS="$cppflags" ${BRINE_CONFIGURE:-}
		printf '%s\n' "$input" >.configured
	fi
	# Warnings are errors only for make: configure's own probes are not written for them. Nor are PHP's headers, so that they are
	# included as the system's.
	logged make -j"$(processors)" EXTRA_CFLAGS="$warnings" INCLUDES="$("$PHP_CONFIG" --includes | sed 's/-I/-isystem /g')"
}

build_extension "$root/ext" "$dir" ''
logged make install-headers INSTALL_ROOT="$dir/installed"
[ "${2:-}" != alone ] || exit 0

include=$dir/installed$("$PHP_CONFIG" --include-dir)
build_extension "$root/ext-igbinary" "$dir/igbinary" "-I$include"
if [ "$flavour" = asan ]; then
	logged gcc -shared -fPIC -O1 $warnings "$root/scripts/dlopen.c" -o "$dir/dlopen.so"
fi
if [ -e "$root/ext/tests/capi/config.m4" ]; then
	build_extension "$root/ext/tests/capi" "$dir/capi" "-I$include"
fi
build_extension "$root/tests/limits/allocation/extension" "$dir/faults" ''
build_extension "$root/tests/limits/caches/extension" "$dir/caches" "-I$root/ext/src -I$root/ext"
build_extension "$root/tests/resident/extension" "$dir/hooks" ''
