// All other pages: failed, empty, hostile, large and broken ones, documents, browsers without 3D.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as checks from "./page_checks.mjs";

const file = (name) => fileURLToPath(new URL(`../out/${name}.html`, import.meta.url));
let browser;
before(async () => (browser = await checks.startBrowser()));
after(async () => browser?.close());

async function withPage(name, use, options) {
  const page = await checks.openPage(browser, file(name), options);
  try {
    await use(page);
  } finally {
    await page.close();
  }
}

test("a failed run says so, and why", () =>
  withPage("failing", async (page) => {
    await checks.checkLoads(page);
    const banner = await page.getByRole("alert").textContent();
    assert.match(banner, /failed at time 0\.8 of 2 s/);
    assert.match(banner, /smallest allowed.*Try: a larger tolerance/s);
    assert.match((await checks.exported(page, "SVG")).toString(), /failed/);
    await page.locator("#tab-integrator").click();
    assert.equal(await page.locator("#panel-integrator tbody tr").count(), 60);
    assert.match(await page.locator("#panel-integrator").textContent(), /newton diverged.*joint wrist: point x/s);
    const reason = page.locator("#panel-integrator th .sort", { hasText: "step" });
    await reason.click();
    const first = Number(await page.locator("#panel-integrator tbody td").nth(1).textContent());
    assert.ok(first < 1e-11, "sorted by step size");
  }));

for (const name of ["empty", "one_frame", "stand_ins"])
  test(`the page ${name} opens, with all its tabs`, () =>
    withPage(name, async (page) => {
      await checks.checkLoads(page);
      for (const tab of ["plots", "integrator", "model", "motion"]) await page.locator(`#tab-${tab}`).click();
      await page.keyboard.press(" ");
      await page.keyboard.press("ArrowRight");
      checks.checkQuiet(page);
    }));

test("names cannot act as HTML", () =>
  withPage("hostile", async (page) => {
    await checks.checkLoads(page);
    await page.getByLabel("Select a body, joint, force or contact").selectOption({ index: 1 });
    await page.locator(".selection .live button").first().click();
    await page.locator("#tab-plots").click();
    for (const summary of await page.locator(".tree > details > summary").all()) await summary.click();
    for (const tab of ["integrator", "model"]) await page.locator(`#tab-${tab}`).click();
    await page.locator("#tab-motion").click();
    await checks.exported(page, "PNG");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
    checks.checkQuiet(page);
  }));

test("a chain of 1000 bars plays smoothly, or the page says what it left out", () =>
  withPage("chain", async (page) => {
    await checks.checkLoads(page);
    const { rate, notes } = await checks.checkSmooth(page);
    console.log(`  ${rate.toFixed(0)} pictures a second; ${notes.join(" ")}`);
    await page.locator("#tab-plots").click();
    await page.getByLabel("Search channels").fill("joint777 force y");
    await page.locator('.leaf[data-channel="joint/joint777/force/y"]').click();
    await checks.checkPlotted(page, "joint/joint777/force/y");
    checks.checkQuiet(page);
  }));

test("a document shows its sections, tables and charts", () =>
  withPage("document", async (page) => {
    await checks.checkLoads(page);
    assert.equal(await page.locator(".contents a").count(), 4);
    assert.equal(await page.locator(".verdict.good").count(), 1);
    await page.locator("figure canvas").nth(2).waitFor(); // charts are drawn after the text
    assert.equal(await page.locator("figure canvas").count(), 3);
    const cells = () => page.locator("tbody td:nth-child(3)").allTextContents();
    await page.getByRole("button", { name: "error (m)", exact: true }).click();
    const sorted = (await cells()).map(Number);
    assert.deepEqual(
      sorted,
      [...sorted].sort((a, b) => a - b),
    );
    const csv = (await checks.exported(page, "CSV", "figure")).toString();
    assert.match(csv, /^step \(s\) of hht,hht,/);
    assert.match((await checks.exported(page, "SVG", "figure")).toString(), /Error of positions/);
    checks.checkQuiet(page);
  }));

test("the way of drawing for graphics processors works too", () =>
  withPage(
    "slider_crank",
    async (page) => {
      await checks.checkLoads(page);
      await checks.checkClickBody(page, "crank", 0.5);
      await page.getByRole("button", { name: "trace" }).click();
      await checks.checkPlays(page);
      checks.checkQuiet(page);
    },
    { hash: "#graphics=hardware" },
  ));

test("a narrow page does not overflow", () =>
  withPage(
    "slider_crank",
    async (page) => {
      for (const tab of ["motion", "plots", "integrator", "model"]) {
        await page.locator(`#tab-${tab}`).click();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(overflow <= 0, `${tab} is ${overflow} pixels too wide`);
      }
    },
    { width: 400, height: 800 },
  ));

test("broken data gives a message, not an empty page", () =>
  withPage("broken", async (page) => {
    assert.match(await page.getByRole("alert").textContent(), /cannot be shown.*damaged/s);
  }));

test("without WebGL everything else works", async () => {
  const plain = await checks.startBrowser({ webgl: false });
  try {
    const page = await checks.openPage(plain, file("slider_crank"));
    await checks.checkLoads(page);
    assert.match(await page.locator(".picture").textContent(), /cannot draw in 3D/);
    await checks.checkPlays(page);
    await checks.checkPlotted(page, "outputs/slider_x");
    checks.checkQuiet(page);
  } finally {
    await plain.close();
  }
});
