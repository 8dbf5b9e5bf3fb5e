#!/usr/bin/env bash
# Tests setups that lack something: scripts/setup.sh with fake commands, scripts/build.sh without GNU extensions of tools, and configure with a PHP
# that is too old.
# usage: tests/setup/run.sh
set -uo pipefail
. "$(dirname "$0")/../../scripts/lib.sh"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

# Passes where the last run ended with this status and its output is this, after the commands that it gave to apt-get.
expect() { # WHAT STATUS OUTPUT
	if [ "$status" = "$2" ] && [ "$output" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\nexpected, status %s:\n%s\ngot, status %s:\n%s\n' "$1" "$2" "$3" "$status" "$output"
	fi
}

# Makes the commands of a machine: these of the real one, and those that are written to $bin afterwards.
machine() { # COMMAND...
	local name
	bin=$tmp/bin
	rm -rf "$bin" "$tmp/installed"
	mkdir -p "$bin" "$tmp/installed"
	for name in bash dirname env cat grep mktemp tail rm mkdir touch readlink "$@"; do
		ln -s "$(command -v "$name")" "$bin/$name"
	done
}

command_of_machine() { # NAME < SCRIPT
	{
		echo '#!/usr/bin/env bash'
		cat
	} >"$bin/$1"
	chmod +x "$bin/$1"
}

# A machine that can build, whose PHP has the extensions that $tmp/installed has packages of. apt-get installs what there is, or nothing at all.
debian() { # USER
	local name
	machine
	for name in phpize php-config autoconf make cc openssl; do
		command_of_machine "$name" <<<''
	done
	command_of_machine id <<<"echo $1"
	command_of_machine php <<-END
		case "\$*" in
			*extension_loaded*igbinary*) [ ! -e $tmp/installed/php8.2-igbinary ] || echo 1 ;;
			*extension_loaded*apcu*) [ ! -e $tmp/installed/php8.2-apcu ] || echo 1 ;;
			*extension_loaded*) echo 1 ;;
			*PHP_MAJOR_VERSION*) printf 8.2 ;;
		esac
	END
	command_of_machine dpkg <<<''
	command_of_machine apt-get <<-END
		case "\$*" in
			*-s*) ;;
			*install*igbinary*) exit 100 ;;
			*install*) touch $tmp/installed/"\${!#}" ;;
		esac
	END
}

setup() { # GROUP...
	output=$(PATH=$bin PHP=php PHPIZE=phpize PHP_CONFIG=php-config bash "$root/scripts/setup.sh" "$@" 2>&1)
	status=$?
}

debian 0
touch "$tmp/installed/php8.2-igbinary" "$tmp/installed/php8.2-apcu"
setup build peers
expect 'nothing is said where nothing is missing' 0 ''

debian 0
setup build peers
expect 'a package that cannot be installed keeps no other out' 0 'setup: installing through apt: php8.2-igbinary php8.2-apcu
setup: missing, and what uses it is left out: php8.2-igbinary
setup: to install it, as root: apt-get install --no-install-recommends php8.2-igbinary'

debian 1000
touch "$tmp/installed/php8.2-apcu"
setup build peers
expect 'who may not install is told the command, and goes on' 0 'setup: missing, and what uses it is left out: php8.2-igbinary
setup: to install it, as root: apt-get install --no-install-recommends php8.2-igbinary'

debian 1000
touch "$tmp/installed/php8.2-igbinary" "$tmp/installed/php8.2-apcu"
rm "$bin/phpize"
setup build peers
expect 'without what is needed it does not go on' 1 'setup: missing, and needed: php-dev
setup: to install it, as root: apt-get install --no-install-recommends php-dev'

debian 0
command_of_machine dpkg <<<'exit 1'
setup build peers
expect 'no other PHP gets the packages of the PHP of Debian' 0 "setup: missing, and what uses it is left out: igbinary apcu
setup: no package fits $bin/php; docs/install.md says what does"

debian 0
touch "$tmp/installed/php8.2-igbinary" "$tmp/installed/php8.2-apcu"
rm "$bin/apt-get" "$bin/dpkg" "$bin/autoconf"
setup build peers
expect 'without apt the packages are named' 1 'setup: missing, and needed: autoconf
setup: docs/install.md says what other systems call these packages of Debian'

debian 1000
for name in git git-filter-repo zip composer; do
	command_of_machine "$name" <<<''
done
PARTS='source binaries phar' setup build dist
expect 'a release without arm64 needs neither its compiler nor an emulator, and without threads no sources' 0 ''
cross='gcc-aarch64-linux-gnu'
[ -e /usr/aarch64-linux-gnu/include/stdio.h ] || cross="$cross libc6-dev-arm64-cross"
PARTS= setup build dist
expect 'a release of all parts needs all' 0 "setup: missing, and what uses it is left out: dpkg-dev pkg-config $cross qemu-user-static
setup: to install it, as root: apt-get install --no-install-recommends dpkg-dev pkg-config $cross qemu-user-static"

# What of the build is bash finds commands that know no more options than those of macOS, and neither nproc nor timeout. What phpize and
# make do is not looked at.
machine basename chmod cut getconf
tree=$tmp/tree
mkdir -p "$tree/tests/limits/allocation" "$tree/tests/limits/caches" "$tree/tests/resident"
cp -R "$root/scripts" "$root/ext" "$root/ext-igbinary" "$tree"
cp -R "$root/tests/limits/allocation/extension" "$tree/tests/limits/allocation"
cp -R "$root/tests/limits/caches/extension" "$tree/tests/limits/caches"
cp -R "$root/tests/resident/extension" "$tree/tests/resident"
for name in cp find sed tail; do
	rm -f "$bin/$name"
	command_of_machine "$name" <<-END
		case "$name \$*" in
			*" --"* | *' -t '* | *' -u '* | *-printf* | *' -i '* | *' -r '*) echo "$name \$*"; exit 99 ;;
		esac
		exec "$(command -v "$name")" "\$@"
	END
done
command_of_machine php <<<"exec '$(command -v "$PHP")' \"\$@\""
command_of_machine php-config <<<"exec '$(command -v "$PHP_CONFIG")' \"\$@\""
command_of_machine phpize <<'END'
	echo 'exit 0' >configure
	chmod +x configure
END
command_of_machine make <<'END'
	echo "make $*" | cut -d ' ' -f 1,2
END
output=$(PATH=$bin PHP=php PHPIZE=phpize PHP_CONFIG=php-config bash "$tree/scripts/build.sh" release 2>&1)
status=$?
name=build/$(basename "$(build_dir release)")
expect 'the build asks for nothing that macOS has not' 0 "build: $name
build: $name/igbinary
build: $name/igbinary-capi
build: $name/capi
build: $name/faults
build: $name/caches
build: $name/hooks"

# Other things that bash 3.2 rejects, such as an empty array as "${array[@]}", only that version finds.
output=$(cd "$root/scripts" && grep -nE 'mapfile|readarray|(declare|local) -[A-Zn]|&>>|\|&|\$\{[a-z_]+(,|\^|@)|coproc|SRANDOM|wait -n|-v [a-z_]+ \]' \
	lib.sh setup.sh build.sh php.sh install.sh)
status=$?
expect 'the scripts of make build and make demo are written for bash 3.2' 1 ''

# clangd's file names each source of the extensions, at its place in the tree. The one that compiles the tests' release has written it.
output=$(cd "$root" && grep -oE '"file": "[^"]+/ext(-igbinary)?/[^"]+"' build/compile_commands.json | sed "s,.*\"$root/,,; s/\"//" | LC_ALL=C sort)
status=$?
expect 'clangd knows each source' 0 "$(cd "$root" && find ext ext-igbinary -name '*.c' ! -path '*/tests/*' | LC_ALL=C sort)"

# The version of php-config decides.
mkdir "$tmp/old"
cp "$root"/ext/config.m4 "$root"/ext/Makefile.frag "$tmp/old"
cat >"$tmp/old/php-config" <<END
#!/bin/sh
case \$1 in
	--version) echo 8.1.29 ;;
	--vernum) echo 80129 ;;
	*) exec '$(command -v "$PHP_CONFIG")' "\$@" ;;
esac
END
chmod +x "$tmp/old/php-config"
output=$(cd "$tmp/old" && "$PHPIZE" >/dev/null 2>&1 && ./configure --with-php-config="$tmp/old/php-config" 2>&1 >/dev/null)
status=$?
# Newer ones complain besides of a terminal that knows no bold letters.
output=$(grep '^configure: ' <<<"$output")
expect 'configure refuses a PHP that is too old' 1 'configure: error: Brine needs PHP 8.2 or newer, and this is PHP 8.1.29.'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
