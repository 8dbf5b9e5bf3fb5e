/*
 * Which files of the repository are pages of the site, and where they are there: sidebar.json names them by their path in the repository.
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

export const root = process.env.BRINE_ROOT;
export const groups = JSON.parse(readFileSync(join(root, "site/sidebar.json"), "utf8"));

// Pages of docs/ are at the top of the site, and the README is its first page. Some names differ by their case alone, which not all systems tell apart.
function place(path) {
  const own = { "README.md": "index.md", "docs/index.md": "contents.md" };

  return own[path] ?? path.replace(/^(docs|site)\//, "").replace(/^([A-Z]+)\.md$/, (name) => `project/${name.toLowerCase()}`).replace(/\/README\.md$/, "/index.md");
}

// From the path in the repository to the one in the site.
export const pages = new Map(groups.flatMap((group) => group.pages).map((path) => [path, place(path)]));
const origins = new Map([...pages].map(([path, page]) => [page, path]));

// What the sidebar calls the page: its first heading without marks, but of two that are called Brine.
const titles = { "README.md": "What Brine is", "docs/index.md": "Reference and internals" };
export const title = (path) => titles[path] ?? readFileSync(join(root, path), "utf8").match(/^# (.+)$/m)[1].replaceAll("`", "");

// GitHub's names of anchors, which VitePress would make in another way.
export const anchor = (text) => text.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");

// Files that pages link to and that are no pages themselves: plain text in the site.
export const files = new Set();

// Where a link of a page leads in the site; null for a link that stays as it is.
export function target(page, href) {
  if (/^([a-z]+:|#|\/)/i.test(href)) {
    return null;
  }
  const [path, hash] = href.split("#");
  let file = posix.join(posix.dirname(origins.get(page)), decodeURI(path)).replace(/\/$/, "");
  if (existsSync(join(root, file, "README.md"))) {
    file += "/README.md";
  }
  const suffix = hash === undefined ? "" : `#${hash}`;
  if (pages.has(file)) {
    return { href: `/${pages.get(file)}${suffix}`, isPage: true };
  }
  if (!existsSync(join(root, file)) || statSync(join(root, file)).isDirectory()) {
    throw new Error(`${origins.get(page)}: ${href} is no file of the repository`);
  }
  files.add(file);

  return { href: `/files/${file}.txt`, isPage: false };
}
