/*
 * Opens the report of result.json in Chromium. The last line of the output is "N passed, N failed".
 *
 *     packages/bench/tests/report/run.sh [CASE]
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { background, run, width } from "../../../../tests/browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "brine-report-"));
const file = join(folder, "report.html");
const address = pathToFileURL(file).href;
const extensions = process.env.PHP_ARGUMENTS.split("\n").filter((argument) => argument !== "");
const render = (result, to) => execFileSync(process.env.PHP, ["-n", ...extensions, join(here, "../../../cli/bin/brine"), "bench", "--result", result, "--html", to]);
render(join(here, "result.json"), file);

// A table of as many columns as that of resident values has, with names as long.
const result = JSON.parse(readFileSync(join(here, "result.json"), "utf8"));
const forms = ["native", ...Array.from("abcdefghijklmnop", (form) => `brine-first-sight-${form}`)];
const many = { id: "many", title: "Many", note: "", baseline: "native", serializers: forms, measures: ["bytes"] };
many.rows = ["objects/drupal/dynamic_page_cache", "b"].map((name) => ({ name, results: Object.fromEntries(forms.map((form, i) => [form, { bytes: 12345 + i }])) }));
const wide = join(folder, "wide.html");
writeFileSync(join(folder, "wide.json"), JSON.stringify({ ...result, tables: [many] }));
render(join(folder, "wide.json"), wide);

const light = "rgb(251, 250, 247)";
const dark = "rgb(20, 24, 27)";
const names = ["strings", "integers", "floats", "objects <script>alert(1)</script>", "rows of a table & more"];

const table = (page) => page.locator("#table-first");
// The rows that are seen, by name: the first part of their first cell.
const rows = (page) =>
  table(page).locator(".measure:visible tbody.rows tr:visible th").evaluateAll((cells) => cells.map((cell) => cell.firstElementChild.textContent));
const sortBy = (page, name) => table(page).locator(".measure:visible thead").getByTitle(`Sort by ${name}`, { exact: true }).click();

const cases = {
  "text: the verdicts stand at the top and at their tables": async (page) => {
    const verdicts = [
      "brine: size: first, 0.50 of igbinary; encoding: first, 0.61 of igbinary; decoding: first, 0.56 of igbinary",
      "brine: size: first, 0.50 of native",
    ];
    assert.deepEqual(await page.locator(".verdict").allTextContents(), verdicts);
    assert.deepEqual(await page.locator(".summary span").allTextContents(), verdicts);
    assert.deepEqual(await page.locator(".summary small").allTextContents(), [
      "Row by row: Size: first in 4 of 5 rows; behind msgpack in 1. Encode: first in 2 of 5 rows; behind native in 2; behind msgpack in 1. Decode: first in 4 of 5 rows, level in 1.",
      "",
    ]);
    assert.equal(await table(page).locator(".measure:visible .standing").textContent(), "brine: first in 4 of 5 rows; behind msgpack in 1");
  },
  "text: where Brine is not first, by reason": async (page) => {
    const behind = page.locator("#behind");
    assert.equal(
      await behind.locator(".note").textContent(),
      "Brine is not first in 5 of 24 figures: one row by one measure. Ratios are to the first; rows that are level with it are not named.",
    );
    assert.deepEqual(await behind.locator("h3").evaluateAll((heads) => heads.map((head) => [head.firstChild.textContent.slice(0, 12), head.lastChild.textContent])), [
      ["Brine's head", "1 figure"],
      ["Not known", "4 figures"],
    ]);
    assert.deepEqual(await behind.locator("li").allTextContents(), [
      "Strings, numbers, objects. Size, behind msgpack: integers 1.03",
      "Strings, numbers, objects. Encode, behind native: strings 1.15, integers 1.09",
      "Strings, numbers, objects. Encode, behind msgpack: floats 1.52",
      "Strings, numbers, objects. Memory, behind msgpack: integers 1.00",
    ]);
    assert.equal(await behind.locator("li a").first().getAttribute("href"), "#table-first");
  },
  "text: what stands in the data is no markup": async (page) => {
    assert.equal(await page.locator("script").count(), 1);
    assert.deepEqual(await rows(page), names);
    const failures = table(page).locator(".failures");
    await failures.locator("summary").click();
    assert.equal(await failures.locator("li").first().textContent(), `${names[3]}, msgpack: the value comes back changed: objects are "arrays" <b>`);
    assert.equal(await failures.locator("b").count(), 0);
  },
  "text: published figures stand beside these, with their source": async (page) => {
    const published = table(page).locator(".published");
    assert.equal(await published.locator(".source a").getAttribute("href"), "https://example.org/table");
    const cells = published.locator("tbody").first().locator("tr").first().locator("td");
    assert.deepEqual(await cells.allTextContents(), ["148 (2.47)here 148 B (2.43)", "60here 61 B", "–here 38 B (0.62)"]);
  },
  "measure: one at a time": async (page) => {
    assert.deepEqual(await table(page).locator("h3:visible").allTextContents(), ["Size"]);
    await table(page).getByRole("button", { name: "Decode", exact: true }).click();
    assert.deepEqual(await table(page).locator("h3:visible").allTextContents(), ["Decode"]);
    assert.equal(await table(page).locator(".tabs [aria-pressed=true]").textContent(), "Decode");
    await table(page).locator(".measure:visible .samples summary").click();
    assert.deepEqual(await table(page).locator(".measure:visible figcaption:visible").allTextContents(), ["strings", "integers"]);
  },
  "sort: upwards, downwards, and back; what has no figure is last": async (page) => {
    await sortBy(page, "msgpack");
    assert.deepEqual(await rows(page), [names[1], names[0], names[2], names[4], names[3]]);
    await sortBy(page, "msgpack");
    assert.deepEqual(await rows(page), [names[4], names[2], names[0], names[1], names[3]]);
    await sortBy(page, "msgpack");
    assert.deepEqual(await rows(page), names);
  },
  "sort: by name, and by another column after it": async (page) => {
    await sortBy(page, "row");
    assert.deepEqual(await rows(page), [names[2], names[1], names[3], names[4], names[0]]);
    await sortBy(page, "brine");
    assert.deepEqual(await rows(page), [names[4], names[1], names[0], names[3], names[2]]);
    assert.equal(await table(page).locator(".measure:visible thead [aria-sort=ascending]").textContent(), "brine");
  },
  "filter: by words of name and group": async (page) => {
    const words = table(page).getByRole("searchbox");
    await words.fill("VALUES int");
    assert.deepEqual(await rows(page), ["integers"]);
    assert.equal(await table(page).locator("output").textContent(), "1 of 5 rows");
    await words.fill("");
    assert.deepEqual(await rows(page), names);
    assert.equal(await table(page).locator("output").textContent(), "");
  },
  "filter: where Brine is not first": async (page) => {
    await table(page).getByRole("checkbox").check();
    assert.deepEqual(await rows(page), ["integers"]);
    assert.equal(await table(page).locator("small.behind:visible").textContent(), "behind msgpack");
    await table(page).getByRole("button", { name: "Encode", exact: true }).click();
    assert.deepEqual(await rows(page), names.slice(0, 3));
  },
  "theme: as the system says, and by the switch": async (page) => {
    const button = page.locator("#theme");
    assert.equal(await background(page), light);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await background(page), dark);
    await button.click();
    assert.deepEqual([await button.textContent(), await background(page)], ["Theme: light", light]);
    await page.reload();
    assert.deepEqual([await button.textContent(), await background(page)], ["Theme: light", light]);
    await page.emulateMedia({ colorScheme: "light" });
    await button.click();
    assert.deepEqual([await button.textContent(), await background(page)], ["Theme: dark", dark]);
    await button.click();
    assert.deepEqual([await button.textContent(), await background(page)], ["Theme: system", light]);
  },
  "phone: only tables are wider than the screen": async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await width(page), 390);
    assert.ok(await table(page).locator(".measure:visible .scroll").evaluate((box) => box.scrollWidth > box.clientWidth));
  },
  "desk: a table of 17 columns fits": async (page) => {
    await page.goto(pathToFileURL(wide).href);
    assert.equal(await width(page), 1440);
    const box = await page.locator(".measure:visible .scroll").evaluate((element) => [element.querySelectorAll("thead th.number").length, element.scrollWidth - element.clientWidth]);
    assert.deepEqual(box, [17, 0]);
  },
  "print: everything, without what one clicks on": async (page) => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    assert.equal(await background(page), "rgb(255, 255, 255)");
    assert.deepEqual(await table(page).locator("h3:visible").allTextContents(), ["Size", "Encode", "Decode", "Memory"]);
    assert.equal(await page.locator(".controls:visible, #theme:visible").count(), 0);
  },
};

const opened = Object.entries(cases).map(([name, test]) => [name, async (page) => {
  await page.goto(address);
  await test(page);
}]);
await run(Object.fromEntries(opened), (url) => [address, pathToFileURL(wide).href, "data:,"].includes(url));
rmSync(folder, { recursive: true });
