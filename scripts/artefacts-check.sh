#!/usr/bin/env bash
# Installs each file of a release in a bare Debian, from that file alone: scripts/dist/artefacts/check.sh says what must hold then, and after it is removed.
# Each kind has a fresh copy of a system with PHP and php-fpm, which is installed once into $BRINE_CACHE. It needs root, apt and Packagist.
# usage: [KINDS='KIND...'] scripts/artefacts-check.sh [DIST [SUITE...]]
#   DIST   by default build/dist
#   SUITE  bookworm (PHP 8.2), trixie (PHP 8.4); by default both
#   KIND   sums source binary threads deb igbinary-deb composer wordpress phar; by default all
set -uo pipefail
. "$(dirname "$0")/lib.sh"

dist=$(realpath "${1:-$root/build/dist}") || exit
shift
[ $# -gt 0 ] || set -- bookworm trixie
# "threads" takes the PHP that "make dist" has built of the same version of Debian.
: "${KINDS:=sums source binary threads deb igbinary-deb composer wordpress phar}"
log=$root/build/artefacts-check.log
mkdir -p "${log%/*}"
: >"$log"

# A system as it comes, of one release without later updates: a module that needs a newer PHP of the same version fails there.
prepare() { # SUITE DIRECTORY
	[ ! -e "$2/.prepared" ] || return 0
	echo "artefacts-check: installing $1 into $2 (once)"
	rm -rf --one-file-system "$2"
	mkdir -p "$2"
	logged debootstrap --variant=minbase --keyring="$archive_keyring" --include=ca-certificates,libfcgi-bin,php-cli,php-fpm "$1" "$2" "$(debian_mirror)" || return
	apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-)' >"$2/etc/apt/apt.conf.d/90host" || true
	touch "$2/.prepared"
}

# Where "make dist" has built the thread-safe PHP of a suite.
threads() { # SUITE
	case $1 in
		bookworm) echo "$cache/release-php8.2/installed" ;;
		trixie) echo "$cache/matrix/trixie/root/.cache/brine/release-php8.4/installed" ;;
	esac
}

# Runs the checks of a kind. The copy is a layer over the system, in memory, and ends with the command, as do all processes in it.
check() { # DIRECTORY KIND THREADS
	# shellcheck disable=SC2016 # for the shell inside
	unshare --mount --pid --fork --kill-child sh -euc '
		mount -t tmpfs tmpfs /mnt
		mkdir /mnt/upper /mnt/work /mnt/root
		mount -t overlay -o "lowerdir=$1,upperdir=/mnt/upper,workdir=/mnt/work" overlay /mnt/root
		mkdir /mnt/root/dist /mnt/root/check
		mount -t proc proc /mnt/root/proc
		mount --bind "$2" /mnt/root/dist
		mount -o remount,bind,ro /mnt/root/dist
		mount --bind "$3" /mnt/root/check
		mount -o remount,bind,ro /mnt/root/check
		mkdir /mnt/root/threads
		if [ -d "$5" ]; then
			mount --bind "$5" /mnt/root/threads
			mount -o remount,bind,ro /mnt/root/threads
		fi
		# This machine may reach Packagist by a proxy with a certificate of its own.
		cp /etc/resolv.conf /mnt/root/etc
		cp /etc/ssl/certs/ca-certificates.crt /mnt/root/etc/ssl/certs
		exec chroot /mnt/root env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive COMPOSER_ALLOW_SUPERUSER=1 \
			http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" no_proxy="${no_proxy:-}" /check/check.sh "$4"
	' sh "$1" "$dist" "$root/scripts/dist/artefacts" "$2" "$3" </dev/null 2>>"$log"
}

passed=0 failed=0
for suite in "$@"; do
	if ! prepare "$suite" "$cache/bare/$suite"; then
		failed=$((failed + 1))
		continue
	fi
	for kind in $KINDS; do
		output=$(check "$cache/bare/$suite" "$kind" "$(threads "$suite")")
		count=$(grep -c '^ok ' <<<"$output")
		faults=$(grep -c '^FAIL ' <<<"$output")
		# The last line says that no check was left out.
		[ "$(tail -n 1 <<<"$output")" = done ] || faults=$((faults + 1))
		[ "$faults" -eq 0 ] || printf '%s\n' "$output"
		echo "$suite, $kind: $count passed, $faults failed"
		passed=$((passed + count)) failed=$((failed + faults))
	done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || echo "artefacts-check: what the commands printed is in $log"
[ "$failed" -eq 0 ]
