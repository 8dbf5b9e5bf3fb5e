#!/usr/bin/env bash
# Renders the pages to build/docs/, with VitePress and the configuration in site/. Fails if a link is dead.
# usage: scripts/docs.sh [REPORT]
#   REPORT  report from brine bench --html; a page of the site links to it
set -euo pipefail
. "$(dirname "$0")/lib.sh"

report=${1:-}
work=$root/build/site
export BRINE_ROOT=$root
if [ -n "$report" ] && ! [ -f "$report" ]; then
	echo "docs: there is no file $report" >&2
	exit 1
fi

if ! [ -e "$work/node_modules" ]; then
	echo 'docs: what renders the pages is missing: run make docs' >&2
	exit 1
fi
log=$work/log
: >"$log"

# VitePress reads pages and configuration from one folder.
rm -rf "$work/pages" "$work/.vitepress" "$root/build/docs"
mkdir -p "$work/.vitepress/theme"
cp "$root"/site/*.js "$work/.vitepress"
cp "$root"/site/theme/* "$work/.vitepress/theme"
node --input-type=module -e '
	const { copyFileSync, mkdirSync } = await import("node:fs");
	const { dirname } = await import("node:path");
	const { pages, root } = await import(`${process.argv[1]}/.vitepress/pages.js`);
	for (const [path, page] of pages) {
		const copy = `${process.argv[1]}/pages/${page}`;
		mkdirSync(dirname(copy), { recursive: true });
		copyFileSync(`${root}/${path}`, copy);
	}
' "$work"
# The README names them by their path, a page of docs/ from where it is.
mkdir -p "$work/pages/docs"
cp -R "$root/docs/pictures" "$work/pages/docs"
cp -R "$root/docs/pictures" "$work/pages"
if [ -n "$report" ]; then
	mkdir -p "$work/pages/public"
	cp "$report" "$work/pages/public/report.html"
	sed -i '1a\
\
**<a href="/report.html" target="_self">Open the report of a full run</a>**
' "$work/pages/benchmark.md"
fi
cd "$work"
logged npx vitepress build
echo "build/docs/: $(find "$root/build/docs" -name '*.html' | wc -l) pages. To read them: php -S localhost:8000 -t build/docs"
