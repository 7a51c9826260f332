// Photographs a report page: node tools/picture.mjs PAGE PICTURE.png [time=T] [width=W] [height=H] [theme=dark] [tab=NAME]
//                                                                    [trace=MARKER] [part=SELECTOR] [view=NAME]
import { openPage, startBrowser } from "../test/browser/page_checks.mjs";

const [file, picture, ...rest] = process.argv.slice(2);
const options = Object.fromEntries(rest.map((o) => o.split("=")));
const browser = await startBrowser();
try {
  const page = await openPage(browser, file, {
    width: Number(options.width ?? 1280),
    height: Number(options.height ?? 800),
    colorScheme: options.theme ?? "light",
  });
  if (options.tab) await page.locator(`#tab-${options.tab}`).click();
  if (options.view) await page.getByRole("button", { name: options.view, exact: true }).click();
  if (options.time) await page.evaluate((t) => (window.alembert.pause(), window.alembert.setTime(t)), Number(options.time));
  await page.waitForTimeout(1500); // a still picture is redrawn with smooth edges
  const what = options.part ? page.locator(options.part).first() : page;
  await what.screenshot({ path: picture });
  if (page.problems.length > 0) throw new Error(page.problems.join("\n"));
} finally {
  await browser.close();
}
