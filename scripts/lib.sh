# Sourced by the other scripts: the selected PHP, and where its builds are. The parts of it, setup.sh, build.sh and php.sh that `make build` and
# `make demo` run must work with bash 3.2 and macOS' tools: tests/setup/ checks that.

: "${PHP:=php}" "${PHPIZE:=phpize}" "${PHP_CONFIG:=php-config}"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Directory of slow-to-build things outside this tree: another PHP, other versions of Debian.
# shellcheck disable=SC2034 # used where this file is sourced
cache=${BRINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/brine}

# Packages that scripts/setup.sh unpacked without installing.
[ ! -x "$cache/memcached/bin/memcached" ] || PATH=$PATH:$cache/memcached/bin

# shellcheck disable=SC2034
archive_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# Prints the mirror that this machine takes Debian's packages from.
debian_mirror() {
	local uri
	uri=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null | sed 's/#.*//' |
		grep -oE '[a-z]+:/[^[:space:]]*/debian/?([[:space:]]|$)' | sed -n '1s/[/[:space:]]*$//p') || true
	printf '%s\n' "${uri:-http://deb.debian.org/debian}"
}

# Prints the build directory of a flavour (release, asan or guard) for the selected PHP.
build_dir() { # FLAVOUR
	local name
	name=$("$PHP" -n -r 'printf("php%d.%d-%s", PHP_MAJOR_VERSION, PHP_MINOR_VERSION, PHP_ZTS ? "zts" : "nts");
		echo PHP_DEBUG ? "-debug" : "";')
	[ "$1" = release ] || name+=-$1
	printf '%s/build/%s' "$root" "$name"
}

# Prints the number of processors.
processors() {
	getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# Runs a command with a time limit in seconds, if the machine has a tool for that.
time_limit() { # SECONDS COMMAND...
	local seconds=$1 name
	shift
	for name in timeout gtimeout; do
		if command -v "$name" >/dev/null; then
			"$name" "$seconds" "$@"
			return
		fi
	done
	"$@"
}

# Succeeds if the selected PHP can load the extension without any ini file, after the available ones of the others.
has_extension() { # EXTENSION [BEFORE...]
	local before arguments=()
	for before in "${@:2}"; do
		arguments+=(-d extension="$before")
	done
	[ -n "$("$PHP" -n -d display_startup_errors=0 -d log_errors=0 ${arguments[@]+"${arguments[@]}"} -d extension="$1" -r "echo extension_loaded('$1');" 2>/dev/null)" ]
}

# Runs a command with its output in the file that $log names; the log's end is shown if the command fails.
# shellcheck disable=SC2154 # it is the caller's
logged() { # COMMAND...
	if ! "$@" >>"$log" 2>&1 </dev/null; then
		tail -n 40 "$log" >&2
		echo "$(basename "$0" .sh): failed: $*; the whole output is in $log" >&2
		return 1
	fi
}

# Succeeds for an extension that PHP shall run without.
is_left_out() { # EXTENSION
	[[ " ${BRINE_WITHOUT:-} " = *" $1 "* ]]
}

# Prints the arguments with which the selected PHP, without any ini file, has these extensions; built-in extensions need none. Dependencies come
# first; Debian's redis needs igbinary and its
# memcached msgpack too, which scripts/php.sh loads.
load_extensions() { # EXTENSION...
	local extension loaded=()
	is_left_out igbinary || loaded=(igbinary msgpack)
	for extension in "$@"; do
		if ! [ -n "$("$PHP" -n -r "echo extension_loaded('$extension');")" ] && has_extension "$extension" ${loaded[@]+"${loaded[@]}"}; then
			printf -- '-d\nextension=%s\n' "$extension"
			loaded+=("$extension")
		fi
	done
}

# Arguments for PHP under sanitizers.
# shellcheck disable=SC2034 # used where this file is sourced
sanitizer_arguments=(-d auto_prepend_file="$root/scripts/release_cycles.php")

# Sets the environment in which PHP finds errors of the sanitized extension in DIRECTORY.
use_sanitizers() { # DIRECTORY
	# libasan must be loaded before PHP's first allocation. PHP's own allocator would hide allocations inside its chunks.
	export USE_ZEND_ALLOC=0
	# Otherwise the extension is unloaded before leaks are reported, and its functions have no names.
	export ZEND_DONT_UNLOAD_MODULES=1
	# Sanitized stack frames are several times larger: 4,096 levels would not fit into the usual 8 MiB.
	ulimit -s 65536 2>/dev/null || ulimit -s "$(ulimit -H -s)"
	# For tests that cannot work without PHP's allocator (memory_limit) or take too long.
	export SKIP_ASAN=1
	local small=
	# Quarantined memory and stack histories would use up a 32-bit address space.
	[ "$("$PHP" -n -r 'echo PHP_INT_SIZE;')" -eq 8 ] || small=:quarantine_size_mb=16:malloc_context_size=4
	export ASAN_OPTIONS="detect_leaks=1:verify_asan_link_order=0$small${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
	export UBSAN_OPTIONS="print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}"
	export LD_PRELOAD="$1/dlopen.so $(gcc -print-file-name=libasan.so)"
}

# The line with the results of a run of PHPUnit, in the form of the other suites.
phpunit_counts() { # LOG
	sed -nE 's/^OK \(([0-9]+) tests?,.*/Tests: \1./p; /^Tests: /p' "$1" | awk -F '[:,.] *' '
		{ for (i = 1; i < NF; i += 2) n[$i] = $(i + 1) }
		END {
			if (NR) {
				failed = n["Errors"] + n["Failures"] + n["Warnings"] + n["Risky"]
				print n["Tests"] - failed - n["Skipped"] - n["Incomplete"] " passed, " failed + 0 " failed"
			}
		}'
}

# Prints the library of the selected PHP that other programs can embed, or nothing if there is none.
embed_library() {
	local version file
	version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;')
	[ -e "$("$PHP_CONFIG" --include-dir)/sapi/embed/php_embed.h" ] || return 0
	for file in "$("$PHP_CONFIG" --prefix)"/lib/libphp{"$version",}.so; do
		if [ -e "$file" ]; then
			echo "$file"
			break
		fi
	done
}

# Prints the php-fpm that belongs to the selected PHP, installed or unpacked by scripts/setup.sh; nothing if there is none.
fpm_program() {
	local version name file
	version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;')
	name=$("$PHP" -n -r 'printf("%s %d%d", PHP_VERSION, PHP_ZTS, PHP_DEBUG);')
	for file in "$("$PHP_CONFIG" --prefix)/sbin/php-fpm"{"$version",} "$cache/fpm-$version/bin/php-fpm$version"; do
		# It can load the same modules only if it is of the same kind.
		if [ -x "$file" ] && [ "$(fpm_kind "$file")" = "$name" ]; then
			echo "$file"
			break
		fi
	done
}

# Prints version, thread safety and debugging of a php-fpm.
fpm_kind() { # PROGRAM
	"$1" -n -i 2>/dev/null | awk -F ' => ' '
		$1 == "PHP Version" && !version { version = $2 }
		$1 == "Thread Safety" { zts = $2 == "enabled" }
		$1 == "Debug Build" { debug = $2 == "yes" }
		END { print version " " zts + 0 debug + 0 }'
}

# Prints the name of a tool of LLVM, which may be installed under the name of its version only.
newest_tool() { # NAME
	if command -v "$1" >/dev/null; then
		echo "$1"
	else
		compgen -c "$1-" | grep -xE "$1-[0-9]+" | sort -t - -k 2 -V | tail -n 1
	fi
}

# Fills the vendor/ of a directory with a composer.json, again only when that or another file has changed. STAMP is in vendor/.
install_packages() { # DIRECTORY STAMP [FILE...]
	local rules
	rules=$(cat "$1/composer.json" "${@:3}" | cksum)
	[ "$(cat "$2" 2>/dev/null)" != "$rules" ] || return 0
	COMPOSER_ALLOW_SUPERUSER=1 logged composer update --working-dir="$1" --no-interaction --no-progress --prefer-dist && printf '%s\n' "$rules" >"$2"
}

# Ends the script if the tests of a bridge cannot run.
skip_bridge() {
	if [ "$("$PHP" -n -r 'echo PHP_INT_SIZE;')" -lt 8 ]; then
		echo 'skipped: these tests need 64-bit integers'
		exit 0
	fi
	if ! has_extension redis igbinary && [ "${BRINE_BRIDGES:-}" != needed ]; then
		echo 'skipped: PHP has no redis here'
		exit 0
	fi
}

# Installs the packages for the tests of a bridge, and sets vendor to its directory: tests/composer.json, or with PHP 8.4 and newer
# tests/next/composer.json, with framework versions that older PHPs cannot run. Installs both if the flavour is "install".
# shellcheck disable=SC2154 # $bridge and $flavour are the caller's
install_framework() {
	vendor=$bridge/vendor
	install_packages "$bridge/tests" "$vendor/.installed" "$bridge/composer.json" || return
	if [ "$flavour" = install ] || [ "$("$PHP" -n -r 'echo PHP_VERSION_ID;')" -ge 80400 ]; then
		vendor=$bridge/vendor/next
		install_packages "$bridge/tests/next" "$vendor/.installed" "$bridge/composer.json" || return
	fi
	export BRINE_VENDOR=$vendor
}

# Runs the tests of a bridge with its own PHPUnit. The last line of the output is "N passed, N failed"; what is said before goes to $log, and here if
# something has failed.
test_bridge() { # DIRECTORY FLAVOUR FILTER [ARGUMENT OF PHP...]
	local bridge=$1 flavour=$2 filter=$3 status line
	shift 3
	# PHPUnit exits inside its own calls, so PHP does not free their values.
	export ASAN_OPTIONS=detect_leaks=0
	# The script loads msgpack too, which memcached needs before it.
	BRINE_WITHOUT="msgpack ${BRINE_WITHOUT:-}" "$root/scripts/php.sh" "$flavour" "$@" "${BRINE_VENDOR:-$bridge/vendor}/bin/phpunit" -c "$bridge/tests/phpunit.xml" \
		${filter:+--filter "$filter"} </dev/null >>"$log" 2>&1
	status=$?
	line=$(phpunit_counts "$log")
	[ "$status" -eq 0 ] && [ -n "$line" ] && [ -z "${BRINE_SECONDS:-}" ] || cat "$log"
	echo "${line:-0 passed, 1 failed}"
	return "$status"
}
