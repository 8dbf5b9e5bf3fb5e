import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { anchor, files, groups, pages, root, target, title } from "./pages.js";

// Links are relative to files of the repository, so that they work there, too.
function links(md) {
  md.core.ruler.push("links", (state) => {
    const tokens = state.tokens.flatMap((token) => token.children ?? []).filter((token) => token.type === "link_open");
    for (const token of tokens) {
      const found = target(state.env.relativePath, token.attrGet("href"));
      if (found !== null) {
        token.attrSet("href", found.href);
        if (!found.isPage) {
          token.attrSet("target", "_self");
        }
      }
    }
  });
}

const address = (path) => `/${pages.get(path).replace(/index\.md$/, "").replace(/\.md$/, "")}`;

export default defineConfig({
  title: "Brine",
  description: "A serializer for PHP: compact bytes for caches and sessions",
  lang: "en",
  srcDir: "pages",
  outDir: join(root, "build/docs"),
  // Addresses of the examples.
  ignoreDeadLinks: "localhostLinks",
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    anchor: { slugify: anchor },
    languageAlias: { console: "sh", env: "ini", neon: "yaml", abnf: "ini" },
    config: links,
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: groups.map((group) => ({
      text: group.text,
      collapsed: false,
      items: group.pages.map((path) => ({ text: title(path), link: address(path) })),
    })),
  },
  buildEnd(site) {
    for (const file of files) {
      const copy = join(site.outDir, "files", `${file}.txt`);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(root, file), copy);
    }
  },
});
