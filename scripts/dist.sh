#!/usr/bin/env bash
# Builds the files of a release from the last commit, in build/dist/: the extension's source and the Composer packages (source), the extension
# for the PHP of this machine and for those of "make matrix" that are installed here (binaries), for the same PHPs built thread-safe (threads), for
# Debian's PHP on arm64 (arm64), and the command line in one file (phar).
# The archives of "source" have the same bytes each time for one commit.
# usage: [PARTS='source binaries threads arm64 phar'] [PHPS='DIRECTORY...'] scripts/dist.sh
#   PHPS  where php, phpize and php-config of more PHPs are: /opt/php/bin
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"
umask 022
export LC_ALL=C TZ=UTC

: "${PARTS:=source binaries threads arm64 phar}" "${PHPS:=}"
dist=$root/build/dist
build=$root/build/dist-work
log=$root/build/dist.log

git() {
	command git -c safe.directory='*' "$@"
}

# Composer's package names with a dash for the slash, and their folders in the tree.
composer_packages='brine-brine=. brine-bench=packages/bench brine-cli=packages/cli brine-msgpack=packages/msgpack brine-symfony-bundle=packages/symfony brine-laravel=packages/laravel brine-drupal=packages/drupal brine-wordpress=packages/wordpress'

commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Unpacks a folder without files excluded by .gitattributes, with the commit's time. Its pages have no links to files outside.
export_folder() { # FOLDER TO
	mkdir -p "$2"
	git archive --format=tar "$commit${1:+:${1#.}}" | tar -xf - -C "$2"
	"$PHP" -n scripts/dist/pages.php "$2" "$1" "$version"
	find "$2" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	chmod -R u=rwX,go=rX "$2"
}

# The files of the current directory, in an archive that does not depend on the machine.
zip_files() { # ARCHIVE
	rm -f "$1"
	find . -type f | sort | sed 's,^\./,,' | zip -q -X -9 "$1" -@
}

make_source() {
	local package name
	for package in brine-ext=ext brine-igbinary-ext=ext-igbinary; do
		name=${package%=*}-$version
		export_folder "${package#*=}" "$work/$name"
		tar -C "$work" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name" |
			gzip -9n >"$dist/$name.tgz"
	done
	for package in $composer_packages; do
		name=${package%=*}
		export_folder "${package#*=}" "$work/$name"
		(cd "$work/$name" && zip_files "$dist/$name-$version.zip")
	done
	# The plugin for sites without Composer: the package, and the library in it. Without composer.json, a directory of archives that is Composer's
	# repository has one package of this name.
	mkdir -p "$work/plugin/brine/library"
	cp -a "$work/brine-wordpress/." "$work/plugin/brine"
	rm "$work/plugin/brine/composer.json"
	cp -a "$work/brine-brine/src" "$work/plugin/brine/library"
	(cd "$work/plugin" && zip_files "$dist/brine-wordpress-plugin-$version.zip")
}

# The archive that PIE looks for, and Debian's package.
pack_binary() { # BUILT
	local extension header php threads debug api extensions headers glibc machine debian packages pie
	# shellcheck disable=SC1091 # written by scripts/dist/binary.sh
	. "$1/about"
	pie=php_$extension-${version}_php$php-$machine-linux-glibc$debug-$threads
	pie=${pie,,}
	mkdir "$1/pie"
	cp "$1/$extension.so" "$root/LICENSE" "$1/pie"
	find "$1/pie" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	chmod 644 "$1/pie"/*
	(cd "$1/pie" && zip_files "$dist/$pie.zip")
	echo "dist: PHP $php, $machine: $extension needs glibc $glibc or newer${packages:+, and $packages}"
	if [ -n "$debian" ] && [[ "$extensions" = /usr/lib/php/* ]]; then
		logged scripts/dist/deb.sh "$1" "$version" "$dist"
	else
		echo "dist: PHP $php, $machine: no .deb, since it is not Debian's PHP"
	fi
}

# Builds both extensions, and packs them. SEEN: the directory's name for COMMAND, which runs scripts/dist/binary.sh.
build() { # DIRECTORY SEEN COMMAND...
	local directory=$1 seen=$2 name
	shift 2
	export_folder ext "$directory/source"
	export_folder ext-igbinary "$directory/source-igbinary"
	for name in '' -igbinary; do
		logged "$@" scripts/dist/binary.sh "$seen/source$name" "$seen/built$name" ${name:+"$seen/built"}
		pack_binary "$directory/built$name"
	done
}

# Runs a function with the name of each system, its directory here, the name that this has there, and the command that runs others there.
in_systems() { # FUNCTION
	local suite
	"$1" "$build/here" "$build/here"
	for suite in trixie php8.5 experimental; do
		if ! [ -e "$cache/matrix/$suite/.prepared" ]; then
			echo "dist: left out: the PHP of $suite, which is not installed here (make matrix SUITES=$suite installs it)"
		elif [ "$(id -u)" -ne 0 ]; then
			echo "dist: left out: the PHP of $suite, since only root can enter it"
		else
			"$1" "$build/$suite" build scripts/chroot.sh "$cache/matrix/$suite" "$build/$suite"
		fi
	done
}

build_binary() { # DIRECTORY SEEN [COMMAND...]
	build "$1" "$2" env "${@:3}"
	rm -rf "$1"
}

# The packages of "make setup", which a directory of "make matrix" lacks, fetch and unpack PHP's source.
build_with_threads() { # DIRECTORY SEEN [COMMAND...]
	[ $# -eq 2 ] || logged "${@:3}" apt-get -q -y install --no-install-recommends dpkg-dev
	build "$1" "$2" env "${@:3}" scripts/zts.sh release
	rm -rf "$1"
}

make_threads() {
	if ! command -v dpkg-source >/dev/null || ! command -v pkg-config >/dev/null; then
		echo "dist: left out: threads, without dpkg-source or pkg-config (apt-get install dpkg-dev pkg-config)"
		return
	fi
	in_systems build_with_threads
}

make_binaries() {
	local bin
	in_systems build_binary
	for bin in $PHPS; do
		build "$build/other" "$build/other" env PHP="$bin/php" PHPIZE="$bin/phpize" PHP_CONFIG="$bin/php-config"
		rm -rf "$build/other"
	done
}

# For Debian's PHP on arm64, cross-compiled; qemu runs what is built.
make_arm64() {
	local php tree
	for program in aarch64-linux-gnu-gcc qemu-aarch64-static; do
		if ! command -v "$program" >/dev/null; then
			echo "dist: left out: arm64, without $program (apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static)"
			return
		fi
	done
	for php in bookworm=8.2 trixie=8.4 experimental=8.5; do
		tree=$build/arm64-${php#*=}/php
		logged scripts/dist/cross.sh "${php%=*}" "${php#*=}" "$tree"
		build "${tree%/*}" "${tree%/*}" env HOST=aarch64-linux-gnu SYSROOT="$tree" PHP="$tree/bin/php" PHPIZE="$tree/bin/phpize" PHP_CONFIG="$tree/bin/php-config"
		rm -rf "${tree%/*}"
	done
}

make_phar() {
	export_folder . "$work/phar"
	export_folder packages/bench "$work/phar/packages/bench"
	export_folder packages/cli "$work/phar/packages/cli"
	export_folder packages/msgpack "$work/phar/packages/msgpack"
	scripts/phar.sh "$work/phar" "$dist/brine.phar"
}

version=$(git show "$commit:ext/php_brine.h" | sed -n 's/^#define PHP_BRINE_VERSION "\(.*\)"$/\1/p')
[ -z "$(git status --porcelain)" ] || echo 'dist: what is not committed is not in it'
echo "dist: $version, of the commit $commit"
for part in $PARTS; do
	case $part in
		source | binaries | threads | arm64 | phar) ;;
		*)
			echo "dist: no such part: $part; there are source, binaries and arm64 (with Debian's packages), threads, and phar" >&2
			exit 2
			;;
	esac
done
rm -rf "$dist" "$build"
mkdir -p "$dist" "${log%/*}"
: >"$log"
for part in $PARTS; do
	"make_$part"
done
rm -rf "$build"
cd "$dist"
sha256sum -- * >SHA256SUMS
wc -c -- * | sed '$d'
