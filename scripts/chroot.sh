#!/usr/bin/env bash
# Runs a command as root in a directory with another Debian. The project's tree and the corpus are read-only at /brine; build products have their
# own directory. All mounts belong to this command alone: they end with it.
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
# The directory for build products is mounted over build/.
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
# Without this, a 32-bit system reports the architecture of the kernel.
as=()
[ "$(cat "$dir/var/lib/dpkg/arch-native" 2>/dev/null || chroot "$dir" dpkg --print-architecture)" != i386 ] || as=(setarch i386)
exec chroot "$dir" env -i "${environment[@]}" "${as[@]}" sh -c 'cd /brine/main && exec "$@"' sh "$@"
