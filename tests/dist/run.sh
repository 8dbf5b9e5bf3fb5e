#!/usr/bin/env bash
# Tests scripts/version.php, dist.sh, release.sh and split.sh on a copy of this tree, without compiler and network.
# usage: tests/dist/run.sh
set -uo pipefail
. "$(dirname "$0")/../../scripts/lib.sh"
cd "$root" || exit 1

for program in git git-filter-repo zip unzip composer; do
	command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 0; }
done

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

# Passes where the last run ended with this status and its output has these words.
expect() { # WHAT STATUS WORDS
	if [ "$status" = "$2" ] && [[ "$output" = *"$3"* ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\nexpected, status %s: %s\ngot, status %s:\n%s\n' "$1" "$2" "$3" "$status" "$output"
	fi
}

run() { # COMMAND...
	output=$("$@" 2>&1 </dev/null)
	status=$?
}

same() { # WHAT EXPECTED GOT
	status=0 output=$3
	[ "$2" = "$3" ] || status=1
	expect "$1" 0 "$2"
}

commit() { # SUBJECT
	git add -A && git commit -q -m "$1"
}

# The present tree as the only commit of a repository, without files that only tests need.
export GIT_AUTHOR_NAME=Brine GIT_AUTHOR_EMAIL=brine@localhost GIT_COMMITTER_NAME=Brine GIT_COMMITTER_EMAIL=brine@localhost
export GIT_AUTHOR_DATE='2026-01-02T03:04:05Z' GIT_COMMITTER_DATE='2026-01-02T03:04:05Z' GIT_CONFIG_GLOBAL=/dev/null COMPOSER_ALLOW_SUPERUSER=1
mkdir "$tmp/tree"
git -c safe.directory='*' ls-files -z --cached --others --exclude-standard -- ':!fuzz' ':!tests' ':!ext/tests' |
	while IFS= read -r -d '' file; do
		[ ! -e "$file" ] || printf '%s\0' "$file"
	done | xargs -0 cp --parents -t "$tmp/tree"
mkdir -p "$tmp/tree/tests" "$tmp/tree/ext/tests"
touch "$tmp/tree/tests/some.php" "$tmp/tree/ext/tests/some.phpt"
cd "$tmp/tree" || exit 1
git init -q -b main && commit first

# One version.
version=$("$PHP" -n scripts/version.php)
run "$PHP" -n scripts/version.php --check
expect 'the versions are the same everywhere' 0 ''
for file in composer.json ext/composer.json packages/laravel/composer.json; do
	sed -i 's/"version": "[^"]*"/"version": "77.0.0"/' "$file"
	run "$PHP" -n scripts/version.php --check
	expect "another version in $file" 1 "$file: another version than the $version of ext/php_brine.h"
	git checkout -q "$file"
done
sed -i 's/"brine\/brine": "[^"]*"/"brine\/brine": "*"/' packages/drupal/composer.json
run "$PHP" -n scripts/version.php --check
expect 'a bridge for every version' 1 'packages/drupal/composer.json: another version'
git checkout -q packages
run "$PHP" -n scripts/version.php --set 1.2
expect 'no version' 1 '"1.2" is no version'

# The same bytes, and nothing but what is of use.
contents() { # ARCHIVE
	case $1 in
		*.tgz) tar -tzf "$1" | cut -d/ -f2 ;;
		*) unzip -Z1 "$1" | cut -d/ -f1 ;;
	esac | grep . | sort -u | paste -sd ' '
}
PARTS=source run scripts/dist.sh
expect 'archives' 0 "dist: $version, of the commit $(git rev-parse HEAD)"
sums=$(cat build/dist/SHA256SUMS)
PARTS='source packages' run scripts/dist.sh
expect 'an unknown part' 2 'dist: no such part: packages; there are source, binaries'
same 'it deletes nothing' "$sums" "$(cat build/dist/SHA256SUMS)"
if command -v dpkg-deb >/dev/null; then
	mkdir "$tmp/built" "$tmp/debs"
	touch "$tmp/built/brine.so" "$tmp/built/php_brine.h"
	printf '%s\n' extension=brine header=php_brine.h php=8.2 api=20220829 extensions=/usr/lib/php/20220829 \
		headers=/usr/include/php/20220829/ext/brine glibc=2.25 debian=amd64 packages=libssl3 >"$tmp/built/about"
	SOURCE_DATE_EPOCH=0 run scripts/dist/deb.sh "$tmp/built" "$version" "$tmp/debs"
	expect "Debian's package" 0 ''
	same 'it needs the PHP that it was built for' 'php8.2-common, phpapi-20220829, libc6 (>= 2.25), libssl3' \
		"$(dpkg-deb -f "$tmp"/debs/*.deb Depends)"
fi
touch composer.json ext/brine.c
sleep 1
PARTS=source TZ=Asia/Tokyo LC_ALL=C run bash -c 'umask 077; scripts/dist.sh'
same 'the same bytes again' "$sums" "$(cat build/dist/SHA256SUMS)"
same 'what the extension has' 'LICENSE Makefile.frag README.md brine.c brine.stub.php brine_arginfo.h composer.json config.m4 config.w32 php_brine.h src' \
	"$(contents "build/dist/brine-ext-$version.tgz")"
same "what the extension in igbinary's place has" \
	'LICENSE Makefile.frag README.md apcu.c brine_igbinary.c brine_igbinary.h clients.c composer.json config.m4 igbinary.h igbinary.stub.php igbinary_arginfo.h session.c' \
	"$(contents "build/dist/brine-igbinary-ext-$version.tgz")"
same 'what the library has' 'CHANGELOG.md LICENSE README.md composer.json src' "$(contents "build/dist/brine-brine-$version.zip")"
same 'what the command line has' 'LICENSE README.md bin composer.json src' "$(contents "build/dist/brine-cli-$version.zip")"
same 'what the benchmark has' 'LICENSE README.md composer.json src' "$(contents "build/dist/brine-bench-$version.zip")"
same 'what MessagePack has' 'LICENSE README.md composer.json exception.php functions.php src' "$(contents "build/dist/brine-msgpack-$version.zip")"
same 'what the bundle has' 'LICENSE README.md composer.json src templates' "$(contents "build/dist/brine-symfony-bundle-$version.zip")"
same 'what the package for Laravel has' 'LICENSE README.md composer.json config src' "$(contents "build/dist/brine-laravel-$version.zip")"
same 'what the module has' \
	'LICENSE README.md brine.info.yml brine.install brine.links.menu.yml brine.module brine.routing.yml brine.services.yml composer.json settings.brine.php src' \
	"$(contents "build/dist/brine-drupal-$version.zip")"

same 'what the package for WordPress has' 'LICENSE README.md autoload.php brine.php composer.json object-cache.php redis-object-cache.php src' "$(contents "build/dist/brine-wordpress-$version.zip")"
run unzip -q -d "$tmp/plugin" "build/dist/brine-wordpress-plugin-$version.zip"
same 'what the plugin for WordPress has' 'LICENSE README.md autoload.php brine.php library object-cache.php redis-object-cache.php src' "$(ls "$tmp/plugin/brine" | paste -sd ' ')"
run "$PHP" -n "$root/tests/dist/applications/wordpress.php" "$tmp/plugin/brine/autoload.php"
expect 'the plugin finds the library' 0 'the plugin works'
# Links and pictures of pages, but for those of the web and of the page itself.
dead_links() { # DIRECTORY
	find "$1" -name '*.md' | while read -r page; do
		grep -oE '\]\([^) ]+\)|(src|srcset)="[^"]+"' "$page" | sed -E 's/^(\]\(|[a-z]+=")//; s/[)"]$//; s/#.*//' | grep -vE '^[a-z]+:|^$' | while read -r link; do
			[ -e "$(dirname "$page")/$link" ] || echo "${page#"$1/"}: $link"
		done
	done
}
for archive in build/dist/*.zip build/dist/*.tgz; do
	name=$(basename "$archive")
	mkdir -p "$tmp/pages/$name"
	case $name in
		*.zip) unzip -q -d "$tmp/pages/$name" "$archive" ;;
		*) tar -xzf "$archive" -C "$tmp/pages/$name" ;;
	esac
done
same 'archives with pages' 11 "$(find "$tmp/pages" -name README.md | wc -l)"
same 'links to files that the archives lack' '' "$(dead_links "$tmp/pages")"
same 'what a page says instead' "The pages that are named here without a link are in Brine's source, at the tag $version." \
	"$(tail -n 1 "$tmp/pages/brine-laravel-$version.zip/README.md")"
run grep -c 'Install the extension, and name the release.s files to Composer (docs/install.md)\.' "$tmp/pages/brine-laravel-$version.zip/README.md"
expect 'the name of a page' 0 1

# Composer, of archives and later of a repository, without the network. Composer itself does not install the extension's package.
install() { # NAME REPOSITORIES REQUIRED APPLICATION EXPECTED
	mkdir "$tmp/$1"
	printf '{"repositories": [{"packagist.org": false}, %s], "require": {%s}, "minimum-stability": "RC"}' "$2" "$3" >"$tmp/$1/composer.json"
	run composer install --working-dir="$tmp/$1" --no-interaction --no-progress
	expect "Composer installs $1" 0 'Generating autoload files'
	run "$PHP" -n "$root/tests/dist/applications/$4.php" "$tmp/$1/vendor/autoload.php"
	expect "the application of $1" 0 "$5"
}
packages='{"type": "path", "url": "'$tmp'/unpacked/*", "options": {"symlink": false}}'
for package in bench brine cli msgpack; do
	mkdir -p "$tmp/unpacked/$package"
	unzip -q "build/dist/brine-$package-$version.zip" -d "$tmp/unpacked/$package"
done
any="^${version%.*}"
install archive "$packages" '"brine/brine": "'"$any"'"' library 'the library works, without brine/msgpack'
same 'what comes with the library' 'brine/brine' "$(cd "$tmp/archive/vendor" && echo */*/ | sed 's,composer/[^ ]*,,g; s,/ *$,,; s,/ , ,g; s,^ *,,')"
install messages "$packages" '"brine/msgpack": "'"$any"'"' msgpack 'MessagePack works, without the library'
install both "$packages" '"brine/brine": "'"$any"'", "brine/msgpack": "'"$any"'"' both 'both work'

# Until the packages are on Packagist, the pages show how Composer takes them from a release's files, which needs PHP's zip.
for page in README.md docs/install.md; do
	"$PHP" -m | grep -x zip >/dev/null || continue
	application=$tmp/files-$(basename "$page" .md)
	mkdir "$application"
	echo '{"repositories": [{"packagist.org": false}]}' >"$application/composer.json"
	sed -n 's,/path/to/files,'"$tmp/tree/build/dist"',g; s/^\(composer config [^#]*\).*/\1/p' "$page" >"$tmp/lines"
	same "the repository on $page" 1 "$(grep -c 'artifact' "$tmp/lines")"
	run bash -ec 'cd "$1" && . "$2" && composer require --no-update brine/brine:@RC brine/msgpack:@RC && composer update --no-interaction --no-progress' - "$application" "$tmp/lines"
	expect "Composer installs from a release's files, by $page" 0 'Generating autoload files'
	run "$PHP" -n "$root/tests/dist/applications/both.php" "$application/vendor/autoload.php"
	expect "the application from a release's files, by $page" 0 'both work'
done

# The command line, with this tree's symfony/console and its dependencies.
if [ -e "$root/vendor/composer/installed.json" ]; then
	others=$("$PHP" -n -r '
		$packages = [];
		foreach (json_decode(file_get_contents("$argv[1]/installed.json"), true)["packages"] as $package) {
			if (preg_match("~^(symfony|psr)/~", $package["name"])) {
				$package["dist"] = ["type" => "path", "url" => realpath("$argv[1]/" . $package["install-path"])];
				unset($package["source"], $package["install-path"]);
				$packages[] = ["type" => "package", "package" => $package];
			}
		}
		echo substr(json_encode($packages), 1, -1);
	' -- "$root/vendor/composer")
	install line "$packages, $others" '"brine/cli": "'"$any"'"' both 'both work'
	mapfile -t arguments < <(load_extensions ctype mbstring tokenizer)
	run "$PHP" -n "${arguments[@]}" "$tmp/line/vendor/bin/brine" --version
	expect 'vendor/bin/brine' 0 "brine $version"
	printf '\202\241a\001\241b\002' >"$tmp/message"
	run "$PHP" -n "${arguments[@]}" "$tmp/line/vendor/bin/brine" convert "$tmp/message" --from msgpack --to json
	expect 'a command of it' 0 '{"a":1,"b":2}'
	mkdir "$tmp/samples"
	for i in 1 2 3 4 5 6 7 8 9; do
		printf 'a:2:{s:2:"id";i:%s;s:9:"published";b:1;}' "$i" >"$tmp/samples/$i"
	done
	run "$PHP" -n "${arguments[@]}" "$tmp/line/vendor/bin/brine" train --no-interaction --out "$tmp/line/app.dictionary" "$tmp/samples"
	expect 'a dictionary' 0 ''
	same 'its file' 0 "$([ -s "$tmp/line/app.dictionary" ]; echo $?)"
	run "$PHP" -n "${arguments[@]}" "$tmp/line/vendor/bin/brine" bench --list
	expect 'the benchmark, which is not there' 1 'The command bench is in another package: composer require --dev brine/bench'
	install benchmark "$packages, $others" '"brine/bench": "'"$any"'"' both 'both work'
	run "$PHP" -n "${arguments[@]}" "$tmp/benchmark/vendor/bin/brine" bench --list --only mixed_2k
	expect 'the benchmark' 0 'mixed  mixed_2k'
fi

# A release.
run scripts/release.sh 99.1
expect 'a version of two numbers' 1 'release: "99.1" is no version'
run scripts/release.sh '99.1.0; id'
expect 'a version that is a command' 1 'is no version'
touch new
run scripts/release.sh 99.1.0
expect 'a dirty tree' 1 'release: there are changes that are not committed'
rm new
git tag 99.0.0
run scripts/release.sh 99.0.0
expect 'a tag that is there' 1 'release: there is a tag 99.0.0'
git tag -d 99.0.0 >/dev/null
before=$(git rev-parse HEAD)
PARTS=nonsense run scripts/release.sh 99.1.0
expect 'a release that fails' 2 'the tree is as it was before'
same 'the tree after it' "$before, tags: , changed: " "$(git rev-parse HEAD), tags: $(git tag), changed: $(git status --porcelain)"
PARTS=source run scripts/release.sh 99.1.0-RC1
expect 'a release' 0 'release: 99.1.0-RC1 is committed and tagged here, and nothing is published'
run grep -l '"minimum-stability": "RC"' composer.json packages/*/composer.json
expect 'packages that need a candidate of the library' 0 'packages/bench/composer.json
packages/cli/composer.json
packages/drupal/composer.json
packages/laravel/composer.json
packages/symfony/composer.json
packages/wordpress/composer.json'
same 'where a release has its version' \
	'composer.json ext-igbinary/composer.json ext/composer.json ext/php_brine.h packages/bench/composer.json packages/cli/composer.json packages/drupal/composer.json packages/laravel/composer.json packages/msgpack/composer.json packages/symfony/composer.json packages/wordpress/composer.json' \
	"$(git diff --name-only "$before" HEAD -- '*.json' '*.h' | paste -sd ' ')"
same 'the tag' "$(git rev-parse HEAD)" "$(git rev-parse '99.1.0-RC1^{commit}')"
same 'the section of the changes' "## [Unreleased]  ## [99.1.0-RC1] - $(date -u +%F)" "$(sed -n '/^## /,$p' CHANGELOG.md | head -n 3 | paste -sd ' ')"
run ls build/dist
expect 'the archives of the release' 0 brine-ext-99.1.0-RC1.tgz
run scripts/release.sh 99.1.0
expect 'a release without changes' 1 'release: CHANGELOG.md says of no change'
sed -i 's/^## \[Unreleased\]$/&\n\n- Something/' CHANGELOG.md
commit second
run scripts/release.sh 99.0.9
expect 'an older release' 1 'release: 99.0.9 is not newer than 99.1.0-RC1'

# Histories.
mkdir "$tmp/bare"
run scripts/split.sh "$tmp/bare"
expect 'histories' 0 "split: $tmp/bare/ext-brine.git: 2 commits"
library=$(git --git-dir="$tmp/bare/brine.git" rev-parse main)
echo >>src/Auto.php
commit third
run scripts/split.sh "$tmp/bare"
expect 'histories grow' 0 "split: $tmp/bare/brine.git: 4 commits"
same 'what was there stays' "$library" "$(git --git-dir="$tmp/bare/brine.git" rev-parse main~1)"
same 'the tag of a package' '99.1.0-RC1' "$(git --git-dir="$tmp/bare/laravel.git" tag --merged main)"
run git --git-dir="$tmp/bare/ext-brine.git" show 99.1.0-RC1:composer.json
expect 'the package of the extension' 0 '"type": "php-ext"'
run git --git-dir="$tmp/bare/ext-brine-igbinary.git" show main:composer.json
expect "the package of the extension in igbinary's place" 0 '"extension-name": "brine_igbinary"'
same 'the root of the command line' 'bin composer.json src' "$(git --git-dir="$tmp/bare/cli.git" ls-tree --name-only main bin composer.json src | paste -sd ' ')"
same 'the root of the benchmark' 'composer.json src' "$(git --git-dir="$tmp/bare/bench.git" ls-tree --name-only main composer.json src bin | paste -sd ' ')"
same 'the root of MessagePack' 'composer.json functions.php src' "$(git --git-dir="$tmp/bare/msgpack.git" ls-tree --name-only main composer.json functions.php src | paste -sd ' ')"
mkdir "$tmp/linked"
run env PAGES=https://example.org/files/ scripts/split.sh "$tmp/linked"
expect 'links to pages' 0 "split: $tmp/linked/laravel.git"
run git --git-dir="$tmp/linked/laravel.git" show main:README.md
expect 'a link out of the package' 0 '](https://example.org/files/docs/install.md)'
same 'no link that is dead' 0 "$(git --git-dir="$tmp/linked/laravel.git" show main:README.md | grep -c '](\.\./' || true)"
install repository '{"type": "vcs", "url": "'"$tmp/bare/brine.git"'"}' '"brine/brine": "99.1.*@RC"' library 'the library works, without brine/msgpack'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
