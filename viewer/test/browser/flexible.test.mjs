// Flexible bodies: they deform, are coloured, and their hot spots lead to histories.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as checks from "./page_checks.mjs";

const file = (name) => fileURLToPath(new URL(`../out/${name}.html`, import.meta.url));
let browser;
before(async () => (browser = await checks.startBrowser()));
after(async () => browser?.close());

const now = (page) => page.evaluate(() => window.alembert.flexible());
const near = (a, b, tolerance = 1e-4) => assert.ok(Math.abs(a - b) <= tolerance * Math.abs(b), `${a}, not ${b}`);

test("a flexible body deforms, as large as it is or as large as asked for", async () => {
  const page = await checks.openPage(browser, file("flexible"));
  await checks.checkLoads(page);
  await checks.checkScrub(page, "beam.tip", 0, [1, 0.02, 0], 1e-5);
  near((await now(page)).bodies[0].displacement, 0.02);
  near((await now(page)).bodies[0].stress, 100);
  await page.evaluate(() => window.alembert.setDeformationScale(5));
  await checks.checkScrub(page, "beam.tip", 0, [1, 0.1, 0], 1e-5);
  near((await now(page)).bodies[0].displacement, 0.02); // only the picture is larger
  await page.getByRole("button", { name: "True", exact: true }).click();
  assert.equal((await now(page)).scale, 1);
  checks.checkQuiet(page);
  await page.close();
});

test("the legend spans the whole run, or the moment", async () => {
  const page = await checks.openPage(browser, file("flexible"));
  const legend = () => page.locator(".contour").textContent();
  await page.evaluate(() => window.alembert.setTime(0.25));
  assert.deepEqual((await now(page)).range, [0, 100]);
  assert.match(await legend(), /von Mises \(MPa\)/);
  await page.getByRole("button", { name: "Range of the moment" }).click();
  const { range, bodies } = await now(page);
  near(range[1], bodies[0].stress);
  assert.ok(range[1] < 99);
  await page.getByLabel("Colour").selectOption("displacement");
  await page.waitForTimeout(300);
  assert.match(await legend(), /displacement \(m\)/);
  checks.checkQuiet(page);
  await page.close();
});

test("a click on a hot spot goes to its peak and plots its history", async () => {
  const page = await checks.openPage(browser, file("flexible"));
  await page.evaluate(() => window.alembert.setTime(1));
  const before = (await page.evaluate(() => window.alembert.plots())).length;
  assert.ok(before >= 1, "stress is plotted from the start");
  assert.equal(await page.locator(".spot:visible").count(), 2);
  await page.locator(".flexible tbody tr").nth(1).click();
  assert.equal(await page.evaluate(() => window.alembert.time()), 0);
  const channels = (await page.evaluate(() => window.alembert.plots())).flatMap((p) => p.channels);
  assert.ok(channels.includes("stress/beam: node 5"));
  near(await page.evaluate(() => window.alembert.channelValue("stress/beam: node 5", 0)), 80);
  checks.checkQuiet(page);
  await page.close();
});
