#!/usr/bin/env bash
# Installs what "make build" has built for the selected PHP. Builds nothing, so that root has no files in build/, and enables nothing.
# DESTDIR: a directory to install into instead of /, for packages.
# usage: scripts/install.sh
set -euo pipefail
. "$(dirname "$0")/lib.sh"

dir=$(build_dir release)
extensions=${DESTDIR:-}$("$PHP_CONFIG" --extension-dir)
headers=${DESTDIR:-}$("$PHP_CONFIG" --include-dir)/ext/brine

if ! [ -e "$dir/modules/brine.so" ]; then
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
for file in "$extensions/brine.so" "$headers/php_brine.h"; do
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
install_file "$dir/modules/brine.so" "$extensions/brine.so"
install_file "$dir/php_brine.h" "$headers/php_brine.h"
[ -n "${DESTDIR:-}" ] || make -s -C "$dir" brine-how-to-enable
