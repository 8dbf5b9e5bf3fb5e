#!/usr/bin/env bash
# Installs what "make build" has built for the selected PHP. Builds nothing, so that root has no files in build/, and enables nothing.
# DESTDIR: a directory to install into instead of /, for packages.
# "igbinary": the extension that takes igbinary's place, whose header replaces igbinary's.
# usage: scripts/install.sh [igbinary]
set -euo pipefail
. "$(dirname "$0")/lib.sh"

dir=$(build_dir release)
extensions=${DESTDIR:-}$("$PHP_CONFIG" --extension-dir)
headers=${DESTDIR:-}$("$PHP_CONFIG" --include-dir)/ext
module=$dir/modules/brine.so header=$dir/php_brine.h
target_module=$extensions/brine.so target_header=$headers/brine/php_brine.h
if [ "${1:-}" = igbinary ]; then
	module=$dir/igbinary/modules/brine_igbinary.so header=$dir/igbinary/igbinary.h
	target_module=$extensions/brine_igbinary.so target_header=$headers/igbinary/igbinary.h
fi

if ! [ -e "$module" ]; then
	echo "install: nothing is built for $("$PHP" -n -r 'echo "PHP ", PHP_VERSION, ", ", PHP_BINARY;'): run make build first, as the user that you are" >&2
	exit 1
fi

# Running processes keep the replaced file open, and continue with it.
install_file() { # FROM TO
	mkdir -p "${2%/*}"
	cp "$1" "$2.new"
	chmod 644 "$2.new"
	mv -f "$2.new" "$2"
}

echo "install: for $("$PHP" -n -r 'echo "PHP ", PHP_VERSION, ", ", PHP_BINARY;')"
for file in "$target_module" "$target_header"; do
	if [ -e "$file" ]; then
		echo "install: replacing $file"
	else
		echo "install: writing $file"
	fi
	# The nearest existing directory.
	target=${file%/*}
	while ! [ -e "$target" ]; do
		target=$(dirname "$target")
	done
	if ! [ -w "$target" ]; then
		echo "install: $target is not yours to write to: sudo make install" >&2
		exit 1
	fi
done
install_file "$module" "$target_module"
install_file "$header" "$target_header"
[ -n "${DESTDIR:-}${1:-}" ] || make -s -C "$dir" brine-how-to-enable
