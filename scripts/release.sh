#!/usr/bin/env bash
# Prepares a release, and publishes nothing: the version in all its places, the section of CHANGELOG.md, a commit, the archives of
# scripts/dist.sh (PARTS, too), and a tag. If a step fails, the tree is restored.
# usage: scripts/release.sh X.Y.Z[-alphaN|-betaN|-RCN]
set -euo pipefail
. "$(dirname "$0")/lib.sh"
cd "$root"

version=${1:-}

refuse() { # REASON
	echo "release: $1" >&2
	exit 1
}

# What stands below "## [Unreleased]".
unreleased() {
	awk '/^## / { inside = $2 == "[Unreleased]"; next } inside && NF' CHANGELOG.md
}

newest() {
	sed -n 's/^## \[\([0-9].*\)\] - .*/\1/p' CHANGELOG.md | head -n 1
}

[[ "$version" =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-(alpha|beta|RC)[1-9][0-9]*)?$ ]] ||
	refuse "\"$version\" is no version, such as 1.2.3 or 1.2.3-RC1: make release VERSION=1.2.3"
[ -z "$(git status --porcelain)" ] || refuse 'there are changes that are not committed'
! git rev-parse -q --verify "refs/tags/$version" >/dev/null || refuse "there is a tag $version"
"$PHP" -n scripts/version.php --check >&2 || refuse 'the versions differ already'
[ -n "$(unreleased)" ] || refuse 'CHANGELOG.md says of no change under "## [Unreleased]"'
[ -z "$(newest)" ] || "$PHP" -n -r 'exit((int) version_compare($argv[1], $argv[2], "<="));' -- "$version" "$(newest)" ||
	refuse "$version is not newer than $(newest)"

before=$(git rev-parse HEAD)
trap 'git tag -d "$version" >/dev/null 2>&1 || true; git reset -q --hard "$before"; echo "release: failed; the tree is as it was before" >&2' ERR
"$PHP" -n scripts/version.php --set "$version"
sed "s/^## \[Unreleased\]\$/&\n\n## [$version] - $(date -u +%F)/" CHANGELOG.md >CHANGELOG.md.new
mv CHANGELOG.md.new CHANGELOG.md
"$PHP" -n scripts/version.php --check
git commit -q -a -m "release: $version"
scripts/dist.sh
git tag -a -m "Brine $version" "$version"
trap - ERR

cat <<-END

	release: $version is committed and tagged here, and nothing is published. To publish it:
	    git push origin HEAD $version
	    scripts/split.sh ADDRESS      the repositories of the packages, with the tag
	    the files of build/dist/ to the release of the tag; where PIE looks for them, those that begin with php_brine- to that of ext-brine, too,
	    and with php_brine_igbinary- to that of ext-brine-igbinary
	To take it back:
	    git tag -d $version && git reset --hard ${before:0:12}
END
