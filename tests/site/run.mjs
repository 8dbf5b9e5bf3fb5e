/*
 * Opens the pages of build/docs/ in Chromium. The last line of the output is "N passed, N failed".
 *
 *     tests/site/run.sh [CASE]
 */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pages, root, title } from "../../site/pages.js";
import { background, run, width } from "../browser.mjs";

// A host that is nowhere: the files of build/docs/ are its answers.
const site = "http://site.invalid";
const file = (url) => join(root, "build/docs", decodeURI(new URL(url).pathname).replace(/\/$/, "/index.html"));
const isThere = (url) => url.startsWith(site) && existsSync(file(url));
const serve = (context) => context.route(`${site}/**`, (route) => (isThere(route.request().url()) ? route.fulfill({ path: file(route.request().url()) }) : route.abort()));
// A page listens to keys and clicks once its scripts have run.
const listens = (page) => page.waitForFunction(() => document.querySelector("#app").__vue_app__ !== undefined);
const address = (page) => `${site}/${page.replace(/\.md$/, ".html")}`;

// First lines of the blocks of code that are wider than their place.
const cut = (page, blocks) => page.locator(`:is(${blocks}) pre`).evaluateAll((all) => all.filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent.split("\n")[0]));

// The links of all pages and what can be linked to, collected by the case that opens them.
const links = new Map();
const anchors = new Map();

const cases = {
  "pages: each opens with its heading, and fits a desk and a phone": async (page) => {
    for (const [path, name] of pages) {
      await page.goto(address(name));
      const heading = await page.locator("h1").first().evaluate((element) => element.firstChild.textContent.length > 0);
      assert.ok(heading, `${path} has no heading`);
      assert.equal(await width(page), 1440, `${path} is wider than the screen`);
      assert.deepEqual(await cut(page, ".language-php, .language-sh, .language-ini, .language-env, .language-yaml, .language-neon"), [], `${path} has code that is cut`);
      await page.setViewportSize({ width: 390, height: 844 });
      assert.equal(await width(page), 390, `${path} is wider than a phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
      const found = await page.evaluate(() => [[...document.querySelectorAll("a[href]")].map((link) => link.href), [...document.querySelectorAll("[id]")].map((element) => element.id)]);
      links.set(path, found[0]);
      anchors.set(file(address(name)), new Set(found[1]));
    }
    assert.equal(links.size, pages.size);
    const dead = [];
    for (const [path, targets] of links) {
      for (const target of targets.filter((link) => link.startsWith(site))) {
        const hash = decodeURIComponent(new URL(target).hash.slice(1));
        if (!isThere(target) || (hash !== "" && !anchors.get(file(target))?.has(hash))) {
          dead.push(`${path}: ${target}`);
        }
      }
    }
    assert.deepEqual(dead, []);
  },
  "start: its code fits without a wrap": async (page) => {
    await page.goto(`${site}/`);
    await page.addStyleTag({ content: ".vp-doc pre code { white-space: pre !important; }" });
    for (const size of [1280, 1440, 1920]) {
      await page.setViewportSize({ width: size, height: 900 });
      assert.deepEqual(await cut(page, "div"), [], `at ${size}`);
    }
  },
  "search: finds a page by its text": async (page) => {
    await page.goto(`${site}/`);
    await listens(page);
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").fill("brine_unserialize_signed");
    await page.locator("#localsearch-list a[href*='/security.html']").first().click();
    await page.waitForURL(`${site}/security.html**`);
  },
  "theme: as the system says, and by the switch": async (page) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${site}/`);
    assert.equal(await background(page), "rgb(27, 27, 31)");
    await listens(page);
    await page.locator(".VPSwitchAppearance:visible").first().click();
    assert.equal(await background(page), "rgb(255, 255, 255)");
  },
  "order: the sidebar leads to every page": async (page) => {
    await page.goto(`${site}/`);
    assert.deepEqual(await page.locator(".VPSidebarItem.level-1 .text").allTextContents(), [...pages.keys()].map(title));
  },
  "report: its page leads to it": async (page) => {
    await page.goto(address("benchmark.md"));
    await page.getByRole("link", { name: "Open the report of a full run" }).click();
    assert.equal(await page.locator("h1").textContent(), "A report");
  },
};

await run(cases, (url) => isThere(url) || url === "data:,", serve);
