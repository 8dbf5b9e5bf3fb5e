#!/usr/bin/env bash
# Gives each package a history of its own: writes the commits of a branch that concern it, and the tags that can be reached from it, into bare
# repositories, which are made where there are none. The same commits become the same ones each time, so that a later run only adds.
# A folder or file that the library's package begins to have (.gitattributes) changes the whole history of it: git refuses that, unless it is
# told to with FORCE=1.
# A package's pages link to those of the project by "../../". Where PAGES is the address of the project's files, links lead there: the same address each
# time, since it is in the history.
# usage: [FORCE=1] [PAGES=ADDRESS] scripts/split.sh DIRECTORY [BRANCH]      DIRECTORY: where the repositories are, or an address that ends before their names
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

target=${1:?usage: scripts/split.sh DIRECTORY [BRANCH]}
branch=${2:-main}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log

git() {
	command git -c safe.directory='*' "$@"
}

# Rewrites a fresh copy of the repository, and pushes it.
split() { # REPOSITORY ARGUMENT OF FILTER-REPO...
	local repository=$target/$1.git copy=$work/$1 option=()
	shift
	logged git clone -q --bare --no-local --single-branch --branch "$branch" "$root" "$copy"
	logged command git -C "$copy" filter-repo --quiet --force "$@"
	if [[ "$target" != *:* ]] && ! [ -e "$repository" ]; then
		logged git init -q --bare --initial-branch="$branch" "$repository"
	fi
	[ -z "${FORCE:-}" ] || option=(--force)
	logged git -C "$copy" push -q ${option[@]+"${option[@]}"} "$repository" "$branch" --tags
	echo "split: $repository: $(git -C "$copy" rev-list --count "$branch") commits, $(git -C "$copy" ls-tree -r --name-only "$branch" | wc -l) files"
}

# The library has a part of the root: what "git archive" takes of it.
paths=(--path .gitattributes)
while read -r path; do
	paths+=(--path "$path")
done < <(git archive --format=tar "$branch" | tar -tf - | cut -d/ -f1 | sort -u)

links=()
if [ -n "${PAGES:-}" ]; then
	printf 'literal:](../../==>](%s/\n' "${PAGES%/}" >"$work/links"
	links=(--replace-text "$work/links")
fi

# Prints the arguments that make a folder the root of a history. What the package had elsewhere before it moved there comes along.
folder() { # FOLDER [OLD[=NEW]...]
	local move old
	printf -- '--path\n%s/\n--path-rename\n%s/:\n' "$1" "$1"
	for move in "${@:2}"; do
		old=${move%%=*}
		printf -- '--path\n%s/\n' "$old"
		[ "$old" = "$move" ] || printf -- '--path-rename\n%s/:%s\n' "$old" "${move#*=}"
	done
}

# Gives a folder of packages/ a history.
split_package() { # REPOSITORY FOLDER [OLD[=NEW]...]
	local arguments
	mapfile -t arguments < <(folder "packages/$2" "${@:3}")
	split "$1" "${arguments[@]}" ${links[@]+"${links[@]}"}
}

split brine "${paths[@]}"
split ext-brine --subdirectory-filter ext
split_package cli cli bin src/Bench src/Console src/Dictionary/Training=src/Training/ tests/console=tests/ tests/report=tests/report/
split_package msgpack msgpack src/MessagePack=src/ tests/msgpack=tests/ examples/MessagePack
split_package symfony-bundle symfony bridge/symfony=
split_package laravel laravel bridge/laravel=
split_package drupal drupal bridge/drupal=
