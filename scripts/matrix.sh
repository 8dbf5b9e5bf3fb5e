#!/usr/bin/env bash
# Builds and tests the extension in other versions of Debian, which are installed once into directories outside of the tree. The output
# ends with a line for each of them.
# usage: [SUITES='SUITE...'] [FLAVOURS='release asan'] scripts/matrix.sh
#   SUITE: trixie, sid, experimental   the newest PHP that it has
#          php8.5                      that version, from sid or experimental
#          i386                        bookworm for 32-bit processors
#   FLAVOUR: release, asan; "none" installs, and tests nothing
set -euo pipefail
. "$(dirname "$0")/lib.sh"

: "${SUITES:=trixie php8.5 experimental i386}" "${FLAVOURS:=release asan}"

# The tree is read-only there, so it must already contain the packages of bridges and frameworks.
if [ -z "${BRINE_INSTALLED:-}" ]; then
	for run in "$root"/packages/*/tests/run "$root/tests/frameworks/run.sh"; do
		"$run" install || echo "matrix: left out there: what ${run#"$root/"} installs, which is not to be had" >&2
	done
	export BRINE_INSTALLED=1
fi

if [ "$(id -u)" -ne 0 ]; then
	exec sudo -n --preserve-env=SUITES,FLAVOURS,BRINE_CORPUS,BRINE_INSTALLED,http_proxy,https_proxy,no_proxy env BRINE_CACHE="$cache" "$0"
fi

# Sets release, architecture, and the version if the suite names a single version of PHP.
describe() { # SUITE
	release=$1
	architecture=$(dpkg --print-architecture)
	version=
	case $1 in
		trixie | sid) ;;
		experimental) release=sid ;;
		php[0-9]*)
			release=sid
			version=${1#php}
			;;
		i386)
			release=bookworm
			architecture=i386
			;;
		*)
			echo "matrix: no such suite: $1" >&2
			exit 2
			;;
	esac
}

inside() { # COMMAND...
	"$root/scripts/chroot.sh" "$dir" "$build" "$@"
}

# Prints the packages that can be installed.
available() { # PACKAGE...
	inside apt-cache policy "$@" | awk '/^[^ ]/ { name = $1 } $1 == "Candidate:" && $2 != "(none)" { sub(/:$/, "", name); print name }'
}

# The newest version of PHP in apt there.
newest_version() {
	inside apt-cache --names-only search '^php[0-9.]+-cli$' | sed -n 's/^php\([0-9.]*\)-cli .*/\1/p' | sort -V | tail -n 1
}

# Installs a suite unless it exists. A directory without the mark is incomplete.
prepare() { # SUITE
	local suite=$1 mirror packages
	log=$build/prepare.log
	[ ! -e "$dir/.prepared" ] || return 0
	echo "matrix: installing $suite ($release, $architecture) into $dir (once)"
	rm -rf --one-file-system "$dir"
	mkdir -p "$dir"
	: >"$log"
	mirror=$(debian_mirror)
	logged debootstrap --variant=minbase --arch="$architecture" --keyring="$archive_keyring" "$release" "$dir" "$mirror" || return
	printf 'deb %s %s main\n' "$mirror" "$release" >"$dir/etc/apt/sources.list"
	case $suite in
		experimental | php*) printf 'deb %s experimental main\n' "$mirror" >>"$dir/etc/apt/sources.list" ;;
	esac
	# This machine's proxies, and its exceptions for mirrors.
	apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-)' >"$dir/etc/apt/apt.conf.d/90host" || true
	logged inside apt-get -q -y update || return
	[ -n "$version" ] || version=$(newest_version)
	packages=(gcc libc6-dev make pkg-config "php$version-cli" "php$version-dev")
	mapfile -t -O ${#packages[@]} packages < <(available "php$version"-{xml,igbinary,apcu,mbstring,gmp,sqlite3,redis,memcached,zstd} redis-tools memcached openssl)
	logged inside apt-get -q -y install --no-install-recommends "${packages[@]}" || return
	echo "$version" >"$dir/.prepared"
}

# Tests one flavour and adds its line to the summary.
run() { # SUITE FLAVOUR
	local suite=$1 flavour=$2 name result
	log=$build/$flavour.log
	version=$(cat "$dir/.prepared")
	name="$suite php$(inside "php$version" -n -r 'echo PHP_VERSION;') $flavour"
	echo
	echo "matrix: $name"
	# shellcheck disable=SC2016 # for the shell inside
	inside env PHP="php$version" PHPIZE="phpize$version" PHP_CONFIG="php-config$version" \
		sh -c 'scripts/build.sh "$1" && scripts/test.sh "$1"' sh "$flavour" </dev/null 2>&1 | tee "$log" || true
	result=$(grep -aE '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1) || result='not built'
	summary+=("$name: $result")
	[ "${result% 0 failed}" != "$result" ] || status=1
}

summary=()
status=0
for suite in $SUITES; do
	describe "$suite"
	dir=$cache/matrix/$suite
	build=$root/build/matrix/$suite
	mkdir -p "$build"
	if ! prepare "$suite"; then
		summary+=("$suite: not installed")
		status=1
		continue
	fi
	for flavour in ${FLAVOURS#none}; do
		run "$suite" "$flavour"
	done
done

echo
printf '%s\n' "${summary[@]}"
exit "$status"
