// Pages made by the program itself, from runs of the shipped models: ALEMBERT names the command.
//   ALEMBERT=../build/bin/alembert node --test test/browser/program.test.mjs
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as checks from "./page_checks.mjs";

const command = process.env.ALEMBERT ? resolve(process.env.ALEMBERT) : "";
const models = resolve(dirname(fileURLToPath(import.meta.url)), "../../../models");
const folder = mkdtempSync(join(tmpdir(), "alembert-pages-"));
const skip = command === "" ? "ALEMBERT names no command" : false;
const largest = 6e6; // bytes of a page

function report(model, ...options) {
  const out = join(folder, `${model}.out`);
  execFileSync(command, ["run", join(models, `${model}.yaml`), "-o", out, "--report", "--quiet", ...options]);
  return { page: join(out, "report.html"), outputs: table(join(out, "outputs.csv")) };
}

// outputs.csv as one object a row.
function table(file) {
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((x, i) => [head[i], Number(x)])));
}

let browser;
before(async () => {
  if (!skip) browser = await checks.startBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("slider-crank: the drawn pose and the plotted numbers are those of outputs.csv", { skip }, async () => {
  const { page: file, outputs } = report("slider_crank");
  assert.ok(statSync(file).size < largest);
  const page = await checks.openPage(browser, file);
  await checks.checkLoads(page);
  await checks.checkPlays(page);
  for (const row of [outputs[0], outputs[37], outputs.at(-1)]) {
    // Poses are drawn in single precision: 1e-6 of a metre.
    await checks.checkScrub(page, "rod.slider", row.time, [row.slider_x, row.slider_y, 0], 1e-6);
    await checks.checkValue(page, "outputs/crank_angle", row.time, row.crank_angle, 1e-12);
  }
  await checks.checkPlotted(page, "outputs/crank_angle");
  await checks.checkClickBody(page, "crank", 0.5);
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.alembert.time()), 0);
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.evaluate(() => window.alembert.time())) > 0);
  checks.checkQuiet(page);
  await page.close();
});

test("Bricard and governor: small pages that play", { skip }, async () => {
  for (const [model, body] of [["bricard", "rod3"], ["governor", ""]]) {
    const { page: file } = report(model, "--end", "2");
    assert.ok(statSync(file).size < largest, model);
    const page = await checks.openPage(browser, file);
    await checks.checkLoads(page);
    await checks.checkPlays(page);
    if (body) await checks.checkClickBody(page, await page.evaluate(() => window.alembert.page.run.bodies[3].name), 1);
    checks.checkQuiet(page);
    await page.close();
  }
});

test("a chain of 1000 bars plays at 30 pictures a second, or the page says that it left something out", { skip }, async () => {
  const { page: file } = report("chain", "--set", "N=1000", "--end", "0.2");
  const page = await checks.openPage(browser, file);
  await checks.checkLoads(page);
  await checks.checkSmooth(page);
  checks.checkQuiet(page);
  await page.close();
});

test("a failed run's page opens and says where and why it failed", { skip }, async () => {
  const out = join(folder, "failed.out");
  // A step far too long for Newton's iteration.
  const run = spawnSync(command, ["run", join(models, "seven_body.yaml"), "-o", out, "--report", "--quiet", "--step", "0.01"]);
  assert.equal(run.status, 5, String(run.stderr));
  const page = await checks.openPage(browser, join(out, "report.html"));
  await checks.checkLoads(page);
  const text = await page.locator("body").innerText();
  assert.match(text, /failed/i);
  assert.match(text, /Newton/);
  checks.checkQuiet(page);
  await page.close();
});

// The results folder of an analysis with its page.
function analysed(analysis, model, ...options) {
  const out = join(folder, `${model}.${analysis}`);
  execFileSync(command, [analysis, join(models, `${model}.yaml`), "-o", out, "--report", "--quiet", ...options]);
  return out;
}

test("modes of the slider-crank: drawn as modes.json says", { skip }, async () => {
  const out = analysed("modes", "slider_crank", "--about", "equilibrium");
  const [{ shape, shape_imaginary: imaginary }] = JSON.parse(readFileSync(join(out, "modes.json"), "utf8")).modes;
  const page = await checks.openPage(browser, join(out, "report.html"));
  await checks.checkLoads(page);
  const { amplitude } = await page.evaluate(() => window.alembert.mode());
  assert.ok(amplitude > 0);
  const at = (t) =>
    page.evaluate((time) => {
      window.alembert.pause();
      window.alembert.setTime(time);
      return window.alembert.markerPosition("rod");
    }, t);
  const [begin, quarter, half] = [await at(0), await at(0.375), await at(0.75)];
  const im = imaginary?.rod ?? [0, 0, 0];
  for (const k of [0, 1, 2]) {
    assert.ok(Math.abs((begin[k] - half[k]) / 2 - amplitude * shape.rod[k]) < 1e-6);
    assert.ok(Math.abs(quarter[k] - (begin[k] + half[k]) / 2 + amplitude * im[k]) < 1e-6);
  }
  // The joint at the crank's end stays closed, to the second order of what moves.
  await at(0);
  const gap = await page.evaluate(() => {
    const [a, b] = ["crank.tip", "rod.head"].map((name) => window.alembert.markerPosition(name));
    return Math.hypot(...a.map((x, i) => x - b[i]));
  });
  assert.ok(gap < 0.02, `open by ${gap} m`);
  checks.checkQuiet(page);
  await page.close();
});

test("pages of statics, of modes of a bicycle and of a step limit", { skip }, async () => {
  for (const [out, words] of [
    [analysed("statics", "slider_crank"), /What the analysis found \(statics\).*It is stable.*crank_angle/s],
    [analysed("modes", "bicycle", "--set", "push=0"), /7 modes about the initial state.*4 are free.*No mode grows/s],
    [analysed("step_limit", "slider_crank", "--end", "0.2"), /Largest stable step.*central_difference/s],
  ]) {
    const page = await checks.openPage(browser, join(out, "report.html"));
    await checks.checkLoads(page);
    const text = await page.locator("body").innerText();
    assert.match(text, words);
    assert.doesNotMatch(text, /simulated|Newton|tolerance/);
    checks.checkQuiet(page);
    await page.close();
  }
});

test("names that look like HTML are harmless", { skip }, async () => {
  const model = join(folder, "hostile.yaml");
  writeFileSync(
    model,
    'alembert: 1\ntitle: "<img src=x onerror=alert(1)> </script> @ALEMBERT_DATA@"\ngravity: [0, -9.81, 0]\nbodies:\n  ball: {mass: 1, type: point}\noutputs: {"y": dy(ball)}\nsimulation: {end: 0.1}\n',
  );
  const out = join(folder, "hostile.out");
  execFileSync(command, ["run", model, "-o", out, "--report", "--quiet"]);
  const page = await checks.openPage(browser, join(out, "report.html"));
  await checks.checkLoads(page);
  assert.equal(await page.locator("h1 img").count(), 0);
  await page.close();
});

test("flexible slider-crank: what is drawn is what `stress` finds", { skip }, async () => {
  const { page: file } = report("flexible_slider_crank");
  const out = dirname(file);
  execFileSync(command, ["stress", out, "--quiet"]);
  const [head, row] = readFileSync(join(out, "stress.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const peak = Number(row.at(head.indexOf("von_mises [Pa]") - head.length)); // places may hold commas
  const time = Number(row.at(-1));
  const page = await checks.openPage(browser, file);
  await checks.checkLoads(page);
  await page.evaluate((t) => window.alembert.setTime(t), time);
  const now = await page.evaluate(() => window.alembert.flexible());
  // Shapes of the page are within 0.1 % of the largest stress.
  assert.ok(Math.abs(now.bodies[0].stress - peak) < 1.5e-3 * peak, `${now.bodies[0].stress}, not ${peak}`);
  assert.ok(Math.abs(now.range[1] - peak) < 1e-5 * peak);
  checks.checkQuiet(page);
  await page.close();
});
