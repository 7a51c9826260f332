// Writes example pages into test/out/: dist/template.html with made-up data. Run by `npm run fixtures`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Arrays, encode } from "./encode";
import { chain } from "./fixture_chain";
import { flexible } from "./fixture_flexible";
import { equilibrium, modes } from "./fixture_modes";
import { document, empty, failing, hostile, oneFrame, standIns } from "./fixture_others";
import { sliderCrank } from "./fixture_slider_crank";
import type { PageData } from "../src/data";

const here = dirname(fileURLToPath(import.meta.url));
const template = readFileSync(join(here, "../dist/template.html"), "utf8");
const escape = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const pages: Record<string, { data: PageData; arrays: Arrays }> = {
  slider_crank: sliderCrank(),
  failing: failing(),
  chain: chain(1000, 101),
  empty: empty(),
  one_frame: oneFrame(),
  hostile: hostile(),
  stand_ins: standIns(),
  document: document(),
  modes: modes(),
  equilibrium: equilibrium(),
  flexible: flexible(),
};

mkdirSync(join(here, "out"), { recursive: true });
for (const [name, { data, arrays }] of Object.entries(pages)) {
  const html = template
    .replace("@ALEMBERT_TITLE@", () => escape(data.title))
    .replace("@ALEMBERT_DATA@", () => encode(data, arrays));
  writeFileSync(join(here, "out", `${name}.html`), html);
}
writeFileSync(
  join(here, "out", "broken.html"),
  template.replace("@ALEMBERT_TITLE@", "Broken").replace("@ALEMBERT_DATA@", "bm90IGd6aXA="),
);
console.log(`${Object.keys(pages).length + 1} pages in test/out/`);
