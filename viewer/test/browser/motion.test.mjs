// The slider-crank in the browser: animation, poses, picking, plots, keys, exports, themes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as checks from "./page_checks.mjs";

const file = fileURLToPath(new URL("../out/slider_crank.html", import.meta.url));
const angle = (t) => 4 * t + 0.8 * Math.sin(2 * t);
const slider = (t) => 0.3 * Math.cos(angle(t)) + Math.sqrt(0.36 - (0.3 * Math.sin(angle(t))) ** 2);
let browser;
let page;
before(async () => {
  browser = await checks.startBrowser();
  page = await checks.openPage(browser, file);
});
after(async () => browser?.close());

test("the page opens quietly", async () => {
  await checks.checkLoads(page);
  assert.equal(await page.title(), "Rigid slider-crank with a spring");
});

test("the animation plays", () => checks.checkPlays(page));

test("scrubbing gives the right pose, at frames and between them", async () => {
  for (const t of [0, 0.5, 1.27, 2]) await checks.checkScrub(page, "rod.slider", t, [slider(t), 0, 0], 1e-6);
  await checks.checkScrub(
    page,
    "crank.tip",
    0.505,
    [0.3 * Math.cos(angle(0.505)), 0.3 * Math.sin(angle(0.505)), 0],
    1e-4,
  );
});

test("the scrub bar moves the animation", async () => {
  await page.getByRole("slider", { name: "Time" }).fill("5000");
  assert.ok(Math.abs((await page.evaluate(() => window.alembert.time())) - 1) < 1e-9);
  assert.match(await page.locator(".transport .time").textContent(), /^1\.000 \/ 2\.000 s$/);
});

test("a click on a body opens its values, with buttons to plot and trace", async () => {
  await checks.checkClickBody(page, "crank", 0.5);
  const panel = page.getByRole("region", { name: "Selection" });
  assert.match(await panel.textContent(), /planar body.*mass3 kg.*position.*velocity/s);
  const before = (await page.evaluate(() => window.alembert.plots())).length;
  await panel.getByRole("button", { name: "Plot velocity" }).click();
  await checks.checkPlotted(page, "body/crank/velocity/x");
  assert.equal((await page.evaluate(() => window.alembert.plots())).length, before + 1);
  await panel.getByRole("button", { name: "trace" }).click();
  assert.match(await panel.locator(".traces").textContent(), /Path of crank\.pin/);
});

test("hovering tells the name", async () => {
  const [x, y] = await page.evaluate(() => window.alembert.bodyScreenPosition("rod"));
  await page.mouse.move(x - 3, y);
  await page.mouse.move(x, y, { steps: 3 });
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".tip").textContent(), "rod");
});

test("joints and forces can be selected by name", async () => {
  await page.getByLabel("Select a body, joint, force or contact").selectOption("wrist");
  assert.match(
    await page.locator(".selection").textContent(),
    /revolute joint.*betweencrank\.tip and rod\.head.*force/s,
  );
  await page.getByLabel("Select a body, joint, force or contact").selectOption("spring");
  assert.match(await page.locator(".selection").textContent(), /spring damper.*free length0\.9 m/s);
});

test("plots show the right numbers", async () => {
  await checks.checkPlotted(page, "outputs/slider_x");
  await checks.checkPlotted(page, "energy/total");
  await checks.checkValue(page, "outputs/slider_x", 0.5, slider(0.5), 1e-12);
  await page.evaluate(() => window.alembert.setTime(0.5));
  assert.match(
    await page.locator('.plot[aria-label="slider_x"] .legend').textContent(),
    new RegExp(slider(0.5).toFixed(4)),
  );
});

test("a click in a plot moves the animation, dragging zooms, a double click shows all", async () => {
  const area = page.locator('.plot[aria-label="slider_x"] .u-over');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 40);
  assert.ok(Math.abs((await page.evaluate(() => window.alembert.time())) - 1) < 0.01);
  await page.mouse.move(box.x + box.width / 4, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 50, { steps: 4 });
  await page.mouse.up();
  const zoomed = (await checks.exported(page, "SVG", '.plot[aria-label="Energy"]')).toString();
  assert.ok(zoomed.includes(">0.7</text>"), "all plots share the zoom");
  await area.dblclick();
  assert.ok((await checks.exported(page, "SVG", '.plot[aria-label="slider_x"]')).toString().includes(">1.5</text>"));
});

test("plots are saved as PNG, SVG and CSV", async () => {
  const png = await checks.exported(page, "PNG", '.plot[aria-label="slider_x"]');
  assert.deepEqual([...png.subarray(1, 4)], [0x50, 0x4e, 0x47]);
  assert.ok(png.length > 5000);
  const csv = (await checks.exported(page, "CSV", '.plot[aria-label="slider_x"]')).toString().trimEnd().split("\n");
  assert.equal(csv[0], "time (s),slider_x (m)");
  assert.equal(csv.length, 202);
  assert.equal(Number(csv[51].split(",")[1]), slider(0.5));
});

test("channels are found and added; a third unit makes a new plot", async () => {
  await page.locator("#tab-plots").click();
  await page.keyboard.press("/");
  await page.keyboard.type("wrist force");
  await page.getByRole("button", { name: "New plot" }).click();
  const before = (await page.evaluate(() => window.alembert.plots())).length;
  const add = (id) => page.locator(`.leaf[data-channel="${id}"]`).click();
  await add("joint/wrist/force/x");
  await page.getByLabel("Search channels").fill("crank");
  await add("outputs/crank_angle");
  await add("body/crank/velocity/x");
  const plots = (await page.evaluate(() => window.alembert.plots())).slice(before);
  assert.deepEqual(
    plots.map((p) => p.channels),
    [["joint/wrist/force/x", "outputs/crank_angle"], ["body/crank/velocity/x"]],
  );
  assert.deepEqual(plots[0].units, ["N", "rad"]);
  await page.getByLabel("Search channels").fill("");
  await page.getByLabel("Search channels").blur();
});

test("space plays and pauses whatever was clicked, but for fields with text", async () => {
  const playing = () => page.evaluate(() => window.alembert.playing());
  const pressed = (node) => node.getAttribute("aria-pressed");
  await page.keyboard.press("m");
  await page.evaluate(() => window.alembert.pause());
  const names = page.getByRole("button", { name: "Body names" });
  const [time, speed] = [page.getByRole("slider", { name: "Time" }), page.getByLabel("Speed")];
  const clicked = [
    ["a button", names],
    ["a slider", page.getByRole("slider", { name: "Opacity of the shapes" })],
    ["the time", time],
    ["a plot", page.locator(".plot .u-over").first()],
    ["the picture", page.locator(".viewport canvas")],
    ["a tab", page.locator("#tab-motion")],
    ["one frame on", page.getByRole("button", { name: "One frame on" })],
  ];
  for (const [what, node] of clicked) {
    await node.click();
    await page.evaluate(() => window.alembert.pause());
    await page.keyboard.press(" ");
    assert.equal(await playing(), true, what);
    await page.keyboard.press(" ");
    assert.equal(await playing(), false, what);
  }
  await speed.focus();
  await page.keyboard.press(" ");
  assert.equal(await playing(), true, "a choice");
  await page.keyboard.press(" ");
  assert.equal(await pressed(names), "true", "space did not press the button again");
  await names.focus();
  await page.keyboard.press("Enter");
  assert.equal(await pressed(names), "false", "Enter did");
  await page.keyboard.press("/");
  await page.keyboard.type("a b");
  assert.equal(await page.getByLabel("Search channels").inputValue(), "a b");
  assert.equal(await playing(), false, "a field with text");
  await page.getByLabel("Search channels").fill("");
  await page.getByLabel("Search channels").blur();
  await page.keyboard.press("m");
});

test("names, size of arrows and opacity can be chosen", async () => {
  const looks = () => page.evaluate(() => window.alembert.looks());
  const range = async (name, value) => {
    const slider = page.getByRole("slider", { name });
    await slider.fill(String(value));
  };
  await range("Size of the arrows", 0);
  await range("Opacity of the shapes", 1);
  assert.deepEqual(await looks(), { arrows: 1, opacity: 1, names: [] });
  await page.getByRole("button", { name: "Body names" }).click();
  await page.getByRole("button", { name: "Joint names" }).click();
  await range("Size of the arrows", 0.5);
  await range("Opacity of the shapes", 0.4);
  const now = await looks();
  assert.deepEqual(now.names, ["crank", "rod", "crankshaft", "wrist", "slide"]);
  assert.ok(Math.abs(now.arrows - Math.sqrt(10)) < 1e-9);
  assert.equal(now.opacity, 0.4);
  await page.getByRole("button", { name: "Body names" }).click();
  await page.getByRole("button", { name: "Joint names" }).click();
  assert.deepEqual((await looks()).names, []);
  await range("Size of the arrows", 0);
  await range("Opacity of the shapes", 1);
});

test("the summary tells events and ranges, and goes to their times", async () => {
  await page.keyboard.press("s");
  const panel = page.locator(".summary-tab");
  assert.match(await panel.textContent(), /Events \(3\).*sensorlimitdeactivates push.*contactstop.*slider_xm0\.3/s);
  await panel.getByRole("button", { name: "1.25" }).click();
  assert.equal(await page.evaluate(() => window.alembert.time()), 1.25);
  assert.equal(await page.locator(".ticks .tick").count(), 3);
  await page.locator("#tab-plots").click();
  await page.locator(".tree summary", { hasText: "Sensors and events" }).click();
  await page.locator(".tree summary", { hasText: /^limit$/ }).click();
  await page.locator('.leaf[data-channel="sensor/limit/what it watches"]').click();
  await checks.checkPlotted(page, "sensor/limit/what it watches");
  await page.keyboard.press("m");
});

test("keys work", async () => {
  const time = () => page.evaluate(() => window.alembert.time());
  await page.keyboard.press("m");
  await page.keyboard.press("Home");
  assert.equal(await time(), 0);
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await time()) - 0.01) < 1e-12);
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok(Math.abs((await time()) - 0.11) < 1e-12);
  await page.keyboard.press("End");
  assert.equal(await time(), 2);
  await page.keyboard.press("+");
  assert.equal(await page.getByLabel("Speed").inputValue(), "0.5");
  await page.keyboard.press("-");
  await page.keyboard.press("l");
  assert.equal(await page.getByRole("button", { name: "Loop" }).getAttribute("aria-pressed"), "false");
  await page.keyboard.press("l");
  await page.keyboard.press(" ");
  // However slowly frames come: it has begun anew and moves on.
  await page.waitForFunction(() => window.alembert.time() > 0 && window.alembert.time() < 2);
  await page.keyboard.press(" ");
  const t = await time();
  assert.ok(t > 0 && t < 2, `played on to ${t}`);
  const at = () => page.evaluate(() => window.alembert.bodyScreenPosition("crank"));
  const start = await at();
  await page.keyboard.press("2");
  await page.waitForTimeout(100);
  assert.notDeepEqual(await at(), start);
  await page.keyboard.press("f");
  await page.keyboard.press("?");
  assert.ok(await page.getByRole("dialog").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!(await page.getByRole("dialog").isVisible()));
});

test("the integrator's and the model's tabs tell what they should", async () => {
  await page.keyboard.press("i");
  const integrator = await page.locator("#panel-integrator").textContent();
  assert.match(
    integrator,
    /limited by the error.*Step size.*Error over tolerance.*Newton iterations.*Where the time went.*error test.*body crank: rotation z/s,
  );
  await page.keyboard.press("o");
  const model = await page.locator("#panel-model").textContent();
  assert.match(
    model,
    /1 degree of freedom.*Bodies \(2\).*Joints \(3\).*one of many.*changed for this run.*slider_crank\.yaml/s,
  );
  await page.locator("#panel-model").getByRole("button", { name: "Copy" }).click();
  await page.waitForTimeout(100);
  assert.equal(await page.locator(".source header button").textContent(), "Copied");
});

test("dark and large text can be chosen, dark follows the system", async () => {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await back();
  await page.getByRole("button", { name: "Dark" }).click();
  assert.notEqual(await back(), light);
  await page.getByRole("button", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Large text" }).click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "19px");
  await page.getByRole("button", { name: "Large text" }).click();
  await page.evaluate(() => localStorage.clear());
  const dark = await checks.openPage(browser, file, { colorScheme: "dark" });
  assert.notEqual(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), light);
  checks.checkQuiet(dark);
  await dark.close();
});

test("nothing went wrong on the way", () => checks.checkQuiet(page));
