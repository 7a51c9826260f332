// Pages of analyses without an integrator: modes, a single state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as checks from "./page_checks.mjs";

const file = (name) => fileURLToPath(new URL(`../out/${name}.html`, import.meta.url));
let browser;
before(async () => (browser = await checks.startBrowser()));
after(async () => browser?.close());

const tabs = (page) => page.locator(".tabs button").allTextContents();

test("modes: the chosen one is drawn, in proportion to the amplitude", async () => {
  const page = await checks.openPage(browser, file("modes"));
  await checks.checkLoads(page);
  assert.deepEqual(await tabs(page), ["Modes", "Model"]);
  assert.equal(await page.locator(".plot").count(), 0, "no curves of a single state");
  // The second mode, the first that oscillates, is chosen and plays by itself.
  const first = await page.evaluate(() => window.alembert.time());
  await page.waitForTimeout(400);
  assert.notEqual(await page.evaluate(() => window.alembert.time()), first);
  const { chosen, amplitude } = await page.evaluate(() => window.alembert.mode());
  assert.equal(chosen, 1);
  const extreme = [Math.sin(0.7 * amplitude), -Math.cos(0.7 * amplitude), 0];
  await checks.checkScrub(page, "upper.tip", 0, extreme, 1e-6);
  await checks.checkScrub(page, "upper.tip", 0.375, [0, -1, 0], 1e-6);
  await checks.checkScrub(page, "lower", 0.75, [-0.7 * amplitude, -1, 0], 1e-6);
  await page.getByLabel("Amplitude").fill("2");
  assert.ok(Math.abs((await page.evaluate(() => window.alembert.mode())).amplitude - 2 * amplitude) < 1e-9);
  await checks.checkScrub(page, "lower", 0, [1.4 * amplitude, -1, 0], 1e-6);
  await checks.checkClickBody(page, "upper", 0.375);
  assert.equal(await page.locator(".live button, .trace-choice").count(), 0, "nothing to plot or to trace");
  checks.checkQuiet(page);
  await page.close();
});

test("modes: a click on a row chooses it, and says how it behaves", async () => {
  const page = await checks.openPage(browser, file("modes"));
  const text = () => page.locator(".mode").textContent();
  await page.locator(".mode-list tbody tr").nth(2).click();
  assert.equal((await page.evaluate(() => window.alembert.mode())).chosen, 2);
  assert.match(await text(), /oscillates with 1\.19\d* Hz.*decays/s);
  assert.match(await text(), /Kinetic energy.*lower.*80 %.*Potential energy.*gravity.*-100/s);
  const { amplitude } = await page.evaluate(() => window.alembert.mode());
  // A quarter of the swing on, the imaginary part: the lower bar alone has turned, backwards.
  await checks.checkScrub(page, "lower.tip", 0.375, [-Math.sin(amplitude), -1 - Math.cos(amplitude), 0], 1e-6);
  await page.getByRole("button", { name: "Show mode 1" }).click();
  assert.match(await text(), /decays without oscillating/);
  await page.getByRole("button", { name: "Show mode 4" }).click();
  assert.match(await text(), /left out/);
  await checks.checkScrub(page, "lower", 0, [0, -1, 0], 1e-9);
  for (const key of ["p", "i", "/", "o", "m", " "]) await page.keyboard.press(key);
  assert.equal(await page.locator("#panel-motion").isVisible(), true);
  checks.checkQuiet(page);
  await page.close();
});

test("an equilibrium has a picture, its outputs and no time", async () => {
  const page = await checks.openPage(browser, file("equilibrium"));
  await checks.checkLoads(page);
  assert.deepEqual(await tabs(page), ["Equilibrium", "Model"]);
  assert.equal(await page.locator(".transport").isVisible(), false);
  const found = await page.locator(".found").textContent();
  assert.match(found, /What the analysis found \(statics\).*stable.*height-2m/s);
  assert.doesNotMatch(await page.locator("body").innerText(), /simulated|tolerance|Integrator/);
  await checks.checkScrub(page, "lower.tip", 0, [0, -2, 0], 1e-6);
  checks.checkQuiet(page);
  await page.close();
});

test("narrow pages of modes do not overflow", async () => {
  const page = await checks.openPage(browser, file("modes"), { width: 400, height: 800 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await page.close();
});
