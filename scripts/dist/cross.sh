#!/usr/bin/env bash
# Unpacks Debian's PHP for arm64, with its headers and libcrypto's, so that scripts/dist/binary.sh can build for it with HOST=aarch64-linux-gnu.
# Nothing is installed. bin/ gets php, which qemu runs, phpize and php-config.
# usage: scripts/dist/cross.sh RELEASE VERSION DIRECTORY      such as trixie 8.4 /tmp/arm64
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

release=$1 version=$2 dir=$3
rm -rf "$dir"
mkdir -p "$dir"/{bin,usr/lib,apt/state/lists/partial,apt/cache/archives/partial}
ln -s usr/lib "$dir/lib"
: >"$dir/apt/status"
echo "deb [signed-by=$archive_keyring] $(debian_mirror) $release main" >"$dir/apt/sources"

# apt with the state of a machine for arm64 that has no package.
apt() {
	apt-get -q -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User= -o Dir::State="$dir/apt/state" -o Dir::State::status="$dir/apt/status" \
		-o Dir::Cache="$dir/apt/cache" -o Dir::Etc::sourcelist="$dir/apt/sources" -o Dir::Etc::sourceparts=- "$@"
}
apt update
apt install --download-only --no-install-recommends "php$version-cli" libssl-dev
# Its dependencies are a compiler.
(cd "$dir/apt/cache/archives" && apt download "php$version-dev")
for file in "$dir"/apt/cache/archives/*.deb; do
	dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C "$dir" --exclude './usr/share/doc' --exclude './usr/share/man'
done

printf '#!/bin/sh\nexec qemu-aarch64-static -L "%s" "%s" "$@"\n' "$dir" "$dir/usr/bin/php$version" >"$dir/bin/php"
for name in phpize php-config; do
	sed "s,^prefix=.*,prefix='$dir/usr',; s,^aclocaldir=.*,aclocaldir=/usr/share/aclocal," "$dir/usr/bin/$name$version" >"$dir/bin/$name"
done
chmod +x "$dir"/bin/*
# The package of the library that the modules link.
for file in "$dir"/apt/cache/archives/libssl3*.deb; do
	dpkg-deb -f "$file" Package
done >"$dir/packages"
rm -r "$dir/apt"
