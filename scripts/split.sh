#!/usr/bin/env bash
# Gives each package a history of its own: writes a branch's commits that concern it, and the reachable tags, into bare repositories, which are
# created if missing. The result is deterministic, so later runs only add commits.
# If the library's package gains a folder or file (.gitattributes), its whole history changes: git refuses that without FORCE=1.
# A package's pages link to those of the project by "../../". If PAGES is the address of the project's files, links lead there. Keep that address:
# it becomes part of the history.
# usage: [FORCE=1] [PAGES=ADDRESS] scripts/split.sh DIRECTORY [BRANCH]      DIRECTORY: parent of the repositories, or the address before their names
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

# The library consists of the root's files that "git archive" exports.
paths=(--path .gitattributes)
while read -r path; do
	paths+=(--path "$path")
done < <(git archive --format=tar "$branch" | tar -tf - | cut -d/ -f1 | sort -u)

links=()
if [ -n "${PAGES:-}" ]; then
	printf 'literal:](../../==>](%s/\n' "${PAGES%/}" >"$work/links"
	links=(--replace-text "$work/links")
fi

# Prints the arguments that make a folder the root of a history. Includes the package's history from before it moved there.
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
split ext-brine-igbinary --subdirectory-filter ext-igbinary
split_package cli cli bin src/Bench src/Console src/Dictionary/Training=src/Training/ tests/console=tests/ tests/report=tests/report/
split_package bench bench packages/cli/src/Bench=src/ src/Bench=src/ bench=tools/ packages/cli/tests/report=tests/report/ tests/report=tests/report/
split_package msgpack msgpack src/MessagePack=src/ tests/msgpack=tests/ examples/MessagePack
split_package symfony-bundle symfony bridge/symfony=
split_package laravel laravel bridge/laravel=
split_package drupal drupal bridge/drupal=
split_package wordpress wordpress
