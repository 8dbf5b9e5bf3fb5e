#!/usr/bin/env bash
# Runs a command as root in another Debian's directory, with the tree of this project and the corpus in it to read, at /brine, and a
# directory for what is built. All mounts belong to this command alone: they are gone with it, however it ends.
# usage: scripts/chroot.sh DIRECTORY BUILD COMMAND...
set -euo pipefail
. "$(dirname "$0")/lib.sh"

dir=$1
build=$2
shift 2

if [ -z "${BRINE_UNSHARED:-}" ]; then
	export BRINE_UNSHARED=1
	exec unshare --mount --pid --fork --kill-child "$0" "$dir" "$build" "$@"
fi

corpus=${BRINE_CORPUS:-$root/../shared/corpus}
# What is built is mounted over the directory that it has here too.
mkdir -p "$root/build" "$build" "$dir/brine/main" "$dir/brine/shared/corpus"
mount -t proc proc "$dir/proc"
mount --bind "$root" "$dir/brine/main"
mount -o remount,bind,ro "$dir/brine/main"
mount --bind "$build" "$dir/brine/main/build"
if [ -d "$corpus" ]; then
	mount --bind "$corpus" "$dir/brine/shared/corpus"
	mount -o remount,bind,ro "$dir/brine/shared/corpus"
fi

environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
for name in http_proxy https_proxy no_proxy TERM; do
	[ -z "${!name:-}" ] || environment+=("$name=${!name}")
done
# A 32-bit system has to be told that it is one, or it takes itself for what the kernel is.
as=()
[ "$(cat "$dir/var/lib/dpkg/arch-native" 2>/dev/null || chroot "$dir" dpkg --print-architecture)" != i386 ] || as=(setarch i386)
exec chroot "$dir" env -i "${environment[@]}" "${as[@]}" sh -c 'cd /brine/main && exec "$@"' sh "$@"
