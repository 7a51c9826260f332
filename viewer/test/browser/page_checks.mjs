// Checks of a report page in a real browser, for pages of any origin: the made-up ones here and those of the program.
//
//   const browser = await startBrowser();
//   const page = await openPage(browser, "/path/report.html");
//   await checkLoads(page); await checkScrub(page, "rod.slider", 0.5, [0.7, 0, 0], 1e-6); ...
//   await browser.close();
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const executable = process.env.CHROMIUM ?? "/usr/bin/chromium";
const graphics = ["--use-angle=swiftshader", "--use-gl=angle", "--enable-unsafe-swiftshader"];
const quiet = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// A browser with an empty profile. `webgl: false` gives one that cannot draw in 3D.
export async function startBrowser({ webgl = true, ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "alembert-browser-"));
  const args = [...quiet, "--headless=new", ...(webgl ? graphics : ["--disable-gpu", "--disable-3d-apis"])];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable,
    headless: true,
    args,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// Opens a file; what goes wrong and what is asked from the network is collected in page.problems and page.requests.
export async function openPage(browser, path, { width = 1440, height = 900, colorScheme = "light", hash = "" } = {}) {
  const page = await browser.context.newPage();
  page.problems = [];
  page.requests = [];
  page.on("console", (m) => m.type() === "error" && page.problems.push(m.text()));
  page.on("pageerror", (e) => page.problems.push(String(e)));
  page.on("request", (r) => /^(https?|wss?|ftp):/.test(r.url()) && page.requests.push(r.url()));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.goto(pathToFileURL(resolve(path)).href + hash);
  await page.evaluate(() => window.alembert.ready.catch(() => undefined));
  return page;
}

export function checkQuiet(page) {
  assert.deepEqual(page.problems, [], "the page reported errors");
  assert.deepEqual(page.requests, [], "the page used the network");
}

// The page opened without errors and shows its title.
export async function checkLoads(page) {
  const title = await page.evaluate(() => window.alembert.page.title);
  assert.equal(await page.locator("h1").textContent(), title);
  checkQuiet(page);
}

// The animation goes on by itself once it is started.
export async function checkPlays(page) {
  const before = await page.evaluate(() => {
    window.alembert.setTime(0);
    window.alembert.play();
    return window.alembert.time();
  });
  await page.waitForTimeout(700);
  const after = await page.evaluate(() => {
    const t = window.alembert.time();
    window.alembert.pause();
    return t;
  });
  assert.ok(after > before, `the time stayed at ${after}`);
}

function near(actual, expected, tolerance, what) {
  expected.forEach((e, i) =>
    assert.ok(Math.abs(actual[i] - e) <= tolerance, `${what}: ${actual} instead of ${expected}`),
  );
}

// At time t the marker is drawn where it belongs.
export async function checkScrub(page, marker, t, expected, tolerance) {
  const actual = await page.evaluate(
    ([name, time]) => {
      window.alembert.pause();
      window.alembert.setTime(time);
      return window.alembert.markerPosition(name);
    },
    [marker, t],
  );
  near(actual, expected, tolerance, `${marker} at ${t}`);
}

// A click on the body in the picture opens its values.
export async function checkClickBody(page, body, t = 0) {
  await page.locator("#tab-motion").click();
  await page.waitForTimeout(200);
  const [x, y] = await page.evaluate(
    ([name, time]) => {
      window.alembert.pause();
      window.alembert.setTime(time);
      return window.alembert.bodyScreenPosition(name);
    },
    [body, t],
  );
  await page.waitForTimeout(150);
  await page.mouse.click(x, y);
  const shown = await page.locator(".selected-name").evaluate((node) => node.firstChild.textContent);
  assert.equal(shown, body);
}

// The channel has this value at time t.
export async function checkValue(page, channel, t, expected, tolerance) {
  const actual = await page.evaluate(([id, time]) => window.alembert.channelValue(id, time), [channel, t]);
  assert.ok(Math.abs(actual - expected) <= tolerance, `${channel} at ${t}: ${actual} instead of ${expected}`);
}

// Some plot shows the channel.
export async function checkPlotted(page, channel) {
  const plots = await page.evaluate(() => window.alembert.plots());
  assert.ok(
    plots.some((p) => p.channels.includes(channel)),
    `${channel} is in none of ${JSON.stringify(plots)}`,
  );
}

// Pictures a second while playing; below 30 the page must have said that it left something out.
export async function checkSmooth(page, seconds = 6) {
  await page.evaluate(() => window.alembert.play());
  await page.waitForTimeout(1000 * seconds);
  const { rate, notes } = await page.evaluate(() => ({
    rate: window.alembert.framesPerSecond(),
    notes: window.alembert.notes(),
  }));
  await page.evaluate(() => window.alembert.pause());
  assert.ok(
    rate >= 30 || notes.some((n) => n.includes("slowly")),
    `${rate} pictures a second, notes: ${notes.join("; ")}`,
  );
  return { rate, notes };
}

// Saves the first chart as PNG, SVG or CSV and returns the file's content.
export async function exported(page, kind, scope = ".plot:visible") {
  const waiting = page.waitForEvent("download");
  await page
    .locator(scope)
    .first()
    .getByRole("button", { name: `Save as ${kind}` })
    .click();
  const file = await waiting;
  assert.ok(file.suggestedFilename().endsWith(`.${kind.toLowerCase()}`), file.suggestedFilename());
  return readFileSync(await file.path());
}
