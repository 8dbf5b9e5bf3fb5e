#!/usr/bin/env bash
# Makes one file of the command line, the benchmark, the library, MessagePack and symfony/console. Ends with an error if the result does not run.
# usage: scripts/phar.sh [TREE [FILE]]      TREE: the folder of the library and of packages/, by default this one; FILE: by default build/brine.phar
set -euo pipefail
. "$(dirname "$0")/lib.sh"

tree=${1:-$root}
file=${2:-$root/build/brine.phar}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Copies the files of a package that Composer would install.
copy_package() { # FROM NAME FILE...
	local from=$1 to=$work/phar/packages/$2
	mkdir -p "$to"
	shift 2
	(cd "$from" && cp -R composer.json LICENSE "$@" "$to")
}
mkdir -p "$root/build"
copy_package "$tree" library src
copy_package "$tree/packages/bench" bench src
copy_package "$tree/packages/cli" cli src bin
copy_package "$tree/packages/msgpack" msgpack src exception.php functions.php

# The packages by their paths, as copies; symfony/console for the oldest PHP.
cat >"$work/phar/composer.json" <<-'JSON'
	{
	  "repositories": [{"type": "path", "url": "packages/*", "options": {"symlink": false}}],
	  "require": {"brine/bench": "*", "symfony/console": "^7.4"},
	  "minimum-stability": "dev",
	  "prefer-stable": true,
	  "config": {"platform": {"php": "8.2.0"}, "optimize-autoloader": true}
	}
JSON
log=$root/build/phar.log
: >"$log"
logged composer install --working-dir="$work/phar" --no-dev --no-interaction --no-progress
rm -rf "$work/phar/packages"

mapfile -t arguments < <(load_extensions phar)
"$PHP" -n "${arguments[@]}" -d phar.readonly=0 -r '
	[, $directory, $file] = $argv;
	@unlink($file);
	$phar = new Phar($file);
	$phar->buildFromDirectory($directory, "~\\.(php|json|html|css|js|bash|zsh|fish)$|/bin/brine$|/LICENSE$~");
	// The line for the shell is none of PHP.
	$program = $phar["vendor/brine/cli/bin/brine"]->getContent();
	$phar["brine"] = substr($program, strpos($program, "\n") + 1);
	$phar->setStub("#!/usr/bin/env php\n<?php\n// Else PHP opens no file in it if its own name is without .phar.\nPhar::mapPhar();\n\$_composer_autoload_path = \"phar://\" . __FILE__ . \"/vendor/autoload.php\";\nrequire \"phar://\" . __FILE__ . \"/brine\";\n__HALT_COMPILER();\n");
' -- "$work/phar" "$file"
chmod +x "$file"

mapfile -t arguments < <(load_extensions phar ctype mbstring tokenizer)
output=$(printf '\301\020\005' | "$PHP" -n "${arguments[@]}" "$file" inspect - --path '')
if [[ "$output" != *' 5 SMALL_INT' ]]; then
	echo "phar: the result does not run: $output" >&2
	exit 1
fi
output=$("$PHP" -n "${arguments[@]}" "$file" --version)
if [ "$output" != "brine $("$PHP" -n "$root/scripts/version.php")" ]; then
	echo "phar: the result has another version: $output" >&2
	exit 1
fi
if [[ "$("$PHP" -n "${arguments[@]}" "$file" bench --list)" != *$'\nshapes  '* ]]; then
	echo 'phar: the result has no benchmark' >&2
	exit 1
fi
echo "${file#"$root/"}: $(wc -c <"$file") bytes"
