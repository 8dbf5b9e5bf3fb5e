/*
 * What the suites have in common that open pages in Chromium: the browser, a context for each case, and the count.
 */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// Where scripts/setup.sh puts it.
const packages = fileURLToPath(new URL("../build/npm/package.json", import.meta.url));
const { chromium } = createRequire(packages)("playwright-core");

/**
 * Runs each case with a page of its own. Whatever the browser complains about, and any request that is not allowed, fails the case. The last line of
 * the output is "N passed, N failed".
 *
 * @param cases     functions by name, each with a page
 * @param isAllowed whether an address may be asked for
 * @param prepare   what is done to a context before
 */
export async function run(cases, isAllowed, prepare = async () => {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  let passed = 0;
  let failed = 0;
  for (const [name, test] of Object.entries(cases)) {
    if (!name.includes(process.argv[2] ?? "")) {
      continue;
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "light" });
    const seen = [];
    context.on("console", (message) => seen.push(`console: ${message.text()}`));
    context.on("weberror", (error) => seen.push(`error: ${error.error().message}`));
    context.on("request", (request) => isAllowed(request.url()) || seen.push(`request: ${request.url()}`));
    // Long enough for a machine that does much else.
    context.setDefaultTimeout(120000);
    try {
      await prepare(context);
      await test(await context.newPage());
      assert.deepEqual(seen, []);
      ++passed;
    } catch (error) {
      ++failed;
      console.log(`FAIL ${name}\n${error.message}\n${seen.join("\n")}`);
    }
    await context.close();
  }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

export const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
export const width = (page) => page.evaluate(() => document.documentElement.scrollWidth);
